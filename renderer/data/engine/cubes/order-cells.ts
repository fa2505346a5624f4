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

/** `marks` say which orders stand together in this segment and nowhere else. */
export function orderCells(
  { isLive, orderOf, rowCount }: StoredSegment,
  marks: Uint8Array,
  { cellOf, count }: CellNumbers,
): OrderCells {
  const orders = new Int32Array(count);
  const sets = createSets();
  const scattered = { orders: [] as number[], cells: [] as number[] };
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
    const isScattered = ((marks[from] ?? 0) & MARK.scattered) !== 0;
    if (!isOfSeveral && !isScattered) {
      orders[first] = (orders[first] ?? 0) + 1;
      continue;
    }
    const cells = new Set(cellOf.subarray(from, to));
    // The place of deleted rows.
    cells.delete(count);
    if (!isScattered) sets.add([...cells]);
    else {
      for (const cell of cells) {
        scattered.orders.push(order);
        scattered.cells.push(cell);
      }
    }
  }
  return {
    orders,
    orderSets: sets.made(),
    scatteredOrders: {
      orders: Uint32Array.from(scattered.orders),
      cells: Uint32Array.from(scattered.cells),
    },
  };
}

function createSets() {
  const setOf = new Map<string, number>();
  const starts: number[] = [0];
  const all: number[] = [];
  const counts: number[] = [];
  return {
    add(cells: number[]): void {
      const key = cells.sort((a, b) => a - b).join();
      let set = setOf.get(key);
      if (set === undefined) {
        set = counts.push(0) - 1;
        setOf.set(key, set);
        all.push(...cells);
        starts.push(all.length);
      }
      counts[set] = (counts[set] ?? 0) + 1;
    },
    made: (): OrderSets => ({
      starts: Uint32Array.from(starts),
      cells: Uint32Array.from(all),
      counts: Uint32Array.from(counts),
    }),
  };
}
