import type { Slices } from '../analysis/slices.ts';
import { type IdleOptions, type IdleWork, idlePauses, workWhenQuiet } from './idle-work.ts';

export type PreparedOptions = IdleOptions & {
  /** Raised by every change of what is worked on: what was begun before begins again. */
  readonly changes: () => number;
  readonly start: () => Slices<undefined>;
  /** So long after the last change, in milliseconds. */
  readonly quietMs: number;
};

/** Runs slices to their end in idle moments, from now on and after each `wake`. */
export function keepPrepared({ changes, start, quietMs, ...idle }: PreparedOptions): IdleWork {
  const prepared: IdleWork = workWhenQuiet({
    quietMs,
    isPutOff: true,
    async work(mayGoOn) {
      const pause = idlePauses(idle);
      const begunAt = changes();
      const slices = start();
      try {
        await pause();
        while (mayGoOn() && changes() === begunAt) {
          if (slices.next().done === true) break;
          await pause();
        }
      } finally {
        if (changes() !== begunAt) prepared.wake();
      }
    },
  });
  return prepared;
}
