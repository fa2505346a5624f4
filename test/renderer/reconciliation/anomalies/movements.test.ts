import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findOddOrders } from '#renderer/reconciliation/anomalies/worker/odd-orders.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { toDecimal } from '#shared/domain/decimal.ts';
import { type NaiveRow, naiveOrder, naiveUnits } from '#test/renderer/data/engine/naive.ts';
import { storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';
import { CHARGES, naiveOdd, REFUNDS } from './naive-anomalies.ts';

/** Movements of the account that are there twice: what is charged on other days too is a fee that recurs. */

const ADVERTISING = 'Cobro por publicidad';
const NONE = Object.fromEntries([...CHARGES, ...REFUNDS].map((key) => [key, '0']));
const movement = (parts: Partial<NaiveRow>): NaiveRow => ({
  ...NONE,
  ...{ Canal: 'Uno', Cuenta: 'A', Orden: '', 'Nro. suborden': '', 'Tipo de Dato': 'Marketplace' },
  ...{ Producto: 'Publicidad', 'Estado de Orden': 'Regular', Ventas: '0', Unidades: '0' },
  ...{ 'Fecha de compra': '2026-01-02T08:00:00.000', [ADVERTISING]: '12.50' },
  ...parts,
});
const COLUMNS = Object.keys(movement({}));

function oddOf(rows: readonly NaiveRow[], segments = 1): Map<string, bigint | null> {
  const store = storeOf(rows, segments, COLUMNS);
  const rowAt = (row: number): NaiveRow =>
    Object.fromEntries(COLUMNS.map((column) => [column, store.cell(row, column)]));
  return new Map(
    atOnce(findOddOrders(store)).odd.map(({ kind, rows: own, amount }) => [
      `${kind} ${naiveOrder(rowAt(own[0] ?? 0))} moved`,
      naiveUnits(toDecimal(amount)),
    ]),
  );
}

describe('a movement that is there twice', () => {
  const [noon, next] = ['2026-01-02T12:00:00.000', '2026-01-03T08:00:00.000'];
  const counts = (...more: readonly Partial<NaiveRow>[]) =>
    oddOf([movement({}), movement({}), ...more.map(movement)]).size;

  test('is a fee where its amount is charged on another day, by that account and in that column', () => {
    expect(counts()).toBe(1);
    expect(counts({ 'Fecha de compra': next })).toBe(0);
    // At another moment of the day it is no other day.
    expect(counts({ 'Fecha de compra': noon })).toBe(1);
    expect(counts({ 'Fecha de compra': next, [ADVERTISING]: '12.51' })).toBe(1);
    expect(counts({ 'Fecha de compra': next, Cuenta: 'B' })).toBe(1);
    expect(counts({ 'Fecha de compra': next, [ADVERTISING]: '0', 'Cobro de Envío': '12.50' })).toBe(1);
    // A sale is no movement, whatever it is charged, and however odd it is itself.
    const sale = { 'Fecha de compra': next, 'Tipo de Dato': 'Orden', Orden: 'X', Ventas: '0', Unidades: '1' };
    expect(counts(sale)).toBe(1);
    expect(counts({ 'Fecha de compra': next, 'Tipo de Dato': 'Orden', Orden: 'X', Ventas: '100' })).toBe(1);
  });

  test('is held against all movements, of whose column and amount nothing may be known', () => {
    const other = { 'Fecha de compra': next, 'Cobro de Envío': '12.50' };
    for (const amount of [null, '0', '-12.50']) expect(counts({ ...other, [ADVERTISING]: amount })).toBe(1);
  });

  test('is none by a movement that is gone', () => {
    const rows = [movement({}), movement({}), movement({ 'Fecha de compra': next })];
    const store = storeOf(rows, 1, COLUMNS);
    expect(atOnce(findOddOrders(store)).odd).toEqual([]);
    store.markDeleted([2]);
    store.raiseRevision();
    expect(atOnce(findOddOrders(store)).odd).toHaveLength(1);
  });

  test('of a number is one whatever else is charged', () => {
    const numbered = { Orden: 'M1' };
    const rows = [numbered, numbered, { 'Fecha de compra': next }].map(movement);
    expect([...oddOf(rows).values()]).toEqual([naiveUnits('12.50')]);
  });

  test('agrees with the slow way, wherever the rows stand', () => {
    const row = fc
      .record({
        Orden: fc.constantFrom('', '', '', ' ', 'M1'),
        Cuenta: fc.constantFrom('A', 'A', 'A', 'B'),
        Producto: fc.constantFrom('x', 'x', 'x', 'y'),
        'Fecha de compra': fc.constantFrom('2026-01-02T08:00:00.000', '2026-01-02T08:00:00.000', noon, next),
        [ADVERTISING]: fc.constantFrom('12.50', '12.50', '12.50', '30', '0', '-7'),
        'Cobro de Envío': fc.constantFrom('0', '0', '0', '12.5'),
      })
      .map((parts) => movement(parts as Partial<NaiveRow>));
    let reported = 0;
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 2, maxLength: 9 }),
        fc.integer({ min: 1, max: 3 }),
        (rows, segments) => {
          const found = oddOf(rows, segments);
          reported += found.size;
          expect(found).toEqual(naiveOdd(rows));
        },
      ),
      { numRuns: 120 },
    );
    expect(reported).toBeGreaterThan(15);
  });
});
