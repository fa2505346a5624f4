import type { Slices } from '../analysis/slices.ts';
import type { Activity } from './activity.ts';

/** Work that waits for moments in which nobody asks for anything. */

export type IdleOptions = {
  readonly activity: Activity;
  /** Resolves when the messages that wait have been taken. */
  readonly messageTurn: () => Promise<void>;
  /** Milliseconds on any steady clock. */
  readonly now: () => number;
};

/** Messages are looked at after so long; a slice more may come on top. */
const SLICE_MS = 6;

/**
 * Makes the function that is called between two steps: it waits, where it is time to, until the messages that came are
 * taken and nothing is in hand.
 */
export function idlePauses({ activity, messageTurn, now }: IdleOptions): () => Promise<void> {
  let sliceEnd = Number.NEGATIVE_INFINITY;
  return async () => {
    if (now() < sliceEnd) return;
    do {
      await messageTurn();
      await activity.idle();
    } while (!activity.isIdle());
    sliceEnd = now() + SLICE_MS;
  };
}

export type IdleWork = {
  /** There is something to do soon. */
  readonly wake: () => void;
  /** Ends it; work in hand is dropped. */
  readonly stop: () => void;
};

export type PreparedOptions = IdleOptions & {
  /** Raised by every change of what is worked on: what was begun before begins again. */
  readonly changes: () => number;
  /** `isFirst`: nothing was done yet. */
  readonly start: (isFirst: boolean) => Slices<undefined>;
  /** So long after the last change, in milliseconds. */
  readonly quietMs: number;
};

/** Runs slices to their end in idle moments, from now on and after each `wake`. */
export function keepPrepared({ changes, start, quietMs, ...idle }: PreparedOptions): IdleWork {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isWorking = false;
  let isStopped = false;
  let isFirst = true;

  const work = async (): Promise<void> => {
    timer = null;
    if (isWorking) return;
    isWorking = true;
    const pause = idlePauses(idle);
    const begunAt = changes();
    const slices = start(isFirst);
    try {
      await pause();
      while (!isStopped && changes() === begunAt) {
        if (slices.next().done === true) {
          isFirst = false;
          break;
        }
        await pause();
      }
    } catch {
      // Memory refused it: whoever asks for it will be told.
    } finally {
      isWorking = false;
    }
    if (changes() !== begunAt) wake();
  };
  const wake = (): void => {
    if (isStopped) return;
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => void work(), quietMs);
  };
  wake();
  return {
    wake,
    stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
