import { afterEach, describe, expect, it } from 'vitest';
import type { Fetch } from '#electron/api/client.ts';
import { planEarliest } from '#electron/api/plan-window.ts';
import { createSyncEngine, type SyncEngine, type SyncEngineOptions } from '#electron/sync/engine.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { LedgerCalls } from '#shared/contract/ledger.ts';
import { type Caller, CHANNEL_CLOSED } from '#shared/contract/rpc.ts';
import type { RunEntry } from '#shared/contract/run-log.ts';
import { HOUR_MS, MINUTE_MS, type Month, startOfDay } from '#shared/domain/dates.ts';
import { envelope } from '#test/electron/api/answers.ts';
import { createManualClock } from '#test/electron/api/manual-clock.ts';
import { checkpointOf, local, NOW, utc } from './scripted-run.ts';

/** When runs begin, why, and what is told between them: of an account that is loaded, whose source has no rows. */

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
const MARCH = '2026-03' as Month;

/** A ledger that holds nothing and keeps what it is told of runs and how far they came. */
function emptyLedger() {
  let checkpoint = checkpointOf(LOADED);
  const runs = new Map<string, RunEntry>();
  const does: { readonly [call: string]: (input: never) => unknown } = {
    readState: () => ({
      ...{ checkpoint, windows: [], rows: 0, verificationQueue: [], ordersQueued: 0, months: [] },
      ...{ controls: [], held: [] },
    }),
    saveCheckpoint: (next: Checkpoint) => {
      checkpoint = next;
    },
    writeRun: (entry: RunEntry) => void runs.set(entry.runId, entry),
    judgeWindow: () => ({
      ...{ kind: 'settled', ownRows: 0, greatestUpdate: null, verification: [], ordersToVerify: 0 },
    }),
    commitWindow: ({ checkpoint: next }: { readonly checkpoint: Checkpoint }) => {
      checkpoint = next;
      return {
        ...{ ordersNew: 0, ordersChanged: 0, ordersUnchanged: 0, rowsAdded: 0, rowsRemoved: 0 },
        ...{ rowsHeld: 0, ordersQueued: 0 },
      };
    },
    freeSeconds: ({ points }: { readonly points: readonly string[] }) => points,
    recordControl: (total: object) => ({ ...total, here: 0, agrees: true }),
    resolveMissing: ({ decision }: { readonly decision: string }) => ({
      rowsRemoved: decision === 'remove' ? 2 : 0,
    }),
    stagePage: (input: {
      readonly reading: number;
      readonly serverDate: string;
      readonly page: { readonly meta: { readonly to: string }; readonly correlationId: string };
    }) => {
      const { reading, serverDate, page } = input;
      return {
        ...{ ...page.meta, metaTo: page.meta.to, reading, serverDate },
        correlationId: page.correlationId,
      };
    },
  };
  const caller = new Proxy({} as Caller<LedgerCalls>, {
    get: (_, name: string) => async (input: never) => (await does[name]?.(input)) ?? null,
  });
  return { caller, runs: () => [...runs.values()], checkpoint: () => checkpoint };
}

type Answer = 'rows' | 'offline' | 'refused' | 'never';

let engine: SyncEngine | null = null;
afterEach(() => engine?.stop());

function world(over: Partial<SyncEngineOptions> = {}) {
  const manual = createManualClock(0, Date.parse(NOW));
  const { clock } = manual;
  const ledger = emptyLedger();
  const told: string[] = [];
  let asked = 0;
  let answer: Answer = 'rows';
  const fetch: Fetch = (url, { signal }) => {
    asked += 1;
    const { searchParams } = new URL(url);
    const headers = { Date: new Date(clock.wallMs()).toUTCString(), 'Content-Type': 'application/json' };
    const meta = {
      ...{ from: searchParams.get('from') ?? '', to: searchParams.get('to') ?? '', page: 1 },
      ...{ date: searchParams.get('date') ?? 'purchase_date', pageSize: 1000 },
    };
    switch (answer) {
      case 'rows':
        return Promise.resolve(new Response(JSON.stringify(envelope([], meta)), { headers }));
      case 'refused':
        return Promise.resolve(new Response('{"message":"no"}', { status: 401, headers }));
      case 'offline':
        return Promise.reject(new TypeError('fetch failed'));
      case 'never':
        return new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        });
    }
  };
  const free = { acquire: async () => ({ release: () => undefined }), paceSeconds: () => 0 };
  const made = createSyncEngine({
    account: { id: 'a', baseUrl: 'https://x.test', plan: 'pro' },
    ...{ readKey: () => 'k', isKeyProven: () => true, onKeyProven: () => undefined, fetch, clock },
    limiters: { of: () => ({ ...free, usage: () => ({ perMinute: 1_000 }) }) } as never,
    onStatus: ({ state }) => void (told.at(-1) === state || told.push(state)),
    retry: { baseMs: 1, capMs: 1, tries: 1 },
    random: () => 0,
    periodMs: HOUR_MS,
    ...over,
  });
  engine = made;
  const rest = async (ms = 0): Promise<void> => {
    await manual.advance(ms);
    for (let turn = 0; turn < 60; turn += 1) await manual.settle();
  };
  return {
    ...{ engine: made, ledger, told, manual, rest },
    asked: () => asked,
    answers: (next: Answer) => {
      answer = next;
    },
    /** Why each run began, and how it ended. */
    runs: () => ledger.runs().map(({ trigger, outcome }) => `${trigger} ${outcome}`),
    attach: async (epoch = 1) => {
      made.attachLedger(ledger.caller, epoch, 'known');
      await rest();
    },
  };
}

describe('the sync of an account', () => {
  it('begins when a ledger calls in, again a period after, and at the user’s word', async () => {
    const { engine: sync, attach, rest, runs } = world();
    expect(sync.status()).toMatchObject({ state: 'waiting', waiting: { reason: 'ledger' } });
    await attach();
    expect([runs(), sync.status().state]).toEqual([['start done'], 'idle']);
    expect(sync.status().nextRunAtMs).not.toBeNull();
    await rest(HOUR_MS - MINUTE_MS);
    expect(runs()).toHaveLength(1);
    await rest(MINUTE_MS);
    expect(runs()).toEqual(['start done', 'schedule done']);
    sync.syncNow();
    expect(sync.status().state).toBe('running');
    await rest();
    expect(runs()).toEqual(['start done', 'schedule done', 'user done']);
  });

  it('tries again by the schedule after what may pass, with what was asked for still to come', async () => {
    const { engine: sync, attach, rest, runs, answers, ledger } = world();
    await attach();
    answers('offline');
    sync.rereadMonths([MARCH]);
    await rest();
    expect(sync.status()).toMatchObject({ state: 'error', failure: { code: 'unreachable' } });
    await rest(4 * MINUTE_MS);
    expect(runs()).toEqual(['start done', 'user failed']);
    answers('rows');
    await rest(MINUTE_MS);
    expect(runs()).toEqual(['start done', 'user failed', 'schedule done']);
    expect(sync.status()).toMatchObject({ state: 'idle', failure: null });
    const read = ledger.checkpoint().reads.find(({ from }) => from.startsWith('2026-03-01'));
    expect(read?.readAt.slice(0, 13)).toBe('2026-05-20T12');
  });

  it('begins on waking after what may pass, and not after what the user has to mend', async () => {
    const { engine: sync, attach, rest, runs, answers } = world();
    answers('offline');
    await attach();
    expect(runs()).toEqual(['start failed']);
    sync.pause('sleep');
    await rest();
    answers('refused');
    sync.wake();
    await rest();
    expect(runs()).toEqual(['start failed', 'wake failed']);
    expect(sync.status().failure?.code).toBe('unauthorized');
    sync.pause('sleep');
    await rest();
    expect(sync.status().state).toBe('paused');
    answers('rows');
    sync.wake();
    await rest(2 * HOUR_MS);
    expect([runs().length, sync.status().state]).toEqual([2, 'error']);
    sync.syncNow();
    await rest();
    expect(runs().at(-1)).toBe('user done');
  });

  it('paused by the user stays so on waking and by the schedule, until something is wanted of it', async () => {
    const { engine: sync, attach, rest, runs } = world();
    await attach();
    sync.pause();
    await rest();
    expect([sync.status().state, sync.status().nextRunAtMs]).toEqual(['paused', null]);
    sync.pause('sleep');
    sync.wake();
    await rest(3 * HOUR_MS);
    expect([runs(), sync.status().state]).toEqual([['start done'], 'paused']);
    sync.cancelRereads([MARCH]);
    await rest();
    expect([runs(), sync.status().state]).toEqual([['start done'], 'paused']);
    sync.checkMonths([MARCH]);
    await rest();
    expect([runs(), sync.status().state]).toEqual([['start done', 'user done'], 'idle']);
  });

  it('that was paused on its way goes on for the same reason, and asks nothing meanwhile', async () => {
    const { engine: sync, attach, rest, runs, answers, asked } = world();
    await attach();
    answers('never');
    sync.syncNow();
    await rest();
    const before = asked();
    sync.pause('sleep');
    await rest(HOUR_MS);
    expect([runs(), sync.status().state, asked()]).toEqual([['start done', 'user paused'], 'paused', before]);
    answers('rows');
    sync.wake();
    await rest();
    expect(runs()).toEqual(['start done', 'user paused', 'user done']);
  });

  it('waits for a ledger that went away, hears no older owner, and goes on with whoever calls in', async () => {
    const { engine: sync, attach, rest, runs, answers, ledger } = world();
    await attach(3);
    answers('never');
    sync.syncNow();
    await rest();
    const other = emptyLedger();
    sync.attachLedger(other.caller, 2, 'known');
    sync.detachLedger(2);
    await rest();
    expect([other.runs(), sync.status().state]).toEqual([[], 'running']);
    sync.detachLedger(3);
    await rest();
    expect(sync.status()).toMatchObject({ state: 'waiting', waiting: { reason: 'ledger' } });
    expect(runs()).toEqual(['start done', 'user running']);
    answers('rows');
    await attach(1);
    // The end that could not be written is written first.
    expect(runs()).toEqual(['start done', 'user cut-off', 'start done']);
    expect(ledger.runs()[1]?.endedAtMs).not.toBeNull();
  });

  it('remembers that the user asked while no ledger was there, and that what failed was taken up', async () => {
    const { engine: sync, attach, rest, runs, answers } = world();
    sync.syncNow();
    await attach();
    expect(runs()).toEqual(['user done']);
    answers('refused');
    sync.syncNow();
    await rest();
    sync.detachLedger(1);
    await rest();
    expect(sync.status()).toMatchObject({ state: 'error', failure: { code: 'unauthorized' } });
    sync.syncNow();
    expect(sync.status()).toMatchObject({ state: 'waiting', failure: null });
  });

  it('goes on with the same owner that calls in again', async () => {
    const { engine: sync, attach, rest } = world();
    await attach(4);
    const again = emptyLedger();
    sync.attachLedger(again.caller, 4, 'known');
    await rest();
    expect(again.runs().map(({ trigger, outcome }) => [trigger, outcome])).toEqual([['start', 'done']]);
  });

  it('does not write the end of a run into another copy', async () => {
    const { engine: sync, attach, rest, answers } = world();
    await attach();
    answers('never');
    sync.syncNow();
    await rest();
    sync.detachLedger(1);
    answers('rows');
    const other = emptyLedger();
    sync.attachLedger(other.caller, 1, 'replaced');
    await rest();
    expect(other.runs().map(({ outcome }) => outcome)).toEqual(['done']);
    expect(sync.status().copy).toBe('replaced');
  });

  it('without a key says so, asks nothing, and is not begun by the schedule', async () => {
    const { engine: sync, attach, rest, asked, runs } = world({ readKey: () => null });
    await attach();
    expect(sync.status()).toMatchObject({ state: 'error', failure: { code: 'key-missing' } });
    await rest(3 * HOUR_MS);
    expect([asked(), runs(), sync.status().nextRunAtMs]).toEqual([0, [], null]);
  });

  it('that runs only when asked begins none by itself, and one at once when that is over', async () => {
    let isAskedOnly = true;
    const { engine: sync, attach, rest, runs } = world({ isAskedOnly: () => isAskedOnly });
    await attach();
    await rest(3 * HOUR_MS);
    expect([runs(), sync.status().state]).toEqual([[], 'idle']);
    sync.syncNow();
    await rest();
    isAskedOnly = false;
    sync.beginByItself();
    await rest();
    expect(runs()).toEqual(['user done', 'start done']);
  });

  it('follows another period at once; with none it begins by no schedule', async () => {
    const { engine: sync, attach, rest, runs } = world();
    await attach();
    sync.setPeriod(null);
    expect(sync.status().nextRunAtMs).toBeNull();
    await rest(3 * HOUR_MS);
    expect(runs()).toHaveLength(1);
    sync.setPeriod(4 * HOUR_MS);
    await rest(HOUR_MS + MINUTE_MS);
    expect(runs()).toEqual(['start done', 'schedule done']);
  });

  it('counts a month anew once rows of it are removed at the user’s word, and not where they are kept', async () => {
    const { engine: sync, attach, rest, runs } = world();
    const removal = { month: MARCH, decision: 'remove' } as const;
    await expect(sync.resolveMissing(removal)).rejects.toMatchObject({ code: CHANNEL_CLOSED });
    await attach();
    expect(await sync.resolveMissing(removal)).toEqual({ rowsRemoved: 2 });
    await rest();
    expect(runs()).toEqual(['start done', 'user done']);
    expect(await sync.resolveMissing({ ...removal, decision: 'keep' })).toEqual({ rowsRemoved: 0 });
    await rest();
    expect(runs()).toHaveLength(2);
    sync.pause();
    await rest();
    await sync.resolveMissing(removal);
    await rest();
    expect([runs().length, sync.status().state]).toEqual([2, 'paused']);
  });

  it('ends what goes on when it is stopped, and begins nothing more', async () => {
    const { engine: sync, attach, rest, runs, answers } = world();
    await attach();
    answers('never');
    sync.syncNow();
    await rest();
    await sync.stop();
    expect(runs()).toEqual(['start done', 'user cut-off']);
    answers('rows');
    sync.syncNow();
    sync.wake();
    sync.rereadMonths([MARCH]);
    await attach(9);
    await rest(3 * HOUR_MS);
    expect(runs()).toHaveLength(2);
  });
});
