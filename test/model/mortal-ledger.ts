import { IDBDatabase } from 'fake-indexeddb';
import { type Ledger, openLedger } from '#renderer/data/storage/ledger.ts';
import { LEDGER_CALL_NAMES, type LedgerCalls } from '#shared/contract/ledger.ts';
import { type Caller, CHANNEL_CLOSED, RpcError } from '#shared/contract/rpc.ts';
import { spillInMemory } from '#test/renderer/data/storage/memory/out-of-memory.ts';
import { watchCrashes } from './crashes.ts';

/**
 * A ledger in a page that may be gone at any moment: between two calls, before or after a call had its effect, or
 * between two steps of a transaction, which is then undone as a browser would undo it.
 */

export type LedgerCallName = keyof LedgerCalls;

/** Watches the ledger from outside. What `before` returns is handed to `after`. */
export type LedgerWatch = {
  /** A page has opened the ledger, perhaps after another one died. */
  readonly opened: (page: LedgerPage) => void;
  readonly before: (name: LedgerCallName, input: unknown, page: LedgerPage) => unknown;
  readonly after: (
    name: LedgerCallName,
    input: unknown,
    output: unknown,
    kept: unknown,
    page: LedgerPage,
  ) => void;
};

export type LedgerPage = {
  readonly ledger: Ledger;
  readonly isAlive: () => boolean;
  /** The ledger's calls as they run in this page, whoever asked. Fails with CHANNEL_CLOSED once the page is gone. */
  readonly call: <K extends LedgerCallName>(
    name: K,
    input: LedgerCalls[K]['input'],
  ) => Promise<LedgerCalls[K]['output']>;
  /** Gone at once: what no transaction has finished is undone. */
  readonly crash: () => void;
  readonly close: () => void;
};

/** Undoes what the transactions of fake-indexeddb have not finished, as a browser does when a page is gone. */
function watchTransactions(): void {
  const place = IDBDatabase.prototype as { [WATCHED]?: boolean };
  if (place[WATCHED] === true) return;
  place[WATCHED] = true;
  const real = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function transaction(...args) {
    const made = real.apply(this, args);
    const undo = () => {
      try {
        made.abort();
      } catch {
        // It was just about to end: then it has.
      }
    };
    crashes.add(undo);
    const forget = () => crashes.delete(undo);
    made.addEventListener('complete', forget);
    made.addEventListener('abort', forget);
    return made;
  };
}

const WATCHED = Symbol.for('cuadra.model.transactions');
const crashes = watchCrashes();
watchTransactions();

const gone = () => new RpcError(CHANNEL_CLOSED, 'The page is gone.');

/** Whether all rows of a page stay in memory, or leave it at once for the session's file. */
export type WhereRowsLie = 'in memory' | 'in a file';

/** Opens the account's ledger as a page does. */
export async function openLedgerPage(
  accountId: string,
  watch: LedgerWatch,
  rowsLie: WhereRowsLie,
): Promise<LedgerPage> {
  const nothing = () => undefined;
  const bound = rowsLie === 'in memory' ? null : 0;
  const ledger = await openLedger(
    accountId,
    {
      onCommitted: nothing,
      onMetadataChanged: nothing,
      onOwnershipLost: nothing,
      onLedgerLost: nothing,
    },
    { rowMemory: { ...spillInMemory(), bound: () => bound } },
  );
  let isAlive = true;
  const deaths = new Set<(error: Error) => void>();
  const die = () => {
    isAlive = false;
    for (const report of deaths) report(gone());
    deaths.clear();
  };
  const page: LedgerPage = {
    ledger,
    isAlive: () => isAlive,
    call: (name, input) =>
      new Promise((resolve, reject) => {
        if (!isAlive) {
          reject(gone());
          return;
        }
        deaths.add(reject);
        const kept = watch.before(name, input, page);
        const handler = ledger.calls[name] as (input: unknown) => unknown;
        Promise.resolve(handler(input)).then(
          (output) => {
            deaths.delete(reject);
            if (!isAlive) return;
            watch.after(name, input, output, kept, page);
            resolve(output as never);
          },
          (error) => {
            deaths.delete(reject);
            reject(error);
          },
        );
      }),
    crash: () => {
      if (!isAlive) return;
      die();
      crashes.crash();
      ledger.close();
    },
    close: () => {
      if (!isAlive) return;
      die();
      ledger.close();
    },
  };
  watch.opened(page);
  return page;
}

/** The ledger as the engine calls it, each call through `carry`. */
export function callerThrough(
  carry: <K extends LedgerCallName>(
    name: K,
    input: LedgerCalls[K]['input'],
  ) => Promise<LedgerCalls[K]['output']>,
): Caller<LedgerCalls> {
  return Object.fromEntries(
    LEDGER_CALL_NAMES.map((name) => [name, (input: never) => carry(name, input)]),
  ) as Caller<LedgerCalls>;
}
