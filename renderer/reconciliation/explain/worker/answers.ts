import { type QueriedRows, rowsQuestion } from '#renderer/data/engine/answers/queried-rows.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { MOVED_COLUMNS } from '#renderer/data/model/own-costs.ts';
import type {
  ExplainedRows,
  ExplainedRowsQuery,
} from '#renderer/reconciliation/explain/model/explained-rows.ts';
import type { ExplainQuery, Explanations } from '#renderer/reconciliation/explain/model/explanation.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { Selection } from '#shared/domain/selection.ts';
import { type ExplainOptions, explain } from './explain.ts';
import { explainedRows } from './explained-rows.ts';

/** Explanations of a figure that differs elsewhere, and the rows of a step of one. */

/** With own costs the other way as a hypothesis, where there are any and they leave the same rows in. */
export function* explained(
  { store, overlaid }: QueriedRows,
  query: ExplainQuery,
  options: ExplainOptions,
): Task<Explanations> {
  const { selection, currency } = query;
  const isOn = selection.ownCosts === null;
  const counted = overlaid(isOn ? { ...selection, ownCosts: { currency } } : selection);
  if (counted !== null) yield* counted.prepare();
  const other = isOn ? counted?.context.store : store;
  return yield* explain(
    {
      shown: isOn || counted === null ? store : counted.context.store,
      source: store,
      switched:
        counted === null || other === undefined || selectsByMoved(selection)
          ? null
          : { store: other, change: { kind: 'own-costs', isOn, currency } },
    },
    query,
    options,
  );
}

export const readExplainedRows = rowsQuestion('readExplainedRows', {
  freshness: 'commits',
  task: (rows, query: ExplainedRowsQuery) =>
    rows.over(query.selection, ({ store: shown }) => rowsExplained(rows, query, shown)),
});

/** The rows whose amount a step changes that counts own costs, or no longer. */
function* rowsExplained(
  { store, overlaid }: QueriedRows,
  query: ExplainedRowsQuery,
  shown: ColumnStore,
): Task<ExplainedRows> {
  const turn = query.step.find((change) => change.kind === 'own-costs');
  const other =
    turn === undefined ? null : overlaid({ ...query.selection, ownCosts: { currency: turn.currency } });
  if (turn === undefined || other === null) return yield* explainedRows({ shown, source: store }, query);
  yield* other.prepare();
  const counted = other.context.store;
  const turned = turn.isOn ? { before: store, after: counted } : { before: counted, after: store };
  return yield* explainedRows({ shown, source: store }, query, turned);
}

/** Whether which rows are in depends on own costs. */
function selectsByMoved({ filters, numberFilters }: Selection): boolean {
  return [...filters, ...numberFilters].some(({ column }) => MOVED_COLUMNS.includes(column));
}
