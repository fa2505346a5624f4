import { breakDown } from '#renderer/data/engine/aggregate/breakdown.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { membersOf, type SelectionMask } from '#renderer/data/engine/filter/selection-mask.ts';
import {
  type OwnCost,
  type OwnCostLine,
  type OwnCostLines,
  type OwnCostsQuery,
  type OwnCostTrial,
  type OwnCostTrialQuery,
  ownCostKey,
  placeOwnCost,
  type UsedOwnCosts,
} from '#renderer/data/model/own-costs.ts';
import type { Task } from '#shared/base/tasks.ts';
import { fromDecimal, type Scaled, subtract, sum, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { costedColumns, eachCostedRow, isFilled, spansBySku } from './filled-rows.ts';
import { costsIn, type OwnCosts } from './overlays.ts';
import { type CostSums, ownCostSums } from './own-cost-sums.ts';

type MaskOf = (selection: Selection) => Task<SelectionMask>;

/** Every own cost of a currency with what it does, and where the product cost of a selection's sales is from. */
export function* costLines(
  store: ColumnStore,
  costs: OwnCosts,
  { selection, currency }: OwnCostsQuery,
  maskOf: MaskOf,
): Task<OwnCostLines> {
  const bySku = costsIn(costs, selection, currency);
  const everywhere = yield* maskOf({ ...EVERYTHING, scope: selection.scope });
  const known = yield* ownCostSums(store, everywhere, bySku);
  const all = [...bySku.values()].flat();
  const lines = all.map((cost) => lineOf(cost, known.get(cost))).sort(bySkuAndDay);
  const mask = yield* maskOf({ ...selection, ownCosts: null });
  const { total } = yield* breakDown(store, membersOf(mask), [], ['Ventas']);
  const { sums, ventasWithProductCost: source } = total.totalsOf(0, 0);
  const own = yield* ventasFilled(store, mask, bySku);
  const none = subtract(subtract(fromDecimal(sums.Ventas ?? toDecimal(ZERO)), fromDecimal(source)), own);
  return {
    revision: store.revision,
    lines,
    coverage: { source, own: toDecimal(own), none: toDecimal(none) },
  };
}

/** Own costs of a selection, with their effect. */
export function* usedCosts(
  store: ColumnStore,
  costs: OwnCosts,
  { selection, currency }: OwnCostsQuery,
  maskOf: MaskOf,
): Task<UsedOwnCosts> {
  const mask = yield* maskOf({ ...selection, ownCosts: null });
  const sums = [...(yield* ownCostSums(store, mask, costsIn(costs, selection, currency)))];
  const used = sums.filter(([, { rows }]) => rows > 0);
  return {
    revision: store.revision,
    skus: new Set(used.map(([{ sku }]) => sku)).size,
    rows: used.reduce((count, [, { rows }]) => count + rows, 0),
    amount: toDecimal(sum(used.map(([, { amount }]) => amount))),
  };
}

function lineOf(cost: OwnCost, sums: CostSums | undefined): OwnCostLine {
  return {
    key: ownCostKey(cost),
    cost,
    rows: sums?.rows ?? 0,
    amount: toDecimal(sums?.amount ?? ZERO),
    sourceRows: sums?.sourceRows ?? 0,
    sourceAmount: toDecimal(sums?.sourceAmount ?? ZERO),
    ownAmount: toDecimal(sums?.ownAmount ?? ZERO),
  };
}

function bySkuAndDay({ cost: left }: OwnCostLine, { cost: right }: OwnCostLine): number {
  if (left.sku !== right.sku) return left.sku < right.sku ? -1 : 1;
  return (left.from ?? '') < (right.from ?? '') ? -1 : 1;
}

/** Ventas of the rows that get their product cost from the user. */
function* ventasFilled(
  store: ColumnStore,
  { mask }: SelectionMask,
  costs: ReturnType<typeof costsIn>,
): Task<Scaled> {
  const filled = new Uint8Array(mask.length);
  const rowsIn = new Uint32Array(store.segments.length);
  const spans = spansBySku(store, costs);
  for (const [index, segment] of store.segments.entries()) {
    if (segment.retired) continue;
    const columns = costedColumns(segment);
    if (columns === null) continue;
    eachCostedRow(store, index, segment, spans, (row) => {
      if (mask[segment.base + row] !== 1 || !isFilled(columns, row)) return;
      filled[segment.base + row] = 1;
      rowsIn[index] = (rowsIn[index] ?? 0) + 1;
    });
    yield;
  }
  const { total } = yield* breakDown(store, membersOf({ mask: filled, rowsIn }), [], ['Ventas']);
  return fromDecimal(total.totalsOf(0, 0).sums.Ventas ?? toDecimal(ZERO));
}

/** Effect that a cost being entered would have on its SKU's rows in a selection. */
export function* costTrial(
  store: ColumnStore,
  costs: OwnCosts,
  { selection, currency, cost, replaced }: OwnCostTrialQuery,
  maskOf: MaskOf,
): Task<OwnCostTrial> {
  const ofSku = [...costs].filter(([, other]) => other.sku === cost.sku);
  const placed = placeOwnCost(
    ofSku.map(([, other]) => other),
    cost,
    { replaced, onOverlap: 'cut' },
  );
  const next = new Map(ofSku);
  if (placed.kind === 'placed') {
    for (const key of placed.changes.deletes) next.delete(key);
    for (const put of placed.changes.puts) next.set(ownCostKey(put), put);
  }
  const rows = yield* maskOf({
    ...selection,
    filters: [...selection.filters, { column: 'SKU Producto', values: [cost.sku] }],
    ownCosts: null,
  });
  const sumsOf = function* (of: OwnCosts) {
    return [...(yield* ownCostSums(store, rows, costsIn(of, selection, currency)))];
  };
  const now = yield* sumsOf(new Map(ofSku));
  const then = yield* sumsOf(next);
  const { total } = yield* breakDown(store, membersOf(rows), [], ['Rentabilidad Comercial']);
  const comercial = total.totalsOf(0, 0).sums['Rentabilidad Comercial'];
  const less = (found: readonly (readonly [OwnCost, CostSums])[]) =>
    comercial === undefined
      ? null
      : toDecimal(subtract(fromDecimal(comercial), sum(found.map(([, { comercial: own }]) => own))));
  const own = then.find(([each]) => each === cost)?.[1];
  return {
    revision: store.revision,
    rows: own?.rows ?? 0,
    amount: toDecimal(own?.amount ?? ZERO),
    before: less(now),
    after: less(then),
    cut: placed.kind === 'placed' ? placed.cut : [],
  };
}
