import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { Segment } from '#renderer/data/engine/columns/segment.ts';
import type { StoredSegment } from '#renderer/data/engine/columns/stored-segment.ts';
import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';
import { checksum } from '#renderer/data/storage/segment/checksum.ts';
import { decodeSegment } from '#renderer/data/storage/segment/decode.ts';
import type { EncodedSegment } from '#renderer/data/storage/segment/encode.ts';
import { mergeSegments } from '#renderer/data/storage/segment/merge-segments.ts';
import { placeRows } from '#renderer/data/storage/segment/placement.ts';
import { arrangeRows } from './arrange-rows.ts';

/** The work of a merge, in slices and outside any turn: commits may come in between and make it void. */
export type PreparedCompaction = {
  /** Ids of the segments that end. */
  readonly ids: readonly number[];
  /** Numbers of the live rows they had, in their new order. */
  readonly rows: Uint32Array;
  /** Null where no row is alive. */
  readonly merged: MergedSegment | null;
};
export type MergedSegment = {
  readonly encoded: EncodedSegment;
  readonly checksum: string;
  readonly segment: Segment;
};

export function* prepareCompaction(
  store: ColumnStore,
  ids: readonly number[],
): CooperativeTask<PreparedCompaction> {
  const sources = segmentsOf(store, ids);
  const rows = arrangeRows(sources, store.orders.orderCount);
  yield;
  if (rows.length === 0) return { ids, rows, merged: null };
  const placement = placeRows(sources, rows);
  yield;
  const encoded = yield* mergeSegments(sources, placement);
  yield;
  const sum = checksum(encoded.bytes);
  yield;
  const segment = decodeSegment(encoded.bytes, encoded.headerLength);
  return { ids, rows, merged: { encoded, checksum: sum, segment } };
}

/** Whether the rows taken over are still the live rows of the segments. */
export function isStillTrue(store: ColumnStore, { ids, rows }: PreparedCompaction): boolean {
  const sources = segmentsOf(store, ids);
  if (sources.length !== ids.length) return false;
  // Rows only die: as many alive as were taken over are the very same.
  let live = 0;
  for (const { isLive } of sources) for (let at = 0; at < isLive.length; at += 1) live += isLive[at] ?? 0;
  return live === rows.length;
}

/** In the order of their rows' numbers. */
function segmentsOf(store: ColumnStore, ids: readonly number[]): readonly StoredSegment[] {
  const wanted = new Set(ids);
  return store.segments.filter(({ id, retired }) => !retired && wanted.has(id));
}
