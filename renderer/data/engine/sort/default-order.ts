import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';
import { lowerBound, partitionPoint } from '#shared/base/sorted-search.ts';
import { gatherKeys } from './gather-keys.ts';
import { sortByKeyTask, sortByUint32Task } from './radix-sort.ts';
import { dateKey, keysOfRows } from './row-keys.ts';
import { turnKeys, UNREADABLE_KEY, type Wanted } from './sort-keys.ts';
import { uint32SortKeys } from './uint32-sort-keys.ts';

/**
 * All live rows, newest purchase first, the rows of an order together: the order behind every other. Kept from commit
 * to commit: rows that died are left out, rows that came are put in their places.
 */
type NewestFirst = { readonly segments: number; readonly rows: Uint32Array };

/** The sort whose order this is: whoever asks for it gets the rows as they stand here. */
export const NEWEST_FIRST = { column: 'Fecha de compra', direction: 'descending' } as const;

const newestRows = defineDerivation<ColumnStore, NewestFirst>();

export function* newestFirst(store: ColumnStore): CooperativeTask<Uint32Array> {
  const { numbering } = store;
  const made = newestRows.get(store, numbering);
  if (made !== undefined) return made.rows;
  const known = newestRows.last(store);
  const segments = store.segments.length;
  const isLive = liveFlagsOf(store);
  const isFew = known !== undefined && store.rowSpan - endOf(store, known.segments) < store.rowSpan / 8;
  yield;
  const came = yield* sortedRows(store, isLive, isFew ? known.segments : 0);
  const rows = isFew ? yield* merged(store, rowsOf(known.rows, isLive), came) : came;
  return newestRows.keep(store, { segments, rows }, numbering).rows;
}

/** The rows of an order that a mask holds, in their order. */
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
function* sortedRows(
  store: ColumnStore,
  isLive: Uint8Array,
  fromSegment: number,
): CooperativeTask<Uint32Array> {
  const from = endOf(store, fromSegment);
  const all = new Uint32Array(store.rowSpan - from);
  for (let at = 0; at < all.length; at += 1) all[at] = from + at;
  const rows = rowsOf(all, isLive);
  yield;
  yield* sortByDefaultOrder(store, rows);
  return rows;
}

/** Sorts ascending rows in place: newest purchase first, orders together. */
export function* sortByDefaultOrder(store: ColumnStore, rows: Uint32Array): CooperativeTask<undefined> {
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

/** The segments that ascending rows lie in. */
export function segmentsOf(store: ColumnStore, rows: Uint32Array): Wanted {
  const wanted = store.segments.map(({ base, rowCount }) => holdsAny(rows, base, base + rowCount));
  return (index) => wanted[index] === true;
}

/** Whether ascending rows have one in [from, to). */
function holdsAny(rows: Uint32Array, from: number, to: number): boolean {
  return (rows[lowerBound(rows, from)] ?? to) < to;
}

/** Rows that find their places in one go. */
const ROWS_A_SLICE = 1024;

/** Two sorted lists as one; few rows come into many. */
function* merged(store: ColumnStore, many: Uint32Array, few: Uint32Array): CooperativeTask<Uint32Array> {
  const out = new Uint32Array(many.length + few.length);
  let from = 0;
  let written = 0;
  for (let at = 0; at < few.length; at += 1) {
    if (at % ROWS_A_SLICE === 0) yield;
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

function placeOf(store: ColumnStore, row: number): { readonly key: number; readonly order: number } {
  const segment = store.segmentOf(row);
  const at = row - segment.base;
  const key = dateKey(segment, 'Fecha de compra', at);
  return { key: key < UNREADABLE_KEY ? 0 - key : key, order: segment.orderOf[at] ?? 0 };
}
