import { afterEach, describe, expect, it, vi } from 'vitest';
import { readMetaTime } from '#electron/sync/plan/server-clock.ts';
import type { StagePage } from '#shared/contract/ledger.ts';
import { CHANNEL_CLOSED, RpcError } from '#shared/contract/rpc.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/domain/dates.ts';
import {
  createHarness,
  expectWhole,
  type Harness,
  isAtRest,
  syncOnce,
  truthOf,
  untilStatus,
} from './harness.ts';
import { createMemoryLedger, differences, rowKeys, truthRow } from './memory-ledger.ts';

// What a server is free to do, and what must not be lost or doubled by it.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let harness: Harness;
afterEach(() => harness?.close());

const FREE = { plan: 'free', orders: 2_500, pageRows: 100 } as const;
const EARLIEST = '2026-04-01';

const answerWith = (body: unknown) =>
  new Response(JSON.stringify(body), { headers: { Date: new Date(harness.now()).toUTCString() } });

describe('rule 3', () => {
  it('is not deceived by an order of rows that depends on the page, always in the same way', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    let spoiled = 0;
    // As a sort with ties does, cut by offset: a row of page 1 comes again on page 2 instead of another, every time.
    harness.setMeddle(async ({ url }) => {
      if (Number(url.searchParams.get('page')) < 2) return undefined;
      spoiled += 1;
      const first = new URL(url);
      first.searchParams.set('page', '1');
      const one = (await (await harness.pass(first)).json()) as { data: unknown[] };
      const two = (await (await harness.pass(url)).json()) as { data: unknown[] };
      two.data[0] = one.data[0];
      return answerWith(two);
    });
    const status = await syncOnce(harness, ledger);
    expect(spoiled).toBeGreaterThan(0);
    expect(status).toMatchObject({ state: 'idle', unsettledWindows: 0 });
    expectWhole(harness, ledger, EARLIEST);
    // The same with changes.
    harness.advance(HOUR_MS);
    const ids = [
      ...new Set(
        [...harness.world.entries()]
          .filter(({ row }) => (row['Fecha de compra'] ?? '') >= EARLIEST)
          .map(({ id }) => id),
      ),
    ];
    for (const [index, id] of ids.entries()) {
      harness.world.change({
        kind: 'touch',
        target: { id },
        at: harness.now() - HOUR_MS + index * SECOND_MS,
      });
    }
    spoiled = 0;
    await syncOnce(harness, ledger);
    expect(spoiled).toBeGreaterThan(0);
    expectWhole(harness, ledger, EARLIEST);
  });

  it('does not join pages from before and after a sleep, though the clock on the wall stood still as well', async () => {
    harness = await createHarness({ ...FREE, orders: 6_000 });
    const ledger = createMemoryLedger();
    const stopped = { ...harness.clock, wallMs: () => Date.parse('2026-05-20T15:30:00Z') };
    let slept = false;
    const pages: (string | null)[] = [];
    harness.setMeddle(({ url }) => {
      pages.push(url.searchParams.get('page'));
      if (url.searchParams.get('page') === '2' && !slept) {
        slept = true;
        harness.advance(3 * HOUR_MS);
      }
      return undefined;
    });
    await syncOnce(harness, ledger, { clock: stopped });
    expect(slept).toBe(true);
    // The page after the sleep comes twice: its Date is doubted at first.
    expect(pages.join('')).toContain('122123');
    const staged = ledger.log
      .filter(({ name }) => name === 'stagePage')
      .map(({ input }) => input as StagePage);
    for (const { windowId } of staged) {
      const dates = staged
        .filter((page) => page.windowId === windowId)
        .map(({ serverDate }) => Date.parse(serverDate ?? ''));
      expect(Math.max(...dates) - Math.min(...dates)).toBeLessThanOrEqual(10 * MINUTE_MS);
    }
    await syncOnce(harness, ledger);
    expectWhole(harness, ledger, EARLIEST);
  });
});

describe('rule 5', () => {
  it('believes no reading of an order that is older than the changes it is to verify', async () => {
    harness = await createHarness({ plan: 'free', orders: 1_500 });
    const purchasedAt = Date.parse('2026-05-08T12:00:00Z');
    harness.world.change({ kind: 'add-order', itemsOfSubOrders: [1, 1, 1], purchasedAt });
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    const orders = new Map<string, number[]>();
    for (const { id, row } of harness.world.entries()) {
      if ((row['Fecha de compra'] ?? '') < '2026-04-02' || row['Tipo de Dato'] === 'Marketplace') continue;
      const key = rowKeys.orderOf(truthRow(row));
      const ids = orders.get(key) ?? [];
      orders.set(key, ids.includes(id) ? ids : [...ids, id]);
    }
    const [first, second] = [...orders.values()].find((ids) => ids.length > 2) ?? [];
    expect(second).toBeDefined();
    harness.advance(HOUR_MS);
    harness.world.change({ kind: 'adjust', target: { id: first ?? 0 } });
    // Killed when the order has been read by purchase date, before the commit.
    const commitWindow = () => Promise.reject(new RpcError(CHANNEL_CLOSED, 'gone'));
    const engine = harness.createEngine();
    engine.attachLedger({ ...ledger.caller, commitWindow }, 1, 'known');
    await untilStatus(engine, (one) => one.waiting?.reason === 'ledger');
    await engine.stop();
    const changes = ledger.windows().filter(({ purpose }) => purpose === 'changes');
    expect(ledger.windows().some(({ purpose }) => purpose === 'verification')).toBe(true);
    // Another sub-order changes; the changes are read anew, the staged reading of the order is still young.
    harness.advance(3 * MINUTE_MS);
    harness.world.change({ kind: 'adjust', target: { id: second ?? 0 } });
    await ledger.caller.dropWindows({ windowIds: changes.map(({ windowId }) => windowId) });
    harness.advance(MINUTE_MS);
    await syncOnce(harness, ledger);
    expectWhole(harness, ledger, EARLIEST);
  });
});

describe('rule 6', () => {
  /** A server that leaves out the second of `from`, of `to`, or both. */
  const edges = [
    ['from', 1, 0],
    ['to', 0, -1],
    ['both', 1, -1],
  ] as const;
  it.each(edges)('loses and doubles nothing where %s is exclusive', async (_, fromSeconds, toSeconds) => {
    harness = await createHarness({ ...FREE, orders: 1_500 });
    const shift = (text: string, seconds: number) =>
      new Date(Date.parse(`${text}Z`) + seconds * SECOND_MS).toISOString().slice(0, 19);
    harness.setMeddle(async ({ url }) => {
      const [from, to] = [url.searchParams.get('from'), url.searchParams.get('to')];
      if (from === null || to === null || !url.searchParams.has('categories')) return undefined;
      const narrow = new URL(url);
      narrow.searchParams.set('from', shift(from, fromSeconds));
      const today = `${new Date(harness.now()).toISOString().slice(0, 10)}T23:59:59`;
      narrow.searchParams.set('to', shift(to < today ? to : today, to < today ? toSeconds : 0));
      const body = (await (await harness.pass(narrow)).json()) as { meta: { to: string; from: string } };
      body.meta.to = to < today ? to : today;
      return answerWith(body);
    });
    const ledger = createMemoryLedger();
    for (let sync = 0; sync < 4; sync += 1) {
      await syncOnce(harness, ledger);
      harness.advance(20 * MINUTE_MS);
      harness.world.change({ kind: 'add-order', itemsOfSubOrders: [2, 1] });
      harness.advance(MINUTE_MS);
    }
    await syncOnce(harness, ledger);
    expect(differences(ledger.rows(), truthOf(harness, EARLIEST))).toEqual([]);
  });
});

describe('rule 7', () => {
  it('goes no further than the server speaks where its day ends before ours', async () => {
    harness = await createHarness({ plan: 'free', orders: 600, now: '2026-05-21T02:30:00.000Z' });
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    // Its today is still the 20th: what was updated since 00:00 UTC is cut off, and meta.to says so.
    let todayEnds = '2026-05-20T23:59:59';
    harness.setMeddle(async ({ url }) => {
      const to = url.searchParams.get('to');
      if (url.searchParams.get('date') !== 'updated_at' || to === null || to <= todayEnds) return undefined;
      const cut = new URL(url);
      cut.searchParams.set('to', todayEnds);
      return harness.pass(cut);
    });
    ledger.setCheckpoint((checkpoint) => ({
      ...checkpoint,
      changes: { ...checkpoint.changes, from: '2026-05-20T23:40:00.000Z' as never, knownUntil: null },
    }));
    harness.advance(30 * MINUTE_MS);
    harness.world.change({ kind: 'add-order', itemsOfSubOrders: [1] });
    harness.advance(MINUTE_MS);
    const status = await syncOnce(harness, ledger);
    expect(status.knownUntil).toBe('2026-05-20T23:59:59.000Z');
    todayEnds = '2026-05-21T23:59:59';
    harness.advance(2 * HOUR_MS);
    await syncOnce(harness, ledger);
    expectWhole(harness, ledger, EARLIEST);
  });

  it('reads the times of meta with or without a zone, and bare days', () => {
    expect(readMetaTime('2026-05-20T23:59:59')).toBe('2026-05-20T23:59:59.000');
    expect(readMetaTime('2026-05-20T23:59:59Z')).toBe('2026-05-20T23:59:59.000');
    expect(readMetaTime('2026-05-20')).toBe('2026-05-20T23:59:59.000');
    expect(readMetaTime('today')).toBeNull();
    expect(readMetaTime('')).toBeNull();
  });

  it('does not let a half-read window of old pages undo what later changes brought', async () => {
    harness = await createHarness({ ...FREE, orders: 6_000 });
    const ledger = createMemoryLedger();
    const engine = harness.createEngine();
    engine.attachLedger(ledger.caller, 1, 'known');
    await untilStatus(engine, isAtRest);
    await engine.stop();
    // A re-reading is cut off after its first page; another process has read the changes since.
    const stagePage = async (input: StagePage) => {
      const kept = await ledger.caller.stagePage(input);
      if (input.page.meta.totalPages > 1) throw new RpcError(CHANNEL_CLOSED, 'gone');
      return kept;
    };
    const cut = harness.createEngine();
    cut.attachLedger({ ...ledger.caller, stagePage }, 2, 'known');
    cut.rereadMonths(['2026-04' as never]);
    await untilStatus(cut, (one) => one.waiting?.reason === 'ledger');
    await cut.stop();
    const half = ledger.windows().find(({ purpose }) => purpose === 'reread');
    expect(half?.pages).toHaveLength(1);
    harness.advance(4 * MINUTE_MS);
    const lastReadAt = new Date(harness.now()).toISOString() as never;
    ledger.setCheckpoint((checkpoint) => ({ ...checkpoint, changes: { ...checkpoint.changes, lastReadAt } }));
    harness.advance(MINUTE_MS);
    const since = harness.requests.length;
    await syncOnce(harness, ledger);
    const again = harness.requests
      .slice(since)
      .filter(
        (url) =>
          url.searchParams.get('from') === half?.requestFrom && url.searchParams.get('to') === half.requestTo,
      )
      .map((url) => url.searchParams.get('page'));
    expect(again[0]).toBe('1');
    expectWhole(harness, ledger, EARLIEST);
  });
});
