import Dexie from 'dexie';
import { databaseName } from '#renderer/data/storage/database/database.ts';

/** Spoils what the closed months of an account keep of their orders. Its copy is closed meanwhile. */
export async function damageCloses(account: string): Promise<void> {
  const database = await new Dexie(databaseName(account)).open();
  await database
    .table<{ bytes: Uint8Array }>('closedOrders')
    .toCollection()
    .modify((record) => {
      record.bytes[12] = (record.bytes[12] ?? 0) ^ 1;
    });
  database.close();
}
