import type { LedgerCalls } from '#shared/bridge/ledger.ts';
import type { Handlers } from '#shared/bridge/rpc.ts';
import type { ColumnStore } from '../analysis/rows/column-store.ts';
import type { Damage } from '../link/data-contract.ts';
import type { Activity } from './activity.ts';
import { defineDatabase } from './database.ts';
import { asLedgerFailure, unlessStorageFull } from './failures.ts';
import { presentOf } from './known-time.ts';
import { createAccess } from './ledger-access.ts';
import { createLedgerCalls } from './ledger-calls.ts';
import { createLedgerReads, type LedgerReads } from './ledger-reads.ts';
import { type LoadProgress, loadColumns } from './load.ts';
import { createMerger, type Merger } from './merge/merger.ts';
import { monthCounter } from './month-rows.ts';
import type { LedgerListeners, OpenLedger } from './open-ledger.ts';
import {
  becomeOwner,
  type Identity,
  mendLedger,
  openDatabase,
  readCheckpoint,
  readDamage,
} from './opening.ts';
import { markCutOff } from './run-log.ts';

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
    store.setPresent(presentOf(open.checkpoint));
    return {
      accountId,
      ...identity,
      store,
      damage: () => open.damage,
      calls: createLedgerCalls(open),
      reads: createLedgerReads(open),
      merger: createMerger(database, store, access),
      activity: access.activity,
      close: access.close,
    };
  } catch (error) {
    database.close();
    throw asLedgerFailure(error);
  }
}
