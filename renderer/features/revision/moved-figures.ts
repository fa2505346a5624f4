import { isZero } from '#renderer/ui/number-format.ts';
import { instantFromMs, instantToMs, type UtcInstant } from '#shared/domain/dates.ts';
import { type Decimal, fromDecimal, subtract, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import { SCOPE_COLUMNS, SCOPES, type Sums } from '#shared/domain/profitability.ts';

/** What moved of the figures one looks at. Pure. */

/** The sums that stand for all figures of a selection. */
export const TOLD_COLUMNS: readonly string[] = [
  'Ventas',
  ...SCOPES.map((scope) => SCOPE_COLUMNS[scope].profitability),
];

/** Figures of a selection that others are held against, and the last reading that they hold. */
export type Baseline = { readonly selection: string; readonly sums: Sums; readonly readUntil: UtcInstant };

export type MovedFigure = { readonly column: string; readonly difference: Decimal };

/** The told sums that are not the same, now minus before, exact; a column that no row carries counts as 0. */
export function movedFigures(before: Sums, now: Sums): readonly MovedFigure[] {
  const sumOf = (sums: Sums, column: string) => {
    const sum = sums[column];
    return sum === undefined ? ZERO : fromDecimal(sum);
  };
  return TOLD_COLUMNS.map((column) => ({
    column,
    difference: toDecimal(subtract(sumOf(now, column), sumOf(before, column))),
  })).filter(({ difference }) => !isZero(difference));
}

/** Readings after this one: what the change log is asked from. Answers carry milliseconds at the finest. */
export function justAfter(readUntil: UtcInstant): UtcInstant {
  return instantFromMs(instantToMs(readUntil) + 1);
}
