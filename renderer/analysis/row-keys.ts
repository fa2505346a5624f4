import type { Scaled } from '#shared/decimal.ts';
import type { ColumnStore, StoredSegment } from './column-store.ts';
import { compareTexts } from './fold.ts';
import { EMPTY_CODE, type GlobalDictionary, rowCode } from './global-dictionary.ts';
import { type DecimalColumn, powerOfTen } from './segment.ts';

/**
 * Sort keys of rows as doubles whose order is the values' exact order. Rows without a value come last whatever
 * the direction: unreadable ones first, absent ones after them.
 */
export const UNREADABLE_KEY = Number.MAX_VALUE;
export const ABSENT_KEY = Number.POSITIVE_INFINITY;

/** Turns keys for a descending order; rows without a value stay last. */
export function turnKeys(keys: Float64Array): void {
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? 0;
    if (key < UNREADABLE_KEY) keys[at] = 0 - key;
  }
}

/** Calls `visit` with each segment and the part of ascending `rows` that lies in it. */
export function eachSegmentOf(
  store: ColumnStore,
  rows: Uint32Array,
  visit: (segment: StoredSegment, fromPosition: number, toPosition: number) => void,
): void {
  let position = 0;
  for (const segment of store.segments) {
    const start = position;
    const end = segment.base + segment.rowCount;
    while (position < rows.length && (rows[position] ?? 0) < end) position += 1;
    if (position > start) visit(segment, start, position);
  }
}

/** Keys of ascending rows by a column, by position in `rows`. */
export function keysOfRows(store: ColumnStore, rows: Uint32Array, column: string): Float64Array {
  const kinds = new Set(store.segments.map((segment) => segment.columns.get(column)?.kind));
  if (kinds.has('decimal')) return decimalKeys(store, rows, column);
  if (kinds.has('date')) return dateKeys(store, rows, column);
  return textKeys(store, rows, column);
}

function dateKeys(store: ColumnStore, rows: Uint32Array, column: string): Float64Array {
  const keys = new Float64Array(rows.length).fill(ABSENT_KEY);
  eachSegmentOf(store, rows, (segment, from, to) => {
    const found = segment.columns.get(column);
    if (found?.kind !== 'date') return;
    const dense = new Float64Array(segment.rowCount);
    for (let row = 0; row < dense.length; row += 1) dense[row] = found.base + (found.offsets[row] ?? 0);
    const { rows: exceptional, codes, meanings } = found.exceptions;
    for (let at = 0; at < exceptional.length; at += 1) {
      const meaning = meanings[codes[at] ?? 0];
      dense[exceptional[at] ?? 0] =
        meaning?.kind === 'value'
          ? Number(meaning.value.units)
          : meaning?.kind === 'unreadable'
            ? UNREADABLE_KEY
            : ABSENT_KEY;
    }
    for (let at = from; at < to; at += 1) keys[at] = dense[(rows[at] ?? 0) - segment.base] ?? ABSENT_KEY;
  });
  return keys;
}

function textKeys(store: ColumnStore, rows: Uint32Array, column: string): Float64Array {
  const dictionary = store.dictionary(column);
  const ranks = textRanks(store, dictionary);
  const keys = new Float64Array(rows.length);
  eachSegmentOf(store, rows, (segment, from, to) => {
    const codes = dictionary.codesOf(store.segments.indexOf(segment), segment);
    for (let at = from; at < to; at += 1) {
      keys[at] = ranks[rowCode(codes, (rows[at] ?? 0) - segment.base)] ?? ABSENT_KEY;
    }
  });
  return keys;
}

/** Rank of each global code in the order of texts; the empty text is absent. */
export function textRanks(store: ColumnStore, dictionary: GlobalDictionary): Float64Array {
  for (const [index, segment] of store.segments.entries()) dictionary.codesOf(index, segment);
  const codes = Uint32Array.from(dictionary.texts, (_, code) => code);
  const texts = dictionary.texts;
  codes.sort((a, b) => compareTexts(texts[a] ?? '', texts[b] ?? ''));
  const ranks = new Float64Array(texts.length);
  for (const [rank, code] of codes.entries()) ranks[code] = code === EMPTY_CODE ? ABSENT_KEY : rank;
  return ranks;
}

function decimalKeys(store: ColumnStore, rows: Uint32Array, column: string): Float64Array {
  const keys = new Float64Array(rows.length).fill(ABSENT_KEY);
  const exact: { readonly position: number; readonly value: Scaled }[] = [];
  let scale = 0;
  for (const segment of store.segments) {
    const found = segment.columns.get(column);
    if (found?.kind === 'decimal') scale = Math.max(scale, found.scale);
  }
  let isExact = true;
  eachSegmentOf(store, rows, (segment, from, to) => {
    const found = segment.columns.get(column);
    if (found?.kind !== 'decimal') return;
    const dense = denseUnits(found, segment.rowCount);
    const factor = powerOfTen(scale - found.scale);
    for (let at = from; at < to; at += 1) {
      const units = (dense[(rows[at] ?? 0) - segment.base] ?? 0) * factor;
      if (Math.abs(units) > Number.MAX_SAFE_INTEGER) isExact = false;
      keys[at] = units;
    }
    const { rows: exceptional, codes, meanings } = found.exceptions;
    let position = from;
    for (let at = 0; at < exceptional.length; at += 1) {
      const row = segment.base + (exceptional[at] ?? 0);
      while (position < to && (rows[position] ?? 0) < row) position += 1;
      if (rows[position] !== row || position >= to) continue;
      const meaning = meanings[codes[at] ?? 0];
      if (meaning?.kind === 'value') exact.push({ position, value: meaning.value });
      else keys[position] = meaning?.kind === 'unreadable' ? UNREADABLE_KEY : ABSENT_KEY;
    }
  });
  for (const { position, value } of exact) {
    const key = value.scale <= scale ? Number(value.units * 10n ** BigInt(scale - value.scale)) : Number.NaN;
    if (!(Math.abs(key) <= Number.MAX_SAFE_INTEGER)) isExact = false;
    keys[position] = key;
  }
  return isExact ? keys : rankedKeys(keys, rows, store, column, exact);
}

/** Keys where doubles would not tell all values apart: the rank of the exact value. */
function rankedKeys(
  rough: Float64Array,
  rows: Uint32Array,
  store: ColumnStore,
  column: string,
  exact: readonly { readonly position: number; readonly value: Scaled }[],
): Float64Array {
  const scaled = new Array<Scaled | null>(rows.length).fill(null);
  eachSegmentOf(store, rows, (segment, from, to) => {
    const found = segment.columns.get(column);
    if (found?.kind !== 'decimal') return;
    const dense = denseUnits(found, segment.rowCount);
    for (let at = from; at < to; at += 1) {
      const key = rough[at] ?? ABSENT_KEY;
      if (key === ABSENT_KEY || key === UNREADABLE_KEY) continue;
      scaled[at] = { units: BigInt(dense[(rows[at] ?? 0) - segment.base] ?? 0), scale: found.scale };
    }
  });
  for (const { position, value } of exact) scaled[position] = value;
  return rankScaled(scaled, (at) => rough[at] ?? ABSENT_KEY);
}

/** The rank of each exact value; where there is none, the key that says why. */
export function rankScaled(
  values: readonly (Scaled | null)[],
  keyWithout: (at: number) => number,
): Float64Array {
  const scale = values.reduce((greatest, value) => Math.max(greatest, value?.scale ?? 0), 0);
  const units = values.map((value) =>
    value === null ? null : value.units * 10n ** BigInt(scale - value.scale),
  );
  const distinct = [...new Set(units.filter((unit) => unit !== null))].sort((a, b) =>
    a < b ? -1 : a > b ? 1 : 0,
  );
  const ranks = new Map(distinct.map((unit, rank) => [unit, rank]));
  return Float64Array.from(units, (unit, at) => (unit === null ? keyWithout(at) : (ranks.get(unit) ?? 0)));
}

/** Units of every row of a segment; exceptional rows read 0. */
function denseUnits({ rows, values }: DecimalColumn, rowCount: number): ArrayLike<number> {
  if (rows === null) return values;
  const dense = new Float64Array(rowCount);
  for (let at = 0; at < rows.length; at += 1) dense[rows[at] ?? 0] = values[at] ?? 0;
  return dense;
}
