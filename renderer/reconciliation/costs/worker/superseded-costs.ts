import { HAS_COST } from '#renderer/data/engine/aggregate/row-flags.ts';
import { costedColumns, eachCostedRow, spansBySku } from '#renderer/data/engine/own-costs/filled-rows.ts';
import { type CostSums, ownCostSums } from '#renderer/data/engine/own-costs/own-cost-sums.ts';
import { believedPurchases } from '#renderer/data/model/date-span.ts';
import type { FindingOf, KindIn } from '#renderer/data/model/exception-kinds.ts';
import { evidenceOf } from '#renderer/data/model/finding.ts';
import { type OwnCost, type OwnCostsBySku, ownCostKey } from '#renderer/data/model/own-costs.ts';
import { type FinderInput, segmentsOf } from '#renderer/reconciliation/findings/worker/gathering.ts';
import type { Task } from '#shared/base/tasks.ts';
import { localFromMs } from '#shared/domain/dates.ts';
import { compare, subtract, toDecimal } from '#shared/domain/decimal.ts';

/**
 * Own costs whose rows got a cost of the source's since, and another one: theirs counts. The amount is the source's less
 * one's own.
 */
export function* supersededCostFindings(
  input: FinderInput,
  costs: OwnCostsBySku,
): Task<readonly FindingOf<KindIn<'own-costs'>>[]> {
  if (costs.size === 0) return [];
  const sums = yield* ownCostSums(input.store, input.selected, costs);
  const differing = new Map(
    [...sums].filter(([, { sourceAmount, ownAmount }]) => compare(sourceAmount, ownAmount) !== 0),
  );
  if (differing.size === 0) return [];
  const rows = yield* rowsOf(input, differing.keys());
  return [...differing].map(([cost, own]) => findingOf(cost, own, rows.get(cost)));
}

type Rows = { readonly orders: Set<number>; first: number; last: number };

/** The rows in which the source has a cost, of some own costs. */
function* rowsOf(input: FinderInput, costs: Iterable<OwnCost>): Task<ReadonlyMap<OwnCost, Rows>> {
  const { store } = input;
  const bySku = new Map<string, OwnCost[]>();
  for (const cost of costs) bySku.set(cost.sku, [...(bySku.get(cost.sku) ?? []), cost]);
  const spans = spansBySku(store, bySku);
  const believed = believedPurchases(store.dates);
  const found = new Map<OwnCost, Rows>();
  for (const { index, segment, part } of segmentsOf(input)) {
    const columns = costedColumns(segment);
    if (columns === null) continue;
    eachCostedRow(store, index, segment, spans, (row, { cost }) => {
      if (part[row] !== 1 || columns.flags[row] !== HAS_COST) return;
      const own = found.get(cost) ?? {
        orders: new Set(),
        first: Number.POSITIVE_INFINITY,
        last: Number.NEGATIVE_INFINITY,
      };
      found.set(cost, own);
      own.orders.add(segment.orderOf[row] ?? 0);
      const bought = segment.purchaseMs[row] ?? Number.NaN;
      if (bought < believed.fromMs || !(bought < believed.toMs)) return;
      own.first = Math.min(own.first, bought);
      own.last = Math.max(own.last, bought);
    });
    yield;
  }
  return found;
}

function findingOf(
  cost: OwnCost,
  { sourceRows, sourceAmount, ownAmount }: CostSums,
  rows?: Rows,
): FindingOf<KindIn<'own-costs'>> {
  const { sku, from, currency } = cost;
  const dateOf = (ms = Number.NaN) => (Number.isFinite(ms) ? localFromMs(ms) : null);
  return {
    kind: 'own-cost-superseded',
    subject: {
      'SKU Producto': sku,
      ...(from === null ? {} : { from }),
      ...(currency === null ? {} : { currency }),
    },
    evidence: evidenceOf([
      ownCostKey(cost),
      String(sourceRows),
      toDecimal(sourceAmount),
      toDecimal(ownAmount),
    ]),
    rows: sourceRows,
    orders: rows?.orders.size ?? 0,
    amount: toDecimal(subtract(sourceAmount, ownAmount)),
    firstPurchase: dateOf(rows?.first),
    lastPurchase: dateOf(rows?.last),
    affects: ['comercial', 'total'],
  };
}
