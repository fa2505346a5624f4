import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { checksum, cutBytes } from '#renderer/data/storage/database/bytes.ts';
import { databaseName } from '#renderer/data/storage/database/database.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { COLUMNS_SENT, purchases, type Row, row } from './ledger-fixtures.ts';

/** A database as the first schema wrote it, record by record, opened by the present one. */

const cells = (rows: readonly Row[]) =>
  rows.map((each) => COLUMNS_SENT.map((column) => each[column] ?? null));

export const OLD_CHECKPOINT = {
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

export const stored = [
  row({ Orden: 'A', 'Fecha de compra': '2026-02-03T10:00:00.000' }),
  row({ Orden: 'B' }),
];
const dead = row({ Orden: 'C' });
export const staged = row({ Orden: 'D' });
const MARCH = purchases('2026-03-01T00:00:00.000', '2026-04-01T00:00:00.000');
export const figures = (rows: number, ventas: string) => ({
  rows,
  states: rows === 0 ? [] : ['Regular'],
  payments: rows === 0 ? [] : ['Pagado'],
  amounts: rows === 0 ? {} : { Ventas: ventas },
});

export async function writeVersion1(
  account: string,
  over: { readonly damaged?: boolean } = {},
): Promise<void> {
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
