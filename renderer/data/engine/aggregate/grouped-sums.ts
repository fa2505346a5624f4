import { loopsOver } from '#renderer/data/engine/columns/code-kernels.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { DecimalColumn, SegmentColumn } from '#renderer/data/engine/columns/segment.ts';
import { eachException } from '#renderer/data/engine/columns/segment.ts';
import type { MemberLayer, Members } from '#renderer/data/engine/filter/selection-mask.ts';
import type { Task } from '#shared/base/tasks.ts';
import { RATE_BASE_COLUMN } from '#shared/domain/profitability.ts';
import { type CellWeights, weightsOf } from './cell-weights.ts';
import { addExtra, type ColumnSums, createColumnSums } from './column-sums.ts';
import type { OrderCounter } from './distinct-orders.ts';
import type { GroupSlots } from './group-codes.ts';
import { followersAmong, followersOf, markRows, rowFlagsOf } from './row-flags.ts';
import {
  addAny,
  addDense,
  addDoubles,
  addFound,
  addLimbs,
  addPicked,
  addPickedDoubles,
  addRuns1,
  addRuns2,
  addRuns6,
  addSparseInTurns,
  addWithCost,
  areRunsWorthIt,
  countCells,
  countPicked,
  countRows,
  countRuns,
  createRowRuns,
  pickRows,
  type RowList,
  type RowRuns,
  slotsWithCost,
  WITHOUT_COST,
} from './sum-kernels.ts';

/** Everything that is added up over the rows of each slot, in one pass over the segments. */
export type GroupedSums = {
  readonly slotCount: number;
  readonly rows: Float64Array;
  readonly rowsWithoutCost: Float64Array;
  /** Ventas of the rows that have a product cost. */
  readonly salesWithCost: ColumnSums;
  readonly sums: ReadonlyMap<string, ColumnSums>;
};

/** Below this share of selected rows a segment's rows are picked one by one, where there are no runs. */
const PICK_BELOW = 1 / 8;
/** Below this one they are in any case: all rows are looked at but once, to find them. */
const FEW_BELOW = 1 / 64;

/** `orders` counts distinct orders as the rows pass by; null: nobody asks for more than rows and sums. */
export function* sumGroups(
  store: ColumnStore,
  members: Members,
  slots: GroupSlots,
  columns: readonly string[],
  orders: OrderCounter | null,
): Task<GroupedSums> {
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
      const { slots: slotsOfRows, runs, picked, weights } = rows;
      if (weights !== null) {
        orders?.addCells(weights, slotsOfRows);
        countCells(slotsOfRows, weights, counts, begun);
        for (const { column, sums } of all) addColumn(segment.columns.get(column), rows, sums, batch);
        if (weights.salesWithCost !== null) addColumn(weights.salesWithCost, rows, salesWithCost, batch);
        batch.flush(rows);
        yield;
        continue;
      }
      const marks = rowFlagsOf(segment);
      const followers = picked === null ? followersOf(segment) : followersAmong(picked, marks);
      orders?.addFollowers(segment, slotsOfRows, marks, followers);
      for (const { column, sums } of all) addColumn(segment.columns.get(column), rows, sums, batch);
      batch.flush(rows);
      const sales = segment.columns.get(RATE_BASE_COLUMN);
      const simple = simpleSales(sales, salesWithCost) ?? noSales;
      if (runs !== null) countRuns(runs, marks, simple.values, counts, begun, simple.sums);
      else if (picked !== null) {
        countPicked(slotsOfRows, picked, marks, simple.values, counts, begun, simple.sums);
      } else {
        countRows(slotsOfRows, rowCount, marks, counts, begun);
        if (orders !== null) addWithCost(slotsOfRows, rowCount, marks, simple.values, simple.sums);
      }
      if (simple === noSales && orders !== null) {
        slotsWithCost(slotsOfRows, rowCount, marks, slotsOfCost);
        const withCost = { slots: slotsOfCost, count: rowCount, runs: null, picked: null, weights: null };
        addColumn(sales, withCost, salesWithCost, batch);
        batch.flush(withCost);
      }
      yield;
    }
  }
  return {
    slotCount,
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
): Task<ColumnSums> {
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
    const segment = store.segments[index];
    const count = segment?.rowCount ?? 0;
    slots.fill(index, layer, slotsOfRows);
    const selected = layer.rowsIn[index] ?? 0;
    const areFew = selected < count * FEW_BELOW;
    const runs = !areFew && areRunsWorthIt(count, slotCount) ? runsOf(slotsOfRows, count) : null;
    const isPicked = areFew || (runs === null && selected < count * PICK_BELOW);
    const picked = isPicked ? pickRows(slotsOfRows, count, pickedRows) : null;
    const weights = segment === undefined ? null : (weightsOf(segment) ?? null);
    return { slots: slotsOfRows, count, runs, picked, weights };
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

/** Adds one column of a segment to its sums. Dense columns may wait in the batch until it is flushed. */
function addColumn(column: SegmentColumn | undefined, rows: PassRows, sums: ColumnSums, batch: DenseBatch) {
  // No segment carries it: there is nothing to read anywhere.
  if (sums.lanes.length === 0) return;
  if (column?.kind !== 'decimal') {
    addAbsent(rows, sums);
    return;
  }
  if (column.magnitude > 0) addValues(column, rows, sums, batch);
  if (column.exceptions.rows.length > 0) addExceptions(column, rows.slots, sums);
}

function addValues(column: DecimalColumn, rows: PassRows, sums: ColumnSums, batch: DenseBatch): void {
  const lane = sums.lanes.find(({ scale }) => scale === column.scale);
  if (lane === undefined) throw new RangeError('A scale that the store does not know.');
  const { rows: list, values } = column;
  if (lane.lows !== null) addLimbs(rows.slots, list, values, lane.sums, lane.lows);
  else if (values instanceof Float64Array) addWide(rows, list, values, lane.sums);
  else if (list === null) batch.addDense(rows, values, lane.sums);
  else batch.addSparse(rows, list, values, lane.sums);
}

function addWide(
  { slots, count, picked }: PassRows,
  list: RowList | null,
  values: Float64Array,
  sums: Float64Array,
): void {
  if (list !== null) addAny(slots, list, values, sums);
  else if (picked === null) addDoubles(slots, count, values, sums);
  else addPickedDoubles(slots, picked, values, sums);
}

function addExceptions({ exceptions }: DecimalColumn, slots: Uint32Array, sums: ColumnSums): void {
  eachException(exceptions, (row, meaning, times) => {
    const slot = slots[row] ?? 0;
    if (slot === 0) return;
    if (meaning.kind === 'value') addExtra(sums.extra, slot, meaning.value);
    else {
      const counts = sums[meaning.kind] ?? emptyCounts(sums);
      sums[meaning.kind] = counts;
      counts[slot] = (counts[slot] ?? 0) + times;
    }
  });
}

/** A segment without the column: its value is absent in every row. */
function addAbsent({ slots, count, weights }: PassRows, sums: ColumnSums): void {
  const absent = sums.absent ?? emptyCounts(sums);
  sums.absent = absent;
  for (let row = 0; row < count; row += 1) {
    const slot = slots[row] ?? 0;
    absent[slot] = (absent[slot] ?? 0) + (weights === null ? 1 : (weights.rows[row] ?? 0));
  }
}

function emptyCounts({ lanes }: ColumnSums): Float64Array {
  return new Float64Array(lanes[0]?.sums.length ?? 0);
}

type PassRows = {
  readonly slots: Uint32Array;
  readonly count: number;
  /** The same rows put together by slot, where slots are few. */
  readonly runs: RowRuns | null;
  /** The rows whose slot is not 0, where they are few; there are no runs then. */
  readonly picked: Uint32Array | null;
  /** What each stands for, where they are cells. */
  readonly weights: CellWeights | null;
};

type SmallInts = Int8Array | Int16Array | Int32Array;

type DenseBatch = ReturnType<typeof createDenseBatch>;

const BATCH = 6;
/** Listed rows that are passed in the time it takes to find one among them. */
const STEPS_A_SEARCH = 16;
const NO_VALUES = new Int32Array(0);
const NO_SUMS = new Float64Array(0);

/** Columns with a value in every row wait here until there are enough to be added up over runs in one go. */
function createDenseBatch(longest: number, slotCount: number) {
  const otherSums = new Float64Array(slotCount);
  const values = new Array<Int32Array>(BATCH).fill(NO_VALUES);
  const sums = new Array<Float64Array>(BATCH).fill(NO_SUMS);
  /** Narrower integers are widened here: the loops know one kind. */
  const wide: Int32Array[] = [];
  let waiting = 0;

  const widened = (narrow: SmallInts): Int32Array => {
    if (narrow instanceof Int32Array) return narrow;
    const scratch = wide[waiting] ?? new Int32Array(longest);
    wide[waiting] = scratch;
    scratch.set(narrow);
    return scratch;
  };
  const v = (at: number) => values[at] ?? NO_VALUES;
  const s = (at: number) => sums[at] ?? NO_SUMS;
  /** Adds what waits. Due before the slots change. */
  const flush = ({ runs }: PassRows): void => {
    const count = waiting;
    waiting = 0;
    if (runs === null) return;
    if (count === BATCH) {
      addRuns6(runs, v(0), v(1), v(2), v(3), v(4), v(5), s(0), s(1), s(2), s(3), s(4), s(5));
      return;
    }
    let at = 0;
    for (; at + 1 < count; at += 2) addRuns2(runs, v(at), v(at + 1), s(at), s(at + 1));
    if (at < count) addRuns1(runs, v(at), s(at));
  };
  return {
    flush,
    addDense(rows: PassRows, narrow: SmallInts, into: Float64Array): void {
      if (rows.runs === null) {
        if (rows.picked === null) addDense(rows.slots, rows.count, widened(narrow), into);
        else addPicked(rows.slots, rows.picked, widened(narrow), into);
        return;
      }
      values[waiting] = widened(narrow);
      sums[waiting] = into;
      waiting += 1;
      if (waiting === BATCH) flush(rows);
    },
    addSparse({ slots, runs, picked }: PassRows, list: RowList, narrow: SmallInts, into: Float64Array): void {
      if (picked !== null && picked.length * STEPS_A_SEARCH < list.length) {
        addFound(slots, picked, list, narrow, into);
        return;
      }
      const listed = widened(narrow);
      const isLong = runs !== null && list.length > slotCount;
      if (isLong && list instanceof Uint16Array) addSparseInTurns(slots, list, listed, into, otherSums);
      else loopsOver(list).addListed(into, slots, list, listed);
    },
  };
}
