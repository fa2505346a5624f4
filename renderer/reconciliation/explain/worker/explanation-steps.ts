import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { Explanations } from '#renderer/reconciliation/explain/model/explanation.ts';
import type { Pause, Task } from '#shared/base/tasks.ts';
import type { StopSignal } from '#shared/contract/streams.ts';

/** Begins to explain; `tell` hears how far it has come, 0 to 1. */
type Begin = (onProgress: (share: number) => void) => Task<Explanations>;

/** So long it works before it tells how far it has come. */
const WORKS_MS = 120;

type Runtime = {
  /** Lets whatever else is asked be answered in between. */
  readonly pause: Pause;
  /** Milliseconds on any steady clock. */
  readonly now: () => number;
  readonly signal: StopSignal;
};

/**
 * An explanation as it is pulled: how far it has come, and at its end what was found.
 * @param store whose rows it is about: where others follow it begins again
 */
export async function* explanationSteps(
  store: ColumnStore,
  explain: Begin,
  { pause, now, signal }: Runtime,
): AsyncGenerator<{ readonly share: number }, Explanations> {
  let share = 0;
  const begin = () => {
    share = 0;
    const task = explain((newShare) => {
      share = newShare;
    });
    return { task, changes: store.changes };
  };
  let current = begin();
  for (;;) {
    const until = now() + WORKS_MS;
    do {
      if (store.changes !== current.changes) current = begin();
      const step = current.task.next();
      if (step.done === true) return step.value;
      await pause();
      signal.throwIfAborted();
    } while (now() < until);
    yield { share };
  }
}
