import 'fake-indexeddb/auto';
import type { BackupOrder } from '#renderer/data/model/backups.ts';
import {
  commitRestore,
  createRestore,
  discardRestore,
} from '#renderer/data/storage/backup/restore-backup.ts';
import { startBackup } from '#renderer/data/storage/backup/write-backup.ts';
import { currentDatabase, defineCurrent, newCopyName } from '#renderer/data/storage/database/copies.ts';
import type { Ledger } from '#renderer/data/storage/ledger.ts';
import { type AccountLedger, openAccountLedger } from '#renderer/data/worker/account-ledger.ts';
import { NO_LISTENERS, purchases, type Row, row } from '../ledger-fixtures.ts';
import { read } from '../real-ledger.ts';

/** Backups as bytes in memory, and what tests restore of them. */

export const pause = async (): Promise<void> => {};

export const ORDER: BackupOrder = {
  account: {
    id: 'an-account',
    kind: 'api',
    name: 'Tienda',
    baseUrl: 'https://api.example',
    plan: 'pro',
    syncEveryMinutes: 60,
    currencies: { main: 'CLP', own: [] },
  },
  settings: { views: '[{"name":"Mía"}]' },
  app: '0.1.0',
  reason: 'manual',
};

export async function backUp(accountId: string): Promise<Uint8Array<ArrayBuffer>> {
  const backup = await startBackup(await currentDatabase(accountId), ORDER, pause);
  if (backup === null) throw new Error('There is nothing to back up.');
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const { bytes } of backup.chunks) chunks.push(bytes);
  backup.close();
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** A backup read and made an account's copy in one place; in the app a worker of its own reads it. */
export function startRestore() {
  const restore = createRestore(newCopyName());
  const { name, copy, close } = restore;
  return {
    ...restore,
    commit: async (accountId: string): Promise<void> => {
      const built = copy();
      if (built === null) throw new Error('There is nothing to restore.');
      await commitRestore(name, accountId, built);
    },
    discard: async (): Promise<void> => {
      close();
      await discardRestore(name);
    },
  };
}

/** Reads a file as it comes over a line: in pieces that know nothing of its parts. */
export async function readFile(file: Uint8Array, pieceBytes = 1_000) {
  const restore = startRestore();
  for (let at = 0; at < file.length; at += pieceBytes)
    await restore.write(file.subarray(at, at + pieceBytes));
  return { restore, end: await restore.finish() };
}

export const openCurrent = async (accountId: string): Promise<AccountLedger> =>
  openAccountLedger(accountId, NO_LISTENERS, {}, await defineCurrent(accountId));

export const MONTHS = ['2026-01', '2026-02', '2026-03'] as const;

/** Two orders a month, of which each month's is a segment of its own. */
export function rowsOfMonth(month: string, count = 4): readonly Row[] {
  return Array.from({ length: count }, (_, index) =>
    row({
      Orden: `${month}-${index >> 1}`,
      'Nro. suborden': `S-${index}`,
      'Fecha de compra': `${month}-1${index % 9}T12:00:00.000`,
      Ventas: `${100 + index}.1${index % 10}`,
      Producto: index === 1 ? '=SUMA(A1)\u{1F600}\ud800' : 'Café',
    }),
  );
}

export async function fill(ledger: Ledger, months: readonly string[] = MONTHS): Promise<readonly Row[]> {
  for (const month of months) {
    const window = purchases(`${month}-01T00:00:00.000`, `${month}-28T00:00:00.000`);
    await read(ledger, `w-${month}`, window, rowsOfMonth(month));
  }
  return months.flatMap((month) => rowsOfMonth(month));
}
