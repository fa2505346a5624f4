/** A value that comes often and is let through at most once in a while; the latest always arrives in the end. */
export type Throttle<T> = {
  readonly push: (value: T) => void;
  /** Lets what is held back through now. */
  readonly flush: () => void;
  /** Drops what is held back. */
  readonly stop: () => void;
};

/** Milliseconds that never jump, and a timer that gives the way to cancel it. */
export type ThrottleClock = {
  readonly monotonicMs: () => number;
  readonly setTimer: (callback: () => void, ms: number) => () => void;
};

/**
 * Calls `apply` at once when nothing was let through for `everyMs`, else at the end of that span with the latest value.
 * Written here because the sync runs on a clock that is handed in; es-toolkit's asks the machine's own.
 */
export function createThrottle<T>(
  clock: ThrottleClock,
  everyMs: number,
  apply: (value: T) => void,
): Throttle<T> {
  let held: { readonly value: T } | null = null;
  let cancel: (() => void) | null = null;
  let lastMs = Number.NEGATIVE_INFINITY;
  const stop = () => {
    cancel?.();
    cancel = null;
    held = null;
  };
  const flush = () => {
    const due = held;
    stop();
    if (due === null) return;
    lastMs = clock.monotonicMs();
    apply(due.value);
  };
  return {
    push: (value) => {
      held = { value };
      if (cancel !== null) return;
      const waitMs = lastMs + everyMs - clock.monotonicMs();
      if (waitMs <= 0) flush();
      else cancel = clock.setTimer(flush, waitMs);
    },
    flush,
    stop,
  };
}
