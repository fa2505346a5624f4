import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TableRowsQuery } from '#renderer/data/client/table-rows.ts';
import type { TableRow } from '#renderer/data/model/rows.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import { identityAt, lineOfOrder, orderBeside, sameOrder } from '#renderer/screens/orders/open-order.ts';
import {
  countedRows,
  countsIn,
  keyAt,
  type OpenedLine,
  placesOf,
  relocated,
  sameLines,
  toggledAt,
  treeStateOf,
} from '#renderer/screens/orders/opened-orders.ts';
import { rangeFigures } from '#renderer/screens/orders/order-rows.ts';
import { sumsOf } from '#renderer/screens/orders/orders-paper.tsx';
import { hitColumns, isHit, itemCell } from '#renderer/screens/orders/orders-table.tsx';
import {
  areAlike,
  isWholeColumn,
  lengthOf,
  linesOnHand,
  rangeValues,
  readCounted,
  wholeFigures,
} from '#renderer/screens/orders/range-summary.tsx';
import { MAX_RANGE_ROWS } from '#renderer/ui/grid/tsv.ts';
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

  test('of a row of the table are told apart, opened and closed by it', () => {
    const seen = view([
      ['1', 2],
      ['2', 1],
      ['3', 3],
    ]);
    const one = open(seen, 0);
    const places = placesOf(4, [one]);
    const stateOf = (row: number, of = seen) => treeStateOf(places.at(row), of);
    // Order 1 with two items, order 2 of a single row, order 3, and one that is not read.
    expect([0, 1, 2, 3, 4, 5].map((row) => stateOf(row))).toEqual([
      'open',
      'item',
      'item',
      null,
      'closed',
      null,
    ]);
    const rows = { ...seen, query: { ...query, rows: { ...query.rows, grouping: 'rows' as const } } };
    expect(stateOf(4, rows)).toBeNull();
    const toggled = (row: number) => toggledAt(places.at(row), [one], seen);
    expect(toggled(0)).toEqual([]);
    expect(toggled(1)).toEqual([one]);
    expect(toggled(4)).toEqual([one, { key: keyAt(seen, 2), line: 2, items: 3 }]);
    expect(toggled(5)).toEqual([one]);
    // One of two is closed, the other stays.
    const three = open(seen, 2);
    const both = placesOf(4, [three, one]);
    expect(
      [both.at(0), both.rowOf(2)].map((place) => (typeof place === 'number' ? place : place.opened)),
    ).toEqual([one, 4]);
    expect(toggledAt(both.at(0), [three, one], seen)).toEqual([three]);
    expect(toggledAt(both.at(4), [three, one], seen)).toEqual([one]);
    expect(keyAt(seen, 3)).toBeNull();
    expect(new Set([0, 1, 2].map((at) => keyAt(seen, at))).size).toBe(3);
  });

  test('with another sort are other lines, by its column or its direction', () => {
    const sorted = (column: string, direction: 'ascending' | 'descending') => ({
      ...query.rows,
      sort: { column, direction },
    });
    expect(sameLines(sorted('Ventas', 'ascending'), sorted('Ventas', 'ascending'))).toBe(true);
    expect(sameLines(sorted('Ventas', 'ascending'), sorted('Ventas', 'descending'))).toBe(false);
    expect(sameLines(sorted('Ventas', 'ascending'), sorted('Unidades', 'ascending'))).toBe(false);
    expect(sameLines(sorted('Ventas', 'ascending'), query.rows)).toBe(false);
    expect(sameLines(undefined, undefined)).toBe(true);
    expect(sameLines(query.rows, undefined)).toBe(false);
  });

  describe('the one beside the table', () => {
    const seen = view([
      ['1', 1],
      [' 2 ', 1],
      ['3', 1],
      ['3', 1],
      ['4', 1],
    ]);
    const at = (row: number, of = seen) => {
      const found = identityAt(of, row);
      if (found === null) throw new Error('It is there.');
      return found;
    };
    const beside = (row: number, direction: -1 | 1) =>
      orderBeside(seen, at(row), row, direction)?.order ?? null;

    test('is known by its number, channel and account, and steps to its neighbours past its own rows', () => {
      expect(at(1)).toEqual({
        ...{ row: 1, order: '2', channel: 'A' },
        filters: [
          { column: 'Orden', values: [' 2 '] },
          { column: 'Canal', values: ['A'] },
          { column: 'Cuenta', values: ['x'] },
        ],
      });
      expect(identityAt(seen, 5)).toBeNull();
      expect([sameOrder(at(2), at(3)), sameOrder(at(2), at(4)), sameOrder(null, at(2))]).toEqual([
        ...[true, false, false],
      ]);
      expect([0, 1, 2, 3, 4].map((row) => beside(row, 1))).toEqual(['2', '3', '4', '4', null]);
      expect([0, 1, 2, 3, 4].map((row) => beside(row, -1))).toEqual([null, '1', '2', '2', '3']);
      // However many rows it has: from the first of four, from the last, and from one in between.
      const many = view(['1', '2', '2', '2', '2', '3'].map((order) => [order, 1] as const));
      const stepped = (row: number) =>
        ([1, -1] as const).map((direction) => orderBeside(many, at(row, many), row, direction)?.order);
      expect([1, 2, 4].map(stepped)).toEqual([
        ['3', '1'],
        ['3', '1'],
        ['3', '1'],
      ]);
      // It steps from the line where it stands now, not from the one where it was opened.
      expect(orderBeside(many, at(0, many), 5, -1)?.order).toBe('2');
      // All that is on hand may be of the one order.
      const only = view([
        ['1', 1],
        ['1', 1],
        ['1', 1],
      ]);
      expect([1, -1].map((direction) => orderBeside(only, at(1, only), 1, direction as 1 | -1))).toEqual([
        null,
        null,
      ]);
    });

    test('is found again where it stands now, first where it stood', () => {
      expect([0, 1, 2, 3, 4].map((row) => lineOfOrder(seen, at(row)))).toEqual([0, 1, 2, 3, 4]);
      const moved = view([['0', 1], ...(['4', '3'] as const).map((order) => [order, 1] as const)], 2);
      expect([lineOfOrder(moved, at(4)), lineOfOrder(moved, at(3)), lineOfOrder(moved, at(0))]).toEqual([
        ...[201, 202, null],
      ]);
      expect(lineOfOrder(moved, { ...at(200, moved), row: 3 })).toBe(200);
    });
  });
});

test('printed lines have sums of what adds up alone, blanks and all, of the columns that were asked for', () => {
  const asked = ['Orden', 'Ventas', '% Costo Total', 'Unidades', 'Columna Nueva'];
  const lines = [
    line(['1', '10.25', '12.5', '2', '7']),
    line(['2', null, '50', '', '8']),
    line(['3', '-0.5', '1', '3', '9']),
  ];
  expect(sumsOf(lines, asked)).toEqual({ Ventas: '9.75', Unidades: '5' });
});

describe('the lines of a range', () => {
  // Three orders of the query, the second one with two items.
  const orders = [0, 1, 2].map((at) => line([`order ${at}`]));
  const items = [0, 1].map((at) => line([`item ${at}`]));
  const places = placesOf(3, [{ key: 'b', line: 1, items: 2 }]);
  const openedOf = (missing: number | null = null) => ({
    places,
    lineOf: (row: number) => (row === missing ? undefined : [orders[0], orders[1], ...items, orders[2]][row]),
  });
  const texts = (lines: readonly TableRow[] | null) => lines?.map(({ cells }) => cells[0]) ?? null;

  test('are of one cell, of some, or too many to be added here', () => {
    expect(lengthOf({ top: 3, bottom: 3 }, 1)).toBe('none');
    expect(lengthOf({ top: 3, bottom: 3 }, 2)).toBe('some');
    expect(lengthOf({ top: 3, bottom: 4 }, 1)).toBe('some');
    expect(lengthOf({ top: 3, bottom: MAX_RANGE_ROWS + 2 }, 1)).toBe('some');
    expect(lengthOf({ top: 3, bottom: MAX_RANGE_ROWS + 3 }, 1)).toBe('too-many');
  });

  test('are the whole table where they are all of its rows, from the first to the last', () => {
    const whole = (top: number, bottom: number) => isWholeColumn({ top, bottom }, 5);
    expect([whole(0, 4), whole(1, 4), whole(0, 3), whole(4, 4)]).toEqual([true, false, false, false]);
  });

  test('are those on hand, without the items of an order that counts; none where one has not been read', () => {
    expect(texts(linesOnHand({ top: 0, bottom: 4 }, openedOf()))).toEqual(['order 0', 'order 1', 'order 2']);
    expect(texts(linesOnHand({ top: 2, bottom: 4 }, openedOf()))).toEqual(['item 0', 'item 1', 'order 2']);
    expect(linesOnHand({ top: 0, bottom: 4 }, openedOf(4))).toBeNull();
    // An item that does not count is not missed.
    expect(texts(linesOnHand({ top: 0, bottom: 4 }, openedOf(2)))).toEqual(['order 0', 'order 1', 'order 2']);
  });

  test('are read from the first order among them to the last, once, in the order of the table', async () => {
    const asked: (readonly [number, number])[] = [];
    const source = (answer: (from: number, to: number) => readonly TableRow[] | null) => ({
      readRange: async (from: number, to: number) => {
        asked.push([from, to]);
        return answer(from, to);
      },
    });
    const all = source((from, to) => orders.slice(from, to + 1));
    const read = (top: number, bottom: number, of = all, missing: number | null = null) =>
      readCounted({ top, bottom }, openedOf(missing), of).then(texts);
    expect(await read(0, 4)).toEqual(['order 0', 'order 1', 'order 2']);
    expect(await read(1, 4)).toEqual(['order 1', 'order 2']);
    expect(await read(3, 4)).toEqual(['item 1', 'order 2']);
    expect(asked).toEqual([
      [0, 2],
      [1, 2],
      [2, 2],
    ]);
    // Items alone are on hand.
    expect(await read(2, 3)).toEqual(['item 0', 'item 1']);
    expect(asked).toHaveLength(3);
    expect(await read(2, 4, all, 3)).toBeNull();
    // A commit came in between; fewer came than there were; too many are asked for.
    expect(
      await read(
        0,
        4,
        source(() => null),
      ),
    ).toBeNull();
    expect(
      await read(
        0,
        4,
        source(() => orders.slice(0, 2)),
      ),
    ).toBeNull();
    expect(await read(0, MAX_RANGE_ROWS)).toBeNull();
    expect(asked).toHaveLength(6);
  });
});
