import { type ColumnStore, countOnes } from '#renderer/data/engine/columns/column-store.ts';
import { boundsOf } from '#renderer/data/engine/columns/facts.ts';
import type { StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import { cellsOf, condenseRows, datesWithCells } from '#renderer/data/engine/cubes/cube-store.ts';
import { cellsToKeep } from '#renderer/data/engine/cubes/kept-cells.ts';
import type { IdleWork, Scheduler } from '#renderer/data/scheduling/scheduler.ts';
import { checksum } from '#renderer/data/storage/database/bytes.ts';
import type { CubeRecord, LedgerDatabase } from '#renderer/data/storage/database/database.ts';
import type { LedgerAccess } from '#renderer/data/storage/database/ledger-access.ts';
import { encodeCells } from '#renderer/data/storage/segment/cell-bytes.ts';
import { createSequencer } from '#shared/base/sequencer.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { PeriodColumn } from '#shared/domain/selection.ts';
import { keyOfCells, keysOfCells, stampOfCells } from './cube-records.ts';

export type CubeKeeper = ReturnType<typeof createCubeKeeper>;

type Kept = 'kept' | 'dropped';

type KeepOptions = {
  /** Called after every step; the next one begins when it resolves, unless it gives false: what is left is dropped. */
  readonly pause?: () => Promise<boolean>;
  readonly mostCellsARow?: number;
};

/** Fewer rows are read as fast as their cells would be. */
export const LEAST_ROWS_KEPT = 100_000;

/** Keeps the cells of the rows in the database, for the next start. */
export function createCubeKeeper(
  database: LedgerDatabase,
  store: ColumnStore,
  access: LedgerAccess,
  leastRows = LEAST_ROWS_KEPT,
) {
  const inTurn = createSequencer();

  const keep = async ({ pause = async () => true, mostCellsARow }: KeepOptions): Promise<Kept> => {
    if (store.liveRows < leastRows) return 'kept';
    const begunAt = store.changes;
    /** Undefined where a commit came in between, or `pause` said no. */
    const finish = async <T>(task: Task<T>): Promise<{ readonly made: T } | undefined> => {
      for (;;) {
        if (!(await pause()) || store.changes !== begunAt) return undefined;
        const step = task.next();
        if (step.done === true) return { made: step.value };
      }
    };
    if ((await finish(condenseRows(store, mostCellsARow))) === undefined) return 'dropped';
    const kept = new Set((await keysOfCells(database)).map((key) => key.join()));
    const wanted = new Set<string>();
    for (const date of datesWithCells(store)) {
      for (const segment of store.segments) {
        const cells = segment.retired ? null : cellsOf(segment, date);
        if (cells === null) continue;
        const stamp = await stampNow(database, segment.id);
        if (stamp === null) continue;
        const name = keyOfCells(segment.id, date, stamp).join();
        wanted.add(name);
        if (kept.has(name)) continue;
        const record = await finish(recordOf(store, segment, cells, date));
        if (record === undefined) return 'dropped';
        const isWritten = await access.inTurn(async () => {
          if (store.changes !== begunAt) return false;
          await access.write(() => database.cubes.put({ ...record.made, stamp }));
          return true;
        });
        if (!isWritten) return 'dropped';
      }
    }
    return (await forgetOthers(wanted, begunAt)) ? 'kept' : 'dropped';
  };

  /** Cells of what is no more, or is something else now. */
  const forgetOthers = (wanted: ReadonlySet<string>, begunAt: number): Promise<boolean> =>
    access.inTurn(async () => {
      if (store.changes !== begunAt) return false;
      const others = (await keysOfCells(database)).filter((key) => !wanted.has(key.join()));
      if (others.length > 0) await access.write(() => database.cubes.bulkDelete(others));
      return true;
    });

  return {
    /** Rejects with what storage or memory refused; what was written until then stays. */
    keepOnce: (options: KeepOptions = {}) => inTurn(() => keep(options)),
  };
}

/** So long after the last change: a run of commits makes cells stale as fast as they are written. */
const QUIET_MS = 4_000;

/** Keeps cells in idle moments, from now on and after each wake. */
export function keepCubes(scheduler: Pick<Scheduler, 'whenQuiet'>, keeper: CubeKeeper): IdleWork {
  const work: IdleWork = scheduler.whenQuiet({
    quietMs: () => QUIET_MS,
    isPutOff: true,
    async run(pause) {
      if ((await keeper.keepOnce({ pause })) === 'dropped') work.wake();
    },
  });
  return work;
}

/** Null where the segment is no more. */
async function stampNow(database: LedgerDatabase, segment: number): Promise<string | null> {
  const [record, tombstone] = await Promise.all([
    database.segments.get(segment),
    database.tombstones.get(segment),
  ]);
  return record === undefined ? null : stampOfCells(record, tombstone);
}

function* recordOf(
  store: ColumnStore,
  segment: StoredSegment,
  cells: StoredSegment,
  date: PeriodColumn,
): Task<Omit<CubeRecord, 'stamp'>> {
  const known = { rows: countOnes(segment.isLive), bounds: boundsOf(segment, store.dates) };
  const { bytes, headerLength } = yield* encodeCells(cellsToKeep(store, segment, cells, known));
  yield;
  return { segment: segment.id, date, bytes, headerLength, checksum: checksum(bytes) };
}
