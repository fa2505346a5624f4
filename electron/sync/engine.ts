import type { Plan, SyncProgress, SyncStatus, Waiting } from '#shared/bridge/app.ts';
import type { LedgerCalls } from '#shared/bridge/ledger.ts';
import { BridgeError, type Caller, CHANNEL_CLOSED } from '#shared/bridge/rpc.ts';
import type { Checkpoint } from '#shared/sync/checkpoint.ts';
import { type ClientOptions, createFetchPage, DEFAULT_CLIENT_OPTIONS, type Fetch } from '../api/client.ts';
import { type Clock, systemClock } from '../api/clock.ts';
import type { Limiter, Limiters } from '../api/limiter.ts';
import { DEFAULT_RETRY, type RetryPolicy } from '../api/retry.ts';
import { createAsk } from './ask.ts';
import { DEFAULT_MARGIN_MS } from './plan-changes.ts';
import { runSync } from './run.ts';
import { createSyncMemory, windowPages } from './run-context.ts';
import { createServerClock } from './server-clock.ts';
import { createThrottle, failureOf, idleStatus } from './status.ts';

/** The sync of one account: begins when a ledger calls in, pauses, resumes, and says at every step where it is. */
export type SyncEngine = {
  /**
   * A ledger is there; the sync begins or goes on by itself. An epoch smaller than that of the ledger attached is
   * ignored. Once that one is gone any epoch is good: another browser has a ledger of its own, with epochs of its
   * own, and within one ledger every write checks the epoch anyway.
   */
  readonly attachLedger: (caller: Caller<LedgerCalls>, ownerEpoch: number) => void;
  readonly detachLedger: (ownerEpoch: number) => void;
  /** Reads the changes now; also resumes a paused or failed sync. */
  readonly syncNow: () => void;
  /** Gives up the request in flight; nothing staged or committed is lost. */
  readonly pause: () => void;
  readonly status: () => SyncStatus;
  /** Ends for good. */
  readonly stop: () => Promise<void>;
};

/** Changes are read every hour while the app is open. */
export const DEFAULT_PERIOD_MS = 60 * 60 * 1000;
const STATUS_EVERY_MS = 100;

export type SyncEngineOptions = {
  readonly account: { readonly id: string; readonly baseUrl: string; readonly plan: Plan };
  readonly readKey: () => string | null;
  readonly fetch: Fetch;
  readonly limiters: Limiters;
  readonly onStatus: (status: SyncStatus) => void;
  readonly clock?: Clock;
  readonly retry?: RetryPolicy;
  readonly client?: Partial<Omit<ClientOptions, 'fetch'>>;
  /** Safety margin of the watermark. */
  readonly marginMs?: number;
  /** Between two readings of changes; null: only when asked. */
  readonly periodMs?: number | null;
  readonly random?: () => number;
};

type Stop = 'paused' | 'ledger' | 'stopped';

/** Why a run was interrupted from outside. */
class Interruption extends Error {
  readonly stop: Stop;
  constructor(stop: Stop) {
    super(`The sync was interrupted: ${stop}.`);
    this.name = 'Interruption';
    this.stop = stop;
  }
}

/**
 * A ledger that went away may never answer: its calls end with the interruption. A pause waits for the answer
 * instead, so that the next run finds the ledger at rest.
 */
function untilInterrupted(caller: Caller<LedgerCalls>, signal: AbortSignal): Caller<LedgerCalls> {
  const guard = <T>(call: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const onAbort = () => {
        const { reason } = signal;
        if (!(reason instanceof Interruption) || reason.stop !== 'paused') reject(reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
      call.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    });
  return {
    readState: (input) => guard(caller.readState(input)),
    saveCheckpoint: (input) => guard(caller.saveCheckpoint(input)),
    openWindow: (input) => guard(caller.openWindow(input)),
    stagePage: (input) => guard(caller.stagePage(input)),
    judgeWindow: (input) => guard(caller.judgeWindow(input)),
    commitWindow: (input) => guard(caller.commitWindow(input)),
    dropWindows: (input) => guard(caller.dropWindows(input)),
  };
}

export function createSyncEngine(options: SyncEngineOptions): SyncEngine {
  const { account, readKey, limiters, onStatus } = options;
  const clock = options.clock ?? systemClock;
  const retry = options.retry ?? DEFAULT_RETRY;
  const marginMs = options.marginMs ?? DEFAULT_MARGIN_MS;
  const periodMs = options.periodMs === undefined ? DEFAULT_PERIOD_MS : options.periodMs;
  const random = options.random ?? Math.random;
  const fetchPage = createFetchPage({ ...DEFAULT_CLIENT_OPTIONS, ...options.client, fetch: options.fetch });
  const serverClock = createServerClock(clock.monotonicMs);
  const memory = createSyncMemory();

  // Never idle before the first run: who waits for a finished sync looks for `idle`.
  let told: SyncStatus = {
    ...idleStatus(account.id),
    state: 'waiting',
    waiting: { reason: 'ledger', untilMs: null },
  };
  let progress: Omit<SyncProgress, 'secondsLeft'> | null = null;
  const firstKey = readKey();
  let limiter: Limiter | null = firstKey === null ? null : limiters.of(account.baseUrl, firstKey);
  let ledger: { readonly caller: Caller<LedgerCalls>; readonly epoch: number } | null = null;
  let isPaused = false;
  let isStopped = false;
  /** Something is to be done as soon as a ledger is there. */
  let isWanted = true;
  let changesWanted = false;
  let running: Promise<void> | null = null;
  let interrupt: AbortController | null = null;
  let cancelPeriod: (() => void) | null = null;
  let requestsMade = 0;
  /** Running mean of what a request takes, waiting apart. */
  let requestMs: number | null = null;

  const throttle = createThrottle(clock, STATUS_EVERY_MS, () => onStatus(status()));

  function withSecondsLeft(of: Omit<SyncProgress, 'secondsLeft'>): SyncProgress {
    const { pagesLeft } = of;
    if (pagesLeft === null || limiter === null) return { ...of, secondsLeft: null };
    // Whichever is slower: the limiter's pace, or the server's answers so far.
    const byAnswers = (pagesLeft * (requestMs ?? 0)) / 1000;
    return { ...of, secondsLeft: Math.ceil(Math.max(limiter.paceSeconds(pagesLeft), byAnswers)) };
  }

  function status(): SyncStatus {
    return {
      ...told,
      progress: progress === null ? null : withSecondsLeft(progress),
      requests: limiter?.usage() ?? told.requests,
    };
  }

  function tell(change: Partial<SyncStatus>): void {
    const before = told.state;
    told = { ...told, ...change };
    if (isStopped) return;
    if (told.state !== before) throttle.flush();
    else throttle.tell();
  }

  /** A request waits for the limiter or a back-off, or no longer does. */
  function tellWaiting(waiting: Waiting | null): void {
    if (waiting === null && told.waiting === null) return;
    tell({ waiting, state: waiting === null ? 'running' : 'waiting' });
  }

  function tellCheckpoint(checkpoint: Checkpoint): void {
    tell({
      knownUntil: checkpoint.changes.knownUntil,
      historyComplete: checkpoint.history.finishedAt !== null,
      earliestNotice: checkpoint.earliestNotice,
      unsettledWindows: checkpoint.unsettled.length,
    });
  }

  async function runOnce(caller: Caller<LedgerCalls>, key: string, signal: AbortSignal): Promise<void> {
    const ownLimiter = limiters.of(account.baseUrl, key);
    limiter = ownLimiter;
    tell({ state: 'running', waiting: null, failure: null });
    const ask = createAsk({
      baseUrl: account.baseUrl,
      key,
      fetchPage,
      limiter: ownLimiter,
      retry,
      clock,
      serverClock,
      random,
      signal,
      onWaiting: tellWaiting,
      onRequest: (tookMs) => {
        requestsMade += 1;
        requestMs = requestMs === null ? tookMs : requestMs * 0.8 + tookMs * 0.2;
        throttle.tell();
      },
    });
    const lastRun = await runSync({
      ledger: untilInterrupted(caller, signal),
      ask,
      plan: account.plan,
      marginMs,
      maxPages: windowPages(ownLimiter.usage().perMinute),
      clock,
      serverClock,
      signal,
      memory,
      news: {
        activity: (activity) => tell({ activity }),
        progress: (fresh) => {
          progress = fresh;
          throttle.tell();
        },
        checkpoint: tellCheckpoint,
        ordersToVerify: (ordersToVerify) => tell({ ordersToVerify }),
      },
      takeChangesWanted: () => {
        const wanted = changesWanted;
        changesWanted = false;
        return wanted;
      },
      periodMs,
      requestsMade: () => requestsMade,
    });
    tell({ lastRun });
  }

  /** Runs as long as something is wanted and can be done. Never rejects. */
  async function drive(): Promise<void> {
    while (isWanted && ledger !== null && !isPaused && !isStopped) {
      const { caller, epoch } = ledger;
      const key = readKey();
      if (key === null) {
        tell({
          state: 'error',
          failure: { code: 'key-missing', words: null, status: null, atMs: clock.wallMs() },
        });
        return;
      }
      isWanted = false;
      interrupt = new AbortController();
      const { signal } = interrupt;
      try {
        await runOnce(caller, key, signal);
        // Asked for in the run's last moment.
        if (changesWanted) isWanted = true;
        if (!isWanted) tell({ state: 'idle', activity: null, waiting: null });
      } catch (error) {
        tell({ activity: null, waiting: null });
        const isLedgerLost = error instanceof BridgeError && error.code === CHANNEL_CLOSED;
        if (signal.aborted || isLedgerLost) {
          isWanted = true;
          if (!signal.aborted && ledger?.epoch === epoch && ledger.caller === caller) ledger = null;
        } else {
          tell({ state: 'error', failure: failureOf(error, clock.wallMs()) });
          return;
        }
      } finally {
        interrupt = null;
      }
    }
  }

  /** Where nothing runs, the state that says why. */
  function tellAtRest(): void {
    if (isStopped) return;
    if (isPaused) tell({ state: 'paused', activity: null, waiting: null });
    else if (told.state === 'error') throttle.tell();
    else if (ledger === null) {
      tell({ state: 'waiting', activity: null, waiting: { reason: 'ledger', untilMs: null } });
    } else tell({ state: 'idle', activity: null, waiting: null });
  }

  function start(): void {
    if (running !== null || isStopped) return;
    cancelPeriod?.();
    cancelPeriod = null;
    if (!isWanted || isPaused || ledger === null) {
      tellAtRest();
      schedule();
      return;
    }
    running = drive().finally(() => {
      running = null;
      // Asked for while the last run was ending.
      if (changesWanted) isWanted = true;
      const canGoOn = isWanted && !isPaused && ledger !== null && told.state !== 'error';
      if (canGoOn) start();
      else {
        tellAtRest();
        schedule();
      }
    });
  }

  /** Changes are read again after a while; only where nothing keeps from it. */
  function schedule(): void {
    if (periodMs === null || isStopped || told.state !== 'idle') return;
    cancelPeriod?.();
    cancelPeriod = clock.setTimer(() => {
      cancelPeriod = null;
      changesWanted = true;
      isWanted = true;
      start();
    }, periodMs);
  }

  return {
    attachLedger: (caller, ownerEpoch) => {
      if (isStopped || ownerEpoch < (ledger?.epoch ?? 0)) return;
      ledger = { caller, epoch: ownerEpoch };
      isWanted = true;
      interrupt?.abort(new Interruption('ledger'));
      start();
    },
    detachLedger: (ownerEpoch) => {
      if (ledger?.epoch !== ownerEpoch) return;
      ledger = null;
      interrupt?.abort(new Interruption('ledger'));
      if (running === null) start();
    },
    syncNow: () => {
      if (isStopped) return;
      isPaused = false;
      changesWanted = true;
      // A run that goes on takes the wish up between two windows; one that is being interrupted runs again anyway.
      if (running === null) isWanted = true;
      if (running === null && told.state === 'error') tell({ state: 'idle', failure: null });
      start();
    },
    pause: () => {
      if (isStopped) return;
      isPaused = true;
      interrupt?.abort(new Interruption('paused'));
      if (running === null) start();
    },
    status,
    stop: async () => {
      isStopped = true;
      cancelPeriod?.();
      throttle.stop();
      interrupt?.abort(new Interruption('stopped'));
      await running;
    },
  };
}
