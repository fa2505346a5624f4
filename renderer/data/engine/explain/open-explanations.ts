import type { ExplanationProgress } from '#renderer/data/api/explanation.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { Pause, Task } from '#shared/base/tasks.ts';
import type { Explanations } from '#shared/domain/explanation.ts';

/** Begins to explain; `tell` hears how far it has come, 0 to 1. */
type Begin = (tell: (share: number) => void) => Task<Explanations>;

type OpenExplanation = {
  readonly store: ColumnStore;
  readonly explain: Begin;
  task: Task<Explanations>;
  share: number;
  /** The store's changes when it began: where others follow it begins again. */
  begunAt: number;
};

/** So long one pull works before it tells how far it has come. */
const WORKS_MS = 120;

/**
 * Explanations that are pulled step by step. `pause` lets whatever else is asked be answered in between; `now`:
 * milliseconds on any steady clock.
 */
export function createOpenExplanations(pause: Pause, now: () => number) {
  const open = new Map<string, OpenExplanation>();
  const begin = ({ store, explain }: Pick<OpenExplanation, 'store' | 'explain'>): OpenExplanation => {
    const made: OpenExplanation = {
      store,
      explain,
      share: 0,
      begunAt: store.changes,
      task: explain((share) => {
        made.share = share;
      }),
    };
    return made;
  };
  return {
    /** @param store whose rows it is about */
    start(store: ColumnStore, explain: Begin): { readonly explanationId: string } {
      const explanationId = crypto.randomUUID();
      open.set(explanationId, begin({ store, explain }));
      return { explanationId };
    },
    /** Null where it was ended. */
    async next(explanationId: string): Promise<ExplanationProgress | null> {
      const until = now() + WORKS_MS;
      do {
        const known = open.get(explanationId);
        if (known === undefined) return null;
        const current = known.store.changes === known.begunAt ? known : begin(known);
        open.set(explanationId, current);
        const step = current.task.next();
        if (step.done === true) return { kind: 'done', explanations: step.value };
        await pause();
      } while (now() < until);
      return { kind: 'running', share: open.get(explanationId)?.share ?? 0 };
    },
    end(explanationId: string): void {
      open.delete(explanationId);
    },
  };
}
