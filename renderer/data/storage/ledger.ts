import type { AnnotationIndex } from '#renderer/data/engine/annotation-index.ts';
import { createChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { AnnotationChanges } from '#renderer/data/model/annotations.ts';
import type { Coverage } from '#renderer/data/model/coverage.ts';
import type { Damage } from '#renderer/data/model/ledger.ts';
import type { RunsQuery } from '#renderer/data/model/runs.ts';
import type { Activity } from '#renderer/data/scheduling/scheduler.ts';
import type { Pause } from '#shared/base/tasks.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { LedgerCalls } from '#shared/contract/ledger.ts';
import type { Handlers } from '#shared/contract/rpc.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import { readAnnotations, writeAnnotations } from './annotations.ts';
import { readChangeRecords } from './commit/change-log.ts';
import { readQueue } from './commit/commit.ts';
import { describePendingRemovals } from './commit/pending-removals.ts';
import { markCutOff, readRuns, readRunWindows } from './commit/run-log.ts';
import { type Compactor, createCompactor } from './compaction/compactor.ts';
import { countByMonth, monthCoverage } from './coverage/coverage.ts';
import { type CubeKeeper, createCubeKeeper } from './cubes/cube-keeper.ts';
import { defineDatabase, type LedgerDatabase } from './database/database.ts';
import { asLedgerFailure, unlessStorageFull } from './database/failures.ts';
import { presentOf } from './database/known-time.ts';
import { createAccess } from './database/ledger-access.ts';
import { createLedgerCalls } from './ledger-calls.ts';
import { createRowMemory, NO_BOUND, type RowMemory, type RowMemoryOptions } from './memory/row-memory.ts';
import { type LoadProgress, loadColumns } from './startup/load.ts';
import { type CellsAtStart, type LoadedCells, loadCells } from './startup/load-cells.ts';
import {
  acquireOwnership,
  type Identity,
  type LedgerListeners,
  type OpenLedger,
  openDatabase,
  readCheckpoint,
  readDamage,
  repairLedger,
} from './startup/opening.ts';

/** One account's ledger, opened by the page that owns it. */
export type Ledger = Identity & {
  readonly accountId: string;
  readonly store: ColumnStore;
  /** Rows lost to damaged storage that have not been read again yet. */
  readonly damage: () => Damage | null;
  /** The last reading that the rows hold, by the server's clock; null before the first. */
  readonly readUntil: () => UtcInstant | null;
  /** How far changes were read: known up to, and from where they are asked for next (the watermark). */
  readonly changesRead: () => {
    readonly knownUntil: UtcInstant | null;
    readonly watermark: UtcInstant | null;
  };
  readonly calls: Handlers<LedgerCalls>;
  readonly reads: ReturnType<typeof createLedgerReads>;
  /** The user's annotations. */
  readonly annotations: AnnotationIndex;
  readonly annotate: (changes: AnnotationChanges) => Promise<void>;
  /** For what tools keep beside the rows: statements, the orders of closed months. */
  readonly storage: Pick<OpenLedger, 'database' | 'access'>;
  readonly merger: Compactor;
  readonly cubes: CubeKeeper;
  readonly activity: Activity;
  /** Keeps all that a backup may have to read as it is until the returned function is called. */
  readonly holdForBackup: () => () => void;
  readonly memory: RowMemory;
  readonly close: () => void;
};

/** Figures of the copy before its rows are in memory. */
export type FiguresAtStart = LoadedCells & {
  readonly annotations: AnnotationIndex;
  readonly damage: Damage | null;
  readonly readUntil: UtcInstant | null;
  /** Counted when it is first asked for. Null where rows wait for the user's word: which these are, only they can tell. */
  readonly coverage: () => Coverage | null;
};

/** Who follows the opening of a ledger, and what its rows may take. */
export type OpeningListeners = {
  readonly onProgress?: (progress: LoadProgress) => void;
  /** The cells of all rows are there, long before these; not called where they are not kept. */
  readonly onCells?: (figures: FiguresAtStart) => void;
  /** Waited for before each segment: whoever asks of the cells comes first. */
  readonly pause?: () => Promise<void>;
  /** The same of an open ledger's judgements and plans, between their steps. */
  readonly pauseInCommit?: Pause;
  /** How much memory rows may take; without it, as much as they need. */
  readonly rowMemory?: RowMemoryOptions;
};

/**
 * Opens the database, makes this page its owner (all earlier owners' writes are refused from here on), loads the
 * rows and sets aside what is damaged. `database`: another than the account's first one. Throws NewerSchemaError, CorruptLedgerError, MemoryRefusedError, or what storage
 * says. Long, for it puts the parts of an open ledger together.
 */
export async function openLedger(
  accountId: string,
  listeners: LedgerListeners,
  { onProgress, onCells, pause, pauseInCommit = async () => {}, rowMemory = NO_BOUND }: OpeningListeners = {},
  database = defineDatabase(accountId),
): Promise<Ledger> {
  const memory = createRowMemory(rowMemory, () => listeners.onRowsLost?.());
  try {
    await openDatabase(database);
    const identity = await acquireOwnership(database);
    const access = createAccess(database, identity, listeners);
    const before = await readCheckpoint(database);
    const { loaded: cells, refused } =
      onCells === undefined ? NO_CELLS : await loadCells(database, presentOf(before));
    if (cells !== null) onCells?.(await figuresAtStart(database, cells, before));
    const hasReads = before !== null && before.reads.length > 0;
    const loaded = await loadColumns(database, hasReads, memory.open, { onProgress, pause });
    if (refused.length > 0) {
      await access.write(() => database.cubes.bulkDelete([...refused])).catch(unlessStorageFull);
    }
    await repairLedger(database, access.write, loaded);
    await markCutOff(database, access.write).catch(unlessStorageFull);
    const { store } = loaded;
    const open: OpenLedger = {
      database,
      access,
      store,
      memory,
      listeners,
      pause: pauseInCommit,
      checkpoint: await readCheckpoint(database),
      damage: await readDamage(database),
      changes: null,
    };
    store.setPresent(presentOf(open.checkpoint));
    const annotations = await readAnnotations(database);
    return {
      accountId,
      ...identity,
      store,
      damage: () => open.damage,
      readUntil: () => presentOf(open.checkpoint),
      changesRead: () => ({
        knownUntil: open.checkpoint?.changes.knownUntil ?? null,
        watermark: open.checkpoint?.changes.from ?? null,
      }),
      calls: createLedgerCalls(open),
      reads: createLedgerReads(open),
      annotations,
      storage: { database, access },
      annotate: (changes) => writeAnnotations(database, access, annotations, changes),
      merger: createCompactor(database, store, access, memory.open),
      cubes: createCubeKeeper(database, store, access),
      activity: access.activity,
      holdForBackup: () => beginAll([access.activity, access.backups]),
      memory,
      close: () => {
        access.close();
        memory.close();
      },
    };
  } catch (error) {
    database.close();
    memory.close();
    throw asLedgerFailure(error);
  }
}

/** Begins in all of them; what it returns ends it. */
function beginAll(activities: readonly Activity[]): () => void {
  const ends = activities.map((each) => each.begin());
  return () => {
    for (const end of ends) end();
  };
}

async function figuresAtStart(
  database: LedgerDatabase,
  cells: LoadedCells,
  checkpoint: Checkpoint | null,
): Promise<FiguresAtStart> {
  return {
    ...cells,
    annotations: await readAnnotations(database),
    damage: await readDamage(database),
    readUntil: presentOf(checkpoint),
    coverage: await coverageOfCells(database, cells, checkpoint),
  };
}

/** All is read now: later it may be of other rows. */
async function coverageOfCells(
  database: LedgerDatabase,
  { store, cells }: LoadedCells,
  checkpoint: Checkpoint | null,
): Promise<() => Coverage | null> {
  if ((await database.held.count()) > 0) return () => null;
  const controls = await database.controls.toArray();
  const queue = await readQueue(database);
  return () =>
    monthCoverage({
      revision: store.revision,
      checkpoint,
      ...countByMonth(cells),
      controls,
      held: [],
      queue,
    });
}

const NO_CELLS: CellsAtStart = { loaded: null, refused: [] };

/** Reads of an open ledger besides figures. */
function createLedgerReads(open: OpenLedger) {
  const { database, access, store } = open;
  return {
    coverage: () =>
      access.inTurn(async () =>
        monthCoverage({
          revision: store.revision,
          checkpoint: open.checkpoint,
          ...countByMonth(store),
          controls: await database.controls.toArray(),
          held: describePendingRemovals(store, await database.held.toArray()),
          queue: await readQueue(database),
        }),
      ),
    runs: (input: RunsQuery) => access.inTurn(() => readRuns(database, input)),
    runWindows: (runId: string) => access.inTurn(() => readRunWindows(database, runId)),
    /** The number of the last record of the change log; null: there is none. */
    lastChange: () =>
      access.inTurn(async () => {
        const [last] = await database.changes.toCollection().reverse().limit(1).primaryKeys();
        return last ?? null;
      }),
    /** The change log, compact; commits extend it. */
    changes: () =>
      access.inTurn(async () => {
        if (open.changes === null) {
          const index = createChangeIndex();
          for (const record of await readChangeRecords(database)) index.add(record);
          open.changes = index;
        }
        return open.changes;
      }),
  };
}
