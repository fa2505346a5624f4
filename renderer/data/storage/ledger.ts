import type { Damage } from '#renderer/data/api.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { Activity } from '#renderer/data/scheduling/activity.ts';
import type { LedgerCalls } from '#shared/contract/ledger.ts';
import type { Handlers } from '#shared/contract/rpc.ts';
import { markCutOff } from './commit/run-log.ts';
import { type Compactor, createCompactor } from './compaction/compactor.ts';
import { monthCounter } from './coverage/month-rows.ts';
import { defineDatabase } from './database/database.ts';
import { asLedgerFailure, unlessStorageFull } from './database/failures.ts';
import { presentOf } from './database/known-time.ts';
import { createAccess } from './database/ledger-access.ts';
import { createLedgerCalls } from './ledger-calls.ts';
import { createLedgerReads, type LedgerReads } from './ledger-reads.ts';
import { type LoadProgress, loadColumns } from './startup/load.ts';
import type { LedgerListeners, OpenLedger } from './startup/open-ledger.ts';
import {
  acquireOwnership,
  type Identity,
  openDatabase,
  readCheckpoint,
  readDamage,
  repairLedger,
} from './startup/opening.ts';

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
  readonly merger: Compactor;
  /** What is in hand. */
  readonly activity: Activity;
  readonly close: () => void;
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
    const identity = await acquireOwnership(database);
    const access = createAccess(database, identity, listeners);
    const before = await readCheckpoint(database);
    const loaded = await loadColumns(database, before !== null && before.reads.length > 0, onProgress);
    await repairLedger(database, access.write, loaded);
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
    store.setPresent(presentOf(open.checkpoint));
    return {
      accountId,
      ...identity,
      store,
      damage: () => open.damage,
      calls: createLedgerCalls(open),
      reads: createLedgerReads(open),
      merger: createCompactor(database, store, access),
      activity: access.activity,
      close: access.close,
    };
  } catch (error) {
    database.close();
    throw asLedgerFailure(error);
  }
}
