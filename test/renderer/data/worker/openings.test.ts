import Dexie from 'dexie';
import { describe, expect, test, vi } from 'vitest';
import { newCopyName } from '#renderer/data/storage/database/copies.ts';
import { databaseName, defineCopy, SCHEMA_VERSION } from '#renderer/data/storage/database/database.ts';
import { CorruptLedgerError, MemoryRefusedError } from '#renderer/data/storage/database/failures.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { keepCells } from '#test/renderer/data/storage/cubes/start-with-cubes.ts';
import { createFakeLocks } from '#test/renderer/data/storage/fake-locks.ts';
import { checkpoint, purchases, row } from '#test/renderer/data/storage/ledger-fixtures.ts';
import { fileInMemory, spillInMemory } from '#test/renderer/data/storage/memory/out-of-memory.ts';
import { openUntilClosed, read } from '#test/renderer/data/storage/real-ledger.ts';
import { freshServiceAccount, LINE, load, startPage } from '#test/renderer/data/storage/started-page.ts';
import { readChunk, startCsv, streamsOf } from './pull-file.ts';

/** How a copy is opened, or why it is not; and what is told of the one that is open, and of no other. */

const COMMAS = { separator: ',', decimalSign: '.' } as const;
const QUERY = { selection: EVERYTHING, grouping: 'rows', sort: null, columns: ['Orden'] } as const;
const FILE = { kind: 'rows', name: 'Filas', query: QUERY } as const;
const MARCH = purchases('2026-03-01T00:00:00.000', '2026-04-01T00:00:00.000');

/** A database of a copy as another version wrote it. */
async function writeVersion(account: string, version: number): Promise<void> {
  const database = defineCopy(databaseName(account), Math.min(version, SCHEMA_VERSION));
  if (version > SCHEMA_VERSION) database.version(version).stores({ more: '' });
  await database.open();
  database.close();
}

describe('a copy', () => {
  test('of an earlier version is left as it is until it may be migrated, one of a newer is not opened', async () => {
    const locks = createFakeLocks();
    const [page, other] = [startPage(locks), startPage(locks)];
    const [older, newer] = [freshServiceAccount(), freshServiceAccount()];
    await writeVersion(older, SCHEMA_VERSION - 1);
    await writeVersion(newer, SCHEMA_VERSION + 1);
    for (const { service } of [page, other]) {
      // Nobody has it afterwards: the second page is told the same.
      expect(await service.open({ accountId: older, line: LINE })).toEqual({ kind: 'outdated' });
      expect(await service.open({ accountId: older, line: LINE, migrates: false })).toEqual({
        kind: 'outdated',
      });
      expect(() => service.readFacts(null)).toThrow(expect.objectContaining({ code: 'not-open' }));
      expect(await service.open({ accountId: newer, line: LINE, migrates: true })).toEqual({
        ...{ kind: 'failed', reason: 'newer-schema' },
        detail: expect.stringMatching(/^NewerSchemaError: .+/),
      });
    }
    expect(await page.service.open({ accountId: older, line: LINE, migrates: true })).toMatchObject({
      kind: 'open',
      facts: { rows: 0 },
    });
    await page.service.close(null);
    expect(await page.service.open({ accountId: older, line: LINE })).toMatchObject({ kind: 'open' });
  });

  test('that cannot be opened says why, and is free again', async () => {
    const locks = createFakeLocks();
    const account = freshServiceAccount();
    const failures: readonly (readonly [unknown, string, string])[] = [
      [new CorruptLedgerError('c'), 'corrupt', 'CorruptLedgerError: c'],
      [new MemoryRefusedError('m'), 'memory', 'MemoryRefusedError: There is not enough memory: m'],
      [new TypeError('s'), 'storage', 'TypeError: s'],
      ['text', 'storage', 'text'],
    ];
    for (const [failure, reason, detail] of failures) {
      const asked = vi.spyOn(indexedDB, 'databases').mockRejectedValue(failure);
      try {
        const opening = await startPage(locks).service.open({ accountId: account, line: LINE });
        expect(opening).toEqual({ kind: 'failed', reason, detail });
      } finally {
        asked.mockRestore();
      }
    }
    const page = startPage(locks);
    expect(await page.service.open({ accountId: account, line: LINE })).toMatchObject({ kind: 'open' });
  });

  test('leaves no copy behind that a death left half restored, unless somebody is at it', async () => {
    const locks = createFakeLocks();
    const [dead, held] = [newCopyName(), newCopyName()];
    for (const name of [dead, held]) await writeNamed(name);
    let letGo = (): void => {};
    const holding = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    void locks.request(held, {}, () => holding);
    await startPage(locks).service.open({ accountId: freshServiceAccount(), line: LINE });
    expect([await Dexie.exists(dead), await Dexie.exists(held)]).toEqual([false, true]);
    letGo();
    await Dexie.delete(held);
  });

  test('whose rows do not come after its first figures says so, and is free again', async () => {
    const locks = createFakeLocks();
    const account = freshServiceAccount();
    const ledger = await openUntilClosed(account);
    await read(ledger, 'w1', MARCH, [row({})], { pages: 1 });
    await keepCells(ledger);
    ledger.close();
    const { getAll } = IDBObjectStore.prototype;
    const refusing = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (
      this: IDBObjectStore,
      ...asked
    ) {
      if (this.name === 'segmentChunks') throw new RangeError('Array buffer allocation failed');
      return getAll.apply(this, asked);
    });
    const page = startPage(locks);
    try {
      expect(await page.service.open({ accountId: account, line: LINE })).toMatchObject({
        kind: 'open',
        facts: { rows: 1, rowsOpening: { rows: 1 } },
      });
      await page.service.close(null);
    } finally {
      refusing.mockRestore();
    }
    expect(page.events.filter(([event]) => event !== 'opening')).toEqual([
      ['openingFailed', { kind: 'failed', reason: 'memory', detail: expect.stringContaining('memory') }],
    ]);
    const other = startPage(locks);
    expect(await other.service.open({ accountId: account, line: LINE })).toMatchObject({ kind: 'open' });
    await vi.waitUntil(() => other.events.some(([event]) => event === 'rowsOpened'));
  });
});

async function writeNamed(name: string): Promise<void> {
  const database = new Dexie(name);
  database.version(1).stores({ any: '' });
  await database.open();
  database.close();
}

describe('the copy that is open', () => {
  test('takes its files with it, and the line that it had, where another line comes', async () => {
    const page = startPage(createFakeLocks());
    const accountId = freshServiceAccount();
    await page.service.open({ accountId, line: LINE });
    const first = await page.main(0);
    await load(first.calls, 'w1', [row({})]);
    let isClosed = false;
    first.end.onClose(() => {
      isClosed = true;
    });
    await page.service.open({ accountId, line: LINE });
    await page.main(1);
    expect(isClosed).toBe(true);
    await expect(first.calls.readState(null)).rejects.toMatchObject({ code: 'channel-closed' });
    const { file } = await startCsv(page.service, FILE, COMMAS);
    await page.service.close(null);
    await expect(readChunk(file)).rejects.toThrow();
  });

  test('tells what the user said once it is written, and nothing where it is refused', async () => {
    const page = startPage(createFakeLocks());
    await page.service.open({ accountId: freshServiceAccount(), line: LINE });
    const annotated = () => page.events.filter(([event]) => event === 'annotated').length;
    const value = { description: 'd', owner: 'Ana', atMs: 1 };
    const kind = 'no-channel';
    await page.service.writeAnnotations({ kind, puts: [{ key: 'k', value }], deletes: [] });
    expect(annotated()).toBe(1);
    expect(await page.service.readAnnotations({ kind })).toEqual([{ key: 'k', value }]);
    expect(await page.service.readAnnotations({ kind: 'own-cost' })).toEqual([]);
    const bad = page.service.writeAnnotations({
      kind,
      puts: [{ key: 'l', value: {} as never }],
      deletes: [],
    });
    await expect(bad).rejects.toMatchObject({ code: 'invalid-annotation' });
    expect(annotated()).toBe(1);
    expect(await page.service.readAnnotations({ kind })).toEqual([{ key: 'k', value }]);
  });

  test('is the only one that notes are told of', async () => {
    const page = startPage(createFakeLocks());
    await page.service.open({ accountId: freshServiceAccount(), line: LINE });
    const { calls } = await page.main();
    const noted = () => page.events.filter(([event]) => event === 'noted').length;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      for (let time = 0; time < 2; time += 1) await calls.saveCheckpoint(checkpoint());
      expect(noted()).toBe(1);
      await page.service.close(null);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(noted()).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  test('tells nothing more once it was left for another, and what was pulled of it is over', async () => {
    const page = startPage(createFakeLocks());
    const [first, second] = [freshServiceAccount(), freshServiceAccount()];
    await page.service.open({ accountId: first, line: LINE });
    const { calls } = await page.main();
    await load(calls, 'w1', [row({})]);
    const query = { selection: EVERYTHING, measure: 'Ventas', amount: '1' as Decimal, currency: null };
    const explanation = streamsOf(page.service).explainFigure(query);
    await explanation.next();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      for (let time = 0; time < 3; time += 1) await calls.saveCheckpoint(checkpoint());
      const told = page.events.length;
      await page.service.open({ accountId: second, line: LINE });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(page.events.slice(told)).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
    await expect(explanation.next()).rejects.toMatchObject({ code: 'unknown-stream' });
  });

  test('has as much memory for rows as was said last, before it was opened or since', async () => {
    const page = startPage(createFakeLocks());
    expect(await page.service.boundRows({ bound: 12_345 })).toBeNull();
    await page.service.open({ accountId: freshServiceAccount(), line: LINE });
    await load((await page.main()).calls, 'w1', [row({})]);
    expect(await page.service.boundRows({ bound: 54_321 })).toMatchObject({ bound: 54_321 });
    expect(await page.service.boundRows({ bound: 7 })).toMatchObject({ bound: 7 });
  });

  test('makes its rows fit where there is less memory for them', async () => {
    const page = startPage(createFakeLocks(), { ...spillInMemory(), openFile: async () => fileInMemory() });
    await page.service.open({ accountId: freshServiceAccount(), line: LINE });
    const rows = Array.from({ length: 40 }, (_, at) => row({ Orden: `O-${at}`, Ventas: `${at}.25` }));
    await load((await page.main()).calls, 'w1', rows);
    // Their file is opened meanwhile.
    const out = async () => (await page.service.boundRows({ bound: 0 }))?.outBytes;
    await expect.poll(out).toBeGreaterThan(0);
  });

  test('tells the windows of the run that is asked for', async () => {
    const page = startPage(createFakeLocks());
    await page.service.open({ accountId: freshServiceAccount(), line: LINE });
    const { calls } = await page.main();
    await load(calls, 'w1', [row({})]);
    expect(await page.service.readRunWindows({ runId: 'other' })).toEqual([]);
    expect(await page.service.readRunWindows({ runId: 'run-1' })).toMatchObject([{ windowId: 'w1' }]);
  });
});
