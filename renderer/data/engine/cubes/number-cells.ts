import { dayCodesOf } from '#renderer/data/engine/columns/calendar.ts';
import type { Codes, Segment } from '#renderer/data/engine/columns/segment.ts';
import type { PeriodColumn } from '#shared/domain/selection.ts';

/** Texts that a cube knows, besides the days of one date: those of the preset and the accounts, and what kind a channel is. */
export const CUBE_TEXTS: readonly string[] = [
  'Canal',
  'Cuenta',
  'Tipo de Canal',
  'Tipo de Dato',
  'Estado de Orden',
  'Estado de Pago',
];

/** The cell of each row: rows of a cell have the same day and the same texts. */
export type CellNumbers = {
  readonly count: number;
  /** By row; `count` where the row is deleted. */
  readonly cellOf: Uint32Array;
  /** A row of each cell. */
  readonly rowOf: Uint32Array;
};

/** Places that a table of pairs may have. */
const MAX_PAIRS = 2 ** 22;

/**
 * Numbers the cells of live rows by their codes in some columns, in order of appearance; null where there are more than
 * `most` of them.
 */
export function numberCells(
  isLive: Uint8Array,
  coded: readonly CodedColumn[],
  most: number,
): CellNumbers | null {
  const rowCount = isLive.length;
  const cellOf = new Uint32Array(rowCount);
  let count = 1;
  for (const { codes, size } of coded) {
    if (count * size > MAX_PAIRS) return null;
    count = splitCells(cellOf, isLive, codes, size, count);
    if (count > most) return null;
  }
  const rowOf = new Uint32Array(count);
  for (let row = rowCount - 1; row >= 0; row -= 1) {
    if (isLive[row] === 1) rowOf[cellOf[row] ?? 0] = row;
    else cellOf[row] = count;
  }
  return { count, cellOf, rowOf };
}

/** Codes of rows, which are below `size`. */
export type CodedColumn = { readonly codes: Codes; readonly size: number };

/** The columns of a cube in which a segment's rows differ. */
export function codedColumns(segment: Segment, date: PeriodColumn): readonly CodedColumn[] {
  const { codes, days } = dayCodesOf(segment, date);
  const texts = CUBE_TEXTS.flatMap((key): CodedColumn[] => {
    const column = segment.columns.get(key);
    return column?.kind === 'text' && column.codes !== null
      ? [{ codes: column.codes, size: column.dictionary.size }]
      : [];
  });
  return codes === null ? texts : [{ codes, size: days.length }, ...texts];
}

/** Parts the live rows of each cell by their codes; returns how many cells there are then. */
function splitCells(cellOf: Uint32Array, isLive: Uint8Array, codes: Codes, size: number, count: number) {
  /** By cell and code, the new cell's number plus one. */
  const numbers = new Uint32Array(count * size);
  let found = 0;
  for (let row = 0; row < cellOf.length; row += 1) {
    if (isLive[row] !== 1) continue;
    const at = (cellOf[row] ?? 0) * size + (codes[row] ?? 0);
    let number = numbers[at] ?? 0;
    if (number === 0) {
      found += 1;
      number = found;
      numbers[at] = number;
    }
    cellOf[row] = number - 1;
  }
  return found;
}
