import { describe, expect, it } from 'vitest';
import {
  BASE_COLUMN_KEYS,
  CATEGORIES,
  COLUMNS,
  COST_SECTIONS,
  columnKeysOf,
  findColumn,
  isDecimalKind,
  isSummable,
} from '#shared/domain/column-catalogue.ts';

describe('the column catalogue (spec 2.2 and 2.4)', () => {
  it('holds 114 distinct keys, 25 of them base', () => {
    expect(new Set(COLUMNS.map((column) => column.key)).size).toBe(114);
    expect(COLUMNS).toHaveLength(114);
    expect(BASE_COLUMN_KEYS).toHaveLength(25);
  });

  it('returns exactly the base set without categories, and every key with all of them', () => {
    expect(columnKeysOf([])).toEqual(BASE_COLUMN_KEYS);
    expect(columnKeysOf(CATEGORIES)).toHaveLength(114);
  });

  it('keeps the two keys apart that differ by one accent', () => {
    expect(findColumn('Devolución de Penalización por Cancelación')?.categories).toEqual(['costs']);
    expect(findColumn('Devolución de Penalizacion por Cancelación')?.categories).toEqual(['reimbursement']);
  });

  it('gives every cost section exactly one total', () => {
    for (const section of COST_SECTIONS) {
      const totals = COLUMNS.filter(
        (column) => column.section?.name === section && column.section.role === 'total',
      );
      expect(totals.map((column) => column.key)).toHaveLength(1);
    }
  });

  it.each([
    ['income', 7],
    ['reimbursement', 17],
    ['products', 3],
    ['orders', 3],
    ['channels', 1],
    ['internal-cost', 9],
  ] as const)('counts the columns of %s as the specification lists them', (category, count) => {
    expect(COLUMNS.filter((column) => column.categories.includes(category))).toHaveLength(count);
  });

  it('lists the columns of costs: the sections, the sale totals, the scopes and the rates', () => {
    // 9 + 6 + 3 + 9 + 16 + 3 + 9 + 4 of the sections, 3 sale totals, 3 scope costs, 8 rates.
    expect(COLUMNS.filter((column) => column.categories.includes('costs'))).toHaveLength(73);
  });

  it('gives a column that several categories add to each of them', () => {
    const several = COLUMNS.filter(({ base, categories }) => !base && categories.length > 1);
    expect(several.length).toBeGreaterThan(0);
    for (const { key, categories } of several)
      for (const category of categories) expect(columnKeysOf([category])).toContain(key);
  });

  it('sums money and counts, never percentages nor what is no figure', () => {
    for (const column of COLUMNS) if (column.key.startsWith('%')) expect(isSummable(column)).toBe(false);
    const summed = ['Ventas', 'Unidades', 'Costo Total', 'Orden', 'Fecha de compra'].filter((key) =>
      COLUMNS.some((column) => column.key === key && isSummable(column)),
    );
    expect(summed).toEqual(['Ventas', 'Unidades', 'Costo Total']);
  });

  it('writes money, counts and percentages as decimals, and nothing else', () => {
    const kinds = [...new Set(COLUMNS.map(({ kind }) => kind))];
    expect(kinds.filter(isDecimalKind).toSorted()).toEqual(['count', 'money', 'percent']);
    expect(kinds.length).toBeGreaterThan(3);
  });

  it('does not know a key that differs by case or accent', () => {
    expect(findColumn('ventas')).toBeUndefined();
    expect(findColumn('Costo Envio')).toBeUndefined();
  });
});
