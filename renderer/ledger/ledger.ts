import type { LedgerCalls } from '#shared/bridge/ledger.ts';
import type { Handlers } from '#shared/bridge/rpc.ts';
import type { Checkpoint } from '#shared/sync/checkpoint.ts';
import { type ChangeIndex, createChangeIndex } from '../analysis/changes/change-index.ts';
import type { ColumnStore } from '../analysis/rows/column-store.ts';
import type { Coverage, Damage, DataCalls } from '../link/data-contract.ts';
import type { Activity } from './activity.ts';
import { readChangeRecords } from './change-log.ts';
import { readQueue } from './commit.ts';
import { coverageOf } from './coverage.ts';
import { defineDatabase, type LedgerDatabase } from './database.ts';
import { asLedgerFailure, unlessStorageFull } from './failures.ts';
import { describeHeld } from './held-months.ts';
import { type AccessListeners, createAccess, type LedgerAccess } from './ledger-access.ts';
import { createLedgerCalls } from './ledger-calls.ts';
import { type LoadProgress, loadColumns } from './load.ts';
import { createMerger, type Merger } from './merge/merger.ts';
import { monthCounter } from './month-rows.ts';
import {
  becomeOwner,
  type Identity,
  mendLedger,
  openDatabase,
  readCheckpoint,
  readDamage,
} from './opening.ts';
import { markCutOff, readRuns, readRunWindows } from './run-log.ts';

/** One account's ledger, opened by the page that owns it. */
export type Ledger = Identity & {
  readonly accountId: string;
  /** The committed rows in memory. Read only. */
  readonly store: ColumnStore;
  /** Rows lost to damaged storage that have not been read again yet. */
  readonly damage: () => Damage | null;
  /** What the main process may ask. */
  readonly calls: Handlers<LedgerCalls>;
  /** What the page may ask besides figures. */
  readonly reads: LedgerReads;
  readonly merger: Merger;
  /** What is in hand. */
  readonly activity: Activity;
  readonly close: () => void;
};

export type LedgerReads = {
  readonly coverage: () => Promise<Coverage>;
  readonly runs: (input: DataCalls['readRuns']['input']) => Promise<DataCalls['readRuns']['output']>;
  readonly runWindows: (runId: string) => Promise<DataCalls['readRunWindows']['output']>;
  /** The change log, compact; commits extend it. */
  readonly changes: () => Promise<ChangeIndex>;
};

export type LedgerListeners = AccessListeners & {
  /** A commit has become visible. */
  readonly onCommitted: () => void;
  /** Something was written that is no figure: a run, a control, a checkpoint. */
  readonly onNoted: () => void;
};

/** What the parts of an open ledger share. */
export type OpenLedger = {
  readonly database: LedgerDatabase;
  readonly access: LedgerAccess;
  readonly store: ColumnStore;
  readonly listeners: LedgerListeners;
  readonly rowsByMonth: ReturnType<typeof monthCounter>;
  /** As they are stored; nobody but this page writes them. */
  checkpoint: Checkpoint | null;
  damage: Damage | null;
  /** Null until somebody has asked for the change log. */
  changes: ChangeIndex | null;
};

/**
 * Opens the database, makes this page its owner (all earlier owners' writes are refused from here on), loads the
 * rows and sets aside what is damaged. Throws NewerSchemaError, CorruptLedgerError, MemoryRefusedError, or what storage
 * says.
 */
export async function openLedger(
  accountId: string,
  listeners: LedgerListeners,
  onProgress?: (progress: LoadProgress) => void,
): Promise<Ledger> {
  const database = defineDatabase(accountId);
  try {
    await openDatabase(database);
    const identity = await becomeOwner(database);
    const access = createAccess(database, identity, listeners);
    const before = await readCheckpoint(database);
    const loaded = await loadColumns(database, before !== null && before.reads.length > 0, onProgress);
    await mendLedger(database, access.write, loaded);
    await markCutOff(database, access.write).catch(unlessStorageFull);
    const { store } = loaded;
    const open: OpenLedger = {
      database,
      access,
      store,
      listeners,
      rowsByMonth: monthCounter(store),
      checkpoint: await readCheckpoint(database),
      damage: await readDamage(database),
      changes: null,
    };
    return {
      accountId,
      ...identity,
      store,
      damage: () => open.damage,
      calls: createLedgerCalls(open),
      reads: createReads(open),
      merger: createMerger(database, store, access),
      activity: access.activity,
      close: access.close,
    };
  } catch (error) {
    database.close();
    throw asLedgerFailure(error);
  }
}

function createReads(open: OpenLedger): LedgerReads {
  const { database, access, store } = open;
  return {
    coverage: () =>
      access.inTurn(async () =>
        coverageOf({
          revision: store.revision,
          checkpoint: open.checkpoint,
          ...open.rowsByMonth(),
          controls: await database.controls.toArray(),
          held: describeHeld(store, await database.held.toArray()),
          queue: await readQueue(database),
        }),
      ),
    runs: (input) => access.inTurn(() => readRuns(database, input)),
    runWindows: (runId) => access.inTurn(() => readRunWindows(database, runId)),
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
