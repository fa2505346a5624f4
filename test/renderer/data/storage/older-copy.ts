import Dexie from 'dexie';
import { databaseName, defineCopy } from '#renderer/data/storage/database/database.ts';

/** Writes the records of an account's copy again as version 4 of its database had them: without kept cells. */
export async function writeAsVersion4(account: string): Promise<void> {
  const name = databaseName(account);
  const database = await new Dexie(name).open();
  const tables = new Map<string, readonly unknown[]>();
  for (const table of database.tables) tables.set(table.name, await table.toArray());
  database.close();
  await Dexie.delete(name);
  const old = defineCopy(name, 4);
  await old.open();
  if (old.tables.some((table) => table.name === 'cubes')) throw new Error('Version 4 had no cells.');
  for (const table of old.tables) await table.bulkPut([...(tables.get(table.name) ?? [])]);
  await old.table('meta').put({ key: 'schema', version: 4 });
  old.close();
}
