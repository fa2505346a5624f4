import { createTotals, type GroupTotals } from '#renderer/data/engine/aggregate/breakdown.ts';
import { type SumsByText, sumByText, wholeOf } from '#renderer/data/engine/aggregate/kept-sums.ts';
import { productCaptions } from '#renderer/data/engine/aggregate/product-captions.ts';
import { LACKS_COST, productCostFlags } from '#renderer/data/engine/aggregate/row-flags.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { SelectionMask } from '#renderer/data/engine/filter/selection-mask.ts';
import { likelyCostOf } from '#renderer/data/model/cost-bounds.ts';
import type {
  CostBasis,
  MissingCost,
  MissingCostOrder,
  MissingCosts,
  ProfitBounds,
} from '#renderer/reconciliation/costs/model/missing-costs.ts';
import { compareTexts } from '#shared/base/fold.ts';
import { eachInSteps, type Task } from '#shared/base/tasks.ts';
import {
  add,
  compare,
  type Decimal,
  fromDecimal,
  type Scaled,
  subtract,
  toDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';

const SKU = 'SKU Producto';
const COST = 'Costo de Producto';
const COLUMNS = ['Ventas', 'Unidades', COST, 'Rentabilidad Comercial', 'Rentabilidad Total'];

/** Makes the answer in an order, without its revision: what it is made of is the same for all orders. */
export type FoundMissingCosts = {
  readonly head: Omit<MissingCosts, 'lines' | 'revision'>;
  readonly lines: readonly MissingCost[];
};

/** Sums by SKU that the next finding goes on from: of the rows asked for, of those of them without a cost, of all to learn from. */
export type CostsBefore = { readonly [of in 'selected' | 'lacking' | 'everywhere']: SumsByText };

/**
 * The SKUs of a selection with sales and no product cost.
 * @param everywhere the rows that a SKU's share of cost is learnt from
 * @param before of the same store, whatever was selected then
 */
export function* findMissingCosts(
  store: ColumnStore,
  selected: SelectionMask,
  everywhere: SelectionMask,
  before: CostsBefore | null = null,
): Task<{ readonly found: FoundMissingCosts; readonly sums: CostsBefore }> {
  const sumsOf = (of: keyof CostsBefore, rows: Pick<SelectionMask, 'mask' | 'rowsIn'>) =>
    sumByText(store, rows, SKU, COLUMNS, before?.[of] ?? null);
  const ofLacking = yield* sumsOf('lacking', yield* lackingOf(store, selected));
  const ofSelected = yield* sumsOf('selected', selected);
  const ofAll = everywhere === selected ? ofSelected : yield* sumsOf('everywhere', everywhere);
  const missing = bySales(yield* totalsOfSkus(store, ofLacking, null));
  const known = yield* totalsOfSkus(store, ofAll, new Set(missing.map(([sku]) => sku)));
  const [without, whole] = [wholeOf(ofLacking), wholeOf(ofSelected)];
  const captionOf = yield* productCaptions(store);
  const lines = missing.map(([sku, totals]): MissingCost => {
    const ventas = totals.sums.Ventas ?? toDecimal(ZERO);
    const { estimate, basis } = estimateOf(fromDecimal(ventas), known.get(sku), whole);
    return {
      sku,
      product: captionOf(sku),
      rows: totals.rows,
      units: totals.sums.Unidades ?? null,
      ventas,
      comercial: totals.sums['Rentabilidad Comercial'] ?? null,
      total: totals.sums['Rentabilidad Total'] ?? null,
      estimate: estimate === null ? null : toDecimal(estimate),
      basis,
    };
  });
  const estimates = lines.flatMap(({ estimate }) => (estimate === null ? [] : [fromDecimal(estimate)]));
  const estimate = estimates.length === 0 ? null : estimates.reduce(add, ZERO);
  const count = (basis: CostBasis | null) => lines.filter((line) => line.basis === basis).length;
  const found: FoundMissingCosts = {
    lines,
    head: {
      skus: lines.length,
      rows: without.rows,
      ventas: without.sums.Ventas ?? toDecimal(ZERO),
      allVentas: whole.sums.Ventas ?? toDecimal(ZERO),
      coveredVentas: whole.ventasWithProductCost,
      comercial: boundsOf(whole.sums['Rentabilidad Comercial'], estimate),
      total: boundsOf(whole.sums['Rentabilidad Total'], estimate),
      estimate: estimate === null ? null : toDecimal(estimate),
      estimated: { sku: count('sku'), selection: count('selection'), none: count(null) },
    },
  };
  return { found, sums: { selected: ofSelected, lacking: ofLacking, everywhere: ofAll } };
}

/** @param wanted null: all that have rows */
function* totalsOfSkus(
  store: ColumnStore,
  { sums }: SumsByText,
  wanted: ReadonlySet<string> | null,
): Task<ReadonlyMap<string, GroupTotals>> {
  const { texts } = store.dictionary(SKU);
  const totalsAt = createTotals(sums);
  const found = new Map<string, GroupTotals>();
  yield* eachInSteps(texts, (sku, code) => {
    const slot = code + 1;
    if ((sums.rows[slot] ?? 0) > 0 && wanted?.has(sku) !== false) found.set(sku, totalsAt(slot, 0));
  });
  return found;
}

/** Greatest Ventas first. */
function bySales(skus: ReadonlyMap<string, GroupTotals>): readonly (readonly [string, GroupTotals])[] {
  const ventasOf = ({ sums }: GroupTotals) => fromDecimal(sums.Ventas ?? toDecimal(ZERO));
  const sold = [...skus].map((each) => ({ each, ventas: ventasOf(each[1]) }));
  sold.sort((a, b) => compare(b.ventas, a.ventas) || compareTexts(a.each[0], b.each[0]));
  return sold.map(({ each }) => each);
}

/** The selected rows that have Ventas and no product cost. */
function* lackingOf(store: ColumnStore, { mask }: SelectionMask): Task<Omit<SelectionMask, 'rows'>> {
  const lacking = new Uint8Array(mask.length);
  const rowsIn = new Uint32Array(store.segments.length);
  for (const [index, segment] of store.segments.entries()) {
    if (segment.retired) continue;
    const flags = productCostFlags(segment);
    let rows = 0;
    for (let row = 0; row < segment.rowCount; row += 1) {
      if (flags[row] !== LACKS_COST || mask[segment.base + row] !== 1) continue;
      lacking[segment.base + row] = 1;
      rows += 1;
    }
    rowsIn[index] = rows;
    yield;
  }
  return { mask: lacking, rowsIn };
}

function estimateOf(
  without: Scaled,
  ofSku: GroupTotals | undefined,
  ofAll: GroupTotals,
): { readonly estimate: Scaled | null; readonly basis: CostBasis | null } {
  const likely = (totals: GroupTotals | undefined): Scaled | null => {
    const cost = totals?.sums[COST];
    if (totals === undefined || cost === undefined) return null;
    return likelyCostOf(without, {
      cost: fromDecimal(cost),
      ventas: fromDecimal(totals.ventasWithProductCost),
    });
  };
  const own = likely(ofSku);
  if (own !== null) return { estimate: own, basis: 'sku' };
  const shared = likely(ofAll);
  return { estimate: shared, basis: shared === null ? null : 'selection' };
}

function boundsOf(most: Decimal | undefined, estimate: Scaled | null): ProfitBounds | null {
  if (most === undefined || estimate === null) return null;
  return { most, likely: toDecimal(subtract(fromDecimal(most), estimate)) };
}

/** Lines in an order; what has no estimate comes last by risk. Equal ones stay by Ventas, then by SKU. */
export function orderMissingCosts(
  lines: readonly MissingCost[],
  order: MissingCostOrder,
): readonly MissingCost[] {
  if (order === 'ventas') return lines;
  const known = lines.flatMap((line) =>
    line.estimate === null ? [] : [{ line, risk: fromDecimal(line.estimate) }],
  );
  known.sort((a, b) => compare(b.risk, a.risk));
  return [...known.map(({ line }) => line), ...lines.filter(({ estimate }) => estimate === null)];
}
