import { findColumn, isSummable } from '#shared/columns/catalogue.ts';
import { type Decimal, toDecimal, ZERO } from '#shared/decimal.ts';
import { RATE_BASE_COLUMN, RATE_COLUMNS } from '#shared/profitability.ts';
import type { Totals } from '../link/data-contract.ts';
import type { ColumnStore } from './column-store.ts';
import { type RowGroups, sumColumn } from './exact-sums.ts';
import { withoutProductCost, withProductCost } from './product-cost.ts';

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

/** Totals of each group, by its number. */
export function totalsOfGroups(
  store: ColumnStore,
  columns: readonly string[],
  groups: RowGroups,
): readonly GroupTotals[] {
  const { mask, groupOf, groupCount } = groups;
  const covered = new Uint8Array(mask.length);
  const rowsWithout = new Uint32Array(groupCount);
  const rows = new Uint32Array(groupCount);
  for (const segment of store.segments) {
    const withCost = withProductCost(segment);
    const without = withoutProductCost(segment);
    for (let at = 0; at < segment.rowCount; at += 1) {
      const row = segment.base + at;
      if (mask[row] !== 1) continue;
      const group = groupOf === null ? 0 : (groupOf[row] ?? 0);
      rows[group] = (rows[group] ?? 0) + 1;
      covered[row] = withCost[at] ?? 0;
      rowsWithout[group] = (rowsWithout[group] ?? 0) + (without[at] ?? 0);
    }
  }
  const summed = summedColumns(columns).map((column) => ({
    column,
    sums: sumColumn(store, column, { ...groups, rowCounts: rows }),
  }));
  const ventasCovered = sumColumn(store, RATE_BASE_COLUMN, { mask: covered, groupOf, groupCount });
  const orders = countOrders(store, groups);
  return Array.from({ length: groupCount }, (_, group) => {
    const sums: { [column: string]: Decimal } = {};
    const unreadable: { [column: string]: number } = {};
    for (const { column, sums: columnSums } of summed) {
      const sum = columnSums.sumOf(group);
      if (sum !== null) sums[column] = sum;
      const count = columnSums.unreadableOf(group);
      if (count > 0) unreadable[column] = count;
    }
    return {
      rows: rows[group] ?? 0,
      orders: orders[group] ?? 0,
      sums,
      unreadable,
      ventasWithProductCost: ventasCovered.sumOf(group) ?? toDecimal(ZERO),
      rowsWithoutProductCost: rowsWithout[group] ?? 0,
    };
  });
}

/** Distinct orders of each group. An order may be in several groups. */
function countOrders(store: ColumnStore, { mask, groupOf, groupCount }: RowGroups): Uint32Array {
  const counts = new Uint32Array(groupCount);
  if (groupOf === null) {
    const seen = new Uint8Array(store.orders.orderCount);
    for (const { base, orderOf } of store.segments) {
      for (let at = 0; at < orderOf.length; at += 1) if (mask[base + at] === 1) seen[orderOf[at] ?? 0] = 1;
    }
    for (const mark of seen) counts[0] = (counts[0] ?? 0) + mark;
    return counts;
  }
  // Rows laid out by group, so that one stamp an order tells whether this group has met it.
  const starts = new Uint32Array(groupCount + 1);
  for (let row = 0; row < mask.length; row += 1) {
    if (mask[row] === 1) {
      const after = (groupOf[row] ?? 0) + 1;
      starts[after] = (starts[after] ?? 0) + 1;
    }
  }
  for (let group = 0; group < groupCount; group += 1) {
    starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
  }
  const laidOut = new Uint32Array(starts[groupCount] ?? 0);
  const cursor = starts.slice();
  for (const { base, orderOf } of store.segments) {
    for (let at = 0; at < orderOf.length; at += 1) {
      if (mask[base + at] !== 1) continue;
      const group = groupOf[base + at] ?? 0;
      const place = cursor[group] ?? 0;
      cursor[group] = place + 1;
      laidOut[place] = orderOf[at] ?? 0;
    }
  }
  const stamps = new Uint32Array(store.orders.orderCount);
  for (let group = 0; group < groupCount; group += 1) {
    for (let at = starts[group] ?? 0; at < (starts[group + 1] ?? 0); at += 1) {
      const order = laidOut[at] ?? 0;
      if (stamps[order] !== group + 1) {
        stamps[order] = group + 1;
        counts[group] = (counts[group] ?? 0) + 1;
      }
    }
  }
  return counts;
}
