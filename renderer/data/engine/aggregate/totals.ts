import type { Totals } from '#renderer/data/api.ts';
import { findColumn, isSummable } from '#shared/domain/column-catalogue.ts';
import { type Decimal, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import { RATE_BASE_COLUMN, RATE_COLUMNS } from '#shared/domain/profitability.ts';
import { decimalOf, rollUp, rollUpCounts, unreadableOf } from './column-sums.ts';
import type { GroupedSums } from './grouped-sums.ts';

/** The figures of groups of rows: one computation behind every total, subtotal and chart. */
export type GroupTotals = Omit<Totals, 'revision'>;

/** The columns to sum so that the asked ones can be shown: a percentage needs its part and its base. */
export function summedColumns(columns: readonly string[]): readonly string[] {
  const summed = new Set<string>();
  for (const key of columns) {
    const column = findColumn(key);
    if (column !== undefined && isSummable(column)) summed.add(key);
    const part = RATE_COLUMNS[key];
    if (part !== undefined) {
      summed.add(part);
      summed.add(RATE_BASE_COLUMN);
    }
  }
  return [...summed];
}

/** The figures of one slot. */
export function totalsOf(all: GroupedSums, slot: number, orders: number): GroupTotals {
  const rows = all.rows[slot] ?? 0;
  // Most groups have every column: a copy of one object of all keys is made far faster than key by key.
  const sums: { [column: string]: Decimal } = { ...all.blank };
  const unreadable: { [column: string]: number } = {};
  for (const [column, columnSums] of all.sums) {
    const sum = decimalOf(columnSums, slot, rows);
    if (sum === null) delete sums[column];
    else sums[column] = sum;
    const count = unreadableOf(columnSums, slot);
    if (count > 0) unreadable[column] = count;
  }
  return {
    rows,
    orders,
    sums,
    unreadable,
    ventasWithProductCost: decimalOf(all.salesWithCost, slot, Number.POSITIVE_INFINITY) ?? toDecimal(ZERO),
    rowsWithoutProductCost: all.rowsWithoutCost[slot] ?? 0,
  };
}

/** The sums of the slots' parents: exact, as the slots' own are. */
export function sumsOfParents(all: GroupedSums, parentOf: Uint32Array, parentCount: number): GroupedSums {
  return {
    blank: all.blank,
    slotCount: parentCount,
    rows: rollUpCounts(all.rows, parentOf, parentCount),
    rowsWithoutCost: rollUpCounts(all.rowsWithoutCost, parentOf, parentCount),
    salesWithCost: rollUp(all.salesWithCost, parentOf, parentCount),
    sums: new Map([...all.sums].map(([column, sums]) => [column, rollUp(sums, parentOf, parentCount)])),
  };
}
