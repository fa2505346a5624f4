import type { ColumnStore } from '../../analysis/rows/column-store.ts';
import type { LedgerDatabase } from '../database.ts';
import type { LedgerAccess } from '../ledger-access.ts';
import { planMerge } from './merge-plan.ts';
import { prepareMerge } from './prepare-merge.ts';
import { writeMerge } from './write-merge.ts';

/** Merges segments one merge at a time. */
export type Merger = {
  /**
   * Merges the segments named, or those that the plan picks. `dropped`: a commit made the work void, or `isWanted`
   * said no. Rejects with what storage or memory refused; nothing has changed then.
   */
  readonly mergeOnce: (options?: MergeOptions) => Promise<'merged' | 'dropped' | 'nothing-to-do'>;
};

export type MergeOptions = {
  readonly ids?: readonly number[];
  /** Called after every slice; the next one begins when it resolves, unless it gives false: the work is dropped. */
  readonly pause?: () => Promise<boolean>;
};

export function createMerger(database: LedgerDatabase, store: ColumnStore, access: LedgerAccess): Merger {
  let last: Promise<unknown> = Promise.resolve();

  const merge = async ({ ids, pause }: MergeOptions) => {
    const chosen = ids ?? planMerge(candidatesOf(store));
    if (chosen === null || chosen.length === 0) return 'nothing-to-do';
    const slices = prepareMerge(store, chosen);
    for (;;) {
      const step = slices.next();
      if (step.done === true) {
        const isWritten = await access.inTurn(() => writeMerge(database, store, access, step.value));
        return isWritten ? 'merged' : 'dropped';
      }
      if (pause !== undefined && !(await pause())) return 'dropped';
    }
  };
  return {
    mergeOnce: (options = {}) => {
      const turn = last.then(() => merge(options));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

function candidatesOf(store: ColumnStore) {
  return store.segments
    .filter(({ retired }) => !retired)
    .map(({ id, rowCount, alive }) => {
      let liveRows = 0;
      for (let at = 0; at < alive.length; at += 1) liveRows += alive[at] ?? 0;
      return { id, rowCount, liveRows };
    });
}
