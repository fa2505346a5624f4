import { HAS_COST } from '#renderer/data/engine/aggregate/row-flags.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import { createUnitSums } from '#renderer/data/engine/scan/unit-sums.ts';
import type { OwnCost, OwnCostsBySku, OwnMoves } from '#renderer/data/model/own-costs.ts';
import type { Task } from '#shared/base/tasks.ts';
import { add, type Scaled, subtract, ZERO } from '#shared/domain/decimal.ts';
import {
  amountOf,
  type CostSpans,
  costedColumns,
  eachCostedRow,
  type FilledRows,
  fillRows,
  isFilled,
  isUnmoved,
  spansBySku,
  unmovedRows,
} from './filled-rows.ts';
import { type OpenColumn, valueAt } from './patched-column.ts';

/**
 * Sums of an own cost in some rows: in those it fills, and in those where the source has one. `comercial` is what of
 * the amount Rentabilidad Comercial loses: rows where it is not readable lose nothing.
 */
export type CostSums = {
  rows: number;
  amount: Scaled;
  comercial: Scaled;
  sourceRows: number;
  sourceAmount: Scaled;
  ownAmount: Scaled;
};

/** Sums of every own cost that rows of a mask have. */
export function* ownCostSums(
  store: ColumnStore,
  { mask }: { readonly mask: Uint8Array },
  costs: OwnCostsBySku,
): Task<ReadonlyMap<OwnCost, CostSums>> {
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
  comercial: ZERO,
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
  const said = createSums(counts, length);
  let unmoved: ReturnType<typeof unmovedRows> | null = null;
  const loaded = createSums(counts, length);
  const sourceCosts = source === null ? null : createSums(source, length);
  eachCostedRow(store, index, segment, spans, (row, { at }) => {
    if (mask[segment.base + row] !== 1) return;
    if (flags[row] === HAS_COST) {
      loaded.add(row, at);
      sourceCosts?.add(row, at);
    } else if (isFilled(columns, row)) {
      filled.add(row, at);
      unmoved ??= unmovedRows(segment, 'Rentabilidad Comercial');
      if (!isUnmoved(unmoved, row)) said.add(row, at);
    }
  });
  for (const { at, cost, figure } of spans.all) {
    const [fills, loads] = [filled.rows[at] ?? 0, loaded.rows[at] ?? 0];
    if (fills + loads === 0) continue;
    const sum = sums.get(cost) ?? NOTHING();
    sums.set(cost, sum);
    sum.rows += fills;
    sum.sourceRows += loads;
    sum.amount = add(sum.amount, amountOf(figure, filled.sumOf(at)));
    sum.comercial = add(sum.comercial, amountOf(figure, said.sumOf(at)));
    sum.ownAmount = add(sum.ownAmount, amountOf(figure, loaded.sumOf(at)));
    if (sourceCosts !== null) sum.sourceAmount = add(sum.sourceAmount, sourceCosts.sumOf(at));
  }
}

/** Additions of own costs to the sums of an order. */
export type OrderMoves = { readonly [column in keyof OwnMoves]: Scaled };
const NO_MOVES: OrderMoves = {
  'Costo de Producto': ZERO,
  'Rentabilidad Comercial': ZERO,
  'Rentabilidad Total': ZERO,
};

/**
 * By number of an order of a mask, the amounts that own costs move, where there are some: in the cells that the overlay
 * moves.
 */
export function* ownMovesByOrder(
  store: ColumnStore,
  { mask }: { readonly mask: Uint8Array },
  costs: OwnCostsBySku,
): Task<ReadonlyMap<number, OrderMoves>> {
  const spans = spansBySku(store, costs);
  const sums = new Map<number, OrderMoves>();
  for (const [index, segment] of store.segments.entries()) {
    const filled = segment.retired ? null : fillRows(store, index, segment, spans);
    if (filled !== null) addMoves(segment, filled, mask, sums);
    yield;
  }
  return sums;
}

function addMoves(
  segment: StoredSegment,
  { rows, units, scale, long }: FilledRows,
  mask: Uint8Array,
  sums: Map<number, OrderMoves>,
): void {
  const comercial = unmovedRows(segment, 'Rentabilidad Comercial');
  const total = unmovedRows(segment, 'Rentabilidad Total');
  for (const [at, row] of rows.entries()) {
    if (mask[segment.base + row] !== 1) continue;
    const order = segment.orderOf[row] ?? 0;
    const amount = long.get(at) ?? { units: BigInt(units[at] ?? 0), scale };
    const before = sums.get(order) ?? NO_MOVES;
    const less = (column: keyof OwnMoves, unmoved: typeof total) =>
      isUnmoved(unmoved, row) ? before[column] : subtract(before[column], amount);
    sums.set(order, {
      'Costo de Producto': add(before['Costo de Producto'], amount),
      'Rentabilidad Comercial': less('Rentabilidad Comercial', comercial),
      'Rentabilidad Total': less('Rentabilidad Total', total),
    });
  }
}

/** Exact sums of a column by place, and of how many rows. */
function createSums(column: OpenColumn, places: number) {
  const rows = new Uint32Array(places);
  const units = createUnitSums(places, false);
  const long = new Map<number, Scaled>();
  const { scale, odd } = column;
  return {
    rows,
    add(row: number, at: number): void {
      rows[at] = (rows[at] ?? 0) + 1;
      if (odd.size === 0 || !odd.has(row)) units.add(at, column.units[row] ?? 0);
      else long.set(at, add(long.get(at) ?? ZERO, valueAt(column, row) ?? ZERO));
    },
    sumOf: (at: number): Scaled => add({ units: units.of(at), scale }, long.get(at) ?? ZERO),
  };
}
