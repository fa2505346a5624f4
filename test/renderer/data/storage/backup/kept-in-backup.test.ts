import { gunzipSync } from 'node:zlib';
import Dexie from 'dexie';
import { expect, test } from 'vitest';
import { startBackup } from '#renderer/data/storage/backup/write-backup.ts';
import { databaseName } from '#renderer/data/storage/database/database.ts';
import { freshAccount, open } from '../real-ledger.ts';
import { backUp, fill, ORDER, pause } from './backup-file.ts';

/** What goes into a backup, and what of it is believed. */

/** A filled copy that is closed, changed by hand. */
async function changed(change: (database: Dexie) => Promise<unknown>): Promise<string> {
  const account = freshAccount();
  const ledger = await open(account);
  await fill(ledger);
  ledger.close();
  const database = await new Dexie(databaseName(account)).open();
  await change(database);
  database.close();
  return account;
}

test('nothing of what a copy keeps about itself leaves with it, but for what a restore needs', async () => {
  const account = await changed((database) =>
    database.table('meta').put({ key: 'of-this-machine', owner: 'SECRET-OF-THIS-MACHINE' }),
  );
  const text = gunzipSync(await backUp(account)).toString('latin1');
  expect(text).toContain('"checkpoint"');
  expect(text).not.toContain('of-this-machine');
  expect(text).not.toContain('SECRET-OF-THIS-MACHINE');
});

test('one byte that is another makes it no whole one, though nothing is missing', async () => {
  const account = await changed(async (database) => {
    const chunks = database.table('segmentChunks');
    const [key] = await chunks.toCollection().primaryKeys();
    const { bytes: stored } = (await chunks.toCollection().first()) as { readonly bytes: Uint8Array };
    const bytes = Uint8Array.from(stored);
    const last = bytes.length - 1;
    bytes[last] = (bytes[last] ?? 0) ^ 1;
    await chunks.update(key, { bytes });
  });
  const backup = await startBackup(databaseName(account), ORDER, pause);
  expect(backup?.isWhole).toBe(false);
  backup?.close();
});
