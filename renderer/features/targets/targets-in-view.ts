import { TARGET_MEASURES } from '#renderer/data/model/target-measures.ts';
import {
  columnOfMeasure,
  isRate,
  type TargetPart,
  type TargetRecord,
  targetOf,
  targetPartOf,
} from '#renderer/data/model/targets.ts';
import { wholeMonths } from '#renderer/features/period/period.ts';
import { type LocalDate, lastDay, type Month, monthOf, shiftMonth } from '#shared/domain/dates.ts';
import { type Decimal, fromDecimal, sum, toDecimal } from '#shared/domain/decimal.ts';
import type { Selection } from '#shared/domain/selection.ts';

/** The targets of the months that a selection is of: one, or several together. Pure. */

export type TargetsInView = {
  readonly months: readonly Month[];
  readonly of: TargetPart;
  /** Whether the last month goes on: its figures are to grow towards the target. */
  readonly isPart: boolean;
  /** Of amounts by column: of several months what they come to, where each has one. */
  readonly sums: { readonly [column: string]: Decimal };
  /** Of rates by column, in percent: of several months where each has the same. */
  readonly rates: { readonly [column: string]: Decimal };
  /** Of how many of the months there is one, where that is not all of them. */
  readonly partial: { readonly [column: string]: number };
};

/**
 * The months that a selection is all of, the last one up to the last day there is; null where it is other days, or of payments.
 * @param last the day of the last purchase
 */
function monthsOfSelection(
  { period, periodColumn }: Selection,
  last: LocalDate | null,
): { readonly months: readonly Month[]; readonly isPart: boolean } | null {
  if (period === null || periodColumn !== 'Fecha de compra') return null;
  const whole = wholeMonths(period);
  const isPart = whole === null && last !== null && period.to === last;
  const ends = whole ?? (isPart ? wholeMonths({ ...period, to: lastDay(monthOf(period.to)) }) : null);
  if (ends === null) return null;
  const months: Month[] = [];
  for (let month = ends.first; month <= ends.last; month = shiftMonth(month, 1)) months.push(month);
  return {
    months,
    isPart: isPart || (last !== null && period.to > last && monthOf(period.to) === monthOf(last)),
  };
}

/** Null where the selection is of no whole months, or narrowed to what no target is of. */
export function targetsInView(
  selection: Selection,
  targets: ReadonlyMap<string, TargetRecord>,
  currency: string | null,
  last: LocalDate | null,
): TargetsInView | null {
  const span = monthsOfSelection(selection, last);
  const of = targetPartOf(selection);
  if (span === null || of === undefined) return null;
  const { months, isPart } = span;
  const sums: { [column: string]: Decimal } = {};
  const rates: { [column: string]: Decimal } = {};
  const partial: { [column: string]: number } = {};
  for (const measure of targets.size === 0 ? [] : TARGET_MEASURES) {
    const column = columnOfMeasure(measure);
    const values = months.flatMap((month) => targetOf(targets, { measure, month, of, currency }) ?? []);
    const [first] = values;
    if (first === undefined) continue;
    if (isRate(measure)) {
      if (values.length === months.length && new Set(values).size === 1) rates[column] = first;
    } else if (values.length === months.length) sums[column] = toDecimal(sum(values.map(fromDecimal)));
    else partial[column] = values.length;
  }
  return { months, of, isPart, sums, rates, partial };
}
