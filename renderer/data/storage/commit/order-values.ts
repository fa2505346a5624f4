import { isOtherColumn } from '#renderer/data/engine/changes/change-record.ts';
import { type ColumnChange, withinOrder } from '#renderer/data/engine/changes/kept-values.ts';
import { findColumn, isSummable } from '#shared/domain/column-catalogue.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { sumOfCells } from './cell-sums.ts';
import { type PlannedRow, textOf } from './planned-rows.ts';

/**
 * An order's values in those of the changed `columns` that its figures do not tell, figures first: they are short, and
 * what one looks for; long texts are what is left out where there is no room.
 */
export function orderValues(
  before: readonly PlannedRow[],
  after: readonly PlannedRow[],
  columns: readonly string[],
): readonly ColumnChange[] {
  const others = columns.filter(isOtherColumn);
  const sorted = [...others.filter(isFigure), ...others.filter((column) => !isFigure(column))];
  return withinOrder(
    sorted.map((column) => ({
      column,
      before: valuesInLog(column, cellsOf(before, column)),
      after: valuesInLog(column, cellsOf(after, column)),
    })),
  );
}

/**
 * A figure all of whose values can be read is one exact sum; anything else is its distinct values. A column that
 * `changedColumns` does not name holds the same before and after, so that several changes of an order can be told as
 * one: from what was before the first that names it to what was after the last.
 */
export function valuesInLog(column: string, cells: readonly Cell[]): readonly Cell[] {
  // Mostly there is one row: it is its own sum, as it was written.
  if (cells.length === 1) return cells;
  return (isFigure(column) ? sumOf(cells) : null) ?? [...new Set(cells)].sort(compareCells);
}

function isFigure(column: string): boolean {
  const known = findColumn(column);
  return known !== undefined && isSummable(known);
}

/** Null where there is no value, or one that cannot be read: a sum would not tell. */
function sumOf(cells: readonly Cell[]): readonly Cell[] | null {
  const { sum, isWhole } = sumOfCells(cells);
  return sum === null || !isWhole ? null : [sum];
}

/** Orders cells that differ: none before all texts. */
function compareCells(one: Cell, other: Cell): number {
  if (one === null) return -1;
  return other === null || one > other ? 1 : -1;
}

function cellsOf(rows: readonly PlannedRow[], column: string): readonly Cell[] {
  return rows.map((row) => textOf(row, column));
}
