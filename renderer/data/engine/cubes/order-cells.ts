import type { OrderSets, ScatteredOrders } from '#renderer/data/engine/aggregate/cell-weights.ts';
import { MARK } from '#renderer/data/engine/aggregate/row-flags.ts';
import type { StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import type { CellNumbers } from './number-cells.ts';

/** In which cells a segment's orders lie, so that distinct orders can be counted of any cells. */
export type OrderCells = {
  readonly orders: Int32Array;
  readonly orderSets: OrderSets;
  readonly scatteredOrders: ScatteredOrders;
};

/**
 * `marks` say which orders stand together in this segment and nowhere else. One whose cells lie in several months is named
 * as if it stood elsewhere too: of some of its months a question may ask the days, of others the month.
 * @param monthOf the month of each cell, in whatever numbers
 */
export function orderCells(
  { isLive, orderOf, rowCount }: StoredSegment,
  marks: Uint8Array,
  { cellOf, count }: CellNumbers,
  monthOf: Int32Array,
): OrderCells {
  const orders = new Int32Array(count);
  const sets = createOrderSets();
  const named = { orders: [] as number[], cells: [] as number[] };
  const add = (order: number, cells: ReadonlySet<number>, isElsewhere: boolean): void => {
    const [first = 0] = cells;
    const isOfSeveralMonths = cells.size > 1 && new Set(Array.from(cells, (cell) => monthOf[cell])).size > 1;
    if (isElsewhere || isOfSeveralMonths) {
      for (const cell of cells) {
        named.orders.push(order);
        named.cells.push(cell);
      }
    } else if (cells.size > 1) sets.add([...cells], 1);
    else orders[first] = (orders[first] ?? 0) + 1;
  };
  /** Cells of the orders that stand in several places of this segment. */
  const apart = new Map<number, Set<number>>();
  for (let from = 0, to = 0; from < rowCount; from = to) {
    const order = orderOf[from] ?? 0;
    let first = -1;
    let isOfSeveral = false;
    for (to = from; to < rowCount && orderOf[to] === order; to += 1) {
      if (isLive[to] !== 1) continue;
      const cell = cellOf[to] ?? 0;
      if (first === -1) first = cell;
      else if (cell !== first) isOfSeveral = true;
    }
    if (first === -1) continue;
    const mark = marks[from] ?? 0;
    if (!isOfSeveral && (mark & MARK.scattered) === 0) {
      orders[first] = (orders[first] ?? 0) + 1;
      continue;
    }
    const cells = (mark & MARK.alone) === 0 ? new Set<number>() : (apart.get(order) ?? new Set<number>());
    for (let row = from; row < to; row += 1) if (isLive[row] === 1) cells.add(cellOf[row] ?? 0);
    if ((mark & MARK.alone) === 0) add(order, cells, (mark & MARK.scattered) !== 0);
    else apart.set(order, cells);
  }
  for (const [order, cells] of apart) add(order, cells, false);
  return {
    orders,
    orderSets: sets.made(),
    scatteredOrders: {
      orders: Uint32Array.from(named.orders),
      cells: Uint32Array.from(named.cells),
    },
  };
}

/** Gathers the sets of cells that orders lie in. */
export function createOrderSets() {
  const setOf = new Map<string, number>();
  const starts: number[] = [0];
  const all: number[] = [];
  const counts: number[] = [];
  return {
    /** So many orders have just these cells, each named once. */
    add(cells: number[], orders: number): void {
      const key = cells.sort((a, b) => a - b).join();
      let set = setOf.get(key);
      if (set === undefined) {
        set = counts.push(0) - 1;
        setOf.set(key, set);
        all.push(...cells);
        starts.push(all.length);
      }
      counts[set] = (counts[set] ?? 0) + orders;
    },
    made: (): OrderSets => ({
      starts: Uint32Array.from(starts),
      cells: Uint32Array.from(all),
      counts: Uint32Array.from(counts),
    }),
  };
}
