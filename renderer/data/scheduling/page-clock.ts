import type { ThrottleClock } from '#shared/base/throttle.ts';

/** The clock of a page or a worker. */
export const pageClock: ThrottleClock = {
  monotonicMs: () => performance.now(),
  setTimer: (callback, ms) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
