import { findColumn } from '#shared/columns/catalogue.ts';
import { percentOf, type Scaled } from '#shared/decimal.ts';
import { RATE_BASE_COLUMN, RATE_COLUMNS } from '#shared/profitability.ts';
import type { Grouping, SortOrder } from '../link/data-contract.ts';
import type { ColumnStore } from './column-store.ts';
import { type RowGroups, sumColumn } from './exact-sums.ts';
import { rowCode } from './global-dictionary.ts';
import { sortByKey } from './radix-sort.ts';
import {
  ABSENT_KEY,
  eachSegmentOf,
  keysOfRows,
  rankScaled,
  textRanks,
  turnKeys,
  UNREADABLE_KEY,
} from './row-keys.ts';

/** Which line of a table comes where: row numbers, or order numbers, in the asked order. */
export function orderLines(
  store: ColumnStore,
  mask: Uint8Array,
  grouping: Grouping,
  sort: SortOrder | null,
): Uint32Array {
  const rows = maskedRows(mask);
  return grouping === 'rows' ? sortRows(store, rows, sort) : sortOrders(store, rows, mask, sort);
}

/** The numbers of the rows a mask holds, ascending. */
export function maskedRows(mask: Uint8Array): Uint32Array {
  let count = 0;
  for (let row = 0; row < mask.length; row += 1) count += mask[row] ?? 0;
  const rows = new Uint32Array(count);
  let at = 0;
  for (let row = 0; row < mask.length; row += 1) {
    if (mask[row] === 1) {
      rows[at] = row;
      at += 1;
    }
  }
  return rows;
}

/** Ascending rows in the asked order; ties, and no order at all: newest purchase first, orders together. */
export function sortRows(store: ColumnStore, rows: Uint32Array, sort: SortOrder | null): Uint32Array {
  const positions = Uint32Array.from({ length: rows.length }, (_, at) => at);
  const orders = new Float64Array(rows.length);
  eachSegmentOf(store, rows, (segment, from, to) => {
    for (let at = from; at < to; at += 1) orders[at] = segment.orderOf[(rows[at] ?? 0) - segment.base] ?? 0;
  });
  sortByKey(positions, orders);
  sortByKey(positions, newestFirst(keysOfRows(store, rows, 'Fecha de compra')));
  if (sort !== null) {
    const keys = keysOfRows(store, rows, sort.column);
    if (sort.direction === 'descending') turnKeys(keys);
    sortByKey(positions, keys);
  }
  return positions.map((position) => rows[position] ?? 0);
}

function sortOrders(
  store: ColumnStore,
  rows: Uint32Array,
  mask: Uint8Array,
  sort: SortOrder | null,
): Uint32Array {
  const lineOf = new Int32Array(store.orders.orderCount).fill(-1);
  const groupOf = new Uint32Array(store.rowSpan);
  const orders = new Uint32Array(store.orders.orderCount);
  let lines = 0;
  eachSegmentOf(store, rows, (segment, from, to) => {
    for (let at = from; at < to; at += 1) {
      const row = rows[at] ?? 0;
      const order = segment.orderOf[row - segment.base] ?? 0;
      let line = lineOf[order] ?? -1;
      if (line < 0) {
        line = lines;
        lines += 1;
        lineOf[order] = line;
        orders[line] = order;
      }
      groupOf[row] = line;
    }
  });
  const positions = Uint32Array.from({ length: lines }, (_, at) => at);
  const groups: RowGroups = { mask, groupOf, groupCount: lines };
  const purchases = greatestKeys(keysOfRows(store, rows, 'Fecha de compra'), rows, groups);
  sortByKey(positions, newestFirst(purchases));
  if (sort !== null) {
    const keys = keysOfGroups(store, rows, groups, sort.column);
    if (sort.direction === 'descending') turnKeys(keys);
    sortByKey(positions, keys);
  }
  return positions.map((position) => orders[position] ?? 0);
}

function newestFirst(keys: Float64Array): Float64Array {
  turnKeys(keys);
  return keys;
}

/** The greatest value among a group's rows; where it has none, why. */
function greatestKeys(keys: Float64Array, rows: Uint32Array, groups: RowGroups): Float64Array {
  const greatest = new Float64Array(groups.groupCount).fill(ABSENT_KEY);
  for (let at = 0; at < rows.length; at += 1) {
    const group = groups.groupOf?.[rows[at] ?? 0] ?? 0;
    const key = keys[at] ?? ABSENT_KEY;
    const known = greatest[group] ?? ABSENT_KEY;
    const isBetter = known >= UNREADABLE_KEY ? key < known : key < UNREADABLE_KEY && key > known;
    if (isBetter) greatest[group] = key;
  }
  return greatest;
}

function keysOfGroups(
  store: ColumnStore,
  rows: Uint32Array,
  groups: RowGroups,
  column: string,
): Float64Array {
  const kind = findColumn(column)?.kind;
  if (kind === 'local-datetime' || kind === 'utc-datetime') {
    return greatestKeys(keysOfRows(store, rows, column), rows, groups);
  }
  if (kind === 'money' || kind === 'count') {
    const sums = sumColumn(store, column, groups);
    return rankScaled(
      Array.from({ length: groups.groupCount }, (_, group) => sums.scaledOf(group)),
      (group) => (sums.unreadableOf(group) > 0 ? UNREADABLE_KEY : ABSENT_KEY),
    );
  }
  if (kind === 'percent') {
    const parts = sumColumn(store, RATE_COLUMNS[column] ?? column, groups);
    const bases = sumColumn(store, RATE_BASE_COLUMN, groups);
    const rate = (group: number): Scaled | null => {
      const part = parts.scaledOf(group);
      const base = bases.scaledOf(group);
      return part === null || base === null ? null : (percentOf(part, base) ?? null);
    };
    return rankScaled(
      Array.from({ length: groups.groupCount }, (_, group) => rate(group)),
      () => ABSENT_KEY,
    );
  }
  return commonTextKeys(store, rows, groups, column);
}

/** Rank of the text that all rows of a group share; a group whose rows differ has none. */
function commonTextKeys(
  store: ColumnStore,
  rows: Uint32Array,
  groups: RowGroups,
  column: string,
): Float64Array {
  const dictionary = store.dictionary(column);
  const ranks = textRanks(store, dictionary);
  const codes = new Int32Array(groups.groupCount).fill(-1);
  const mixed = new Uint8Array(groups.groupCount);
  eachSegmentOf(store, rows, (segment, from, to) => {
    const local = dictionary.codesOf(store.segments.indexOf(segment), segment);
    for (let at = from; at < to; at += 1) {
      const row = rows[at] ?? 0;
      const group = groups.groupOf?.[row] ?? 0;
      const code = rowCode(local, row - segment.base);
      if (codes[group] === -1) codes[group] = code;
      else if (codes[group] !== code) mixed[group] = 1;
    }
  });
  return Float64Array.from(codes, (code, group) =>
    mixed[group] === 1 ? ABSENT_KEY : (ranks[code] ?? ABSENT_KEY),
  );
}
