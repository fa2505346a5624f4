import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { currentDatabase, deleteLeftovers } from '#renderer/data/storage/database/copies.ts';
import { databaseName } from '#renderer/data/storage/database/database.ts';
import { purchases } from '../ledger-fixtures.ts';
import { contents, expected, freshAccount, open, read } from '../real-ledger.ts';
import { backUp, fill, openCurrent, rowsOfMonth, startRestore } from './backup-file.ts';

/** A page that dies at any step of a restore leaves the former copy or the restored one, whole. */

/** Runs something that is allowed so many steps of storage; all that follow fail, as where nobody is left. */
async function dyingAfter(steps: number, work: () => Promise<unknown>): Promise<boolean> {
  let left = steps;
  const [store, factory] = [IDBObjectStore.prototype, IDBFactory.prototype];
  const plain = { put: store.put, add: store.add, delete: store.delete };
  const plainFactory = { open: factory.open, deleteDatabase: factory.deleteDatabase };
  const guarded = <P extends unknown[], R>(step: (this: never, ...parameters: P) => R) =>
    function (this: never, ...parameters: P): R {
      if (left === 0) throw new DOMException('Nobody is left.', 'AbortError');
      left -= 1;
      return step.apply(this, parameters);
    };
  for (const [name, step] of Object.entries(plain)) Object.assign(store, { [name]: guarded(step as never) });
  for (const [name, step] of Object.entries(plainFactory))
    Object.assign(factory, { [name]: guarded(step as never) });
  try {
    await work();
    return true;
  } catch {
    return false;
  } finally {
    Object.assign(store, plain);
    Object.assign(factory, plainFactory);
  }
}

const FEBRUARY = purchases('2026-02-01T00:00:00.000', '2026-02-28T00:00:00.000');

test('killed at each step, a restore leaves the old copy or the new one, and can be done again', async () => {
  const source = freshAccount();
  await fill(await open(source), ['2026-01', '2026-03']);
  const file = await backUp(source);
  const [restoredRows, formerRows] = [
    expected([...rowsOfMonth('2026-01'), ...rowsOfMonth('2026-03')]),
    expected(rowsOfMonth('2026-02')),
  ];
  const seen = { old: 0, new: 0 };
  for (let steps = 0; ; steps += 1) {
    const account = freshAccount();
    const ledger = await open(account);
    await read(ledger, 'w', FEBRUARY, rowsOfMonth('2026-02'));
    ledger.close();
    const restore = startRestore();
    const isDone = await dyingAfter(steps, async () => {
      await restore.write(file);
      await restore.finish();
      await restore.commit(account);
    });
    const after = await openCurrent(account);
    const rows = contents(after);
    const isNew = rows.join() === restoredRows.join();
    expect(rows).toEqual(isNew ? restoredRows : formerRows);
    expect(after.damage()).toBeNull();
    seen[isNew ? 'new' : 'old'] += 1;
    after.close();
    // What death left lying about goes with the next opening, and nothing else does.
    await deleteLeftovers(async () => false);
    const names = (await indexedDB.databases()).map(({ name }) => name);
    expect(names.filter((name) => name?.startsWith('cuadra-restored-'))).toHaveLength(
      seen.new + seen.old - (isNew ? 0 : 1),
    );
    expect(names).toContain(await currentDatabase(account));
    if (isNew) expect(names).not.toContain(databaseName(account));
    const again = startRestore();
    await again.write(file);
    await again.finish();
    await again.commit(account);
    const redone = await openCurrent(account);
    expect(contents(redone)).toEqual(restoredRows);
    redone.close();
    if (isDone) break;
  }
  expect(seen.old).toBeGreaterThan(15);
  expect(seen.new).toBeGreaterThan(1);
});
