import type { Grouping, SortOrder } from '../../link/data-contract.ts';
import type { ColumnStore } from '../rows/column-store.ts';
import type { SelectionMask } from '../selection/selection-mask.ts';
import type { Slices } from '../slices.ts';
import { newestFirst, rowsOf, segmentsOf, sortNewestFirst } from './newest-first.ts';
import { orderKeys } from './order-keys.ts';
import { sortByKey } from './radix-sort.ts';
import { keysOfRows, turnKeys } from './row-keys.ts';

/**
 * Which line of a table comes where: row numbers, or order numbers, in the asked order. Ties, and no order at all:
 * newest purchase first, the rows of an order together.
 */
export function* orderLines(
  store: ColumnStore,
  selected: SelectionMask,
  grouping: Grouping,
  sort: SortOrder | null,
): Slices<Uint32Array> {
  const newest = newestFirst(store);
  yield;
  const rows = rowsOf(newest, selected.mask);
  yield;
  if (grouping === 'rows') {
    const isWanted = (index: number) => (selected.rowsIn[index] ?? 0) > 0;
    if (sort !== null) sortLines(rows, keysOfRows(store, rows, sort.column, isWanted), sort);
    return rows;
  }
  const orders = distinctOrders(store, rows);
  yield;
  if (sort !== null) sortLines(orders, yield* orderKeys(store, selected, orders, sort.column), sort);
  return orders;
}

/** Ascending rows in the asked order: the few rows of one order. */
export function sortRows(store: ColumnStore, rows: Uint32Array, sort: SortOrder | null): Uint32Array {
  const sorted = rows.slice();
  sortNewestFirst(store, sorted);
  if (sort !== null) {
    sortLines(sorted, keysOfRows(store, sorted, sort.column, segmentsOf(store, rows)), sort);
  }
  return sorted;
}

function sortLines(lines: Uint32Array, keys: Float64Array, { direction }: SortOrder): void {
  if (direction === 'descending') turnKeys(keys);
  sortByKey(lines, keys);
}

/** The orders of rows, in order of appearance. */
function distinctOrders(store: ColumnStore, rows: Uint32Array): Uint32Array {
  const orderOf = orderOfRows(store);
  const seen = new Uint8Array(store.orders.orderCount);
  const orders = new Uint32Array(Math.min(rows.length, store.orders.orderCount));
  let count = 0;
  for (const row of rows) {
    const order = orderOf[row] ?? 0;
    if (seen[order] === 1) continue;
    seen[order] = 1;
    orders[count] = order;
    count += 1;
  }
  return orders.slice(0, count);
}

function orderOfRows(store: ColumnStore): Uint32Array {
  const all = new Uint32Array(store.rowSpan);
  for (const { base, orderOf } of store.segments) all.set(orderOf, base);
  return all;
}
