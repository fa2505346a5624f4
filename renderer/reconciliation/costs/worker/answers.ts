import { type Context, keepAnswers, maskOf } from '#renderer/data/engine/answers/context.ts';
import { rowsQuestion } from '#renderer/data/engine/answers/queried-rows.ts';
import type { MissingCosts, MissingCostsQuery } from '#renderer/reconciliation/costs/model/missing-costs.ts';
import type { Task } from '#shared/base/tasks.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { type FoundMissingCosts, findMissingCosts, orderMissingCosts } from './missing-costs.ts';

const found = keepAnswers<FoundMissingCosts>();

/** The SKUs of a selection whose product cost is missing, and what that leaves open. */
export function* missingCosts(context: Context, query: MissingCostsQuery): Task<MissingCosts> {
  const { store } = context;
  const { selection, order, limit } = query;
  const of = yield* found(context).task(JSON.stringify(selection), function* () {
    const selected = yield* maskOf(context, selection);
    // Other accounts may be in another currency.
    const { scope, ownCosts } = selection;
    const everywhere = yield* maskOf(context, { ...EVERYTHING, scope, ownCosts });
    return yield* findMissingCosts(store, selected, everywhere);
  });
  const lines = orderMissingCosts(of.lines, order);
  return { revision: store.revision, ...of.head, lines: limit === null ? lines : lines.slice(0, limit) };
}

export const readMissingCosts = rowsQuestion('readMissingCosts', {
  freshness: 'commits',
  task: (rows, query: MissingCostsQuery) => rows.over(query.selection, (of) => missingCosts(of, query)),
});
