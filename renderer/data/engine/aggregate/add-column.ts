import type { DecimalColumn, SegmentColumn } from '#renderer/data/engine/columns/segment.ts';
import { addExtra, type ColumnSums } from './column-sums.ts';
import type { DenseBatch, PassRows } from './dense-batch.ts';
import { addAny, addLimbs } from './sum-kernels.ts';

/** Adds one column of a segment to its sums. Dense columns may wait in the batch until it is flushed. */
export function addColumn(
  column: SegmentColumn | undefined,
  rows: PassRows,
  sums: ColumnSums,
  batch: DenseBatch,
): void {
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
  else if (values instanceof Float64Array) addAny(rows.slots, list, values, lane.sums);
  else if (list === null) batch.addDense(rows, values, lane.sums);
  else batch.addSparse(rows, list, values, lane.sums);
}

function addExceptions({ exceptions }: DecimalColumn, slots: Uint32Array, sums: ColumnSums): void {
  const { rows, codes, meanings } = exceptions;
  for (let at = 0; at < rows.length; at += 1) {
    const slot = slots[rows[at] ?? 0] ?? 0;
    if (slot === 0) continue;
    const meaning = meanings[codes[at] ?? 0];
    if (meaning?.kind === 'value') addExtra(sums.extra, slot, meaning.value);
    else if (meaning?.kind === 'unreadable') {
      sums.unreadable ??= emptyCounts(sums);
      sums.unreadable[slot] = (sums.unreadable[slot] ?? 0) + 1;
    } else {
      sums.absent ??= emptyCounts(sums);
      sums.absent[slot] = (sums.absent[slot] ?? 0) + 1;
    }
  }
}

/** A segment without the column: its value is absent in every row. */
function addAbsent({ slots, count }: PassRows, sums: ColumnSums): void {
  const absent = sums.absent ?? emptyCounts(sums);
  sums.absent = absent;
  for (let row = 0; row < count; row += 1) {
    const slot = slots[row] ?? 0;
    absent[slot] = (absent[slot] ?? 0) + 1;
  }
}

function emptyCounts({ lanes }: ColumnSums): Float64Array {
  return new Float64Array(lanes[0]?.sums.length ?? 0);
}
