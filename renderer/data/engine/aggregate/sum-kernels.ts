import { findRow } from '#renderer/data/engine/columns/segment.ts';
import type { CellWeights } from './cell-weights.ts';
import { MARK, MARK_SHIFT } from './row-flags.ts';

/**
 * Rows by slot: those of slot s stand in `rows` from `ends[s - 1]` to `ends[s]`. A run's sums stay in registers;
 * row by row, every sum is written back to memory.
 */
export type RowRuns = { readonly rows: Uint32Array; readonly ends: Uint32Array };

/** A slot should have so many rows of a segment, on average, that runs are worth it. */
const MIN_ROWS_A_SLOT = 16;

export function areRunsWorthIt(rowCount: number, slotCount: number): boolean {
  return slotCount * MIN_ROWS_A_SLOT <= rowCount;
}

export function createRowRuns(longest: number, slotCount: number) {
  const rows = new Uint32Array(longest);
  const ends = new Uint32Array(slotCount);
  const runs: RowRuns = { rows, ends };
  return (slots: Uint32Array, count: number): RowRuns => {
    ends.fill(0);
    countSlots(slots, count, ends);
    let sum = 0;
    for (let slot = 0; slot < ends.length; slot += 1) {
      const here = ends[slot] ?? 0;
      ends[slot] = sum;
      sum += here;
    }
    placeRows(slots, count, ends, rows);
    return runs;
  };
}

function countSlots(slots: Uint32Array, count: number, counts: Uint32Array): void {
  let row = 0;
  for (; row + 1 < count; row += 2) {
    const slot = slots[row] ?? 0;
    counts[slot] = (counts[slot] ?? 0) + 1;
    const next = slots[row + 1] ?? 0;
    counts[next] = (counts[next] ?? 0) + 1;
  }
  if (row < count) {
    const slot = slots[row] ?? 0;
    counts[slot] = (counts[slot] ?? 0) + 1;
  }
}

/** `starts` become the ends. */
function placeRows(slots: Uint32Array, count: number, starts: Uint32Array, rows: Uint32Array): void {
  let row = 0;
  for (; row + 1 < count; row += 2) {
    const slot = slots[row] ?? 0;
    const at = starts[slot] ?? 0;
    starts[slot] = at + 1;
    rows[at] = row;
    const next = slots[row + 1] ?? 0;
    const nextAt = starts[next] ?? 0;
    starts[next] = nextAt + 1;
    rows[nextAt] = row + 1;
  }
  if (row < count) {
    const slot = slots[row] ?? 0;
    const at = starts[slot] ?? 0;
    starts[slot] = at + 1;
    rows[at] = row;
  }
}

/**
 * The inner loops of grouped sums. Each must meet one kind of array only to stay fast. `slots` names the place each row adds to; place 0
 * takes what is not selected, so that no loop branches. Sums of integers up to 2^53 are exact in any order. Short loops
 * take two rows a turn, as in code-loops.ts.
 */

export type RowList = Uint16Array | Uint32Array;

/** Places of a segment's rows; only the first `count` entries are read. */
type Slots = Uint32Array;

/**
 * Values of all rows. One column a call: six columns in one loop took 1.42 ns a value, six calls take 1.44 (50,000 rows,
 * 40 places, Node 20; with 6 places 1.42 and 1.48).
 */
export function addDense(slots: Slots, count: number, a: Int32Array, sumA: Float64Array): void {
  let row = 0;
  for (; row + 1 < count; row += 2) {
    const slot = slots[row] ?? 0;
    sumA[slot] = (sumA[slot] ?? 0) + (a[row] ?? 0);
    const next = slots[row + 1] ?? 0;
    sumA[next] = (sumA[next] ?? 0) + (a[row + 1] ?? 0);
  }
  if (row < count) {
    const slot = slots[row] ?? 0;
    sumA[slot] = (sumA[slot] ?? 0) + (a[row] ?? 0);
  }
}

/** As `addDense`, of values past 32 bits: many sums of cells are. */
export function addDoubles(slots: Slots, count: number, a: Float64Array, sumA: Float64Array): void {
  let row = 0;
  for (; row + 1 < count; row += 2) {
    const slot = slots[row] ?? 0;
    sumA[slot] = (sumA[slot] ?? 0) + (a[row] ?? 0);
    const next = slots[row + 1] ?? 0;
    sumA[next] = (sumA[next] ?? 0) + (a[row + 1] ?? 0);
  }
  if (row < count) {
    const slot = slots[row] ?? 0;
    sumA[slot] = (sumA[slot] ?? 0) + (a[row] ?? 0);
  }
}

/** Few of the segment's rows are selected: `picked` lists them, `slots` speaks of all rows. */
export function addPicked(slots: Slots, picked: Uint32Array, a: Int32Array, sumA: Float64Array): void {
  const count = picked.length;
  let at = 0;
  for (; at + 1 < count; at += 2) {
    const row = picked[at] ?? 0;
    const slot = slots[row] ?? 0;
    sumA[slot] = (sumA[slot] ?? 0) + (a[row] ?? 0);
    const nextRow = picked[at + 1] ?? 0;
    const next = slots[nextRow] ?? 0;
    sumA[next] = (sumA[next] ?? 0) + (a[nextRow] ?? 0);
  }
  if (at < count) {
    const row = picked[at] ?? 0;
    const slot = slots[row] ?? 0;
    sumA[slot] = (sumA[slot] ?? 0) + (a[row] ?? 0);
  }
}

/** As `addPicked`, of values past 32 bits. */
export function addPickedDoubles(
  slots: Slots,
  picked: Uint32Array,
  a: Float64Array,
  sumA: Float64Array,
): void {
  for (let at = 0; at < picked.length; at += 1) {
    const row = picked[at] ?? 0;
    const slot = slots[row] ?? 0;
    sumA[slot] = (sumA[slot] ?? 0) + (a[row] ?? 0);
  }
}

/** Values of the picked rows among those that are listed, each looked for: they are far fewer. */
export function addFound(
  slots: Slots,
  picked: Uint32Array,
  rows: RowList,
  values: ArrayLike<number>,
  sums: Float64Array,
): void {
  for (let at = 0; at < picked.length; at += 1) {
    const row = picked[at] ?? 0;
    const place = findRow(rows, row);
    if (place < 0) continue;
    const slot = slots[row] ?? 0;
    sums[slot] = (sums[slot] ?? 0) + (values[place] ?? 0);
  }
}

/** Any kind of values, all rows (`rows` null) or the listed ones. For what is too rare to have a loop of its own. */
export function addAny(slots: Slots, rows: RowList | null, values: ArrayLike<number>, sums: Float64Array) {
  for (let at = 0; at < values.length; at += 1) {
    const slot = slots[rows === null ? at : (rows[at] ?? 0)] ?? 0;
    sums[slot] = (sums[slot] ?? 0) + (values[at] ?? 0);
  }
}

/** Half of the bits of an exact double. */
export const LIMB = 2 ** 26;

/** Sums that may pass 2^53: value = high × LIMB + low, 0 <= low < LIMB. Each limb's sum is exact for 2^26 rows. */
export function addLimbs(
  slots: Slots,
  rows: RowList | null,
  values: ArrayLike<number>,
  highs: Float64Array,
  lows: Float64Array,
): void {
  for (let at = 0; at < values.length; at += 1) {
    const slot = slots[rows === null ? at : (rows[at] ?? 0)] ?? 0;
    const value = values[at] ?? 0;
    const high = Math.floor(value / LIMB);
    highs[slot] = (highs[slot] ?? 0) + high;
    lows[slot] = (lows[slot] ?? 0) + (value - high * LIMB);
  }
}

/** One row without cost in a count of rows: above all counts of rows. */
export const WITHOUT_COST = 2 ** 26;

/**
 * Counts rows, and those with sales and without product cost, in one number: WITHOUT_COST times the second plus the
 * first. Counts the orders that begin, too.
 */
export function countRows(
  slots: Slots,
  count: number,
  marks: Uint8Array,
  counts: Float64Array,
  begun: Float64Array,
): void {
  for (let row = 0; row < count; row += 1) {
    const slot = slots[row] ?? 0;
    const mark = marks[row] ?? 0;
    counts[slot] = (counts[slot] ?? 0) + 1 + (mark >>> MARK_SHIFT.lacksCost) * WITHOUT_COST;
    begun[slot] = (begun[slot] ?? 0) + (mark & MARK.begins);
  }
}

/** As `countRows`, of picked rows; besides, adds up the sales of those that have a product cost. */
export function countPicked(
  slots: Slots,
  picked: Uint32Array,
  marks: Uint8Array,
  sales: Int32Array,
  counts: Float64Array,
  begun: Float64Array,
  salesWithCost: Float64Array,
): void {
  for (let at = 0; at < picked.length; at += 1) {
    const row = picked[at] ?? 0;
    const slot = slots[row] ?? 0;
    const mark = marks[row] ?? 0;
    counts[slot] = (counts[slot] ?? 0) + 1 + (mark >>> MARK_SHIFT.lacksCost) * WITHOUT_COST;
    begun[slot] = (begun[slot] ?? 0) + (mark & MARK.begins);
    const hasCost = (mark >>> MARK_SHIFT.cost) & 1;
    salesWithCost[slot] = (salesWithCost[slot] ?? 0) + ((sales[row] ?? 0) & (0 - hasCost));
  }
}

/** As `countRows`, of cells that stand for several rows each. */
export function countCells(
  slots: Slots,
  { rows, rowsWithoutCost, orders }: CellWeights,
  counts: Float64Array,
  begun: Float64Array,
): void {
  for (let cell = 0; cell < rows.length; cell += 1) {
    const slot = slots[cell] ?? 0;
    counts[slot] = (counts[slot] ?? 0) + (rows[cell] ?? 0) + (rowsWithoutCost[cell] ?? 0) * WITHOUT_COST;
    begun[slot] = (begun[slot] ?? 0) + (orders[cell] ?? 0);
  }
}

export function addWithCost(
  slots: Slots,
  count: number,
  marks: Uint8Array,
  values: Int32Array,
  sums: Float64Array,
): void {
  for (let row = 0; row < count; row += 1) {
    const slot = slots[row] ?? 0;
    const hasCost = ((marks[row] ?? 0) >>> MARK_SHIFT.cost) & 1;
    sums[slot] = (sums[slot] ?? 0) + ((values[row] ?? 0) & (0 - hasCost));
  }
}

/** Writes the places of the rows that have a product cost, 0 for all others. */
export function slotsWithCost(slots: Slots, count: number, marks: Uint8Array, into: Slots): void {
  for (let row = 0; row < count; row += 1) {
    into[row] = (slots[row] ?? 0) * (((marks[row] ?? 0) >>> MARK_SHIFT.cost) & 1);
  }
}

/** The rows whose slot is not 0, ascending. */
export function pickRows(slots: Slots, count: number, into: Uint32Array): Uint32Array {
  let picked = 0;
  let row = 0;
  for (; row + 1 < count; row += 2) {
    into[picked] = row;
    picked += slots[row] === 0 ? 0 : 1;
    into[picked] = row + 1;
    picked += slots[row + 1] === 0 ? 0 : 1;
  }
  if (row < count) {
    into[picked] = row;
    picked += slots[row] === 0 ? 0 : 1;
  }
  return into.subarray(0, picked);
}

/**
 * The inner loops of sums over runs: each run's sums stay in registers until its end. Two rows a turn, as
 * in code-loops.ts. Written out for one, two and six columns, because no single one is as fast: a value of six columns
 * takes 0.68 ns in one loop, 0.78 in three of two, 1.00 in six of one (50,000 rows, 40 runs, Node 20; with 6 runs 0.54,
 * 0.70 and 0.95), and a loop over a list of columns is slower still.
 */

export function addRuns1({ rows, ends }: RowRuns, a: Int32Array, sumA: Float64Array): void {
  for (let slot = 1; slot < ends.length; slot += 1) {
    let at = ends[slot - 1] ?? 0;
    const to = ends[slot] ?? 0;
    if (at === to) continue;
    let totalA = 0;
    for (; at + 1 < to; at += 2) {
      const row = rows[at] ?? 0;
      const next = rows[at + 1] ?? 0;
      totalA += (a[row] ?? 0) + (a[next] ?? 0);
    }
    if (at < to) {
      const row = rows[at] ?? 0;
      totalA += a[row] ?? 0;
    }
    sumA[slot] = (sumA[slot] ?? 0) + totalA;
  }
}

export function addRuns2(
  { rows, ends }: RowRuns,
  a: Int32Array,
  b: Int32Array,
  sumA: Float64Array,
  sumB: Float64Array,
): void {
  for (let slot = 1; slot < ends.length; slot += 1) {
    let at = ends[slot - 1] ?? 0;
    const to = ends[slot] ?? 0;
    if (at === to) continue;
    let totalA = 0;
    let totalB = 0;
    for (; at + 1 < to; at += 2) {
      const row = rows[at] ?? 0;
      const next = rows[at + 1] ?? 0;
      totalA += (a[row] ?? 0) + (a[next] ?? 0);
      totalB += (b[row] ?? 0) + (b[next] ?? 0);
    }
    if (at < to) {
      const row = rows[at] ?? 0;
      totalA += a[row] ?? 0;
      totalB += b[row] ?? 0;
    }
    sumA[slot] = (sumA[slot] ?? 0) + totalA;
    sumB[slot] = (sumB[slot] ?? 0) + totalB;
  }
}

export function addRuns6(
  { rows, ends }: RowRuns,
  a: Int32Array,
  b: Int32Array,
  c: Int32Array,
  d: Int32Array,
  e: Int32Array,
  f: Int32Array,
  sumA: Float64Array,
  sumB: Float64Array,
  sumC: Float64Array,
  sumD: Float64Array,
  sumE: Float64Array,
  sumF: Float64Array,
): void {
  for (let slot = 1; slot < ends.length; slot += 1) {
    let at = ends[slot - 1] ?? 0;
    const to = ends[slot] ?? 0;
    if (at === to) continue;
    let totalA = 0;
    let totalB = 0;
    let totalC = 0;
    let totalD = 0;
    let totalE = 0;
    let totalF = 0;
    for (; at + 1 < to; at += 2) {
      const row = rows[at] ?? 0;
      const next = rows[at + 1] ?? 0;
      totalA += (a[row] ?? 0) + (a[next] ?? 0);
      totalB += (b[row] ?? 0) + (b[next] ?? 0);
      totalC += (c[row] ?? 0) + (c[next] ?? 0);
      totalD += (d[row] ?? 0) + (d[next] ?? 0);
      totalE += (e[row] ?? 0) + (e[next] ?? 0);
      totalF += (f[row] ?? 0) + (f[next] ?? 0);
    }
    if (at < to) {
      const row = rows[at] ?? 0;
      totalA += a[row] ?? 0;
      totalB += b[row] ?? 0;
      totalC += c[row] ?? 0;
      totalD += d[row] ?? 0;
      totalE += e[row] ?? 0;
      totalF += f[row] ?? 0;
    }
    sumA[slot] = (sumA[slot] ?? 0) + totalA;
    sumB[slot] = (sumB[slot] ?? 0) + totalB;
    sumC[slot] = (sumC[slot] ?? 0) + totalC;
    sumD[slot] = (sumD[slot] ?? 0) + totalD;
    sumE[slot] = (sumE[slot] ?? 0) + totalE;
    sumF[slot] = (sumF[slot] ?? 0) + totalF;
  }
}

/** As `countRows`; besides, adds up the sales of rows that have a product cost. */
export function countRuns(
  { rows, ends }: RowRuns,
  marks: Uint8Array,
  sales: Int32Array,
  counts: Float64Array,
  begun: Float64Array,
  salesWithCost: Float64Array,
): void {
  for (let slot = 1; slot < ends.length; slot += 1) {
    const from = ends[slot - 1] ?? 0;
    const to = ends[slot] ?? 0;
    if (from === to) continue;
    let begins = 0;
    let lacks = 0;
    let total = 0;
    for (let at = from; at < to; at += 1) {
      const row = rows[at] ?? 0;
      const mark = marks[row] ?? 0;
      begins += mark & MARK.begins;
      lacks += mark >>> MARK_SHIFT.lacksCost;
      total += (sales[row] ?? 0) & (0 - ((mark >>> MARK_SHIFT.cost) & 1));
    }
    counts[slot] = (counts[slot] ?? 0) + (to - from) + lacks * WITHOUT_COST;
    begun[slot] = (begun[slot] ?? 0) + begins;
    salesWithCost[slot] = (salesWithCost[slot] ?? 0) + total;
  }
}

/** Values of the listed rows only. Slots are few: sums of every other row go to `others`, so that none waits for the last. */
export function addSparseInTurns(
  slots: Uint32Array,
  rows: Uint16Array,
  values: Int32Array,
  sums: Float64Array,
  others: Float64Array,
): void {
  const count = rows.length;
  let at = 0;
  for (; at + 1 < count; at += 2) {
    const slot = slots[rows[at] ?? 0] ?? 0;
    sums[slot] = (sums[slot] ?? 0) + (values[at] ?? 0);
    const other = slots[rows[at + 1] ?? 0] ?? 0;
    others[other] = (others[other] ?? 0) + (values[at + 1] ?? 0);
  }
  if (at < count) {
    const slot = slots[rows[at] ?? 0] ?? 0;
    sums[slot] = (sums[slot] ?? 0) + (values[at] ?? 0);
  }
  for (let slot = 0; slot < sums.length; slot += 1) {
    sums[slot] = (sums[slot] ?? 0) + (others[slot] ?? 0);
    others[slot] = 0;
  }
}
