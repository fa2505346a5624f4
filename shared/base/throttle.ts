/** A value that comes often and is let through at most once in a while; the latest always arrives in the end. */
export type Throttle<T> = {
  readonly push: (value: T) => void;
  readonly flush: () => void;
  readonly stop: () => void;
};

/** Milliseconds that never jump, and a timer that gives the way to cancel it. */
export type ThrottleClock = {
  readonly monotonicMs: () => number;
  readonly setTimer: (callback: () => void, ms: number) => () => void;
};

/** Calls `apply` at once, or at the end of `everyMs` with the latest value. Unlike es-toolkit's it takes its clock. */
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
