import { describe, expect, test } from 'vitest';
import { type ColumnStore, createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { RowsQuery } from '#renderer/data/model/rows.ts';
import { csvPieces } from '#renderer/data/model/spreadsheet.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { identitiesHold } from '#renderer/screens/profitability/income-statement/statement-data.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { decodeSomewhere } from '#test/renderer/data/storage/memory/out-of-memory.ts';
import { type NaiveRow, naiveSum, naiveUnits } from './naive.ts';

/** What random worlds meet now and then, met in every run: each was once broken by hand without a test that saw it. */

function storeOf(...commits: readonly (readonly NaiveRow[])[]): ColumnStore {
  const store = createColumnStore();
  for (const [index, rows] of commits.entries()) {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const cells = rows.map((row) => columns.map((column) => row[column] ?? null));
    const { bytes, headerLength } = encodeSegment({ columns, rows: cells });
    store.addSegment(index + 1, decodeSomewhere(bytes, headerLength), null);
    store.raiseRevision();
  }
  return store;
}

function cellsOf(
  store: ColumnStore,
  column: string,
  query: Partial<RowsQuery> = {},
): readonly (string | null)[] {
  const { selection = EVERYTHING, grouping = 'rows', sort = null } = query;
  const asked = { selection, grouping, sort, columns: [column] };
  return createQueries(store)
    .lines(asked, 0, 100_000)
    .lines.map(({ cells }) => cells[0] ?? null);
}

const item = (at: number, over: NaiveRow = {}): NaiveRow => ({
  Canal: 'Uno',
  Cuenta: 'P',
  Orden: `O-${at}`,
  'SKU Producto': `S-${at}`,
  'Fecha de compra': '2026-03-01T10:00:00.000',
  Ventas: '1.00',
  ...over,
});

describe('past 2^53', () => {
  // Neighbours that are one double: 2^53 + 1 is none.
  const close = [
    '9007199254740993',
    '9007199254740992',
    '9007199254740991',
    '-9007199254740993',
    '-9007199254740992',
  ];
  const exact = (a: string, b: string) => (BigInt(a) < BigInt(b) ? -1 : 1);

  test.each(['rows', 'orders'] as const)(
    '%s that differ in their last digit alone are in order',
    (grouping) => {
      const store = storeOf(close.map((Ventas, at) => item(at, { Ventas })));
      const ascending = close.toSorted(exact);
      const sorted = (direction: 'ascending' | 'descending') =>
        cellsOf(store, 'Ventas', { grouping, sort: { column: 'Ventas', direction } });
      expect(sorted('ascending')).toEqual(ascending);
      expect(sorted('descending')).toEqual(ascending.toReversed());
    },
  );

  test('rows of another scale, each safe by itself, are in order where the common scale is not', () => {
    // In hundredths each is safe, alone in its segment; at the six places of the last one they are one double.
    const values = ['9999999999999.91', '9999999999999.92', '9999999999999.93'];
    const store = storeOf(...values.map((Ventas, at) => [item(at, { Ventas })]), [
      item(8, { Ventas: '0.000001' }),
      item(9, { Ventas: '0.000002' }),
    ]);
    const sorted = (direction: 'ascending' | 'descending') =>
      cellsOf(store, 'Ventas', { sort: { column: 'Ventas', direction } });
    const ascending = ['0.000001', '0.000002', ...values];
    expect(sorted('ascending')).toEqual(ascending);
    expect(sorted('descending')).toEqual(ascending.toReversed());
  });

  test('sums of many safe amounts are exact, of all rows, of groups and of orders', () => {
    const rows = Array.from({ length: 801 }, (_, at) =>
      item(at, {
        Orden: `O-${at % 40}`,
        Canal: at % 2 === 0 ? 'Uno' : 'Dos',
        Ventas: at % 3 === 0 ? '9999999999999.97' : '9999999999999.93',
        Unidades: '0',
      }),
    );
    const queries = createQueries(storeOf(rows.slice(0, 150), rows.slice(150)));
    expect(naiveUnits(queries.totals(EVERYTHING, ['Ventas']).sums.Ventas ?? null)).toBe(
      naiveSum(rows, 'Ventas'),
    );
    for (const dimension of ['Canal', 'month'] as const) {
      for (const { value, totals } of queries.groups(EVERYTHING, dimension, ['Ventas']).groups) {
        const own = rows.filter(({ Canal }) => dimension === 'month' || Canal === value);
        expect(naiveUnits(totals.sums.Ventas ?? null)).toBe(naiveSum(own, 'Ventas'));
      }
    }
    const asked = {
      selection: EVERYTHING,
      grouping: 'orders',
      sort: null,
      columns: ['Orden', 'Ventas'],
    } as const;
    for (const { cells } of queries.lines(asked, 0, 100).lines) {
      const own = rows.filter(({ Orden }) => Orden === cells[0]);
      expect(naiveUnits(cells[1] ?? null)).toBe(naiveSum(own, 'Ventas'));
    }
  });

  test('filters let in the bound itself and not its neighbour', () => {
    const store = storeOf(close.map((Ventas, at) => item(at, { Ventas })));
    const count = (from: string | null, to: string | null) =>
      createQueries(store).totals(
        {
          ...EVERYTHING,
          numberFilters: [{ column: 'Ventas', from: from as Decimal | null, to: to as Decimal | null }],
        },
        [],
      ).rows;
    expect([count('9007199254740993', null), count('9007199254740992', null)]).toEqual([1, 2]);
    expect([count(null, '-9007199254740993'), count(null, '-9007199254740992.5')]).toEqual([1, 1]);
  });
});

describe('the first of many groups', () => {
  const rows = Array.from({ length: 60 }, (_, at) =>
    item(at, { Ventas: String((at * 37) % 60), Unidades: String((at * 23) % 60) }),
  );
  const queries = createQueries(storeOf(rows.slice(0, 20), rows.slice(20)));

  test.each([
    ['Ventas', 'descending', 37],
    ['Ventas', 'ascending', 37],
    ['Unidades', 'descending', 23],
  ] as const)('by %s, %s, are those that a slow reader would take', (column, direction, factor) => {
    const order = { column, direction };
    const { groups, groupsLeftOut } = queries.groups(EVERYTHING, 'SKU Producto', ['Ventas', 'Unidades'], {
      order,
      limit: 7,
    });
    const best = Array.from({ length: 60 }, (_, at) => at).sort((a, b) => {
      const apart = ((a * factor) % 60) - ((b * factor) % 60);
      return direction === 'ascending' ? apart : -apart;
    });
    expect(groups.map(({ value }) => value)).toEqual(best.slice(0, 7).map((at) => `S-${at}`));
    expect(groupsLeftOut).toBe(53);
  });
});

test('twin rows are two: in counts, sums, groups, lines, orders and the file', () => {
  const twin = item(1, { Ventas: '2.50' });
  const queries = createQueries(storeOf([twin, twin, item(2)], [twin]));
  const totals = queries.totals(EVERYTHING, ['Ventas']);
  expect([totals.rows, totals.orders, totals.sums.Ventas]).toEqual([4, 2, '8.50']);
  const [first] = queries.groups(EVERYTHING, 'SKU Producto', ['Ventas']).groups;
  expect([first?.value, first?.totals.rows, first?.totals.sums.Ventas]).toEqual(['S-1', 3, '7.50']);
  const rows: RowsQuery = {
    selection: EVERYTHING,
    grouping: 'rows',
    sort: null,
    columns: ['Orden', 'Ventas'],
  };
  expect(queries.lines(rows, 0, 10).total).toBe(4);
  const orders = queries.lines({ ...rows, grouping: 'orders' }, 0, 10).lines;
  expect(orders.map(({ rows: count, cells }) => [count, cells]).sort()).toEqual([
    [1, ['O-2', '1.00']],
    [3, ['O-1', '7.50']],
  ]);
  const file = [
    ...csvPieces(atOnce(queries.tasks.table(rows, 'Filas')), { separator: ',', decimalSign: '.' }),
  ];
  expect(file.join('').match(/"O-1",2\.50\r\n/g)).toHaveLength(3);
  expect(queries.values(EVERYTHING, 'Orden').values).toEqual([
    { value: 'O-1', rows: 3 },
    { value: 'O-2', rows: 1 },
  ]);
});

describe('more than what tables begin with', () => {
  test('segments of more than 65,536 rows list what is not zero by longer numbers, and add it up', () => {
    const count = 66_000;
    const rows = Array.from(
      { length: count },
      (_, at): NaiveRow => ({
        Orden: `O-${at % 500}`,
        'Fecha de compra': '2026-03-01T10:00:00.000',
        'Otros costos': at % 11 === 0 ? `${at}.25` : '0.00',
      }),
    );
    const store = storeOf(rows);
    const column = store.segments[0]?.columns.get('Otros costos');
    expect(column?.kind === 'decimal' ? column.rows : null).toBeInstanceOf(Uint32Array);
    const queries = createQueries(store);
    expect(naiveUnits(queries.totals(EVERYTHING, ['Otros costos']).sums['Otros costos'] ?? null)).toBe(
      naiveSum(rows, 'Otros costos'),
    );
    // Each of many groups, and few rows of all of them.
    const one: Selection = { ...EVERYTHING, filters: [{ column: 'Orden', values: ['O-44', 'O-55'] }] };
    for (const chosen of [EVERYTHING, one]) {
      const { groups } = queries.groups(chosen, { column: 'Orden', unit: null }, ['Otros costos']);
      expect(groups).toHaveLength(chosen === one ? 2 : 500);
      for (const { value, totals } of groups.slice(0, 20)) {
        const own = rows.filter(({ Orden }) => Orden === value);
        expect(naiveUnits(totals.sums['Otros costos'] ?? null)).toBe(naiveSum(own, 'Otros costos'));
      }
    }
  });

  test('dictionaries and orders beyond 1,024 texts group, filter and are found', () => {
    const count = 3000;
    const texts = (from: number) =>
      Array.from({ length: count }, (_, at) =>
        item(from + at, { Producto: `Ñandú ${from + at}`, Marca: `m${(from + at) % 700}` }),
      );
    // The second segment knows half of the texts of the first.
    const rows = [...texts(0), ...texts(count / 2)];
    const store = storeOf(rows.slice(0, count), rows.slice(count));
    const queries = createQueries(store);
    const { groups } = queries.groups(EVERYTHING, { column: 'Producto', unit: null }, ['Ventas']);
    expect(new Map(groups.map(({ value, totals }) => [value, totals.rows]))).toEqual(
      new Map(
        Array.from({ length: count * 1.5 }, (_, at) => [
          `Ñandú ${at}`,
          at >= count / 2 && at < count ? 2 : 1,
        ]),
      ),
    );
    expect(queries.totals(EVERYTHING, []).orders).toBe(count * 1.5);
    // More than 256 texts hold the needle, in both segments.
    for (const needle of ['NANDU 1', 'ñandú 29', 's-44', 'o-299']) {
      const plain = needle.toLowerCase().replace('ñ', 'n').replace('ú', 'u');
      const hits = rows.filter((row) =>
        [row.Producto?.replace('Ñ', 'n').replace('ú', 'u'), row['SKU Producto'], row.Orden].some((text) =>
          text?.toLowerCase().includes(plain),
        ),
      );
      expect(queries.totals({ ...EVERYTHING, search: needle }, []).rows).toBe(hits.length);
    }
    const wanted = Array.from({ length: 300 }, (_, at) => `Ñandú ${at * 7}`);
    const filtered: Selection = { ...EVERYTHING, filters: [{ column: 'Producto', values: wanted }] };
    expect(queries.totals(filtered, []).rows).toBe(
      rows.filter((row) => wanted.includes(row.Producto ?? '')).length,
    );
  });

  test('pairs of groups that are numbered as they come, beyond 1,024, are exact', () => {
    const rows = Array.from({ length: 6000 }, (_, at) =>
      // Each pair comes twice: numbered at first, and known again however many came in between.
      item(at % 1500, { Marca: `m${((at % 3000) * 7) % 400}`, Ventas: `${at}.01` }),
    );
    // 1,500 times 401 keys are more than have a slot each.
    const queries = createQueries(storeOf(rows.slice(0, 2500), rows.slice(2500)));
    const within = { column: 'Marca', unit: null };
    const { groups } = queries.groups(EVERYTHING, 'SKU Producto', ['Ventas'], { within });
    const pairs = new Map<string, NaiveRow[]>();
    for (const row of rows) {
      const key = `${row['SKU Producto']} ${row.Marca}`;
      pairs.set(key, [...(pairs.get(key) ?? []), row]);
    }
    const found = groups.flatMap((group) => (group.groups ?? []).map((inner) => ({ group, inner })));
    expect(found.length).toBe(pairs.size);
    expect(pairs.size).toBe(3000);
    for (const { group, inner } of found) {
      const own = pairs.get(`${group.value} ${inner.value}`) ?? [];
      expect(inner.totals.rows).toBe(own.length);
      expect(naiveUnits(inner.totals.sums.Ventas ?? null)).toBe(naiveSum(own, 'Ventas'));
    }
  });
});

describe('the identities of a result', () => {
  const sums = (over: { readonly [column: string]: string | undefined } = {}) => {
    const all = {
      'Ingreso Total': '100.00',
      'Reembolso Total': '5.5',
      'Costo de Producto': '40',
      'Cobro Total': '30.25',
      'Cobros Comercial': '20.25',
      'Rentabilidad Total': '35.250',
      'Rentabilidad Comercial': '45.25',
      ...over,
    };
    return Object.fromEntries(
      Object.entries(all).flatMap(([column, sum]) => (sum === undefined ? [] : [[column, sum as Decimal]])),
    );
  };

  test('hold to the last digit, whatever the scales, or do not', () => {
    expect(identitiesHold(sums())).toBe(true);
    expect(identitiesHold(sums({ 'Rentabilidad Total': '35.2500000001' }))).toBe(false);
    expect(identitiesHold(sums({ 'Rentabilidad Comercial': '45.24' }))).toBe(false);
    // Both are looked at: one that holds does not make up for the other, first or last.
    expect(identitiesHold(sums({ 'Cobro Total': '30.26' }))).toBe(false);
    expect(identitiesHold(sums({ 'Cobros Comercial': '20.26' }))).toBe(false);
    expect(identitiesHold(sums({ 'Reembolso Total': '5.51' }))).toBe(false);
  });

  test('say nothing where a column was not read', () => {
    for (const column of Object.keys(sums()))
      expect(identitiesHold(sums({ [column]: undefined }))).toBeNull();
  });
});
