import type { AnnotationIndex } from '#renderer/data/engine/annotation-index.ts';
import { type Context, keepAnswers, maskOf } from '#renderer/data/engine/answers/context.ts';
import { type IdsOfCopy, withIds } from '#renderer/data/engine/answers/correlation-ids.ts';
import { ofSource, type RowsOfCopy } from '#renderer/data/engine/answers/queried-rows.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import type { InSlot } from '#renderer/data/model/slots.ts';
import { question } from '#renderer/data/questions/question.ts';
import type {
  Anomalies,
  AnomaliesQuery,
  AnomalousOrdersPage,
  AnomalousOrdersQuery,
  DismissedAnomalies,
} from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import type { Task } from '#shared/base/tasks.ts';
import { type AnomaliesInput, anomalyFindings, groupAnomalies, listAnomalies } from './anomalies.ts';
import { findOddMargins, type MarginsBefore, type OddMargin } from './odd-margins.ts';
import { findOddOrders, type JudgedOrders } from './odd-orders.ts';
import type { OddOrder } from './order-rules.ts';

/** Anomalies of a selection. */

const oddOrders = keepAnswers<readonly OddOrder[]>();
/** What the next answer after a commit goes on from. */
const judgedBefore = defineDerivation<ColumnStore, JudgedOrders>();
const marginsBefore = defineDerivation<ColumnStore, MarginsBefore>();
/** Under the thresholds in use, and under those before. */
const oddMargins = keepAnswers<readonly OddMargin[]>(2);

/** The anomalies of all rows are kept: every selection takes its part of them. */
function* anomaliesInput(
  context: Context,
  { selection, thresholds }: AnomaliesQuery,
  dismissed: DismissedAnomalies,
): Task<AnomaliesInput> {
  const { store } = context;
  const { amounts, ...limits } = thresholds;
  const findOrders = function* (before: JudgedOrders | undefined) {
    const { odd, judged } = yield* findOddOrders(store, before);
    return { answer: odd, next: judged };
  };
  const orders = yield* oddOrders(context).task('', () =>
    judgedBefore.goOn(store, () => store.numbering, findOrders),
  );
  const findMargins = function* (before: MarginsBefore | undefined) {
    const { odd, next } = yield* findOddMargins(store, thresholds, before);
    return { answer: odd, next };
  };
  const margins = yield* oddMargins(context).task(JSON.stringify([limits, amounts.margin]), () =>
    marginsBefore.goOn(store, () => store.numbering, findMargins),
  );
  const oddities = { orders, margins };
  const selected = yield* maskOf(context, selection);
  return { store, oddities, selected, thresholds, dismissed };
}

/** Anomalies of a selection, in groups, without those that the user dismissed. */
export function* anomalies(
  context: Context,
  query: AnomaliesQuery,
  dismissed: DismissedAnomalies,
): Task<Anomalies> {
  return yield* groupAnomalies(yield* anomaliesInput(context, query, dismissed));
}

/** A page of the orders of a group; `limit` null: all of them. */
export function* anomalousOrders(
  context: Context,
  query: AnomalousOrdersQuery,
  dismissed: DismissedAnomalies,
  offset: number,
  limit: number | null,
): Task<AnomalousOrdersPage> {
  return yield* listAnomalies(yield* anomaliesInput(context, query, dismissed), query, offset, limit);
}

/** The same as findings for the queue of exceptions. */
export function* anomalyFindingsOf(
  context: Context,
  query: AnomaliesQuery,
  dismissed: DismissedAnomalies,
): ReturnType<typeof anomalyFindings> {
  return yield* anomalyFindings(yield* anomaliesInput(context, query, dismissed));
}

/** The part of an open copy that knows dismissed anomalies. */
type DismissedOfCopy = { readonly annotations: Pick<AnnotationIndex, 'of'> };

/** Anomalies of a selection (renderer/reconciliation/anomalies/model/anomalies.ts), without those that the user dismissed. */
export const readAnomalies = question('readAnomalies', {
  freshness: 'commits',
  answer: (
    { answer, annotations }: RowsOfCopy & DismissedOfCopy,
    { slot, ...query }: AnomaliesQuery & InSlot,
  ) => answer(slot, (rows) => anomalies(rows, ofSource(query), annotations.of('dismissed-anomaly'))),
});

/** `limit` null: all of them, for a file. */
export const readAnomalousOrders = question('readAnomalousOrders', {
  freshness: 'commits',
  answer: async (
    { answer, annotations, readCorrelationIds }: RowsOfCopy & DismissedOfCopy & IdsOfCopy,
    {
      offset,
      limit,
      slot,
      ...query
    }: AnomalousOrdersQuery & { readonly offset: number; readonly limit: number | null } & InSlot,
  ) => {
    const page = await answer(slot, (rows) => {
      const dismissed = annotations.of('dismissed-anomaly');
      return anomalousOrders(rows, ofSource(query), dismissed, offset, limit);
    });
    return withIds(page, await readCorrelationIds());
  },
});
