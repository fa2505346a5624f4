/** Time as the edges need it; injected, so that tests run without waiting. */
export type Clock = {
  /** Awake time since this machine's start: never jumps, is the same in every process, begins again with a new start. */
  readonly monotonicMs: () => number;
  /** Epoch milliseconds of this machine; may be wrong and may jump. Never used for decisions about data. */
  readonly wallMs: () => number;
  /** Calls back once after `ms`; returns the way to cancel. */
  readonly setTimer: (callback: () => void, ms: number) => () => void;
};

const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  monotonicMs: () => Number(process.hrtime.bigint()) / 1e6,
  wallMs: () => Date.now(),
  setTimer: (callback, ms) => {
    const timer = setTimeout(callback, Math.min(Math.max(0, ms), LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  },
};

export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const onAbort = () => {
      cancel();
      reject(signal.reason);
    };
    const cancel = clock.setTimer(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
