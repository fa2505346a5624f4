import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { SegmentColumn } from '#renderer/data/engine/columns/segment.ts';
import type { MemberLayer, Members } from '#renderer/data/engine/filter/members.ts';
import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';
import { type Decimal, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import { RATE_BASE_COLUMN } from '#shared/domain/profitability.ts';
import { addColumn } from './add-column.ts';
import { type ColumnSums, createColumnSums } from './column-sums.ts';
import { createDenseBatch, type PassRows } from './dense-batch.ts';
import type { OrderCounter } from './distinct-orders.ts';
import type { GroupSlots } from './group-codes.ts';
import { followersOf, markRows, rowFlagsOf } from './row-flags.ts';
import { areRunsWorthIt, createRowRuns } from './row-runs.ts';
import { countRuns } from './run-kernels.ts';
import { addWithCost, countRows, pickRows, slotsWithCost, WITHOUT_COST } from './sum-kernels.ts';

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

/** Below this share of selected rows a segment's rows are picked one by one. */
const PICK_BELOW = 1 / 8;

/** `orders` counts distinct orders as the rows pass by; null: nobody asks for more than rows and sums. */
export function* sumGroups(
  store: ColumnStore,
  members: Members,
  slots: GroupSlots,
  columns: readonly string[],
  orders: OrderCounter | null,
): CooperativeTask<GroupedSums> {
  yield* markRows(store);
  const { slotCount } = slots;
  const longest = store.longestSegment;
  const create = (column: string) => createColumnSums(store.scalesOf(column), slotCount);
  const all = columns.map((column) => ({ column, sums: create(column) }));
  const salesWithCost = create(RATE_BASE_COLUMN);
  const counts = new Float64Array(slotCount);
  const begun = orders?.begun ?? new Float64Array(slotCount);
  const slotsOfCost = new Uint32Array(longest);
  const passOf = createPasses(store, slots);
  const batch = createDenseBatch(longest, slotCount);
  const noSales = { values: new Int32Array(longest), sums: new Float64Array(slotCount) };
  for (const layer of members.layers) {
    for (const [index, segment] of store.segments.entries()) {
      if ((layer.rowsIn[index] ?? 0) === 0) continue;
      const { rowCount } = segment;
      const rows = passOf(index, layer);
      const { slots: slotsOfRows, runs } = rows;
      const marks = rowFlagsOf(segment);
      orders?.addFollowers(segment, slotsOfRows, marks, followersOf(segment));
      for (const { column, sums } of all) addColumn(segment.columns.get(column), rows, sums, batch);
      batch.flush(rows);
      const sales = segment.columns.get(RATE_BASE_COLUMN);
      const simple = simpleSales(sales, salesWithCost) ?? noSales;
      if (runs !== null) countRuns(runs, marks, simple.values, counts, begun, simple.sums);
      else {
        countRows(slotsOfRows, rowCount, marks, counts, begun);
        if (orders !== null) addWithCost(slotsOfRows, rowCount, marks, simple.values, simple.sums);
      }
      if (simple === noSales && orders !== null) {
        slotsWithCost(slotsOfRows, rowCount, marks, slotsOfCost);
        const withCost = { slots: slotsOfCost, count: rowCount, runs: null, picked: null };
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
    ...splitCounts(counts),
    salesWithCost,
    sums: new Map(all.map(({ column, sums }) => [column, sums])),
  };
}

/** The sums of one column alone, where many slots make counting dear; nothing is said of rows. */
export function* sumColumn(
  store: ColumnStore,
  members: Members,
  slots: GroupSlots,
  column: string,
): CooperativeTask<ColumnSums> {
  const sums = createColumnSums(store.scalesOf(column), slots.slotCount);
  const passOf = createPasses(store, slots);
  const batch = createDenseBatch(store.longestSegment, slots.slotCount);
  for (const layer of members.layers) {
    for (const [index, { columns }] of store.segments.entries()) {
      if ((layer.rowsIn[index] ?? 0) === 0) continue;
      const rows = passOf(index, layer);
      addColumn(columns.get(column), rows, sums, batch);
      batch.flush(rows);
      yield;
    }
  }
  return sums;
}

/** Makes the function that lays out a segment's rows for a pass; what it gives is good until it is called again. */
function createPasses(store: ColumnStore, slots: GroupSlots) {
  const { longestSegment: longest } = store;
  const { slotCount } = slots;
  const slotsOfRows = new Uint32Array(longest);
  const pickedRows = new Uint32Array(longest + 1);
  const runsOf = createRowRuns(longest, slotCount);
  return (index: number, layer: MemberLayer): PassRows => {
    const count = store.segments[index]?.rowCount ?? 0;
    slots.fill(index, layer, slotsOfRows);
    const runs = areRunsWorthIt(count, slotCount) ? runsOf(slotsOfRows, count) : null;
    const isPicked = runs === null && (layer.rowsIn[index] ?? 0) < count * PICK_BELOW;
    const picked = isPicked ? pickRows(slotsOfRows, count, pickedRows) : null;
    return { slots: slotsOfRows, count, runs, picked };
  };
}

function splitCounts(counts: Float64Array) {
  const rows = new Float64Array(counts.length);
  const rowsWithoutCost = new Float64Array(counts.length);
  for (let slot = 0; slot < counts.length; slot += 1) {
    const count = counts[slot] ?? 0;
    const without = Math.floor(count / WITHOUT_COST);
    rowsWithoutCost[slot] = without;
    rows[slot] = count - without * WITHOUT_COST;
  }
  return { rows, rowsWithoutCost };
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
