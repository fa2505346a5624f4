import { omit } from 'es-toolkit/object';
import { z } from 'zod';
import { localDate } from '#renderer/features/period/named-period.ts';
import { type Decimal, parseDecimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, PERIOD_COLUMNS, type Selection } from '#shared/domain/selection.ts';

/** A selection without its days and without its currency, which are told apart: as views and accounts keep it. */
export type SelectionRows = Omit<Selection, 'period' | 'scope' | 'ownCosts'> & {
  /** Own costs of whatever currency is in view. */
  readonly ownCosts: boolean;
};

const MAX_CONDITIONS = 200;
const MAX_VALUES = 20_000;
const MAX_TEXT = 2000;

const columnName = z.string().min(1).max(MAX_TEXT);
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

export const rowsSchema: z.ZodType<SelectionRows> = z.object({
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
  /** A selection stored before there were own costs counts none. */
  ownCosts: z.boolean().default(false),
});

export const rowsOf = (selection: Selection): SelectionRows => ({
  ...omit(selection, ['period', 'scope']),
  ownCosts: selection.ownCosts !== null,
});

/** The selection again. */
export const selectionOf = (
  { ownCosts, ...rows }: SelectionRows,
  more: Pick<Selection, 'period' | 'scope'> & { readonly currency: string | null },
): Selection => {
  const { currency, ...days } = more;
  return { ...rows, ...days, ownCosts: ownCosts ? { currency } : null };
};
export const ALL_ROWS = rowsOf(EVERYTHING);
