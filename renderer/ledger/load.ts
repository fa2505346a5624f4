import { z } from 'zod';
import { type ColumnStore, createColumnStore, ROW_NOTE } from '../analysis/rows/column-store.ts';
import type { Segment } from '../analysis/rows/segment.ts';
import { bitAt, countBits, joinBytes } from './bytes.ts';
import { chunksOfSegment, type LedgerDatabase, type SegmentRecord } from './database.ts';
import { CorruptLedgerError } from './failures.ts';
import { checksumOfNotes, readContents } from './row-writes.ts';
import { joinBounds, type PurchaseBounds } from './segment/bounds.ts';
import { checksum } from './segment/checksum.ts';
import { decodeSegment } from './segment/decode.ts';

/** Brings the stored segments into memory, and tells which of them are not what was written. */

export type Loaded = {
  readonly store: ColumnStore;
  /** Segments that cannot be read, by id. */
  readonly unreadable: readonly number[];
  /** Segments that can. */
  readonly segments: number;
  /** Rows that were there and are not; null: all is whole. */
  readonly loss: Loss | null;
};

export type Loss = {
  /** Null: nobody knows how many. */
  readonly rows: number | null;
  /** Purchases among which they were; null: anywhere. */
  readonly purchases: PurchaseBounds | null;
};

const segmentRecordSchema = z.object({
  id: z.int(),
  rowCount: z.int().min(1),
  byteLength: z.int().min(1),
  headerLength: z.int().min(1),
  chunks: z.int().min(1),
  checksum: z.string(),
  purchases: z.object({ fromMs: z.number(), toMs: z.number() }).nullable(),
  deadRows: z.int().min(0),
}) satisfies z.ZodType<SegmentRecord>;

type LoadedSegment = { readonly segment: Segment; readonly dead: Uint8Array | null };

/**
 * Reads everything; what fails is read once more before it counts as lost. `hasReads`: something is known to have
 * been read, so that rows are expected. Throws CorruptLedgerError when not even the list of segments can be read.
 */
export async function loadColumns(database: LedgerDatabase, hasReads: boolean): Promise<Loaded> {
  const store = createColumnStore();
  const ids = await twice(() => database.segments.toCollection().primaryKeys());
  const unreadable: number[] = [];
  const losses: Loss[] = [];
  let expectedRows = 0;
  for (const id of ids) {
    const record = await twice(() => database.segments.get(id)).catch(() => undefined);
    const known = segmentRecordSchema.safeParse(record);
    const loaded = known.success
      ? await twice(() => readSegment(database, known.data)).catch(() => null)
      : null;
    if (known.success) expectedRows += known.data.rowCount - known.data.deadRows;
    if (loaded !== null) store.addSegment(id, loaded.segment, loaded.dead);
    else {
      unreadable.push(id);
      losses.push(
        known.success
          ? { rows: known.data.rowCount - known.data.deadRows, purchases: known.data.purchases }
          : { rows: null, purchases: null },
      );
    }
  }
  await loadNotes(database, store);
  const contents = await twice(() => database.meta.get('contents'));
  if (contents === undefined && (ids.length > 0 || hasReads)) losses.push({ rows: null, purchases: null });
  const written = await readContents(database);
  const missing = written.liveRows - store.liveRows;
  // Segments whose very record is gone, or rows that no record accounts for.
  if (contents !== undefined && (written.segments !== ids.length || written.liveRows !== expectedRows)) {
    losses.push({ rows: null, purchases: null });
  }
  const isWhole = losses.length === 0 || (contents !== undefined && missing === 0);
  return {
    store,
    unreadable,
    segments: ids.length - unreadable.length,
    loss: isWhole
      ? null
      : { ...together(losses), rows: contents === undefined || missing < 0 ? null : missing },
  };
}

/** Losses as one: all their rows, and a range that holds all their purchases. */
function together(losses: readonly Loss[]): Pick<Loss, 'purchases'> {
  const purchases = losses.reduce<PurchaseBounds | null | undefined>((sum, { purchases: next }) => {
    if (sum === undefined) return next;
    if (sum === null || next === null) return null;
    return joinBounds(sum, next);
  }, undefined);
  return { purchases: purchases ?? null };
}

/** A read that fails may be a passing trouble of the disk: it is tried once more. */
async function twice<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch {
    return read();
  }
}

/** Throws CorruptLedgerError unless every byte, and every mark of a dead row, is as it was written. */
async function readSegment(database: LedgerDatabase, record: SegmentRecord): Promise<LoadedSegment> {
  const bytes = joinBytes((await chunksOfSegment(database, record.id).toArray()).map((chunk) => chunk.bytes));
  if (bytes.length !== record.byteLength || checksum(bytes) !== record.checksum) {
    throw new CorruptLedgerError(`Segment ${record.id} is damaged.`);
  }
  const segment = decodeSegment(bytes, record.headerLength);
  if (segment.rowCount !== record.rowCount) {
    throw new CorruptLedgerError(`Segment ${record.id} has another number of rows than was written.`);
  }
  const tombstone = await database.tombstones.get(record.id);
  const deadRows = tombstone === undefined ? 0 : countBits(tombstone.bits);
  const isMarked = tombstone === undefined || checksum(tombstone.bits) === tombstone.checksum;
  if (!isMarked || deadRows !== record.deadRows) {
    throw new CorruptLedgerError(`The marks of segment ${record.id} are damaged.`);
  }
  return { segment, dead: tombstone?.bits ?? null };
}

/** Notes of missing rows. Damaged ones are left out: the next complete reading finds the rows missing again. */
async function loadNotes(database: LedgerDatabase, store: ColumnStore): Promise<void> {
  const records = new Map((await database.missing.toArray()).map((each) => [each.segment, each]));
  for (const segment of store.segments) {
    const notes = records.get(segment.id);
    if (notes === undefined || checksumOfNotes(notes.gone, notes.moved) !== notes.checksum) continue;
    for (let at = 0; at < segment.rowCount; at += 1) {
      if (segment.alive[at] !== 1) continue;
      if (bitAt(notes.gone, at)) segment.notes[at] = ROW_NOTE.gone;
      else if (bitAt(notes.moved, at)) segment.notes[at] = ROW_NOTE.moved;
    }
  }
}
