import type { Clock } from '#electron/api/clock.ts';
import { createThrottle } from '#shared/base/throttle.ts';
import type { RequestUsage, SyncProgress, SyncStatus, Waiting } from '#shared/contract/app.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { LedgerState } from '#shared/contract/ledger.ts';
import { idleStatus } from './status.ts';

/** Where the sync is, as the app is told: at once when its state changes, else a few times a second. */
export type StatusReporter = {
  readonly status: () => SyncStatus;
  readonly state: () => SyncStatus['state'];
  readonly report: (change: Partial<SyncStatus>) => void;
  /** A request waits for the limiter or a back-off, or no longer does. */
  readonly waiting: (waiting: Waiting | null) => void;
  readonly progress: (progress: Omit<SyncProgress, 'secondsLeft'> | null) => void;
  readonly checkpoint: (checkpoint: Checkpoint) => void;
  readonly ledger: (state: LedgerState) => void;
  /** Something that `status` asks for elsewhere may have changed. */
  readonly touch: () => void;
  readonly stop: () => void;
};

const STATUS_EVERY_MS = 100;

export function createStatusReporter(options: {
  readonly accountId: string;
  readonly clock: Clock;
  readonly onStatus: (status: SyncStatus) => void;
  readonly usage: () => RequestUsage | null;
  readonly secondsLeft: (pagesLeft: number) => number | null;
  readonly nextRunAtMs: () => number | null;
}): StatusReporter {
  const { clock, onStatus, usage, secondsLeft, nextRunAtMs } = options;
  // Never idle before the first run: who waits for a finished sync looks for `idle`.
  let told: SyncStatus = {
    ...idleStatus(options.accountId),
    state: 'waiting',
    waiting: { reason: 'ledger', untilMs: null },
  };
  let progress: Omit<SyncProgress, 'secondsLeft'> | null = null;
  let isStopped = false;
  const throttle = createThrottle<null>(clock, STATUS_EVERY_MS, () => onStatus(status()));

  function status(): SyncStatus {
    const isAtWork =
      told.state === 'running' || (told.state === 'waiting' && told.waiting?.reason !== 'ledger');
    const atMs = isAtWork ? null : nextRunAtMs();
    const left = progress?.pagesLeft ?? null;
    return {
      ...told,
      progress:
        progress === null ? null : { ...progress, secondsLeft: left === null ? null : secondsLeft(left) },
      nextRunAtMs: atMs,
      queue: told.queue.map((item) => ({ ...item, atMs })),
      requests: usage() ?? told.requests,
    };
  }

  function report(change: Partial<SyncStatus>): void {
    const before = told.state;
    told = { ...told, ...change };
    if (isStopped) return;
    throttle.push(null);
    // A change of state must not wait.
    if (told.state !== before) throttle.flush();
  }

  return {
    status,
    state: () => told.state,
    report,
    waiting: (waiting) => {
      if (waiting === null && told.waiting === null) return;
      report({ waiting, state: waiting === null ? 'running' : 'waiting' });
    },
    progress: (fresh) => {
      progress = fresh;
      if (!isStopped) throttle.push(null);
    },
    checkpoint: (checkpoint) =>
      report({
        knownUntil: checkpoint.changes.knownUntil,
        historyComplete: checkpoint.history.finishedAt !== null,
        earliestNotice: checkpoint.earliestNotice,
        unsettledWindows: checkpoint.unsettled.length,
      }),
    ledger: (state) =>
      report({
        ordersToVerify: state.ordersQueued,
        rowsHeld: state.held.reduce((rows, month) => rows + month.rowsMissing, 0),
      }),
    touch: () => {
      if (!isStopped) throttle.push(null);
    },
    stop: () => {
      isStopped = true;
      throttle.stop();
    },
  };
}
