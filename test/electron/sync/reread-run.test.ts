import { afterEach, describe, expect, it, vi } from 'vitest';
import { REREAD_BUDGET } from '#electron/sync/plan/rereads.ts';
import type { CommitWindow, OpenWindow } from '#shared/contract/ledger.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Month, type UtcInstant } from '#shared/domain/dates.ts';
import { createHarness, expectWhole, type Harness, isAtRest, syncOnce, untilStatus } from './harness.ts';
import { createMemoryLedger, type MemoryLedger, rowKeys, type StoredRow } from './memory-ledger.ts';

// Whole loads over HTTP; slow where the machine is busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let harness: Harness;
afterEach(() => harness?.close());

const FREE = { plan: 'free', orders: 1_500 } as const;
const EARLIEST = '2026-04-01';
const APRIL = '2026-04' as Month;
const MAY = '2026-05' as Month;

type Committed = OpenWindow & Pick<CommitWindow, 'completes' | 'effort'>;

/** Windows committed since a place in the log, in their order. */
function committedSince(ledger: MemoryLedger, since: number): readonly Committed[] {
  const opened = new Map(
    ledger.log
      .filter(({ name }) => name === 'openWindow')
      .map(({ input }) => [(input as OpenWindow).windowId, input as OpenWindow]),
  );
  return ledger.log
    .slice(since)
    .filter(({ name }) => name === 'commitWindow')
    .flatMap(({ input }) => {
      const { windowId, completes, effort } = input as CommitWindow;
      const window = opened.get(windowId);
      return window === undefined ? [] : [{ ...window, completes, effort }];
    });
}

function rereadsOf(commits: readonly Committed[]): readonly Committed[] {
  return commits.filter(({ purpose }) => purpose === 'reread');
}

/** Rows in the ledger of orders that the source does not know, made from others of a month. */
function addGhosts(ledger: MemoryLedger, month: Month, count: number): void {
  const orden = rowKeys.keys.indexOf('Orden');
  const ofMonth = ledger.rows().filter((row) => row[rowKeys.purchase]?.startsWith(month));
  const ghosts: StoredRow[] = Array.from({ length: count }, (_, index) =>
    (ofMonth[index % ofMonth.length] ?? []).map((cell, at) => (at === orden ? `ghost-${index}` : cell)),
  );
  ledger.setRows((rows) => [...rows, ...ghosts]);
}

describe('re-reads on request (rule 11)', () => {
  it('reads the month whole, newest part first, before the changes, and completes it with the last part', async () => {
    harness = await createHarness({ ...FREE, orders: 6_000, pageRows: 100 });
    const ledger = createMemoryLedger();
    const engine = harness.createEngine();
    engine.attachLedger(ledger.caller, 1, 'known');
    await untilStatus(engine, isAtRest);
    harness.advance(2 * HOUR_MS);
    addGhosts(ledger, APRIL, 3);
    const [since, requests] = [ledger.log.length, harness.requests.length];
    engine.rereadMonths([APRIL]);
    await untilStatus(engine, isAtRest);
    const commits = committedSince(ledger, since);
    // May is read once more too, when all else is done.
    const parts = rereadsOf(commits).filter(({ window }) => window.from.startsWith(APRIL));
    expect(parts.length).toBeGreaterThan(1);
    expect(commits.slice(0, parts.length)).toEqual(parts);
    expect(harness.requests[requests]?.searchParams.get('date')).toBe('purchase_date');
    expect(parts[0]?.window.to).toBe('2026-05-01T00:00:00.000');
    for (const [index, part] of parts.entries()) {
      if (index > 0) expect(part.window.to).toBe(parts[index - 1]?.window.from);
      expect(part.completes).toEqual(index === parts.length - 1 ? [APRIL] : []);
    }
    expect(parts.at(-1)?.window.from).toBe('2026-04-01T00:00:00.000');
    // The rows that the source no longer gives are gone; everything else is as it was.
    expectWhole(harness, ledger, EARLIEST);
    const read = ledger.checkpoint();
    expect(read?.rereads).toEqual([]);
    expect(read?.reads.find((one) => one.from === '2026-04-01T00:00:00.000')?.readAt).toBe(
      new Date(harness.now()).toISOString(),
    );
    expect(engine.status()).toMatchObject({ rowsHeld: 0, run: { trigger: 'user', outcome: 'done' } });
  });

  it('is taken up by a load that goes on, between two windows', async () => {
    harness = await createHarness({ plan: 'pro', orders: 600 });
    const ledger = createMemoryLedger();
    const engine = harness.createEngine();
    harness.setMeddle(({ number }) => {
      if (number === 8) engine.rereadMonths([MAY, '2024-03' as Month]);
      return undefined;
    });
    engine.attachLedger(ledger.caller, 1, 'known');
    await untilStatus(engine, isAtRest);
    const purposes = committedSince(ledger, 0).map(({ purpose }) => purpose);
    const first = purposes.indexOf('reread');
    expect(purposes.slice(0, first).every((purpose) => purpose === 'history')).toBe(true);
    expect(purposes.lastIndexOf('history')).toBeGreaterThan(first);
    // What the load had not read yet is left to it: only May is read twice.
    const again = rereadsOf(committedSince(ledger, 0)).map(({ window }) => window.from.slice(0, 7));
    expect(new Set(again)).toEqual(new Set([MAY]));
    // One run, never two.
    expect(ledger.runs()).toHaveLength(1);
    expectWhole(harness, ledger, '2024-01-01');
  });

  it('goes on after a restart, and can be cancelled without a request, even while the sync is paused', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    const engine = harness.createEngine();
    const before = harness.requests.length;
    harness.setMeddle(({ number }) => {
      if (number === before + 2) engine.pause();
      return undefined;
    });
    engine.attachLedger(ledger.caller, 1, 'known');
    engine.rereadMonths([APRIL, MAY]);
    await untilStatus(engine, (one) => one.state === 'paused');
    harness.setMeddle(() => undefined);
    await vi.waitFor(() => expect(ledger.checkpoint()?.rereads.length).toBeGreaterThan(0));
    await engine.stop();
    const requests = harness.requests.length;
    const again = harness.createEngine();
    again.pause();
    again.attachLedger(ledger.caller, 1, 'known');
    again.cancelRereads([APRIL]);
    await vi.waitFor(() =>
      expect(ledger.checkpoint()?.rereads.every((one) => one.from >= '2026-05-01')).toBe(true),
    );
    expect(again.status().state).toBe('paused');
    expect(harness.requests.length).toBe(requests);
    const since = ledger.log.length;
    again.syncNow();
    await untilStatus(again, isAtRest);
    const months = rereadsOf(committedSince(ledger, since)).map(({ window }) => window.from.slice(0, 7));
    expect(new Set(months)).toEqual(new Set([MAY]));
    expect(ledger.checkpoint()?.rereads).toEqual([]);
    expectWhole(harness, ledger, EARLIEST);
  });

  it('holds rows back that would be too many, and the user decides', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    const engine = harness.createEngine();
    engine.attachLedger(ledger.caller, 1, 'known');
    await untilStatus(engine, isAtRest);
    const ofApril = ledger.rows().filter((row) => row[rowKeys.purchase]?.startsWith(APRIL)).length;
    const ghosts = Math.ceil(ofApril * 0.2);
    addGhosts(ledger, APRIL, ghosts);
    engine.rereadMonths([APRIL]);
    await untilStatus(engine, (one) => isAtRest(one) && one.rowsHeld > 0);
    expect(engine.status()).toMatchObject({ rowsHeld: ghosts, run: { outcome: 'done' } });
    expect(engine.status().run?.notices).toBeGreaterThan(0);
    expect(ledger.held()).toMatchObject([{ month: APRIL, rowsMissing: ghosts }]);
    // Right after a restart it is told from what the ledger holds, before any request.
    const other = harness.createEngine({ key: null });
    other.attachLedger(ledger.caller, 1, 'known');
    await untilStatus(other, (one) => one.state === 'error');
    expect(other.status()).toMatchObject({
      rowsHeld: ghosts,
      failure: { code: 'key-missing' },
      historyComplete: true,
    });
    expect(await engine.resolveMissing({ month: APRIL, decision: 'remove' })).toEqual({
      rowsRemoved: ghosts,
    });
    expect(engine.status().rowsHeld).toBe(0);
    expectWhole(harness, ledger, EARLIEST);
    // The month is counted again by itself, and squares.
    const april = () =>
      ledger.controls().filter(({ range, agrees, there }) => range === APRIL && agrees && there > 0);
    await vi.waitFor(() => expect(april().map(({ scope }) => scope)).toEqual(['everything', 'dashboard']));
    await untilStatus(engine, isAtRest);
    engine.detachLedger(1);
    await expect(engine.resolveMissing({ month: APRIL, decision: 'keep' })).rejects.toMatchObject({
      code: 'channel-closed',
    });
  });

  it('does not ask for what no plan reaches and no time has brought', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    const engine = harness.createEngine();
    engine.attachLedger(ledger.caller, 1, 'known');
    await untilStatus(engine, isAtRest);
    const since = ledger.log.length;
    engine.rereadMonths(['2025-12' as Month, '2026-06' as Month]);
    await untilStatus(engine, isAtRest);
    expect(rereadsOf(committedSince(ledger, since))).toEqual([]);
    expect(ledger.checkpoint()?.rereads).toEqual([]);
  });
});

describe('re-reads by schedule (rule 11)', () => {
  it('brings the blind months back to what the source says, oldest reading first', async () => {
    harness = await createHarness({ plan: 'pro', orders: 1_200 });
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    harness.advance(31 * DAY_MS);
    // What happens to old orders does not come by updated_at.
    const old = [...harness.world.entries()].filter(({ row }) => (row['Fecha de compra'] ?? '') < '2025-06');
    for (const entry of old.slice(0, 10)) harness.world.change({ kind: 'adjust', target: { id: entry.id } });
    harness.advance(MINUTE_MS);
    // One month in the middle was read a day before all others.
    const dayBefore = (readAt: string) => new Date(Date.parse(readAt) - DAY_MS).toISOString() as never;
    ledger.setCheckpoint((checkpoint) => ({
      ...checkpoint,
      reads: checkpoint.reads.map((read) =>
        read.from.startsWith('2024-08') ? { ...read, readAt: dayBefore(read.readAt) } : read,
      ),
    }));
    const since = ledger.log.length;
    await syncOnce(harness, ledger);
    const parts = rereadsOf(committedSince(ledger, since));
    expect(parts[0]?.window.from).toBe('2024-08-01T00:00:00.000');
    expect(parts[1]?.window.from).toBe('2024-01-01T00:00:00.000');
    expect(parts.length).toBeGreaterThanOrEqual(25);
    expect(parts.flatMap(({ completes }) => completes)).toEqual([
      ...new Set(parts.map(({ window }) => window.from.slice(0, 7))),
    ]);
    expectWhole(harness, ledger, '2024-01-01');
    // Nothing is due again at once.
    const again = ledger.log.length;
    await syncOnce(harness, ledger);
    expect(rereadsOf(committedSince(ledger, again))).toEqual([]);
  });

  it('begins with the month whose oldest part was read longest ago, wherever it lies', async () => {
    harness = await createHarness({ plan: 'pro', orders: 100 });
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    harness.advance(35 * DAY_MS);
    // All were read at once but for two months in the middle: one two days before the others, of one a part three days.
    const days = (count: number) =>
      new Date(harness.now() - (35 + count) * DAY_MS).toISOString() as UtcInstant;
    const older: Readonly<Record<string, number>> = { '2024-09': 2, '2025-03': 3 };
    ledger.setCheckpoint((checkpoint) => ({
      ...checkpoint,
      reads: checkpoint.reads.map((read) => {
        const since = older[read.from.slice(0, 7)];
        return since === undefined ? read : { ...read, readAt: days(since) };
      }),
    }));
    const since = ledger.log.length;
    await syncOnce(harness, ledger);
    const months = rereadsOf(committedSince(ledger, since)).map(({ window }) => window.from.slice(0, 7));
    expect([...new Set(months)].slice(0, 2)).toEqual(['2025-03', '2024-09']);
    expect(months.length).toBeGreaterThan(20);
  });

  it('spends no more than its budget in a run, and goes on with the next', async () => {
    harness = await createHarness({ plan: 'pro', orders: 3_600, pageRows: 100 });
    const ledger = createMemoryLedger();
    await syncOnce(harness, ledger);
    harness.advance(31 * DAY_MS);
    const since = ledger.log.length;
    const status = await syncOnce(harness, ledger);
    const rereads = rereadsOf(committedSince(ledger, since));
    const spent = rereads.reduce((sum, { effort }) => sum + effort.requests, 0);
    expect(spent).toBeLessThanOrEqual(REREAD_BUDGET);
    expect(spent).toBeGreaterThan(REREAD_BUDGET / 2);
    expect(ledger.checkpoint()?.rereads.length).toBeGreaterThan(0);
    expect(status.queue.some((item) => item.kind === 'reread' && item.reason === 'scheduled')).toBe(true);
    // What was read is off the list, and the next run takes up the rest.
    const queued = () => (ledger.checkpoint()?.rereads ?? []).map(({ from }) => from);
    const left = queued();
    expect(rereads.some(({ window }) => left.includes(window.from as (typeof left)[number]))).toBe(false);
    harness.advance(HOUR_MS);
    const next = ledger.log.length;
    await syncOnce(harness, ledger);
    expect(rereadsOf(committedSince(ledger, next)).length).toBeGreaterThan(0);
    expect(queued()).not.toEqual(left);
    expectWhole(harness, ledger, '2024-01-01');
  });
});
