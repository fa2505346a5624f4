import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { createQueries } from './queries.ts';

/** Sorted by a rate that a missing product cost makes look greater, lines that lack one stand apart. */

const COLUMNS = ['Orden', 'Ventas', 'Costo de Producto', 'Rentabilidad Total', '% Rentabilidad Total'];
const cents = (units: number) => (units / 100).toFixed(2);

type Sale = { readonly order: number; readonly sales: number; readonly cost: number; readonly rate: number };
const sale: fc.Arbitrary<Sale> = fc.record({
  order: fc.integer({ min: 1, max: 12 }),
  // More may be returned than was sold: that has no rate.
  sales: fc.constantFrom(0, -5_000, 5_000, 10_000, 20_000),
  cost: fc.constantFrom(0, 0, 1_000, 2_500),
  rate: fc.integer({ min: -90, max: 90 }),
});

function rowOf({ order, sales, cost, rate }: Sale) {
  return {
    ...{ Canal: 'Uno', Cuenta: 'Una', 'Tipo de Dato': 'Orden', 'Fecha de compra': '2026-10-01T10:00:00.000' },
    ...{ Orden: `O-${order}`, Ventas: cents(sales), 'Costo de Producto': cents(cost) },
    'Rentabilidad Total': cents((sales * rate) / 100),
    '% Rentabilidad Total': sales <= 0 ? '' : String(rate),
  };
}

function queriesOf(sales: readonly Sale[], more: (each: Sale) => object = () => ({})) {
  const store = createColumnStore();
  for (const [id, part] of [sales.slice(0, 7), sales.slice(7)].entries()) {
    if (part.length === 0) continue;
    const rows = part.map((each) => ({ ...rowOf(each), ...more(each) }));
    const columns = Object.keys(rows[0] ?? {}) as (keyof ReturnType<typeof rowOf>)[];
    const encoded = encodeSegment({ columns, rows: rows.map((row) => columns.map((key) => row[key])) });
    store.addSegment(id + 1, decodeSegment(encoded.bytes, encoded.headerLength), null);
    store.raiseRevision();
  }
  return createQueries(store);
}

test.each(['rows', 'orders'] as const)(
  '%s with all their costs, then those without one, then those without a rate',
  (grouping) => {
    const cases = fc.record({
      sales: fc.array(sale, { minLength: 1, maxLength: 20 }),
      direction: fc.constantFrom('ascending' as const, 'descending' as const),
      // Rows that are not selected say nothing of their order.
      numberFilters: fc.constantFrom(EVERYTHING.numberFilters, [
        { column: 'Costo de Producto', from: '0.01' as Decimal, to: null },
      ]),
    });
    fc.assert(
      fc.property(cases, ({ sales, direction, numberFilters }) => {
        const sort = { column: '% Rentabilidad Total', direction };
        const query = { selection: { ...EVERYTHING, numberFilters }, grouping, sort, columns: COLUMNS };
        const { lines } = queriesOf(sales).lines(query, 0, 100);
        // What lacks a cost is held against the rows themselves in queries.test.ts.
        const shown = lines.map(({ cells, productCostMissing }) => {
          const rate = cells[4] ?? '';
          return { standing: rate === '' ? 2 : productCostMissing ? 1 : 0, rate: Number(rate) };
        });
        const standings = shown.map(({ standing }) => standing);
        expect(standings).toEqual(standings.toSorted((a, b) => a - b));
        for (const each of [0, 1]) {
          const rates = shown.filter(({ standing }) => standing === each).map(({ rate }) => rate);
          expect(rates).toEqual(rates.toSorted((a, b) => (direction === 'ascending' ? a - b : b - a)));
        }
      }),
      { numRuns: randomCases(80) },
    );
  },
);

test('so do they by the rates of costs that hold the product’s, and by no others', () => {
  const sales = [
    { order: 1, sales: 10_000, cost: 0, rate: 50 },
    { order: 2, sales: 10_000, cost: 1_000, rate: 10 },
    { order: 3, sales: 10_000, cost: 1_000, rate: 70 },
  ];
  const costs = ['Costo de Marketplace', 'Costo Comercial', 'Costo Total'];
  const queries = queriesOf(sales, (each) =>
    Object.fromEntries(costs.map((column) => [column, cents(each.rate * 100)])),
  );
  const first = (column: string) => {
    const sort = { column, direction: 'ascending' } as const;
    const query = { selection: EVERYTHING, grouping: 'orders', sort, columns: ['Orden'] } as const;
    return queries.lines(query, 0, 10).lines.map(({ cells }) => cells[0]);
  };
  expect(costs.map((column) => first(`% ${column}`))).toEqual([
    ['O-2', 'O-1', 'O-3'],
    ['O-2', 'O-3', 'O-1'],
    ['O-2', 'O-3', 'O-1'],
  ]);
});

test('the rate of Marketplace, which needs no product cost, has all lines in one order', () => {
  const sales = [
    { order: 1, sales: 10_000, cost: 0, rate: 50 },
    { order: 2, sales: 10_000, cost: 1_000, rate: 10 },
  ];
  const lines = (column: string) =>
    queriesOf(sales)
      .lines(
        {
          selection: EVERYTHING,
          grouping: 'orders',
          sort: { column, direction: 'descending' },
          columns: ['Orden'],
        },
        0,
        10,
      )
      .lines.map(({ cells }) => cells[0]);
  expect(lines('Rentabilidad Total')).toEqual(['O-1', 'O-2']);
  expect(lines('% Rentabilidad Total')).toEqual(['O-2', 'O-1']);
});
