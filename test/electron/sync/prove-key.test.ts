import { afterEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '#shared/dates.ts';
import {
  createHarness,
  expectWhole,
  type Harness,
  isAtRest,
  syncOnce,
  untilStatus,
} from '#test/electron/sync/harness.ts';
import { createMemoryLedger, rowKeys, rowTexts } from '#test/electron/sync/memory-ledger.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let harness: Harness;
afterEach(() => harness.close());

const FREE = { plan: 'free', orders: 600 } as const;
const EARLIEST = '2026-04-01';

describe('a key that the account was not read with (rule 14)', () => {
  it('is proven by an order that is stored, before anything else is asked', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    const since = harness.requests.length;
    let isProven = false;
    const onKeyProven = vi.fn(() => {
      isProven = true;
    });
    const status = await syncOnce(harness, ledger, { isKeyProven: () => isProven, onKeyProven });
    expect(status).toMatchObject({ state: 'idle', failure: null });
    expect(onKeyProven).toHaveBeenCalledTimes(1);
    const [first] = harness.requests.slice(since);
    expect(first?.searchParams.get('date')).toBe('purchase_date');
    expect(first?.searchParams.get('limit')).toBe('100');
    expect(first?.searchParams.has('categories')).toBe(false);
    expectWhole(harness, ledger, EARLIEST);
  });

  it('is believed without a question where nothing is stored', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    const onKeyProven = vi.fn();
    await syncOnce(harness, ledger, { isKeyProven: () => false, onKeyProven });
    expect(onKeyProven).toHaveBeenCalledTimes(1);
    expectWhole(harness, ledger, EARLIEST);
  });

  it('of another company stops the sync before a page is staged, until the user has decided', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    const orden = rowKeys.keys.indexOf('Orden');
    const foreign = (row: readonly (string | null)[]) =>
      row.map((cell, at) => (at === orden ? `other ${cell}` : cell));
    ledger.setRows((rows) => rows.map(foreign));
    const kept = rowTexts(ledger.rows());
    const calls = ledger.log.length;
    const since = harness.requests.length;
    let isProven = false;
    const engine = harness.createEngine({ isKeyProven: () => isProven, onKeyProven: () => undefined });
    engine.attachLedger(ledger.caller, 1, 'known');
    const status = await untilStatus(engine, isAtRest);
    expect(status).toMatchObject({ state: 'error', failure: { code: 'other-company' }, nextRunAtMs: null });
    expect(harness.requests.length).toBe(since + 1);
    const names = ledger.log.slice(calls).map(({ name }) => name);
    expect(names).not.toContain('openWindow');
    expect(names).not.toContain('stagePage');
    expect(names).not.toContain('saveCheckpoint');
    expect(rowTexts(ledger.rows())).toEqual(kept);
    expect(ledger.runs().at(-1)).toMatchObject({ outcome: 'failed', failure: { code: 'other-company' } });
    // The user says that it is the same company.
    isProven = true;
    engine.syncNow();
    expect(await untilStatus(engine, (one) => one.state === 'idle')).toMatchObject({ failure: null });
  });

  it('is asked about the part of the stored purchases that its plan still reaches', async () => {
    harness = await createHarness({ ...FREE, now: '2026-04-28T12:00:00.000Z' });
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    // Weeks later the newest purchases that are stored lie on both sides of what Free reaches then: from 1 April on.
    harness.advance(10 * DAY_MS);
    ledger.setRows((rows) => rows.filter((row) => (row[rowKeys.purchase] ?? '') < '2026-04-03'));
    const since = harness.requests.length;
    const onKeyProven = vi.fn();
    await syncOnce(harness, ledger, { isKeyProven: () => false, onKeyProven });
    const [refused, asked] = harness.requests.slice(since);
    expect((refused?.searchParams.get('from') ?? '') < '2026-04-01').toBe(true);
    expect(asked?.searchParams.get('from')).toBe('2026-04-01T00:00:00');
    expect(onKeyProven).toHaveBeenCalledTimes(1);
    // Where it reaches none of them nothing is proven.
    const old = createMemoryLedger();
    await syncOnce(harness, old);
    harness.advance(100 * DAY_MS);
    expect(await syncOnce(harness, old, { isKeyProven: () => false })).toMatchObject({
      failure: { code: 'other-company' },
    });
  });
});
