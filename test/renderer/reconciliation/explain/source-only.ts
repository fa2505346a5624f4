import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { ExplainedStores } from '#renderer/reconciliation/explain/worker/cube.ts';

/** The stores of an explanation without own costs. */
export const sourceOnly = (source: ColumnStore): ExplainedStores => ({
  shown: source,
  source,
  switched: null,
});
