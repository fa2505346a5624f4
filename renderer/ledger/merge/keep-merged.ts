import { type IdleOptions, type IdleWork, idlePauses } from '../idle-work.ts';
import type { Merger } from './merger.ts';

/** So long after the last change: a run of commits is not interrupted between two of them. */
const QUIET_MS = 250;

/** Merges in idle moments, as long as there is something to merge. */
export function keepMerged({ merger, ...idle }: IdleOptions & { readonly merger: Merger }): IdleWork {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isWorking = false;
  let isStopped = false;

  const work = async (): Promise<void> => {
    timer = null;
    if (isWorking) return;
    isWorking = true;
    try {
      let result: Awaited<ReturnType<Merger['mergeOnce']>>;
      do {
        const pause = idlePauses(idle);
        await pause();
        result = await merger.mergeOnce({
          pause: async () => {
            await pause();
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
