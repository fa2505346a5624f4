import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import type { MissingCost, MissingCostOrder } from '#renderer/reconciliation/costs/model/missing-costs.ts';
import { orderMissingCosts } from '#renderer/reconciliation/costs/worker/missing-costs.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import {
  type NaiveRow,
  naiveHasCost,
  naiveLacksCost,
  naiveSelects,
  naiveSum,
  naiveUnits,
  PLACES,
} from '#test/renderer/data/engine/naive.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { asked, world } from '#test/renderer/data/engine/worlds.ts';
import { storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

/** SKUs without product cost against the slow way, in random histories of commits with awkward values. */

/** without × cost ÷ ventas to four places, rounded half away from zero, times 10^PLACES; null where nothing is known. */
function naiveEstimate(without: bigint, rows: readonly NaiveRow[]): bigint | null {
  const cost = naiveSum(rows, 'Costo de Producto');
  const ventas = naiveSum(rows.filter(naiveHasCost), 'Ventas') ?? 0n;
  if (cost === null || ventas <= 0n) return null;
  const product = without * cost;
  const size = product < 0n ? -product : product;
  const unit = 10n ** BigInt(PLACES - 4);
  const rounded = (2n * size + ventas * unit) / (2n * ventas * unit);
  return (product < 0n ? -rounded : rounded) * unit;
}

const PROFIT_COLUMNS = [
  ...['Orden', 'SKU Producto', 'Fecha de compra', 'Ventas', 'Unidades', 'Costo de Producto'],
  ...['Rentabilidad Comercial', 'Rentabilidad Total'],
];

/** Of one of two SKUs, with a cost or without, and with the profitabilities or without. */
const soldRow: fc.Arbitrary<NaiveRow> = fc
  .record({
    Orden: fc.constantFrom('O-1', 'O-2', 'O-3'),
    'SKU Producto': fc.constantFrom('A', 'B'),
    Ventas: fc.integer({ min: 1, max: 90_000 }).map((cents) => (cents / 100).toFixed(2)),
    'Costo de Producto': fc.constantFrom('0.00', '12.50', '30', null),
    'Rentabilidad Comercial': fc.constantFrom('10.25', '-4.10', null),
    'Rentabilidad Total': fc.constantFrom('7', '-9.99', null),
  })
  .map((row) => ({ ...row, Unidades: '1', 'Fecha de compra': '2026-03-04T10:00:00.000' }));

describe('product costs that are missing', () => {
  test('are told of the rows asked for, and judged by what the accounts of these know of each SKU', () => {
    const row = (Cuenta: string, day: string, sku: string, ventas: string, cost: string) => ({
      ...{ Canal: 'C', Cuenta, Orden: `${Cuenta} ${day} ${sku}`, 'Tipo de Dato': 'Orden', Unidades: '2' },
      ...{ 'SKU Producto': sku, Producto: sku === '' ? null : `The ${sku}`, Ventas: ventas },
      ...{ 'Costo de Producto': cost, 'Rentabilidad Comercial': '10', 'Rentabilidad Total': '-4' },
      ...{ 'Fecha de compra': `2026-${day}T10:00:00.000`, 'Estado de Orden': 'Regular' },
    });
    const rows = [
      ...[row('one', '03-01', 'B', '100', '0'), row('one', '03-01', 'B', '50', '0')],
      ...[row('one', '03-02', 'A', '150', '0'), row('one', '03-31', 'D', '80', '40')],
      ...[row('one', '03-31', '', '900', '0'), row('one', '03-31', 'Z', '0', '0')],
      // In February three quarters of B were its cost; in the other account nothing of what either sold.
      ...[row('one', '02-28', 'B', '200', '150'), row('one', '04-01', 'A', '7', '0')],
      ...[row('two', '03-05', 'B', '1000', '10'), row('two', '03-05', 'A', '1000', '20')],
    ];
    const columns = Object.keys(rows[0] ?? {});
    const selection = {
      ...EVERYTHING,
      scope: { accounts: [{ Canal: 'C', Cuenta: 'one' }], isExcluded: false },
      period: { from: '2026-03-01', to: '2026-03-31' },
    } as unknown as typeof EVERYTHING;
    const { tasks } = createQueries(storeOf(rows, 2, columns));
    const ask = (order: MissingCostOrder, limit: number | null = null) => {
      const { revision: _, lines, ...head } = atOnce(tasks.missingCosts({ selection, order, limit }));
      return { head, lines };
    };
    const { head, lines } = ask('ventas');
    const line = { units: '2', comercial: '10', total: '-4', rows: 1 };
    expect(lines).toEqual([
      { ...line, sku: '', product: null, ventas: '900', estimate: '450.0000', basis: 'selection' },
      { ...line, sku: 'A', product: 'The A', ventas: '150', estimate: '75.0000', basis: 'selection' },
      {
        ...{ sku: 'B', product: 'The B', rows: 2, units: '4', ventas: '150', comercial: '20', total: '-8' },
        ...{ estimate: '112.5000', basis: 'sku' },
      },
    ]);
    expect(head).toEqual({
      ...{ skus: 3, rows: 4, ventas: '1200', allVentas: '1280', coveredVentas: '80', estimate: '637.5000' },
      comercial: { most: '60', likely: '-577.5000' },
      total: { most: '-24', likely: '-661.5000' },
      estimated: { sku: 1, selection: 2, none: 0 },
    });
    const byRisk = ask('risk', 2);
    expect([byRisk.head, byRisk.lines.map(({ sku }) => sku)]).toEqual([head, ['', 'B']]);
    // Asked of another period after it.
    const april = { ...selection, period: { from: '2026-04-01', to: '2026-04-30' } } as typeof EVERYTHING;
    const later = atOnce(tasks.missingCosts({ selection: april, order: 'ventas', limit: null }));
    expect(later.lines.map(({ sku, ventas }) => [sku, ventas])).toEqual([['A', '7']]);
    // Of another account after it, and of other orders of this one.
    const accounts = [{ Canal: 'C', Cuenta: 'two' }];
    const told = [
      { ...selection, scope: { accounts, isExcluded: false } },
      { ...selection, filters: [{ column: 'SKU Producto', values: ['A'] }] },
      selection,
    ].map((asked) => {
      const own = atOnce(
        tasks.missingCosts({ selection: asked as typeof EVERYTHING, order: 'ventas', limit: null }),
      );
      return [own.allVentas, own.lines.map(({ sku }) => sku)];
    });
    expect(told).toEqual([
      ['2000', []],
      ['150', ['A']],
      ['1280', ['', 'A', 'B']],
    ]);
    const many = Array.from({ length: 1100 }, (_, at) => row('one', '03-02', `S${at}`, '5', '0'));
    const whole = createQueries(storeOf(many, 2, columns)).tasks;
    expect(atOnce(whole.missingCosts({ selection, order: 'risk', limit: null })).lines).toHaveLength(1100);
  });

  test('stay with the rows behind those that were merged away', () => {
    const row = (sku: string) => ({
      ...{ Canal: 'C', Cuenta: 'one', Orden: sku, 'SKU Producto': sku, Ventas: '5', Unidades: '1' },
      ...{ 'Costo de Producto': '0', 'Fecha de compra': '2026-03-02T10:00:00.000' },
    });
    const columns = Object.keys(row('A'));
    const store = storeOf(['A', 'B', 'C'].map(row), 3, columns);
    const { bytes, headerLength } = encodeSegment({
      columns,
      rows: [columns.map((column) => store.cell(0, column))],
    });
    const [first] = store.segments;
    const segment = decodeSegment(bytes, headerLength);
    store.replaceSegments([first?.id ?? -1], { id: 90, segment, rows: Uint32Array.of(0) });
    expect(store.segments.map(({ retired }) => retired)).toEqual([true, false, false, false]);
    const query = { selection: EVERYTHING, order: 'ventas', limit: null } as const;
    const { lines } = atOnce(createQueries(store).tasks.missingCosts(query));
    expect(lines.map(({ sku }) => sku).toSorted()).toEqual(['A', 'B', 'C']);
  });

  test('agree with the slow way, by SKU and together', () => {
    fc.assert(
      fc.property(
        asked,
        fc.constantFrom<MissingCostOrder>('ventas', 'risk'),
        ([{ store, rows }, selection], order) => {
          const queries = createQueries(store);
          const found = atOnce(queries.tasks.missingCosts({ selection, order, limit: null }));
          const selected = rows.filter((row) => naiveSelects(selection, row));
          const everywhere = rows.filter((row) =>
            naiveSelects({ ...EVERYTHING, scope: selection.scope }, row),
          );
          const lacking = selected.filter(naiveLacksCost);
          const skuOf = (row: NaiveRow) => row['SKU Producto'] ?? '';
          const skus = [...new Set(lacking.map(skuOf))].sort();
          expect(found.lines.map(({ sku }) => sku).sort()).toEqual(skus);
          expect([found.skus, found.rows]).toEqual([skus.length, lacking.length]);
          expect(naiveUnits(found.ventas)).toBe(naiveSum(lacking, 'Ventas') ?? 0n);
          expect(naiveUnits(found.allVentas)).toBe(naiveSum(selected, 'Ventas') ?? 0n);
          expect(naiveUnits(found.coveredVentas)).toBe(
            naiveSum(selected.filter(naiveHasCost), 'Ventas') ?? 0n,
          );
          let total: bigint | null = null;
          for (const line of found.lines) {
            const own = lacking.filter((row) => skuOf(row) === line.sku);
            const without = naiveSum(own, 'Ventas') ?? 0n;
            expect(line.rows).toBe(own.length);
            expect(naiveUnits(line.ventas)).toBe(without);
            expect(naiveUnits(line.units)).toBe(naiveSum(own, 'Unidades'));
            const bySku = naiveEstimate(
              without,
              everywhere.filter((row) => skuOf(row) === line.sku),
            );
            const expected = bySku ?? naiveEstimate(without, selected);
            expect(naiveUnits(line.estimate)).toBe(expected);
            expect(line.basis).toBe(bySku !== null ? 'sku' : expected !== null ? 'selection' : null);
            if (expected !== null) total = (total ?? 0n) + expected;
          }
          expect(naiveUnits(found.estimate)).toBe(total);
          const bases = (['sku', 'selection', null] as const).map(
            (basis) => found.lines.filter((line) => line.basis === basis).length,
          );
          const { sku, selection: shared, none } = found.estimated;
          expect([sku, shared, none]).toEqual(bases);
          const keys = found.lines.map(({ ventas, estimate }) =>
            order === 'ventas' ? naiveUnits(ventas) : naiveUnits(estimate),
          );
          const known = keys.filter((key) => key !== null);
          expect(known.every((key, at) => at === 0 || (known[at - 1] ?? 0n) >= key)).toBe(true);
          expect(keys.slice(known.length).every((key) => key === null)).toBe(true);
        },
      ),
      { numRuns: randomCases(24) },
    );
  });

  test('take what they are likely to have cost off Comercial and off Total', () => {
    fc.assert(
      fc.property(fc.array(soldRow, { maxLength: 6 }), (rows) => {
        const store = createColumnStore();
        const cells = rows.map((row) => PROFIT_COLUMNS.map((column) => row[column] ?? null));
        const { bytes, headerLength } = encodeSegment({ columns: PROFIT_COLUMNS, rows: cells });
        store.addSegment(1, decodeSegment(bytes, headerLength), null);
        const query = { selection: EVERYTHING, order: 'risk', limit: null } as const;
        const found = atOnce(createQueries(store).tasks.missingCosts(query));
        const lacking = rows.filter(naiveLacksCost);
        const estimate = naiveUnits(found.estimate);
        for (const [key, column] of [
          ['comercial', 'Rentabilidad Comercial'],
          ['total', 'Rentabilidad Total'],
        ] as const) {
          const most = naiveSum(rows, column);
          const bounds = found[key];
          expect(bounds === null ? null : [naiveUnits(bounds.most), naiveUnits(bounds.likely)]).toEqual(
            most === null || estimate === null ? null : [most, most - estimate],
          );
          for (const line of found.lines) {
            const own = lacking.filter((row) => row['SKU Producto'] === line.sku);
            expect(naiveUnits(line[key])).toBe(naiveSum(own, column));
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  test('a limit leaves out the last lines and nothing of the sums', () => {
    fc.assert(
      fc.property(world, ({ store }) => {
        const { tasks } = createQueries(store);
        const ask = (limit: number | null) =>
          atOnce(tasks.missingCosts({ selection: EVERYTHING, order: 'ventas', limit }));
        const { lines, ...head } = ask(null);
        const { lines: first, ...same } = ask(1);
        expect(same).toEqual(head);
        expect(first).toEqual(lines.slice(0, 1));
      }),
      { numRuns: 15 },
    );
  });

  test('by risk, what has no estimate comes last, and equals stay as they are', () => {
    const estimate = fc.option(fc.integer({ min: -40, max: 40 }));
    const written = fc.constantFrom(1, 2);
    fc.assert(
      fc.property(fc.array(fc.tuple(estimate, written), { maxLength: 12 }), (drawn) => {
        // In halves, so that one amount is written in two ways: 0.5 and 0.50.
        const lines = drawn.map(([halves, places], at) => ({
          sku: String(at),
          estimate: halves === null ? null : (halves / 2).toFixed(places),
        })) as readonly unknown[] as readonly MissingCost[];
        const placed = orderMissingCosts(lines, 'risk').map(({ sku }) => Number(sku));
        const of = (at: number) => drawn[at]?.[0] ?? Number.NEGATIVE_INFINITY;
        expect(placed).toEqual(
          lines.map((_, at) => at).sort((a, b) => (of(a) < of(b) ? 1 : of(a) > of(b) ? -1 : a - b)),
        );
        expect(orderMissingCosts(lines, 'ventas')).toEqual(lines);
      }),
    );
  });
});
