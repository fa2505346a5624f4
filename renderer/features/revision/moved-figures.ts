import { AMOUNT_COLUMNS } from '#renderer/features/columns/column-sections.ts';
import { isZero } from '#renderer/ui/number-format.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import { type Decimal, differenceBetween } from '#shared/domain/decimal.ts';
import type { Sums } from '#shared/domain/profitability.ts';

/** Moved figures among those one looks at. Pure. */

/** Figures of a selection that others are held against, and the last reading that they hold. */
export type Baseline = { readonly selection: string; readonly sums: Sums; readonly readUntil: UtcInstant };

export type MovedFigure = { readonly column: string; readonly difference: Decimal };

/** What figures are held against from here on: the first known ones of each selection; nothing before the copy is loaded. */
export function nextBaseline(
  baseline: Baseline | null,
  now: Baseline | null,
  isLoaded: boolean,
): Baseline | null {
  if (!isLoaded) return null;
  return now !== null && baseline?.selection !== now.selection ? now : baseline;
}

/** The amounts that are not the same, now minus before, exact; a column that no row carries counts as 0. */
export function movedFigures(before: Sums, now: Sums): readonly MovedFigure[] {
  return AMOUNT_COLUMNS.map((column) => ({
    column,
    difference: differenceBetween(before[column], now[column]),
  })).filter(({ difference }) => !isZero(difference));
}
