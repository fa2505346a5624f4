import { MARK, MARK_SHIFT } from './row-flags.ts';

/**
 * The inner loops of grouped sums. Each must meet one kind of array only to stay fast. `slots` names the place each row adds to; place 0
 * takes what is not selected, so that no loop branches. Sums of integers up to 2^53 are exact in any order. Short loops
 * take two rows a turn, as in code-loops.ts.
 */

export type RowList = Uint16Array | Uint32Array;

/** Places of a segment's rows; only the first `count` entries are read. */
export type Slots = Uint32Array;

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

/** Any kind of values, all rows (`rows` null) or the listed ones. For what is too rare to have a loop of its own. */
export function addAny(
  slots: Slots,
  rows: RowList | null,
  values: ArrayLike<number>,
  sums: Float64Array,
): void {
  for (let at = 0; at < values.length; at += 1) {
    const slot = slots[rows === null ? at : (rows[at] ?? 0)] ?? 0;
    sums[slot] = (sums[slot] ?? 0) + (values[at] ?? 0);
  }
}

/** Half of the bits of an exact double. */
export const LIMB = 2 ** 26;

/**
 * Sums that may pass 2^53, in two limbs: value = high × LIMB + low, 0 <= low < LIMB. Each limb's sum stays exact for
 * 2^26 rows.
 */
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

/** Adds the values of rows that have a product cost. */
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
