import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import type { LedgerConnection, Opening } from '#renderer/data/model/ledger.ts';
import {
  asLedgerFailure,
  MEMORY_REFUSED,
  MemoryRefusedError,
} from '#renderer/data/storage/database/failures.ts';
import { createDataService, type DataCalls } from '#renderer/data/worker/data-service.ts';
import type { Handlers } from '#shared/contract/rpc.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { openReaderBeside } from '#test/renderer/data/worker/reader-beside.ts';
import { createFakeLocks } from './fake-locks.ts';
import { commitOf, purchases, row } from './ledger-fixtures.ts';
import { contents, expected, freshAccount, open, read, stage } from './real-ledger.ts';

/** Memory that is refused is no damage: nothing is set aside, nothing is shown in part, and there is a way on. */

const MARCH = purchases('2026-03-01T00:00:00.000', '2026-04-01T00:00:00.000');
const DAYS = [1, 2].map((at) => purchases(`2026-03-0${at}T00:00:00.000`, `2026-03-0${at + 1}T00:00:00.000`));
const rows = [1, 2].map((at) => row({ Orden: `O-${at}`, 'Fecha de compra': `2026-03-0${at}T12:00:00.000` }));

/** Two segments of a row each. */
async function loaded(): Promise<string> {
  const account = freshAccount();
  const ledger = await open(account);
  for (const [at, window] of DAYS.entries()) {
    await read(ledger, `w${at}`, window, rows.slice(at, at + 1), { pages: 1 });
  }
  ledger.close();
  return account;
}

const refuse = (): never => {
  throw new RangeError('Array buffer allocation failed');
};

/** Runs something while one operation of one table finds no memory, from the n-th time on. */
async function refusing<T>(
  operation: 'getAll' | 'add' | 'put',
  table: string,
  from: number,
  work: () => Promise<T>,
): Promise<T> {
  const store = IDBObjectStore.prototype;
  const plain = store[operation] as (...parameters: unknown[]) => IDBRequest;
  let times = 0;
  Object.assign(store, {
    [operation](this: IDBObjectStore, ...parameters: unknown[]) {
      if (this.name === table) {
        times += 1;
        if (times >= from) refuse();
      }
      return plain.apply(this, parameters);
    },
  });
  try {
    return await work();
  } finally {
    Object.assign(store, { [operation]: plain });
  }
}

const LINE: LedgerConnection = { kind: 'port' };
const serviceOn = (): Handlers<DataCalls> =>
  createDataService({
    openReader: openReaderBeside,
    locks: createFakeLocks(),
    channelOpener: () => async () => null,
    emit: () => {},
  });

describe('memory that is refused', () => {
  test('while the copy is opened is a reason of its own; the next start finds all of it', async () => {
    const account = await loaded();
    const service = serviceOn();
    const opening = await refusing(
      'getAll',
      'segmentChunks',
      2,
      async (): Promise<Opening> => service.open({ accountId: account, line: LINE }),
    );
    expect(opening).toMatchObject({ kind: 'failed', reason: 'memory' });
    const again = await service.open({ accountId: account, line: LINE });
    expect(again).toMatchObject({ kind: 'open', facts: { rows: 2, damage: null } });
    await service.close(null);
  });

  test('for the rows themselves too', async () => {
    const account = await loaded();
    const plain = globalThis.Float64Array;
    let opened: unknown;
    // The store asks for one for the purchases of every segment.
    globalThis.Float64Array = new Proxy(plain, { construct: refuse });
    try {
      opened = await open(account).catch((error: unknown) => error);
    } finally {
      globalThis.Float64Array = plain;
    }
    expect(opened).toBeInstanceOf(MemoryRefusedError);
    const ledger = await open(account);
    expect(ledger.damage()).toBeNull();
    expect(contents(ledger)).toEqual(expected(rows));
  });

  test('for a commit leaves everything as it was, and the commit can be made again', async () => {
    const ledger = await open(await loaded());
    const changed = row({ Orden: 'O-1', Ventas: '7.00', 'Fecha de compra': '2026-03-01T12:00:00.000' });
    await stage(ledger, 'again', MARCH, [changed, ...rows.slice(1)]);
    const commit = () => ledger.calls.commitWindow(commitOf('again'));
    await expect(refusing('add', 'segmentChunks', 1, async () => commit())).rejects.toMatchObject({
      code: MEMORY_REFUSED,
    });
    expect(contents(ledger)).toEqual(expected(rows));
    expect(await commit()).toMatchObject({ rowsAdded: 1, rowsRemoved: 1 });
    expect(contents(ledger)).toEqual(expected([changed, ...rows.slice(1)]));
  });

  test('once a commit is written makes the ledger one to be opened again: memory is not what is stored', async () => {
    const account = await loaded();
    let lost = 0;
    const ledger = await open(account, {
      onLedgerLost: () => {
        lost += 1;
      },
    });
    const changed = row({ Orden: 'O-1', Ventas: '7.00', 'Fecha de compra': '2026-03-01T12:00:00.000' });
    await stage(ledger, 'again', MARCH, [changed, ...rows.slice(1)]);
    const { addSegment } = ledger.store;
    Object.assign(ledger.store, { addSegment: refuse });
    await expect(async () => ledger.calls.commitWindow(commitOf('again'))).rejects.toThrow();
    Object.assign(ledger.store, { addSegment });
    expect(lost).toBe(1);
    await expect(async () => ledger.calls.readState(null)).rejects.toMatchObject({ code: 'ledger-lost' });
    const again = await open(account);
    expect(contents(again)).toEqual(expected([changed, ...rows.slice(1)]));
    expect(await again.calls.commitWindow(commitOf('again'))).toMatchObject({ rowsAdded: 1 });
  });

  test('for a merge drops it', async () => {
    const ledger = await open(await loaded());
    const ids = ledger.store.segments.map(({ id }) => id);
    await expect(
      refusing('add', 'segmentChunks', 1, () => ledger.merger.mergeOnce({ ids })),
    ).rejects.toMatchObject({ code: MEMORY_REFUSED });
    expect(contents(ledger)).toEqual(expected(rows));
    expect(await ledger.merger.mergeOnce({ ids })).toBe('merged');
    expect(contents(ledger)).toEqual(expected(rows));
  });

  test('for a question fails that question, and says why', async () => {
    const account = await loaded();
    const service = serviceOn();
    await service.open({ accountId: account, line: LINE });
    const ask = async () => service.readTotals({ selection: EVERYTHING, columns: ['Ventas'] });
    const plain = globalThis.Float64Array;
    globalThis.Float64Array = new Proxy(plain, { construct: refuse });
    try {
      await expect(ask()).rejects.toMatchObject({ code: MEMORY_REFUSED });
    } finally {
      globalThis.Float64Array = plain;
    }
    expect(await ask()).toMatchObject({ rows: 2 });
    await service.close(null);
  });

  test('is told from bytes that are damaged', () => {
    expect(asLedgerFailure(new RangeError('Array buffer allocation failed'))).toBeInstanceOf(
      MemoryRefusedError,
    );
    expect(
      asLedgerFailure(new DOMException('Data cannot be cloned, out of memory.', 'DataCloneError')),
    ).toBeInstanceOf(MemoryRefusedError);
    const damaged = new RangeError('Invalid typed array length: 99999999999');
    expect(asLedgerFailure(damaged)).toBe(damaged);
  });
});

test('opening tells how far it has come', async () => {
  const account = await loaded();
  const ledger = await open(account);
  expect(ledger.store.liveRows).toBe(2);
  ledger.close();
  const views: unknown[] = [];
  const service = createDataService({
    openReader: openReaderBeside,
    locks: createFakeLocks(),
    channelOpener: () => async () => null,
    emit: (event, payload) => {
      if (event === 'opening') views.push(payload);
    },
  });
  await service.open({ accountId: account, line: LINE });
  expect(views).toEqual([
    { rowsRead: 1, rows: 2 },
    { rowsRead: 2, rows: 2 },
  ]);
  await service.close(null);
});
