import type { Activity } from '../activity.ts';
import type { Merger } from './merger.ts';

/** Merges in idle moments, as long as there is something to merge. */
export type KeepMerged = {
  /** Rows were written: there may be something to merge soon. */
  readonly wake: () => void;
  /** Ends it; work in hand is dropped. */
  readonly stop: () => void;
};

export type KeepMergedOptions = {
  readonly merger: Merger;
  readonly activity: Activity;
  /** Resolves when the messages that wait have been taken. */
  readonly messageTurn: () => Promise<void>;
  /** Milliseconds on any steady clock. */
  readonly now: () => number;
};

/** So long after the last change: a run of commits is not interrupted between two of them. */
const QUIET_MS = 250;
/** Messages are looked at after so long; a slice more may come on top. */
const SLICE_MS = 6;

export function keepMerged({ merger, activity, messageTurn, now }: KeepMergedOptions): KeepMerged {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isWorking = false;
  let isStopped = false;

  const idle = async (): Promise<void> => {
    do {
      await messageTurn();
      await activity.idle();
    } while (!activity.isIdle());
  };
  const work = async (): Promise<void> => {
    timer = null;
    if (isWorking) return;
    isWorking = true;
    try {
      let result: Awaited<ReturnType<Merger['mergeOnce']>>;
      do {
        await idle();
        let sliceEnd = now() + SLICE_MS;
        result = await merger.mergeOnce({
          pause: async () => {
            if (now() >= sliceEnd) {
              await idle();
              sliceEnd = now() + SLICE_MS;
            }
            return !isStopped;
          },
        });
      } while (result !== 'nothing-to-do' && !isStopped);
    } catch {
      // Storage or memory refused it, or the ledger is gone: nothing has changed, the next commit asks again.
    } finally {
      isWorking = false;
    }
  };
  const wake = (): void => {
    if (isStopped || timer !== null) return;
    timer = setTimeout(() => void work(), QUIET_MS);
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
