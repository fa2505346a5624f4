import { HAS_COST } from '#renderer/data/engine/aggregate/row-flags.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';
import { add, type Scaled, ZERO } from '#shared/domain/decimal.ts';
import type { OwnCost, OwnCostsBySku } from '#shared/domain/own-costs.ts';
import {
  amountOf,
  type CostSpans,
  costedColumns,
  eachCostedRow,
  fillRows,
  isFilled,
  spansBySku,
} from './filled-rows.ts';
import { type OpenColumn, valueAt } from './patched-column.ts';

/** What an own cost is in some rows: of those it fills, and of those where the source has one. */
export type CostSums = {
  rows: number;
  amount: Scaled;
  sourceRows: number;
  sourceAmount: Scaled;
  ownAmount: Scaled;
};

/** Sums of every own cost that rows of a mask have. */
export function* ownCostSums(
  store: ColumnStore,
  { mask }: { readonly mask: Uint8Array },
  costs: OwnCostsBySku,
): CooperativeTask<ReadonlyMap<OwnCost, CostSums>> {
  const spans = spansBySku(store, costs);
  const sums = new Map<OwnCost, CostSums>();
  for (const [index, segment] of store.segments.entries()) {
    if (segment.retired) continue;
    addSegment(store, index, segment, mask, spans, sums);
    yield;
  }
  return sums;
}

const NOTHING = (): CostSums => ({
  rows: 0,
  amount: ZERO,
  sourceRows: 0,
  sourceAmount: ZERO,
  ownAmount: ZERO,
});

function addSegment(
  store: ColumnStore,
  index: number,
  segment: StoredSegment,
  mask: Uint8Array,
  spans: CostSpans,
  sums: Map<OwnCost, CostSums>,
): void {
  const columns = costedColumns(segment);
  if (columns === null) return;
  const { flags, counts, source } = columns;
  const { length } = spans.all;
  const filled = createSums(counts, length);
  const loaded = createSums(counts, length);
  const sourceCosts = source === null ? null : createSums(source, length);
  eachCostedRow(store, index, segment, spans, (row, { at }) => {
    if (mask[segment.base + row] !== 1) return;
    if (flags[row] === HAS_COST) {
      loaded.add(row, at);
      sourceCosts?.add(row, at);
    } else if (isFilled(columns, row)) filled.add(row, at);
  });
  for (const { at, cost, figure } of spans.all) {
    const [fills, loads] = [filled.rows[at] ?? 0, loaded.rows[at] ?? 0];
    if (fills + loads === 0) continue;
    const sum = sums.get(cost) ?? NOTHING();
    sums.set(cost, sum);
    sum.rows += fills;
    sum.sourceRows += loads;
    sum.amount = add(sum.amount, amountOf(figure, filled.sumOf(at)));
    sum.ownAmount = add(sum.ownAmount, amountOf(figure, loaded.sumOf(at)));
    if (sourceCosts !== null) sum.sourceAmount = add(sum.sourceAmount, sourceCosts.sumOf(at));
  }
}

/** What own costs come to in each order of a mask that has some, by the order's number. */
export function* ownCostsByOrder(
  store: ColumnStore,
  { mask }: { readonly mask: Uint8Array },
  costs: OwnCostsBySku,
): CooperativeTask<ReadonlyMap<number, Scaled>> {
  const spans = spansBySku(store, costs);
  const sums = new Map<number, Scaled>();
  for (const [index, segment] of store.segments.entries()) {
    const filled = segment.retired ? null : fillRows(store, index, segment, spans);
    for (const [at, row] of filled?.rows.entries() ?? []) {
      if (filled === null || mask[segment.base + row] !== 1) continue;
      const { units, scale, long } = filled;
      const order = segment.orderOf[row] ?? 0;
      const amount = long.get(at) ?? { units: BigInt(units[at] ?? 0), scale };
      sums.set(order, add(sums.get(order) ?? ZERO, amount));
    }
    yield;
  }
  return sums;
}

/** Exact sums of a column by place: in doubles as far as they carry, beyond that in integers of any length. */
function createSums(column: OpenColumn, places: number) {
  const rows = new Uint32Array(places);
  const units = new Float64Array(places);
  const long = new Map<number, Scaled>();
  const { scale, odd } = column;
  return {
    rows,
    add(row: number, at: number): void {
      rows[at] = (rows[at] ?? 0) + 1;
      const next = (units[at] ?? 0) + (column.units[row] ?? 0);
      if ((odd.size === 0 || !odd.has(row)) && Number.isSafeInteger(next)) units[at] = next;
      else long.set(at, add(long.get(at) ?? ZERO, valueAt(column, row) ?? ZERO));
    },
    sumOf: (at: number): Scaled => add({ units: BigInt(units[at] ?? 0), scale }, long.get(at) ?? ZERO),
  };
}
