import type { Clock } from '#electron/api/clock.ts';
import { createThrottle } from '#shared/base/throttle.ts';
import type { RequestUsage, SyncProgress, SyncStatus, Waiting } from '#shared/contract/app.ts';
import type { Checkpoint } from '#shared/contract/checkpoint.ts';
import type { LedgerState } from '#shared/contract/ledger.ts';
import { idleStatus } from './status.ts';

/** Keeps the status of the sync and reports it to the app: at once when its state changes, else a few times a second. */
export type StatusReporter = {
  readonly status: () => SyncStatus;
  readonly state: () => SyncStatus['state'];
  readonly update: (change: Partial<SyncStatus>) => void;
  /** A request waits for the limiter or a back-off, or no longer does. */
  readonly waiting: (waiting: Waiting | null) => void;
  readonly progress: (progress: Omit<SyncProgress, 'secondsLeft'> | null) => void;
  readonly checkpoint: (checkpoint: Checkpoint) => void;
  readonly ledger: (state: LedgerState) => void;
  /** Something that `status` asks for elsewhere may have changed. */
  readonly refresh: () => void;
  readonly stop: () => void;
};

const STATUS_EVERY_MS = 100;

/** What `status` asks for at the moment it is read. */
type StatusSources = {
  readonly usage: () => RequestUsage | null;
  readonly secondsLeft: (pages: number) => number | null;
  /** Epoch milliseconds of the next run that begins by itself; null: none does. */
  readonly nextRunAtMs: () => number | null;
};

export function createStatusReporter(
  accountId: string,
  clock: Clock,
  sources: StatusSources,
  onStatus: (status: SyncStatus) => void,
): StatusReporter {
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
    waiting: (waiting) => {
      if (waiting === null && current.waiting === null) return;
      update({ waiting, state: waiting === null ? 'running' : 'waiting' });
    },
    progress: (fresh) => {
      progress = fresh;
      refresh();
    },
    checkpoint: ({ changes, history, earliestNotice, unsettled }) =>
      update({
        knownUntil: changes.knownUntil,
        historyComplete: history.finishedAt !== null,
        earliestNotice,
        unsettledWindows: unsettled.length,
      }),
    ledger: ({ ordersQueued, held }) =>
      update({
        ordersToVerify: ordersQueued,
        rowsHeld: held.reduce((rows, month) => rows + month.rowsMissing, 0),
      }),
    refresh,
    stop: () => {
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
