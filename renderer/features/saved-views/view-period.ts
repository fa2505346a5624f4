import { isEqual } from 'es-toolkit/predicate';
import { PERIOD_PRESETS, type PeriodPreset, presetPeriod } from '#renderer/features/period/period.ts';
import { dayOf, type LocalDateTime } from '#shared/domain/dates.ts';
import type { Period } from '#shared/domain/selection.ts';
import type { ViewPeriod } from './view.ts';

/** A view's days as they are today, and today's days as a view may keep them. Pure. */

/** The days that a view means now; null is all there is, also while there is no purchase to tell them from. */
export function daysOf(period: ViewPeriod, lastPurchase: LocalDateTime | null): Period | null {
  switch (period.kind) {
    case 'all':
      return null;
    case 'days':
      return { from: period.from, to: period.to };
    case 'preset':
      return lastPurchase === null ? null : presetPeriod(period.preset, lastPurchase);
    case 'since': {
      if (lastPurchase === null) return null;
      const today = dayOf(lastPurchase);
      return { from: period.from, to: period.from > today ? period.from : today };
    }
  }
}

/**
 * What these days could be meant as: the periods of a name that they are now, then the days themselves, then all from
 * the first of them on, where they reach to the last purchase.
 */
export function meaningsOf(period: Period | null, lastPurchase: LocalDateTime | null): readonly ViewPeriod[] {
  if (period === null) return [{ kind: 'all' }];
  const presets: readonly PeriodPreset[] =
    lastPurchase === null
      ? []
      : PERIOD_PRESETS.map(({ id }) => id).filter((id) => isEqual(presetPeriod(id, lastPurchase), period));
  return [
    ...presets.map((preset): ViewPeriod => ({ kind: 'preset', preset })),
    { kind: 'days', from: period.from, to: period.to },
    ...(lastPurchase !== null && period.to === dayOf(lastPurchase) && presets.length === 0
      ? [{ kind: 'since', from: period.from } as const]
      : []),
  ];
}

/** What a view's days become when it is saved again: as they were meant where that still holds; null: it has to be asked. */
export function keptMeaning(
  before: ViewPeriod,
  period: Period | null,
  lastPurchase: LocalDateTime | null,
): ViewPeriod | null {
  if (isEqual(daysOf(before, lastPurchase), period)) return before;
  const [first, second] = meaningsOf(period, lastPurchase);
  return first !== undefined && second === undefined ? first : null;
}
