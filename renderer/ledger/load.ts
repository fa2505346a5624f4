import { type ColumnStore, createColumnStore } from '../analysis/column-store.ts';
import type { Segment } from '../analysis/segment.ts';
import { joinBytes, type LedgerDatabase, type SegmentRecord } from './database.ts';
import { CorruptLedgerError } from './failures.ts';
import { checksum } from './segment/checksum.ts';
import { decodeSegment } from './segment/decode.ts';

/**
 * Brings the stored segments into memory. Whatever is missing or not what was written is a CorruptLedgerError:
 * nothing is skipped, because every figure would silently be wrong.
 */
export async function loadColumns(database: LedgerDatabase): Promise<ColumnStore> {
  const store = createColumnStore();
  const records = await database.segments.orderBy('id').toArray();
  const tombstones = new Map((await database.tombstones.toArray()).map((each) => [each.segment, each]));
  for (const record of records) {
    const bytes = await readSegmentBytes(database, record);
    const dead = tombstones.get(record.id);
    if (dead !== undefined && checksum(dead.bits) !== dead.checksum) {
      throw new CorruptLedgerError(`The marks of segment ${record.id} are damaged.`);
    }
    const segment = openSegment(bytes, record);
    if (segment.rowCount !== record.rowCount) {
      throw new CorruptLedgerError(`Segment ${record.id} has another number of rows than was written.`);
    }
    store.addSegment(record.id, segment, dead?.bits ?? null);
  }
  const contents = await database.meta.get('contents');
  const expected = contents?.key === 'contents' ? contents : { segments: 0, liveRows: 0, lastSegment: 0 };
  if (expected.segments !== records.length || expected.liveRows !== store.liveRows) {
    throw new CorruptLedgerError(
      `${expected.liveRows} rows in ${expected.segments} segments were written, ` +
        `${store.liveRows} in ${records.length} are there.`,
    );
  }
  return store;
}

function openSegment(bytes: Uint8Array<ArrayBuffer>, record: SegmentRecord): Segment {
  try {
    return decodeSegment(bytes, record.headerLength);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new CorruptLedgerError(`Segment ${record.id} cannot be read: ${detail}`);
  }
}

async function readSegmentBytes(
  database: LedgerDatabase,
  record: SegmentRecord,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks = await database.segmentChunks
    .where('[segment+index]')
    .between([record.id, 0], [record.id, record.chunks], true, false)
    .toArray();
  const length = chunks.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (chunks.length !== record.chunks || length !== record.byteLength) {
    throw new CorruptLedgerError(`Segment ${record.id} is not whole.`);
  }
  const bytes = joinBytes(
    chunks.map((chunk) => chunk.bytes),
    length,
  );
  if (checksum(bytes) !== record.checksum) {
    throw new CorruptLedgerError(`Segment ${record.id} is damaged.`);
  }
  return bytes;
}
