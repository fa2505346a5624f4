import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';
import {
  type IdleOptions,
  type IdleWork,
  idlePauses,
  workWhenQuiet,
} from '#renderer/data/scheduling/idle-work.ts';

type PreparedOptions = IdleOptions & {
  /** Raised by every change of what is worked on: what was begun before begins again. */
  readonly changes: () => number;
  readonly start: () => CooperativeTask<undefined>;
  /** So long after the last change, in milliseconds. */
  readonly quietMs: number;
};

/** Runs slices to their end in idle moments, from now on and after each `wake`. */
export function keepCachesWarm({ changes, start, quietMs, ...idle }: PreparedOptions): IdleWork {
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
