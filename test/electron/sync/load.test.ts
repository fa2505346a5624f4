import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SyncStatus } from '#shared/contract/app.ts';
import type { CommitWindow, OpenWindow, StagePage } from '#shared/contract/ledger.ts';
import { MAX_WINDOW_PAGES } from '#shared/domain/window.ts';
import { createHarness, expectWhole, type Harness, syncOnce } from './harness.ts';
import { createMemoryLedger, type MemoryLedger } from './memory-ledger.ts';

// Whole loads over HTTP; slow where the machine is busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let harness: Harness;
afterEach(() => harness?.close());

function opened(ledger: MemoryLedger): readonly OpenWindow[] {
  return ledger.log.filter((call) => call.name === 'openWindow').map((call) => call.input as OpenWindow);
}

function committed(ledger: MemoryLedger): readonly OpenWindow[] {
  const ids = new Set(
    ledger.log
      .filter((call) => call.name === 'commitWindow')
      .map((call) => (call.input as CommitWindow).windowId),
  );
  return opened(ledger).filter((window) => ids.has(window.windowId));
}

describe('historical load', () => {
  it('brings every row of the plan window and then what changed, and says what it did', async () => {
    harness = await createHarness({ orders: 600 });
    const ledger = createMemoryLedger();
    const statuses: SyncStatus[] = [];
    const status = await syncOnce(harness, ledger, { onStatus: (one) => statuses.push(one) });
    expect(status).toMatchObject({
      state: 'idle',
      activity: null,
      waiting: null,
      outage: null,
      progress: null,
      failure: null,
      historyComplete: true,
      knownUntil: '2026-05-20T15:30:00.000Z',
      ordersToVerify: 0,
      unsettledWindows: 0,
    });
    expectWhole(harness, ledger, '2024-01-01');
    expect(ledger.rows().length).toBeGreaterThan(700);
    expect(ledger.windows()).toEqual([]);
    expect(status.lastRun).toMatchObject({ purpose: 'history', requests: harness.requests.length });
    expect(status.lastRun?.ordersNew).toBeGreaterThan(300);
    expect(status.requests.lastMinute).toBe(harness.requests.length);
    const progress = statuses.flatMap((one) => (one.progress === null ? [] : [one.progress]));
    expect(progress.length).toBeGreaterThan(0);
    for (const one of progress) {
      expect(one.monthsTotal).toBe(29);
      expect(one.pagesLeft).not.toBeNull();
      expect(one.secondsLeft).not.toBeNull();
    }
  });

  it('goes month by month, newest first; the newest days by themselves; every window once and none missing', async () => {
    harness = await createHarness({ orders: 300 });
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    const windows = committed(ledger)
      .filter((one) => one.purpose === 'history')
      .map((one) => one.window);
    expect(windows[0]).toMatchObject({ from: '2026-05-20T00:00:00.000', to: '2026-05-20T23:59:59.000' });
    expect(windows[1]).toMatchObject({ from: '2026-05-01T00:00:00.000', to: '2026-05-20T00:00:00.000' });
    expect(windows.at(-1)).toMatchObject({ from: '2024-01-01T00:00:00.000', to: '2024-02-01T00:00:00.000' });
    for (const [index, window] of windows.entries()) {
      if (index > 0) expect(window.to).toBe(windows[index - 1]?.from);
    }
  });

  it('asks every page of a window with the same explicit bounds, one second wider, in pages of 1000', async () => {
    harness = await createHarness({ plan: 'free', orders: 2_500, pageRows: 100 });
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    const data = harness.requests.filter(({ searchParams }) => searchParams.has('categories'));
    expect(data.length).toBeGreaterThan(5);
    for (const { searchParams } of data) {
      expect(searchParams.get('limit')).toBe('1000');
      expect(searchParams.get('categories')?.split(',')).toHaveLength(7);
      expect(searchParams.get('to')).not.toBeNull();
    }
    for (const { window, requestFrom, requestTo } of opened(ledger)) {
      if (window.field === 'purchase_date' && window.from !== '2026-04-01T00:00:00.000') {
        expect(requestFrom < window.from.slice(0, 19)).toBe(true);
      }
      expect(requestFrom >= '2026-04-01T00:00:00').toBe(true);
      expect(requestTo > window.to.slice(0, 19)).toBe(true);
    }
  });

  it('cuts a month of too many pages beforehand, so that few first pages are read in vain', async () => {
    harness = await createHarness({ plan: 'free', orders: 9_000, pageRows: 100 });
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    expectWhole(harness, ledger, '2026-04-01');
    const pages = new Map<string, number>();
    for (const { name, input } of ledger.log) {
      if (name !== 'stagePage') continue;
      const { windowId, reading } = input as StagePage;
      pages.set(`${windowId} ${reading}`, (pages.get(`${windowId} ${reading}`) ?? 0) + 1);
    }
    const needed = Math.ceil(ledger.rows().length / 100);
    expect(needed).toBeGreaterThan(10);
    expect(Math.max(...pages.values())).toBeLessThanOrEqual(MAX_WINDOW_PAGES);
    const asked = harness.requests.filter(({ searchParams }) => searchParams.has('categories')).length;
    const staged = ledger.log.filter(({ name }) => name === 'stagePage').length;
    expect(asked - staged).toBeLessThanOrEqual(2);
  });

  it('misses nothing that changes while it runs', async () => {
    harness = await createHarness({ plan: 'free', orders: 2_500, pageRows: 100 });
    const ledger = createMemoryLedger();
    const ids = [...harness.world.entries()]
      .filter(({ row }) => (row['Fecha de compra'] ?? '') >= '2026-04-02')
      .map(({ id }) => id);
    const kinds = ['adjust', 'cancel', 'refund', 'pay', 'add-row', 'touch'] as const;
    harness.setMeddle(({ number }) => {
      harness.advance(5_000);
      if (number > 2 && number < 14) {
        const id = ids[(number * 7919) % ids.length] ?? 0;
        harness.world.change({ kind: kinds[number % kinds.length] ?? 'touch', target: { id } });
        harness.world.change({ kind: 'add-order', itemsOfSubOrders: [2, 1] });
      }
      return undefined;
    });
    const status = await syncOnce(harness, ledger);
    expect(status).toMatchObject({ state: 'idle', failure: null });
    harness.setMeddle(() => undefined);
    // What changed in the very last requests comes with the next sync.
    await syncOnce(harness, ledger);
    expectWhole(harness, ledger, '2026-04-01');
  });

  it('loads less where the key allows less than the plan promises, and says why', async () => {
    harness = await createHarness({ plan: 'free' });
    const ledger = createMemoryLedger();
    const status = await syncOnce(harness, ledger, { plan: 'pro' });
    expect(status).toMatchObject({ state: 'idle', historyComplete: true });
    expect(status.earliestNotice).toContain('2026-04-01');
    expect(ledger.checkpoint()?.earliest).toBe('2026-04-01');
    expectWhole(harness, ledger, '2026-04-01');
  });

  it('asks for a plan window by the server clock, however wrong ours is', async () => {
    harness = await createHarness({ plan: 'free' });
    const ledger = createMemoryLedger();
    const wrong = { monotonicMs: () => performance.now(), wallMs: () => Date.parse('2019-01-01T00:00:00Z') };
    const setTimer = (callback: () => void, ms: number) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    };
    const status = await syncOnce(harness, ledger, { clock: { ...wrong, setTimer } });
    expect(status).toMatchObject({ state: 'idle', earliestNotice: null });
    expect(ledger.checkpoint()?.earliest).toBe('2026-04-01');
    expect(ledger.checkpoint()?.history.startedAt).toBe('2026-05-20T15:30:00.000Z');
    expectWhole(harness, ledger, '2026-04-01');
  });

  it('extends the history when Free becomes Pro', async () => {
    harness = await createHarness({ orders: 300 });
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger, { plan: 'free' });
    expectWhole(harness, ledger, '2026-04-01');
    const status = await syncOnce(harness, ledger, { plan: 'pro' });
    expect(status).toMatchObject({ state: 'idle', historyComplete: true, lastRun: { purpose: 'changes' } });
    expectWhole(harness, ledger, '2024-01-01');
  });

  it('reads the rest of today once the server can tell it, when its day has an end before ours', async () => {
    harness = await createHarness({ plan: 'free' });
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    const target = ledger.checkpoint()?.history.target;
    expect(target?.to).toBe('2026-05-22T00:00:00.000');
    const readTo = () => ledger.checkpoint()?.reads.at(-1)?.to;
    expect(readTo()).toBe('2026-05-20T23:59:59.000');
    harness.advance(24 * 3_600_000);
    await syncOnce(harness, ledger);
    expect(readTo()).toBe('2026-05-21T23:59:59.000');
    harness.advance(24 * 3_600_000);
    const before = harness.requests.length;
    await syncOnce(harness, ledger);
    expect(readTo()).toBe(target?.to);
    expect(harness.requests.length).toBeGreaterThan(before);
  });
});
