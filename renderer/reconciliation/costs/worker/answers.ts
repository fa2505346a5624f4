import { type Context, keepAnswers, maskOf } from '#renderer/data/engine/answers/context.ts';
import { rowsQuestion } from '#renderer/data/engine/answers/queried-rows.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import type { MissingCosts, MissingCostsQuery } from '#renderer/reconciliation/costs/model/missing-costs.ts';
import type { Task } from '#shared/base/tasks.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import {
  type CostsBefore,
  type FoundMissingCosts,
  findMissingCosts,
  orderMissingCosts,
} from './missing-costs.ts';

const found = keepAnswers<FoundMissingCosts>();
/** What the next answer after a commit goes on from. */
const sumsBefore = defineDerivation<ColumnStore, CostsBefore>();

/** The SKUs of a selection whose product cost is missing, and what that leaves open. */
export function* missingCosts(context: Context, query: MissingCostsQuery): Task<MissingCosts> {
  const { store } = context;
  const { selection, order, limit } = query;
  const find = function* (before: CostsBefore | undefined) {
    const selected = yield* maskOf(context, selection);
    // Other accounts may be in another currency.
    const { scope, ownCosts } = selection;
    const everywhere = yield* maskOf(context, { ...EVERYTHING, scope, ownCosts });
    const { found: answer, sums } = yield* findMissingCosts(store, selected, everywhere, before);
    return { answer, next: sums };
  };
  const of = yield* found(context).task(JSON.stringify(selection), () =>
    sumsBefore.goOn(store, () => store.numbering, find),
  );
  const lines = orderMissingCosts(of.lines, order);
  return { revision: store.revision, ...of.head, lines: limit === null ? lines : lines.slice(0, limit) };
}

export const readMissingCosts = rowsQuestion('readMissingCosts', {
  freshness: 'commits',
  task: (rows, query: MissingCostsQuery) => rows.over(query.selection, (of) => missingCosts(of, query)),
});
