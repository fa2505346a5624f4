import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { MemoryDexie } from './memory-dexie.ts';

/** The stand-in of the models gives what the real one gives. */

test.each([
  ['in memory', () => new MemoryDexie('counted') as unknown as Dexie],
  ['the real one', () => new Dexie('counted')],
] as const)('a key that a row brought is not given to another: %s', async (_, make) => {
  const database = make();
  database.version(1).stores({ changes: '++id' });
  await database.open();
  const changes = database.table('changes');
  await changes.bulkPut([{ id: 1 }, { id: 7 }, { id: 3 }]);
  expect(await changes.add({})).toBe(8);
  expect(await changes.add({})).toBe(9);
  database.close();
});
