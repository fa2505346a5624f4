import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { DataQuery } from '#electron/api/client.ts';
import { planEarliest } from '#electron/api/plan-window.ts';
import { createServerClock } from '#electron/sync/plan/server-clock.ts';
import { createSyncMemory } from '#electron/sync/run/run-plan.ts';
import { cancelRereads, Interruption, runOnce } from '#electron/sync/run/runner.ts';
import { createPendingCommands } from '#electron/sync/run/sync-commands.ts';
import { createTraffic } from '#electron/sync/run/traffic.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import { CHANNEL_CLOSED, RpcError } from '#shared/contract/rpc.ts';
import type { RunEntry } from '#shared/contract/run-log.ts';
import { type Month, startOfDay } from '#shared/domain/dates.ts';
import { createManualClock } from '#test/electron/api/manual-clock.ts';
import { checkpointOf, local, NOW, utc } from './scripted-run.ts';

/** The ends of a run: what is written down of each, what is told, and how long it waits for a ledger. */

const EARLIEST = planEarliest('pro', Date.parse(NOW));
const TARGET = { from: startOfDay(EARLIEST), to: local('2026-05-21T00:00') };
const LOADED: Partial<Checkpoint> = {
  earliest: EARLIEST,
  history: {
    ...{ startedAt: utc('2026-05-20T09:00'), target: TARGET },
    ...{ finishedAt: utc('2026-05-20T10:00'), greatestUpdate: null },
  },
  reads: [{ ...TARGET, readAt: utc('2026-05-20T10:00') }],
  changes: {
    ...{ from: utc('2026-05-20T11:00'), knownUntil: utc('2026-05-20T11:00') },
    lastReadAt: utc('2026-05-20T11:00'),
  },
  partialBefore: TARGET.from,
};
const never = () => new Promise<never>(() => undefined);
const NOTHING_CAME = {
  ...{ ordersNew: 0, ordersChanged: 0, ordersUnchanged: 0, rowsAdded: 0, rowsRemoved: 0, rowsHeld: 0 },
  ordersQueued: 0,
};
const SETTLED = { kind: 'settled', ownRows: 0, greatestUpdate: null, verification: [], ordersToVerify: 0 };

type World = {
  /** What the ledger does otherwise, by call. */
  readonly ledger?: { readonly [call: string]: (input: never) => unknown };
  /** What a request of the server ends in; by default no row. */
  readonly answer?: (query: DataQuery) => Promise<unknown>;
  readonly trigger?: RunEntry['trigger'];
  /** It is interrupted by this before it begins. */
  readonly interruptedBy?: unknown;
};

/** An engine whose source has no rows, and the ledger that it works for. */
function world({ ledger: over = {}, answer, trigger = 'user', interruptedBy }: World = {}) {
  const manual = createManualClock();
  const { clock } = manual;
  const written: RunEntry[] = [];
  const calls: string[] = [];
  const told: object[] = [];
  const noRows = async ({ from, to, page, limit, date }: DataQuery) => ({
    ok: true,
    page: {
      ...{ correlationId: 'c', table: { columns: [], rows: [] } },
      meta: { page, pageSize: limit, count: 0, totalRows: 0, totalPages: 1, from, to: to ?? '', date },
    },
    serverDate: new Date(clock.wallMs()).toISOString(),
  });
  const checkpoint = checkpointOf(LOADED);
  const state = {
    ...{ checkpoint, windows: [], rows: 0, verificationQueue: [], ordersQueued: 0, months: [] },
    ...{ controls: [], held: [] },
  };
  const does: { readonly [call: string]: (input: never) => unknown } = {
    readState: () => state,
    writeRun: (entry: RunEntry) => void written.push(entry),
    judgeWindow: () => SETTLED,
    commitWindow: () => NOTHING_CAME,
    freeSeconds: ({ points }: { readonly points: readonly string[] }) => points,
    recordControl: (total: object) => ({ ...total, here: 0, agrees: true }),
    stagePage: ({
      reading,
      serverDate,
      page: { meta, correlationId },
    }: {
      readonly reading: number;
      readonly serverDate: string;
      readonly page: { readonly meta: { readonly to: string }; readonly correlationId: string };
    }) => ({ ...meta, metaTo: meta.to, reading, serverDate, correlationId }),
    ...over,
  };
  const names = [
    ...[
      'readState',
      'saveCheckpoint',
      'openWindow',
      'stagePage',
      'judgeWindow',
      'commitWindow',
      'dropWindows',
    ],
    ...['writeRun', 'writeRunWindow', 'freeSeconds', 'countStored', 'recordControl', 'resolveMissing'],
    ...['readNewestRange', 'countKnownOrders'],
  ];
  const caller = Object.fromEntries(
    names.map((name) => [
      name,
      async (input: never) => {
        calls.push(name);
        return (await does[name]?.(input)) ?? null;
      },
    ]),
  );
  const limiter = {
    acquire: async () => ({ release: () => undefined }),
    usage: () => ({ perMinute: 1_000 }),
    paceSeconds: () => 0,
  };
  const ignored = () => undefined;
  const engine = {
    ...{ account: { id: 'a', baseUrl: 'https://x.test', plan: 'pro' }, clock, random: () => 1 },
    requestPage: ({ query }: { readonly query: DataQuery }) => (answer ?? noRows)(query),
    retry: { baseMs: 1_000, capMs: 4_000, tries: 1 },
    traffic: createTraffic({ of: () => limiter } as never, 'https://x.test', null),
    ...{ serverClock: createServerClock(clock), marginMs: 600_000, periodMs: () => null },
    ...{ isKeyProven: () => true, onKeyProven: ignored, commands: createPendingCommands() },
    ...{ memory: createSyncMemory(), freeBytes: async () => null },
    reporter: {
      update: (change: object) => void told.push(change),
      ...{ waiting: ignored, trying: ignored, answered: ignored, tryFailed: ignored },
      ...{
        progress: ignored,
        ledger: ignored,
        checkpoint: (one: object) => void told.push({ checkpoint: one }),
      },
    },
  };
  const controller = new AbortController();
  if (interruptedBy !== undefined) controller.abort(interruptedBy);
  const { signal } = controller;
  const begin = (by: object = caller) =>
    runOnce(engine as never, { caller: by as never, key: 'k', trigger, signal });
  /** Whether it ended within so many milliseconds. */
  const within = async <T>(end: Promise<T>, ms: number): Promise<T | 'waits'> => {
    let ended: T | 'waits' = 'waits';
    void end.then((one) => {
      ended = one;
    });
    await manual.advance(ms);
    // The run's own steps wait for nothing but promises.
    for (let turn = 0; turn < 20; turn += 1) await manual.settle();
    return ended;
  };
  return {
    ...{ engine, caller, written, calls, told, begin, within, manual, signal, checkpoint },
    interrupt: (reason: unknown) => controller.abort(reason),
  };
}
const outcomes = (written: readonly RunEntry[]) => written.map(({ outcome }) => outcome);

describe('a run', () => {
  it('that has done what was due is written down at both ends, and told', async () => {
    const { begin, within, written, told, engine, caller, signal, calls } = world({ trigger: 'schedule' });
    expect(await within(begin(), 0)).toEqual({ kind: 'done' });
    expect([calls[0], calls[1], calls.at(-1)]).toEqual(['readState', 'writeRun', 'writeRun']);
    expect(outcomes(written)).toEqual(['running', 'done']);
    expect(written.at(-1)).toMatchObject({
      trigger: 'schedule',
      failure: null,
      endedAtMs: expect.any(Number),
    });
    expect(told[0]).toMatchObject({ state: 'running', waiting: null, failure: null });
    expect(told[0]).toMatchObject({ run: { outcome: 'running', trigger: 'schedule' } });
    expect(told).toContainEqual({ run: written.at(-1) });
    expect(told.at(-1)).toEqual({ lastRun: written.at(-1) });
    expect(engine.memory.lastCaller).toBe(caller);
    // Nothing waits for its interruption any more.
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('knows what bursts it read for the same ledger alone', async () => {
    const { begin, within, engine, caller } = world();
    const bursts = [{ at: 'once' }] as never;
    await within(begin(), 0);
    engine.memory.bursts = bursts;
    await within(begin(), 0);
    expect(engine.memory.bursts).toEqual(bursts);
    await within(begin({ ...caller }), 0);
    expect(engine.memory.bursts).toEqual([]);
  });

  it('that fails says why, to the user and in its entry', async () => {
    const refused = { kind: 'unauthorized', status: 401, words: 'no', detail: null, retryAfterMs: null };
    const { begin, within, written, told, manual } = world({
      answer: async () => ({ ok: false, failure: refused }),
    });
    const failure = { code: 'unauthorized', words: 'no', status: 401, atMs: manual.clock.wallMs() };
    expect(await within(begin(), 0)).toEqual({ kind: 'failed', failure });
    expect(outcomes(written)).toEqual(['running', 'failed']);
    expect(written.at(-1)).toMatchObject({ failure });
    expect(told).toContainEqual({ activity: null, waiting: null });
    expect(told.some((each) => 'lastRun' in each)).toBe(false);
    const broken = world({ ledger: { judgeWindow: () => Promise.reject(new RpcError('broken', 'b')) } });
    expect(await broken.within(broken.begin(), 0)).toMatchObject({
      kind: 'failed',
      failure: { code: 'ledger' },
    });
    // One that never began to write has nothing to end.
    const closed = world({ ledger: { readState: () => Promise.reject(new RpcError('broken', 'b')) } });
    expect(await closed.within(closed.begin(), 0)).toMatchObject({ kind: 'failed' });
    expect(closed.written).toEqual([]);
  });

  it('whose ledger goes away is cut off, and its end is written by whoever calls in', async () => {
    const gone = world({ ledger: { judgeWindow: () => Promise.reject(new RpcError(CHANNEL_CLOSED, 'c')) } });
    const end = await gone.within(gone.begin(), 0);
    expect(end).toEqual({
      ...{ kind: 'interrupted', isLedgerLost: true },
      unwritten: { ...gone.written[0], ...(end as { unwritten: object }).unwritten, outcome: 'cut-off' },
    });
    expect(end).toMatchObject({ unwritten: { endedAtMs: gone.manual.clock.wallMs() } });
    expect(outcomes(gone.written)).toEqual(['running']);
    // It never answers: the interruption ends the call.
    const silent = world({ ledger: { judgeWindow: never } });
    const waiting = silent.begin();
    expect(await silent.within(waiting, 60_000)).toBe('waits');
    silent.interrupt(new Interruption('ledger'));
    expect(await silent.within(waiting, 0)).toMatchObject({
      ...{ kind: 'interrupted', isLedgerLost: true, unwritten: { outcome: 'cut-off' } },
    });
    expect(outcomes(silent.written)).toEqual(['running']);
  });

  it('that is stopped leaves a call that is not answered, one that is paused waits for it', async () => {
    const calls = () => {
      let answer: (value: object) => void = () => undefined;
      const ledger = {
        judgeWindow: () =>
          new Promise<object>((resolve) => {
            answer = resolve;
          }),
      };
      return { ledger, reply: () => answer(SETTLED) };
    };
    const [stop, pause, other] = [calls(), calls(), calls()];
    const stopped = world(stop);
    const stopping = stopped.begin();
    await stopped.within(stopping, 0);
    stopped.interrupt(new Interruption('stopped'));
    expect(await stopped.within(stopping, 0)).toEqual({
      kind: 'interrupted',
      isLedgerLost: false,
      unwritten: null,
    });
    expect(outcomes(stopped.written)).toEqual(['running', 'cut-off']);
    expect(stopped.written.at(-1)).toMatchObject({ failure: null });

    const paused = world(pause);
    const pausing = paused.begin();
    await paused.within(pausing, 0);
    paused.interrupt(new Interruption('paused'));
    expect(await paused.within(pausing, 60_000)).toBe('waits');
    pause.reply();
    expect(await paused.within(pausing, 0)).toEqual({
      kind: 'interrupted',
      isLedgerLost: false,
      unwritten: null,
    });
    expect(outcomes(paused.written)).toEqual(['running', 'paused']);
    expect(paused.calls).not.toContain('commitWindow');
    expect(getEventListeners(paused.signal, 'abort')).toEqual([]);

    // An end of another kind is one from outside as well.
    const foreign = world(other);
    const ending = foreign.begin();
    await foreign.within(ending, 0);
    foreign.interrupt(new Error('gone'));
    expect(await foreign.within(ending, 0)).toMatchObject({ kind: 'interrupted', isLedgerLost: false });
    expect(outcomes(foreign.written)).toEqual(['running', 'cut-off']);
    // What a log says of it.
    expect(String(new Interruption('ledger'))).toBe('Interruption: The sync was interrupted: ledger.');
  });

  it('that was interrupted before it began asks for nothing and writes nothing', async () => {
    for (const stop of ['paused', 'stopped'] as const) {
      const asked: DataQuery[] = [];
      const { begin, within, written } = world({
        interruptedBy: new Interruption(stop),
        ledger: stop === 'stopped' ? { readState: never } : {},
        answer: async (query) => void asked.push(query),
      });
      expect(await within(begin(), 0)).toEqual({ kind: 'interrupted', isLedgerLost: false, unwritten: null });
      expect([written, asked]).toEqual([[], []]);
    }
    const lost = world({ interruptedBy: new Interruption('ledger') });
    expect(await lost.within(lost.begin(), 0)).toMatchObject({
      isLedgerLost: true,
      unwritten: { outcome: 'cut-off' },
    });
  });

  it('hands on to the ledger what it is asked, and what the ledger answers', async () => {
    const judged: unknown[] = [];
    const { begin, within, calls } = world({
      ledger: {
        judgeWindow: (input: never) => {
          judged.push(input);
          return SETTLED;
        },
      },
    });
    expect(await within(begin(), 0)).toEqual({ kind: 'done' });
    expect(judged[0]).toEqual({ windowId: expect.any(String) });
    expect(calls).toEqual(
      expect.arrayContaining(['openWindow', 'stagePage', 'commitWindow', 'recordControl']),
    );
  });
});

describe('the end of a run', () => {
  /** The ledger takes the beginning of the run, and does this with its end. */
  const endingIn = (end: () => unknown, ledger: World['ledger'] = {}) => {
    let written = 0;
    return world({
      ledger: {
        ...ledger,
        writeRun: () => {
          written += 1;
          return written === 1 ? null : end();
        },
      },
    });
  };
  const broken = { judgeWindow: () => Promise.reject(new Error('broken')) };

  it('waits two seconds for the ledger to write it down, and no longer', async () => {
    const { begin, within } = endingIn(never, broken);
    const end = begin();
    expect(await within(end, 1_999)).toBe('waits');
    expect(await within(end, 1)).toMatchObject({ kind: 'failed', failure: { code: 'internal' } });
  });

  it('is kept to be written later where it could not be', async () => {
    const ends = [
      [never, 2_000],
      [() => Promise.reject(new Error('full')), 0],
    ] as const;
    for (const [end, ms] of ends) {
      const { begin, within, interrupt } = endingIn(end, { judgeWindow: never });
      const stopping = begin();
      await within(stopping, 0);
      interrupt(new Interruption('stopped'));
      expect(await within(stopping, ms)).toMatchObject({
        ...{ kind: 'interrupted', isLedgerLost: false },
        unwritten: { outcome: 'cut-off', endedAtMs: expect.any(Number) },
      });
    }
  });
});

describe('months taken off the list outside a run', () => {
  const MONTHS = ['2026-03', '2026-04'] as Month[];
  const rereads = ['2026-03', '2026-05'].map((month) => ({
    ...{ from: local(`${month}-01T00:00`), to: local(`${month}-11T00:00`) },
    ...{ reason: 'requested', askedAt: NOW },
  }));

  it('are gone from it, and are not put on it again by the schedule', async () => {
    const saved: Checkpoint[] = [];
    const { engine, caller, told } = world({
      ledger: {
        readState: () => ({ checkpoint: checkpointOf({ ...LOADED, rereads: rereads as never }) }),
        saveCheckpoint: (one: Checkpoint) => void saved.push(one),
      },
    });
    engine.memory.declined = new Set(['2026-01' as Month]);
    engine.commands.add({ kind: 'cancel', months: MONTHS });
    engine.commands.add({ kind: 'check', months: MONTHS });
    await cancelRereads(engine as never, caller as never);
    expect(saved.map((one) => one.rereads)).toEqual([[rereads[1]]]);
    expect([...engine.memory.declined]).toEqual(['2026-01', ...MONTHS]);
    expect(told).toEqual([{ checkpoint: saved[0] }, { queue: [] }]);
    expect(engine.commands.take()).toEqual([{ kind: 'check', months: MONTHS }]);
  });

  it('are remembered before anything was loaded', async () => {
    const { engine, caller, told, calls } = world({ ledger: { readState: () => ({ checkpoint: null }) } });
    engine.commands.add({ kind: 'cancel', months: MONTHS });
    await cancelRereads(engine as never, caller as never);
    expect([[...engine.memory.declined], told, calls]).toEqual([MONTHS, [], ['readState']]);
  });
});
