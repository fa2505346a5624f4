import { LACKS_COST, productCostFlags } from '#renderer/data/engine/aggregate/row-flags.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { DecimalColumn, StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';
import { add, type Scaled, ZERO } from '#shared/domain/decimal.ts';
import type { OwnCost, OwnCostsBySku } from '#shared/domain/own-costs.ts';
import { amountOf, eachCostedRow, isFillable, spansBySku } from './filled-rows.ts';
import { type OpenColumn, openColumn, valueAt } from './patched-column.ts';

/** What an own cost is in some rows: of those it fills, and of those where the source has one. */
export type CostSums = {
  rows: number;
  amount: Scaled;
  sourceRows: number;
  sourceAmount: Scaled;
  ownAmount: Scaled;
};

/** Units and the source's costs, as integers of the segment in hand; what doubles cannot carry is added one by one. */
type Partial = { readonly figure: Scaled; units: number; sourceUnits: number; sourceCost: number };

/** Sums of every own cost that rows of a mask have. */
export function* ownCostSums(
  store: ColumnStore,
  { mask }: { readonly mask: Uint8Array },
  costs: OwnCostsBySku,
): CooperativeTask<ReadonlyMap<OwnCost, CostSums>> {
  const spansOf = spansBySku(store, costs);
  const sums = new Map<OwnCost, CostSums>();
  for (const [index, segment] of store.segments.entries()) {
    if (segment.retired) continue;
    addSegment(store, index, segment, mask, spansOf, sums);
    yield;
  }
  return sums;
}

function addSegment(
  store: ColumnStore,
  index: number,
  segment: StoredSegment,
  mask: Uint8Array,
  spansOf: ReturnType<typeof spansBySku>,
  sums: Map<OwnCost, CostSums>,
): void {
  const counts = openDecimals(segment, 'Unidades');
  const source = openDecimals(segment, 'Costo de Producto');
  if (counts === null) return;
  const flags = productCostFlags(segment);
  const partials = new Map<CostSums, Partial>();
  eachCostedRow(store, index, segment, spansOf, (row, { cost, figure }) => {
    if (mask[segment.base + row] !== 1 || flags[row] === 0) return;
    const isFilled = flags[row] === LACKS_COST;
    if (isFilled && !isFillable(segment, row)) return;
    const sum = sums.get(cost) ?? NOTHING();
    sums.set(cost, sum);
    if (isFilled) sum.rows += 1;
    else sum.sourceRows += 1;
    const partial = partials.get(sum) ?? { figure, units: 0, sourceUnits: 0, sourceCost: 0 };
    partials.set(sum, partial);
    if (counts.odd.has(row)) addOwn(sum, isFilled, amountOf(figure, valueAt(counts, row) ?? ZERO));
    else if (isFilled) partial.units += counts.units[row] ?? 0;
    else partial.sourceUnits += counts.units[row] ?? 0;
    if (isFilled || source === null) return;
    if (source.odd.has(row)) sum.sourceAmount = add(sum.sourceAmount, valueAt(source, row) ?? ZERO);
    else partial.sourceCost += source.units[row] ?? 0;
  });
  for (const [sum, { figure, units, sourceUnits, sourceCost }] of partials) {
    addOwn(sum, true, amountOf(figure, { units: BigInt(units), scale: counts.scale }));
    addOwn(sum, false, amountOf(figure, { units: BigInt(sourceUnits), scale: counts.scale }));
    if (source !== null) {
      sum.sourceAmount = add(sum.sourceAmount, { units: BigInt(sourceCost), scale: source.scale });
    }
  }
}

const NOTHING = (): CostSums => ({
  rows: 0,
  amount: ZERO,
  sourceRows: 0,
  sourceAmount: ZERO,
  ownAmount: ZERO,
});

function addOwn(sum: CostSums, isFilled: boolean, amount: Scaled): void {
  if (isFilled) sum.amount = add(sum.amount, amount);
  else sum.ownAmount = add(sum.ownAmount, amount);
}

/** Null: it holds no numbers. Sums of its doubles are exact, or all its cells are opened as what doubles cannot carry. */
function openDecimals(segment: StoredSegment, key: string): OpenColumn | null {
  const column = segment.columns.get(key);
  if (column?.kind !== 'decimal') return null;
  const open = openColumn(column, segment.rowCount);
  if (isExact(column)) return open;
  for (let row = 0; row < segment.rowCount; row += 1) {
    const value = valueAt(open, row);
    if (value !== null && !open.odd.has(row)) {
      open.odd.set(row, { cell: null, meaning: { kind: 'value', value } });
    }
  }
  return open;
}

const isExact = ({ magnitude }: DecimalColumn): boolean => magnitude <= Number.MAX_SAFE_INTEGER;
