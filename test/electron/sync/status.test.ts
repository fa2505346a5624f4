import { describe, expect, it } from 'vitest';
import { ApiError } from '#electron/api/failure.ts';
import { learnRows, learnStored, NO_DENSITY, predictRows } from '#electron/sync/plan/density.ts';
import type { HistoryFacts } from '#electron/sync/plan/history.ts';
import { createLoadProgress } from '#electron/sync/status/progress.ts';
import { createStatusReporter, failureOf, idleStatus, SyncRefusal } from '#electron/sync/status/status.ts';
import type { SyncStatus } from '#shared/contract/app.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import type { LocalDate, LocalDateTime } from '#shared/domain/dates.ts';
import type { PurchaseWindow } from '#shared/domain/window.ts';
import { createManualClock } from '#test/electron/api/manual-clock.ts';

/** What a sync tells of itself: its state at once, the rest a few times a second, and how far it is. */

const day = (text: string) => `${text}T00:00:00.000` as LocalDateTime;
const range = (from: string, to: string) => ({ from: day(from), to: day(to) });

function reporting(sources: Partial<Parameters<typeof createStatusReporter>[2]> = {}) {
  const manual = createManualClock();
  const told: SyncStatus[] = [];
  const own = { usage: () => null, secondsLeft: () => null, nextRunAtMs: () => null, ...sources };
  const reporter = createStatusReporter('a', manual.clock, own, (status) => void told.push(status));
  return { ...manual, told, reporter };
}

describe('the status', () => {
  it('waits for a ledger before the first run, so that nobody takes it for one that is done', () => {
    const { reporter } = reporting();
    expect(reporter.status()).toEqual({
      ...{ ...idleStatus('a'), state: 'waiting' },
      waiting: { reason: 'ledger', untilMs: null },
    });
    expect([reporter.state(), idleStatus().accountId, idleStatus().state]).toEqual(['waiting', null, 'idle']);
  });

  it('is told at once where the state changes, else ten times a second, the last always', async () => {
    const { reporter, told, advance } = reporting();
    reporter.update({ state: 'running' });
    expect(told.map(({ state }) => state)).toContain('running');
    await advance(1_000);
    told.length = 0;
    for (let at = 1; at <= 50; at += 1) {
      reporter.update({ ordersToVerify: at });
      await advance(10);
    }
    await advance(200);
    expect(told.length).toBeGreaterThan(3);
    expect(told.length).toBeLessThan(8);
    expect(told.at(-1)?.ordersToVerify).toBe(50);
    told.length = 0;
    reporter.update({ ordersToVerify: 51 });
    reporter.update({ state: 'idle' });
    expect(told.at(-1)).toMatchObject({ state: 'idle', ordersToVerify: 51 });
    await advance(1_000);
    told.length = 0;
    reporter.stop();
    reporter.update({ state: 'running' });
    reporter.refresh();
    await advance(1_000);
    expect([told, reporter.state()]).toEqual([[], 'running']);
  });

  it('waits as long as a request does, and runs on afterwards', () => {
    const { reporter } = reporting();
    reporter.update({ state: 'running', waiting: null });
    reporter.waiting(null);
    expect(reporter.state()).toBe('running');
    reporter.waiting({ reason: 'limit', untilMs: 5 } as never);
    expect(reporter.status()).toMatchObject({ state: 'waiting', waiting: { untilMs: 5 } });
    reporter.waiting(null);
    expect(reporter.status()).toMatchObject({ state: 'running', waiting: null });
    reporter.update({ state: 'paused' } as never);
    reporter.waiting(null);
    expect(reporter.state()).toBe('paused');
  });

  it('is out since the first try that failed, until the service says anything', async () => {
    const { reporter, clock, advance } = reporting();
    reporter.trying(3);
    reporter.answered();
    expect(reporter.status().outage).toBeNull();
    const sinceMs = clock.wallMs();
    reporter.tryFailed('silent', 1, 4);
    await advance(7_000);
    reporter.trying(1);
    reporter.trying(2);
    expect(reporter.status().outage).toEqual({ kind: 'silent', sinceMs, tried: 2, tries: 4 });
    reporter.tryFailed('failing', 3, 4);
    expect(reporter.status().outage).toEqual({ kind: 'failing', sinceMs, tried: 3, tries: 4 });
    reporter.answered();
    expect(reporter.status().outage).toBeNull();
  });

  it('says when it begins again by itself, but while it is at work', () => {
    const { reporter } = reporting({ nextRunAtMs: () => 99 });
    reporter.update({ queue: [{ kind: 'changes', requests: 1 }] as never });
    const next = () => [reporter.status().nextRunAtMs, reporter.status().queue[0]?.atMs];
    expect(next()).toEqual([99, 99]);
    reporter.update({ state: 'running', waiting: null });
    expect(next()).toEqual([null, null]);
    reporter.waiting({ reason: 'limit', untilMs: 5 } as never);
    expect(next()).toEqual([null, null]);
    reporter.update({ state: 'idle', waiting: null });
    expect(next()).toEqual([99, 99]);
  });

  it('knows of pages how many seconds they take, of requests what the limiter tells', () => {
    const usage = { ...idleStatus().requests, lastMinute: 3 };
    const { reporter } = reporting({ secondsLeft: (pages) => pages * 12, usage: () => usage });
    expect([reporter.status().progress, reporter.status().requests]).toEqual([null, usage]);
    const progress = { rowsRead: 1, pagesRead: 2, monthsDone: 3, monthsTotal: 4, pagesLeft: 5 };
    reporter.progress(progress);
    expect(reporter.status().progress).toEqual({ ...progress, secondsLeft: 60 });
    reporter.progress({ ...progress, pagesLeft: null });
    expect(reporter.status().progress?.secondsLeft).toBeNull();
    reporter.progress(null);
    expect(reporter.status().progress).toBeNull();
  });

  it('takes over what a checkpoint and the ledger know', () => {
    const { reporter } = reporting();
    const checkpoint = (finishedAt: string | null) =>
      ({
        changes: { knownUntil: 'k' },
        history: { finishedAt },
        earliestNotice: 'n',
        unsettled: [1, 2],
      }) as never;
    reporter.checkpoint(checkpoint(null));
    expect(reporter.status()).toMatchObject({
      ...{ knownUntil: 'k', historyComplete: false, earliestNotice: 'n', unsettledWindows: 2 },
    });
    reporter.checkpoint(checkpoint('then'));
    expect(reporter.status().historyComplete).toBe(true);
    reporter.ledger({ ordersQueued: 4, held: [{ rowsMissing: 5 }, { rowsMissing: 6 }] } as never);
    expect(reporter.status()).toMatchObject({ ordersToVerify: 4, rowsHeld: 11 });
  });
});

it('a failure is told by what failed: the service, a refusal of the sync, a full disk, the ledger, ourselves', () => {
  const api = (kind: string) => new ApiError({ kind, words: 'w', detail: null, status: 503 } as never);
  const told = (error: unknown) => {
    const { code, words, detail = null, status, atMs } = failureOf(error, 7);
    expect(atMs).toBe(7);
    return [code, words, detail, status];
  };
  expect(told(api('server-error'))).toEqual(['server-error', 'w', null, 503]);
  expect(told(api('aborted'))).toEqual(['internal', 'w', null, 503]);
  expect(told(new SyncRefusal('unclear-time'))).toEqual(['unclear-time', null, null, null]);
  expect(told(new RpcError('storage-full', 'x'))).toEqual(['storage-full', null, 'x', null]);
  expect(told(new RpcError('other', 'x'))).toEqual(['ledger', null, 'x', null]);
  expect(told(new Error('y'))).toEqual(['internal', null, 'y', null]);
  expect(told('z')).toEqual(['internal', null, 'z', null]);
});

describe('how far the load is', () => {
  const NOW = Date.parse('2026-05-20T15:30:00.000Z');
  const facts = (parts: Partial<HistoryFacts> = {}): HistoryFacts => ({
    ...{
      earliest: '2026-01-01' as LocalDate,
      serverNowMs: NOW,
      authoritativeUntil: null,
      skip: [],
      cuts: [],
    },
    ...{ density: NO_DENSITY, size: { maxPages: 10, pageRows: 1_000, hasTwins: false } },
    ...{ target: range('2026-01-01', '2026-05-01'), reads: [range('2026-04-01', '2026-05-01')], ...parts },
  });
  const overall = { ...range('2026-01-01', '2026-05-01'), rows: 12_000 };
  const march: PurchaseWindow = { field: 'purchase_date', ...range('2026-03-01', '2026-04-01') };
  function load(rowsAtStart = 0) {
    const told: unknown[] = [];
    const progress = createLoadProgress((each) => void told.push(each), rowsAtStart);
    const last = (of: HistoryFacts) => {
      progress.report(of, true);
      return told.at(-1);
    };
    return { told, progress, last };
  }

  it('is rows and pages that were read, months that are done, and pages left where anything is known of them', () => {
    const { progress, last, told } = load(2_500);
    const start = { rowsRead: 2_500, pagesRead: 0, monthsDone: 1, monthsTotal: 4 };
    expect(last(facts())).toEqual({ ...start, pagesLeft: null });
    // 9,500 rows left over the days of three months.
    const density = { ...NO_DENSITY, overall };
    expect(last(facts({ density }))).toEqual({ ...start, pagesLeft: 4 + 3 + 4 });
    progress.beginWindow(march);
    progress.askPage(1, null);
    progress.addPage(1_000);
    expect(last(facts({ density }))).toMatchObject({ rowsRead: 3_500, pagesRead: 1, pagesLeft: 1 + 5 + 5 });
    // Its first page said three: 6,500 rows are left for two months.
    progress.askPage(2, 3);
    expect(last(facts({ density }))).toMatchObject({ rowsRead: 3_500, pagesLeft: 2 + 4 + 4 });
    progress.addPage(900);
    expect(last(facts({ density }))).toMatchObject({ rowsRead: 4_400, pagesRead: 2 });
    // A reading that is begun anew has nothing yet.
    progress.askPage(1, 3);
    expect(last(facts({ density }))).toMatchObject({ rowsRead: 2_500, pagesRead: 2, pagesLeft: 3 + 4 + 4 });
    progress.endWindow();
    progress.addStored(2_800);
    progress.addStored(-100);
    expect(last(facts({ density }))).toMatchObject({ rowsRead: 5_200 });
    progress.report(facts(), false);
    expect(told.at(-1)).toBeNull();
  });

  it('takes a page a window at least, and goes by what is known of all windows where the whole is not', () => {
    const { last } = load();
    const tiny = { ...overall, rows: 30 };
    expect(last(facts({ density: { ...NO_DENSITY, overall: tiny } }))).toMatchObject({ pagesLeft: 3 });
    const months = ['01', '02', '03'].map((month) => ({
      range: range(`2026-${month}-01`, `2026-0${Number(month) + 1}-01`),
      rows: 1_500,
    }));
    expect(last(facts({ density: learnStored(NO_DENSITY, months) }))).toMatchObject({ pagesLeft: 6 });
    // By the share that each window has of what is known: 200 of 5,000 rows are one page of five.
    const uneven = months.map((each, at) => ({ ...each, rows: [100, 100, 4_800][at] ?? 0 }));
    const known = { ...learnStored(NO_DENSITY, uneven), overall: { ...overall, rows: 10_000 } };
    expect(last(facts({ density: known }))).toMatchObject({ pagesLeft: 1 + 1 + 10 });
    expect(last(facts({ density: learnStored(NO_DENSITY, months.slice(1)) }))).toMatchObject({
      pagesLeft: null,
    });
  });
});

describe('rows to expect', () => {
  const [may, june] = [range('2026-05-01', '2026-06-01'), range('2026-06-01', '2026-07-01')];

  it('are of the latest total around them, before those that are stored, in proportion to their days', () => {
    const stored = learnStored(NO_DENSITY, [{ range: may, rows: 310 }]);
    const days = range('2026-05-11', '2026-05-16');
    expect(predictRows(stored, days)).toBeCloseTo(50);
    const once = learnRows(stored, may, 620);
    expect(predictRows(once, days)).toBeCloseTo(100);
    expect(predictRows(learnRows(once, range('2026-05-10', '2026-05-20'), 50), days)).toBeCloseTo(25);
    expect(predictRows(learnRows(once, may, 3_100), may)).toBeCloseTo(3_100);
    expect(predictRows(NO_DENSITY, days)).toBeNull();
  });

  it('are of the nearest days, of three at least, else of all', () => {
    let density = learnRows(NO_DENSITY, range('2026-05-30', '2026-06-01'), 200);
    // Two days are all there is.
    expect(predictRows(density, june)).toBeCloseTo(3_000);
    const overall = { ...range('2026-01-01', '2026-04-11'), rows: 1_000 };
    expect(predictRows({ ...density, overall }, june)).toBeCloseTo(300);
    density = learnRows(density, range('2026-05-29', '2026-05-30'), 40);
    expect(predictRows({ ...density, overall }, june)).toBeCloseTo(2_400);
    density = learnRows(density, range('2026-01-01', '2026-01-02'), 9_000);
    expect(predictRows({ ...density, overall }, june)).toBeCloseTo(2_400);
    expect(predictRows({ ...NO_DENSITY, overall }, range('2026-08-01', '2026-08-04'))).toBeCloseTo(30);
  });

  it('forget all but the last sixty totals', () => {
    let density = learnRows(NO_DENSITY, may, 310);
    for (let at = 0; at < 59; at += 1) density = learnRows(density, june, 10);
    expect(predictRows(density, may)).toBeCloseTo(310);
    expect(predictRows(learnRows(density, june, 10), may)).not.toBeCloseTo(310);
  });
});
