import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { expect, onTestFinished } from 'vitest';
import { databaseName } from '#renderer/data/storage/database/database.ts';
import type { Ledger, OpeningListeners } from '#renderer/data/storage/ledger.ts';
import type { LedgerListeners } from '#renderer/data/storage/startup/opening.ts';
import { type AccountLedger, openAccountLedger } from '#renderer/data/worker/account-ledger.ts';
import type { CommitResult, CommitWindow, Judgement } from '#shared/contract/ledger.ts';
import type { WindowPurpose } from '#shared/contract/run-log.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import type { SyncWindow } from '#shared/domain/window.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { COLUMNS_SENT, commitOf, NO_LISTENERS, openWindow, pagesOf, type Row } from './ledger-fixtures.ts';

/** A ledger on an imitated IndexedDB, and the steps that tests take with it. */

/** Opens a ledger that the caller closes: in set-up that is of no test. */
export const openUntilClosed = (
  accountId: string,
  listeners: Partial<LedgerListeners> = {},
  opening: OpeningListeners = {},
): Promise<AccountLedger> => openAccountLedger(accountId, { ...NO_LISTENERS, ...listeners }, opening);

/** Opens a ledger that is closed at the end of the test. */
export async function open(
  accountId: string,
  listeners: Partial<LedgerListeners> = {},
  opening: OpeningListeners = {},
): Promise<AccountLedger> {
  const ledger = await openUntilClosed(accountId, listeners, opening);
  onTestFinished(() => ledger.close());
  return ledger;
}

let accounts = 0;
export function freshAccount(): string {
  accounts += 1;
  return `account-${accounts}`;
}

export type StageOptions = Parameters<typeof pagesOf>[3] & { readonly purpose?: WindowPurpose };

export async function stage(
  ledger: Ledger,
  windowId: string,
  window: SyncWindow,
  rows: readonly Row[],
  { purpose, ...options }: StageOptions = {},
): Promise<Judgement> {
  await ledger.calls.openWindow(openWindow(windowId, window, purpose));
  for (const page of pagesOf(windowId, window, rows, options)) await ledger.calls.stagePage(page);
  return ledger.calls.judgeWindow({ windowId });
}

/** Stages, judges and commits one window. */
export async function read(
  ledger: Ledger,
  windowId: string,
  window: SyncWindow,
  rows: readonly Row[],
  { commit, ...options }: StageOptions & { readonly commit?: Partial<CommitWindow> } = {},
): Promise<CommitResult> {
  expect(await stage(ledger, windowId, window, rows, options)).toMatchObject({ kind: 'settled' });
  return ledger.calls.commitWindow(commitOf(windowId, commit));
}

/** Every live row, as sorted JSON. */
export function contents(ledger: Ledger): readonly string[] {
  const query = { selection: EVERYTHING, grouping: 'rows', sort: null, columns: COLUMNS_SENT } as const;
  const { lines } = createQueries(ledger.store).lines(query, 0, 1_000_000);
  return lines.map(({ cells }) => JSON.stringify(cells)).sort();
}
export function expected(rows: readonly Row[]): readonly string[] {
  return rows.map((values) => JSON.stringify(COLUMNS_SENT.map((column) => values[column] ?? null))).sort();
}

/** What a ledger has stored, while no page has it open. */
export async function inDatabase<T>(account: string, work: (database: Dexie) => Promise<T>): Promise<T> {
  const database = await new Dexie(databaseName(account)).open();
  try {
    return await work(database);
  } finally {
    database.close();
  }
}
