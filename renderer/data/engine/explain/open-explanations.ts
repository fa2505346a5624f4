import type { ExplanationProgress } from '#renderer/data/api.ts';
import type { ChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';
import type { ExplainQuery, Explanations } from '#shared/domain/explanation.ts';
import { explain } from './explain.ts';

type OpenExplanation = {
  readonly store: ColumnStore;
  readonly query: ExplainQuery;
  readonly log: ChangeIndex | null;
  task: CooperativeTask<Explanations>;
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
export function createOpenExplanations(pause: () => Promise<void>, now: () => number) {
  const open = new Map<string, OpenExplanation>();
  const begin = (explanation: Pick<OpenExplanation, 'store' | 'query' | 'log'>): OpenExplanation => {
    const { store, query, log } = explanation;
    const made: OpenExplanation = {
      store,
      query,
      log,
      share: 0,
      begunAt: store.changes,
      task: explain(store, query, log, (share) => {
        made.share = share;
      }),
    };
    return made;
  };
  return {
    start(
      store: ColumnStore,
      query: ExplainQuery,
      log: ChangeIndex | null,
    ): { readonly explanationId: string } {
      const explanationId = crypto.randomUUID();
      open.set(explanationId, begin({ store, query, log }));
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
