import { instantFromMs, instantToMs, type UtcInstant } from '#shared/dates.ts';

/**
 * The server's time: the Date of its latest answer and what has passed since on a clock that never jumps. This
 * machine's own time is never used for a decision about data (design.md, rule 7).
 */
export type ServerClock = {
  readonly observe: (serverDate: UtcInstant) => void;
  /** Epoch milliseconds by the server; null until it has answered once. */
  readonly nowMs: () => number | null;
  readonly now: () => UtcInstant | null;
};

export function createServerClock(monotonicMs: () => number): ServerClock {
  let offset: number | null = null;
  const nowMs = () => (offset === null ? null : Math.floor(offset + monotonicMs()));
  return {
    observe: (serverDate) => {
      offset = instantToMs(serverDate) - monotonicMs();
    },
    nowMs,
    now: () => {
      const ms = nowMs();
      return ms === null ? null : instantFromMs(ms);
    },
  };
}
