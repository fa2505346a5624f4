import fc from 'fast-check';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import type { LocalDate, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { PERIOD_COLUMNS, type Selection } from '#shared/domain/selection.ts';
import { decodeSomewhere } from '#test/renderer/data/storage/memory/out-of-memory.ts';
import { type NaiveRow, PRESENT } from '../naive.ts';
import { WORLD_COLUMNS } from '../worlds.ts';

/** Random orders that commits bring, replace, delete and bring back, and selections of the columns that cubes know. */

/** Days with which months end and begin, now and then none: few, so that many rows are of one cell. */
const date = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        fc.constantFrom('2026-02-28', '2026-02-28', '2026-02-28', '2026-03-01', '2026-03-01', '2025-02-28'),
        fc.constantFrom('00:00:00.000', '12:30:00.000', '23:59:59.999'),
      )
      .map(([day, time]) => `${day}T${time}`),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      null,
      '',
      'ayer',
      '2026-02-28T10:00:00',
      '2026-02-28T10:00:00',
      '0001-01-01T00:00:00.000',
      '9999-12-31T23:59:59.999',
    ),
  },
);

const money = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -90_000, max: 900_000 }).map((c) => (c / 100).toFixed(2)) },
  { weight: 3, arbitrary: fc.constantFrom('0.00', '0') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('0.0000007', '-0.00', '007.5', '21474836.48', '-7'),
  },
  { weight: 1, arbitrary: fc.constantFrom('1234567890123456789012.5', `-${'9'.repeat(60)}`) },
  { weight: 1, arbitrary: fc.constantFrom(null, '', 'N/D', '1,5') },
);
const cost = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('0.00', '0', null) },
  { weight: 2, arbitrary: money },
);
const sparse = fc.oneof(
  { weight: 9, arbitrary: fc.constant('0.00') },
  { weight: 1, arbitrary: fc.constantFrom('12.5', '-99999999999.99', 'N/D', null) },
);

/** The first is most of them. */
const mostly = (first: string, ...others: readonly (string | null)[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(first) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

/** What the rows of an order have in common. */
const head = fc.record({
  Canal: mostly('Uno', 'Dos', null, ''),
  Cuenta: mostly('Principal', 'Otra', null),
  Orden: fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 1, max: 24 }).map((at) => `A-${at}`) },
    { weight: 1, arbitrary: fc.constantFrom(' ', null) },
  ),
  'Fecha de compra': date,
});
const item = fc.record({
  'Nro. suborden': fc.constantFrom('1', '2'),
  'SKU Producto': fc.constantFrom('S1', 'S2', 'Sin SKU', null),
  Producto: fc.constantFrom('Café', 'Te'),
  Marca: fc.constantFrom('Ñ', 'N', null),
  'Tipo de Dato': mostly('Orden', 'Publicación', 'Marketplace'),
  'Estado de Orden': mostly('Regular', 'Cancelada'),
  'Estado de Pago': mostly('Pagado', 'Informado', 'No Pagado', 'Sin Información'),
  'Fecha de Pago': date,
  Ventas: money,
  'Costo de Marketplace': money,
  'Rentabilidad Marketplace': money,
  'Costo de Producto': cost,
  'Costo Envío': money,
  'Otros costos': sparse,
  Unidades: fc.constantFrom('0', '1', '2'),
});
/** Most are of few items, some of more than an order is looked at row by row; some have a twin of other amounts. */
const orders: fc.Arbitrary<readonly NaiveRow[]> = fc
  .tuple(
    head,
    fc.oneof(
      { weight: 9, arbitrary: fc.array(item, { minLength: 1, maxLength: 3, size: 'max' }) },
      { weight: 1, arbitrary: fc.array(item, { minLength: 9, maxLength: 10 }) },
    ),
    fc.boolean(),
  )
  .map(([of, items, hasTwin]) => {
    const rows: NaiveRow[] = items.map((each) => ({ ...of, ...each }));
    const twin = rows.map((row) => ({ ...row, Orden: `${row.Orden} B`, Unidades: '7' }));
    return hasTwin ? [...rows, ...twin] : rows;
  });

/** Ten of them leave what doubles hold exactly. */
const large = fc.constantFrom('9999999999999.99', '9999999999999.93', '9999999999999.97');

export const commit = fc.record({
  orders: fc.array(orders, { minLength: 1, maxLength: 10, size: 'max' }),
  /** Orders of before that it brings anew; their rows of before are deleted. */
  replaced: fc.array(fc.nat(), { maxLength: 3 }),
  /** Rows that it deletes. */
  deleted: fc.array(fc.nat(), { maxLength: 4 }),
  /** Rows deleted before that it brings back, perhaps beside their order in another segment. */
  restored: fc.array(fc.nat(), { maxLength: 2 }),
  /** What all its rows have as costs of shipping. */
  large: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: large }),
  without: fc.constantFrom(null, null, null, 'Costo de Producto', 'Ventas', 'Fecha de Pago', 'Canal'),
});
export type Commit = typeof commit extends fc.Arbitrary<infer T> ? T : never;

export function createWorld(decode = decodeSomewhere) {
  const store = createColumnStore();
  store.setPresent(PRESENT as UtcInstant);
  /** By number, null where it is deleted. */
  const rows: (NaiveRow | null)[] = [];
  const gone: NaiveRow[] = [];

  const drop = (at: number): void => {
    const row = rows[at];
    if (row === null || row === undefined) return;
    rows[at] = null;
    gone.push(row);
    store.markDeleted([at]);
  };
  return {
    store,
    rows: (): readonly NaiveRow[] => rows.filter((row) => row !== null),
    add({ orders, replaced, deleted, restored, large, without }: Commit): void {
      const added: NaiveRow[] = orders
        .flat()
        .map((row) => (large === null ? row : { ...row, 'Costo Envío': large }));
      for (const pick of replaced) {
        const found = rows[pick % Math.max(1, rows.length)];
        if (found === null || found === undefined) continue;
        for (const [at, row] of rows.entries()) {
          if (row === null || !isOfSameOrder(row, found)) continue;
          drop(at);
          added.push({ ...row, Ventas: '1.00' });
        }
      }
      for (const pick of deleted) drop(pick % Math.max(1, rows.length));
      for (const pick of restored) {
        const back = gone[pick % Math.max(1, gone.length)];
        if (back !== undefined) added.push(back);
      }
      const cells = added.map((row) =>
        WORLD_COLUMNS.map((key) => (key === without ? null : (row[key] ?? null))),
      );
      const columns = WORLD_COLUMNS.filter((key) => key !== without);
      const kept = cells.map((row) => row.filter((_, at) => WORLD_COLUMNS[at] !== without));
      const { bytes, headerLength } = encodeSegment({ columns, rows: kept });
      store.addSegment(store.segments.length + 1, decode(bytes, headerLength), null);
      store.raiseRevision();
      rows.push(...added.map((row) => (without === null ? row : { ...row, [without]: null })));
    },
    /** All there is becomes one segment, as idle moments make it. */
    merge(): void {
      const numbers = [...rows.keys()].filter((at) => rows[at] !== null);
      const live = numbers.map((at) => rows[at] ?? {});
      const { bytes, headerLength } = encodeSegment({
        columns: WORLD_COLUMNS,
        rows: live.map((row) => WORLD_COLUMNS.map((key) => row[key] ?? null)),
      });
      const old = store.segments.filter(({ retired }) => !retired).map(({ id }) => id);
      const segment = decode(bytes, headerLength);
      const id = store.segments.length + 1;
      store.replaceSegments(old, live.length === 0 ? null : { id, segment, rows: Uint32Array.from(numbers) });
      rows.fill(null);
      rows.push(...live);
    },
  };
}

function isOfSameOrder(row: NaiveRow, other: NaiveRow): boolean {
  return ['Canal', 'Cuenta', 'Orden'].every((key) => row[key] === other[key]);
}

const DAYS = [
  '2025-02-28',
  '2025-03-01',
  '2026-01-31',
  '2026-02-01',
  '2026-02-28',
  '2026-03-01',
  '2026-12-31',
];
const period = fc
  .tuple(fc.constantFrom(...DAYS), fc.constantFrom(...DAYS))
  .map(([a, b]) => ({ from: (a < b ? a : b) as LocalDate, to: (a < b ? b : a) as LocalDate }));

/** One of so many has it, the others nothing. */
const oneIn = <T>(times: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<readonly T[]> =>
  fc.oneof(
    { weight: times - 1, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: arbitrary.map((each) => [each]) },
  );

/** Mostly what cells can tell; one of some asks for what only rows can. */
export const selection: fc.Arbitrary<Selection> = fc.record({
  period: fc.option(period, { nil: null, freq: 1 }),
  periodColumn: fc.constantFrom(...PERIOD_COLUMNS),
  filters: fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          column: fc.constant('Canal'),
          values: fc.subarray(['Uno', 'Dos', ''], { minLength: 1 }),
        }),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          column: fc.constant('Estado de Pago'),
          values: fc.subarray(['Pagado', 'Informado', 'Sin Información'], { minLength: 1 }),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          column: fc.constant('No existe'),
          values: fc.subarray(['', 'x'], { minLength: 1 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          column: fc.constantFrom('Marca', 'Fecha de compra'),
          values: fc.constant(['Ñ', '', '2026-02-01T12:30:00.000']),
        }),
      },
    ),
    { maxLength: 1 },
  ),
  numberFilters: oneIn(12, fc.constant({ column: 'Ventas', from: '0.5' as Decimal, to: null })),
  dateFilters: oneIn(
    5,
    fc.record({
      column: fc.constantFrom(...PERIOD_COLUMNS, 'Fecha de actualización', 'No existe'),
      beyond: fc.option(
        fc.record({
          side: fc.constantFrom('<' as const, '>' as const),
          day: fc.constantFrom('2026-02-01', '2026-03-01', '2025-03-01').map((day) => day as LocalDate),
        }),
      ),
    }),
  ),
  scope: fc.option(
    fc.record({
      accounts: fc.subarray([
        { Canal: 'Uno', Cuenta: 'Principal' },
        { Canal: 'Dos', Cuenta: 'Otra' },
        { Canal: '', Cuenta: '' },
      ]),
      isExcluded: fc.boolean(),
    }),
    { nil: null, freq: 1 },
  ),
  dashboardPreset: fc.integer({ min: 0, max: 3 }).map((pick) => pick === 0),
  search: fc.constantFrom('', '', '', '', '', '', '', '', ' ', 'cafe'),
  ownCosts: fc.constant(null),
});
