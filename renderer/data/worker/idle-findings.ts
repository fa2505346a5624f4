import { SUPERSEDED } from '#renderer/data/api.ts';
import type { Queries, RowFindings } from '#renderer/data/engine/queries.ts';
import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';
import type { IdleWork, Scheduler } from '#renderer/data/scheduling/scheduler.ts';
import { NOT_OPEN } from '#renderer/data/storage/database/failures.ts';
import type { Annotations } from '#shared/contract/annotations.ts';
import { BridgeError } from '#shared/contract/rpc.ts';
import type { AccountsScope } from '#shared/domain/selection.ts';

/** Exceptions are looked for so long after they are asked for, and after the last of several commits. */
const QUIET_MS = 300;

/** Of all rows of a scope, without the anomalies that the user dismissed. */
type Asked = { readonly scope: AccountsScope | null; readonly dismissed: Annotations<'dismissed-anomaly'> };

type Waiting = {
  /** Those of the rows that are shown. */
  readonly queries: Pick<Queries, 'slices'>;
  readonly asked: Asked;
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
    asked: Asked,
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
      const current = next;
      const { queries, asked } = current;
      try {
        const found = yield* queries.slices.findings(asked.scope, asked.dismissed);
        waiting = waiting.filter((each) => each !== current);
        current.resolve(found);
      } catch (error) {
        drop((each) => each === current, error);
      }
    }
  }
  const idle = scheduler.runWhenQuiet(answerAll, QUIET_MS);
  return {
    read: (queries, asked, slot) =>
      new Promise((resolve, reject) => {
        const superseded = new BridgeError(SUPERSEDED, 'A newer question took the place of this one.');
        if (slot !== undefined) drop((each) => each.slot === slot, superseded);
        waiting = [...waiting, { queries, asked, slot, resolve, reject }];
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
