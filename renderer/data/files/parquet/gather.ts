import {
  cellAt,
  codeAt,
  eachException,
  meaningAt,
  powerOfTen,
  type Segment,
  type SegmentColumn,
} from '#renderer/data/engine/columns/segment.ts';
import { entryBytes, scramble, textAt } from '#renderer/data/engine/columns/text-dictionary.ts';
import { type ColumnType, type FileColumn, isExactAt, unitsAt } from './plan.ts';

/** Cells of rows from several segments as one column: what a file's pages and the hash of its rows are made of. */

/** Rows of a segment, ascending. */
export type Piece = { readonly segment: Segment; readonly rows: Uint32Array };

/** Rows that a file is made of, in groups of at most so many, whose columns are gathered when they are written. */
export type RowSource = (most: number) => Iterable<RowGroup>;
export type RowGroup = { readonly count: number; readonly column: (column: FileColumn) => Gathered };

export type Gathered =
  | {
      readonly kind: 'numbers';
      /** 1 where there is a value. */
      readonly present: Uint8Array;
      /** Units of the column's scale, or milliseconds; 0 where there is none, or where it is among the large. */
      readonly units: Float64Array;
      /** By place: units that are no exact doubles. */
      readonly large: ReadonlyMap<number, bigint>;
    }
  | {
      readonly kind: 'texts';
      readonly present: Uint8Array;
      readonly codes: Uint32Array;
      /** Distinct texts as UTF-8, by code. */
      readonly entries: readonly Uint8Array[];
      /** Rows whose text holds half a character, which UTF-8 does not have: U+FFFD stands there. */
      readonly replaced: number;
    };

type Numbers = Extract<Gathered, { readonly kind: 'numbers' }>;
type Texts = Extract<Gathered, { readonly kind: 'texts' }>;

export const rowsOfPieces =
  (pieces: readonly Piece[]): RowSource =>
  (most) =>
    rowGroups(pieces, most);

/** Pieces cut and joined to groups of at most so many rows. */
function* rowGroups(pieces: readonly Piece[], most: number): Generator<RowGroup> {
  const groupOf = (group: readonly Piece[], count: number): RowGroup => ({
    count,
    column: (column) => gather(column, group, count),
  });
  let group: Piece[] = [];
  let count = 0;
  for (const { segment, rows } of pieces) {
    for (let from = 0; from < rows.length; ) {
      const taken = rows.subarray(from, from + most - count);
      group.push({ segment, rows: taken });
      count += taken.length;
      from += taken.length;
      if (count < most) continue;
      yield groupOf(group, count);
      group = [];
      count = 0;
    }
  }
  if (count > 0) yield groupOf(group, count);
}

export function gather(column: FileColumn, pieces: readonly Piece[], count: number): Gathered {
  switch (column.type.kind) {
    case 'text':
      return gatherTexts(pieces, column.key, count);
    case 'apart':
      return gatherApart(pieces, column.key, column.type.scale, count);
    case 'timestamp':
    case 'decimal':
      return gatherNumbers(pieces, column.key, column.type, count);
  }
}

type NumberType = Extract<ColumnType, { readonly kind: 'timestamp' | 'decimal' }>;

function gatherNumbers(pieces: readonly Piece[], key: string, type: NumberType, count: number): Numbers {
  const present = new Uint8Array(count);
  const units = new Float64Array(count);
  const large = new Map<number, bigint>();
  let base = 0;
  for (const { segment, rows } of pieces) {
    const column = segment.columns.get(key);
    if (column?.kind === 'date' && type.kind === 'timestamp')
      takeDates(column, rows, { present, units, large, base });
    if (column?.kind === 'decimal' && type.kind === 'decimal') {
      takeDecimals(column, rows, type.scale, { present, units, large, base });
    }
    base += rows.length;
  }
  return { kind: 'numbers', present, units, large };
}

type Taken = {
  readonly present: Uint8Array;
  readonly units: Float64Array;
  readonly large: Map<number, bigint>;
  readonly base: number;
};

type DateColumn = Extract<SegmentColumn, { readonly kind: 'date' }>;
type DecimalColumn = Extract<SegmentColumn, { readonly kind: 'decimal' }>;

function takeDates(column: DateColumn, rows: Uint32Array, taken: Taken): void {
  const { present, units, base } = taken;
  const { offsets } = column;
  for (let at = 0; at < rows.length; at += 1) units[base + at] = column.base + (offsets[rows[at] ?? 0] ?? 0);
  present.fill(1, base, base + rows.length);
  takeExceptions(column, rows, 0, taken);
}

function takeDecimals(column: DecimalColumn, rows: Uint32Array, scale: number, taken: Taken): void {
  const { present, units, base } = taken;
  present.fill(1, base, base + rows.length);
  if (isExactAt(column, scale)) {
    const factor = powerOfTen(scale - column.scale);
    eachListed(column, rows, (at, value) => {
      units[base + at] = value * factor;
    });
  } else {
    eachListed(column, rows, (at, value) => {
      put(taken, base + at, unitsAt({ units: BigInt(value), scale: column.scale }, scale));
    });
  }
  takeExceptions(column, rows, scale, taken);
}

/** Calls `visit` with the place of each row that the column lists, and its value; rows that are not listed are zero. */
function eachListed(
  column: DecimalColumn,
  rows: Uint32Array,
  visit: (at: number, value: number) => void,
): void {
  const { rows: listed, values } = column;
  if (listed === null) {
    for (let at = 0; at < rows.length; at += 1) visit(at, values[rows[at] ?? 0] ?? 0);
    return;
  }
  let place = 0;
  for (let at = 0; at < rows.length && place < listed.length; at += 1) {
    const row = rows[at] ?? 0;
    while (place < listed.length && (listed[place] ?? 0) < row) place += 1;
    if (listed[place] === row) visit(at, values[place] ?? 0);
  }
}

function takeExceptions(
  column: DateColumn | DecimalColumn,
  rows: Uint32Array,
  scale: number,
  taken: Taken,
): void {
  let at = 0;
  eachException(column.exceptions, (row, meaning) => {
    while (at < rows.length && (rows[at] ?? 0) < row) at += 1;
    if (rows[at] !== row) return;
    put(taken, taken.base + at, meaning.kind === 'value' ? unitsAt(meaning.value, scale) : null);
  });
}

function put({ present, units, large }: Taken, place: number, value: bigint | null): void {
  const number = Number(value ?? 0n);
  present[place] = value === null ? 0 : 1;
  units[place] = Number.isSafeInteger(number) ? number : 0;
  if (value !== null && !Number.isSafeInteger(number)) large.set(place, value);
}

/** Half of a character of two. */
const HALF = /\p{Cs}/u;

function gatherTexts(pieces: readonly Piece[], key: string, count: number): Texts {
  const present = new Uint8Array(count);
  const codes = new Uint32Array(count);
  const distinct = createDistinctTexts();
  let base = 0;
  let replaced = 0;
  for (const { segment, rows } of pieces) {
    const column = segment.columns.get(key);
    if (column?.kind === 'text') {
      const { dictionary } = column;
      const codeOf = new Map<number, number>();
      for (let at = 0; at < rows.length; at += 1) {
        const own = codeAt(column, rows[at] ?? 0);
        if (own === dictionary.nullCode) continue;
        if (dictionary.odd.size > 0 && HALF.test(dictionary.odd.get(own) ?? '')) replaced += 1;
        let code = codeOf.get(own);
        if (code === undefined) {
          const odd = dictionary.odd.has(own);
          code = odd
            ? distinct.codeOfText(textAt(dictionary, own) ?? '')
            : distinct.codeOf(entryBytes(dictionary, own));
          codeOf.set(own, code);
        }
        codes[base + at] = code;
        present[base + at] = 1;
      }
    } else if (column !== undefined) {
      for (let at = 0; at < rows.length; at += 1) {
        const cell = cellAt(column, rows[at] ?? 0) ?? '';
        if (HALF.test(cell)) replaced += 1;
        codes[base + at] = distinct.codeOfText(cell);
        present[base + at] = 1;
      }
    }
    base += rows.length;
  }
  return { kind: 'texts', present, codes, entries: distinct.entries, replaced };
}

/** Cells that the column of numbers or dates beside it leaves empty although something stands there. */
function gatherApart(pieces: readonly Piece[], key: string, scale: number, count: number): Texts {
  const present = new Uint8Array(count);
  const codes = new Uint32Array(count);
  const distinct = createDistinctTexts();
  let base = 0;
  let replaced = 0;
  const take = (at: number, column: SegmentColumn, row: number): void => {
    const cell = cellAt(column, row) ?? '';
    if (cell === '') return;
    if (HALF.test(cell)) replaced += 1;
    codes[base + at] = distinct.codeOfText(cell);
    present[base + at] = 1;
  };
  for (const { segment, rows } of pieces) {
    const column = segment.columns.get(key);
    for (let at = 0; column !== undefined && at < rows.length; at += 1) {
      const row = rows[at] ?? 0;
      if (isApart(column, row, scale)) take(at, column, row);
    }
    base += rows.length;
  }
  return { kind: 'texts', present, codes, entries: distinct.entries, replaced };
}

function isApart(column: SegmentColumn, row: number, scale: number): boolean {
  if (column.kind === 'text') return true;
  if (column.exceptions.rows.length === 0 && (column.kind === 'date' || column.scale <= scale)) return false;
  const meaning = meaningAt(column, row);
  if (meaning.kind !== 'value') return meaning.kind === 'unreadable';
  return unitsAt(meaning.value, scale) === null;
}

/** Gives equal texts one code, whichever segment they come from. */
function createDistinctTexts() {
  const entries: Uint8Array[] = [];
  const firstOfHash = new Map<number, number>();
  const nextOfHash: number[] = [];
  const encoder = new TextEncoder();
  const codeOf = (bytes: Uint8Array): number => {
    const hash = hashOf(bytes);
    const first = firstOfHash.get(hash) ?? -1;
    for (let code = first; code >= 0; code = nextOfHash[code] ?? -1) {
      if (isSame(entries[code], bytes)) return code;
    }
    firstOfHash.set(hash, entries.length);
    nextOfHash.push(first);
    return entries.push(bytes) - 1;
  };
  return {
    entries,
    codeOf,
    /** Characters that UTF-8 cannot carry become U+FFFD. */
    codeOfText: (text: string): number => codeOf(encoder.encode(text)),
  };
}

function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5 | 0;
  for (let at = 0; at < bytes.length; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return scramble(hash);
}

function isSame(left: Uint8Array | undefined, right: Uint8Array): boolean {
  if (left?.length !== right.length) return false;
  for (let at = 0; at < right.length; at += 1) if (left[at] !== right[at]) return false;
  return true;
}
