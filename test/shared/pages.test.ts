import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAnswer } from '#electron/api/answer.ts';
import { createTableReader, type PageMeta } from '#shared/contract/page.ts';
import { doubtOf, equalAsMultisets, judge, type Reading } from '#shared/contract/readings.ts';
import { BASE_COLUMN_KEYS, COLUMNS as CATALOGUE } from '#shared/domain/column-catalogue.ts';
import { DAY_MS, instantFromMs, type LocalDateTime, localFromMs } from '#shared/domain/dates.ts';
import {
  cellsOfKey,
  counterpartReader,
  IDENTITY_COLUMNS,
  isBlankOrder,
  itemReader,
  orderKeyReader,
} from '#shared/domain/order-identity.ts';
import { type Cell, cellReader, rowFingerprinter } from '#shared/domain/row-table.ts';
import {
  MAX_UPDATE_WINDOW_MS,
  placeInWindow,
  requestRange,
  splitWindow,
  windowBetween,
  windowColumn,
  windowEndMs,
  windowStartMs,
} from '#shared/domain/window.ts';

const meta = (over: Partial<PageMeta> = {}): PageMeta => ({
  page: 1,
  pageSize: 1000,
  count: 0,
  from: '2026-05-01T00:00:00',
  to: '2026-05-02T00:00:00',
  date: 'purchase_date',
  totalRows: 0,
  totalPages: 1,
  window: { field: 'Fecha de compra', timezone: 'local' },
  ...over,
});
const wireRow = (values: { readonly [key: string]: unknown } = {}) => ({
  ...Object.fromEntries(BASE_COLUMN_KEYS.map((key) => [key, ''])),
  ...values,
});
const body = (rows: readonly unknown[], over: Partial<PageMeta> = {}) => ({
  data: rows,
  meta: { ...meta({ count: rows.length, totalRows: rows.length }), ...over },
  correlation_id: 'c',
});

const readPage = (answer: unknown) => readAnswer(JSON.stringify(answer), new AbortController().signal);

describe('a page of the wire', () => {
  it('keeps every value as it came, null and absent apart from empty, and unknown columns too', async () => {
    const reading = await readPage(
      body([wireRow({ Orden: ' 1 ', Ventas: null }), wireRow({ Nueva: 'x', Cuenta: 7 })]),
    );
    if (!reading.ok) throw new Error(reading.problem);
    const { columns, rows } = reading.page.table;
    const at = (row: number, key: string) => rows[row]?.[columns.indexOf(key)];
    expect(columns).toEqual([...BASE_COLUMN_KEYS, 'Nueva']);
    expect(rows.every((row) => row.length === columns.length)).toBe(true);
    expect([at(0, 'Orden'), at(0, 'Ventas'), at(0, 'Canal'), at(0, 'Nueva')]).toEqual([
      ' 1 ',
      null,
      '',
      null,
    ]);
    expect([at(1, 'Nueva'), at(1, 'Cuenta')]).toEqual(['x', '7']);
  });

  it('a column that one row alone has is null in all others, before and after it', async () => {
    const reading = await readPage(
      body([wireRow({ A: '1' }), wireRow({ B: '2' }), wireRow({ A: '3', C: '4' })]),
    );
    if (!reading.ok) throw new Error(reading.problem);
    const { columns, rows } = reading.page.table;
    expect(columns.slice(BASE_COLUMN_KEYS.length)).toEqual(['A', 'B', 'C']);
    expect(rows.map((cells) => cells.slice(BASE_COLUMN_KEYS.length))).toEqual([
      ['1', null, null],
      [null, '2', null],
      ['3', null, '4'],
    ]);
  });

  it('holds texts as they are and all else as it would be sent, up to so many columns and cells', () => {
    const reader = createTableReader();
    const wide = Object.fromEntries(Array.from({ length: 1_975 }, (_, at) => [`c${at}`, '']));
    const odd = { c0: true, c1: { a: [1] }, c2: undefined, c3: '7', c4: 'null' };
    expect(reader.add(wireRow({ ...wide, ...odd }))).toBeNull();
    expect(reader.table().rows[0]?.slice(BASE_COLUMN_KEYS.length, BASE_COLUMN_KEYS.length + 6)).toEqual([
      ...['true', '{"a":[1]}', null, '7', 'null', ''],
    ]);
    for (let row = 2; row <= 1_000; row += 1) expect(reader.add(wireRow())).toBeNull();
    expect(reader.add(wireRow())).toBe('the rows have more than 2000000 cells');
    expect(reader.add(wireRow({ more: '' }))).toBe('the rows have more than 2000 columns');
    // Columns of its own stand for no base column.
    const { Canal: _, ...short } = wireRow({ other: '' });
    expect(createTableReader().add(short)).toBe('a row lacks the base column «Canal»');
  });

  it('says what is wrong and where', async () => {
    const problemOf = async (answer: unknown) => {
      const reading = await readPage(answer);
      return reading.ok ? null : reading.problem;
    };
    const { Cuenta: _, ...short } = wireRow();
    expect(await problemOf(body([short]))).toBe('a row lacks the base column «Cuenta»');
    expect(await problemOf(body([wireRow(), 'text']))).toBe('a row is not an object');
    expect(await problemOf(body([wireRow()], { count: 2 }))).toBe(
      'meta.count says 2 rows, the answer holds 1',
    );
    expect(await problemOf(body([], { totalRows: -1 }))).toMatch(/^meta\.totalRows: \S/);
    expect(await problemOf(7)).toMatch(/^answer: \S/);
  });

  it.each([
    ['null', null],
    ['a list', []],
    ['no meta', { data: [], correlation_id: 'c' }],
    ['no correlation id', { data: [], meta: meta() }],
    ['a count that is more than the rows', body([wireRow()], { count: 2 })],
    ['a count that is less than the rows', body([wireRow(), wireRow()], { count: 1 })],
    ['a count of none beside rows', body([wireRow()], { count: 0 })],
    ['a row that is a list', body([['a']])],
    ['a row that is null', body([null])],
    [
      'a row without a base column',
      body([{ ...wireRow(), Canal: undefined, extra: '1' }].map(({ Canal: _, ...rest }) => rest)),
    ],
    ['a negative total', body([], { totalRows: -1 })],
    ['a page number that is no integer', body([], { page: 1.5 })],
    ['another date field', body([], { date: 'payment_date' as 'purchase_date' })],
  ])('refuses %s and says why', async (_, answer) => {
    const reading = await readPage(answer);
    expect(reading.ok).toBe(false);
    if (!reading.ok) expect(reading.problem.length).toBeGreaterThan(3);
  });
});

const COLUMN_KEYS = CATALOGUE.map(({ key }) => key);
const COLUMNS = ['Canal', 'Cuenta', 'Orden', 'Nro. suborden', 'Fecha de actualización', 'Ventas', 'Producto'];
type Row = readonly Cell[];
const row = (order: string, sub = '1', updated = 'u1', ventas = '1.00'): Row => [
  'C',
  'A',
  order,
  sub,
  updated,
  ventas,
  'p',
];

/** A reading of these pages; totals as the pages add up unless given. */
function reading(pages: readonly (readonly Row[])[], totalRows?: number): Reading {
  const total = totalRows ?? pages.reduce((sum, rows) => sum + rows.length, 0);
  return {
    pages: pages.map((rows, index) => ({
      meta: meta({ page: index + 1, count: rows.length, totalRows: total, totalPages: pages.length }),
      table: { columns: COLUMNS, rows },
    })),
  };
}

describe('rule 3: whether pages can be believed', () => {
  it('names what speaks against a reading', () => {
    expect(doubtOf(reading([[row('1')], [row('2')]]))).toBeNull();
    expect(doubtOf(reading([[row('1')], [row('2')]], 3))).toBe('rows-missing');
    expect(doubtOf(reading([[row('1')], [row('2'), row('3')]], 2))).toBe('rows-missing');
    expect(doubtOf({ pages: reading([[row('1')], [row('2')]]).pages.slice(0, 1) })).toBe('rows-missing');
    expect(doubtOf(reading([[row('1')], [row('1')]]))).toBe('equal-rows');
    expect(doubtOf(reading([[row('1'), row('1')], [row('2')]]))).toBeNull();
    expect(doubtOf(reading([[row('1', '1', 'u1')], [row('1', '1', 'u2')]]))).toBe('sub-order-dates');
    expect(doubtOf(reading([[row('1', '1', 'u1')], [row('1', '2', 'u2')]]))).toBeNull();
    expect(doubtOf(reading([[row('1', '1', 'u1', '1.00')], [row('1', '1', 'u1', '2.00')]]))).toBeNull();
    expect(doubtOf({ pages: [] })).toBe('rows-missing');
    const [first, second] = reading([[row('1')], [row('2')]]).pages;
    if (first === undefined || second === undefined) throw new Error('No pages.');
    expect(doubtOf({ pages: [first, { ...second, meta: { ...second.meta, totalRows: 9 } }] })).toBe('totals');
  });

  it('believes no reading with fewer pages than were announced, though it has all rows', () => {
    const [page] = reading([[row('1'), row('2')]]).pages;
    if (page === undefined) throw new Error('No page.');
    for (const totalPages of [2, 3, 1_000]) {
      const short: Reading = { pages: [{ ...page, meta: { ...page.meta, totalPages } }] };
      expect(doubtOf(short)).toBe('rows-missing');
      expect(judge([short])).toEqual({ kind: 'read-again', doubt: 'rows-missing' });
      // However often it comes the same.
      expect(judge([short, short])).toEqual({ kind: 'read-again', doubt: 'rows-missing' });
    }
    expect(judge([{ pages: [page] }])).toEqual({ kind: 'settled' });
  });

  it('finds an equal row among several that are alike in what tells most rows apart', () => {
    // Alike but for the amount, which tells nothing here.
    const rows = [row('1', '1', 'u1', '1.00'), row('1', '1', 'u1', '2.00')];
    expect(doubtOf(reading([rows, [row('1', '1', 'u1', '1.00')]]))).toBe('equal-rows');
    expect(doubtOf(reading([rows, [row('1', '1', 'u1', '3.00')]]))).toBeNull();
  });

  it('believes one page by itself, whatever its rows: it was given in one piece', () => {
    expect(doubtOf(reading([[row('1'), row('1')]]))).toBeNull();
    expect(doubtOf(reading([[row('1', '1', 'u1'), row('1', '1', 'u2')]]))).toBeNull();
  });

  it('believes no pages that announce unlike numbers of pages, nor a single one twice by itself', () => {
    const [first, second] = reading([[row('1')], [row('2')]]).pages;
    if (first === undefined || second === undefined) throw new Error('No pages.');
    const moved = { ...second, meta: { ...second.meta, totalPages: 3 } };
    expect(doubtOf({ pages: [first, moved] })).toBe('totals');
    expect(judge([])).toEqual({ kind: 'read-again', doubt: 'rows-missing' });
  });

  it('believes sub-orders of two moments when they come twice the same, and no other change of theirs', () => {
    const torn = reading([[row('1', '1', 'u1')], [row('1', '1', 'u2', '2.00')]]);
    const other = reading([[row('1', '1', 'u1')], [row('1', '1', 'u2', '3.00')]]);
    expect(judge([torn])).toEqual({ kind: 'read-again', doubt: 'sub-order-dates' });
    expect(judge([torn, torn])).toEqual({ kind: 'settled' });
    expect(judge([torn, other])).toEqual({ kind: 'read-again', doubt: 'sub-order-dates' });
  });

  it('tells multisets apart by how often a row comes', () => {
    const rows = fc.array(fc.nat({ max: 3 }), { maxLength: 6 });
    const pageOf = (orders: readonly number[]) => reading([orders.map((order) => row(String(order)))]);
    fc.assert(
      fc.property(rows, rows, (left, right) => {
        const sorted = (orders: readonly number[]) => JSON.stringify(orders.toSorted());
        expect(equalAsMultisets(pageOf(left), pageOf(right))).toBe(sorted(left) === sorted(right));
      }),
      { seed: 3, numRuns: 300 },
    );
    expect(equalAsMultisets(pageOf([1, 1]), pageOf([1]))).toBe(false);
    expect(equalAsMultisets(pageOf([1, 1]), pageOf([1, 1]))).toBe(true);
  });

  it('finds a row that comes on two pages wherever it stands', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 5 }), { minLength: 4, maxLength: 20 }),
        fc.integer({ min: 1, max: 4 }),
        (orders, size) => {
          const rows = orders.map((order) => row(String(order)));
          const pages = Array.from({ length: Math.ceil(rows.length / size) }, (_, page) =>
            rows.slice(page * size, page * size + size),
          );
          const shared = pages.some((page, at) =>
            pages.some(
              (other, place) =>
                place !== at && page.some(([, , order]) => other.some((one) => one[2] === order)),
            ),
          );
          expect(doubtOf(reading(pages))).toBe(shared ? 'equal-rows' : null);
        },
      ),
    );
  });

  it('doubts movements and orders of pages just as if every row were compared with every other', () => {
    const drawn = fc.record({
      Orden: fc.constantFrom<Cell>('1', '2', '', ' ', null),
      'Nro. suborden': fc.constantFrom<Cell>('1', '2'),
      'Fecha de actualización': fc.constantFrom<Cell>('u1', 'u1', 'u1', 'u2'),
      Ventas: fc.constantFrom<Cell>('1.0', '1.00', '2.00', '3.00'),
      Producto: fc.constantFrom<Cell>('p', 'q', null),
    });
    const pages = fc.array(fc.array(drawn, { maxLength: 4 }), { minLength: 2, maxLength: 3 });
    const found = new Map<unknown, number>();
    fc.assert(
      fc.property(pages, fc.boolean(), (own, isTurned) => {
        const keys = COLUMNS.filter((column) => column !== 'Canal' && column !== 'Cuenta');
        const table = (page: number) => (isTurned && page === 1 ? keys.toReversed() : keys);
        const total = own.flat().length;
        const read: Reading = {
          pages: own.map((rows, page) => ({
            meta: meta({ page: page + 1, count: rows.length, totalRows: total, totalPages: own.length }),
            table: {
              columns: table(page),
              rows: rows.map((each: { readonly [column: string]: Cell }) =>
                table(page).map((column) => each[column] ?? null),
              ),
            },
          })),
        };
        const all = own.flatMap((rows, page) => rows.map((values) => ({ values, page })));
        const textOf = (values: object) => JSON.stringify(values);
        const isEqual = all.some(({ values, page }) =>
          all.some((other) => other.page !== page && textOf(other.values) === textOf(values)),
        );
        // Of a movement its product, among others, tells the order.
        const subOrderOf = (values: (typeof all)[number]['values']) =>
          (values.Orden ?? '').trim() === ''
            ? textOf([values.Producto, values['Nro. suborden']])
            : textOf([values.Orden, values['Nro. suborden'], 'numbered']);
        const isTorn = all.some(({ values }) =>
          all.some(
            (other) =>
              subOrderOf(other.values) === subOrderOf(values) &&
              other.values['Fecha de actualización'] !== values['Fecha de actualización'],
          ),
        );
        const doubt = isEqual ? 'equal-rows' : isTorn ? 'sub-order-dates' : null;
        found.set(doubt, (found.get(doubt) ?? 0) + 1);
        expect(doubtOf(read)).toBe(doubt);
      }),
      { numRuns: 600 },
    );
    expect(
      Math.min(...['equal-rows', 'sub-order-dates', null].map((each) => found.get(each) ?? 0)),
    ).toBeGreaterThan(20);
  });

  it('believes twins that come twice the same, in any order and with any order of columns', () => {
    const twins = reading([[row('1'), row('2')], [row('1')]]);
    const turned: Reading = {
      pages: reading([[row('1')], [row('2'), row('1')]]).pages.map(({ meta: of, table }) => ({
        meta: of,
        table: {
          columns: [...table.columns].reverse(),
          rows: table.rows.map((cells) => [...cells].reverse()),
        },
      })),
    };
    expect(equalAsMultisets(twins, turned)).toBe(true);
    expect(judge([twins])).toEqual({ kind: 'read-again', doubt: 'equal-rows' });
    expect(judge([twins, turned])).toEqual({ kind: 'settled' });
    const lost = reading([[row('1'), row('3')], [row('1')]]);
    expect(judge([twins, lost])).toMatchObject({ kind: 'read-again' });
    expect(judge([twins, lost, twins])).toEqual({ kind: 'halve', doubt: 'equal-rows' });
    expect(judge([lost, twins, turned])).toEqual({ kind: 'settled' });
    expect(judge([reading([[row('1')]], 2), reading([[row('1')]], 2)])).toMatchObject({ kind: 'read-again' });
  });

  it('gives rows the same print exactly when they are equal in every column', () => {
    const cell = fc.option(fc.string({ maxLength: 3 }));
    fc.assert(
      fc.property(
        fc.array(cell, { minLength: 3, maxLength: 3 }),
        fc.array(cell, { minLength: 3, maxLength: 3 }),
        (a, b) => {
          const print = rowFingerprinter(['x', 'y', 'z']);
          expect(print(a) === print(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
        },
      ),
    );
  });
});

describe('a row’s print', () => {
  it('is of the columns that hold a value, whatever others its table has', () => {
    const of = (columns: readonly string[], cells: Row) => rowFingerprinter(columns)(cells);
    expect(of(['x', 'y'], ['1', null])).toBe(of(['x'], ['1']));
    expect(of(['y', 'x'], ['2', '1'])).toBe(of(['x', 'y'], ['1', '2']));
    expect(of(['x', 'y'], ['1', null])).not.toBe(of(['y'], ['1']));
    expect(of(['x'], [''])).not.toBe(of(['x'], [null]));
    expect(of(['x', 'y'], ['y', null])).not.toBe(of(['x', 'y'], [null, 'x']));
  });

  it('a column that a table lacks is null in its rows', () => {
    const table = { columns: ['x'], rows: [['1']] };
    expect(cellReader(table, 'x')(['1'])).toBe('1');
    expect(cellReader(table, 'y')(['1'])).toBeNull();
  });
});

describe('rules 4 and 5: what belongs together', () => {
  it('groups rows by channel, account and order; blank orders by what cannot change', () => {
    const columns = ['Canal', 'Cuenta', 'Orden', 'Producto', 'Fecha de compra', 'Ventas'];
    const key = orderKeyReader({ columns });
    expect(key(['C', 'A', '1', 'p', 'd', '1'])).toBe(key(['C', 'A', '1', 'q', 'e', '2']));
    expect(key(['C', 'A', '1', 'p', 'd', '1'])).not.toBe(key(['C', 'B', '1', 'p', 'd', '1']));
    expect(key(['C,', 'A', '1', '', '', ''])).not.toBe(key(['C', ',A', '1', '', '', '']));
    expect(key(['C', 'A', ' ', 'p', 'd', '1'])).toBe(key(['C', 'A', ' ', 'p', 'd', '2']));
    expect(key(['C', 'A', '', 'p', 'd', '1'])).not.toBe(key(['C', 'A', '', 'q', 'd', '1']));
  });

  it('tells blank orders apart by each column that cannot change, and by no other', () => {
    // Rule 4: channel, account, type, product, SKUs, sub-order, package, purchase date.
    const informative = [
      ...['Canal', 'Cuenta', 'Tipo de Dato', 'Producto', 'SKU Producto', 'SKU Marketplace', 'SKU Variante'],
      ...['Nro. suborden', 'Nro. Paquete', 'Fecha de compra'],
    ];
    const columns = [...new Set([...COLUMN_KEYS, ...informative])];
    const key = orderKeyReader({ columns });
    const blank: Row = columns.map((column) => (column === 'Orden' ? ' ' : 'x'));
    const changing = columns.filter((column) => {
      if (column === 'Orden') return false;
      return key(blank) !== key(blank.map((cell, at) => (columns[at] === column ? 'y' : cell)));
    });
    expect(changing.toSorted()).toEqual(informative.toSorted());
  });

  it('gives back the cells that a key was made of, and tells whether they have an order', () => {
    const columns = ['Orden', 'Cuenta', 'Canal', 'Producto', 'Fecha de compra', 'Nro. Paquete'];
    const key = orderKeyReader({ columns });
    const [numbered, blank] = [key([' 7', 'A', 'C', 'p', 'd', '1']), key([' ', 'A', null, 'p', 'd', '1'])];
    expect([isBlankOrder(numbered), isBlankOrder(blank)]).toEqual([false, true]);
    expect(cellsOfKey(numbered)).toEqual({ Canal: 'C', Cuenta: 'A', Orden: ' 7' });
    expect(cellsOfKey(blank)).toEqual({
      ...{ Canal: null, Cuenta: 'A', Producto: 'p', 'Fecha de compra': 'd', 'Nro. Paquete': '1' },
      ...{ 'Tipo de Dato': null, 'SKU Producto': null, 'SKU Marketplace': null, 'SKU Variante': null },
      'Nro. suborden': null,
    });
    expect(IDENTITY_COLUMNS.toSorted()).toEqual(Object.keys({ ...cellsOfKey(blank), Orden: '' }).toSorted());
  });

  it('knows a row’s item, and its counterpart, by each of their columns and by no other', () => {
    const blank: Row = COLUMN_KEYS.map(() => 'x');
    const told = (read: (row: Row) => string) =>
      COLUMN_KEYS.filter((_, place) => read(blank) !== read(blank.with(place, 'y'))).toSorted();
    const item = ['Nro. suborden', 'SKU Marketplace', 'SKU Producto', 'SKU Variante', 'Tipo de Dato'];
    expect(told(itemReader({ columns: COLUMN_KEYS }))).toEqual(item);
    expect(told(counterpartReader({ columns: COLUMN_KEYS }))).toEqual(['Fecha de compra', ...item]);
  });

  it('matches rows by sub-order, SKUs, type and purchase date, whatever their amounts', () => {
    const columns = ['Nro. suborden', 'SKU Producto', 'Tipo de Dato', 'Fecha de compra', 'Ventas'];
    const key = counterpartReader({ columns });
    expect(key(['1', 's', 'Orden', 'd', '1'])).toBe(key(['1', 's', 'Orden', 'd', '2']));
    expect(key(['1', 's', 'Orden', 'd', '1'])).not.toBe(key(['2', 's', 'Orden', 'd', '1']));
    expect(key(['1', 's', 'Orden', 'd', '1'])).not.toBe(key(['1', 's', 'Orden', 'e', '1']));
  });
});

describe('rule 6: half-open windows, wider requests', () => {
  const anyWindow = fc
    .tuple(
      fc.constantFrom('purchase_date' as const, 'updated_at' as const),
      fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 0, 1) }),
      fc.integer({ min: 1, max: MAX_UPDATE_WINDOW_MS }),
    )
    .map(([field, from, length]) => windowBetween(field, from, from + length));
  const write = (field: string, ms: number) =>
    field === 'purchase_date' ? localFromMs(ms) : instantFromMs(ms);

  it('gives every instant to exactly one of the pieces of a window', () => {
    fc.assert(
      fc.property(
        anyWindow,
        fc.integer({ min: 1, max: 12 }),
        fc.double({ min: -0.2, max: 1.2, noNaN: true }),
        (window, parts, share) => {
          const start = windowStartMs(window);
          const at = write(window.field, Math.floor(start + share * (windowEndMs(window) - start)));
          const pieces = splitWindow(window, parts);
          expect(pieces.length).toBeLessThanOrEqual(parts);
          const owners = pieces.filter((piece) => placeInWindow(piece, at) === 'inside').length;
          expect(owners).toBe(placeInWindow(window, at) === 'inside' ? 1 : 0);
          expect(pieces[0]?.from).toBe(window.from);
          expect(pieces.at(-1)?.to).toBe(window.to);
          for (const piece of pieces) {
            expect(piece.field).toBe(window.field);
            const length = windowEndMs(piece) - windowStartMs(piece);
            expect(length).toBeGreaterThan(0);
            // Even parts, of whole seconds.
            expect(length).toBeLessThan((windowEndMs(window) - start) / parts + 1000);
            if (piece !== pieces.at(-1)) expect(length % 1000).toBe(0);
          }
        },
      ),
    );
  });

  it('cuts at whole seconds without an empty piece, each on the axis of its field', () => {
    const texts = (field: 'purchase_date' | 'updated_at', endMs: number, parts: number) =>
      splitWindow(windowBetween(field, 0, endMs), parts).map(({ from, to }) => `${from} ${to}`);
    expect(texts('updated_at', 4_000, 2)).toEqual([
      '1970-01-01T00:00:00.000Z 1970-01-01T00:00:02.000Z',
      '1970-01-01T00:00:02.000Z 1970-01-01T00:00:04.000Z',
    ]);
    expect(texts('purchase_date', 1_000, 3)).toEqual(['1970-01-01T00:00:00.000 1970-01-01T00:00:01.000']);
  });

  it('asks a second more on each side, so that no edge of the server loses a row, and never more than seven days', () => {
    fc.assert(
      fc.property(anyWindow, (window) => {
        const { from, to } = requestRange(window, null);
        const [asked, until] = [Date.parse(`${from}Z`), Date.parse(`${to}Z`)];
        expect(asked + 1000).toBeLessThanOrEqual(windowStartMs(window) + 999);
        expect(asked).toBeLessThan(windowStartMs(window));
        expect(until).toBeGreaterThanOrEqual(windowEndMs(window));
        expect(until - asked).toBeLessThanOrEqual(7 * DAY_MS);
      }),
    );
  });

  it('never asks before the earliest date allowed', () => {
    const earliest = '2026-04-01T00:00:00.000' as LocalDateTime;
    const window = windowBetween('purchase_date', Date.UTC(2026, 3, 1), Date.UTC(2026, 3, 2));
    const to = '2026-04-02T00:00:01';
    expect(requestRange(window, earliest)).toEqual({ from: '2026-04-01T00:00:00', to });
    for (const before of [null, '2026-03-31T23:59:59.000' as LocalDateTime])
      expect(requestRange(window, before)).toEqual({ from: '2026-03-31T23:59:59', to });
    const changes = windowBetween('updated_at', Date.UTC(2026, 3, 1, 0, 0, 0, 500), Date.UTC(2026, 3, 2));
    expect(requestRange(changes, null)).toEqual({ from: '2026-03-31T23:59:59', to });
  });

  it('places no row by a date it cannot read', () => {
    const window = windowBetween('purchase_date', 0, DAY_MS);
    for (const date of [null, '', '1970-01-01', '1970-01-01T00:00:00Z', '1970-02-30T00:00:00']) {
      expect(placeInWindow(window, date)).toBe('undated');
    }
    expect(placeInWindow(window, '1970-01-01T23:59:59.999')).toBe('inside');
    expect(placeInWindow(window, '1970-01-02T00:00:00.000')).toBe('outside');
    expect(placeInWindow(window, '1970-01-01T00:00:00.000')).toBe('inside');
    expect(placeInWindow(window, '1969-12-31T23:59:59.999')).toBe('outside');
  });

  it('places a row of changes by an instant of UTC, never by a local time', () => {
    const window = windowBetween('updated_at', 0, DAY_MS);
    for (const date of [null, '', '1970-01-01T00:00:00.000'])
      expect(placeInWindow(window, date)).toBe('undated');
    expect(placeInWindow(window, '1970-01-01T00:00:00.000Z')).toBe('inside');
    expect(placeInWindow(window, '1970-01-02T00:00:00.000Z')).toBe('outside');
    expect(windowColumn(window)).toBe('Fecha de actualización');
    expect(windowColumn(windowBetween('purchase_date', 0, 1))).toBe('Fecha de compra');
  });

  it('is the same in every zone of this machine', () => {
    const zone = process.env.TZ;
    try {
      process.env.TZ = 'America/Santiago';
      for (const field of ['purchase_date', 'updated_at'] as const) {
        const window = windowBetween(field, 1_000, 2_000);
        expect([windowStartMs(window), windowEndMs(window)]).toEqual([1_000, 2_000]);
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });
});
