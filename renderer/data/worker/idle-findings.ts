import { SUPERSEDED } from '#renderer/data/api.ts';
import type { Queries, RowFindings } from '#renderer/data/engine/queries.ts';
import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';
import type { IdleWork, Scheduler } from '#renderer/data/scheduling/scheduler.ts';
import { NOT_OPEN } from '#renderer/data/storage/database/failures.ts';
import { BridgeError } from '#shared/contract/rpc.ts';
import type { AccountsScope } from '#shared/domain/selection.ts';

/** Exceptions are looked for so long after they are asked for, and after the last of several commits. */
const QUIET_MS = 300;

type Waiting = {
  /** Those of the rows that are shown. */
  readonly queries: Pick<Queries, 'slices'>;
  readonly scope: AccountsScope | null;
  readonly slot: string | undefined;
  readonly resolve: (found: RowFindings) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Looks for what is wrong in the rows while nothing is in hand: who asks waits for such a moment, and no question waits for
 * it. A newer question of a slot takes the place of the one that waits.
 */
export function findWhenIdle(scheduler: Pick<Scheduler, 'runWhenQuiet'>): {
  readonly read: (
    queries: Waiting['queries'],
    scope: AccountsScope | null,
    slot: string | undefined,
  ) => Promise<RowFindings>;
  readonly work: IdleWork;
} {
  let waiting: readonly Waiting[] = [];
  const drop = (dropped: (each: Waiting) => boolean, error: unknown): void => {
    const gone = waiting.filter(dropped);
    waiting = waiting.filter((each) => !gone.includes(each));
    for (const { reject } of gone) reject(error);
  };
  function* answerAll(): CooperativeTask<undefined> {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      const asked = next;
      try {
        const found = yield* asked.queries.slices.findings(asked.scope);
        waiting = waiting.filter((each) => each !== asked);
        asked.resolve(found);
      } catch (error) {
        drop((each) => each === asked, error);
      }
    }
  }
  const idle = scheduler.runWhenQuiet(answerAll, QUIET_MS);
  return {
    read: (queries, scope, slot) =>
      new Promise((resolve, reject) => {
        const superseded = new BridgeError(SUPERSEDED, 'A newer question took the place of this one.');
        if (slot !== undefined) drop((each) => each.slot === slot, superseded);
        waiting = [...waiting, { queries, scope, slot, resolve, reject }];
        idle.wake();
      }),
    work: {
      wake: idle.wake,
      stop() {
        idle.stop();
        drop(() => true, new BridgeError(NOT_OPEN, 'No local copy is open.'));
      },
    },
  };
}
