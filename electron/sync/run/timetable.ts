import type { Clock } from '#electron/api/clock.ts';
import type { SyncFailureCode } from '#shared/contract/run-log.ts';
import { MINUTE_MS } from '#shared/domain/dates.ts';

/** Changes are read every hour while the app is open. */
export const DEFAULT_PERIOD_MS = 60 * MINUTE_MS;

/** The schedule is judged at least so often: a machine that slept is late by no more. */
export const TICK_MS = 30_000;

/** After a failure that may pass the next try comes sooner than the period: so long after the first, then twice as long. */
const FIRST_RETRY_MS = 5 * MINUTE_MS;

/** A moment on both clocks of this machine: one may be set, the other stands still while it sleeps. */
type Moment = { readonly wallMs: number; readonly monotonicMs: number };

/** Failures that may pass by themselves; after the others nothing is asked until the user has done something. */
const PASSING: ReadonlySet<SyncFailureCode> = new Set([
  'unreachable',
  'timed-out',
  'server-error',
  'rate-limited',
  'bad-answer',
  'unclear-time',
  'storage-full',
  'ledger',
]);

export function mayPass(code: SyncFailureCode): boolean {
  return PASSING.has(code);
}

/** Milliseconds from a run's end to the next one, after so many passing `failures` since the last that ended well. */
export function waitMs(periodMs: number, failures: number): number {
  if (failures === 0) return periodMs;
  return Math.min(periodMs, FIRST_RETRY_MS * 2 ** Math.min(20, failures - 1));
}

/**
 * When the next run is due, in epoch ms of this machine, by whichever clock says so first: either may stand or be
 * set.
 */
export function nextRunAtMs(lastEnd: Moment, waitMs: number, now: Moment): number {
  const byMonotonic = now.wallMs + lastEnd.monotonicMs + waitMs - now.monotonicMs;
  return Math.round(Math.min(lastEnd.wallMs + waitMs, byMonotonic));
}

/** Begins the next run when its time has come. */
export type Timetable = ReturnType<typeof createTimetable>;

/** @param onDue called when a run is due; it is asked again with the next tick unless it began one */
export function createTimetable(clock: Clock, startPeriodMs: number | null, onDue: () => void) {
  let periodMs = startPeriodMs;
  let lastEnd: Moment | null = null;
  let failures = 0;
  let cancel: (() => void) | null = null;
  const now = (): Moment => ({ wallMs: clock.wallMs(), monotonicMs: clock.monotonicMs() });

  /** Epoch milliseconds of this machine; null: never by itself. */
  function nextAtMs(): number | null {
    return lastEnd === null || periodMs === null
      ? null
      : nextRunAtMs(lastEnd, waitMs(periodMs, failures), now());
  }

  function stop(): void {
    cancel?.();
    cancel = null;
  }

  /** Sets the timer for the next run by the clocks as they are now, in place of the one before. */
  function watch(): void {
    stop();
    const at = nextAtMs();
    if (at === null) return;
    const leftMs = Math.max(0, at - clock.wallMs());
    cancel = clock.setTimer(
      () => {
        const due = nextAtMs();
        const isDue = due !== null && due <= clock.wallMs();
        watch();
        if (isDue) onDue();
      },
      leftMs === 0 ? TICK_MS : Math.min(TICK_MS, leftMs),
    );
  }

  return {
    /** A run has ended: the next one follows a period after, sooner after a failure that may pass. */
    ended: (end: 'well' | 'may-pass' | 'stopped'): void => {
      lastEnd = end === 'stopped' ? null : now();
      failures = end === 'may-pass' ? failures + 1 : 0;
    },
    setPeriod: (fresh: number | null): void => {
      periodMs = fresh;
    },
    periodMs: () => periodMs,
    nextAtMs,
    watch,
    stop,
  };
}
