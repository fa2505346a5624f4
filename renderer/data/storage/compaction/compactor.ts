import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { LedgerDatabase } from '#renderer/data/storage/database/database.ts';
import type { LedgerAccess } from '#renderer/data/storage/database/ledger-access.ts';
import { createSequencer } from '#shared/base/sequencer.ts';
import { planCompaction } from './compaction-plan.ts';
import { prepareCompaction } from './prepare-compaction.ts';
import { writeCompaction } from './write-compaction.ts';

/** Merges segments one merge at a time. */
export type Compactor = {
  /**
   * Merges the segments named, or those that the plan picks. `dropped`: a commit made the work void, or `isWanted`
   * said no. Rejects with what storage or memory refused; nothing has changed then.
   */
  readonly mergeOnce: (options?: CompactionOptions) => Promise<'merged' | 'dropped' | 'nothing-to-do'>;
};

export type CompactionOptions = {
  readonly ids?: readonly number[];
  /** Called after every slice; the next one begins when it resolves, unless it gives false: the work is dropped. */
  readonly pause?: () => Promise<boolean>;
};

export function createCompactor(
  database: LedgerDatabase,
  store: ColumnStore,
  access: LedgerAccess,
): Compactor {
  const inTurn = createSequencer();

  const merge = async ({ ids, pause }: CompactionOptions) => {
    const chosen = ids ?? planCompaction(candidatesOf(store));
    if (chosen === null || chosen.length === 0) return 'nothing-to-do';
    const slices = prepareCompaction(store, chosen);
    for (;;) {
      const step = slices.next();
      if (step.done === true) {
        const isWritten = await access.inTurn(() => writeCompaction(database, store, access, step.value));
        return isWritten ? 'merged' : 'dropped';
      }
      if (pause !== undefined && !(await pause())) return 'dropped';
    }
  };
  return { mergeOnce: (options = {}) => inTurn(() => merge(options)) };
}

function candidatesOf(store: ColumnStore) {
  return store.segments
    .filter(({ retired }) => !retired)
    .map(({ id, rowCount, isLive }) => {
      let liveRows = 0;
      for (let at = 0; at < isLive.length; at += 1) liveRows += isLive[at] ?? 0;
      return { id, rowCount, liveRows };
    });
}
