import fc from 'fast-check';
import { type ColumnStore, createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import type { LocalDate, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import {
  type AccountsScope,
  type DateFilter,
  type NumberFilter,
  PERIOD_COLUMNS,
  type Selection,
} from '#shared/domain/selection.ts';
import { decodeSomewhere } from '#test/renderer/data/storage/memory/out-of-memory.ts';
import {
  type NaiveRow,
  NUMBER_COLUMNS,
  naiveDay,
  naiveDayIn,
  naiveDaysLater,
  naiveSelects,
  naiveValue,
  PRESENT,
} from './naive.ts';

/** Random histories of commits: rows with awkward values that come, and rows that go. */

const MONEY_COLUMNS = ['Ventas', 'Costo de Marketplace', 'Rentabilidad Marketplace', 'Costo de Producto'];
const LARGE_COLUMN = 'Costo Envío';
/** Mostly zero: segments list what is not. */
const SPARSE_COLUMN = 'Otros costos';
export const WORLD_COLUMNS = [
  'Canal',
  'Cuenta',
  'Orden',
  'Nro. suborden',
  'SKU Producto',
  'Producto',
  'Marca',
  'Tipo de Dato',
  'Estado de Orden',
  'Estado de Pago',
  'Fecha de compra',
  'Fecha de actualización',
  'Fecha de Pago',
  ...MONEY_COLUMNS,
  LARGE_COLUMN,
  SPARSE_COLUMN,
  'Unidades',
  '% Rentabilidad Marketplace',
  'Nueva',
];

const money = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -500_000, max: 500_000 }).map((c) => (c / 100).toFixed(2)) },
  { weight: 3, arbitrary: fc.constantFrom('0', '0.00', '0.0') },
  { weight: 1, arbitrary: fc.integer({ min: -9999, max: 9999 }).map(String) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 0, max: 9_999_999 }).map((n) => `0.${String(n).padStart(7, '0')}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '-0.00',
      '007.5',
      '9007199254740991',
      '-9007199254740993.01',
      '90071992547409.93',
      '99999999999999.99',
      '1234567890123456789012345678901234567890.5',
      `-${'9'.repeat(60)}`,
      `0.${'7'.repeat(59)}`,
      '1'.repeat(61),
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(null, '', 'N/D', '1,5', '1e3', ' 1') },
);

/** As large as segments carry as numbers: ten of them pass 2^53. */
const largeMoney = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('9999999999999.99', '9999999999999.93', '-9999999999999.97') },
  { weight: 1, arbitrary: fc.constantFrom('0.00', '12.34', '-0.01', '7.5') },
  { weight: 1, arbitrary: fc.constantFrom('', 'N/D', '9007199254740991.5') },
);

const sparseMoney = fc.oneof(
  { weight: 12, arbitrary: fc.constant('0.00') },
  { weight: 2, arbitrary: fc.constantFrom('-3.50', '120.25', '99999999999.99') },
  { weight: 1, arbitrary: fc.constantFrom('0', null, 'N/D', '1234567890123456789012.5', '0.125') },
);

const date = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        fc.constantFrom(2026, 2026, 2026, 2025),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(1, 2, 3, 14, 28),
        fc.integer({ min: 0, max: 999 }),
      )
      .map(
        ([year, month, day, ms]) =>
          `${year}-0${month}-${String(day).padStart(2, '0')}T23:59:59.${String(ms).padStart(3, '0')}`,
      ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '2026-02-03T10:00:00',
      '2024-02-29T00:00:00.000',
      '2024-12-30T12:00:00.000',
      '0001-01-01T00:00:00.000',
      '1999-12-31T23:59:59.999',
      '2000-01-01T00:00:00.000',
      '2027-12-31T23:59:59.999',
      '2028-01-01T00:00:00.000',
      '9999-12-31T23:59:59.999',
      null,
      '',
      '2026-02-31T00:00:00.000',
      'ayer',
    ),
  },
);

const row: fc.Arbitrary<NaiveRow> = fc.record({
  // Orders of several rows are what matters: most rows are of few.
  Canal: fc.constantFrom('Uno', 'Uno', 'Uno', 'Dos', null, ''),
  Cuenta: fc.constantFrom('Principal', 'Principal', 'Principal', 'Otra', null),
  Orden: fc.constantFrom('A-1', 'A-1', 'A-1', 'A-2', 'A-2', 'B-1', 'ñandú', 'Nandu', '', ' ', null),
  'Nro. suborden': fc.constantFrom('1', '2'),
  'SKU Producto': fc.constantFrom('S1', 's2', 'Sin SKU', null),
  Producto: fc.constantFrom('Café', 'CAFÉ molido', 'Te', 'İstanbul', ''),
  Marca: fc.constantFrom('Ñ', 'N', 'n', 'á', null, ''),
  'Tipo de Dato': fc.constantFrom('Orden', 'Publicación', 'Marketplace'),
  'Estado de Orden': fc.constantFrom('Regular', 'Cancelada'),
  'Estado de Pago': fc.constantFrom('Pagado', 'No Pagado', 'Sin Información'),
  'Fecha de compra': date,
  'Fecha de Pago': date,
  'Fecha de actualización': date.map((text) => (text === null ? null : `${text}Z`)),
  Ventas: money,
  'Costo de Marketplace': money,
  'Rentabilidad Marketplace': money,
  'Costo de Producto': money,
  [LARGE_COLUMN]: largeMoney,
  [SPARSE_COLUMN]: sparseMoney,
  Unidades: fc.constantFrom('0', '1', '2', '1.00'),
  '% Rentabilidad Marketplace': money,
  Nueva: fc.constantFrom(null, 'x', '10'),
});

export type World = { readonly store: ColumnStore; readonly rows: readonly NaiveRow[] };

/** Each commit kills some of the rows there are and brings others; some columns may be missing in it. */
export const world: fc.Arbitrary<World> = fc
  .array(
    fc.record({
      // Few rows shrink well, many are what sums and orders are about.
      rows: fc.oneof(
        { weight: 1, arbitrary: fc.array(row, { minLength: 1, maxLength: 4 }) },
        { weight: 2, arbitrary: fc.array(row, { minLength: 8, maxLength: 12, size: 'max' }) },
      ),
      kills: fc.array(fc.nat(), { maxLength: 6 }),
      without: fc.constantFrom(null, null, 'Costo de Producto', 'Marca', 'Fecha de compra'),
    }),
    { minLength: 1, maxLength: 3, size: 'max' },
  )
  .map((commits) => {
    const store = createColumnStore();
    store.setPresent(PRESENT as UtcInstant);
    const rows: (NaiveRow | null)[] = [];
    for (const [index, commit] of commits.entries()) {
      const killed = new Set(
        rows.length === 0 ? [] : commit.kills.map((markDeleted) => markDeleted % rows.length),
      );
      store.markDeleted(killed);
      for (const at of killed) rows[at] = null;
      const columns = WORLD_COLUMNS.filter((column) => column !== commit.without);
      const cells = commit.rows.map((values) => columns.map((column) => values[column] ?? null));
      const encoded = encodeSegment({ columns, rows: cells });
      store.addSegment(index + 1, decodeSomewhere(encoded.bytes, encoded.headerLength), null);
      store.raiseRevision();
      rows.push(
        ...commit.rows.map((values) =>
          commit.without === null ? values : { ...values, [commit.without]: null },
        ),
      );
    }
    return {
      store,
      rows: rows.filter((values) => values !== null),
      // A failing example shows its commits, not the store.
      [fc.toStringMethod]: () => JSON.stringify(commits),
    };
  });

const day = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 28 }))
  .map(([month, number]) => `2026-0${month}-${String(number).padStart(2, '0')}` as LocalDate);

/** Any days, or whole months of these years. */
export const period = fc.oneof(
  fc.tuple(day, day).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a })),
  fc
    .tuple(fc.constantFrom(2024, 2025, 2026), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 13 }))
    .map(([year, month, more]) => {
      const iso = (date: Date) => date.toISOString().slice(0, 10) as LocalDate;
      return {
        from: iso(new Date(Date.UTC(year, month - 1, 1))),
        to: iso(new Date(Date.UTC(year, month + more, 0))),
      };
    }),
);

/** The days out of range, as the group of them leads to them. */
const farPeriod = fc.constantFrom(
  { from: '0000-01-01' as LocalDate, to: '1999-12-31' as LocalDate },
  { from: '2028-01-01' as LocalDate, to: '9999-12-31' as LocalDate },
);

/** An end of a number filter: at values that rows carry and just beside them, at scales they do not have. */
const bound = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom('0', '0.00', '-0.001', '0.004', '1', '1.00', '12.345') },
    { weight: 2, arbitrary: fc.integer({ min: -500_000, max: 500_000 }).map((c) => (c / 100).toFixed(2)) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        '9007199254740991',
        '9007199254740992',
        '-9007199254740993.01',
        '-9007199254740993.0100001',
        '90071992547409.93',
        '90071992547409.925',
        '9999999999999.97',
        '-9999999999999.975',
        '99999999999.98',
        '1234567890123456789012345678901234567890.49',
        '1234567890123456789012345678901234567890.51',
        '-99999999999999999999999999',
      ),
    },
  )
  .map((text) => text as Decimal);

const numberFilter: fc.Arbitrary<NumberFilter> = fc.record({
  column: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...NUMBER_COLUMNS) },
    { weight: 1, arbitrary: fc.constantFrom('Nueva', 'Fecha de compra', 'No existe') },
  ),
  from: fc.option(bound, { freq: 3 }),
  to: fc.option(bound, { freq: 3 }),
});

/** Rows without a date, or with one on the far side of a day. */
const dateFilter: fc.Arbitrary<DateFilter> = fc.record({
  column: fc.constantFrom('Fecha de compra', 'Fecha de Pago', 'Fecha de actualización', 'No existe'),
  beyond: fc.oneof(
    fc.constant(null),
    fc.record({
      side: fc.constantFrom('<' as const, '>' as const),
      day: fc.constantFrom('2000-01-01', '2026-02-03', '2027-12-31').map((text) => text as LocalDate),
    }),
  ),
});

const scope: fc.Arbitrary<AccountsScope> = fc.record({
  accounts: fc.subarray([
    { Canal: 'Uno', Cuenta: 'Principal' },
    { Canal: 'Uno', Cuenta: '' },
    { Canal: 'Dos', Cuenta: 'Otra' },
    { Canal: '', Cuenta: 'Principal' },
    { Canal: 'Tres', Cuenta: 'Tercera' },
  ]),
  isExcluded: fc.boolean(),
});

/** Any selection at all: most of them select nothing of a small world. */
const anySelection: fc.Arbitrary<Selection> = fc.record({
  period: fc.option(fc.oneof({ weight: 5, arbitrary: period }, { weight: 1, arbitrary: farPeriod }), {
    nil: null,
  }),
  periodColumn: fc.constantFrom(...PERIOD_COLUMNS),
  numberFilters: fc.oneof(fc.constant([]), fc.array(numberFilter, { minLength: 1, maxLength: 2 })),
  dateFilters: fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(dateFilter, { minLength: 1, maxLength: 2 }) },
  ),
  scope: fc.option(scope, { freq: 2 }),
  filters: fc.array(
    fc.oneof(
      fc.record({
        column: fc.constant('Canal'),
        values: fc.subarray(['Uno', 'Dos', '', 'Tres'], { minLength: 1 }),
      }),
      fc.record({ column: fc.constant('Marca'), values: fc.subarray(['Ñ', 'N', ''], { minLength: 1 }) }),
      fc.record({ column: fc.constant('Unidades'), values: fc.subarray(['1', '1.00'], { minLength: 1 }) }),
      fc.record({ column: fc.constant('No existe'), values: fc.subarray(['', 'x'], { minLength: 1 }) }),
    ),
    { maxLength: 2 },
  ),
  dashboardPreset: fc.boolean(),
  search: fc.constantFrom('', '', '', 'cafe', 'CAFÉ', 'nandu', 'a-', ' s2 ', 'no está'),
  ownCosts: fc.constant(null),
});

/** One of four has it. */
const seldom = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

/** Conditions that some row of the world meets: `anchor` says which, each other entry whether and how it is met. */
const aim = fc.record({
  anchor: fc.nat(),
  periodColumn: fc.constantFrom(...PERIOD_COLUMNS),
  days: seldom(
    fc.record({ before: fc.integer({ min: 0, max: 70 }), after: fc.integer({ min: 0, max: 70 }) }),
  ),
  column: seldom(fc.constantFrom('Canal', 'Marca', 'Unidades', 'Nueva', 'Fecha de Pago')),
  more: fc.array(fc.constantFrom('Uno', 'N', 'Tres', ''), { maxLength: 2 }),
  number: seldom(
    fc.record({
      column: fc.constantFrom(...NUMBER_COLUMNS),
      ends: fc.constantFrom('from' as const, 'to' as const, 'both' as const),
    }),
  ),
  /** The row has no such date, or one that lies beyond a day near it. */
  beside: fc.oneof(
    { weight: 9, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.record({
        column: fc.constantFrom('Fecha de compra', 'Fecha de Pago', 'Fecha de actualización'),
        side: fc.constantFrom('<' as const, '>' as const),
      }),
    },
  ),
  account: seldom(fc.boolean()),
  search: seldom(
    fc.record({ column: fc.constantFrom('Orden', 'Producto', 'SKU Producto'), isUpper: fc.boolean() }),
  ),
  dashboardPreset: fc.integer({ min: 0, max: 7 }).map((pick) => pick === 0),
});
type Aim = typeof aim extends fc.Arbitrary<infer T> ? T : never;

const YEARS = /^(?!0000|9999)\d{4}/;

/** The condition that a row's date meets: that there is none, or on which side of the next day it lies. */
function besideOf(row: NaiveRow, column: string, side: '<' | '>'): DateFilter {
  const day = naiveDayIn(row, column);
  if (day === null || !YEARS.test(day)) return { column, beyond: null };
  return { column, beyond: { side, day: naiveDaysLater(day, side === '<' ? 1 : -1) as LocalDate } };
}

function aimAt(
  rows: readonly NaiveRow[],
  { anchor, days, column, number, beside, account, search, ...aimed }: Aim,
): Selection {
  const row = rows[anchor % Math.max(1, rows.length)] ?? {};
  const day = naiveDay(row[aimed.periodColumn] ?? null);
  const wanted = column === null ? null : (row[column] ?? '');
  const value = number === null ? null : (row[number.column] ?? null);
  const bound = naiveValue(value) === null ? null : (value as Decimal);
  const found = search === null ? '' : (row[search.column] ?? '');
  return {
    period:
      days === null || day === null || !YEARS.test(day)
        ? null
        : {
            from: naiveDaysLater(day, -days.before) as LocalDate,
            to: naiveDaysLater(day, days.after) as LocalDate,
          },
    periodColumn: aimed.periodColumn,
    filters:
      column === null || wanted === null ? [] : [{ column, values: [...new Set([wanted, ...aimed.more])] }],
    numberFilters:
      number === null || bound === null
        ? []
        : [
            {
              column: number.column,
              from: number.ends === 'to' ? null : bound,
              to: number.ends === 'from' ? null : bound,
            },
          ],
    dateFilters: beside === null ? [] : [besideOf(row, beside.column, beside.side)],
    scope:
      account === null
        ? null
        : {
            accounts: [{ Canal: account ? 'Tres' : (row.Canal ?? ''), Cuenta: row.Cuenta ?? '' }],
            isExcluded: account,
          },
    search: search?.isUpper === true ? found.toUpperCase() : found,
    ownCosts: null,
    dashboardPreset: aimed.dashboardPreset,
  };
}

/** A world with a selection of it: mostly one that some of its rows meet, now and then any. */
export const asked: fc.Arbitrary<readonly [World, Selection]> = fc
  .tuple(world, aim, anySelection, fc.integer({ min: 0, max: 5 }))
  .map(([made, wanted, any, pick]) => [made, pick === 0 ? any : aimAt(made.rows, wanted)] as const);

export function selectedRows([{ rows }, chosen]: readonly [World, Selection]): readonly NaiveRow[] {
  return rows.filter((row) => naiveSelects(chosen, row));
}
