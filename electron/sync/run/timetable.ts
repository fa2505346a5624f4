import type { Clock } from '#electron/api/clock.ts';
import { type Moment, nextRunAtMs, TICK_MS, waitMs } from '../plan/schedule.ts';

/** Begins the next run when its time has come. */
export type Timetable = {
  /** A run has ended: the next one follows a period after, sooner after a failure that may pass. */
  readonly ended: (end: 'well' | 'may-pass' | 'stopped') => void;
  readonly setPeriod: (periodMs: number | null) => void;
  readonly periodMs: () => number | null;
  /** Epoch milliseconds of this machine; null: never by itself. */
  readonly nextAtMs: () => number | null;
  /** Sets the timer for the next run by the clocks as they are now, in place of the one before. */
  readonly watch: () => void;
  readonly stop: () => void;
};

/** @param onDue called when a run is due; it is asked again with the next tick unless it began one */
export function createTimetable(clock: Clock, startPeriodMs: number | null, onDue: () => void): Timetable {
  let periodMs = startPeriodMs;
  let lastEnd: Moment | null = null;
  let failures = 0;
  let cancel: (() => void) | null = null;
  const now = (): Moment => ({ wallMs: clock.wallMs(), monotonicMs: clock.monotonicMs() });

  function nextAtMs(): number | null {
    return lastEnd === null || periodMs === null
      ? null
      : nextRunAtMs(lastEnd, waitMs(periodMs, failures), now());
  }

  function stop(): void {
    cancel?.();
    cancel = null;
  }

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
    ended: (end) => {
      lastEnd = end === 'stopped' ? null : now();
      failures = end === 'may-pass' ? failures + 1 : 0;
    },
    setPeriod: (fresh) => {
      periodMs = fresh;
    },
    periodMs: () => periodMs,
    nextAtMs,
    watch,
    stop,
  };
}
