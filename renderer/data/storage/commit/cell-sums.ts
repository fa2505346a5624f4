import { powerOfTen, unitsToText } from '#renderer/data/engine/columns/segment.ts';
import { readCanonicalDecimal } from '#renderer/data/storage/segment/canonical.ts';
import { add, type Decimal, parseDecimal, type Scaled, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import type { Cell } from '#shared/domain/row-table.ts';

/** The exact sum of the cells that are numbers, and whether all that say something are; the sum is null where none is. */
export function sumOfCells(cells: readonly Cell[]): {
  readonly sum: Decimal | null;
  readonly isWhole: boolean;
} {
  const quick = sumOfSmall(cells);
  if (quick !== null) return { sum: quick, isWhole: true };
  let sum: Scaled | null = null;
  let isWhole = true;
  for (const cell of cells) {
    if (cell === null || cell === '') continue;
    const value = parseDecimal(cell);
    if (value === undefined) isWhole = false;
    else sum = add(sum ?? ZERO, value);
  }
  return { sum: sum === null ? null : toDecimal(sum), isWhole };
}

/** What is read of a cell; good until the next one. */
const read = { units: 0, places: 0 };

/** The same in plain numbers, as most amounts are; null where one is not written in its one form, or is not exact so. */
function sumOfSmall(cells: readonly Cell[]): Decimal | null {
  let sum = 0;
  let scale = 0;
  for (const cell of cells) {
    if (!readCanonicalDecimal(cell, read)) return null;
    const wider = Math.max(scale, read.places);
    const before = sum * powerOfTen(wider - scale);
    const more = read.units * powerOfTen(wider - read.places);
    sum = before + more;
    scale = wider;
    if (!(isExact(before) && isExact(more) && isExact(sum))) return null;
  }
  return cells.length === 0 ? null : (unitsToText(sum, scale, scale) as Decimal);
}

const isExact = (units: number): boolean => Math.abs(units) <= Number.MAX_SAFE_INTEGER;
