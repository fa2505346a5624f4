import { type ColumnStore, createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { ROW_NOTE, type Segment } from '#renderer/data/engine/columns/segment.ts';
import { bitAt, checksum, countBits, joinBytes } from '#renderer/data/storage/database/bytes.ts';
import {
  checksumOfNotes,
  chunksOfSegment,
  type LedgerDatabase,
  readContents,
  type SegmentRecord,
  segmentRecordSchema,
} from '#renderer/data/storage/database/database.ts';
import { CorruptLedgerError, passMemoryRefused } from '#renderer/data/storage/database/failures.ts';
import type { OpenSegment } from '#renderer/data/storage/memory/row-memory.ts';
import {
  decodeSegment,
  joinKnownBounds,
  type PurchaseBounds,
} from '#renderer/data/storage/segment/layout.ts';

/** Brings the stored segments into memory, and tells which of them are not what was written. */

export type Loaded = {
  readonly store: ColumnStore;
  /** Segments that cannot be read, by id; `segments` can. */
  readonly unreadable: readonly number[];
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

type LoadListeners = {
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
  /** Waited for before each segment. */
  readonly pause?: (() => Promise<void>) | undefined;
};

export type LoadProgress = { readonly rowsRead: number; readonly rows: number };

/**
 * Reads everything; what fails is read once more before it counts as lost. `hasReads`: rows are expected. Throws when not
 * even the list of segments can be read, and MemoryRefusedError when there is no room for the rows.
 */
export async function loadColumns(
  database: LedgerDatabase,
  hasReads: boolean,
  open: OpenSegment,
  { onProgress = () => {}, pause = async () => {} }: LoadListeners = {},
): Promise<Loaded> {
  const store = createColumnStore();
  const entries = await readRecords(database);
  const rows = entries.reduce((sum, { known }) => sum + (known?.rowCount ?? 0), 0);
  const unreadable: number[] = [];
  /** Where the purchases of lost rows lie; null: anywhere. */
  const losses: (PurchaseBounds | null)[] = [];
  let expectedRows = 0;
  let rowsRead = 0;
  const add = (id: number, known: SegmentRecord | null, loaded: LoadedSegment | null) => {
    if (known !== null) expectedRows += known.rowCount - known.deadRows;
    if (loaded !== null) store.addSegment(id, loaded.segment, loaded.dead);
    else {
      unreadable.push(id);
      losses.push(known?.purchases ?? null);
    }
    rowsRead += known?.rowCount ?? 0;
    onProgress({ rowsRead, rows });
  };
  await readSegments(database, entries, open, add, pause);
  await loadNotes(database, store);
  const contents = await twice(() => database.meta.get('contents'));
  const written = await readContents(database);
  const missing = written.liveRows - store.liveRows;
  // Segments whose very record is gone, or rows that no record accounts for.
  const isUnaccounted =
    contents === undefined
      ? entries.length > 0 || hasReads
      : written.segments !== entries.length || written.liveRows !== expectedRows;
  if (isUnaccounted) losses.push(null);
  const isWhole = losses.length === 0 || (contents !== undefined && missing === 0);
  const rowsLost = contents === undefined || missing < 0 ? null : missing;
  const purchases = losses.reduce(joinKnownBounds, losses[0] ?? null);
  const loss = isWhole ? null : { rows: rowsLost, purchases };
  return { store, unreadable, segments: entries.length - unreadable.length, loss };
}

/** Every segment's record, ascending; null where what is stored is none. */
export async function readRecords(database: LedgerDatabase) {
  const ids = await twice(() => database.segments.toCollection().primaryKeys());
  const all = await twice(() => database.segments.toArray()).catch(() => null);
  const entries: { readonly id: number; readonly known: SegmentRecord | null }[] = [];
  for (const [index, id] of ids.entries()) {
    // One that cannot be read keeps all from being read at once.
    const record = all === null ? await twice(() => database.segments.get(id)).catch(() => null) : all[index];
    const parsed = segmentRecordSchema.safeParse(record);
    entries.push({ id, known: parsed.success && parsed.data.id === id ? parsed.data : null });
  }
  return entries;
}

/** A read that fails may be a passing trouble of the disk: it is tried once more. */
async function twice<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    passMemoryRefused(error);
    return read();
  }
}

/** Notes of missing rows. Damaged ones are left out: the next complete reading finds the rows missing again. */
async function loadNotes(database: LedgerDatabase, store: ColumnStore): Promise<void> {
  const records = new Map((await database.missing.toArray()).map((each) => [each.segment, each]));
  for (const segment of store.segments) {
    const notes = records.get(segment.id);
    if (notes === undefined || checksumOfNotes(notes.gone, notes.moved) !== notes.checksum) continue;
    for (let at = 0; at < segment.rowCount; at += 1) {
      if (segment.isLive[at] !== 1) continue;
      if (bitAt(notes.gone, at)) segment.notes[at] = ROW_NOTE.gone;
      else if (bitAt(notes.moved, at)) segment.notes[at] = ROW_NOTE.moved;
    }
  }
}

/** Stored segments one after the other, checked; the next ones are on their way while one is decoded. */

export type LoadedSegment = { readonly segment: Segment; readonly dead: Uint8Array | null };

/** Segments asked for ahead: their bytes are held besides those of the rows in memory. */
const AHEAD = 2;

/**
 * Calls `take` for each, in order; with null where a segment cannot be read, or is not what was written, twice. Throws
 * MemoryRefusedError: no room is no damage.
 */
async function readSegments(
  database: LedgerDatabase,
  entries: readonly { readonly id: number; readonly known: SegmentRecord | null }[],
  open: OpenSegment,
  take: (id: number, known: SegmentRecord | null, loaded: LoadedSegment | null) => void,
  pause: () => Promise<void>,
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
    await pause();
    const stored = await asked[index];
    delete asked[index];
    if (index + AHEAD < entries.length) ask(index + AHEAD);
    take(id, known, known === null ? null : await openStored(database, known, stored ?? null, open));
  }
}

type Stored = { readonly chunks: readonly Uint8Array[]; readonly tombstone: Tombstone | undefined };
export type Tombstone = { readonly bits: Uint8Array; readonly checksum: string };

async function readStored(database: LedgerDatabase, { id }: SegmentRecord): Promise<Stored> {
  const [chunks, tombstone] = await Promise.all([
    chunksOfSegment(database, id).toArray(),
    database.tombstones.get(id),
  ]);
  return { chunks: chunks.map(({ bytes }) => bytes), tombstone };
}

/** One segment; null where it cannot be read, or is not what was written, twice. Throws MemoryRefusedError. */
export const readSegment = (database: LedgerDatabase, record: SegmentRecord): Promise<LoadedSegment | null> =>
  openStored(database, record, null, decodeSegment);

/** A failed read may be a passing trouble of the disk: it is tried once more. */
async function openStored(
  database: LedgerDatabase,
  record: SegmentRecord,
  stored: Stored | null,
  open: OpenSegment,
): Promise<LoadedSegment | null> {
  try {
    if (stored !== null) return check(record, stored, open);
  } catch (error) {
    passMemoryRefused(error);
  }
  try {
    return check(record, await readStored(database, record), open);
  } catch (error) {
    return passMemoryRefused(error);
  }
}

/** Throws CorruptLedgerError unless every byte, and every mark of a dead row, is as it was written. */
function check(record: SegmentRecord, { chunks, tombstone }: Stored, open: OpenSegment): LoadedSegment {
  const bytes = joinBytes(chunks);
  if (bytes.length !== record.byteLength || checksum(bytes) !== record.checksum) {
    throw new CorruptLedgerError(`Segment ${record.id} is damaged.`);
  }
  const segment = open(bytes, record.headerLength, record.purchases);
  if (segment.rowCount !== record.rowCount) {
    throw new CorruptLedgerError(`Segment ${record.id} has another number of rows than was written.`);
  }
  if (!areMarksWhole(record, tombstone)) {
    throw new CorruptLedgerError(`The marks of segment ${record.id} are damaged.`);
  }
  return { segment, dead: tombstone?.bits ?? null };
}

/** Whether a segment's marks of dead rows are as they were written. */
export function areMarksWhole({ deadRows }: SegmentRecord, tombstone: Tombstone | undefined): boolean {
  if (tombstone === undefined) return deadRows === 0;
  return checksum(tombstone.bits) === tombstone.checksum && countBits(tombstone.bits) === deadRows;
}
