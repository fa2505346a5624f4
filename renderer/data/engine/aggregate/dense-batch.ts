import { loopsOver } from '#renderer/data/engine/columns/code-kernels.ts';
import type { RowRuns } from './row-runs.ts';
import { addRuns1, addRuns2, addRuns6, addSparseInTurns } from './run-kernels.ts';
import type { RowList } from './sum-kernels.ts';
import { addDense, addPicked } from './sum-kernels.ts';

/** The rows of a segment that a pass adds up. */
export type PassRows = {
  /** The slot of each row. */
  readonly slots: Uint32Array;
  readonly count: number;
  /** The same rows put together by slot, where slots are few. */
  readonly runs: RowRuns | null;
  /** The rows whose slot is not 0, where they are few and there are no runs. */
  readonly picked: Uint32Array | null;
};

export type SmallInts = Int8Array | Int16Array | Int32Array;

/** Columns with a value in every row wait here until there are enough to be added up over runs in one go. */
export type DenseBatch = {
  readonly addDense: (rows: PassRows, values: SmallInts, sums: Float64Array) => void;
  readonly addSparse: (rows: PassRows, list: RowList, values: SmallInts, sums: Float64Array) => void;
  /** Adds what waits. Due before the slots change. */
  readonly flush: (rows: PassRows) => void;
};

const BATCH = 6;
const NO_VALUES = new Int32Array(0);
const NO_SUMS = new Float64Array(0);

/** `longest`: rows of the longest segment. */
export function createDenseBatch(longest: number, slotCount: number): DenseBatch {
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
    addDense(rows, narrow, into) {
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
    addSparse({ slots, runs }, list, narrow, into) {
      const listed = widened(narrow);
      const isLong = runs !== null && list.length > slotCount;
      if (isLong && list instanceof Uint16Array) addSparseInTurns(slots, list, listed, into, otherSums);
      else loopsOver(list).addListed(into, slots, list, listed);
    },
  };
}
