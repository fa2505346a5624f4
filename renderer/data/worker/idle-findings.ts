import { SUPERSEDED } from '#renderer/data/model/slots.ts';
import type { IdleWork, Scheduler } from '#renderer/data/scheduling/scheduler.ts';
import { NOT_OPEN } from '#renderer/data/storage/database/failures.ts';
import type { Task } from '#shared/base/tasks.ts';
import { RpcError } from '#shared/contract/rpc.ts';

type Waiting = {
  readonly run: () => Task<void>;
  readonly slot: string | undefined;
  readonly reject: (error: unknown) => void;
};

type ReadWhenIdle = <T>(start: () => Task<T>, slot?: string) => Promise<T>;

/**
 * Answers what exceptions rest on while nothing is in hand: who asks waits for such a moment, and no question waits for it. A
 * newer question of a slot takes the place of the one that waits.
 * @param quietMs it begins so long after it is asked for, and after the last of several commits
 */
export function findWhenIdle(
  scheduler: Pick<Scheduler, 'runWhenQuiet'>,
  quietMs: number,
): {
  readonly read: ReadWhenIdle;
  readonly work: IdleWork;
} {
  let waiting: readonly Waiting[] = [];
  const drop = (dropped: (each: Waiting) => boolean, error: unknown): void => {
    const gone = waiting.filter(dropped);
    waiting = waiting.filter((each) => !gone.includes(each));
    for (const { reject } of gone) reject(error);
  };
  function* answerAll(): Task<undefined> {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      const current = next;
      try {
        yield* current.run();
        waiting = waiting.filter((each) => each !== current);
      } catch (error) {
        drop((each) => each === current, error);
      }
    }
  }
  const idle = scheduler.runWhenQuiet(answerAll, quietMs);
  return {
    read: <T>(start: () => Task<T>, slot?: string) =>
      new Promise<T>((resolve, reject) => {
        const superseded = new RpcError(SUPERSEDED, 'A newer question took the place of this one.');
        if (slot !== undefined) drop((each) => each.slot === slot, superseded);
        const run = function* () {
          resolve(yield* start());
        };
        waiting = [...waiting, { run, slot, reject }];
        idle.wake();
      }),
    work: {
      wake: idle.wake,
      stop() {
        idle.stop();
        drop(() => true, new RpcError(NOT_OPEN, 'No local copy is open.'));
      },
    },
  };
}
