import { expect, test } from 'vitest';
import { orderHistory } from '#renderer/data/engine/changes/change-query.ts';
import type { ChangesRecord } from '#renderer/data/engine/changes/change-record.ts';
import { packedBytes } from '#renderer/data/engine/changes/kept-values.ts';
import type { OrderDifference } from '#renderer/data/model/changes.ts';
import { addChangeRecords, readChangeRecords } from '#renderer/data/storage/commit/change-log.ts';
import { defineDatabase } from '#renderer/data/storage/database/database.ts';
import type { Ledger } from '#renderer/data/storage/ledger.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { purchases, type Row, row } from './ledger-fixtures.ts';
import { freshAccount, open, read } from './real-ledger.ts';

/** What the log keeps of other columns, on a ledger with real commits, across restarts and at its bound. */

const MARCH = purchases('2026-03-01T00:00:00.000', '2026-03-31T00:00:00.000');
const A = row({ Orden: 'A' });

async function historyOf(ledger: Ledger, order: string): Promise<readonly OrderDifference[]> {
  const key = JSON.stringify(['Mercado Uno', 'Principal', order]) as OrderKey;
  return orderHistory(await ledger.reads.changes(), key);
}

async function restarted(account: string, ledger: Ledger): Promise<Ledger> {
  ledger.close();
  return open(account);
}

test('a change keeps what its other columns held, and the next start reads it', async () => {
  const account = freshAccount();
  const ledger = await open(account);
  const reading = (id: string, rows: readonly Row[]) => read(ledger, id, MARCH, rows, { purpose: 'reread' });
  await reading('w0', [A]);
  await reading('w1', [{ ...A, Marca: 'Nueva', 'Costo Envío': '12.50', Ventas: '99.00' }]);
  await reading('w2', [
    { ...A, Marca: 'Nueva', 'Costo Envío': '12.50', Ventas: '99.00', 'Costo de Producto': '40.00' },
  ]);
  const views = await historyOf(ledger, 'A');
  expect(views.map(({ values }) => values)).toEqual([
    [{ column: 'Costo de Producto', before: [A['Costo de Producto'] ?? null], after: ['40.00'] }],
    [
      { column: 'Costo Envío', before: [A['Costo Envío'] ?? null], after: ['12.50'] },
      { column: 'Marca', before: [A.Marca ?? null], after: ['Nueva'] },
    ],
    // It came.
    [],
  ]);
  const again = await restarted(account, ledger);
  expect(await historyOf(again, 'A')).toEqual(views);
});

test('a change was read when the latest answer came, in whichever order the pages did', async () => {
  const ledger = await open(freshAccount());
  await read(ledger, 'w0', MARCH, [A], { purpose: 'reread' });
  const at = (minute: number) => `2026-04-01T00:0${minute}:00.000Z` as UtcInstant;
  const readings: readonly (readonly (UtcInstant | null)[])[] = [
    [at(3), at(1), at(2)],
    [null, at(5), null],
    [null],
  ];
  for (const [place, serverDates] of readings.entries())
    await read(ledger, `w${place + 1}`, MARCH, [{ ...A, Marca: `m${place}` }], {
      ...{ purpose: 'reread', pages: 3, serverDates },
    });
  const [last, middle, first] = await historyOf(ledger, 'A');
  expect([first?.readAt, middle?.readAt, last?.readAt]).toEqual([at(3), at(5), null]);
});

test('changes written before values were kept say that none were', async () => {
  const account = freshAccount();
  const ledger = await open(account);
  await read(ledger, 'w0', MARCH, [A], { purpose: 'reread' });
  await read(ledger, 'w1', MARCH, [{ ...A, Marca: 'Nueva' }], { purpose: 'reread' });
  ledger.close();
  const database = defineDatabase(account);
  await database.open();
  // As the log stood: no values, and no account of them.
  await database.changes.toCollection().modify((record) => {
    delete (record as { values?: unknown }).values;
  });
  await database.meta.delete('changeValues');
  database.close();
  const opened = await open(account);
  expect(await historyOf(opened, 'A')).toMatchObject([{ columns: ['Marca'], values: null }, { kind: 'new' }]);
  await read(opened, 'w2', MARCH, [{ ...A, Marca: 'Otra' }], { purpose: 'reread' });
  expect(await historyOf(opened, 'A')).toMatchObject([
    { values: [{ column: 'Marca', before: ['Nueva'], after: ['Otra'] }] },
    { values: null },
    { kind: 'new' },
  ]);
});

test('beyond its bound the log forgets the oldest values and no change, whatever was written together', async () => {
  const account = freshAccount();
  const ledger = await open(account);
  await read(ledger, 'w0', MARCH, [A], { purpose: 'reread' });
  await read(ledger, 'w1', MARCH, [{ ...A, Marca: 'x' }], { purpose: 'reread' });
  ledger.close();
  const database = defineDatabase(account);
  await database.open();
  const [, model] = await readChangeRecords(database);
  if (model?.values === undefined) throw new Error('Nothing was kept.');
  const { id: _, ...copy } = model;
  const { values: __, ...bare } = copy;
  const bytes = packedBytes(model.values);
  const limit = 5 * bytes;
  const add = (records: readonly ChangesRecord[]) =>
    database.transaction('rw', database.changes, database.meta, () =>
      addChangeRecords(database, records, limit),
    );
  const kept = async () => (await readChangeRecords(database)).map(({ values }) => values !== undefined);
  const accountOf = async () => database.meta.get('changeValues');
  // The first of all is an order that came: it has no values.
  await add([copy, bare, copy]);
  expect(await kept()).toEqual([false, true, true, false, true]);
  for (let more = 0; more < 30; more += 1) await add([copy]);
  expect((await kept()).lastIndexOf(false)).toBe((await kept()).length - 6);
  expect(await accountOf()).toMatchObject({ bytes: limit, forgotten: (await kept()).length - 5 });
  await add(Array.from({ length: 50 }, () => copy));
  const all = await readChangeRecords(database);
  expect(all.length).toBe(85);
  expect(
    all.every(
      ({ changes }) =>
        (changes.length === 1 && changes[0]?.columns !== undefined) || changes[0]?.before === null,
    ),
  ).toBe(true);
  expect((await kept()).filter((one) => one)).toHaveLength(5);
  expect(await accountOf()).toMatchObject({ bytes: limit, forgotten: 80 });
  // A transaction that fails leaves the log and its account as they were.
  await database
    .transaction('rw', database.changes, database.meta, async () => {
      await addChangeRecords(database, [copy], limit);
      throw new Error('The page died.');
    })
    .catch(() => null);
  expect(await readChangeRecords(database)).toEqual(all);
  expect(await accountOf()).toMatchObject({ bytes: limit, forgotten: 80 });
  database.close();
});
