import { lacksProductCost } from '#renderer/data/engine/aggregate/row-flags.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import {
  cellAt,
  type Meaning,
  meaningAt,
  type SegmentColumn,
} from '#renderer/data/engine/columns/segment.ts';
import type { TableRow } from '#renderer/data/model/rows.ts';
import { findColumn, isSummable } from '#shared/domain/column-catalogue.ts';
import { add, type Decimal, type Scaled, toDecimal } from '#shared/domain/decimal.ts';
import { RATE_BASE_COLUMN, RATE_COLUMNS, setRateOf } from '#shared/domain/profitability.ts';
import type { Cell } from '#shared/domain/row-table.ts';

/** One line of the order table, from its rows. */

/** A row as a line: every cell exactly as it came. */
export function tableRowOfRow(store: ColumnStore, row: number, columns: readonly string[]): TableRow {
  const segment = store.segmentOf(row);
  const at = row - segment.base;
  const cells: Cell[] = [];
  const unreadable: string[] = [];
  for (const column of columns) {
    const found = segment.columns.get(column);
    cells.push(cellAt(found, at));
    if (isUnreadableAt(found, at)) unreadable.push(column);
  }
  return {
    id: `r${row}`,
    rows: 1,
    cells,
    unreadable,
    mixed: [],
    productCostMissing: lacksProductCost(store, row),
  };
}

/** An order as a line, over its rows in the selection. */
export function tableRowOfOrder(
  store: ColumnStore,
  order: number,
  rows: readonly number[],
  columns: readonly string[],
): TableRow {
  const unreadable: string[] = [];
  const mixed: string[] = [];
  const cells = columns.map((key): Cell => {
    const column = findColumn(key);
    if (column !== undefined && isSummable(column)) {
      const sum = sumOf(store, rows, key);
      if (sum.unreadable) unreadable.push(key);
      return sum.value;
    }
    if (column?.kind === 'percent') {
      const part = RATE_COLUMNS[key] ?? key;
      const partSum = sumOf(store, rows, part);
      const baseSum = sumOf(store, rows, RATE_BASE_COLUMN);
      if (partSum.unreadable || baseSum.unreadable) unreadable.push(key);
      const sums: { [column: string]: Decimal } = {};
      if (partSum.value !== null) sums[part] = partSum.value;
      if (baseSum.value !== null) sums[RATE_BASE_COLUMN] = baseSum.value;
      return setRateOf(key, sums);
    }
    if (rows.some((row) => meaningOf(store, row, key)?.kind === 'unreadable')) unreadable.push(key);
    const first = store.cell(rows[0] ?? 0, key);
    // An absent value and an empty one say the same.
    if (rows.every((row) => (store.cell(row, key) ?? '') === (first ?? ''))) return first;
    mixed.push(key);
    return null;
  });
  return {
    id: `o${order}`,
    rows: rows.length,
    cells,
    unreadable,
    mixed,
    productCostMissing: rows.some((row) => lacksProductCost(store, row)),
  };
}

function sumOf(
  store: ColumnStore,
  rows: readonly number[],
  column: string,
): { readonly value: Decimal | null; readonly unreadable: boolean } {
  let sum: Scaled | null = null;
  let unreadable = false;
  for (const row of rows) {
    const meaning = meaningOf(store, row, column);
    if (meaning?.kind === 'value') sum = sum === null ? meaning.value : add(sum, meaning.value);
    else if (meaning?.kind === 'unreadable') unreadable = true;
  }
  return { value: sum === null ? null : toDecimal(sum), unreadable };
}

/** A cell in its column's canonical form is readable: only exceptions may not be. */
function isUnreadableAt(column: SegmentColumn | undefined, at: number): boolean {
  if (column === undefined || column.kind === 'text' || column.exceptions.rows.length === 0) return false;
  return meaningAt(column, at).kind === 'unreadable';
}

/** The number or date that a cell means; undefined for texts. */
function meaningOf(store: ColumnStore, row: number, column: string): Meaning | undefined {
  const segment = store.segmentOf(row);
  const found = segment.columns.get(column);
  return found === undefined || found.kind === 'text' ? undefined : meaningAt(found, row - segment.base);
}
