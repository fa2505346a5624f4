import { isEqual } from 'es-toolkit/predicate';
import { z } from 'zod';
import { isPlausible } from '#renderer/ui/date-format.ts';
import { dayOf, type LocalDate, parseLocalDate } from '#shared/domain/dates.ts';
import type { Period } from '#shared/domain/selection.ts';
import { PERIOD_PRESETS, type PeriodPreset, type Present, presetPeriod } from './period.ts';

/** The meaning of a period: days that stay, or a name whose days move with the calendar. Pure. */

export const localDate = z
  .string()
  .refine((text) => {
    const day = parseLocalDate(text);
    return day !== undefined && isPlausible(day);
  })
  .transform((text) => text as LocalDate);
const presetIds = PERIOD_PRESETS.map(({ id }) => id) as [PeriodPreset, ...PeriodPreset[]];

/** All; days that stay; or days told anew from the present: those of a name, or all from a day on. */
export const periodSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('days'), from: localDate, to: localDate }).refine(({ from, to }) => from <= to),
  z.object({ kind: z.literal('preset'), preset: z.enum(presetIds) }),
  z.object({ kind: z.literal('since'), from: localDate }),
]);
export type NamedPeriod = z.infer<typeof periodSchema>;

/** The days that it means now; null is all there is, also while there is no purchase to tell them from. */
export function daysOf(period: NamedPeriod, present: Present | null): Period | null {
  switch (period.kind) {
    case 'all':
      return null;
    case 'days':
      return { from: period.from, to: period.to };
    case 'preset':
      return present === null ? null : presetPeriod(period.preset, present);
    case 'since': {
      if (present === null) return null;
      const today = dayOf(present.lastPurchase);
      return { from: period.from, to: period.from > today ? period.from : today };
    }
  }
}

/** The period of days that nobody gave a name. */
export function fixedPeriod(period: Period | null): NamedPeriod {
  return period === null ? { kind: 'all' } : { kind: 'days', from: period.from, to: period.to };
}

/** The possible meanings of these days: named periods, the days themselves, all from the first on up to the last purchase. */
export function meaningsOf(period: Period | null, present: Present | null): readonly NamedPeriod[] {
  if (period === null) return [{ kind: 'all' }];
  const presets: readonly PeriodPreset[] =
    present === null
      ? []
      : PERIOD_PRESETS.map(({ id }) => id).filter((id) => isEqual(presetPeriod(id, present), period));
  return [
    ...presets.map((preset): NamedPeriod => ({ kind: 'preset', preset })),
    fixedPeriod(period),
    ...(present !== null && period.to === dayOf(present.lastPurchase) && presets.length === 0
      ? [{ kind: 'since', from: period.from } as const]
      : []),
  ];
}

/** The meaning of a view's days when it is saved again: the former one where that still holds; null: it has to be asked. */
export function keptMeaning(
  before: NamedPeriod,
  period: Period | null,
  present: Present | null,
): NamedPeriod | null {
  if (isEqual(daysOf(before, present), period)) return before;
  const [first, second] = meaningsOf(period, present);
  return first !== undefined && second === undefined ? first : null;
}
