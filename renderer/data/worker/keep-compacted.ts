import {
  type IdleOptions,
  type IdleWork,
  idlePauses,
  workWhenQuiet,
} from '#renderer/data/scheduling/idle-work.ts';
import type { Compactor } from '#renderer/data/storage/compaction/compactor.ts';

/** So long after a change: a run of commits is not interrupted between two of them. */
const QUIET_MS = 250;

type MergingOptions = IdleOptions & {
  readonly merger: Compactor;
  /** Some segments have become one: what was made ready of them has to be made anew. */
  readonly onMerged: () => void;
};

/** Merges in idle moments, as long as there is something to merge. */
export function keepCompacted({ merger, onMerged, ...idle }: MergingOptions): IdleWork {
  return workWhenQuiet({
    quietMs: QUIET_MS,
    isPutOff: false,
    async work(mayGoOn) {
      let result: Awaited<ReturnType<Compactor['mergeOnce']>>;
      do {
        const pause = idlePauses(idle);
        await pause();
        result = await merger.mergeOnce({
          pause: async () => {
            await pause();
            return mayGoOn();
          },
        });
        if (result === 'merged') onMerged();
      } while (result !== 'nothing-to-do' && mayGoOn());
    },
  });
}
