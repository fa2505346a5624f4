import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TableRow } from '#renderer/data/model/rows.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import type { CellStyle } from '#renderer/features/columns/cells.ts';
import { allSections, openingColumns, type TableKeys } from '#renderer/features/columns/column-sections.ts';
import { layoutSchema } from '#renderer/features/columns/orders-layout.ts';
import {
  BUILT_IN_SETS,
  builtInColumns,
  NO_SETS,
  ownSetsSchema,
  renamedSet,
  sameSet,
  setOf,
  withoutSet,
  withSet,
} from '#renderer/screens/orders/column-sets.tsx';
import {
  chosenColumns,
  nextSort,
  orderFilters,
  requestedColumns,
  totalledColumns,
} from '#renderer/screens/orders/order-rows.ts';
import {
  foldedOrNot,
  footCell,
  keptWidth,
  lineCells,
  mayHoldUndone,
  sameColumns,
  statusChips,
  withFolded,
  withLonger,
} from '#renderer/screens/orders/orders-table.tsx';
import type { GridColumn } from '#renderer/ui/grid/grid-types.ts';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { IDENTITY_COLUMNS } from '#shared/domain/order-identity.ts';
import { EVERYTHING, PERIOD_COLUMNS } from '#shared/domain/selection.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';

const known = new Set(COLUMNS.map(({ key }) => key));
const KEYS: TableKeys = { date: 'Fecha de compra', hasSeveralAccounts: false };
const allKeys = fc.record({
  date: fc.constantFrom(...PERIOD_COLUMNS),
  hasSeveralAccounts: fc.boolean(),
});
const columns = fc.uniqueArray(fc.constantFrom(...known), { minLength: 1, maxLength: 6 });

describe('the sets that come with the app', () => {
  test('name columns of the catalogue, each once, and are unlike each other', () => {
    fc.assert(
      fc.property(fc.constantFrom(...BUILT_IN_SETS), allKeys, (set, keys) => {
        const listed = builtInColumns(set, [], keys);
        expect([set, listed.filter((column) => !known.has(column))]).toEqual([set, []]);
        expect(new Set(listed).size).toBe(listed.length);
        expect(setOf(listed, NO_SETS, [])).toEqual({ kind: 'built-in', set });
        // Whoever chose it for another date, or with other accounts, finds it under its name.
        expect(listed).toEqual(expect.arrayContaining(['Orden', keys.date, 'Canal']));
        if (keys.hasSeveralAccounts) expect(listed).toContain('Cuenta');
      }),
    );
    expect(builtInColumns('sections', [], KEYS)).toEqual(openingColumns(KEYS));
    expect(builtInColumns('all', ['Nueva'], KEYS)).toHaveLength(COLUMNS.length + 1);
  });

  test('charges and refunds hold no total and nothing that describes another column', () => {
    const charges = new Set(builtInColumns('charges', [], KEYS));
    const others = COLUMNS.filter(
      ({ section }) => section?.role === 'total' || section?.role === 'component',
    ).filter(({ categories }) => !categories.includes('reimbursement'));
    expect(others.filter(({ key }) => charges.has(key))).toEqual([]);
  });
});

describe('the user’s own sets', () => {
  test('are found by their columns in whatever order, kept, renamed and deleted', () => {
    fc.assert(
      fc.property(columns, fc.string({ minLength: 1 }), (chosen, name) => {
        fc.pre(name.trim() !== '');
        const saved = withSet(NO_SETS, 'a', name, chosen);
        expect(ownSetsSchema.parse(saved)).toEqual(saved);
        expect(setOf(chosen.toReversed(), saved, [])).toMatchObject({
          kind: 'own',
          set: { name: name.trim() },
        });
        expect(renamedSet(saved, 'a', `${name}!`).sets[0]?.name).toBe(`${name}!`.trim());
        expect(withoutSet(saved, 'a')).toEqual(NO_SETS);
      }),
    );
  });

  test('saving under a name that is there replaces its columns; no two have one name', () => {
    const one = withSet(NO_SETS, 'a', 'Mías', ['Ventas']);
    const two = withSet(one, 'b', ' Mías ', ['Orden', 'Ventas']);
    expect(two.sets).toEqual([{ id: 'a', name: 'Mías', columns: ['Orden', 'Ventas'] }]);
    const three = withSet(two, 'c', 'Otras', ['Canal']);
    expect(renamedSet(three, 'c', 'Mías')).toBe(three);
    expect(renamedSet(three, 'c', ' Otras ')).toBe(three);
    expect(renamedSet(three, 'c', ' ')).toBe(three);
    expect(renamedSet(three, 'c', ' Suyas ').sets.map(({ name }) => name)).toEqual(['Mías', 'Suyas']);
    expect(withoutSet(three, 'a').sets.map(({ name }) => name)).toEqual(['Otras']);
    expect(withSet(three, 'd', '  ', ['Canal'])).toBe(three);
    expect(withSet(three, 'd', 'Nada', [])).toBe(three);
  });

  test('are told apart by what they hold', () => {
    expect(sameSet(['a', 'b'], ['b', 'a'])).toBe(true);
    expect([sameSet(['a'], ['a', 'b']), sameSet(['a', 'b'], ['a']), sameSet(['a', 'c'], ['a', 'b'])]).toEqual(
      Array(3).fill(false),
    );
    const all = allSections([]).flatMap((section) => section.columns);
    expect(
      sameSet(
        all,
        COLUMNS.map(({ key }) => key),
      ),
    ).toBe(true);
  });
});

describe('the columns of the table', () => {
  test('are those that were kept, or those it opens with, and the one that was asked for', () => {
    const opening = new Set(openingColumns(KEYS));
    expect(chosenColumns(null, null, [], KEYS)).toEqual(opening);
    expect(chosenColumns(['Ventas'], null, [], KEYS)).toEqual(new Set(['Ventas']));
    expect(chosenColumns(['Ventas'], 'Marca', [], KEYS)).toEqual(new Set(['Ventas', 'Marca']));
    expect(chosenColumns(null, 'Marca', [], KEYS)).toEqual(new Set([...opening, 'Marca']));
    // Where none of them is there: those it opens with.
    expect(chosenColumns(['Nueva'], null, [], KEYS)).toEqual(opening);
    expect(chosenColumns(['Nueva'], null, ['Nueva'], KEYS)).toEqual(new Set(['Nueva']));
    expect(chosenColumns(['Nueva'], 'Ventas', [], KEYS)).toEqual(new Set(['Nueva', 'Ventas']));
  });

  test('are asked for with what rates are divided of, and all sums beneath are', () => {
    expect(requestedColumns(['Orden', '% Costo Envío', 'Ventas'])).toEqual([
      ...['Orden', '% Costo Envío', 'Ventas', 'Costo Envío'],
    ]);
    expect(requestedColumns(['Orden'])).toEqual(['Orden']);
    const totals = totalledColumns(['Orden', 'Canal', '% Costo Envío', 'Nueva']);
    expect(totals.slice(0, 2)).toEqual(['Costo Envío', 'Ventas']);
    expect(totals).toEqual(expect.arrayContaining(['Rentabilidad Total', 'Costo de Producto', 'Unidades']));
    for (const column of ['Orden', 'Canal', '% Costo Envío', 'Nueva']) expect(totals).not.toContain(column);
    expect(new Set(totals).size).toBe(totals.length);
  });

  test('of an order tell it from others: its number with channel and account, or all that makes a movement', () => {
    const columnsOf = (order: string) =>
      orderFilters((column) => (column === 'Orden' ? order : `of ${column}`)).map(({ column }) => column);
    expect(columnsOf('7')).toEqual(['Orden', 'Canal', 'Cuenta']);
    expect(columnsOf(' ')).toEqual(IDENTITY_COLUMNS);
    expect(columnsOf('')).toEqual(IDENTITY_COLUMNS);
    expect(orderFilters((column) => `of ${column}`)[1]).toEqual({ column: 'Canal', values: ['of Canal'] });
  });

  test.each<readonly [column: string, steps: readonly (string | null)[]]>([
    ['Ventas', ['descending', 'ascending', null]],
    ['Fecha de compra', ['descending', 'ascending', null]],
    ['Unidades', ['descending', 'ascending', null]],
    ['Canal', ['ascending', 'descending', null]],
    ['Nueva', ['ascending', 'descending', null]],
  ])('sort by %s at a press: %j', (column, steps) => {
    let sort = nextSort({ column: 'Marca', direction: 'descending' }, column);
    const all = steps.map(() => {
      const now = sort;
      sort = nextSort(now, column);
      return now?.direction ?? null;
    });
    expect(all).toEqual(steps);
  });
});

describe('a section’s arrow', () => {
  const section = ['Cobro', 'Reembolso', 'Costo'];

  test('leaves its total alone, and brings back what stood beside it', () => {
    const chosen = new Set(['Ventas', 'Cobro', 'Costo']);
    const folded = foldedOrNot(chosen, section, 'Costo', false, undefined);
    expect([...folded]).toEqual(['Ventas', 'Costo']);
    expect(foldedOrNot(folded, section, 'Costo', true, ['Cobro', 'Costo'])).toEqual(chosen);
  });

  test('is kept with what it showed, beside the other sections', () => {
    const kept = { shipping: ['a'], commissions: ['b'] };
    const chosen = new Set(['Ventas', 'Costo', 'Cobro']);
    expect(withFolded(kept, { id: 'shipping', columns: section }, chosen)).toEqual({
      ...{ shipping: ['Cobro', 'Costo'], commissions: ['b'] },
    });
  });

  test('brings all of them where nothing stood beside it', () => {
    const folded = new Set(['Costo']);
    for (const before of [undefined, ['Costo']])
      expect(foldedOrNot(folded, section, 'Costo', true, before)).toEqual(new Set(section));
  });
});

test('columns that were stored stay as they were; without any they follow the period’s date and the accounts', () => {
  fc.assert(
    fc.property(columns, fc.constantFrom('rows', 'orders'), (chosen, grouping) => {
      expect(layoutSchema.parse({ columns: chosen, grouping })).toEqual({ columns: chosen, grouping });
      expect(layoutSchema.parse({ columns: null, grouping }).columns).toBeNull();
    }),
  );
  expect(layoutSchema.safeParse({ columns: [], grouping: 'rows' }).success).toBe(false);
});

const style: CellStyle = {
  ...{ text, formats, moneyPlaces: 2, shortDates: true },
  words: {
    ...{ notLoaded: 'sin cargar', mixed: 'difieren', several: 'varias', incomplete: 'incompleta' },
    ...{ unreadable: 'ilegible', blank: 'sin valor' },
  },
};

describe('the cells of a line', () => {
  const asked = ['Orden', 'Estado de Orden', 'SKU Producto', 'Producto', 'Ventas'];
  const line = (cells: readonly (string | null)[], more: Partial<TableRow> = {}): TableRow => ({
    ...{ id: 'r', rows: 1, cells, unreadable: [], mixed: [], productCostMissing: false },
    ...more,
  });
  const held = line(['7', 'Regular', 'S-1', 'Mesa', '1.5']);
  const cellsOf = (more: object = {}) =>
    lineCells({ asked, grouped: true, needle: '', ...more }, style, text, (each) => each === held);

  test.each<
    readonly [
      status: string | null,
      rows: number,
      mixed: readonly string[],
      marks: string | null,
      title: string,
    ]
  >([
    ['Regular', 1, [], null, '7'],
    [null, 1, [], null, '7'],
    ['Cancelada', 1, [], 'orders.chip-cancelled', '7 · Cancelada'],
    ['Devuelta', 1, [], 'orders.chip-returned', '7 · Devuelta'],
    ['Cancelada', 2, ['Estado de Orden'], null, '7 · 2 filas'],
    ['Regular', 2, [], null, '7 · 2 filas'],
    ['Devuelta', 3, [], 'orders.chip-returned', '7 · Devuelta · 3 filas'],
  ])('of status %s and %i rows, unlike in %j, bear %s: %s', (status, rows, mixed, marks, title) => {
    const cell = cellsOf()(line(['7', status], { rows, mixed }), 'Orden');
    expect([cell.text, cell.opens, cell.title]).toEqual(['7', true, title]);
    expect(cell.marks?.map((mark) => mark.text) ?? null).toEqual(
      marks === null ? null : [text(marks as 'orders.chip-returned')],
    );
    // One row alone holds no others.
    const alone = cellsOf({ grouped: false })(line(['7', status], { rows, mixed }), 'Orden');
    expect(alone.title?.includes('filas') ?? false).toBe(false);
    expect(cellsOf()(line(['7', status]), 'Estado de Orden').opens).toBeUndefined();
  });

  test('say which item it is under its order, and are marked where they hold what is searched for', () => {
    expect(cellsOf()(held, 'Orden')).toMatchObject({ text: 'S-1', title: 'S-1 · Mesa · 7' });
    expect(cellsOf({ grouped: false })(held, 'Orden')).toMatchObject({ text: '7', opens: true });
    expect(cellsOf()(held, 'Ventas')).toMatchObject({ value: '1.5' });
    const searched = cellsOf({ needle: 'mesa' });
    expect([searched(held, 'Producto').hit, searched(held, 'SKU Producto').hit]).toEqual([true, undefined]);
    // A column that was not read is as one without value.
    expect(cellsOf()(held, 'Marca')).toEqual(cellsOf()(line([]), 'Marca'));
    expect(cellsOf()(line(['7', null, null, null, '1.5'], { unreadable: ['Ventas'] }), 'Ventas')).not.toEqual(
      cellsOf()(line(['7', null, null, null, '1.5']), 'Ventas'),
    );
    expect(statusChips('Pendiente', text)).toBeNull();
    // What is searched for may stand within a text; a cost that is missing is told as such.
    expect(cellsOf({ needle: 'es' })(held, 'Producto').hit).toBe(true);
    const costs = lineCells(
      { asked: ['Costo de Producto', 'Rentabilidad Total'], grouped: true, needle: '' },
      style,
      text,
      () => false,
    );
    const told = (productCostMissing: boolean) => {
      const each = line(['0', '5'], { productCostMissing });
      return [costs(each, 'Costo de Producto').text, costs(each, 'Rentabilidad Total').partial];
    };
    expect([told(true), told(false)]).toEqual([
      ['sin cargar', true],
      ['0', undefined],
    ]);
  });

  test('leave room for a chip where the filter lets an order through that bears one', () => {
    const filtered = (...values: readonly string[]) =>
      mayHoldUndone({
        ...EVERYTHING,
        dashboardPreset: false,
        filters: [{ column: 'Estado de Orden', values }],
      });
    const all = { ...EVERYTHING, dashboardPreset: false };
    expect([
      mayHoldUndone(null),
      mayHoldUndone(all),
      mayHoldUndone({ ...all, dashboardPreset: true }),
    ]).toEqual([...[false, true, false]]);
    expect([filtered('Regular'), filtered('Regular', 'Devuelta'), filtered('Cancelada')]).toEqual([
      false,
      true,
      true,
    ]);
    expect(mayHoldUndone({ ...all, filters: [{ column: 'Canal', values: ['A'] }] })).toBe(true);
  });
});

describe('the foot', () => {
  const totals = (
    sums: { readonly [column: string]: string },
    unreadable: Totals['unreadable'] = {},
  ): Totals => ({
    ...{ revision: 1, rows: 2, orders: 1, rowsWithoutProductCost: 0, ventasWithProductCost: '0' as Decimal },
    ...{ sums: sums as { readonly [column: string]: Decimal }, unreadable },
  });

  test('adds figures up, makes rates of sums, and says what could not be read', () => {
    expect(footCell('Orden', totals({}), style)).toBeNull();
    expect(footCell('Ventas', null, style)).toEqual({ text: '…', tone: 'none' });
    expect(footCell('Ventas', totals({}), style)).toEqual({ text: '—', tone: 'none' });
    expect(footCell('Ventas', totals({ Ventas: '12.50' }), style)).toMatchObject({
      text: '12,50',
      value: '12.50',
    });
    expect(footCell('Ventas', totals({ Ventas: '12.50' }), style)?.marks).toBeUndefined();
    const left = footCell('Ventas', totals({ Ventas: '12.50' }, { Ventas: 3 }), style);
    expect([left?.title?.endsWith(' · ilegible: 3'), left?.marks?.map((mark) => mark.text)]).toEqual([
      true,
      ['+3 '],
    ]);
    const rate = (sales: string, part: string) =>
      footCell('% Rentabilidad Total', totals({ Ventas: sales, 'Rentabilidad Total': part }), style);
    expect(rate('200', '51')).toMatchObject({ text: '25,5', tone: 'plain', value: '25.500000' });
    expect(rate('200', '-51')).toMatchObject({ text: '−25,5', tone: 'negative' });
    expect(rate('200', '51')?.title).toContain('51');
    expect(rate('0', '51')).toEqual({ text: '—', tone: 'none' });
  });
});

describe('a column of the table', () => {
  test('is as wide as the longest that was read, and hardly narrower after', () => {
    const line = (...cells: readonly (string | null)[]) => ({ cells }) as TableRow;
    const found = withLonger(new Map(), [line('1', 'abc'), line('22', 'ab')], ['a', 'b']);
    expect([...found]).toEqual([
      ['a', '22'],
      ['b', 'abc'],
    ]);
    expect(withLonger(found, [line('33', null), line('4')], ['a', 'b'])).toBe(found);
    expect([...withLonger(found, [line('', 'abcd')], ['a', 'b'])]).toEqual([
      ['a', '22'],
      ['b', 'abcd'],
    ]);
    expect([...found.values()]).toEqual(['22', 'abc']);
    expect([
      keptWidth(undefined, 80),
      keptWidth(96, 80),
      keptWidth(97, 80),
      keptWidth(79, 80),
      keptWidth(80, 80),
    ]).toEqual([...[80, 96, 80, 80, 80]]);
  });

  test('is laid out anew where it comes, goes or changes', () => {
    const column = { id: 'a', name: 'A', width: 80, pinned: false, atEnd: 'total' } as GridColumn;
    expect(sameColumns([column], [{ ...column, label: 'other' }])).toBe(true);
    const changes = [
      { id: 'b' },
      { name: 'B' },
      { width: 81 },
      { pinned: true },
      { atEnd: 'other' },
    ] as const;
    for (const change of changes) expect(sameColumns([column], [{ ...column, ...change }])).toBe(false);
    expect([sameColumns([column], []), sameColumns([], [column]), sameColumns([], [])]).toEqual([
      false,
      false,
      true,
    ]);
    expect(sameColumns([column, column], [column, { ...column, id: 'b' }])).toBe(false);
  });
});
