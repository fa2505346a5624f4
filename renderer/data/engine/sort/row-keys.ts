import { loopsOver } from '#renderer/data/engine/columns/code-kernels.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import {
  type DateColumn,
  type DecimalColumn,
  eachException,
  meaningAt,
  powerOfTen,
  type StoredSegment,
} from '#renderer/data/engine/columns/segment.ts';
import type { SortOrder } from '#renderer/data/model/rows.ts';
import { atOnce, type Task } from '#shared/base/tasks.ts';
import type { Scaled } from '#shared/domain/decimal.ts';
import { ABSENT_KEY, UNREADABLE_KEY, type Wanted } from './radix-sort.ts';
import { greatestRank, textRanks } from './text-order.ts';

/**
 * Sort keys of rows in one word each, ascending in the asked direction: half of what doubles take, made from the
 * columns' own arrays. Where one word is not enough: `keysByRow`.
 */
type Uint32SortKeys = {
  readonly words: Uint32Array;
  readonly span: number;
  /** Words from it on stand for rows without a value. */
  readonly valueSpan: number;
};

/** Words by row number over the wanted segments; null where one word cannot tell the values apart. */
export function* uint32SortKeys(
  store: ColumnStore,
  { column, direction }: SortOrder,
  isWanted: Wanted,
): Task<Uint32SortKeys | null> {
  const kinds = new Set<string>();
  for (const { columns } of store.segments) kinds.add(columns.get(column)?.kind ?? 'absent');
  kinds.delete('absent');
  const [kind] = kinds;
  if (kinds.size !== 1) return null;
  const isDescending = direction === 'descending';
  if (kind === 'text') return yield* textWords(store, column, isDescending, isWanted);
  return yield* numberWords(store, column, isDescending, isWanted);
}

function* textWords(
  store: ColumnStore,
  column: string,
  isDescending: boolean,
  isWanted: Wanted,
): Task<Uint32SortKeys> {
  const ranks = yield* textRanks(store, column);
  const greatest = ranks.reduce((most, ofSegment) => Math.max(most, greatestRank(ofSegment)), -1);
  const absent = greatest + 1;
  const words = new Uint32Array(store.rowSpan);
  for (const [index, { base, rowCount, columns }] of store.segments.entries()) {
    if (!isWanted(index)) continue;
    const part = words.subarray(base, base + rowCount);
    const found = columns.get(column);
    const ofSegment = ranks[index];
    if (found?.kind !== 'text' || ofSegment === undefined) {
      part.fill(absent);
      continue;
    }
    const wordOf = new Uint32Array(ofSegment.length);
    for (let code = 0; code < wordOf.length; code += 1) {
      const rank = ofSegment[code] ?? ABSENT_KEY;
      wordOf[code] = rank === ABSENT_KEY ? absent : isDescending ? greatest - rank : rank;
    }
    if (found.codes === null) part.fill(wordOf[0] ?? absent);
    else loopsOver(found.codes).putByCode(part, found.codes, wordOf);
    yield;
  }
  return { words, span: absent + 1, valueSpan: absent };
}

type NumberColumn = DateColumn | DecimalColumn;

/** Numbers of a column as word = (number - least) / step; dates are mostly whole seconds. */
type Bounds = { readonly least: number; readonly greatest: number; readonly step: number };

/** 'none' where a raw text holds a value of its own. */
const knownBounds = defineDerivation<NumberColumn, Bounds | 'none'>();

const SECOND_MS = 1000;
/** Two words stand for rows without a value: unreadable, then absent. */
const WORDS_WITHOUT_VALUE = 2;

function* numberWords(
  store: ColumnStore,
  column: string,
  isDescending: boolean,
  isWanted: Wanted,
): Task<Uint32SortKeys | null> {
  if (store.scalesOf(column).length > 1) return null;
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  let step = SECOND_MS;
  for (const [index, { columns }] of store.segments.entries()) {
    const found = columns.get(column);
    if (!isWanted(index) || found === undefined || found.kind === 'text') continue;
    const bounds = knownBounds.of(found, () => makeBounds(found));
    yield;
    if (bounds === 'none') return null;
    least = Math.min(least, bounds.least);
    greatest = Math.max(greatest, bounds.greatest);
    step = Math.min(step, bounds.step);
  }
  yield;
  const steps = greatest < least ? 0 : Math.floor((greatest - least) / step) + 1;
  if (steps + WORDS_WITHOUT_VALUE > 2 ** 32) return null;
  const from = isDescending ? greatest : least;
  const words = new Uint32Array(store.rowSpan);
  for (const [index, { base, rowCount, columns }] of store.segments.entries()) {
    if (!isWanted(index)) continue;
    const part = words.subarray(base, base + rowCount);
    const found = columns.get(column);
    if (found === undefined || found.kind === 'text') part.fill(steps + 1);
    else putNumbers(part, found, from, isDescending ? -step : step, steps);
    yield;
  }
  return { words, span: steps + WORDS_WITHOUT_VALUE, valueSpan: steps };
}

function makeBounds(column: NumberColumn): Bounds | 'none' {
  const { rows, meanings } = column.exceptions;
  if (meanings.some(({ kind }) => kind === 'value')) return 'none';
  if (column.kind === 'decimal') {
    const { values } = column;
    if (values instanceof Float64Array) return 'none';
    // Rows that are not listed, and those of exceptions, are zero.
    const isZeroMet = column.rows !== null || rows.length > 0;
    let least = isZeroMet ? 0 : Number.POSITIVE_INFINITY;
    let greatest = isZeroMet ? 0 : Number.NEGATIVE_INFINITY;
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at] ?? 0;
      if (value < least) least = value;
      if (value > greatest) greatest = value;
    }
    return { least, greatest, step: 1 };
  }
  const { base, offsets } = column;
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  let isWhole = true;
  for (let at = 0; at < offsets.length; at += 1) {
    const ms = base + (offsets[at] ?? 0);
    if (ms < least) least = ms;
    if (ms > greatest) greatest = ms;
    if (ms % SECOND_MS !== 0) isWhole = false;
  }
  return { least, greatest, step: isWhole ? SECOND_MS : 1 };
}

function putNumbers(part: Uint32Array, column: NumberColumn, from: number, step: number, steps: number) {
  if (column.kind === 'date') putDateWords(part, column, from, step);
  else if (column.rows === null && column.values instanceof Int32Array) {
    putInts(part, column.values, from, step < 0 ? -1 : 1);
  } else putListed(part, column, from, step < 0 ? -1 : 1);
  eachException(column.exceptions, (row, { kind }) => {
    part[row] = kind === 'unreadable' ? steps : steps + 1;
  });
}

function putDateWords(part: Uint32Array, { base, offsets }: DateColumn, from: number, step: number): void {
  const start = base - from;
  for (let row = 0; row < part.length; row += 1) part[row] = (start + (offsets[row] ?? 0)) / step;
}

function putInts(part: Uint32Array, values: Int32Array, from: number, sign: number): void {
  const start = (0 - from) * sign;
  if (sign > 0) for (let row = 0; row < part.length; row += 1) part[row] = (values[row] ?? 0) + start;
  else for (let row = 0; row < part.length; row += 1) part[row] = start - (values[row] ?? 0);
}

function putListed(part: Uint32Array, { rows, values }: DecimalColumn, from: number, sign: number): void {
  if (rows !== null) part.fill((0 - from) * sign);
  for (let at = 0; at < values.length; at += 1) {
    part[rows === null ? at : (rows[at] ?? 0)] = ((values[at] ?? 0) - from) * sign;
  }
}

/** Keys of the given rows by a column, by position in `rows`, which all lie in wanted segments. */
export function keysOfRows(
  store: ColumnStore,
  rows: Uint32Array,
  column: string,
  isWanted: Wanted,
): Float64Array {
  const byRow = keysByRow(store, column, isWanted);
  return byRow === null ? exactRanks(store, rows, column) : gather(byRow, rows);
}

/** Keys by row number, over the wanted segments; null where doubles cannot tell the values apart. */
export function keysByRow(store: ColumnStore, column: string, isWanted: Wanted): Float64Array | null {
  const kinds = new Set(store.segments.map((segment) => segment.columns.get(column)?.kind));
  const keys = new Float64Array(store.rowSpan);
  const scale = store.scalesOf(column).reduce((greatest, each) => Math.max(greatest, each.scale), 0);
  const ranks = kinds.has('decimal') || kinds.has('date') ? null : atOnce(textRanks(store, column));
  let isExact = true;
  for (const [index, segment] of store.segments.entries()) {
    if (!isWanted(index)) continue;
    const part = keys.subarray(segment.base, segment.base + segment.rowCount);
    const found = segment.columns.get(column);
    if (ranks !== null) {
      if (found?.kind === 'text') putRanks(part, found.codes, ranks[index] ?? NO_RANKS);
      else part.fill(ABSENT_KEY);
    } else if (kinds.has('decimal')) {
      if (found?.kind === 'decimal') isExact = putDecimals(part, found, scale) && isExact;
      else part.fill(ABSENT_KEY);
    } else if (found?.kind === 'date') putDates(part, found);
    else part.fill(ABSENT_KEY);
  }
  return isExact ? keys : null;
}

const NO_RANKS = new Float64Array(1).fill(ABSENT_KEY);

function gather(values: Float64Array, rows: Uint32Array): Float64Array {
  const out = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) out[at] = values[rows[at] ?? 0] ?? ABSENT_KEY;
  return out;
}

function putRanks(part: Float64Array, codes: ArrayLike<number> | null, ranks: Float64Array): void {
  if (codes === null) part.fill(ranks[0] ?? ABSENT_KEY);
  else if (codes instanceof Uint8Array) putRanks8(part, codes, ranks);
  else for (let row = 0; row < part.length; row += 1) part[row] = ranks[codes[row] ?? 0] ?? ABSENT_KEY;
}

function putRanks8(part: Float64Array, codes: Uint8Array, ranks: Float64Array): void {
  for (let row = 0; row < part.length; row += 1) part[row] = ranks[codes[row] ?? 0] ?? ABSENT_KEY;
}

function putDates(part: Float64Array, { base, offsets, exceptions }: DateColumn): void {
  part.set(offsets);
  for (let row = 0; row < part.length; row += 1) part[row] = (part[row] ?? 0) + base;
  eachException(exceptions, (row, meaning) => {
    part[row] = meaning.kind === 'value' ? Number(meaning.value.units) : keyWithout(meaning.kind);
  });
}

/** False when a value is none that doubles carry at the scale. */
function putDecimals(part: Float64Array, column: DecimalColumn, scale: number): boolean {
  const { rows, values, exceptions } = column;
  if (rows === null) part.set(values);
  else for (let at = 0; at < rows.length; at += 1) part[rows[at] ?? 0] = values[at] ?? 0;
  const factor = powerOfTen(scale - column.scale);
  let isExact = column.magnitude * factor <= Number.MAX_SAFE_INTEGER;
  if (!isExact) isExact = values.every((units) => Math.abs(units) * factor <= Number.MAX_SAFE_INTEGER);
  if (factor !== 1) for (let row = 0; row < part.length; row += 1) part[row] = (part[row] ?? 0) * factor;
  eachException(exceptions, (row, meaning) => {
    if (meaning.kind !== 'value') part[row] = keyWithout(meaning.kind);
    else {
      const { value } = meaning;
      const key =
        value.scale <= scale ? Number(value.units * 10n ** BigInt(scale - value.scale)) : Number.NaN;
      if (!(Math.abs(key) <= Number.MAX_SAFE_INTEGER)) isExact = false;
      part[row] = key;
    }
  });
  return isExact;
}

function keyWithout(kind: 'absent' | 'unreadable' | 'value' | undefined): number {
  return kind === 'unreadable' ? UNREADABLE_KEY : ABSENT_KEY;
}

export function dateKey(segment: StoredSegment, column: string, at: number): number {
  const found = segment.columns.get(column);
  if (found?.kind !== 'date') return ABSENT_KEY;
  if (found.exceptions.rows.length === 0) return found.base + (found.offsets[at] ?? 0);
  const meaning = meaningAt(found, at);
  return meaning.kind === 'value' ? Number(meaning.value.units) : keyWithout(meaning.kind);
}

function exactRanks(store: ColumnStore, rows: Uint32Array, column: string): Float64Array {
  const meanings = Array.from(rows, (row) => {
    const segment = store.segmentOf(row);
    const found = segment.columns.get(column);
    return found?.kind === 'decimal' ? meaningAt(found, row - segment.base) : undefined;
  });
  return rankScaled(
    meanings.map((meaning) => (meaning?.kind === 'value' ? meaning.value : null)),
    (at) => keyWithout(meanings[at]?.kind),
  );
}

/** The rank of each exact value; where there is none, the key that says why. */
export function rankScaled(
  values: readonly (Scaled | null)[],
  keyWithoutValue: (at: number) => number,
): Float64Array {
  const scale = values.reduce((greatest, value) => Math.max(greatest, value?.scale ?? 0), 0);
  const units = values.map((value) =>
    value === null ? null : value.units * 10n ** BigInt(scale - value.scale),
  );
  const distinct = [...new Set(units.filter((unit) => unit !== null))].sort((a, b) =>
    a < b ? -1 : a > b ? 1 : 0,
  );
  const ranks = new Map(distinct.map((unit, rank) => [unit, rank]));
  return Float64Array.from(units, (unit, at) =>
    unit === null ? keyWithoutValue(at) : (ranks.get(unit) ?? 0),
  );
}
