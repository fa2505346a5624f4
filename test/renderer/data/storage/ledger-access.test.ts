import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { databaseName, SCHEMA_VERSION } from '#renderer/data/storage/database/database.ts';
import { claimLedger } from '#renderer/data/storage/database/ledger-access.ts';
import type { Ledger } from '#renderer/data/storage/ledger.ts';
import type { Month } from '#shared/domain/dates.ts';
import { createFakeLocks } from './fake-locks.ts';
import { checkpoint, commitOf, openWindow, pagesOf, purchases, row, utc } from './ledger-fixtures.ts';
import { contents, expected, freshAccount, open, read, stage } from './real-ledger.ts';

const MARCH = purchases('2026-03-01T00:00:00.000', '2026-04-01T00:00:00.000');

const RUN = {
  runId: 'run-1',
  trigger: 'user',
  purpose: 'changes',
  startedAtMs: 1,
  endedAtMs: null,
  outcome: 'running',
  failure: null,
  requests: 0,
  retries: 0,
  backOffMs: 0,
  rowsRead: 0,
  ordersNew: 0,
  ordersChanged: 0,
  windows: 0,
  notices: 0,
} as const;

/** Counts how often a ledger tells that it was lost. */
async function openCounting(account: string) {
  const view = { lost: 0, ownership: 0 };
  const ledger = await open(account, {
    onLedgerLost: () => {
      view.lost += 1;
    },
    onOwnershipLost: () => {
      view.ownership += 1;
    },
  });
  return { ledger, view };
}

/** Lets the browser close the connection of a ledger, as it does when the user clears the site's data. */
async function evict(account: string, whileOpen: () => Promise<Ledger>): Promise<Ledger> {
  const plain = IDBFactory.prototype.open;
  const connections: IDBDatabase[] = [];
  IDBFactory.prototype.open = function (this: IDBFactory, ...parameters: Parameters<typeof plain>) {
    const request = plain.apply(this, parameters);
    request.addEventListener('success', () => connections.push(request.result));
    return request;
  };
  const ledger = await whileOpen().finally(() => {
    IDBFactory.prototype.open = plain;
  });
  for (const connection of connections) {
    connection.close();
    connection.onclose?.(new Event('close'));
  }
  await Dexie.delete(databaseName(account));
  return ledger;
}

describe('a database that goes away under the ledger', () => {
  test('is told once, nothing is written elsewhere, and the next opening is another ledger', async () => {
    const account = freshAccount();
    const view = { lost: 0 };
    const onLedgerLost = () => {
      view.lost += 1;
    };
    const ledger = await evict(account, async () => {
      const fresh = await open(account, { onLedgerLost });
      await read(fresh, 'w1', MARCH, [row({})], { pages: 1 });
      return fresh;
    });
    expect(view.lost).toBe(1);
    await expect(ledger.calls.openWindow(openWindow('w2', MARCH))).rejects.toMatchObject({
      code: 'ledger-lost',
    });
    await expect(ledger.calls.readState(null)).rejects.toMatchObject({ code: 'ledger-lost' });
    expect(view.lost).toBe(1);
    ledger.close();
    const again = await open(account);
    expect(again.ledgerId).not.toBe(ledger.ledgerId);
    expect(contents(again)).toEqual([]);
    expect(again.damage()).toBeNull();
    expect((await again.calls.readState(null)).checkpoint).toBeNull();
  });

  test('deleted by another page, it lets go and tells', async () => {
    const account = freshAccount();
    const { ledger, view } = await openCounting(account);
    await Dexie.delete(databaseName(account));
    expect(view).toEqual({ lost: 1, ownership: 0 });
    await expect(ledger.calls.saveCheckpoint(checkpoint())).rejects.toMatchObject({ code: 'ledger-lost' });
  });

  test('wanted by a newer version of the app, it lets go; the copy is not lost', async () => {
    const account = freshAccount();
    const { view } = await openCounting(account);
    const newer = new Dexie(databaseName(account));
    newer.version(SCHEMA_VERSION + 1).stores({ meta: 'key' });
    await newer.open();
    newer.close();
    expect(view).toEqual({ lost: 0, ownership: 1 });
    await expect(open(account)).rejects.toMatchObject({ name: 'NewerSchemaError' });
  });

  test('emptied, it is not written over', async () => {
    const account = freshAccount();
    const { ledger, view } = await openCounting(account);
    const database = await new Dexie(databaseName(account)).open();
    for (const table of database.tables) await table.clear();
    database.close();
    await expect(ledger.calls.saveCheckpoint(checkpoint())).rejects.toMatchObject({ code: 'ledger-lost' });
    expect(view).toEqual({ lost: 1, ownership: 0 });
  });

  test('closed by ourselves, nobody is told', async () => {
    const { ledger, view } = await openCounting(freshAccount());
    ledger.close();
    expect(view).toEqual({ lost: 0, ownership: 0 });
  });

  test('has the same name as long as it lives', async () => {
    const account = freshAccount();
    const first = await open(account);
    first.close();
    expect((await open(account)).ledgerId).toBe(first.ledgerId);
  });
});

describe('every write', () => {
  test('is a transaction flushed to the disk itself', async () => {
    const asked: { readonly stores: unknown; readonly durability: unknown }[] = [];
    const plain = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (
      this: IDBDatabase,
      ...parameters: Parameters<typeof plain>
    ) {
      const [stores, mode, options] = parameters;
      if (mode === 'readwrite') asked.push({ stores, durability: options?.durability });
      return plain.apply(this, parameters);
    };
    try {
      const account = freshAccount();
      const ledger = await open(account);
      const { calls } = ledger;
      const writes: readonly (() => unknown)[] = [
        () => calls.saveCheckpoint(checkpoint()),
        () => calls.writeRun(RUN),
        () => stage(ledger, 'w1', MARCH, [row({ Orden: 'A' }), row({ Orden: 'B' })]),
        () => calls.commitWindow(commitOf('w1')),
        () => stage(ledger, 'w2', MARCH, [row({ Orden: 'B' })], { pages: 1 }),
        () => calls.commitWindow(commitOf('w2', { completes: ['2026-03' as Month] })),
        () =>
          calls.resolveMissing({
            month: '2026-03' as Month,
            decision: 'remove',
            decidedAt: utc('2026-04-05T09:00:00.000Z'),
          }),
        () =>
          calls.recordControl({
            range: 'all',
            scope: 'everything',
            from: '2026-01-01T00:00:00.000' as never,
            to: '2026-03-01T00:00:00.000' as never,
            there: 1,
            checkedAt: '2026-03-01T00:00:00.000Z' as never,
            correlationId: 'k',
          }),
        () => calls.dropWindows({ windowIds: ['w9'] }),
        async () => {
          ledger.close();
          // The run that was going on is marked as cut off.
          await open(account);
        },
      ];
      for (const [index, write] of writes.entries()) {
        const before = asked.length;
        await write();
        expect(asked.length, `write ${index}`).toBeGreaterThan(before);
      }
      expect(asked.filter(({ durability }) => durability !== 'strict')).toEqual([]);
    } finally {
      IDBDatabase.prototype.transaction = plain;
    }
  });

  test('with a full disk fails by its name, and what is stored can still be opened and read', async () => {
    const account = freshAccount();
    const ledger = await open(account);
    await ledger.calls.writeRun(RUN);
    await read(ledger, 'w1', MARCH, [row({})], { pages: 1 });
    ledger.close();
    const plain = { put: IDBObjectStore.prototype.put, add: IDBObjectStore.prototype.add };
    const full = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
    IDBObjectStore.prototype.put = full;
    IDBObjectStore.prototype.add = full;
    try {
      const again = await open(account);
      expect(contents(again)).toEqual(expected([row({})]));
      const [page] = pagesOf('w2', MARCH, [row({})], { pages: 1 });
      if (page === undefined) throw new Error('A page.');
      const writes: readonly (() => unknown)[] = [
        () => again.calls.openWindow(openWindow('w2', MARCH)),
        () => again.calls.saveCheckpoint(checkpoint()),
        () => again.calls.writeRun(RUN),
      ];
      for (const write of writes) await expect(write()).rejects.toMatchObject({ code: 'storage-full' });
      Object.assign(IDBObjectStore.prototype, plain);
      // There is room again: the same ledger goes on.
      await again.calls.openWindow(openWindow('w2', MARCH));
      await again.calls.stagePage(page);
      expect(await again.calls.judgeWindow({ windowId: 'w2' })).toMatchObject({ kind: 'settled' });
    } finally {
      Object.assign(IDBObjectStore.prototype, plain);
    }
  });

  test('with a full disk a ledger that was never there is not opened', async () => {
    const plain = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
    try {
      await expect(open(freshAccount())).rejects.toMatchObject({ code: 'storage-full' });
    } finally {
      IDBObjectStore.prototype.put = plain;
    }
  });
});

describe('the lock of a ledger', () => {
  test('is waited for as long as a busy page takes to let go, and no longer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const locks = createFakeLocks();
    const former = await claimLedger(locks, 'a', 'free');
    const next = claimLedger(locks, 'a', 'free');
    await vi.advanceTimersByTimeAsync(1_000);
    former?.release();
    await vi.advanceTimersByTimeAsync(200);
    expect(await next).not.toBeNull();
    const refused = claimLedger(locks, 'a', 'free');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await refused).toBeNull();
  });
});
