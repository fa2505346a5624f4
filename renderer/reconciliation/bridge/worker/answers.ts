import { type Context, keepAnswers, membersWith } from '#renderer/data/engine/answers/context.ts';
import { rowsQuestion } from '#renderer/data/engine/answers/queried-rows.ts';
import { compareWithPeriod } from '#renderer/data/engine/columns/calendar.ts';
import type { Bridge, BridgeQuery } from '#renderer/reconciliation/bridge/model/bridge.ts';
import type { Task } from '#shared/base/tasks.ts';
import { bridgeOf } from './bridge.ts';
import { type BridgeCells, bridgeCells } from './bridge-cells.ts';

/** Cells that all scopes of a bridge are computed from: of the last one. */
const cells = keepAnswers<BridgeCells>(1);
const bridges = keepAnswers<Bridge>();

/** Explains the change of a scope's result between two periods, in exact parts. */
export function bridge(context: Context, { selection, against, scope }: BridgeQuery): Task<Bridge> {
  const { store } = context;
  const { period: after } = selection;
  const before = typeof against === 'string' ? compareWithPeriod(after, against).period : against;
  const rows = JSON.stringify([selection, before]);
  return bridges(context).task(`${scope}${rows}`, function* () {
    const comparison = { own: after, period: before };
    const made = yield* cells(context).task(rows, function* () {
      return yield* bridgeCells(store, yield* membersWith(context, selection, comparison));
    });
    return { revision: store.revision, before, after, ...(yield* bridgeOf(made, scope)) };
  });
}

export const readBridge = rowsQuestion('readBridge', {
  freshness: 'commits',
  task: (rows, query: BridgeQuery) => rows.over(query.selection, (of) => bridge(of, query)),
});
