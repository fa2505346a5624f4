import type { Task } from '#shared/base/tasks.ts';
import { type ColumnStore, createColumnStore } from './column-store.ts';
import type { RowNote } from './segment.ts';

/**
 * The rows as they are when the task begins, in a store of their own that no commit and no compaction reaches. Columns are
 * shared with the other store, for segments never change; which rows are alive is copied at once, before the first step
 * ends, and the index of orders is made anew, segment by segment.
 */
export function* freezeStore(store: ColumnStore): Task<ColumnStore> {
  const taken = store.segments
    .filter(({ retired }) => !retired)
    .map((segment) => ({ segment, isLive: segment.isLive.slice(), notes: segment.notes.slice() }));
  const frozen = createColumnStore({ revision: store.revision, dates: store.dates });
  for (const { segment, isLive, notes } of taken) {
    const base = frozen.rowSpan;
    const { id, rowCount, columns } = segment;
    frozen.addSegment(id, { rowCount, columns }, deadBits(isLive));
    for (const [at, note] of notes.entries()) {
      if (note !== 0) frozen.note(base + at, note as RowNote);
    }
    yield;
  }
  return frozen;
}

function deadBits(isLive: Uint8Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(isLive.length / 8));
  for (let row = 0; row < isLive.length; row += 1) {
    if (isLive[row] === 0) bits[row >>> 3] = (bits[row >>> 3] ?? 0) | (1 << (row & 7));
  }
  return bits;
}
