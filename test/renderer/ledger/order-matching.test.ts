import { describe, expect, test } from 'vitest';
import { needsVerification } from '#renderer/ledger/order-matching.ts';
import { plannedRow, rowSource } from '#renderer/ledger/planned-rows.ts';
import type { UtcInstant } from '#shared/dates.ts';
import { COLUMNS_SENT, type Row, row } from './ledger-fixtures.ts';

const source = rowSource(COLUMNS_SENT);
const KNOWN = '2026-03-11T00:00:00.000Z' as UtcInstant;

function planned(values: Row, stored: number | null) {
  const whole = row(values);
  const cells = COLUMNS_SENT.map((column) => whole[column] ?? null);
  return { ...plannedRow(source, cells, null), stored };
}

const first = { 'Nro. suborden': 'S-1' };
const second = { 'Nro. suborden': 'S-2', 'SKU Producto': 'SKU-2' };
const stored = [planned(first, 1), planned(second, 2)];

describe('orders that must be read by purchase date (rule 5)', () => {
  test('a sub-order that comes alone and changed', () => {
    expect(needsVerification(stored, [planned({ ...first, Ventas: '7.00' }, null)], KNOWN)).toBe(true);
  });

  test('no order whose rows all found their counterpart', () => {
    const incoming = [planned({ ...first, Ventas: '7.00' }, null), planned(second, null)];
    expect(needsVerification(stored, incoming, KNOWN)).toBe(false);
  });

  test('no sub-order that the margin brings again unchanged', () => {
    expect(needsVerification(stored, [planned(first, null)], KNOWN)).toBe(false);
  });

  test('an unchanged sub-order all the same, when its update was not known before', () => {
    expect(needsVerification(stored, [planned(first, null)], null)).toBe(true);
    expect(needsVerification(stored, [planned(first, null)], '2026-03-10T12:00:00.000Z' as UtcInstant)).toBe(
      true,
    );
  });

  test('a sub-order that lost a row', () => {
    const before = [...stored, planned({ ...first, 'SKU Producto': 'SKU-3' }, 3)];
    expect(needsVerification(before, [planned(first, null)], KNOWN)).toBe(true);
  });
});
