import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exportFileName, nameOf } from '#renderer/features/export/file-name.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, PERIOD_COLUMNS, type Selection } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';

/** Two exports of unlike rows lie in one folder: neither takes the other's place. */

/** What the main process leaves of a longer name. */
const LONGEST = 150;
const ACCOUNT = { id: 'a1', label: 'Tienda Norte', others: [] };
const day = fc
  .integer({ min: 0, max: 800 })
  .map((days) => new Date(Date.UTC(2025, 0, 1 + days)).toISOString().slice(0, 10) as LocalDate);
const words = fc.oneof(
  fc.constantFrom('Falabella', 'Mercado Libre', 'mercado-libre', 'Mercado  Libre', '', 'Año 2026', '一号店'),
  fc.string({ unit: fc.constantFrom('a', 'á', '-', ' ', '_', '1'), maxLength: 60 }),
);
const column = fc.constantFrom('Canal', 'Cuenta', 'Marca', 'Ventas', 'Costo de Producto');
const figure = fc.option(fc.integer({ min: -3, max: 3 }).map((value) => String(value) as Decimal));
const selections: fc.Arbitrary<Selection> = fc.record({
  period: fc.option(
    fc.tuple(day, day).map(([from, to]) => (from <= to ? { from, to } : { from: to, to: from })),
  ),
  periodColumn: fc.constantFrom(...PERIOD_COLUMNS),
  filters: fc.array(fc.record({ column, values: fc.array(words, { maxLength: 4 }) }), { maxLength: 3 }),
  numberFilters: fc.array(fc.record({ column, from: figure, to: figure }), { maxLength: 2 }),
  dateFilters: fc.array(
    fc.record({
      column: fc.constantFrom(...PERIOD_COLUMNS),
      beyond: fc.option(fc.record({ side: fc.constantFrom('<' as const, '>' as const), day })),
    }),
    { maxLength: 2 },
  ),
  scope: fc.option(
    fc.record({
      accounts: fc.array(fc.record({ Canal: words, Cuenta: words }), { maxLength: 2 }),
      isExcluded: fc.boolean(),
    }),
  ),
  dashboardPreset: fc.boolean(),
  search: words,
  ownCosts: fc.option(fc.record({ currency: fc.constantFrom(null, 'CLP', 'BRL') })),
});
/** The selection, and one that is another in one thing only. */
const pairs = fc
  .tuple(
    selections,
    selections,
    fc.constantFrom(...(Object.keys(EVERYTHING) as (keyof Selection)[])),
    fc.boolean(),
  )
  .map(([one, other, part, inOne]) => [one, inOne ? { ...one, [part]: other[part] } : other] as const);

describe('the name of a file', () => {
  test('unlike selections have unlike names, all of them short and fit for every system', () => {
    fc.assert(
      fc.property(pairs, words, fc.constantFrom(null, 'CLP'), ([one, other], what, code) => {
        const written = [one, other].map((selection) =>
          nameOf(exportFileName(what, selection), ACCOUNT, code),
        );
        for (const name of written) {
          expect(name).toMatch(/^[a-z0-9]+(?:[-_][a-z0-9]+)*\.csv$/);
          expect(name.length + '-exacto'.length).toBeLessThan(LONGEST);
        }
        const isSame = JSON.stringify(one) === JSON.stringify(other);
        expect(written[0] === written[1], written.join(' ')).toBe(isSame);
      }),
      { numRuns: randomCases(1200) },
    );
  });

  test('purchases and payments of the same days are two files', () => {
    const of = (periodColumn: Selection['periodColumn']): string =>
      exportFileName('Órdenes', {
        ...EVERYTHING,
        period: { from: '2026-10-01' as LocalDate, to: '2026-10-31' as LocalDate },
        periodColumn,
      });
    expect(of('Fecha de compra')).toBe('cuadra-ordenes-compra-2026-10-01-2026-10-31.csv');
    expect(of('Fecha de Pago')).toBe('cuadra-ordenes-pago-2026-10-01-2026-10-31.csv');
  });

  test('tells filters and the preset in words, and what words cannot tell by a mark', () => {
    const filtered = exportFileName('Órdenes', {
      ...EVERYTHING,
      dashboardPreset: true,
      filters: [{ column: 'Canal', values: ['Falabella'] }],
    });
    expect(filtered).toMatch(/^cuadra-ordenes-equivalente-falabella-[0-9a-v]{8}\.csv$/);
    expect(exportFileName('Órdenes', EVERYTHING)).toBe('cuadra-ordenes.csv');
  });

  test('is its words, the search among them, marked wherever they do not tell all', () => {
    const unpaid = { column: 'Fecha de Pago', beyond: null };
    const mark = '[0-9a-v]{8}';
    const named = (part: Partial<Selection>, what = 'Órdenes') =>
      exportFileName(what, { ...EVERYTHING, ...part });
    expect(named({ search: 'Mesa Azul' })).toMatch(new RegExp(`^cuadra-ordenes-mesa-azul-${mark}\\.csv$`));
    expect(named({ dateFilters: [unpaid] })).toMatch(new RegExp(`^cuadra-ordenes-${mark}\\.csv$`));
    expect(named({ periodColumn: 'Fecha de Pago' })).toBe('cuadra-ordenes-pago.csv');
    expect(named({ ownCosts: { currency: 'CLP' } })).toBe('cuadra-ordenes-costos-propios-clp.csv');
    // A name of more letters than there is room for, or of none that a file takes, may be another's.
    expect(named({}, 'Órdenes '.repeat(20))).toMatch(new RegExp(`^cuadra-ordenes-.*-${mark}\\.csv$`));
    expect(named({}, 'x'.repeat(86))).toMatch(/^cuadra-x{86}\.csv$/);
  });

  test('is the same in every version of the program: what links to a file goes on finding it', () => {
    const days = { from: '2026-10-01' as LocalDate, to: '2026-10-31' as LocalDate };
    const named = (part: Partial<Selection>, more: unknown = null) =>
      exportFileName('Órdenes', { ...EVERYTHING, ...part }, more);
    const marks = [
      named({ filters: [{ column: 'Canal', values: ['Falabella', 'Ripley'] }] }),
      named({ numberFilters: [{ column: 'Ventas', from: '1' as Decimal, to: null }], period: days }),
      named({ scope: { accounts: [{ Canal: 'A', Cuenta: '' }], isExcluded: true }, dashboardPreset: true }),
      named({ search: 'mesa', filters: [{ column: 'Canal', values: ['Paris'] }] }),
      named({}, ['s1']),
    ];
    expect(marks).toEqual([
      'cuadra-ordenes-falabella-ripley-emdpf18b.csv',
      'cuadra-ordenes-compra-2026-10-01-2026-10-31-nveh3a1m.csv',
      'cuadra-ordenes-equivalente-edchoeim.csv',
      'cuadra-ordenes-paris-mesa-aiekopn4.csv',
      'cuadra-ordenes-v950bfl3.csv',
    ]);
    // Words give way to what is sure.
    const long = named({
      filters: [{ column: 'SKU Producto', values: ['uno dos tres cuatro '.repeat(10)] }],
      period: days,
      ownCosts: { currency: 'CLP' },
    });
    expect(long).toBe(
      'cuadra-ordenes-compra-2026-10-01-2026-10-31-costos-propios-clp-uno-dos-tres-cuatro-uno-dos-tres-20738ihs.csv',
    );
  });

  test('bears the account as far as it fits, and its currency once', () => {
    const file = (label: string, others: readonly string[] = []) =>
      nameOf('cuadra-x.csv', { id: 'a', label, others }, null);
    expect(file('Tienda de veintidos ab')).toBe('cuadra-tienda-de-veintidos-ab_x.csv');
    expect(file('Tienda de veintidos abc')).toMatch(/^cuadra-tienda-de-vei-[0-9a-v]{8}_x\.csv$/);
    expect(file('一号店')).toMatch(/^cuadra-[0-9a-v]{8}_x\.csv$/);
    expect(file('Tienda A', ['tienda-a'])).toMatch(/^cuadra-tienda-a-[0-9a-v]{8}_x\.csv$/);
    expect(file('Tienda A', ['Tienda B'])).toBe('cuadra-tienda-a_x.csv');
    const own = nameOf('cuadra-x-costos-propios-clp.xlsx', null, 'CLP');
    expect([own, nameOf('cuadra-x-costos-propios-brl.xlsx', null, 'CLP')]).toEqual([
      'cuadra-x-costos-propios-clp.xlsx',
      'cuadra-x-costos-propios-brl-clp.xlsx',
    ]);
  });

  test('of another question under the same name is another', () => {
    const name = (more: unknown): string => exportFileName('Extracto', EVERYTHING, more);
    expect(new Set([name(null), name(['s1']), name(['s2'])]).size).toBe(3);
  });

  test('accounts tell theirs apart, whatever they are called', () => {
    const names = ['Tienda', 'tienda!', 'Tienda con un nombre tan largo que no cabe', '一号店', ''];
    const accounts = names.map((label, at) => ({ id: `id-${at}`, label }));
    const named = (file: string): readonly string[] =>
      accounts.map(({ id, label }) =>
        nameOf(
          file,
          { id, label, others: accounts.filter((each) => each.id !== id).map((each) => each.label) },
          null,
        ),
      );
    expect(new Set(named('cuadra-ordenes.csv')).size).toBe(names.length);
    expect(nameOf('cuadra-ordenes.xlsx', ACCOUNT, 'CLP')).toBe('cuadra-tienda-norte_ordenes-clp.xlsx');
    expect(nameOf('cuadra-ordenes.csv', null, null)).toBe('cuadra-ordenes.csv');
    // Where the account ends is told, too.
    const other = { id: 'b', label: 'Tienda Norte ordenes', others: ['Tienda Norte'] };
    expect(nameOf('cuadra-x.csv', other, null)).not.toBe(nameOf('cuadra-ordenes-x.csv', ACCOUNT, null));
  });
});
