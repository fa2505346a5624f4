import type { Grouping, SortOrder } from '#renderer/data/api.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { SelectionMask } from '#renderer/data/engine/filter/selection-mask.ts';
import { type CooperativeTask, runSync } from '#renderer/data/scheduling/cooperative-task.ts';
import { sortByComparator } from './comparator-sort.ts';
import { NEWEST_FIRST, newestFirst, rowsOf, segmentsOf, sortByDefaultOrder } from './default-order.ts';
import { gatherKeys } from './gather-keys.ts';
import { orderKeys } from './order-keys.ts';
import { sortByKeyTask, sortByUint32Task } from './radix-sort.ts';
import { keysOfRows } from './row-keys.ts';
import { turnKeys, type Wanted } from './sort-keys.ts';
import { uint32SortKeys } from './uint32-sort-keys.ts';

/**
 * Which line of a table comes where: row numbers, or order numbers, in the asked order. Ties, and no order at all:
 * newest purchase first, the rows of an order together.
 */
export function* orderLines(
  store: ColumnStore,
  selected: SelectionMask,
  grouping: Grouping,
  sort: SortOrder | null,
): CooperativeTask<Uint32Array> {
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
    yield;
    yield* sortByKeyTask(orders, keys);
  }
  return orders;
}

const FEW_ROWS = 500;

function isNewestFirst({ column, direction }: SortOrder): boolean {
  return column === NEWEST_FIRST.column && direction === NEWEST_FIRST.direction;
}

/** Ascending rows of one order in the asked order. */
export function sortRows(store: ColumnStore, rows: Uint32Array, sort: SortOrder | null): Uint32Array {
  // A group of movements without order number may hold any number of rows.
  if (rows.length <= FEW_ROWS) return sortByComparator(store, rows, sort);
  const sorted = rows.slice();
  runSync(sortByDefaultOrder(store, sorted));
  if (sort !== null) runSync(sortBy(store, sorted, sort, segmentsOf(store, rows)));
  return sorted;
}

/** Sorts rows of the wanted segments in place; those alike stay in their order. */
function* sortBy(
  store: ColumnStore,
  rows: Uint32Array,
  sort: SortOrder,
  isWanted: Wanted,
): CooperativeTask<undefined> {
  const found = yield* uint32SortKeys(store, sort, isWanted);
  if (found !== null) {
    const words = gatherKeys(found.words, rows);
    yield;
    yield* sortByUint32Task(rows, words, found.span);
    return;
  }
  const keys = keysOfRows(store, rows, sort.column, isWanted);
  if (sort.direction === 'descending') turnKeys(keys);
  yield;
  yield* sortByKeyTask(rows, keys);
}

/** Rows looked at in one go. */
const STRIDE = 1 << 17;

/** The orders of rows, in order of appearance. */
function* distinctOrders(store: ColumnStore, rows: Uint32Array): CooperativeTask<Uint32Array> {
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
