import {
  cellAt,
  codeAt,
  type DateColumn,
  type DecimalColumn,
  findRow,
  powerOfTen,
  type SegmentColumn,
  type TextColumn,
  unitsToText,
} from '#renderer/data/engine/columns/segment.ts';
import { isTextAt, textMatcher } from '#renderer/data/engine/columns/text-dictionary.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { readCanonicalDate, readCanonicalDecimal } from './canonical.ts';

/** Whether a stored cell is just this text, as `cellAt` would give it. */
export function holdsCell(column: SegmentColumn | undefined, row: number, cell: Cell): boolean {
  if (column?.kind === 'text') return isTextAt(column.dictionary, codeAt(column, row), cell);
  if (column?.kind === 'date' && findRow(column.exceptions.rows, row) < 0)
    return dateHolder(column)(row, cell);
  return cellAt(column, row) === cell;
}

type Holds = (row: number, cell: Cell) => boolean;

/**
 * Makes the function that tells the same of many cells of a column, without making their texts: what the arrays carry was
 * written in its one canonical form, so that a text of any other form is none of theirs. It keeps the arrays: for no longer
 * than a step of work.
 */
export function cellHolder(column: SegmentColumn | undefined): Holds {
  if (column === undefined) return (_, cell) => cell === null;
  if (column.kind === 'text') return textHolder(column);
  const holds = column.kind === 'date' ? dateHolder(column) : decimalHolder(column);
  const exceptional = column.exceptions.rows;
  if (exceptional.length === 0) return holds;
  return (row, cell) => (findRow(exceptional, row) < 0 ? holds(row, cell) : cellAt(column, row) === cell);
}

function textHolder({ codes, dictionary }: TextColumn): Holds {
  const matches = textMatcher(dictionary);
  return (row, cell) => matches(codes === null ? 0 : (codes[row] ?? 0), cell);
}

function dateHolder({ utc, base, offsets }: DateColumn): Holds {
  return (row, cell) => readCanonicalDate(cell, utc) === base + (offsets[row] ?? 0);
}

/** What is read of a cell; good until the next one. */
const read = { units: 0, places: 0 };

function decimalHolder({ rows, values, places, restPlaces, scale }: DecimalColumn): Holds {
  const isListed = (at: number, cell: Cell): boolean =>
    readCanonicalDecimal(cell, read) &&
    read.places === (typeof places === 'number' ? places : (places[at] ?? 0)) &&
    read.units === (values[at] ?? 0) / powerOfTen(scale - read.places);
  if (rows === null) return isListed;
  const zero = unitsToText(0, restPlaces, restPlaces);
  return (row, cell) => {
    let low = 0;
    let high = rows.length;
    // `findRow` in place: it is most of what there is to do.
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((rows[middle] ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    return rows[low] === row ? isListed(low, cell) : cell === zero;
  };
}
