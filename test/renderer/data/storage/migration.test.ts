import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { describe, expect, test } from 'vitest';
import { checksum, cutBytes } from '#renderer/data/storage/database/bytes.ts';
import { databaseName, SCHEMA_VERSION } from '#renderer/data/storage/database/database.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { COLUMNS_SENT, checkpoint, commitOf, purchases, type Row, row } from './ledger-fixtures.ts';
import { contents, expected, freshAccount, open } from './real-ledger.ts';

/** A database as the first schema wrote it, record by record, opened by the present one. */

const cells = (rows: readonly Row[]) =>
  rows.map((each) => COLUMNS_SENT.map((column) => each[column] ?? null));

const OLD_CHECKPOINT = {
  version: 1,
  earliest: '2024-01-01',
  earliestNotice: null,
  history: {
    startedAt: '2026-03-12T00:00:00.000Z',
    target: { from: '2024-01-01T00:00:00.000', to: '2026-03-13T00:00:00.000' },
    finishedAt: '2026-03-12T01:00:00.000Z',
    greatestUpdate: null,
  },
  reads: [
    {
      from: '2024-01-01T00:00:00.000',
      to: '2026-03-13T00:00:00.000',
      readAt: '2026-03-12T00:30:00.000Z',
    },
  ],
  changes: { from: '2026-03-11T23:50:00.000Z', knownUntil: null, lastReadAt: null },
  partialBefore: null,
  unsettled: [],
};

const stored = [row({ Orden: 'A', 'Fecha de compra': '2026-02-03T10:00:00.000' }), row({ Orden: 'B' })];
const dead = row({ Orden: 'C' });
const staged = row({ Orden: 'D' });
const MARCH = purchases('2026-03-01T00:00:00.000', '2026-04-01T00:00:00.000');
const figures = (rows: number, ventas: string) => ({
  rows,
  states: rows === 0 ? [] : ['Regular'],
  payments: rows === 0 ? [] : ['Pagado'],
  amounts: rows === 0 ? {} : { Ventas: ventas },
});

async function writeVersion1(account: string, over: { readonly damaged?: boolean } = {}): Promise<void> {
  const database = new Dexie(databaseName(account));
  database.version(1).stores({
    meta: 'key',
    windows: 'windowId',
    pages: '[windowId+reading+page]',
    pageChunks: '[windowId+reading+page+index]',
    segments: 'id',
    segmentChunks: '[segment+index]',
    tombstones: 'segment',
    changes: '++id',
    toVerify: 'order',
  });
  const { bytes, headerLength, rowCount } = encodeSegment({
    columns: COLUMNS_SENT,
    rows: cells([...stored, dead]),
  });
  const chunks = cutBytes(bytes);
  const bits = Uint8Array.of(4);
  await database.table('segments').add({
    id: 1,
    rowCount,
    byteLength: bytes.length,
    headerLength,
    chunks: chunks.length,
    checksum: checksum(bytes),
  });
  await database
    .table('segmentChunks')
    .bulkAdd(over.damaged === true ? [] : chunks.map((part, index) => ({ segment: 1, index, bytes: part })));
  await database.table('tombstones').add({ segment: 1, bits, checksum: checksum(bits) });
  const result = { rowsAdded: 3, rowsRemoved: 0, ordersNew: 3, ordersChanged: 0, ordersUnchanged: 0 };
  await database.table('meta').bulkPut([
    { key: 'schema', version: 1 },
    { key: 'owner', epoch: 7 },
    { key: 'checkpoint', checkpoint: OLD_CHECKPOINT },
    { key: 'contents', segments: 1, liveRows: 2, lastSegment: 1 },
    { key: 'committed', commits: [{ windowId: 'w0', result: { ...result, ordersQueued: 0 } }] },
  ]);
  await database.table('windows').put({
    windowId: 'w1',
    window: MARCH,
    purpose: 'history',
    requestFrom: '2026-02-28T23:59:59',
    requestTo: '2026-04-01T00:00:01',
    startedAtMs: 1_770_000_000_000,
    settledReading: null,
  });
  const outline = { totalRows: 2, totalPages: 1, count: 2, metaTo: '2026-04-01T00:00:01' };
  await database.table('pages').put({
    windowId: 'w1',
    reading: 1,
    page: 1,
    ...outline,
    correlationId: 'old',
    serverDate: '2026-03-12T02:00:00.000Z',
    meta: {
      page: 1,
      pageSize: 1000,
      count: 2,
      from: '2026-02-28T23:59:59',
      to: '2026-04-01T00:00:01',
      date: 'purchase_date',
      totalRows: 2,
      totalPages: 1,
      window: { field: 'purchase_date', timezone: 'local' },
    },
    columns: COLUMNS_SENT,
    chunks: 1,
  });
  await database.table('pageChunks').put({
    windowId: 'w1',
    reading: 1,
    page: 1,
    index: 0,
    bytes: new TextEncoder().encode(JSON.stringify(cells([row({ Orden: 'B' }), staged]))),
  });
  await database.table('changes').bulkAdd([
    {
      windowId: 'c0',
      window: { field: 'updated_at', from: '2026-03-11T00:00:00.000Z', to: '2026-03-12T00:00:00.000Z' },
      readAt: '2026-03-12T00:00:05.000Z',
      changes: [
        {
          order: JSON.stringify(['Mercado Uno', 'Principal', 'A']),
          before: figures(1, '100.00'),
          after: figures(1, '90.00'),
          correlationIds: ['x'],
        },
        {
          order: JSON.stringify(['Mercado Uno', 'Principal', 'C']),
          before: figures(1, '100.00'),
          after: figures(0, ''),
          correlationIds: ['x'],
        },
      ],
    },
  ]);
  database.close();
}

describe('a ledger of the first schema', () => {
  test('opens as it was, with what is new left open', async () => {
    const account = freshAccount();
    await writeVersion1(account);
    const ledger = await open(account);
    expect(SCHEMA_VERSION).toBe(3);
    expect(ledger.ownerEpoch).toBe(8);
    expect(ledger.ledgerId).toMatch(/^[0-9a-f-]{36}$/);
    expect(ledger.damage()).toBeNull();
    expect(contents(ledger)).toEqual(expected(stored));
    const state = await ledger.calls.readState(null);
    expect(state).toMatchObject({
      checkpoint: {
        ...OLD_CHECKPOINT,
        version: 2,
        rereads: [],
        // Nobody knows in how many pages it was read.
        readOnce: OLD_CHECKPOINT.reads.map(({ from, to }) => ({ from, to })),
        searches: [],
      },
      rows: 2,
      months: [
        { month: '2026-02', rows: 1 },
        { month: '2026-03', rows: 1 },
      ],
      controls: [],
      held: [],
      windows: [{ windowId: 'w1', pages: [{ page: 1, correlationId: 'old' }] }],
    });
    const index = await ledger.reads.changes();
    expect(index.size).toBe(2);
    expect(index.readings).toMatchObject([{ runId: null, purpose: 'changes' }]);
    expect(index.before.figures(0)).toMatchObject({ rows: 1, amounts: { Ventas: '100.00' } });
    expect(index.after.figures(1)).toBeNull();
    expect(await ledger.reads.runs({ offset: 0, limit: 1, onlyNoted: false })).toMatchObject({ total: 0 });
  });

  test('goes on from its staged pages, and repeats a commit it remembers', async () => {
    const account = freshAccount();
    await writeVersion1(account);
    const ledger = await open(account);
    expect(await ledger.calls.commitWindow(commitOf('w0'))).toMatchObject({ rowsAdded: 3, rowsHeld: 0 });
    expect(await ledger.calls.judgeWindow({ windowId: 'w1' })).toMatchObject({ kind: 'settled', ownRows: 2 });
    await ledger.calls.commitWindow(commitOf('w1'));
    expect(contents(ledger)).toEqual(expected([...stored, staged]));
  });

  test('knows the bounds of its segments, and opens again as the present schema', async () => {
    const account = freshAccount();
    await writeVersion1(account);
    (await open(account)).close();
    const database = await new Dexie(databaseName(account)).open();
    expect(database.verno).toBe(SCHEMA_VERSION);
    expect(await database.table('segments').toArray()).toMatchObject([
      {
        purchases: {
          fromMs: Date.UTC(2026, 1, 3, 10),
          toMs: Date.UTC(2026, 2, 10, 12) + 1,
        },
        deadRows: 1,
      },
    ]);
    expect(await database.table('meta').get('schema')).toEqual({ key: 'schema', version: 3 });
    database.close();
    expect(contents(await open(account))).toEqual(expected(stored));
  });

  test('whose bytes are damaged says so and has everything read again', async () => {
    const account = freshAccount();
    await writeVersion1(account, { damaged: true });
    const ledger = await open(account);
    expect(ledger.damage()).toMatchObject({ rowsLost: 2, from: null, to: null });
    const { checkpoint: now } = await ledger.calls.readState(null);
    expect(now).toMatchObject({ version: 2, reads: [], history: { finishedAt: null } });
    expect(now).not.toEqual(checkpoint());
  });
});
