import { SUPERSEDED } from '#renderer/data/api.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { type CooperativeTask, runSync } from '#renderer/data/scheduling/cooperative-task.ts';
import { BridgeError } from '#shared/contract/rpc.ts';

/**
 * Runs queries one after another in slices, looking at the messages that came in between: a query that a newer one of
 * its slot took the place of fails at once and works no further; one whose rows changed meanwhile begins again.
 */
export type LatestOnlyScheduler = {
  /** Without a slot nothing supersedes the query. */
  readonly answer: <T>(slot: string | undefined, start: () => CooperativeTask<T>) => Promise<T>;
};

type LatestOnlyOptions = {
  readonly store: Pick<ColumnStore, 'changes'>;
  /** Resolves when the messages that wait have been taken. */
  readonly pause: () => Promise<void>;
  /** Milliseconds on any steady clock. */
  readonly now: () => number;
};

/** A message waits so long at most, and what the longest single step takes. */
const SLICE_MS = 8;
/** A query that commits keep interrupting is answered in one go. */
const MOST_RESTARTS = 3;

type Job = { isSuperseded: boolean; readonly run: () => Promise<void>; readonly supersede: () => void };

export function createLatestOnlyScheduler({ store, pause, now }: LatestOnlyOptions): LatestOnlyScheduler {
  const waiting: Job[] = [];
  const latest = new Map<string, Job>();
  let isWorking = false;

  const work = async (): Promise<void> => {
    if (isWorking) return;
    isWorking = true;
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await job.run();
    isWorking = false;
  };

  /** Undefined when the job was superseded. */
  const runSlices = async <T>(
    job: Job,
    start: () => CooperativeTask<T>,
  ): Promise<{ readonly value: T } | undefined> => {
    // What is queued behind the question may be a newer one.
    await pause();
    for (let restarts = 0; !job.isSuperseded; restarts += 1) {
      if (restarts > MOST_RESTARTS) return { value: runSync(start()) };
      const changes = store.changes;
      const slices = start();
      let sliceEnd = now() + SLICE_MS;
      while (!job.isSuperseded && store.changes === changes) {
        const step = slices.next();
        if (step.done === true) return { value: step.value };
        if (now() < sliceEnd) continue;
        await pause();
        sliceEnd = now() + SLICE_MS;
      }
    }
    return undefined;
  };

  return {
    answer: <T>(slot: string | undefined, start: () => CooperativeTask<T>) =>
      new Promise<T>((resolve, reject) => {
        const job: Job = {
          isSuperseded: false,
          supersede() {
            job.isSuperseded = true;
            reject(new BridgeError(SUPERSEDED, 'A newer question took the place of this one.'));
          },
          async run() {
            if (job.isSuperseded) return;
            try {
              const answer = await runSlices(job, start);
              if (answer !== undefined) resolve(answer.value);
            } catch (error) {
              reject(error instanceof Error ? error : new Error(String(error)));
            }
            if (slot !== undefined && latest.get(slot) === job) latest.delete(slot);
          },
        };
        if (slot !== undefined) {
          latest.get(slot)?.supersede();
          latest.set(slot, job);
        }
        waiting.push(job);
        void work();
      }),
  };
}
