import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { segmentIndexOf } from '#renderer/data/engine/columns/segment.ts';
import type { SelectionMask } from '#renderer/data/engine/filter/selection-mask.ts';
import { eachInSteps, stretchesOf, type Task } from '#shared/base/tasks.ts';

/** What became of the rows of a mask: a row keeps its number and never changes, it can only come and go. */
export type ComparedRows = {
  /** Null: some of them were merged away, and are not to be read any more. */
  readonly went: SelectionMask | null;
  readonly came: SelectionMask;
};

/**
 * Holds two masks over all rows against each other.
 * @param before of the same store at an earlier time, or of another selection
 */
export function* comparedRows(
  { segments }: Pick<ColumnStore, 'segments'>,
  before: Uint8Array,
  now: Uint8Array,
): Task<ComparedRows> {
  const went = emptyMask(segments.length, now.length);
  const came = emptyMask(segments.length, now.length);
  let [isMerged, place] = [false, 0];
  yield* eachDifference(before, now, (row) => {
    const into = now[row] === 1 ? came : went;
    for (; row >= endOf(segments[place]); place += 1);
    isMerged ||= segments[place]?.retired === true;
    into.mask[row] = 1;
    into.rowsIn[place] = (into.rowsIn[place] ?? 0) + 1;
    into.rows += 1;
  });
  return { went: isMerged ? null : went, came };
}

/** Orders of which rows came or went, and all rows of theirs that are there now. */
export type ChangedOrders = { readonly orders: ReadonlySet<number>; readonly rows: SelectionMask };

/** Of more rows of all, everything is to be read anew. */
const MOST_CHANGED = 1 / 8;

/**
 * The orders whose rows in two masks are not the same; null where rows of the first were merged away, so that nobody knows
 * any more of which orders they were, or where there are too many to be read one by one.
 */
export function* changedOrdersBetween(
  { segments, orders }: Pick<ColumnStore, 'segments' | 'orders'>,
  before: Uint8Array,
  now: Uint8Array,
): Task<ChangedOrders | null> {
  const changed = new Set<number>();
  let [isMerged, place, count] = [false, 0, 0];
  yield* eachDifference(before, now, (row) => {
    for (; row >= endOf(segments[place]); place += 1);
    const segment = segments[place];
    if (segment === undefined || segment.retired) isMerged = true;
    else changed.add(segment.orderOf[row - segment.base] ?? 0);
    count += 1;
  });
  if (isMerged || count > now.length * MOST_CHANGED) return null;
  const rows = emptyMask(segments.length, now.length);
  yield* eachInSteps(changed, (order) => {
    for (const row of orders.rowsOf(order)) {
      if (now[row] !== 1) continue;
      const of = segmentIndexOf(segments, row);
      rows.mask[row] = 1;
      rows.rowsIn[of] = (rows.rowsIn[of] ?? 0) + 1;
      rows.rows += 1;
    }
  });
  return { orders: changed, rows };
}

/** Four at a time, as 32-bit words: both begin where words do. Rows that only the second one reaches were not in the first. */
function* eachDifference(before: Uint8Array, now: Uint8Array, act: (row: number) => void): Task<undefined> {
  const words = Math.min(before.length, now.length) >>> 2;
  const [own, next] = [before, now].map(
    ({ buffer, byteOffset }) => new Uint32Array(buffer, byteOffset, words),
  );
  const actOn = (from: number, to: number): void => {
    for (let row = from; row < to; row += 1) if ((before[row] ?? 0) !== now[row]) act(row);
  };
  if (own === undefined || next === undefined) return;
  for (const { from, to } of stretchesOf(words)) {
    for (let word = from; word < to; word += 1) {
      if (own[word] !== next[word]) actOn(word * 4, word * 4 + 4);
    }
    yield;
  }
  actOn(words * 4, now.length);
}

const endOf = (segment: ColumnStore['segments'][number] | undefined): number =>
  segment === undefined ? Number.POSITIVE_INFINITY : segment.base + segment.rowCount;

const emptyMask = (segments: number, rows: number) => ({
  mask: new Uint8Array(rows),
  rowsIn: new Uint32Array(segments),
  rows: 0,
});
