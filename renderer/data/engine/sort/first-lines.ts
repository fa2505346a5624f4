import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import type { SelectionMask } from '#renderer/data/engine/filter/selection-mask.ts';
import type { Grouping, SortOrder } from '#renderer/data/model/rows.ts';
import { lowerBound } from '#shared/base/sorted-search.ts';
import type { Task } from '#shared/base/tasks.ts';
import { ordersLackingCost, rowsLackingCost, standsApart } from './cost-apart.ts';
import { isNewestFirst, newestAmong, newestFirst } from './line-order.ts';
import { orderKeys } from './order-keys.ts';
import { gatherKeys, sortByKeyTask, turnKeys, UNREADABLE_KEY } from './radix-sort.ts';
import { keysOfRows, uint32SortKeys } from './row-keys.ts';

/** The lines that a table shows before anybody scrolls far, and how many there are of all. */
export type FirstLines = { readonly total: number; readonly lines: Uint32Array };

/**
 * The first lines of those that `orderLines` gives, without sorting the others: one pass over their keys finds that of the
 * last of them, and only lines up to it are put in order.
 * @param most how many lines
 * @returns null where not so many lines have a value to be sorted by: then all of them have to be sorted
 */
export function* firstLines(
  store: ColumnStore,
  selected: SelectionMask,
  grouping: Grouping,
  sort: SortOrder | null,
  most: number,
): Task<FirstLines | null> {
  const ofRows = grouping === 'rows';
  const lines = ofRows ? yield* selectedRows(store, selected) : yield* selectedOrders(store, selected);
  const { length: total } = lines;
  if (sort === null || isNewestFirst(sort)) {
    return { total, lines: yield* newestLines(store, selected, grouping, null, Math.min(most, total)) };
  }
  if (total <= most) return null;
  const compared = standsApart(sort.column) ? yield* withoutLacking(store, selected, grouping, lines) : lines;
  const { keys, end } = ofRows
    ? yield* keysOf(store, selected, compared, sort)
    : yield* keysOfOrders(store, selected, compared, sort);
  yield;
  const least = leastKeys(keys, most, end);
  yield;
  const last = least[most - 1];
  if (last === undefined) return null;
  const { before, alike } = upTo(last, compared, keys);
  yield;
  const first = inNewestOrder(store, selected, grouping, before);
  yield* sortByKeyTask(
    first,
    Float64Array.from(first, (line) => keys[lowerBound(compared, line)] ?? 0),
  );
  const rest = most - first.length;
  const others =
    alike.length <= MANY_ALIKE
      ? inNewestOrder(store, selected, grouping, alike).subarray(0, rest)
      : yield* newestLines(store, selected, grouping, alike, rest);
  const taken = new Uint32Array(most);
  taken.set(first);
  taken.set(others, first.length);
  return { total, lines: taken };
}

/** More lines alike are looked for among the newest, where they soon are met; fewer are put in order. */
const MANY_ALIKE = 1000;

type Keys = Float64Array | Uint32Array;
/** `end`: keys from there on stand for lines without a value. */
type KeysOfLines = { readonly keys: Keys; readonly end: number };

function* keysOfOrders(
  store: ColumnStore,
  selected: SelectionMask,
  orders: Uint32Array,
  { column, direction }: SortOrder,
): Task<KeysOfLines> {
  const keys = yield* orderKeys(store, selected, orders, column);
  if (direction === 'descending') turnKeys(keys);
  return { keys, end: UNREADABLE_KEY };
}

function* keysOf(
  store: ColumnStore,
  selected: SelectionMask,
  rows: Uint32Array,
  sort: SortOrder,
): Task<KeysOfLines> {
  const isWanted = (index: number) => (selected.rowsIn[index] ?? 0) > 0;
  const found = yield* uint32SortKeys(store, sort, isWanted);
  if (found !== null) return { keys: gatherKeys(found.words, rows), end: found.valueSpan };
  const keys = keysOfRows(store, rows, sort.column, isWanted);
  if (sort.direction === 'descending') turnKeys(keys);
  return { keys, end: UNREADABLE_KEY };
}

/** Selected rows, ascending. */
function* selectedRows(store: ColumnStore, { mask, rows, rowsIn }: SelectionMask): Task<Uint32Array> {
  // One more: each row is written, and stays if it is selected.
  const found = new Uint32Array(rows + 1);
  let count = 0;
  for (const [index, { base, rowCount }] of store.segments.entries()) {
    if ((rowsIn[index] ?? 0) === 0) continue;
    for (let row = base; row < base + rowCount; row += 1) {
      found[count] = row;
      count += mask[row] ?? 0;
    }
    yield;
  }
  return found.subarray(0, count);
}

const ordersOfMask = defineDerivation<SelectionMask, Uint32Array>();

/** Orders with selected rows, ascending: kept with the mask, which is sorted in one way after another. */
function* selectedOrders(store: ColumnStore, selected: SelectionMask): Task<Uint32Array> {
  const known = ordersOfMask.get(selected);
  if (known !== undefined) return known;
  const { mask, rowsIn } = selected;
  const { orderCount } = store.orders;
  const isSelected = new Uint8Array(orderCount);
  for (const [index, { base, rowCount, orderOf }] of store.segments.entries()) {
    if ((rowsIn[index] ?? 0) === 0) continue;
    for (let at = 0; at < rowCount; at += 1) {
      const order = orderOf[at] ?? 0;
      isSelected[order] = (isSelected[order] ?? 0) | (mask[base + at] ?? 0);
    }
    yield;
  }
  const found = new Uint32Array(orderCount + 1);
  let count = 0;
  for (let order = 0; order < orderCount; order += 1) {
    found[count] = order;
    count += isSelected[order] ?? 0;
  }
  return ordersOfMask.keep(
    selected,
    count > orderCount / 2 ? found.subarray(0, count) : found.slice(0, count),
  );
}

/** The lines with all their costs, which stand before all others. */
function* withoutLacking(
  store: ColumnStore,
  selected: SelectionMask,
  grouping: Grouping,
  lines: Uint32Array,
): Task<Uint32Array> {
  const isLacking =
    grouping === 'orders'
      ? yield* ordersLackingCost(store, selected)
      : yield* rowsLackingCost(store, selected);
  const whole = new Uint32Array(lines.length);
  let count = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? 0;
    whole[count] = line;
    count += (isLacking[line] ?? 0) ^ 1;
  }
  return whole.subarray(0, count);
}

/** The `most` least keys below `end`, ascending; all of them where there are no more. */
function leastKeys(keys: Keys, most: number, end: number): Float64Array {
  const least = new Float64Array(most * 2);
  let bound = end;
  let count = 0;
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? 0;
    if (key >= bound) continue;
    least[count] = key;
    count += 1;
    if (count < least.length) continue;
    least.sort();
    count = most;
    bound = least[most - 1] ?? end;
  }
  return least.subarray(0, count).sort();
}

/** The lines whose key comes before the last one, and those that have the same. */
function upTo(last: number, lines: Uint32Array, keys: Keys) {
  const before: number[] = [];
  const alike: number[] = [];
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? 0;
    if (key <= last) (key < last ? before : alike).push(lines[at] ?? 0);
  }
  return { before, alike };
}

/** A few lines as they stand without a sort. */
function inNewestOrder(
  store: ColumnStore,
  { mask }: SelectionMask,
  grouping: Grouping,
  lines: readonly number[],
): Uint32Array {
  if (grouping === 'rows') return Uint32Array.from(newestAmong(store, lines));
  const rows = lines.flatMap((order) => store.orders.rowsOf(order).filter((row) => mask[row] === 1));
  return Uint32Array.from(new Set(newestAmong(store, rows).map(orderReader(store))));
}

/** So many lines as they stand without a sort, of all that are selected or only of some. */
function* newestLines(
  store: ColumnStore,
  { mask }: SelectionMask,
  grouping: Grouping,
  among: readonly number[] | null,
  most: number,
): Task<Uint32Array> {
  const newest = yield* newestFirst(store);
  const lineOf = grouping === 'rows' ? (row: number) => row : orderReader(store);
  const left = new Uint8Array(grouping === 'rows' ? store.rowSpan : store.orders.orderCount);
  if (among === null) left.fill(1);
  else for (const line of among) left[line] = 1;
  yield;
  const taken = new Uint32Array(most);
  for (let at = 0, count = 0; count < most && at < newest.length; at += 1) {
    const row = newest[at] ?? 0;
    if (mask[row] !== 1) continue;
    const line = lineOf(row);
    if (left[line] !== 1) continue;
    left[line] = 0;
    taken[count] = line;
    count += 1;
  }
  return taken;
}

const NO_ORDERS = new Uint32Array(0);

/** Rows that follow each other lie mostly in one segment. */
function orderReader(store: ColumnStore): (row: number) => number {
  let base = 0;
  let orderOf: Uint32Array = NO_ORDERS;
  return (row) => {
    if (row < base || row >= base + orderOf.length) ({ base, orderOf } = store.segmentOf(row));
    return orderOf[row - base] ?? 0;
  };
}
