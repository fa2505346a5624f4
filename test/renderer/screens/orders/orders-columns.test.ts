import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
import { foldedOrNot } from '#renderer/screens/orders/orders-table.tsx';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';
import { IDENTITY_COLUMNS } from '#shared/domain/order-identity.ts';
import { PERIOD_COLUMNS } from '#shared/domain/selection.ts';

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
    expect(sameSet(['a'], ['a', 'b'])).toBe(false);
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
