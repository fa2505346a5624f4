import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { describe, expect, test } from 'vitest';
import { databaseName } from '#renderer/data/storage/database/database.ts';
import type { Ledger } from '#renderer/data/storage/ledger.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import { changes, checkpoint, local, purchases, type Row, row, utc } from './ledger-fixtures.ts';
import { contents, expected, freshAccount, open, read } from './real-ledger.ts';

/** Stored bytes that are not what was written: found, said, and mended by reading again; never shown as nothing. */

const FEBRUARY = purchases('2026-02-01T00:00:00.000', '2026-03-01T00:00:00.000');
const MARCH = purchases('2026-03-01T00:00:00.000', '2026-04-01T00:00:00.000');
const READ_AT = utc('2026-03-31T10:00:00.000Z');

function whole(over: Partial<Checkpoint> = {}): Checkpoint {
  const range = { from: local('2026-01-01T00:00:00.000'), to: local('2026-04-01T00:00:00.000') };
  return {
    ...checkpoint('2026-01-01'),
    history: { startedAt: READ_AT, target: range, finishedAt: READ_AT, greatestUpdate: null },
    reads: [{ ...range, readAt: READ_AT }],
    changes: { from: READ_AT, knownUntil: READ_AT, lastReadAt: READ_AT },
    ...over,
  };
}

const february = [row({ Orden: 'A', 'Fecha de compra': '2026-02-05T10:00:00.000' })];
const march = [
  row({ Orden: 'B', 'Fecha de compra': '2026-03-02T10:00:00.000' }),
  row({ Orden: 'C', 'Fecha de compra': '2026-03-09T10:00:00.000' }),
];
const changed = { ...(march[0] as Row), Ventas: '5.00' };

/** Segment 1: February. Segment 2: March, of which one row died. Segment 3: that row as it is now. */
async function loaded(over: Partial<Checkpoint> = {}): Promise<string> {
  const account = freshAccount();
  const ledger = await open(account);
  const commit = { checkpoint: whole(over) };
  await read(ledger, 'w1', FEBRUARY, february, { pages: 1, commit });
  await read(ledger, 'w2', MARCH, march, { pages: 1, commit });
  await read(ledger, 'w3', MARCH, [changed, march[1] as Row], { pages: 1, commit });
  expect(ledger.damage()).toBeNull();
  ledger.close();
  return account;
}

async function spoil(account: string, work: (database: Dexie) => Promise<unknown>): Promise<void> {
  const database = await new Dexie(databaseName(account)).open();
  await work(database);
  database.close();
}

const flip = (bytes: Uint8Array): Uint8Array =>
  bytes.map((byte, at) => (at === bytes.length - 9 ? byte ^ 4 : byte));
const flipChunk = (segment: number) => async (database: Dexie) => {
  const chunks = database.table<{ bytes: Uint8Array }>('segmentChunks');
  const chunk = await chunks.get([segment, 0]);
  await chunks.put({ ...chunk, bytes: flip(chunk?.bytes ?? new Uint8Array()) });
};

type Known = {
  readonly rows: readonly Row[];
  readonly from: string;
  readonly to: string;
  readonly lost: number;
};
const MARCH_LOST: Known = {
  // Row B is in segment 3; the other row of segment 2 is lost.
  rows: [...february, changed],
  from: '2026-03-02T10:00:00.000',
  to: '2026-03-09T10:00:00.001',
  lost: 1,
};

const DAMAGES: { readonly [name: string]: readonly [(database: Dexie) => Promise<unknown>, Known] } = {
  'a flipped byte': [flipChunk(2), MARCH_LOST],
  'a lost chunk': [(database) => database.table('segmentChunks').delete([2, 0]), MARCH_LOST],
  'a chunk that was cut': [
    async (database) => {
      const chunk = await database.table('segmentChunks').get([2, 0]);
      await database.table('segmentChunks').put({ ...chunk, bytes: chunk.bytes.slice(0, 100) });
    },
    MARCH_LOST,
  ],
  'a lost bitmap of dead rows': [(database) => database.table('tombstones').delete(2), MARCH_LOST],
  'a flipped bit in a bitmap': [
    async (database) => {
      const record = await database.table('tombstones').get(2);
      await database
        .table('tombstones')
        .put({ ...record, bits: record.bits.map((byte: number) => byte ^ 2) });
    },
    MARCH_LOST,
  ],
  'the bytes of the newest segment': [
    flipChunk(3),
    {
      rows: [...february, march[1] as Row],
      from: '2026-03-02T10:00:00.000',
      to: '2026-03-02T10:00:00.001',
      lost: 1,
    },
  ],
};

test('a lost segment with rows without a date is lost anywhere: changes brought it, no range holds them', async () => {
  const account = await loaded();
  const ledger = await open(account);
  const day = changes('2026-03-10T00:00:00.000Z', '2026-03-11T00:00:00.000Z');
  const rows = [row({ Orden: 'D' }), row({ Orden: 'E', 'Fecha de compra': '' })];
  await read(ledger, 'w4', day, rows, { pages: 1, commit: { checkpoint: whole() } });
  ledger.close();
  const unspoilt = await open(account);
  expect(unspoilt.damage()).toBeNull();
  unspoilt.close();
  await spoil(account, flipChunk(4));
  const again = await open(account);
  expect(again.damage()).toMatchObject({ rowsLost: 2, from: null, to: null });
  // Everything counts as never read, and the load goes on.
  expect(await state(again)).toMatchObject({ reads: [], history: { finishedAt: null } });
});

test('one that a reading of purchases brought is lost within what was read, be its rows without a date or not', async () => {
  const account = await loaded();
  const ledger = await open(account);
  const rows = [...march, row({ Orden: 'E', 'Fecha de compra': '' })];
  await read(ledger, 'w4', MARCH, rows, { pages: 1, commit: { checkpoint: whole() } });
  ledger.close();
  await spoil(account, flipChunk(4));
  const { from, to } = MARCH;
  expect((await open(account)).damage()).toMatchObject({ from, to });
});

async function state(ledger: Ledger): Promise<Checkpoint> {
  const { checkpoint: now } = await ledger.calls.readState(null);
  if (now === null) throw new Error('There is a checkpoint.');
  return now;
}

describe('damaged storage', () => {
  for (const [name, [damage, known]] of Object.entries(DAMAGES)) {
    test(`${name}: what is left is shown, the rest is said and read again`, async () => {
      const account = await loaded();
      await spoil(account, damage);
      const ledger = await open(account);
      expect(contents(ledger)).toEqual(expected(known.rows));
      const note = { rowsLost: known.lost, from: known.from, to: known.to, outsidePlan: false };
      expect(ledger.damage()).toMatchObject(note);
      expect(await state(ledger)).toMatchObject({
        history: { finishedAt: null, target: { to: '2026-04-01T00:00:00.000' } },
        reads: [
          { from: '2026-01-01T00:00:00.000', to: known.from, readAt: READ_AT },
          { from: known.to, to: '2026-04-01T00:00:00.000', readAt: READ_AT },
        ],
      });
      ledger.close();
      // The next start knows it still, and finds nothing new.
      const again = await open(account);
      expect(again.damage()).toMatchObject(note);
      expect(contents(again)).toEqual(expected(known.rows));
      const lost = purchases(known.from, known.to);
      const all = [changed, march[1] as Row].filter(
        (each: Row) =>
          (each['Fecha de compra'] ?? '') >= known.from && (each['Fecha de compra'] ?? '') < known.to,
      );
      await read(again, 'mend', lost, all, { pages: 1, commit: { checkpoint: whole() } });
      expect(again.damage()).toBeNull();
      expect(contents(again)).toEqual(expected([...february, changed, march[1] as Row]));
      again.close();
      expect((await open(account)).damage()).toBeNull();
    });
  }

  const UNKNOWN: { readonly [name: string]: (database: Dexie) => Promise<unknown> } = {
    'a lost segment record': (database) => database.table('segments').delete(2),
    'a segment record that is no longer one': (database) => database.table('segments').put({ id: 2 }),
    'a lost count': (database) => database.table('meta').delete('contents'),
    'everything but the checkpoint': async (database) => {
      for (const table of ['segments', 'segmentChunks', 'tombstones']) await database.table(table).clear();
      await database.table('meta').delete('contents');
    },
  };
  for (const [name, damage] of Object.entries(UNKNOWN)) {
    test(`${name}: nobody knows what is lost, so everything is read again`, async () => {
      const account = await loaded();
      await spoil(account, damage);
      const ledger = await open(account);
      expect(ledger.damage()).toMatchObject({ from: null, to: null, outsidePlan: false });
      expect(await state(ledger)).toMatchObject({
        reads: [],
        history: { finishedAt: null, target: { to: '2026-04-01T10:00:00.000' } },
      });
      const rest = purchases('2026-01-01T00:00:00.000', '2026-04-01T10:00:00.000');
      const read1 = { from: rest.from, to: local('2026-03-01T00:00:00.000'), readAt: READ_AT } as never;
      const target = { from: local('2026-01-01T00:00:00.000'), to: local('2026-04-01T10:00:00.000') };
      const history = { ...whole().history, target, finishedAt: null };
      await ledger.calls.saveCheckpoint(whole({ history, reads: [read1] }));
      expect(ledger.damage()).not.toBeNull();
      const all = [...february, changed, march[1] as Row];
      const done = whole({ history, reads: [{ ...target, readAt: READ_AT }] });
      await read(ledger, 'mend', rest, all, { pages: 1, commit: { checkpoint: done } });
      expect(ledger.damage()).toBeNull();
      expect(contents(ledger)).toEqual(expected(all));
    });
  }

  test('a read that fails once is a passing trouble', async () => {
    const account = await loaded();
    const plain = IDBObjectStore.prototype.getAll;
    const failed = new Set<string>();
    IDBObjectStore.prototype.getAll = function (this: IDBObjectStore, ...query) {
      if (this.name.startsWith('segment') && !failed.has(this.name)) {
        failed.add(this.name);
        throw new DOMException('Failed to read large IndexedDB value', 'DataError');
      }
      return plain.apply(this, query);
    };
    try {
      const ledger = await open(account);
      expect([...failed]).toEqual(['segments', 'segmentChunks']);
      expect(ledger.damage()).toBeNull();
      expect(contents(ledger)).toEqual(expected([...february, changed, march[1] as Row]));
    } finally {
      IDBObjectStore.prototype.getAll = plain;
    }
  });

  test('dead rows that are lost are no loss', async () => {
    const account = freshAccount();
    const ledger = await open(account);
    const commit = { checkpoint: whole() };
    await read(ledger, 'w1', MARCH, [march[0] as Row], { pages: 1, commit });
    await read(ledger, 'w2', MARCH, [changed], { pages: 1, commit });
    ledger.close();
    await spoil(account, flipChunk(1));
    const again = await open(account);
    expect(again.damage()).toBeNull();
    expect(contents(again)).toEqual(expected([changed]));
    again.close();
    expect(contents(await open(account))).toEqual(expected([changed]));
  });

  test('before the plan it cannot be mended, and stays said', async () => {
    const moved = { earliest: '2026-03-01' as Checkpoint['earliest'] };
    const account = await loaded(moved);
    await spoil(account, flipChunk(1));
    const ledger = await open(account);
    expect(ledger.damage()).toMatchObject({
      rowsLost: 1,
      from: '2026-02-05T10:00:00.000',
      outsidePlan: true,
    });
    expect(await state(ledger)).toMatchObject({ partialBefore: '2026-02-05T10:00:00.001' });
    await ledger.calls.saveCheckpoint(whole(moved));
    expect(ledger.damage()).toMatchObject({ outsidePlan: true });
  });

  test('two losses are one note that holds both', async () => {
    const account = await loaded();
    await spoil(account, flipChunk(3));
    (await open(account)).close();
    await spoil(account, flipChunk(1));
    expect((await open(account)).damage()).toMatchObject({
      rowsLost: 2,
      from: '2026-02-05T10:00:00.000',
      to: '2026-03-02T10:00:00.001',
    });
  });

  test('rows that are missing are noted again when their notes are damaged', async () => {
    const account = await loaded();
    const ledger = await open(account);
    const month = { checkpoint: whole(), completes: ['2026-03' as never] };
    await read(ledger, 'less', MARCH, [changed], { pages: 1, commit: month });
    expect((await ledger.calls.readState(null)).held).toHaveLength(1);
    ledger.close();
    await spoil(account, (database) =>
      database
        .table('missing')
        .toCollection()
        .modify((record: { gone: Uint8Array }) => {
          record.gone = record.gone.map((byte) => byte ^ 1);
        }),
    );
    const again = await open(account);
    expect(again.damage()).toBeNull();
    expect(again.store.liveRows).toBe(3);
    expect((await again.calls.readState(null)).held).toEqual([]);
    await read(again, 'less2', MARCH, [changed], { pages: 1, commit: month });
    expect((await again.calls.readState(null)).held).toMatchObject([{ rowsMissing: 1 }]);
  });

  test('a checkpoint that is none means that all is read again; rows stay until they are replaced', async () => {
    const account = await loaded();
    await spoil(account, (database) =>
      database.table('meta').put({ key: 'checkpoint', checkpoint: { version: 9 } }),
    );
    const ledger = await open(account);
    expect((await ledger.calls.readState(null)).checkpoint).toBeNull();
    expect(ledger.damage()).toBeNull();
    expect(ledger.store.liveRows).toBe(3);
  });
});
