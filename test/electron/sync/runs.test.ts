import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Clock } from '#electron/api/clock.ts';
import type { SyncStatus } from '#shared/contract/app.ts';
import type { CommitWindow } from '#shared/contract/ledger.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { runEntrySchema, runWindowSchema } from '#shared/contract/run-log.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/dates.ts';
import { createHarness, expectWhole, type Harness, isAtRest, syncOnce, untilStatus } from './harness.ts';
import { createMemoryLedger } from './memory-ledger.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let harness: Harness;
afterEach(() => harness?.close());

const FREE = { plan: 'free', orders: 600 } as const;
const EARLIEST = '2026-04-01';

const answerOf = (status: number, body: string) =>
  new Response(body, { status, headers: { Date: new Date(harness.now()).toUTCString() } });

/** Long timers wait until the test lets a tick pass: the machine sleeps and wakes as the test says. */
function createTickingClock(base: Clock) {
  const held = new Set<() => void>();
  const clock: Clock = {
    ...base,
    setTimer: (callback, ms) => {
      if (ms < 1_000) return base.setTimer(callback, ms);
      held.add(callback);
      return () => held.delete(callback);
    },
  };
  const tick = () => {
    for (const callback of [...held]) {
      held.delete(callback);
      callback();
    }
  };
  return { clock, tick };
}

describe('the run log', () => {
  it('holds every run from its start, with what it did and why it began', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    const engine = harness.createEngine();
    engine.attachLedger(ledger.caller, 1, 'new');
    const first = await untilStatus(engine, isAtRest);
    expect(first.copy).toBe('new');
    engine.syncNow();
    await untilStatus(engine, (one) => one.run?.trigger === 'user' && isAtRest(one));
    const runs = ledger.runs();
    for (const run of runs) runEntrySchema.parse(run);
    expect(runs).toMatchObject([
      { trigger: 'start', purpose: 'history', outcome: 'done', failure: null, retries: 0, backOffMs: 0 },
      { trigger: 'user', purpose: 'changes', outcome: 'done', failure: null },
    ]);
    expect(runs[0]).toEqual(first.run);
    expect(runs[0]).toEqual(first.lastRun);
    expect((runs[0]?.requests ?? 0) + (runs[1]?.requests ?? 0)).toBe(harness.requests.length);
    expect(runs[0]?.rowsRead).toBeGreaterThanOrEqual(ledger.rows().length);
    expect(runs[0]?.endedAtMs).toBeGreaterThanOrEqual(runs[0]?.startedAtMs ?? Number.POSITIVE_INFINITY);
    // It is written before anything else is.
    const names = ledger.log.map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(['readState', 'writeRun']);
    expect(ledger.log[1]?.input).toMatchObject({ outcome: 'running', endedAtMs: null });
    expect(names.at(-1)).toBe('writeRun');
    const commits = ledger.log
      .filter(({ name }) => name === 'commitWindow')
      .map(({ input }) => input as CommitWindow);
    const own = commits.filter(({ runId }) => runId === runs[0]?.runId);
    const controls = ledger.runWindows().filter(({ runId }) => runId === runs[0]?.runId);
    expect(runs[0]?.windows).toBe(own.length + controls.length);
    for (const { effort } of own) {
      expect(effort.requests).toBeGreaterThan(0);
      expect(effort.readings).toBe(1);
    }
  });

  it('counts what had to be asked again, and the time spent waiting for it', async () => {
    harness = await createHarness(FREE);
    harness.setMeddle(({ number }) => (number % 3 === 0 ? answerOf(503, '<h1>busy</h1>') : undefined));
    const ledger = createMemoryLedger();
    const status = await syncOnce(harness, ledger);
    const failed = harness.requests.filter((_, index) => (index + 1) % 3 === 0).length;
    expect(status.lastRun).toMatchObject({
      outcome: 'done',
      retries: failed,
      requests: harness.requests.length,
    });
    expect(status.lastRun?.backOffMs).toBeGreaterThan(0);
  });

  it('ends a failed run with the server’s words', async () => {
    harness = await createHarness(FREE);
    harness.setMeddle(({ number }) =>
      number > 2 ? answerOf(403, '{"message":"ask your administrator"}') : undefined,
    );
    const ledger = createMemoryLedger();
    const status = await syncOnce(harness, ledger);
    expect(ledger.runs()).toMatchObject([
      { outcome: 'failed', failure: { code: 'forbidden', status: 403, words: 'ask your administrator' } },
    ]);
    expect(status.run).toEqual(ledger.runs()[0]);
    expect(status.lastRun).toBeNull();
  });

  it('ends paused and stopped runs, and one whose ledger went away once it is back', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    const engine = harness.createEngine();
    harness.setMeddle(({ number }) => {
      if (number === 3) engine.pause();
      if (number === 7) engine.detachLedger(1);
      return undefined;
    });
    engine.attachLedger(ledger.caller, 1, 'known');
    await untilStatus(engine, (one) => one.state === 'paused');
    await vi.waitFor(() => expect(ledger.runs()).toMatchObject([{ outcome: 'paused' }]));
    engine.syncNow();
    await untilStatus(engine, (one) => one.waiting?.reason === 'ledger');
    expect(ledger.runs()).toMatchObject([{ outcome: 'paused' }, { outcome: 'running', endedAtMs: null }]);
    engine.attachLedger(ledger.caller, 2, 'known');
    await untilStatus(engine, isAtRest);
    expect(ledger.runs()).toMatchObject([
      { outcome: 'paused' },
      { outcome: 'cut-off', trigger: 'user' },
      { outcome: 'done', trigger: 'start' },
    ]);
    expect(ledger.runs().every(({ endedAtMs }) => endedAtMs !== null)).toBe(true);
    let number = 0;
    harness.setMeddle(() => {
      number += 1;
      if (number === 1) void engine.stop();
      return undefined;
    });
    engine.syncNow();
    await vi.waitFor(() =>
      expect(ledger.runs().at(-1)).toMatchObject({ outcome: 'cut-off', trigger: 'user' }),
    );
  });

  it('does not wait for ever for a ledger that no longer answers when the app ends', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    const engine = harness.createEngine();
    let isHanging = false;
    const writeRun: typeof ledger.caller.writeRun = (entry) =>
      isHanging ? new Promise(() => undefined) : ledger.caller.writeRun(entry);
    engine.attachLedger({ ...ledger.caller, writeRun }, 1, 'known');
    await untilStatus(engine, (one) => one.activity !== null);
    isHanging = true;
    await engine.stop();
    expect(ledger.runs()).toMatchObject([{ outcome: 'running' }]);
  });

  it('writes down a window that would not settle, and how often it was read', async () => {
    harness = await createHarness({ ...FREE, orders: 2_500, pageRows: 100 });
    const ledger = createMemoryLedger();
    let odd = 0;
    harness.setMeddle(async ({ url }) => {
      if (Number(url.searchParams.get('page')) < 2) return undefined;
      odd += 1;
      const text = await (await harness.pass(url)).text();
      return answerOf(200, text.replace(/"totalRows":(\d+)/, `"totalRows":${10_000 + odd}`));
    });
    await syncOnce(harness, ledger);
    const unsettled = ledger.runWindows().filter(({ outcome }) => outcome === 'unsettled');
    expect(unsettled.length).toBeGreaterThan(0);
    for (const window of unsettled) {
      runWindowSchema.parse(window);
      expect(window).toMatchObject({ kind: 'history', detail: 'totals', readings: 3 });
      expect(window.requests).toBe(6);
      expect(window.correlationIds.length).toBeGreaterThan(0);
    }
  });

  it('names a full disk', async () => {
    harness = await createHarness(FREE);
    const ledger = createMemoryLedger();
    const stagePage = () => Promise.reject(new RpcError('storage-full', 'The quota is full.'));
    const status = await syncOnce(harness, ledger, {}, { ...ledger.caller, stagePage });
    expect(status).toMatchObject({ state: 'error', failure: { code: 'storage-full' } });
    await syncOnce(harness, ledger);
    expectWhole(harness, ledger, EARLIEST);
  });
});

describe('the schedule', () => {
  async function createScheduled(periodMs: number | null = HOUR_MS) {
    harness = await createHarness(FREE);
    const { clock, tick } = createTickingClock(harness.clock);
    const ledger = createMemoryLedger();
    const engine = harness.createEngine({ clock, periodMs });
    engine.attachLedger(ledger.caller, 1, 'known');
    await untilStatus(engine, isAtRest);
    const triggers = () => ledger.runs().map(({ trigger, outcome }) => `${trigger} ${outcome}`);
    return { engine, ledger, tick, triggers };
  }
  const untilRun = (engine: { status: () => SyncStatus }, runs: () => readonly unknown[], count: number) =>
    vi.waitFor(() => {
      expect(runs()).toHaveLength(count);
      expect(engine.status().state).not.toBe('running');
    }, 20_000);

  it('begins a run a period after the last one, and says when', async () => {
    const { engine, ledger, tick, triggers } = await createScheduled();
    const next = engine.status().nextRunAtMs ?? 0;
    expect(Math.abs(next - (ledger.runs()[0]?.endedAtMs ?? 0) - HOUR_MS)).toBeLessThan(1_000);
    expect(engine.status().queue).toMatchObject([
      { kind: 'changes', atMs: next },
      { kind: 'control', atMs: next, requests: 2 },
    ]);
    harness.advance(HOUR_MS - MINUTE_MS);
    tick();
    // A run that begins is running when the call that began it returns.
    expect([engine.status().state, triggers()]).toEqual(['idle', ['start done']]);
    // The machine sleeps for a night, and a tick comes after.
    harness.advance(9 * HOUR_MS);
    harness.world.change({ kind: 'add-order' });
    tick();
    await untilRun(engine, triggers, 2);
    expect(triggers()).toEqual(['start done', 'schedule done']);
    expectWhole(harness, ledger, EARLIEST);
  });

  it('reads the changes on waking, unless the user paused; what sleep paused goes on', async () => {
    const { engine, triggers } = await createScheduled();
    harness.advance(10 * MINUTE_MS);
    engine.wake();
    await untilRun(engine, triggers, 2);
    expect(triggers()).toEqual(['start done', 'wake done']);
    engine.pause();
    engine.wake();
    expect(engine.status()).toMatchObject({ state: 'paused', nextRunAtMs: null });
    expect(triggers()).toHaveLength(2);
    engine.syncNow();
    await untilRun(engine, triggers, 3);
    engine.pause('sleep');
    expect(engine.status().state).toBe('paused');
    engine.wake();
    await untilRun(engine, triggers, 4);
    expect(triggers().slice(2)).toEqual(['user done', 'wake done']);
  });

  it('tries again by itself after what may pass, sooner than the period', async () => {
    const { engine, ledger, tick, triggers } = await createScheduled(4 * HOUR_MS);
    harness.setMeddle(() => Promise.reject(new TypeError('fetch failed')));
    engine.syncNow();
    const failed = await untilStatus(engine, (one) => one.state === 'error');
    expect(failed.failure?.code).toBe('unreachable');
    expect(failed).toMatchObject({ activity: null, waiting: null });
    const wait = (failed.nextRunAtMs ?? 0) - harness.clock.wallMs();
    expect(wait).toBeGreaterThan(4 * MINUTE_MS);
    // The machine's two clocks do not tick in the same instant: part of a millisecond lies between them.
    expect(wait).toBeLessThan(5 * MINUTE_MS + 1);
    harness.setMeddle(() => undefined);
    harness.advance(5 * MINUTE_MS + 1);
    tick();
    await untilRun(engine, triggers, 3);
    expect(triggers()).toEqual(['start done', 'user failed', 'schedule done']);
    expect(engine.status()).toMatchObject({ state: 'idle', failure: null });
    expectWhole(harness, ledger, EARLIEST);
  });

  it('tries again on the same back-off where the answers themselves were wrong, also in the first load', async () => {
    harness = await createHarness(FREE);
    const { clock, tick } = createTickingClock(harness.clock);
    const ledger = createMemoryLedger();
    const engine = harness.createEngine({ clock, periodMs: 4 * HOUR_MS });
    // A server that counts its pages from 0, after the first window.
    harness.setMeddle(async ({ url, number }) => {
      if (number < 3) return undefined;
      const body = (await (await harness.pass(url)).json()) as { meta: { page: number } };
      body.meta.page -= 1;
      return answerOf(200, JSON.stringify(body));
    });
    engine.attachLedger(ledger.caller, 1, 'known');
    const waits: number[] = [];
    for (let failures = 1; failures <= 3; failures += 1) {
      await vi.waitFor(() => expect(ledger.runs()).toHaveLength(failures), 20_000);
      const failed = await untilStatus(engine, (one) => one.state === 'error');
      expect(failed).toMatchObject({ failure: { code: 'bad-answer' }, historyComplete: false });
      waits.push(Math.round(((failed.nextRunAtMs ?? 0) - harness.clock.wallMs()) / MINUTE_MS));
      if (failures === 3) harness.setMeddle(() => undefined);
      harness.advance((failed.nextRunAtMs ?? 0) - harness.clock.wallMs() + 1);
      tick();
    }
    expect(waits).toEqual([5, 10, 20]);
    expect(await untilStatus(engine, (one) => one.state === 'idle')).toMatchObject({
      failure: null,
      historyComplete: true,
    });
    expectWhole(harness, ledger, EARLIEST);
  });

  it('asks nothing more after a 401 until the user does something, whatever wakes', async () => {
    const { engine, tick } = await createScheduled();
    harness.setMeddle(() => answerOf(401, '{"message":"no key"}'));
    engine.syncNow();
    await untilStatus(engine, (one) => one.state === 'error');
    expect(engine.status().nextRunAtMs).toBeNull();
    harness.advance(30 * HOUR_MS);
    tick();
    engine.wake();
    engine.pause('sleep');
    engine.wake();
    expect(engine.status()).toMatchObject({ state: 'error', failure: { code: 'unauthorized' } });
    harness.setMeddle(() => undefined);
    engine.syncNow();
    expect(await untilStatus(engine, (one) => one.state === 'idle')).toMatchObject({ failure: null });
  });

  it('begins none by itself while it runs when asked only, and the first at once when that ends', async () => {
    harness = await createHarness(FREE);
    const { clock, tick } = createTickingClock(harness.clock);
    const ledger = createMemoryLedger();
    let isAskedOnly = true;
    const engine = harness.createEngine({ clock, periodMs: HOUR_MS, isAskedOnly: () => isAskedOnly });
    const triggers = () => ledger.runs().map(({ trigger, outcome }) => `${trigger} ${outcome}`);
    const restless = () => {
      harness.advance(3 * HOUR_MS);
      tick();
      engine.pause('sleep');
      engine.wake();
      tick();
    };
    engine.attachLedger(ledger.caller, 1, 'known');
    // What the copy holds is told all the same.
    await untilStatus(engine, ({ copy }) => copy === 'known');
    restless();
    expect([engine.status().state, harness.requests, triggers()]).toEqual(['idle', [], []]);
    engine.syncNow();
    await untilRun(engine, triggers, 1);
    restless();
    engine.detachLedger(1);
    engine.attachLedger(ledger.caller, 2, 'known');
    restless();
    const asked = harness.requests.length;
    expect([engine.status().state, triggers()]).toEqual(['idle', ['user done']]);
    isAskedOnly = false;
    engine.beginByItself();
    await untilRun(engine, triggers, 2);
    harness.advance(HOUR_MS + 1);
    tick();
    await untilRun(engine, triggers, 3);
    expect(triggers()).toEqual(['user done', 'start done', 'schedule done']);
    expect(harness.requests.length).toBeGreaterThan(asked);
    expectWhole(harness, ledger, EARLIEST);
  });

  it('takes a new period at once', async () => {
    const { engine, tick, triggers } = await createScheduled(null);
    expect(engine.status().nextRunAtMs).toBeNull();
    harness.advance(2 * HOUR_MS);
    engine.setPeriod(HOUR_MS);
    expect(engine.status().nextRunAtMs).toBeLessThan(harness.clock.wallMs());
    tick();
    await untilRun(engine, triggers, 2);
    expect(triggers()).toEqual(['start done', 'schedule done']);
    engine.setPeriod(null);
    expect(engine.status().nextRunAtMs).toBeNull();
  });

  it('never runs twice at once, whoever asks', async () => {
    harness = await createHarness(FREE);
    const { clock, tick } = createTickingClock(harness.clock);
    const ledger = createMemoryLedger();
    let onStatus = (): void => undefined;
    const engine = harness.createEngine({ clock, periodMs: MINUTE_MS, onStatus: () => onStatus() });
    let inFlight = 0;
    let most = 0;
    harness.setMeddle(async ({ url, number }) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      harness.advance(2 * MINUTE_MS);
      if (number % 7 === 0) engine.syncNow();
      if (number % 3 === 0) engine.wake();
      tick();
      const answer = await harness.pass(url);
      inFlight -= 1;
      return answer;
    });
    engine.attachLedger(ledger.caller, 1, 'known');
    while (ledger.runs().length < 4) {
      const told = new Promise<void>((resolve) => {
        onStatus = resolve;
      });
      engine.wake();
      engine.syncNow();
      tick();
      await told;
    }
    await engine.stop();
    expect(most).toBe(1);
    const open = ledger.log.filter(({ name }) => name === 'writeRun').map(({ input }) => input);
    const running = new Set<string>();
    for (const entry of open) {
      const { runId, outcome } = runEntrySchema.parse(entry);
      if (outcome === 'running') running.add(runId);
      else running.delete(runId);
      expect(running.size).toBeLessThanOrEqual(1);
    }
    harness.setMeddle(() => undefined);
    await syncOnce(harness, ledger);
    expectWhole(harness, ledger, EARLIEST);
  });
});
