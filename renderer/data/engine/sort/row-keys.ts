import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import {
  type DateColumn,
  type DecimalColumn,
  meaningAt,
  powerOfTen,
} from '#renderer/data/engine/columns/segment.ts';
import type { StoredSegment } from '#renderer/data/engine/columns/stored-segment.ts';
import { runSync } from '#renderer/data/scheduling/cooperative-task.ts';
import type { Scaled } from '#shared/domain/decimal.ts';
import { ABSENT_KEY, UNREADABLE_KEY, type Wanted } from './sort-keys.ts';
import { textRanks } from './text-order.ts';

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
  const ranks = kinds.has('decimal') || kinds.has('date') ? null : runSync(textRanks(store, column));
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
  const { rows, codes, meanings } = exceptions;
  for (let at = 0; at < rows.length; at += 1) {
    const meaning = meanings[codes[at] ?? 0];
    part[rows[at] ?? 0] = meaning?.kind === 'value' ? Number(meaning.value.units) : keyWithout(meaning?.kind);
  }
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
  for (let at = 0; at < exceptions.rows.length; at += 1) {
    const meaning = exceptions.meanings[exceptions.codes[at] ?? 0];
    const row = exceptions.rows[at] ?? 0;
    if (meaning?.kind !== 'value') part[row] = keyWithout(meaning?.kind);
    else {
      const { value } = meaning;
      const key =
        value.scale <= scale ? Number(value.units * 10n ** BigInt(scale - value.scale)) : Number.NaN;
      if (!(Math.abs(key) <= Number.MAX_SAFE_INTEGER)) isExact = false;
      part[row] = key;
    }
  }
  return isExact;
}

function keyWithout(kind: 'absent' | 'unreadable' | 'value' | undefined): number {
  return kind === 'unreadable' ? UNREADABLE_KEY : ABSENT_KEY;
}

/** The key of one row's date. */
export function dateKey(segment: StoredSegment, column: string, at: number): number {
  const found = segment.columns.get(column);
  if (found?.kind !== 'date') return ABSENT_KEY;
  if (found.exceptions.rows.length === 0) return found.base + (found.offsets[at] ?? 0);
  const meaning = meaningAt(found, at);
  return meaning.kind === 'value' ? Number(meaning.value.units) : keyWithout(meaning.kind);
}

/** The ranks of exact values, where doubles would not tell all of them apart. */
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
