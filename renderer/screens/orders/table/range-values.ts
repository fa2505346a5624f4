import type { TableRow, Totals } from '#renderer/data/api.ts';
import type { RangeFigures } from '#renderer/screens/orders/state/orders-state.ts';
import { findColumn, isSummable } from '#shared/domain/column-catalogue.ts';
import { add, fromDecimal, parseDecimal, toDecimal, ZERO } from '#shared/domain/decimal.ts';

/** What the cells of a chosen range come to. Pure. */

/** Whether a column's cells may be added: percentages belong to their own line (spec 2.5.2). */
export function isAdded(column: string): boolean {
  const known = findColumn(column);
  return known !== undefined && isSummable(known);
}

/** The texts of a range's cells that may be added. `asked`: the columns that the lines were read with. */
export function rangeValues(
  lines: readonly TableRow[],
  columns: readonly string[],
  asked: readonly string[],
): readonly (string | null)[] {
  const added = columns.filter(isAdded).map((column) => ({ column, place: asked.indexOf(column) }));
  return lines.flatMap((line) =>
    added.map(({ column, place }) => {
      const cell = line.cells[place] ?? null;
      // An order's sum may be longer than any value that is read; a row's own text may not.
      return line.unreadable.includes(column) && !isReadable(cell) ? null : cell;
    }),
  );
}

function isReadable(cell: string | null): boolean {
  return cell !== null && parseDecimal(cell) !== undefined;
}

/** The sum of whole columns, as the foot has it: every line of the query, read or not. */
export function wholeFigures(
  totals: Totals | null,
  columns: readonly string[],
  lines: number,
): RangeFigures | null {
  if (totals === null) return null;
  const known = columns.filter(isAdded).flatMap((column) => {
    const sum = totals.sums[column];
    return sum === undefined ? [] : [fromDecimal(sum)];
  });
  return known.length === 0
    ? null
    : { sum: toDecimal(known.reduce(add, ZERO)), average: null, count: lines * columns.length };
}
