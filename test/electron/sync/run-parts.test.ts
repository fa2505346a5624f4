import { describe, expect, it } from 'vitest';
import { learnRows, NO_DENSITY, predictRows } from '#electron/sync/plan/density.ts';
import { horizonAt } from '#electron/sync/plan/history.ts';
import { createRunJournal } from '#electron/sync/run/journal.ts';
import { createRunLedger } from '#electron/sync/run/run-ledger.ts';
import { createRunPlan, createSyncMemory, windowPages } from '#electron/sync/run/run-plan.ts';
import { takeOverStaged, windowName } from '#electron/sync/run/staged-windows.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { LedgerState } from '#shared/contract/ledger.ts';
import type { RunEntry } from '#shared/contract/run-log.ts';
import type { LocalDate, LocalDateTime, UtcInstant } from '#shared/domain/dates.ts';
import { MAX_WINDOW_AGE_MS, type SyncWindow } from '#shared/domain/window.ts';
import { createManualClock } from '#test/electron/api/manual-clock.ts';
import { checkpointOf } from './scripted-run.ts';

/** The parts of a run by themselves: what an earlier one left staged, what it plans by, what it writes down. */

const window = (day: number): SyncWindow => ({
  field: 'purchase_date',
  from: `2026-05-0${day}T00:00:00.000` as LocalDateTime,
  to: `2026-05-0${day + 1}T00:00:00.000` as LocalDateTime,
});
const at = (hour: number) => `2026-05-20T${hour}:00:00.000Z` as UtcInstant;

describe('what a run knows of the ledger', () => {
  const checkpoint = checkpointOf({ earliest: '2025-01-01' as LocalDate });
  const known = (state: object) =>
    ({ checkpoint, windows: [], rows: 3, months: [], held: [], ...state }) as unknown as LedgerState;
  function ledgerOf(begun: LedgerState, fresh = begun) {
    const told: unknown[] = [];
    const saved: Checkpoint[] = [];
    const controller = new AbortController();
    const engine = {
      clock: createManualClock().clock,
      serverClock: { nowMs: () => Date.parse(at(12)) },
      memory: createSyncMemory(),
      reporter: {
        checkpoint: (one: Checkpoint) => told.push(one),
        ledger: ({ rows }: LedgerState) => told.push(rows),
      },
    };
    const ledger = {
      readState: async () => fresh,
      saveCheckpoint: async (one: Checkpoint) => void saved.push(one),
    };
    const made = createRunLedger(engine as never, ledger as never, controller.signal, begun);
    return {
      ...made,
      told,
      saved,
      memory: engine.memory,
      abort: () => controller.abort(new Error('interrupted')),
    };
  }

  it('is told at once, and whenever it is read again or stored', async () => {
    const other = checkpointOf({ earliest: '2025-02-01' as LocalDate });
    const run = ledgerOf(known({}), known({ rows: 5, checkpoint: other }));
    expect(run.told).toEqual([checkpoint, 3]);
    // Its checkpoint is the run's own: nobody else writes one meanwhile.
    expect([(await run.readState()).rows, run.state().rows, run.checkpoint()]).toEqual([5, 5, checkpoint]);
    expect(run.told.slice(2)).toEqual([checkpoint, 5]);
    await run.save(checkpoint);
    expect(run.saved).toEqual([]);
    await run.save(other);
    expect([run.saved, run.checkpoint(), run.told.at(-1)]).toEqual([[other], other, other]);
    run.setCheckpoint(checkpoint);
    expect([run.checkpoint(), run.told.at(-1), run.saved.length]).toEqual([checkpoint, checkpoint, 1]);
  });

  it('is no checkpoint before the load has begun', async () => {
    const run = ledgerOf(known({ checkpoint: null }));
    expect([run.told, run.hasBegun()]).toEqual([[3], false]);
    expect(() => run.checkpoint()).toThrow('has not begun');
    await run.save(checkpoint);
    expect([run.hasBegun(), run.told]).toEqual([true, [3, checkpoint]]);
  });

  it('says how many rows its months have, of the running one as far as it has come', () => {
    const months = [
      { month: '2026-04', rows: 3_000 },
      { month: '2026-05', rows: 2_000 },
      { month: '2026-07', rows: 9 },
    ];
    const { memory } = ledgerOf(known({ months }));
    const april = { from: '2026-04-01T00:00:00.000', to: '2026-05-01T00:00:00.000' } as never;
    expect(predictRows(memory.density, april)).toBeCloseTo(3_000);
    const may = { from: '2026-05-01T00:00:00.000', to: horizonAt(Date.parse(at(12))) } as never;
    expect(predictRows(memory.density, may)).toBeCloseTo(2_000);
  });

  it('counts for nothing once the run is interrupted', async () => {
    const run = ledgerOf(known({}));
    run.abort();
    await expect(run.readState()).rejects.toThrow('interrupted');
    expect(run.told).toEqual([checkpoint, 3]);
    const next = checkpointOf({});
    await expect(run.save(next)).rejects.toThrow('interrupted');
    // It was stored: what is told of it is true.
    expect([run.saved, run.checkpoint()]).toEqual([[next], next]);
  });
});

describe('windows that were left half read', () => {
  const request = { from: 'f', to: 't' };
  function left(parts: { readonly [part: string]: unknown }) {
    const dates = (parts.dates as readonly (string | null)[] | undefined) ?? [];
    return {
      ...{ windowId: 'w', window: window(1), purpose: 'history', startedAtMs: 0 },
      ...{ requestFrom: 'f', requestTo: 't', pages: dates.map((serverDate) => ({ serverDate })), ...parts },
    } as never;
  }
  async function takenOver(...windows: readonly Parameters<typeof left>[0][]) {
    const { clock } = createManualClock(0, 1_000_000_000);
    const dropped: string[] = [];
    const ledger = {
      dropWindows: async ({ windowIds }: { readonly windowIds: readonly string[] }) =>
        void dropped.push(windowIds.join()),
    };
    const young = { startedAtMs: 1_000_000_000 };
    const staged = await takeOverStaged(
      ledger as never,
      windows.map((each) => left({ ...young, ...each })),
      clock,
    );
    return { staged, dropped, ids: () => staged.all().map(({ windowId }) => windowId) };
  }

  it('are good up to their age, of no clock that was set back, and each once', async () => {
    const now = 1_000_000_000;
    const { ids, dropped } = await takenOver(
      { windowId: 'old', startedAtMs: now - MAX_WINDOW_AGE_MS - 1, window: window(1) },
      { windowId: 'oldest', startedAtMs: now - MAX_WINDOW_AGE_MS, window: window(2) },
      { windowId: 'ahead', startedAtMs: now + 1, window: window(3) },
      { windowId: 'fresh', window: window(4) },
      { windowId: 'twice', window: window(4) },
      { windowId: 'other', window: window(4), purpose: 'reread' },
    );
    expect(ids()).toEqual(['oldest', 'fresh', 'other']);
    expect(dropped).toEqual(['old,ahead,twice']);
    expect((await takenOver({})).dropped).toEqual([]);
    const names = [
      windowName('history', window(4)),
      windowName('reread', window(4)),
      windowName('history', window(5)),
    ];
    expect(new Set(names).size).toBe(3);
  });

  it('are handed out once, for the same request, with no page from before', async () => {
    const pages = { dates: [at(12), null, at(10), at(11)] };
    const taken = async (since: UtcInstant | null, asked = request, of = window(1)) => {
      const { staged, dropped } = await takenOver({ ...pages, windowId: 'a' });
      const found = await staged.take(of, 'history', asked, since);
      return [found?.windowId ?? null, dropped, staged.all().length];
    };
    expect(await taken(null)).toEqual(['a', [], 0]);
    expect(await taken(at(10))).toEqual(['a', [], 0]);
    expect(await taken(at(11))).toEqual([null, ['a'], 0]);
    expect(await taken(null, { ...request, from: 'x' })).toEqual([null, ['a'], 0]);
    expect(await taken(null, { ...request, to: 'x' })).toEqual([null, ['a'], 0]);
    expect(await taken(null, request, window(2))).toEqual([null, [], 1]);
    const { staged } = await takenOver({ windowId: 'a' });
    expect((await staged.take(window(1), 'history', request, at(23)))?.windowId).toBe('a');
    expect(await staged.take(window(1), 'history', request, null)).toBeNull();
  });

  it('tell when their latest page came, and go together at the end', async () => {
    const some = [
      { windowId: 'a', dates: [at(12), at(10)] },
      { windowId: 'b', window: window(2), dates: [at(11)] },
    ];
    const { staged, dropped, ids } = await takenOver(...some);
    expect(staged.lastPageAt()).toBe(at(12));
    await staged.drop(['a']);
    expect([staged.lastPageAt(), ids()]).toEqual([at(11), ['b']]);
    await staged.dropLeftovers();
    await staged.dropLeftovers();
    expect([dropped, ids(), staged.lastPageAt()]).toEqual([['a', 'b'], [], null]);
  });
});

describe('what a run plans by', () => {
  const NOW = Date.parse('2026-05-20T15:30:00.000Z');
  function planned(maxPages = 10, known: number | null = NOW) {
    const memory = createSyncMemory();
    const checkpoint = { earliest: '2026-01-01' as LocalDate, history: { target: null }, reads: [] };
    const serverClock = {
      nowMs: () => known,
      now: () => (known === null ? null : (new Date(known).toISOString() as UtcInstant)),
    };
    const plan = createRunPlan(
      { serverClock: serverClock as never, memory },
      maxPages,
      () => checkpoint as never,
    );
    return { memory, plan, checkpoint };
  }

  it('is pages that can be read twice within a window’s age, ten at most and one at least', () => {
    const minutes = MAX_WINDOW_AGE_MS / 60_000;
    expect([0, 1, 1_000].map(windowPages)).toEqual([1, Math.max(1, Math.floor(minutes / 2)), 10]);
    for (const perMinute of [0.1, 0.5, 1, 2, 5])
      expect(windowPages(perMinute)).toBe(Math.max(1, Math.min(10, Math.floor((perMinute * minutes) / 2))));
  });

  it('is smaller windows once two, and a third of all, were suspect', () => {
    const { memory, plan } = planned();
    expect(memory.isProbed).toBe(false);
    const twins = (read: number, suspect: number) => {
      memory.severalPages = { read, suspect };
      return plan.size().hasTwins;
    };
    expect([twins(1, 1), twins(2, 2), twins(5, 2), twins(6, 2), twins(8, 3), twins(9, 3)]).toEqual([
      ...[false, true, true, false, true, false],
    ]);
    memory.pageRows = 400;
    expect(plan.size()).toEqual({ maxPages: 10, pageRows: 400, hasTwins: false });
  });

  it('is the server’s time, without which nothing is planned', () => {
    const { plan, checkpoint } = planned(10, null);
    expect(() => plan.serverNow()).toThrow('not known yet');
    const load = { ...checkpoint, history: { target: window(1) } } as never;
    expect(plan.historyFacts(load)).toBeNull();
    expect(planned().plan.historyFacts(checkpoint as never)).toBeNull();
    expect(planned().plan.historyFacts(load)).toMatchObject({
      target: window(1),
      reads: [],
      serverNowMs: NOW,
    });
  });

  it('is what was learnt in this run: what is left out, how far answers reach, which window was too old', () => {
    const { plan, memory } = planned();
    memory.density = learnRows(NO_DENSITY, window(1) as never, 5);
    plan.skip(window(3) as never);
    expect(plan.planFacts()).toMatchObject({
      skip: [window(3)],
      authoritativeUntil: null,
      density: memory.density,
    });
    const horizon = plan.readableUntil();
    expect(horizon > '2026-05-20').toBe(true);
    plan.setAuthoritativeUntil('2026-05-19T00:00:00.000' as LocalDateTime);
    expect([plan.readableUntil(), plan.planFacts().authoritativeUntil]).toEqual([
      ...['2026-05-19T00:00:00.000', '2026-05-19T00:00:00.000'],
    ]);
    plan.setAuthoritativeUntil('2027-01-01T00:00:00.000' as LocalDateTime);
    expect(plan.readableUntil()).toBe(horizon);
    expect([window(1), window(2), window(1), window(2)].map((each) => plan.isStaleAgain(each))).toEqual([
      ...[false, false, true, true],
    ]);
  });
});

describe('the journal of a run', () => {
  function begun() {
    const manual = createManualClock();
    const written: RunEntry[] = [];
    const windows: { readonly [part: string]: unknown }[] = [];
    const changes: RunEntry[] = [];
    const ledger = {
      writeRun: async (entry: RunEntry) => void written.push(entry),
      writeRunWindow: async (each: (typeof windows)[number]) => void windows.push(each),
    };
    const journal = createRunJournal({
      ...{ trigger: 'user', ledger: ledger as never, clock: manual.clock },
      onChange: (entry) => void changes.push(entry),
    });
    return { ...manual, journal, written, windows, changes, ledger };
  }

  it('is written at its start, every five seconds and at its end, and not where it never began', async () => {
    const { journal, written, advance, ledger, clock } = begun();
    await journal.keep();
    await journal.end(ledger as never, 'failed', null);
    expect(written).toEqual([]);
    await journal.begin('history');
    await advance(4_999);
    await journal.keep();
    expect(written.map(({ purpose, outcome }) => [purpose, outcome])).toEqual([['history', 'failed']]);
    await advance(1);
    await journal.keep();
    await journal.keep();
    expect(written).toHaveLength(2);
    await journal.end(ledger as never, 'done', null);
    expect(written.at(-1)).toMatchObject({ outcome: 'done', failure: null, endedAtMs: clock.wallMs() });
  });

  it('adds up what it counts, and tells each change', () => {
    const { journal, changes } = begun();
    journal.add({ requests: 2, notices: 1 });
    journal.add({ requests: 3, backOffMs: 7 });
    const sums = { requests: 5, notices: 1, backOffMs: 7, retries: 0, windows: 0, rowsRead: 0 };
    expect(journal.entry()).toMatchObject({ ...sums, trigger: 'user', outcome: 'running', endedAtMs: null });
    expect(changes.map(({ requests }) => requests)).toEqual([2, 5]);
    expect(begun().journal.entry().purpose).toBe('changes');
  });

  it('has a window that would not settle, with why and what it took', async () => {
    const { journal, windows } = begun();
    const report = {
      ...{ windowId: 'w', window: window(1), purpose: 'history', pages: 3, rows: 9, correlationIds: ['c'] },
      effort: { requests: 4, readings: 2, tookMs: 5, startedAtMs: 6 },
    };
    await journal.writeUnsettled(report as never, 'totals');
    expect(windows).toMatchObject([
      {
        ...{ windowId: 'w', kind: 'history', field: 'purchase_date', pages: 3, rows: 9, requests: 4 },
        ...{ from: window(1).from, to: window(1).to, outcome: 'unsettled', detail: 'totals', ordersNew: 0 },
        ...{ runId: journal.entry().runId, correlationIds: ['c'] },
      },
    ]);
    expect(journal.entry()).toMatchObject({ windows: 1, notices: 0 });
  });

  it('notes a wrong time of each kind once, from the earlier of the two to the later', async () => {
    const { journal, windows } = begun();
    await journal.writeClock('doubted', at(12), at(10));
    await journal.writeClock('doubted', at(20), at(10));
    await journal.writeClock('healed', at(10), at(12));
    expect(windows.map(({ kind, from, to, outcome, detail }) => [kind, from, to, outcome, detail])).toEqual([
      ['clock', at(10), at(12), 'doubted', `${at(12)} / ${at(10)}`],
      ['clock', at(10), at(12), 'healed', `${at(10)} / ${at(12)}`],
    ]);
    expect(windows.map(({ field }) => field)).toEqual(['updated_at', 'updated_at']);
    expect(journal.entry()).toMatchObject({ windows: 2, notices: 2 });
  });
});
