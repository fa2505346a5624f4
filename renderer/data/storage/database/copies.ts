import Dexie, { type Table } from 'dexie';
import type { StoredSettings } from '#renderer/data/model/backups.ts';
import { databaseName, defineCopy, INDEXED_DB_VERSION_FACTOR, type LedgerDatabase } from './database.ts';

/**
 * Which database is an account's copy: the one of its name, until a backup is restored. That is built in a database of its
 * own and takes the place of the former with one write here, so that a death leaves the one or the other.
 */

type CopyRecord = {
  readonly accountId: string;
  readonly database: string;
  /** The page has not taken them over yet. */
  readonly settings: StoredSettings | null;
};
type CopiesDatabase = Dexie & { readonly copies: Table<CopyRecord, string> };

const COPIES = 'cuadra-copies';
const RESTORED = 'cuadra-restored-';

async function withCopies<T>(work: (copies: Table<CopyRecord, string>) => Promise<T>): Promise<T> {
  const database = new Dexie(COPIES, { chromeTransactionDurability: 'strict' }) as CopiesDatabase;
  database.version(1).stores({ copies: 'accountId' });
  try {
    return await work(database.copies);
  } finally {
    database.close();
  }
}

const readCopy = async (accountId: string): Promise<CopyRecord | undefined> =>
  (await Dexie.exists(COPIES)) ? withCopies((copies) => copies.get(accountId)) : undefined;

/** The name of the database that is the account's copy, whether there is one yet or not. */
export async function currentDatabase(accountId: string): Promise<string> {
  return (await readCopy(accountId))?.database ?? databaseName(accountId);
}

export async function defineCurrent(accountId: string): Promise<LedgerDatabase> {
  return defineCopy(await currentDatabase(accountId));
}

/** The schema version of a database as it lies there; null where there is none. */
export async function schemaOf(name: string): Promise<number | null> {
  const found = (await indexedDB.databases()).find((database) => database.name === name);
  return found?.version === undefined ? null : found.version / INDEXED_DB_VERSION_FACTOR;
}

export const newCopyName = (): string => `${RESTORED}${crypto.randomUUID()}`;

/** Makes a database the account's copy; that before it goes afterwards. */
export async function replaceCopy(
  accountId: string,
  database: string,
  settings: StoredSettings,
): Promise<void> {
  const former = await currentDatabase(accountId);
  await withCopies((copies) => copies.put({ accountId, database, settings }));
  if (former !== database) await Dexie.delete(former);
}

/** Settings that a restored backup brought for the page, until they are taken. */
export async function settingsToTake(accountId: string): Promise<StoredSettings | null> {
  return (await readCopy(accountId))?.settings ?? null;
}

export async function forgetSettings(accountId: string): Promise<void> {
  if ((await readCopy(accountId)) === undefined) return;
  await withCopies((copies) => copies.update(accountId, { settings: null }));
}

/** Deletes an account's copy. Waits until nobody has it open. */
export async function deleteCopy(accountId: string): Promise<void> {
  const known = await readCopy(accountId);
  if (known !== undefined) {
    await Dexie.delete(known.database);
    await withCopies((copies) => copies.delete(accountId));
  }
  await Dexie.delete(databaseName(accountId));
}

/**
 * Deletes what a death left behind while a copy was restored: databases that are nobody's copy, unless `isHeld`, and the
 * former one of an account whose copy is another by now.
 */
export async function deleteLeftovers(isHeld: (name: string) => Promise<boolean>): Promise<void> {
  const all = (await Dexie.exists(COPIES)) ? await withCopies((copies) => copies.toArray()) : [];
  const current = new Set(all.map(({ database }) => database));
  const replaced = new Set(all.map(({ accountId }) => databaseName(accountId)));
  for (const { name } of await indexedDB.databases()) {
    if (name === undefined || current.has(name)) continue;
    if (replaced.has(name) || (name.startsWith(RESTORED) && !(await isHeld(name)))) await Dexie.delete(name);
  }
}
