import { MARK, MARK_SHIFT } from './row-flags.ts';
import type { RowRuns } from './row-runs.ts';
import { WITHOUT_COST } from './sum-kernels.ts';

/**
 * The inner loops of sums over runs (row-runs.ts): each run's sums stay in registers until its end. Two rows a turn, as
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
