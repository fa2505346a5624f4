import { isEqual } from 'es-toolkit/predicate';
import { z } from 'zod';
import { PERIOD_PRESETS, type PeriodPreset, presetPeriod } from '#renderer/features/period/period.ts';
import type { ScreenParts } from '#renderer/features/preferences/screen-state.tsx';
import { isPlausible } from '#renderer/ui/date-format.ts';
import { currencyCodeSchema } from '#shared/contract/currencies.ts';
import { dayOf, type LocalDate, type LocalDateTime, parseLocalDate } from '#shared/domain/dates.ts';
import { type Decimal, parseDecimal } from '#shared/domain/decimal.ts';
import { PERIOD_COLUMNS, type Period, type Selection } from '#shared/domain/selection.ts';

/** What a saved view is: a screen's rows and how it shows them. Read from files of others, so every part is checked. */

export const VIEW_SCREENS = ['panel', 'orders', 'profitability', 'changes'] as const;
export type ViewScreen = (typeof VIEW_SCREENS)[number];

export function isViewScreen(screen: string): screen is ViewScreen {
  return (VIEW_SCREENS as readonly string[]).includes(screen);
}

/** Whether a screen shows the selection that all share; Cambios has a question of its own, which is one of its parts. */
export function showsSelection(screen: ViewScreen): boolean {
  return screen !== 'changes';
}

const MAX_NAME = 120;
const MAX_CONDITIONS = 200;
const MAX_VALUES = 20_000;
const MAX_TEXT = 2000;
/** Control characters, and marks that turn the direction of writing of whatever stands beside the name. */
const UNFIT = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
export const nameSchema = z
  .string()
  .transform((name) => name.replace(UNFIT, ' ').replace(/\s+/gu, ' ').trim())
  .pipe(z.string().min(1).max(MAX_NAME));

const columnName = z.string().min(1).max(MAX_TEXT);
const localDate = z
  .string()
  .refine((text) => {
    const day = parseLocalDate(text);
    return day !== undefined && isPlausible(day);
  })
  .transform((text) => text as LocalDate);
const decimal = z
  .string()
  .max(MAX_TEXT)
  .refine((text) => parseDecimal(text) !== undefined)
  .transform((text) => text as Decimal);
/** The far side of a year's end: what is named by the year alone. */
const beyondDay = z.union([
  z.object({ side: z.literal('<'), day: localDate.refine((day) => day.endsWith('-01-01')) }),
  z.object({ side: z.literal('>'), day: localDate.refine((day) => day.endsWith('-12-31')) }),
]);
const presetIds = PERIOD_PRESETS.map(({ id }) => id) as [PeriodPreset, ...PeriodPreset[]];

/** All; days that stay; or days told anew from the last purchase: those of a name, or all from a day on. */
const periodSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('days'), from: localDate, to: localDate }).refine(({ from, to }) => from <= to),
  z.object({ kind: z.literal('preset'), preset: z.enum(presetIds) }),
  z.object({ kind: z.literal('since'), from: localDate }),
]);
export type ViewPeriod = z.infer<typeof periodSchema>;

/** A selection without its days and without its currency, which are told apart. */
export type ViewRows = Omit<Selection, 'period' | 'scope'>;

const rowsSchema: z.ZodType<ViewRows> = z.object({
  periodColumn: z.enum(PERIOD_COLUMNS),
  filters: z
    .array(z.object({ column: columnName, values: z.array(z.string().max(MAX_TEXT)).min(1).max(MAX_VALUES) }))
    .max(MAX_CONDITIONS)
    .refine((filters) => new Set(filters.map(({ column }) => column)).size === filters.length),
  numberFilters: z
    .array(z.object({ column: columnName, from: decimal.nullable(), to: decimal.nullable() }))
    .max(MAX_CONDITIONS),
  /** Views of before there were such conditions have none. */
  dateFilters: z
    .array(z.object({ column: columnName, beyond: beyondDay.nullable() }))
    .max(MAX_CONDITIONS)
    .refine((filters) => new Set(filters.map(({ column }) => column)).size === filters.length)
    .default([]),
  dashboardPreset: z.boolean(),
  search: z.string().max(MAX_TEXT),
});

/** The parts of a screen's state that are its own: «orders», «orders.columns». */
export function partsOf(parts: ScreenParts, screen: ViewScreen): ScreenParts {
  return Object.fromEntries(
    Object.entries(parts).filter(
      ([part, state]) => state !== undefined && (part === screen || part.startsWith(`${screen}.`)),
    ),
  );
}

/** A view as it is shared. Parts of other screens are left out; what the screen cannot use, it does not take. */
export const contentSchema = z
  .object({
    name: nameSchema,
    screen: z.enum(VIEW_SCREENS),
    period: periodSchema,
    rows: rowsSchema,
    parts: z.record(z.string(), z.json()),
    currency: currencyCodeSchema.nullable(),
  })
  .transform((content) => ({ ...content, parts: partsOf(content.parts, content.screen) }));
export type ViewContent = Omit<z.infer<typeof contentSchema>, 'parts'> & { readonly parts: ScreenParts };

export type SavedView = ViewContent & { readonly id: string };

const savedSchema = z.object({ id: z.string().min(1) }).and(contentSchema);

/** The views that are remembered; one that cannot be read costs only itself. */
export function readSavedViews(stored: unknown): readonly SavedView[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((view) => {
    const read = savedSchema.safeParse(view);
    return read.success ? [read.data] : [];
  });
}

/** `name`, or «name (2)» where it is taken. Capitals make no other name. */
export function freeName(name: string, taken: readonly string[]): string {
  const known = new Set(taken.map((other) => other.toLowerCase()));
  if (!known.has(name.toLowerCase())) return name;
  for (let count = 2; ; count += 1) {
    const ending = ` (${count})`;
    const next = `${name.slice(0, MAX_NAME - ending.length).trimEnd()}${ending}`;
    if (!known.has(next.toLowerCase())) return next;
  }
}

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

/** What these days could mean: named periods, the days themselves, all from the first on up to the last purchase. */
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
