import { expect } from 'vitest';
import type { Totals } from '#renderer/data/model/totals.ts';
import {
  isUnreadable,
  type NaiveRow,
  naiveHasCost,
  naiveLacksCost,
  naiveOrder,
  naiveSum,
  naiveUnits,
} from './naive.ts';

export const SUMMED = [
  'Ventas',
  'Costo de Marketplace',
  'Rentabilidad Marketplace',
  'Costo de Producto',
  'Costo Envío',
  'Otros costos',
  'Unidades',
];

/** Checks every figure of `totals` against the rows it should speak of. */
export function expectTotals(totals: Omit<Totals, 'revision'>, rows: readonly NaiveRow[]): void {
  expect(totals.rows).toBe(rows.length);
  expect(totals.orders).toBe(new Set(rows.map(naiveOrder)).size);
  for (const column of SUMMED) {
    expect(naiveUnits(totals.sums[column] ?? null), column).toBe(naiveSum(rows, column));
    expect(totals.unreadable[column] ?? 0, column).toBe(
      rows.filter((row) => isUnreadable(row[column] ?? null)).length,
    );
  }
  expect(naiveUnits(totals.ventasWithProductCost)).toBe(naiveSum(rows.filter(naiveHasCost), 'Ventas') ?? 0n);
  expect(totals.rowsWithoutProductCost).toBe(rows.filter(naiveLacksCost).length);
}

export function groupBy(
  rows: readonly NaiveRow[],
  keyOf: (row: NaiveRow) => string,
): Map<string, NaiveRow[]> {
  const groups = new Map<string, NaiveRow[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}
