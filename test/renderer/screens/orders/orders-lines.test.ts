import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TableRowsQuery } from '#renderer/data/client/table-rows.ts';
import type { TableRow } from '#renderer/data/model/rows.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import {
  countedRows,
  countsIn,
  keyAt,
  type OpenedLine,
  placesOf,
  relocated,
  sameLines,
} from '#renderer/screens/orders/opened-orders.ts';
import { rangeFigures } from '#renderer/screens/orders/order-rows.ts';
import { hitColumns, isHit, itemCell } from '#renderer/screens/orders/orders-table.tsx';
import { areAlike, rangeValues, wholeFigures } from '#renderer/screens/orders/range-summary.tsx';
import { fold } from '#shared/base/fold.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';

/** A table of some lines, some of them opened, in any order. */
const tables = fc.integer({ min: 1, max: 40 }).chain((total) =>
  fc.record({
    total: fc.constant(total),
    opened: fc
      .uniqueArray(fc.record({ line: fc.nat(total - 1), items: fc.integer({ min: 2, max: 6 }) }), {
        selector: ({ line }) => line,
      })
      .map((all): OpenedLine[] => all.map((one) => ({ ...one, key: `o${one.line}` }))),
  }),
);

/** The rows written out one by one. */
function writtenOut(total: number, opened: readonly OpenedLine[]) {
  return Array.from({ length: total }, (_, line) => {
    const held = opened.find((order) => order.line === line);
    return [
      { line, item: null as number | null, key: held?.key ?? null },
      ...Array.from({ length: held?.items ?? 0 }, (_unused, item) => ({
        line,
        item: item as number | null,
        key: held?.key ?? null,
      })),
    ];
  }).flat();
}

describe('lines with opened orders among them', () => {
  test('stand where they would if they were written out', () => {
    fc.assert(
      fc.property(tables, ({ total, opened }) => {
        const places = placesOf(total, opened);
        const rows = writtenOut(total, opened);
        expect(places.rowCount).toBe(rows.length);
        expect(
          rows.map((_, row) => {
            const { line, item, opened: held } = places.at(row);
            return { line, item, key: held?.key ?? null };
          }),
        ).toEqual(rows);
        for (let line = 0; line < total; line += 1)
          expect(places.rowOf(line)).toBe(rows.findIndex((row) => row.line === line));
      }),
    );
  });

  test('count each row of an order at most once in a range', () => {
    fc.assert(
      fc.property(tables, fc.nat(), fc.nat(), ({ total, opened }, one, other) => {
        const places = placesOf(total, opened);
        const [top, bottom] = [one % places.rowCount, other % places.rowCount].sort((a, b) => a - b) as [
          number,
          number,
        ];
        const counted = countedRows(places, top, bottom).map((row) => places.at(row));
        const whole = new Set(counted.filter(({ item }) => item === null).map(({ line }) => line));
        // No item beside its own order; whatever is left out is in an order that counts.
        for (const { line, item } of counted) expect(item !== null && whole.has(line)).toBe(false);
        for (let row = top; row <= bottom; row += 1)
          expect(countsIn(places, top, row) || whole.has(places.at(row).line)).toBe(true);
      }),
    );
  });

  test('a range over the items alone counts them all', () => {
    const places = placesOf(3, [{ key: 'a', line: 1, items: 3 }]);
    expect(countedRows(places, 2, 4)).toEqual([2, 3, 4]);
    expect(countedRows(places, 1, 5)).toEqual([1, 5]);
    expect(countedRows(places, 3, 5)).toEqual([3, 4, 5]);
  });
});

const line = (cells: readonly (string | null)[]): TableRow => ({
  id: 'r1',
  rows: 1,
  cells,
  unreadable: [],
  mixed: [],
  productCostMissing: false,
});

describe('what a range comes to', () => {
  test('adds amounts and counts, never percentages or numbers of orders', () => {
    const asked = ['Orden', 'Ventas', '% Rentabilidad Total', 'Unidades'];
    const lines = [line(['7', '10.10', '50', '2']), line(['8', '-0.10', '1', null])];
    const values = rangeValues(lines, asked, asked);
    expect(values).toEqual(['10.10', '2', '-0.10', null]);
    expect(rangeFigures(values)).toMatchObject({ sum: '12.00', count: 3 });
  });

  test('leaves out what a row could not have read, not a sum of an order that is longer than any value', () => {
    const long = '9'.repeat(61);
    const asked = ['Ventas', 'Unidades'];
    const of = (cell: string | null, unreadable: readonly string[]) =>
      rangeValues([{ ...line([cell, '2']), unreadable }], asked, asked);
    expect(of(long, ['Ventas'])).toEqual([null, '2']);
    expect(of(long, ['Unidades'])).toEqual([long, '2']);
    expect(of(long, [])).toEqual([long, '2']);
    expect(of('10.5', ['Ventas'])).toEqual(['10.5', '2']);
    expect(of(null, ['Ventas'])).toEqual([null, '2']);
    expect(of('n/a', ['Ventas'])).toEqual([null, '2']);
    // A column that was not read has no figures.
    expect(rangeValues([line(['1'])], ['Ventas', 'Unidades'], ['Unidades'])).toEqual([null, '1']);
    expect(rangeFigures([null, 'n/a', ''])).toBeNull();
    expect(rangeFigures(['1', null, '0.005'])).toEqual({ sum: '1.005', average: '0.5025000', count: 2 });
  });

  test('is no sum of sales, units and charges, nor of a result and another; charges are added to charges', () => {
    expect(areAlike(['Ventas'])).toBe(true);
    expect(areAlike(['Orden', 'Ventas', '% Rentabilidad Total'])).toBe(true);
    expect(areAlike(['Cobro de Comisiones', 'Cobro de Envío'])).toBe(true);
    expect(areAlike(['Ventas', 'Unidades'])).toBe(false);
    expect(areAlike(['Ventas', 'Cobro de Comisiones'])).toBe(false);
    expect(areAlike(['Cobro de Comisiones', 'Reembolso de Comisiones'])).toBe(false);
    expect(areAlike(['Rentabilidad Comercial', 'Rentabilidad Total'])).toBe(false);
    expect(areAlike(['Costo de Marketplace', 'Costo de Producto'])).toBe(false);
  });

  test('whole columns are the foot’s own sums', () => {
    const totals = {
      sums: { Ventas: '100.50' as Decimal, Unidades: '3' as Decimal },
    } as unknown as Totals;
    expect(wholeFigures(totals, ['Ventas', 'Unidades', 'Orden'], 4)).toEqual({
      sum: '103.50',
      average: null,
      count: 12,
    });
    expect(wholeFigures(totals, ['Orden'], 4)).toBeNull();
    expect(wholeFigures(null, ['Ventas'], 4)).toBeNull();
  });
});

describe('cells', () => {
  test('a search marks the columns it looks in, whatever accents and case', () => {
    const needle = fold('LÁMPARA');
    expect(isHit('Producto', 'Lampara de pie', needle)).toBe(true);
    expect(isHit('Marca', 'Lampara', needle)).toBe(false);
    expect(isHit('Producto', null, needle)).toBe(false);
    expect(isHit('Producto', 'Lampara', '')).toBe(false);
  });

  test('an item says its SKU, or its product, or what the order says', () => {
    const order = { text: '77', tone: 'plain' as const };
    const read = (cells: { readonly [column: string]: string }) => (column: string) => cells[column] ?? '';
    expect(itemCell(read({ 'SKU Producto': 'A-1', Producto: 'Mesa' }), order)).toMatchObject({
      text: 'A-1',
      title: 'A-1 · Mesa · 77',
    });
    expect(itemCell(read({ Producto: 'Mesa' }), order).text).toBe('Mesa');
    expect(itemCell(read({}), order)).toBe(order);
  });
});
test('a search says in which columns its lines hold what is looked for', () => {
  const lines = [line(['V-1', 'Lámpara de pie']), line(['V-2', null])];
  expect(hitColumns(lines, ['Orden', 'Producto'], 'lampara')).toEqual(['Producto']);
  expect(hitColumns(lines, ['Orden', 'Producto'], 'v-')).toEqual(['Orden']);
  expect(hitColumns(lines, ['Orden'], '')).toEqual([]);
});

describe('opened orders over a commit', () => {
  const columns = ['Canal', 'Cuenta', 'Orden'];
  const query: TableRowsQuery = {
    rows: { selection: EVERYTHING, grouping: 'orders', sort: null, columns },
    totalColumns: [],
  };
  const view = (orders: readonly (readonly [order: string, rows: number])[], page = 0) => ({
    query,
    pages: new Map([[page, orders.map(([order, rows]) => ({ ...line(['A', 'x', order]), rows }))]]),
  });
  const open = (seen: ReturnType<typeof view>, at: number): OpenedLine => ({
    key: keyAt(seen, at) ?? '',
    line: at,
    items: 2,
  });

  test('stay open where they stand now, with as many items as they have now', () => {
    const before = view([
      ['1', 2],
      ['2', 2],
    ]);
    const after = view([
      ['0', 1],
      ['1', 3],
      ['2', 2],
    ]);
    expect(relocated([open(before, 0), open(before, 1)], after)).toMatchObject([
      { line: 1, items: 3 },
      { line: 2, items: 2 },
    ]);
  });

  test('are closed where they are gone, hold a single row, or are not on hand', () => {
    const before = view([
      ['1', 2],
      ['2', 2],
    ]);
    const opened = [open(before, 0), open(before, 1)];
    expect(relocated(opened, view([['2', 1]]))).toEqual([]);
    expect(relocated(opened, view([['1', 2]], 3))).toMatchObject([{ line: 300 }]);
  });

  test('other columns leave the lines what they are; another filter, sort or grouping does not', () => {
    const { rows } = query;
    expect(sameLines(rows, { ...rows, columns: ['Orden'] })).toBe(true);
    expect(sameLines(rows, { ...rows, grouping: 'rows' })).toBe(false);
    expect(sameLines(rows, { ...rows, sort: { column: 'Ventas', direction: 'ascending' } })).toBe(false);
    expect(sameLines(rows, { ...rows, selection: { ...EVERYTHING, search: 'x' } })).toBe(false);
    expect(sameLines(undefined, rows)).toBe(false);
  });
});
