import { type Decimal, toDecimal, ZERO } from '#shared/decimal.ts';
import { RATE_BASE_COLUMN } from '#shared/profitability.ts';
import type { GroupSlots } from '../groups/group-slots.ts';
import type { ColumnStore } from '../rows/column-store.ts';
import { productCostMarks } from '../rows/product-cost.ts';
import type { SegmentColumn } from '../rows/segment.ts';
import type { Members } from '../selection/members.ts';
import type { Slices } from '../slices.ts';
import { addColumn } from './add-column.ts';
import { type ColumnSums, createColumnSums } from './column-sums.ts';
import { createDenseBatch } from './dense-batch.ts';
import type { OrderCounter } from './distinct-orders.ts';
import { countRows, countRowsAndSales, pickRows, slotsWithCost, WITHOUT_COST } from './sum-kernels.ts';

/** Everything that is added up over the rows of each slot, in one pass over the segments. */
export type GroupedSums = {
  readonly slotCount: number;
  readonly rows: Float64Array;
  readonly rowsWithoutCost: Float64Array;
  /** Ventas of the rows that have a product cost. */
  readonly salesWithCost: ColumnSums;
  readonly sums: ReadonlyMap<string, ColumnSums>;
  /** Every column that some segment carries, with no value. */
  readonly blank: { readonly [column: string]: Decimal };
};

/** Distinct orders do not add up: each level of groups has its own count. */
export type Level = { readonly parentOf: Uint32Array | null; readonly orders: OrderCounter };

/** Below this share of selected rows a segment's rows are picked one by one. */
const PICK_BELOW = 1 / 8;

export function* sumGroups(
  store: ColumnStore,
  members: Members,
  slots: GroupSlots,
  columns: readonly string[],
  levels: readonly Level[],
): Slices<GroupedSums> {
  const { slotCount } = slots;
  const create = (column: string) => createColumnSums(store.scalesOf(column), slotCount);
  const all = columns.map((column) => ({ column, sums: create(column) }));
  const salesWithCost = create(RATE_BASE_COLUMN);
  const counts = new Float64Array(slotCount);
  const slotsOfRows = new Uint32Array(store.longestSegment);
  const other = new Uint32Array(store.longestSegment);
  const pickedRows = new Uint32Array(store.longestSegment + 1);
  const batch = createDenseBatch(store.longestSegment);
  for (const layer of members.layers) {
    for (const [index, segment] of store.segments.entries()) {
      const selected = layer.rowsIn[index] ?? 0;
      if (selected === 0) continue;
      const { rowCount } = segment;
      slots.fill(index, layer, slotsOfRows);
      const picked = selected < rowCount * PICK_BELOW ? pickRows(slotsOfRows, rowCount, pickedRows) : null;
      const marks = productCostMarks(segment);
      for (const { parentOf, orders } of levels) {
        if (parentOf === null) orders.add(slotsOfRows, segment.orderOf, rowCount);
        else {
          for (let row = 0; row < rowCount; row += 1) other[row] = parentOf[slotsOfRows[row] ?? 0] ?? 0;
          orders.add(other, segment.orderOf, rowCount);
        }
      }
      const rows = { slots: slotsOfRows, count: rowCount, picked };
      for (const { column, sums } of all) addColumn(segment.columns.get(column), rows, sums, batch);
      batch.flush(rows);
      const sales = segment.columns.get(RATE_BASE_COLUMN);
      const simple = simpleSales(sales, salesWithCost);
      if (simple !== null) {
        countRowsAndSales(slotsOfRows, rowCount, marks, simple.values, counts, simple.sums);
      } else {
        countRows(slotsOfRows, rowCount, marks, counts);
        slotsWithCost(slotsOfRows, rowCount, marks, other);
        const withCost = { slots: other, count: rowCount, picked };
        addColumn(sales, withCost, salesWithCost, batch);
        batch.flush(withCost);
      }
      yield;
    }
  }
  return {
    slotCount,
    blank: Object.fromEntries(
      all.filter(({ sums }) => sums.lanes.length > 0).map(({ column }) => [column, toDecimal(ZERO)]),
    ),
    rows: counts.map((count) => count % WITHOUT_COST),
    rowsWithoutCost: counts.map((count) => Math.floor(count / WITHOUT_COST)),
    salesWithCost,
    sums: new Map(all.map(({ column, sums }) => [column, sums])),
  };
}

/** Sales with a readable 32-bit value in every row, which are added up while rows are counted. */
function simpleSales(sales: SegmentColumn | undefined, { lanes }: ColumnSums) {
  const lane = lanes.find(({ scale }) => sales?.kind === 'decimal' && sales.scale === scale);
  const isSimple =
    lane?.lows === null &&
    sales?.kind === 'decimal' &&
    sales.rows === null &&
    sales.values instanceof Int32Array &&
    sales.exceptions.rows.length === 0;
  return isSimple ? { values: sales.values, sums: lane.sums } : null;
}
