import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { countOnes } from '#renderer/data/engine/columns/column-store.ts';
import { ROW_NOTE, type Segment, type StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import type { IdleWork, Scheduler } from '#renderer/data/scheduling/scheduler.ts';
import { keysOfCells } from '#renderer/data/storage/cubes/cube-records.ts';
import { checksum } from '#renderer/data/storage/database/bytes.ts';
import {
  addSegmentChunks,
  chunksOfSegment,
  type LedgerDatabase,
  notesRecord,
  readContents,
  type SegmentRecord,
  segmentRecord,
} from '#renderer/data/storage/database/database.ts';
import type { LedgerAccess } from '#renderer/data/storage/database/ledger-access.ts';
import type { OpenSegment } from '#renderer/data/storage/memory/row-memory.ts';
import type { EncodedSegment } from '#renderer/data/storage/segment/encode.ts';
import { joinKnownBounds, purchaseBounds } from '#renderer/data/storage/segment/layout.ts';
import { mergeSegments, placeRows } from '#renderer/data/storage/segment/merge-segments.ts';
import { createSequencer } from '#shared/base/sequencer.ts';
import type { Task } from '#shared/base/tasks.ts';
import { planCompaction } from './compaction-plan.ts';

export type Compactor = ReturnType<typeof createCompactor>;

type CompactionOptions = {
  readonly ids?: readonly number[];
  /** Called after every step; the next one begins when it resolves, unless it gives false: the work is dropped. */
  readonly pause?: () => Promise<boolean>;
};

type MergeResult = 'merged' | 'dropped' | 'nothing-to-do';

export function createCompactor(
  database: LedgerDatabase,
  store: ColumnStore,
  access: LedgerAccess,
  open: OpenSegment,
) {
  const inTurn = createSequencer();

  const merge = async ({ ids, pause }: CompactionOptions): Promise<MergeResult> => {
    const chosen = ids ?? planCompaction(candidatesOf(store));
    if (chosen === null || chosen.length === 0) return 'nothing-to-do';
    const task = prepareCompaction(store, chosen, open);
    for (;;) {
      const step = task.next();
      if (step.done === true) {
        const isWritten = await access.inTurn(() => writeCompaction(database, store, access, step.value));
        return isWritten ? 'merged' : 'dropped';
      }
      if (pause !== undefined && !(await pause())) return 'dropped';
    }
  };
  return {
    /**
     * Merges the segments named, or those that the plan picks. `dropped`: a commit made the work void, or `pause` said no.
     * Rejects with what storage or memory refused; nothing has changed then.
     */
    mergeOnce: (options: CompactionOptions = {}) => inTurn(() => merge(options)),
  };
}

/** So long after a change: a run of commits is not interrupted between two of them. */
const QUIET_MS = 250;

/** Compacts in idle moments, as long as there is something to compact. `onMerged`: what was derived has to be made anew. */
export function keepCompacted(
  scheduler: Pick<Scheduler, 'whenQuiet'>,
  compactor: Compactor,
  onMerged: () => void,
): IdleWork {
  return scheduler.whenQuiet({
    quietMs: () => QUIET_MS,
    isPutOff: false,
    async run(pause) {
      while (await pause()) {
        const result = await compactor.mergeOnce({ pause });
        if (result === 'merged') onMerged();
        if (result === 'nothing-to-do') return;
      }
    },
  });
}

function candidatesOf(store: ColumnStore) {
  return store.segments
    .filter(({ retired }) => !retired)
    .map(({ id, rowCount, isLive }) => ({ id, rowCount, liveRows: countOnes(isLive) }));
}

/** The work of a merge, in steps and outside any turn: commits may come in between and make it void. */
type PreparedCompaction = {
  readonly ids: readonly number[];
  /** Numbers of the live rows they had, in their new order. */
  readonly rows: Uint32Array;
  /** Null where no row is alive. */
  readonly merged: MergedSegment | null;
};
type MergedSegment = {
  readonly encoded: EncodedSegment;
  readonly checksum: string;
  readonly segment: Segment;
};

function* prepareCompaction(
  store: ColumnStore,
  ids: readonly number[],
  open: OpenSegment,
): Task<PreparedCompaction> {
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
  const segment = open(encoded.bytes, encoded.headerLength);
  return { ids, rows, merged: { encoded, checksum: sum, segment } };
}

/** Whether the rows taken over are still the live rows of the segments. */
function isStillTrue(store: ColumnStore, { ids, rows }: PreparedCompaction): boolean {
  const sources = segmentsOf(store, ids);
  if (sources.length !== ids.length) return false;
  // Rows only die: as many alive as were taken over are the very same.
  return sources.reduce((live, { isLive }) => live + countOnes(isLive), 0) === rows.length;
}

function segmentsOf(store: ColumnStore, ids: readonly number[]): readonly StoredSegment[] {
  const wanted = new Set(ids);
  return store.segments.filter(({ id, retired }) => !retired && wanted.has(id));
}

/**
 * Numbers of the live rows, as a merged segment holds them: as they come, but the rows of an order together, where
 * counting orders is cheaper.
 */
export function arrangeRows(segments: readonly StoredSegment[], orderCount: number): Uint32Array {
  const most = segments.reduce((sum, { rowCount }) => sum + rowCount, 0);
  /** Place of each order among those met, from 1 on. */
  const placeOf = new Uint32Array(orderCount);
  const rows = new Uint32Array(most);
  const places = new Uint32Array(most);
  /** Rows of each place, then where its next row goes. */
  const ends = new Uint32Array(most + 1);
  let count = 0;
  let met = 0;
  for (const { base, rowCount, isLive, orderOf } of segments) {
    for (let at = 0; at < rowCount; at += 1) {
      if (isLive[at] !== 1) continue;
      const order = orderOf[at] ?? 0;
      let place = placeOf[order] ?? 0;
      if (place === 0) {
        met += 1;
        place = met;
        placeOf[order] = place;
      }
      rows[count] = base + at;
      places[count] = place;
      ends[place] = (ends[place] ?? 0) + 1;
      count += 1;
    }
  }
  let end = 0;
  for (let place = 1; place <= met; place += 1) {
    const own = ends[place] ?? 0;
    ends[place] = end;
    end += own;
  }
  const arranged = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) {
    const place = places[index] ?? 0;
    const at = ends[place] ?? 0;
    ends[place] = at + 1;
    arranged[at] = rows[index] ?? 0;
  }
  return arranged;
}

/** Writes a merge in one transaction, in the serial turn of the commits; false where a commit has made it void. */
async function writeCompaction(
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
  const notes = Uint8Array.from(rows, (row) => store.noteOf(row));
  const stale = await keysOfCells(database, new Set(ids));
  const hasNotes = notes.some((note) => note !== ROW_NOTE.none);
  await write(async () => {
    if (record !== null && merged !== null) {
      await database.segments.add(record);
      await addSegmentChunks(database, id, merged.encoded.bytes);
      if (hasNotes) await database.missing.put(notesRecord(id, rows.length, (at) => notes[at]));
    }
    for (const old of ids) await chunksOfSegment(database, old).delete();
    for (const table of [database.segments, database.tombstones, database.missing]) {
      await table.bulkDelete([...ids]);
    }
    if (stale.length > 0) await database.cubes.bulkDelete(stale);
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
  const wide = bounds.reduce(joinKnownBounds, bounds[0] ?? null);
  return segmentRecord(id, encoded, checksum, purchaseBounds(segment, wide));
}
