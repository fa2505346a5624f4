import type { ExceptionsQuery } from '#renderer/data/api/exceptions.ts';
import { findExceptions } from '#renderer/data/engine/exceptions/find-exceptions.ts';
import { supersededCostFindings } from '#renderer/data/engine/exceptions/superseded-costs.ts';
import { costsIn, type OwnCosts } from '#renderer/data/engine/own-costs/overlays.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { DismissedAnomalies } from '#shared/domain/anomalies.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { anomalyFindingsOf } from './anomalies.ts';
import { type Context, maskOf, type RowFindings } from './context.ts';
import { rateFindings } from './rates.ts';

export type FindingsQuery = Omit<ExceptionsQuery, 'tolerance'> & {
  /** Anomalies that the user dismissed. */
  readonly dismissed: DismissedAnomalies;
};

/** What is wrong in the rows of a scope, for the queue of exceptions. */
export function findings(
  context: Context,
  ownCosts: OwnCosts,
  { scope, currency, thresholds, dismissed, countsOwnCosts = false }: FindingsQuery,
): Task<RowFindings> {
  const { store } = context;
  const selection = { ...EVERYTHING, scope };
  const costs = costsIn(ownCosts, selection, currency);
  const key = JSON.stringify([scope, thresholds, countsOwnCosts, ...dismissed, ...costs]);
  return context.findings.task(key, function* () {
    const selected = yield* maskOf(context, selection);
    const found = [
      ...(yield* findExceptions({ store, selected, ...(countsOwnCosts ? { ownCosts: costs } : {}) })),
      ...(yield* anomalyFindingsOf(context, { selection, thresholds }, dismissed)),
      ...(yield* rateFindings(context, selection)),
      ...(yield* supersededCostFindings({ store, selected }, costs)),
    ];
    return { revision: store.revision, rows: selected.rows, findings: found };
  });
}
