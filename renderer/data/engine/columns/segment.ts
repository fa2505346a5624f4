import { lowerBound, partitionPoint } from '#shared/base/sorted-search.ts';
import { localFromMs, localToMs, parseLocalDateTime, parseUtcInstant } from '#shared/domain/dates.ts';
import { parseDecimal, type Scaled } from '#shared/domain/decimal.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { type TextDictionary, textAt, textReader } from './text-dictionary.ts';

/** One immutable columnar segment: typed arrays over the stored bytes. Every cell gives back the exact text that came. */

export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Cells kept as raw text: anything that is not the canonical form of a value the arrays carry. */
export type Exceptions = {
  /** Row numbers, ascending. */
  readonly rows: Uint32Array;
  readonly codes: Uint32Array;
  readonly dictionary: TextDictionary;
  /** The meaning of each entry: a number, nothing at all, or an unreadable text. */
  readonly meanings: readonly Meaning[];
  /** Cells of rows that each stands for, where a row of the segment stands for several; absent: one. */
  readonly times?: Float64Array;
};

export type Meaning =
  | { readonly kind: 'value'; readonly value: Scaled }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable' };

export type TextColumn = {
  readonly kind: 'text';
  /** Null: every row carries entry 0. */
  readonly codes: Codes | null;
  readonly dictionary: TextDictionary;
};

/** Date-times in their canonical form as milliseconds: base + offset. Exceptional rows hold offset 0. */
export type DateColumn = {
  readonly kind: 'date';
  readonly utc: boolean;
  readonly base: number;
  readonly offsets: Uint32Array | Float64Array;
  readonly exceptions: Exceptions;
};

/** Decimals as integers: units / 10^scale. Exceptional rows hold 0. */
export type DecimalColumn = {
  readonly kind: 'decimal';
  readonly scale: number;
  /** Rows that `values` speaks of, ascending; null: all of them. Other rows are zero. */
  readonly rows: Uint16Array | Uint32Array | null;
  readonly values: Int8Array | Int16Array | Int32Array | Float64Array;
  /** Decimal places as written, of each of `values` or of all. */
  readonly places: number | Uint8Array;
  /** Decimal places of the zeros that are not listed. */
  readonly restPlaces: number;
  /** At least the sum of |units| (not counting exceptions): up to 2^53 every partial sum is exact. */
  readonly magnitude: number;
  readonly exceptions: Exceptions;
};

export type SegmentColumn = TextColumn | DateColumn | DecimalColumn;

export type Segment = {
  readonly rowCount: number;
  readonly columns: ReadonlyMap<string, SegmentColumn>;
};

export function decimalMeaning(cell: Cell): Meaning {
  if (cell === null || cell === '') return { kind: 'absent' };
  const value = parseDecimal(cell);
  return value === undefined ? { kind: 'unreadable' } : { kind: 'value', value };
}

/** The meaning of a raw text in a column of date-times: milliseconds on the column's own axis, scale 0. */
export function dateMeaning(cell: Cell, utc: boolean): Meaning {
  if (cell === null || cell === '') return { kind: 'absent' };
  const instant = utc ? parseUtcInstant(cell) : undefined;
  const local = utc ? undefined : parseLocalDateTime(cell);
  if (instant === undefined && local === undefined) return { kind: 'unreadable' };
  const ms = local === undefined ? Date.parse(instant ?? '') : localToMs(local);
  return { kind: 'value', value: { units: BigInt(ms), scale: 0 } };
}

export function findRow(rows: Uint16Array | Uint32Array, row: number): number {
  const at = lowerBound(rows, row);
  return rows[at] === row ? at : -1;
}

const POWERS = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

/** 10 to the power of a small exponent, exact up to 22. */
export function powerOfTen(exponent: number): number {
  return POWERS[exponent] ?? 10 ** exponent;
}

const CENTS = Array.from({ length: 100 }, (_, cents) => `.${String(cents).padStart(2, '0')}`);

/** Canonical text of units / 10^scale written with `places` decimals (places <= scale, nothing is lost). */
export function unitsToText(units: number, scale: number, places: number): string {
  const written = units / powerOfTen(scale - places);
  if (places === 0) return String(written);
  const power = powerOfTen(places);
  const size = Math.abs(written);
  // Exact: below 2^53 no quotient is rounded as far as the next whole number.
  const whole = Math.floor(size / power);
  const rest = size - whole * power;
  // Most amounts have two decimals: answers write thousands of them.
  const fraction = places === 2 ? CENTS[rest] : `.${String(rest).padStart(places, '0')}`;
  return written < 0 ? `-${whole}${fraction}` : `${whole}${fraction}`;
}

/** Zero with so many decimals, as most cells are. */
const ZEROS = Array.from({ length: 8 }, (_, places) => unitsToText(0, places, places));

/** The exact text that came for a cell; null where the row or the whole segment carries no such column. */
export function cellAt(column: SegmentColumn | undefined, row: number): Cell {
  if (column === undefined) return null;
  if (column.kind === 'text') return textAt(column.dictionary, codeAt(column, row));
  const exception = column.exceptions.rows.length === 0 ? -1 : findRow(column.exceptions.rows, row);
  if (exception >= 0) {
    return textAt(column.exceptions.dictionary, column.exceptions.codes[exception] ?? 0);
  }
  if (column.kind === 'date') {
    const text = localFromMs(column.base + (column.offsets[row] ?? 0));
    return column.utc ? `${text}Z` : text;
  }
  const position = column.rows === null ? row : findRow(column.rows, row);
  if (position < 0) return ZEROS[column.restPlaces] ?? unitsToText(0, column.restPlaces, column.restPlaces);
  const places = typeof column.places === 'number' ? column.places : (column.places[position] ?? 0);
  return unitsToText(column.values[position] ?? 0, column.scale, places);
}

/** Reads many cells of a column, each as `cellAt` does. */
export function columnReader(column: SegmentColumn | undefined): (row: number) => Cell {
  if (column?.kind !== 'text') return (row) => cellAt(column, row);
  const read = textReader(column.dictionary);
  return (row) => read(codeAt(column, row));
}

export function codeAt(column: TextColumn, row: number): number {
  return column.codes === null ? 0 : (column.codes[row] ?? 0);
}

const ABSENT: Meaning = { kind: 'absent' };

/** Calls `visit` with the row and the meaning of each cell that the arrays do not carry, and how often it stands there. */
export function eachException(
  { rows, codes, meanings, times }: Exceptions,
  visit: (row: number, meaning: Meaning, times: number) => void,
): void {
  for (let at = 0; at < rows.length; at += 1) {
    visit(rows[at] ?? 0, meanings[codes[at] ?? 0] ?? ABSENT, times === undefined ? 1 : (times[at] ?? 1));
  }
}

/** The meaning of a cell as a number (a date-time: its milliseconds). Undefined for a column of texts. */
export function meaningAt(column: DateColumn | DecimalColumn | undefined, row: number): Meaning {
  if (column === undefined) return ABSENT;
  const exception = column.exceptions.rows.length === 0 ? -1 : findRow(column.exceptions.rows, row);
  if (exception >= 0) return column.exceptions.meanings[column.exceptions.codes[exception] ?? 0] ?? ABSENT;
  if (column.kind === 'date') {
    return { kind: 'value', value: { units: BigInt(column.base + (column.offsets[row] ?? 0)), scale: 0 } };
  }
  const position = column.rows === null ? row : findRow(column.rows, row);
  const units = position < 0 ? 0 : (column.values[position] ?? 0);
  return { kind: 'value', value: { units: BigInt(units), scale: column.scale } };
}

/** A segment in memory, and what the store keeps of each of its rows. */
export type StoredSegment = Segment & {
  readonly id: number;
  readonly base: number;
  readonly isLive: Uint8Array;
  /** By row, one of ROW_NOTE: the outcome of a reading by purchase date (rule 11). */
  readonly notes: Uint8Array;
  readonly orderOf: Uint32Array;
  /** Milliseconds of Fecha de compra; NaN where it is absent or unreadable. */
  readonly purchaseMs: Float64Array;
  /** Bounds of the readable purchase dates; +Infinity and -Infinity where there is none. */
  readonly firstPurchase: number;
  readonly lastPurchase: number;
  /** Its live rows have moved to another segment: it keeps nothing but its numbers, no row of it is alive. */
  readonly retired: boolean;
};

/** A live row that a complete answer should have brought and did not: gone, or come again at another date. */
export const ROW_NOTE = { none: 0, gone: 1, moved: 2 } as const;
export type RowNote = (typeof ROW_NOTE)[keyof typeof ROW_NOTE];

/** The place of the segment that holds a row, among segments whose rows are numbered through from `base` on. */
export function segmentIndexOf(segments: readonly { readonly base: number }[], row: number): number {
  return partitionPoint(1, segments.length, (at) => (segments[at]?.base ?? 0) <= row) - 1;
}
