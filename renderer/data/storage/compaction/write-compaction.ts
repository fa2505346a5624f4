import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { ROW_NOTE } from '#renderer/data/engine/columns/stored-segment.ts';
import { checksumOfNotes, readContents } from '#renderer/data/storage/commit/row-writes.ts';
import { bitmap } from '#renderer/data/storage/database/bytes.ts';
import {
  chunksOfSegment,
  type LedgerDatabase,
  type SegmentRecord,
} from '#renderer/data/storage/database/database.ts';
import type { LedgerAccess } from '#renderer/data/storage/database/ledger-access.ts';
import { addSegmentChunks, chunkCount } from '#renderer/data/storage/database/segment-chunks.ts';
import { joinBounds, type PurchaseBounds, purchaseBounds } from '#renderer/data/storage/segment/bounds.ts';
import { isStillTrue, type MergedSegment, type PreparedCompaction } from './prepare-compaction.ts';

/**
 * Writes a merge in one transaction and makes it true in memory; false where a commit has made it void. Has to be in
 * the serial turn of the commits.
 */
export async function writeCompaction(
  database: LedgerDatabase,
  store: ColumnStore,
  { write, follow }: Pick<LedgerAccess, 'write' | 'follow'>,
  prepared: PreparedCompaction,
): Promise<boolean> {
  if (!isStillTrue(store, prepared)) return false;
  const { ids, rows, merged } = prepared;
  const contents = await readContents(database);
  const id = contents.lastSegment + 1;
  const record = merged === null ? null : await describe(database, ids, id, merged);
  const notes = notesOf(store, rows);
  await write(async () => {
    if (record !== null && merged !== null) {
      await database.segments.add(record);
      await addSegmentChunks(database, id, merged.encoded.bytes);
      if (notes !== null) await database.missing.put({ segment: id, ...notes });
    }
    for (const old of ids) await chunksOfSegment(database, old).delete();
    for (const table of [database.segments, database.tombstones, database.missing]) {
      await table.bulkDelete([...ids]);
    }
    await database.meta.put({
      ...contents,
      key: 'contents',
      segments: contents.segments - ids.length + (record === null ? 0 : 1),
      lastSegment: record === null ? contents.lastSegment : id,
    });
  });
  follow(() => store.replaceSegments(ids, merged === null ? null : { id, segment: merged.segment, rows }));
  return true;
}

async function describe(
  database: LedgerDatabase,
  ids: readonly number[],
  id: number,
  { encoded, checksum, segment }: MergedSegment,
): Promise<SegmentRecord> {
  const records = await database.segments.bulkGet([...ids]);
  // Where rows without a readable date came from, nobody knows better than the segments they were in.
  const bounds = records.map((each) => each?.purchases ?? null);
  const wide = bounds.reduce<PurchaseBounds | null>(
    (sum, next) => (sum === null || next === null ? null : joinBounds(sum, next)),
    bounds[0] ?? null,
  );
  return {
    id,
    rowCount: encoded.rowCount,
    byteLength: encoded.bytes.length,
    headerLength: encoded.headerLength,
    chunks: chunkCount(encoded.bytes),
    checksum,
    purchases: purchaseBounds(segment, wide),
    deadRows: 0,
  };
}

/** The notes of the rows where they now stand; null where none is noted. */
function notesOf(store: ColumnStore, rows: Uint32Array) {
  const notes = Uint8Array.from(rows, (row) => store.noteOf(row));
  if (notes.every((note) => note === ROW_NOTE.none)) return null;
  const gone = bitmap(rows.length, (at) => notes[at] === ROW_NOTE.gone);
  const moved = bitmap(rows.length, (at) => notes[at] === ROW_NOTE.moved);
  return { gone, moved, checksum: checksumOfNotes(gone, moved) };
}
