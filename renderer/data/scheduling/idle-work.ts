import type { Activity } from './activity.ts';

/** Work that waits for moments in which nobody asks for anything. */

export type IdleOptions = {
  readonly activity: Activity;
  /** Resolves when the messages that wait have been taken. */
  readonly yieldToEventLoop: () => Promise<void>;
  /** Milliseconds on any steady clock. */
  readonly now: () => number;
};

/** Messages are looked at after so long; a slice more may come on top. */
const SLICE_MS = 6;

/**
 * Makes the function that is called between two steps: it waits, where it is time to, until the messages that came are
 * taken and nothing is in hand.
 */
export function idlePauses({ activity, yieldToEventLoop, now }: IdleOptions): () => Promise<void> {
  let sliceEnd = Number.NEGATIVE_INFINITY;
  return async () => {
    if (now() < sliceEnd) return;
    do {
      await yieldToEventLoop();
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

/** What may be decided of such work. */
type QuietWork = {
  /** Milliseconds between a wake and the work. */
  readonly quietMs: number;
  /** Whether each wake puts the work off anew, or the first one counts. */
  readonly isPutOff: boolean;
  /** Does what there is to do, as long as it may. What it throws is dropped: the next wake tries again. */
  readonly work: (mayGoOn: () => boolean) => Promise<void>;
};

/** Does the work once it is quiet, from now on and after each `wake`; never twice at a time. */
export function workWhenQuiet({ quietMs, isPutOff, work }: QuietWork): IdleWork {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isWorking = false;
  let isStopped = false;

  const begin = async (): Promise<void> => {
    timer = null;
    if (isWorking) return;
    isWorking = true;
    try {
      await work(() => !isStopped);
    } catch {
      // Memory or storage refused it, or the ledger is gone: whoever asks for the result will be told.
    } finally {
      isWorking = false;
    }
  };
  const wake = (): void => {
    if (isStopped || (timer !== null && !isPutOff)) return;
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => void begin(), quietMs);
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
