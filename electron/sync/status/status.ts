import type { Clock } from '#electron/api/clock.ts';
import { ApiError } from '#electron/api/failure.ts';
import { createThrottle } from '#shared/base/throttle.ts';
import type { Outage, RequestUsage, SyncProgress, SyncStatus, Waiting } from '#shared/contract/app.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { LedgerState } from '#shared/contract/ledger.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import type { SyncFailure, SyncFailureCode } from '#shared/contract/run-log.ts';

const NO_USAGE: RequestUsage = {
  lastMinute: 0,
  perMinute: 0,
  lastDay: 0,
  perDay: 0,
  recentAtMs: [],
  nextFreeAtMs: null,
  byHour: [],
};

/** The status while no account is open, or before a sync has reported any. */
export function idleStatus(accountId: string | null = null): SyncStatus {
  return {
    accountId,
    state: 'idle',
    activity: null,
    waiting: null,
    outage: null,
    progress: null,
    run: null,
    lastRun: null,
    failure: null,
    nextRunAtMs: null,
    queue: [],
    copy: 'known',
    knownUntil: null,
    historyComplete: false,
    earliestNotice: null,
    ordersToVerify: 0,
    unsettledWindows: 0,
    rowsHeld: 0,
    requests: NO_USAGE,
  };
}

/** The sync ends a run for a reason of its own, not because server or ledger failed. */
export class SyncRefusal extends Error {
  readonly code: SyncFailureCode;
  constructor(code: SyncFailureCode) {
    super(`The sync refuses: ${code}.`);
    this.name = 'SyncRefusal';
    this.code = code;
  }
}

const STORAGE_FULL = 'storage-full';

/** The failure that ended a run, as the user reads it. */
export function failureOf(error: unknown, atMs: number): SyncFailure {
  if (error instanceof ApiError) {
    const { kind, words, detail, status } = error.failure;
    const code = kind === 'aborted' ? 'internal' : kind;
    return { code, words, ...(detail === null ? {} : { detail }), status, atMs };
  }
  if (error instanceof SyncRefusal) return { code: error.code, words: null, status: null, atMs };
  const detail = error instanceof Error ? error.message : String(error);
  if (!(error instanceof RpcError)) return { code: 'internal', words: null, detail, status: null, atMs };
  const code = error.code === STORAGE_FULL ? 'storage-full' : 'ledger';
  return { code, words: null, detail, status: null, atMs };
}

/** Keeps the status of the sync and reports it to the app: at once when its state changes, else a few times a second. */
export type StatusReporter = ReturnType<typeof createStatusReporter>;

const STATUS_EVERY_MS = 100;

type StatusSources = {
  readonly usage: () => RequestUsage | null;
  readonly secondsLeft: (pages: number) => number | null;
  /** Epoch milliseconds of the next run that begins by itself; null: none does. */
  readonly nextRunAtMs: () => number | null;
};

/** Keeps the status of a sync whole and reports it, at most so often. Long, for every report changes the same status. */
export function createStatusReporter(
  accountId: string,
  clock: Clock,
  sources: StatusSources,
  onStatus: (status: SyncStatus) => void,
) {
  // Never idle before the first run: who waits for a finished sync looks for `idle`.
  let current: SyncStatus = {
    ...idleStatus(accountId),
    state: 'waiting',
    waiting: { reason: 'ledger', untilMs: null },
  };
  let progress: Omit<SyncProgress, 'secondsLeft'> | null = null;
  let isStopped = false;
  const status = () => completeStatus(current, progress, sources);
  const throttle = createThrottle<null>(clock, STATUS_EVERY_MS, () => onStatus(status()));

  function update(change: Partial<SyncStatus>): void {
    const before = current.state;
    current = { ...current, ...change };
    if (isStopped) return;
    throttle.push(null);
    if (current.state !== before) throttle.flush();
  }
  function refresh(): void {
    if (!isStopped) throttle.push(null);
  }

  return {
    status,
    state: () => current.state,
    update,
    /** A request waits for the limiter or a back-off, or no longer does. */
    waiting: (waiting: Waiting | null): void => {
      if (waiting === null && current.waiting === null) return;
      update({ waiting, state: waiting === null ? 'running' : 'waiting' });
    },
    /** A request is sent, or sent again, after so many tries of it that failed. */
    trying: (tried: number): void => {
      if (current.outage === null || current.outage.tried === tried) return;
      update({ outage: { ...current.outage, tried } });
    },
    /** A try came to nothing. */
    tryFailed: (kind: Outage['kind'], tried: number, tries: number): void => {
      const sinceMs = current.outage?.sinceMs ?? clock.wallMs();
      update({ outage: { kind, sinceMs, tried, tries } });
    },
    /** The service said something: whatever it is, it is there. */
    answered: (): void => {
      if (current.outage !== null) update({ outage: null });
    },
    progress: (fresh: typeof progress): void => {
      progress = fresh;
      refresh();
    },
    checkpoint: ({ changes, history, earliestNotice, unsettled }: Checkpoint): void =>
      update({
        knownUntil: changes.knownUntil,
        historyComplete: history.finishedAt !== null,
        earliestNotice,
        unsettledWindows: unsettled.length,
      }),
    ledger: ({ ordersQueued, held }: LedgerState): void =>
      update({
        ordersToVerify: ordersQueued,
        rowsHeld: held.reduce((rows, month) => rows + month.rowsMissing, 0),
      }),
    /** Something that `status` asks for elsewhere may have changed. */
    refresh,
    stop: (): void => {
      isStopped = true;
      throttle.stop();
    },
  };
}

function completeStatus(
  current: SyncStatus,
  progress: Omit<SyncProgress, 'secondsLeft'> | null,
  { usage, secondsLeft, nextRunAtMs }: StatusSources,
): SyncStatus {
  const isAtWork =
    current.state === 'running' || (current.state === 'waiting' && current.waiting?.reason !== 'ledger');
  const atMs = isAtWork ? null : nextRunAtMs();
  const left = progress?.pagesLeft ?? null;
  return {
    ...current,
    progress:
      progress === null ? null : { ...progress, secondsLeft: left === null ? null : secondsLeft(left) },
    nextRunAtMs: atMs,
    queue: current.queue.map((item) => ({ ...item, atMs })),
    requests: usage() ?? current.requests,
  };
}
