import Dexie from 'dexie';
import { databaseName } from '#renderer/data/storage/database/database.ts';

/** Spoils the packed records of an account: orders of closed months, lines of statements. Its copy is closed meanwhile. */
export async function damageRecords(
  account: string,
  ...stores: ('closedOrders' | 'statementLines')[]
): Promise<void> {
  const database = await new Dexie(databaseName(account)).open();
  for (const store of stores)
    await database
      .table<{ bytes: Uint8Array }>(store)
      .toCollection()
      .modify((record) => {
        record.bytes[12] = (record.bytes[12] ?? 0) ^ 1;
      });
  database.close();
}
