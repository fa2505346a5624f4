import Dexie, { liveQuery } from 'dexie';
import { expect, test } from 'vitest';
import { databaseName } from '#renderer/data/storage/database/database.ts';
import { createDataService } from '#renderer/data/worker/data-service.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { createFakeLocks } from '#test/renderer/data/storage/fake-locks.ts';
import { purchases, row } from '#test/renderer/data/storage/ledger-fixtures.ts';
import { freshAccount, open, read } from '#test/renderer/data/storage/real-ledger.ts';
import { openReaderBeside } from '#test/renderer/data/worker/reader-beside.ts';

test('a copy of many small segments is opened as it is, and merged by itself afterwards; figures stand', async () => {
  const account = freshAccount();
  const ledger = await open(account);
  for (let at = 1; at <= 9; at += 1) {
    const window = purchases(`2026-03-1${at}T00:00:00.000`, `2026-03-1${at}T23:59:59.999`);
    const rows = [row({ Orden: `O-${at}`, 'Fecha de compra': `2026-03-1${at}T12:00:00.000` })];
    await read(ledger, `w${at}`, window, rows, { pages: 1 });
  }
  ledger.close();
  const service = createDataService({
    openReader: openReaderBeside,
    locks: createFakeLocks(),
    channelOpener: () => async () => null,
    emit: () => {},
  });
  const database = new Dexie(databaseName(account));
  const segments = () => database.table('segments').count();
  const opening = await service.open({ accountId: account, line: { kind: 'port' } });
  expect(opening).toMatchObject({ kind: 'open', facts: { rows: 9, orders: 9 } });
  await database.open();
  expect(await segments()).toBe(9);
  const ask = async () => service.readTotals({ selection: EVERYTHING, columns: ['Ventas'] });
  const before = await ask();
  await new Promise<void>((resolve, reject) => {
    const watch = liveQuery(segments).subscribe((left) => {
      if (left > 1) return;
      watch.unsubscribe();
      resolve();
    }, reject);
  });
  database.close();
  expect(await ask()).toEqual(before);
  await service.close(null);
});
