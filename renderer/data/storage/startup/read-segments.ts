import type { Segment } from '#renderer/data/engine/columns/segment.ts';
import { countBits, joinBytes } from '#renderer/data/storage/database/bytes.ts';
import {
  chunksOfSegment,
  type LedgerDatabase,
  type SegmentRecord,
} from '#renderer/data/storage/database/database.ts';
import { CorruptLedgerError, passMemoryRefused } from '#renderer/data/storage/database/failures.ts';
import { checksum } from '#renderer/data/storage/segment/checksum.ts';
import { decodeSegment } from '#renderer/data/storage/segment/decode.ts';

/** Stored segments one after the other, checked; the next ones are on their way while one is decoded. */

export type LoadedSegment = { readonly segment: Segment; readonly dead: Uint8Array | null };

/** Segments asked for ahead: their bytes are held besides those of the rows in memory. */
const AHEAD = 2;

/**
 * Calls `take` for each, in order; with null where a segment cannot be read, or is not what was written, twice.
 * Throws MemoryRefusedError: no room is no damage.
 */
export async function readSegments(
  database: LedgerDatabase,
  entries: readonly { readonly id: number; readonly known: SegmentRecord | null }[],
  take: (id: number, known: SegmentRecord | null, loaded: LoadedSegment | null) => void,
): Promise<void> {
  const asked: Promise<Stored | null>[] = [];
  const ask = (index: number): void => {
    const known = entries[index]?.known ?? null;
    asked[index] =
      known === null ? Promise.resolve(null) : readStored(database, known).catch(passMemoryRefused);
    // Whoever waits for it finds out; until then nobody has to.
    asked[index]?.catch(() => undefined);
  };
  for (let index = 0; index < Math.min(AHEAD, entries.length); index += 1) ask(index);
  for (const [index, { id, known }] of entries.entries()) {
    const stored = await asked[index];
    delete asked[index];
    if (index + AHEAD < entries.length) ask(index + AHEAD);
    take(id, known, known === null ? null : await openStored(database, known, stored ?? null));
  }
}

type Stored = { readonly chunks: readonly Uint8Array[]; readonly tombstone: Tombstone | undefined };
type Tombstone = { readonly bits: Uint8Array; readonly checksum: string };

async function readStored(database: LedgerDatabase, { id }: SegmentRecord): Promise<Stored> {
  const [chunks, tombstone] = await Promise.all([
    chunksOfSegment(database, id).toArray(),
    database.tombstones.get(id),
  ]);
  return { chunks: chunks.map(({ bytes }) => bytes), tombstone };
}

/** What was read may be a passing trouble of the disk: it is read once more. */
async function openStored(
  database: LedgerDatabase,
  record: SegmentRecord,
  stored: Stored | null,
): Promise<LoadedSegment | null> {
  try {
    if (stored !== null) return check(record, stored);
  } catch (error) {
    passMemoryRefused(error);
  }
  try {
    return check(record, await readStored(database, record));
  } catch (error) {
    return passMemoryRefused(error);
  }
}

/** Throws CorruptLedgerError unless every byte, and every mark of a dead row, is as it was written. */
function check(record: SegmentRecord, { chunks, tombstone }: Stored): LoadedSegment {
  const bytes = joinBytes(chunks);
  if (bytes.length !== record.byteLength || checksum(bytes) !== record.checksum) {
    throw new CorruptLedgerError(`Segment ${record.id} is damaged.`);
  }
  const segment = decodeSegment(bytes, record.headerLength);
  if (segment.rowCount !== record.rowCount) {
    throw new CorruptLedgerError(`Segment ${record.id} has another number of rows than was written.`);
  }
  const deadRows = tombstone === undefined ? 0 : countBits(tombstone.bits);
  const isMarked = tombstone === undefined || checksum(tombstone.bits) === tombstone.checksum;
  if (!isMarked || deadRows !== record.deadRows) {
    throw new CorruptLedgerError(`The marks of segment ${record.id} are damaged.`);
  }
  return { segment, dead: tombstone?.bits ?? null };
}
