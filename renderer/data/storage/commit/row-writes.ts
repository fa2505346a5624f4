import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { ROW_NOTE, type StoredSegment } from '#renderer/data/engine/columns/stored-segment.ts';
import { bitmap } from '#renderer/data/storage/database/bytes.ts';
import type { HeldRecord, LedgerDatabase, SegmentRecord } from '#renderer/data/storage/database/database.ts';
import { addSegmentChunks, chunkCount } from '#renderer/data/storage/database/segment-chunks.ts';
import { type PurchaseBounds, purchaseBounds } from '#renderer/data/storage/segment/bounds.ts';
import { checksum } from '#renderer/data/storage/segment/checksum.ts';
import { decodeSegment } from '#renderer/data/storage/segment/decode.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import type { RowsPlan } from './plan-commit.ts';

/** How a change of rows is written: a new segment, marks on older ones; prepared before its transaction opens. */

export type PreparedRows = {
  /** Writes it; inside the caller's transaction. */
  readonly write: (database: LedgerDatabase) => Promise<void>;
  /** Makes it visible in memory once it is written. */
  readonly apply: () => void;
  readonly changesRows: boolean;
};

export type Contents = { readonly segments: number; readonly liveRows: number; readonly lastSegment: number };

/** `window` is where rows without a readable purchase date came from; null: nobody could say where to read again. */
export async function prepareRows(
  database: LedgerDatabase,
  store: ColumnStore,
  plan: RowsPlan,
  window: PurchaseBounds | null,
  heldAt: HeldRecord['readAt'],
): Promise<PreparedRows> {
  const contents = await readContents(database);
  const segmentId = contents.lastSegment + 1;
  const encoded = plan.insert.rows.length === 0 ? null : encodeSegment(plan.insert);
  const segment = encoded === null ? null : decodeSegment(encoded.bytes, encoded.headerLength);
  const record: SegmentRecord | null =
    encoded === null || segment === null
      ? null
      : {
          id: segmentId,
          rowCount: encoded.rowCount,
          byteLength: encoded.bytes.length,
          headerLength: encoded.headerLength,
          chunks: chunkCount(encoded.bytes),
          checksum: checksum(encoded.bytes),
          purchases: purchaseBounds(segment, window),
          deadRows: 0,
        };
  const tombstones = deadBits(store, plan.remove);
  const missing = missingBits(store, plan);
  const held = await database.held.toArray();

  const write = async (): Promise<void> => {
    if (record !== null && encoded !== null) {
      await database.segments.add(record);
      await addSegmentChunks(database, segmentId, encoded.bytes);
    }
    if (tombstones.length > 0) {
      const stored = await database.segments.bulkGet(tombstones.map((each) => each.segment));
      await database.segments.bulkPut(
        stored.flatMap((each, index) =>
          each === undefined ? [] : { ...each, deadRows: tombstones[index]?.deadRows ?? 0 },
        ),
      );
      await database.tombstones.bulkPut(
        tombstones.map((each) => ({
          segment: each.segment,
          bits: each.bits,
          checksum: checksum(each.bits),
        })),
      );
    }
    if (missing.put.length > 0) await database.missing.bulkPut(missing.put);
    if (missing.empty.length > 0) await database.missing.bulkDelete(missing.empty);
    const gone = held.filter(({ month }) => !plan.held.has(month)).map(({ month }) => month);
    if (gone.length > 0) await database.held.bulkDelete(gone);
    await database.held.bulkPut([...plan.heldNow].map((month) => ({ month, readAt: heldAt })));
    await database.meta.put({
      key: 'contents',
      segments: contents.segments + (record === null ? 0 : 1),
      liveRows: contents.liveRows + plan.insert.rows.length - plan.remove.length,
      lastSegment: record === null ? contents.lastSegment : segmentId,
    });
  };
  return {
    write,
    apply: () => {
      for (const { row, note } of plan.notes) store.note(row, note);
      store.markDeleted(plan.remove);
      if (segment !== null) store.addSegment(segmentId, segment, null);
    },
    changesRows: plan.remove.length > 0 || segment !== null,
  };
}

export async function readContents(database: LedgerDatabase): Promise<Contents> {
  const record = await database.meta.get('contents');
  return record?.key === 'contents' ? record : { segments: 0, liveRows: 0, lastSegment: 0 };
}

/** Rows by the segment that holds them. */
function bySegment<T>(
  store: ColumnStore,
  items: readonly T[],
  rowOf: (item: T) => number,
): ReadonlyMap<StoredSegment, readonly T[]> {
  const groups = new Map<StoredSegment, T[]>();
  for (const item of items) {
    const segment = store.segmentOf(rowOf(item));
    const group = groups.get(segment);
    if (group === undefined) groups.set(segment, [item]);
    else group.push(item);
  }
  return groups;
}

/** The new bitmaps of the segments in which rows die. */
function deadBits(store: ColumnStore, remove: readonly number[]) {
  return [...bySegment(store, remove, (row) => row)].map(([segment, rows]) => {
    const dying = new Set(rows.map((row) => row - segment.base));
    let deadRows = 0;
    const bits = bitmap(segment.rowCount, (row) => {
      const isDead = segment.isLive[row] === 0 || dying.has(row);
      if (isDead) deadRows += 1;
      return isDead;
    });
    return { segment: segment.id, bits, deadRows };
  });
}

/** The new bitmaps of the segments in which rows are noted as missing, or no longer. */
function missingBits(store: ColumnStore, { notes, remove }: RowsPlan) {
  const dead = new Set(remove);
  const put: { segment: number; gone: Uint8Array; moved: Uint8Array; checksum: string }[] = [];
  const empty: number[] = [];
  // A note on a dead row says nothing: it goes with the next change of its segment's notes.
  for (const [segment, changed] of bySegment(store, notes, ({ row }) => row)) {
    const fresh = new Map(changed.map(({ row, note }) => [row - segment.base, note]));
    const noteOf = (at: number) =>
      segment.isLive[at] === 0 || dead.has(segment.base + at)
        ? ROW_NOTE.none
        : (fresh.get(at) ?? segment.notes[at]);
    const gone = bitmap(segment.rowCount, (at) => noteOf(at) === ROW_NOTE.gone);
    const moved = bitmap(segment.rowCount, (at) => noteOf(at) === ROW_NOTE.moved);
    if ([...gone, ...moved].every((byte) => byte === 0)) empty.push(segment.id);
    else put.push({ segment: segment.id, gone, moved, checksum: checksumOfNotes(gone, moved) });
  }
  return { put, empty };
}

export function checksumOfNotes(gone: Uint8Array, moved: Uint8Array): string {
  return `${checksum(gone)}${checksum(moved)}`;
}
