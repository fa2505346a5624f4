import Dexie from 'dexie';
import { describe, expect, test } from 'vitest';
import { databaseName, SCHEMA_VERSION } from '#renderer/data/storage/database/database.ts';
import { changes, checkpoint, commitOf, openWindow, pagesOf, purchases, row } from './ledger-fixtures.ts';
import { contents, expected, freshAccount, inDatabase, open, read, stage } from './real-ledger.ts';

const MARCH = purchases('2026-03-01T00:00:00.000', '2026-04-01T00:00:00.000');

describe('a window from page to commit', () => {
  test('shows nothing while staged, everything after the commit, and the same after a restart', async () => {
    const account = freshAccount();
    const ledger = await open(account);
    const rows = [
      row({ Orden: 'A', Ventas: '10.00' }),
      row({ Orden: 'A', Ventas: '-0.00', 'Nro. suborden': 'S-2' }),
      row({ Orden: 'B', Ventas: 'ilegible', 'Columna nueva': '=1+1' }),
      row({ Orden: null, 'Tipo de Dato': 'Marketplace', Ventas: '0' }),
    ];
    await stage(ledger, 'w1', MARCH, rows);
    expect(contents(ledger)).toEqual([]);
    const result = await ledger.calls.commitWindow(commitOf('w1', { checkpoint: checkpoint('2025-01-01') }));
    expect(result).toEqual({
      rowsAdded: 4,
      rowsRemoved: 0,
      ordersNew: 3,
      ordersChanged: 0,
      ordersUnchanged: 0,
      ordersQueued: 0,
      rowsHeld: 0,
    });
    expect(contents(ledger)).toEqual(expected(rows));
    ledger.close();
    const again = await open(account);
    expect(contents(again)).toEqual(expected(rows));
    const state = await again.calls.readState(null);
    expect(state).toEqual({
      checkpoint: checkpoint('2025-01-01'),
      windows: [],
      rows: 4,
      verificationQueue: [],
      ordersQueued: 0,
      months: [{ month: '2026-03', rows: 4 }],
      controls: [],
      held: [],
    });
  });

  test('gives way while it is judged, planned and written down, and shows nothing of itself meanwhile', async () => {
    const seen: number[] = [];
    const ledger = await open(
      freshAccount(),
      {},
      {
        pauseInCommit: async () => void seen.push(ledger.store.liveRows),
      },
    );
    const orders = (Ventas: string) =>
      Array.from({ length: 260 }, (_, at) => row({ Orden: `O-${at}`, Ventas }));
    await read(ledger, 'w1', MARCH, orders('10.00'));
    seen.length = 0;
    await stage(ledger, 'w2', MARCH, [...orders('11.00'), row({ Orden: 'new' })]);
    const whileJudged = seen.length;
    expect(whileJudged).toBeGreaterThan(2);
    await ledger.calls.commitWindow(commitOf('w2'));
    expect(seen.length - whileJudged).toBeGreaterThan(5);
    expect(new Set(seen)).toEqual(new Set([260]));
    expect(ledger.store.liveRows).toBe(261);
  });

  test('goes on from the staged pages after a restart', async () => {
    const account = freshAccount();
    const ledger = await open(account);
    const rows = [row({ Orden: 'A' }), row({ Orden: 'B' }), row({ Orden: 'C' })];
    await ledger.calls.openWindow(openWindow('w1', MARCH));
    const [first, second, third] = pagesOf('w1', MARCH, rows, { pages: 3 });
    if (first === undefined || second === undefined || third === undefined) throw new Error('Three pages.');
    await ledger.calls.stagePage(first);
    await ledger.calls.stagePage(second);
    ledger.close();
    const again = await open(account);
    const state = await again.calls.readState(null);
    expect(state.windows).toMatchObject([
      { ...openWindow('w1', MARCH), pages: [{ page: 1 }, { page: 2, correlationId: 'w1-1-2' }] },
    ]);
    await again.calls.stagePage(third);
    expect(await again.calls.judgeWindow({ windowId: 'w1' })).toMatchObject({ kind: 'settled', ownRows: 3 });
    await again.calls.commitWindow(commitOf('w1'));
    expect(contents(again)).toEqual(expected(rows));
  });

  test('is committed once, however often the call comes', async () => {
    const account = freshAccount();
    const ledger = await open(account);
    const first = await read(ledger, 'w1', MARCH, [row({}), row({})], { pages: 1 });
    const repeated = await ledger.calls.commitWindow(
      commitOf('w1', { checkpoint: checkpoint('2020-01-01') }),
    );
    expect(repeated).toEqual(first);
    ledger.close();
    const again = await open(account);
    expect(await again.calls.commitWindow(commitOf('w1'))).toEqual(first);
    expect(contents(again)).toHaveLength(2);
  });

  test('stages a page once, however often the call comes', async () => {
    const ledger = await open(freshAccount());
    await ledger.calls.openWindow(openWindow('w1', MARCH));
    const [page] = pagesOf('w1', MARCH, [row({})], { pages: 1 });
    if (page === undefined) throw new Error('One page.');
    const first = await ledger.calls.stagePage(page);
    await ledger.calls.openWindow(openWindow('w1', MARCH));
    expect(await ledger.calls.stagePage(page)).toEqual(first);
    expect(await ledger.calls.judgeWindow({ windowId: 'w1' })).toMatchObject({ ownRows: 1 });
  });

  test('does not commit what was not judged, nor what got another page since', async () => {
    const ledger = await open(freshAccount());
    await ledger.calls.openWindow(openWindow('w1', MARCH));
    const commit = () => ledger.calls.commitWindow(commitOf('w1'));
    await expect(commit()).rejects.toMatchObject({ code: 'window-not-settled' });
    await stage(ledger, 'w1', MARCH, [row({})], { pages: 1 });
    for (const page of pagesOf('w1', MARCH, [row({}), row({})], { pages: 2, reading: 2 })) {
      await ledger.calls.stagePage(page);
    }
    await expect(commit()).rejects.toMatchObject({ code: 'window-not-settled' });
    expect(contents(ledger)).toEqual([]);
  });

  test('asks for another reading when pages share an equal row, and believes two equal readings', async () => {
    const ledger = await open(freshAccount());
    const twins = [row({ Orden: 'A' }), row({ Orden: 'A' })];
    expect(await stage(ledger, 'w1', MARCH, twins)).toEqual({ kind: 'read-again', doubt: 'equal-rows' });
    for (const page of pagesOf('w1', MARCH, twins, { reading: 2 })) await ledger.calls.stagePage(page);
    expect(await ledger.calls.judgeWindow({ windowId: 'w1' })).toMatchObject({ kind: 'settled' });
    await ledger.calls.commitWindow(commitOf('w1'));
    expect(contents(ledger)).toEqual(expected(twins));
  });

  test('forgets dropped windows', async () => {
    const ledger = await open(freshAccount());
    await stage(ledger, 'w1', MARCH, [row({})]);
    await ledger.calls.dropWindows({ windowIds: ['w1', 'never-opened'] });
    expect((await ledger.calls.readState(null)).windows).toEqual([]);
    const [page] = pagesOf('w1', MARCH, [row({})]);
    if (page === undefined) throw new Error('A page.');
    await expect(ledger.calls.stagePage(page)).rejects.toMatchObject({ code: 'unknown-window' });
  });

  test('carries a page of a thousand wide rows in records of 60 KB or less', async () => {
    const account = freshAccount();
    const ledger = await open(account);
    const rows = Array.from({ length: 1000 }, (_, index) =>
      row({ Orden: `O-${index}`, Producto: `Descripción larga ${'ñ'.repeat(300)} ${index}` }),
    );
    await stage(ledger, 'w1', MARCH, rows, { pages: 1 });
    const sizes = async (table: string) => {
      const database = await new Dexie(databaseName(account)).open();
      const records = await database.table<{ bytes: Uint8Array }>(table).toArray();
      database.close();
      return records.map(({ bytes }) => bytes.buffer.byteLength);
    };
    const staged = await sizes('pageChunks');
    expect(staged.length).toBeGreaterThan(5);
    expect(Math.max(...staged)).toBeLessThanOrEqual(60_000);
    await ledger.calls.commitWindow(commitOf('w1'));
    expect(await sizes('pageChunks')).toEqual([]);
    const written = await sizes('segmentChunks');
    expect(written.length).toBeGreaterThan(1);
    expect(Math.max(...written)).toBeLessThanOrEqual(60_000);
    expect(contents(ledger)).toEqual(expected(rows));
  });
});

describe('changes of orders', () => {
  test('an order whose every row found its counterpart is replaced by what came', async () => {
    const account = freshAccount();
    const ledger = await open(account);
    const untouched = row({ Orden: 'B' });
    await read(ledger, 'w1', MARCH, [row({ Orden: 'A' }), untouched]);
    const paid = row({
      Orden: 'A',
      'Estado de Orden': 'Cancelada',
      Ventas: '0.00',
      'Fecha de actualización': '2026-03-12T10:00:00.000Z',
    });
    const window = changes('2026-03-12T09:00:00.000Z', '2026-03-12T11:00:00.000Z');
    expect(await stage(ledger, 'c1', window, [paid])).toEqual({
      kind: 'settled',
      ownRows: 1,
      greatestUpdate: '2026-03-12T10:00:00.000Z',
      verification: [],
      ordersToVerify: 0,
    });
    const result = await ledger.calls.commitWindow(commitOf('c1'));
    expect(result).toMatchObject({ rowsAdded: 1, rowsRemoved: 1, ordersChanged: 1, ordersQueued: 0 });
    expect(contents(ledger)).toEqual(expected([untouched, paid]));
    ledger.close();
    expect(contents(await open(account))).toEqual(expected([untouched, paid]));
    const database = await new Dexie(databaseName(account)).open();
    expect(await database.table('changes').toArray()).toMatchObject([
      {
        windowId: 'c1',
        window,
        changes: [
          {
            before: { rows: 1, states: ['Regular'], amounts: { Ventas: '100.00' } },
            after: { rows: 1, states: ['Cancelada'], amounts: { Ventas: '0.00' } },
            correlationIds: ['c1-1-1'],
          },
        ],
      },
    ]);
    database.close();
  });

  test('an order with an unmatched row is verified over its purchases, in the same commit', async () => {
    const ledger = await open(freshAccount());
    const other = row({ Orden: 'B' });
    const moved = row({ Orden: 'A', 'Nro. suborden': 'S-2', 'Fecha de compra': '2026-03-20T08:00:00.000' });
    await read(ledger, 'w1', MARCH, [row({ Orden: 'A' }), moved, other]);
    const window = changes('2026-03-21T00:00:00.000Z', '2026-03-22T00:00:00.000Z');
    const changed = row({
      Orden: 'A',
      Ventas: '90.00',
      'Fecha de actualización': '2026-03-21T10:00:00.000Z',
    });
    expect(await stage(ledger, 'c1', window, [changed])).toMatchObject({
      verification: [{ from: '2026-03-10T12:00:00.000', to: '2026-03-20T08:00:00.001', storedRows: 3 }],
      ordersToVerify: 1,
    });
    const range = purchases('2026-03-10T12:00:00.000', '2026-03-20T08:00:00.001');
    await stage(ledger, 'v1', range, [changed, moved, other]);
    const result = await ledger.calls.commitWindow(commitOf('c1', { verifiedBy: ['v1'] }));
    expect(result).toMatchObject({ ordersChanged: 1, ordersQueued: 0, ordersUnchanged: 1 });
    expect(contents(ledger)).toEqual(expected([changed, moved, other]));
    expect((await ledger.calls.readState(null)).windows).toEqual([]);
  });

  test('unverified orders keep their unmatched rows, are queued, and leave the queue when read', async () => {
    const account = freshAccount();
    const ledger = await open(account);
    const gone = row({ Orden: 'A', 'Nro. suborden': 'S-2', 'Fecha de compra': '2026-03-20T08:00:00.000' });
    await read(ledger, 'w1', MARCH, [row({ Orden: 'A' }), gone]);
    const window = changes('2026-03-21T00:00:00.000Z', '2026-03-22T00:00:00.000Z');
    const changed = row({ Orden: 'A', 'Fecha de actualización': '2026-03-21T10:00:00.000Z' });
    const result = await read(ledger, 'c1', window, [changed]);
    expect(result.ordersQueued).toBe(1);
    expect(contents(ledger)).toEqual(expected([changed, gone]));
    ledger.close();
    const again = await open(account);
    expect((await again.calls.readState(null)).verificationQueue).toEqual([
      { from: '2026-03-10T12:00:00.000', to: '2026-03-20T08:00:00.001', storedRows: 2 },
    ]);
    // Read in two halves: the order stays queued until both of its purchases were read.
    const half = await read(again, 'v1', purchases('2026-03-10T12:00:00.000', '2026-03-15T00:00:00.000'), [
      changed,
    ]);
    expect(half.ordersQueued).toBe(1);
    const rest = await read(
      again,
      'v2',
      purchases('2026-03-15T00:00:00.000', '2026-03-20T08:00:00.001'),
      [],
      { pages: 1 },
    );
    expect(rest).toMatchObject({ ordersQueued: 0, rowsRemoved: 1 });
    expect(contents(again)).toEqual(expected([changed]));
  });
});

describe('orders that wait to be verified', () => {
  test('are stored as they wait, and a reading that only finds less is told', async () => {
    const account = freshAccount();
    let committed = 0;
    const ledger = await open(account, {
      onCommitted: () => {
        committed += 1;
      },
    });
    const at = (date: number) => `2026-03-${date}T08:00:00.000`;
    const ms = (date: number) => Date.parse(`${at(date)}Z`);
    const bought = (order: string, sub: string, date: number) =>
      row({ Orden: order, 'Nro. suborden': sub, 'Fecha de compra': at(date) });
    // The row that was bought later comes first.
    const [stays, gone] = [bought('A', 'S-1', 20), bought('A', 'S-2', 11)];
    const [other, second] = [bought('B', 'S-1', 13), bought('B', 'S-2', 14)];
    await read(ledger, 'w1', MARCH, [stays, gone, other, second], { pages: 1 });
    const day = changes('2026-03-21T00:00:00.000Z', '2026-03-22T00:00:00.000Z');
    const updated = { 'Fecha de actualización': '2026-03-21T10:00:00.000Z' };
    const changed = [stays, other].map((each) => ({ ...each, ...updated }));
    expect((await read(ledger, 'c1', day, changed, { pages: 1 })).ordersQueued).toBe(2);
    const waiting = () =>
      inDatabase(account, async (database) =>
        (await database.table('toVerify').toArray()).map(({ order, instants }) => [
          JSON.parse(order)[2],
          instants,
        ]),
      );
    expect(await waiting()).toEqual([
      ['A', [ms(11), ms(20)]],
      ['B', [ms(13), ms(14)]],
    ]);
    await read(ledger, 'v1', purchases(at(13), at(15)), [changed[1] ?? other, second], { pages: 1 });
    expect(await waiting()).toEqual([['A', [ms(11), ms(20)]]]);
    await read(ledger, 'v2', purchases(at(20), at(21)), [changed[0] ?? stays], { pages: 1 });
    expect(await waiting()).toEqual([['A', [ms(11)]]]);
    const before = committed;
    await read(ledger, 'v3', purchases(at(11), at(12)), [], { pages: 1 });
    expect([await waiting(), committed]).toEqual([[], before + 1]);
    expect(contents(ledger)).toEqual(expected([...changed, second]));
  });
});

describe('ownership', () => {
  test('a page that lost the ledger is refused, and told', async () => {
    const account = freshAccount();
    let lost = 0;
    const first = await open(account, {
      onOwnershipLost: () => {
        lost += 1;
      },
    });
    await stage(first, 'w1', MARCH, [row({})]);
    const second = await open(account);
    expect(second.ownerEpoch).toBe(first.ownerEpoch + 1);
    await expect(first.calls.commitWindow(commitOf('w1'))).rejects.toMatchObject({ code: 'ownership-lost' });
    await expect(first.calls.saveCheckpoint(checkpoint())).rejects.toMatchObject({
      code: 'ownership-lost',
    });
    expect(lost).toBe(2);
    expect((await second.calls.readState(null)).windows).toHaveLength(1);
    await second.calls.commitWindow(commitOf('w1'));
    expect(contents(second)).toHaveLength(1);
  });
});

describe('storage', () => {
  test('a database of a newer version is left alone', async () => {
    const account = freshAccount();
    (await open(account)).close();
    const database = await new Dexie(databaseName(account)).open();
    await database.table('meta').put({ key: 'schema', version: SCHEMA_VERSION + 1 });
    database.close();
    await expect(open(account)).rejects.toMatchObject({ name: 'NewerSchemaError' });
  });
});
