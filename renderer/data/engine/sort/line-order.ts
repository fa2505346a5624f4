import { isEqual } from 'es-toolkit/predicate';
import { lacksProductCost } from '#renderer/data/engine/aggregate/row-flags.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import { cellAt, meaningAt } from '#renderer/data/engine/columns/segment.ts';
import type { SelectionMask } from '#renderer/data/engine/filter/selection-mask.ts';
import type { Grouping, SortOrder } from '#renderer/data/model/rows.ts';
import { compareTexts } from '#shared/base/fold.ts';
import { lowerBound, partitionPoint } from '#shared/base/sorted-search.ts';
import { atOnce, type Task } from '#shared/base/tasks.ts';
import { compare, type Scaled } from '#shared/domain/decimal.ts';
import { ordersLackingCost, putApart, STANDING, standsApart } from './cost-apart.ts';
import { orderKeys } from './order-keys.ts';
import {
  gatherKeys,
  sortByKeyTask,
  sortByUint32Task,
  turnKeys,
  UNREADABLE_KEY,
  type Wanted,
} from './radix-sort.ts';
import { dateKey, keysOfRows, uint32SortKeys } from './row-keys.ts';

/** Row or order numbers in the asked order. Ties, and no order: newest purchase first, the rows of an order together. */
export function* orderLines(
  store: ColumnStore,
  selected: SelectionMask,
  grouping: Grouping,
  sort: SortOrder | null,
): Task<Uint32Array> {
  const newest = yield* newestFirst(store);
  yield;
  const rows = rowsOf(newest, selected.mask);
  yield;
  // Rows and orders stand newest first already: an order where the newest of its rows does.
  const isInPlace = sort === null || isNewestFirst(sort);
  if (grouping === 'rows') {
    if (!isInPlace) yield* sortBy(store, rows, sort, (index) => (selected.rowsIn[index] ?? 0) > 0);
    return rows;
  }
  const orders = yield* distinctOrders(store, rows);
  yield;
  if (!isInPlace) {
    const keys = yield* orderKeys(store, selected, orders, sort.column);
    if (sort.direction === 'descending') turnKeys(keys);
    const standings = standsApart(sort.column) ? yield* orderStandings(store, selected, orders, keys) : null;
    yield;
    yield* sortByKeyTask(orders, keys);
    if (standings !== null) yield* putApart(orders, (order) => standings[order] ?? STANDING.none);
  }
  return orders;
}

/** By order: how it stands in an order by a rate that needs its costs. */
function* orderStandings(
  store: ColumnStore,
  selected: SelectionMask,
  orders: Uint32Array,
  keys: Float64Array,
): Task<Uint8Array> {
  const standings = yield* ordersLackingCost(store, selected);
  for (let at = 0; at < orders.length; at += 1) {
    if ((keys[at] ?? 0) >= UNREADABLE_KEY) standings[orders[at] ?? 0] = STANDING.none;
  }
  return standings;
}

const FEW_ROWS = 500;

export function sortRows(store: ColumnStore, rows: Uint32Array, sort: SortOrder | null): Uint32Array {
  // A group of movements without order number may hold any number of rows.
  if (rows.length <= FEW_ROWS) return sortByComparator(store, rows, sort);
  const sorted = rows.slice();
  atOnce(sortByDefaultOrder(store, sorted));
  if (sort !== null) atOnce(sortBy(store, sorted, sort, segmentsOf(store, rows)));
  return sorted;
}

/** Sorts rows of the wanted segments in place; those alike stay in their order. */
function* sortBy(store: ColumnStore, rows: Uint32Array, sort: SortOrder, isWanted: Wanted) {
  const found = yield* uint32SortKeys(store, sort, isWanted);
  if (found !== null) {
    const words = gatherKeys(found.words, rows);
    yield;
    yield* sortByUint32Task(rows, words, found.span);
  } else {
    const keys = keysOfRows(store, rows, sort.column, isWanted);
    if (sort.direction === 'descending') turnKeys(keys);
    yield;
    yield* sortByKeyTask(rows, keys);
  }
  if (standsApart(sort.column))
    yield* putApart(rows, (row) => standingOf(store, row, cellValue(store, row, sort.column)));
}

function standingOf(store: ColumnStore, row: number, { standing }: Value): number {
  if (standing !== 0) return STANDING.none;
  return lacksProductCost(store, row) ? STANDING.lacking : STANDING.whole;
}

/** Rows looked at in one go. */
const STRIDE = 1 << 17;

/** The orders of rows, in order of appearance. */
function* distinctOrders(store: ColumnStore, rows: Uint32Array): Task<Uint32Array> {
  const orderOf = orderOfRows(store);
  const seen = new Uint8Array(store.orders.orderCount);
  // One more: each row's order is written, and stays if it is new.
  const orders = new Uint32Array(Math.min(rows.length, store.orders.orderCount) + 1);
  let count = 0;
  for (let from = 0; from < rows.length; from += STRIDE) {
    yield;
    const to = Math.min(rows.length, from + STRIDE);
    for (let at = from; at < to; at += 1) {
      const order = orderOf[rows[at] ?? 0] ?? 0;
      orders[count] = order;
      count += (seen[order] ?? 0) ^ 1;
      seen[order] = 1;
    }
  }
  return orders.slice(0, count);
}

function orderOfRows(store: ColumnStore): Uint32Array {
  const all = new Uint32Array(store.rowSpan);
  for (const { base, orderOf } of store.segments) all.set(orderOf, base);
  return all;
}

/**
 * All live rows, newest purchase first, the rows of an order together: the order behind every other. Kept from commit
 * to commit: rows that died are left out, rows that came are put in their places.
 */
type NewestFirst = { readonly segments: number; readonly rows: Uint32Array };

/** The sort whose order this is: whoever asks for it gets the rows as they stand here. */
const NEWEST_FIRST = { column: 'Fecha de compra', direction: 'descending' } as const;

export const isNewestFirst = (sort: SortOrder): boolean => isEqual(sort, NEWEST_FIRST);

/** Kept by orders: stores of the same rows share them, and their dates. */
const newestRows = defineDerivation<ColumnStore['orders'], NewestFirst>();

export function* newestFirst(store: ColumnStore): Task<Uint32Array> {
  const { numbering } = store;
  const made = newestRows.get(store.orders, numbering);
  if (made !== undefined) return made.rows;
  const known = newestRows.last(store.orders);
  const segments = store.segments.length;
  const isLive = liveFlagsOf(store);
  const isFew = known !== undefined && store.rowSpan - endOf(store, known.segments) < store.rowSpan / 8;
  yield;
  const came = yield* sortedRows(store, isLive, isFew ? known.segments : 0);
  const rows = isFew ? yield* merged(store, rowsOf(known.rows, isLive), came) : came;
  return newestRows.keep(store.orders, { segments, rows }, numbering).rows;
}

export function rowsOf(rows: Uint32Array, mask: Uint8Array): Uint32Array {
  const out = new Uint32Array(rows.length);
  const last = rows.length - 1;
  let count = 0;
  let at = 0;
  for (; at < last; at += 2) {
    const row = rows[at] ?? 0;
    out[count] = row;
    count += mask[row] ?? 0;
    const next = rows[at + 1] ?? 0;
    out[count] = next;
    count += mask[next] ?? 0;
  }
  if (at === last) {
    const row = rows[at] ?? 0;
    out[count] = row;
    count += mask[row] ?? 0;
  }
  return count > out.length / 2 ? out.subarray(0, count) : out.slice(0, count);
}

function liveFlagsOf(store: ColumnStore): Uint8Array {
  const isLive = new Uint8Array(store.rowSpan);
  for (const segment of store.segments) isLive.set(segment.isLive, segment.base);
  return isLive;
}

function endOf(store: ColumnStore, segments: number): number {
  const last = store.segments[segments - 1];
  return last === undefined ? 0 : last.base + last.rowCount;
}

/** The live rows of the segments from a place on, sorted. */
function* sortedRows(store: ColumnStore, isLive: Uint8Array, fromSegment: number) {
  const from = endOf(store, fromSegment);
  const all = new Uint32Array(store.rowSpan - from);
  for (let at = 0; at < all.length; at += 1) all[at] = from + at;
  const rows = rowsOf(all, isLive);
  yield;
  yield* sortByDefaultOrder(store, rows);
  return rows;
}

function* sortByDefaultOrder(store: ColumnStore, rows: Uint32Array): Task<undefined> {
  const wanted = segmentsOf(store, rows);
  const first = rows[0] ?? 0;
  const orders = new Uint32Array((rows.at(-1) ?? 0) + 1 - first);
  for (const [index, { base, rowCount, orderOf }] of store.segments.entries()) {
    if (!wanted(index)) continue;
    const from = Math.max(0, first - base);
    const to = Math.min(rowCount, first + orders.length - base);
    orders.set(orderOf.subarray(from, to), base + from - first);
  }
  const words = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) words[at] = orders[(rows[at] ?? 0) - first] ?? 0;
  yield;
  yield* sortByUint32Task(rows, words, Math.max(1, store.orders.orderCount));
  const found = yield* uint32SortKeys(store, NEWEST_FIRST, wanted);
  if (found !== null) {
    const dates = gatherKeys(found.words, rows);
    yield;
    yield* sortByUint32Task(rows, dates, found.span);
    return;
  }
  const keys = keysOfRows(store, rows, NEWEST_FIRST.column, wanted);
  turnKeys(keys);
  yield;
  yield* sortByKeyTask(rows, keys);
}

function segmentsOf(store: ColumnStore, rows: Uint32Array): Wanted {
  const wanted = store.segments.map(({ base, rowCount }) => {
    const end = base + rowCount;
    return (rows[lowerBound(rows, base)] ?? end) < end;
  });
  return (index) => wanted[index] === true;
}

/** Rows that find their places in one go. */
const ROWS_PER_STEP = 1024;

/** Two sorted lists as one; few rows come into many. */
function* merged(store: ColumnStore, many: Uint32Array, few: Uint32Array): Task<Uint32Array> {
  const out = new Uint32Array(many.length + few.length);
  let from = 0;
  let written = 0;
  for (let at = 0; at < few.length; at += 1) {
    if (at % ROWS_PER_STEP === 0) yield;
    const row = few[at] ?? 0;
    const to = partitionPoint(from, many.length, (place) => comesBefore(store, many[place] ?? 0, row));
    out.set(many.subarray(from, to), written);
    written += to - from;
    out[written] = row;
    written += 1;
    from = to;
  }
  out.set(many.subarray(from), written);
  return out;
}

function comesBefore(store: ColumnStore, left: number, right: number): boolean {
  const a = placeOf(store, left);
  const b = placeOf(store, right);
  if (a.key !== b.key) return a.key < b.key;
  return a.order !== b.order ? a.order < b.order : left < right;
}

/** `key`: newest first, rows without a readable date last. */
function placeOf(store: ColumnStore, row: number): { readonly key: number; readonly order: number } {
  const segment = store.segmentOf(row);
  const at = row - segment.base;
  const key = dateKey(segment, 'Fecha de compra', at);
  return { key: key < UNREADABLE_KEY ? 0 - key : key, order: segment.orderOf[at] ?? 0 };
}

/** A few rows in the order of `newestFirst`, sorted by comparing them. */
export function newestAmong(store: ColumnStore, rows: readonly number[]): readonly number[] {
  const placed = rows.map((row) => ({ row, ...placeOf(store, row) }));
  placed.sort((a, b) => compareKeys(a.key, b.key) || a.order - b.order || a.row - b.row);
  return placed.map(({ row }) => row);
}

/** The rows of one order, sorted by comparing them: nothing is made that is as long as the whole copy. */
function sortByComparator(store: ColumnStore, rows: Uint32Array, sort: SortOrder | null): Uint32Array {
  const isApart = sort !== null && standsApart(sort.column);
  const compared = Array.from(rows, (row) => {
    const value = sort === null ? ABSENT : cellValue(store, row, sort.column);
    const apart = isApart ? standingOf(store, row, value) : STANDING.whole;
    return { row, bought: placeOf(store, row).key, value, apart };
  });
  const sign = sort?.direction === 'descending' ? -1 : 1;
  compared.sort(
    (a, b) =>
      a.apart - b.apart ||
      compareValues(a.value, b.value, sign) ||
      compareKeys(a.bought, b.bought) ||
      a.row - b.row,
  );
  return Uint32Array.from(compared, ({ row }) => row);
}

function compareKeys(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** A number (a date as its milliseconds), a text, or why there is none: those come last, whatever the direction. */
type Value =
  | { readonly standing: 0; readonly number: Scaled; readonly text: null }
  | { readonly standing: 0; readonly number: null; readonly text: string }
  | { readonly standing: 1 | 2 };

const ABSENT: Value = { standing: 2 };

function cellValue(store: ColumnStore, row: number, column: string): Value {
  const segment = store.segmentOf(row);
  const found = segment.columns.get(column);
  if (found === undefined) return ABSENT;
  if (found.kind === 'text') {
    const text = cellAt(found, row - segment.base) ?? '';
    return text === '' ? ABSENT : { standing: 0, number: null, text };
  }
  const meaning = meaningAt(found, row - segment.base);
  if (meaning.kind === 'value') return { standing: 0, number: meaning.value, text: null };
  return { standing: meaning.kind === 'unreadable' ? 1 : 2 };
}

function compareValues(a: Value, b: Value, sign: number): number {
  if (a.standing !== 0 || b.standing !== 0) return a.standing - b.standing;
  if (a.number !== null && b.number !== null) return sign * compare(a.number, b.number);
  return sign * compareTexts(a.text ?? '', b.text ?? '');
}
