import fc from 'fast-check';
import { type ColumnStore, createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import { type NaiveRow, PRESENT } from '#test/renderer/data/engine/naive.ts';
import { decodeSomewhere } from '#test/renderer/data/storage/memory/out-of-memory.ts';

/** Sales of September and October of some products in some channels, and what they cost. */

export const PART_OF_COLUMN: { readonly [column: string]: string } = {
  'Cobro de Comisiones': 'commissions',
  'Cobro de Envío': 'shipping',
  'Cobro Logística Inversa': 'other',
  'Cobro por Cupones de Descuento': 'discounts',
  'Cobro por publicidad': 'advertising',
  'Cobro por Descarte de Stock': 'storage',
  'Cobro por Publicar': 'account',
  'Cobro por Adelanto de Dinero': 'financing',
};
/** Each with the section that gives it back. */
export const REFUNDS: { readonly [column: string]: string } = {
  'Reembolso de Comisiones': 'commissions',
  'Reembolso por publicidad': 'advertising',
};
const OUTSIDE_COMERCIAL = ['advertising', 'storage', 'account', 'financing'];

export type Scope = 'marketplace' | 'comercial' | 'total';
export const countsIn = (section: string, scope: Scope): boolean =>
  scope !== 'comercial' || !OUTSIDE_COMERCIAL.includes(section);

/** Cents of a money column; the rows of these worlds carry nothing else. */
export const cents = (row: NaiveRow, column: string): bigint =>
  BigInt((row[column] ?? '0.00').replace('.', ''));
export const money = (units: bigint): string => {
  const digits = `${units < 0n ? -units : units}`.padStart(3, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** The three profitabilities as they follow from a row's amounts (spec 2.5), `beyond` what nothing explains. */
export function withProfits(row: NaiveRow, beyond = 0n): NaiveRow {
  const profit = (scope: Scope): string => {
    let sum = cents(row, 'Ingreso Total') + beyond;
    for (const [column, section] of Object.entries(PART_OF_COLUMN)) {
      if (countsIn(section, scope)) sum -= cents(row, column);
    }
    for (const [column, section] of Object.entries(REFUNDS)) {
      if (countsIn(section, scope)) sum += cents(row, column);
    }
    return money(scope === 'marketplace' ? sum : sum - cents(row, 'Costo de Producto'));
  };
  return {
    ...row,
    'Rentabilidad Marketplace': profit('marketplace'),
    'Rentabilidad Comercial': profit('comercial'),
    'Rentabilidad Total': profit('total'),
  };
}

const amount = (most: number) => fc.integer({ min: 0, max: most }).map((units) => money(BigInt(units)));
const seldom = (most: number) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant('0.00') }, { weight: 1, arbitrary: amount(most) });

const row: fc.Arbitrary<NaiveRow> = fc
  .record({
    SKU: fc.constantFrom('S1', 'S1', 'S2', 'S3', 'S4', '', 'Sin SKU'),
    Canal: fc.constantFrom('Uno', 'Uno', 'Dos', ''),
    month: fc.constantFrom('09', '10', '10'),
    day: fc.integer({ min: 10, max: 28 }),
    units: fc.constantFrom('0', '1', '1', '2', '7', '-1', '1.00'),
    sales: fc.oneof(
      { weight: 9, arbitrary: amount(9_000_000) },
      { weight: 1, arbitrary: fc.constant('0.00') },
    ),
    income: seldom(50_000),
    cost: fc.oneof(
      { weight: 2, arbitrary: amount(4_000_000) },
      { weight: 1, arbitrary: fc.constant('0.00') },
    ),
    charges: fc.tuple(...Object.keys(PART_OF_COLUMN).map(() => seldom(600_000))),
    refunds: fc.tuple(...Object.keys(REFUNDS).map(() => seldom(90_000))),
    beyond: fc.oneof(
      { weight: 5, arbitrary: fc.constant(0n) },
      { weight: 1, arbitrary: fc.bigInt(-999n, 999n) },
    ),
    large: fc.oneof(
      { weight: 30, arbitrary: fc.constant(0n) },
      { weight: 1, arbitrary: fc.bigInt(0n, 10n ** 17n) },
    ),
  })
  .map(({ SKU, Canal, month, day, units, sales, income, cost, charges, refunds, beyond, large }) => {
    const ventas = money(BigInt(sales.replace('.', '')) + large);
    return withProfits(
      {
        Canal,
        Cuenta: 'Principal',
        Orden: `${SKU}-${day}-${sales}`,
        'SKU Producto': SKU,
        Producto: `Producto ${SKU}`,
        // A product has one category here.
        Categoría: SKU === 'S1' || SKU === 'S2' ? 'Hogar' : SKU.startsWith('S3') ? 'Juegos' : '',
        'Tipo de Dato': 'Orden',
        'Fecha de compra': `2026-${month}-${day}T10:00:00.000`,
        Unidades: units,
        Ventas: ventas,
        'Ingreso Total': money(BigInt(ventas.replace('.', '')) + BigInt(income.replace('.', ''))),
        'Costo de Producto': cost,
        ...Object.fromEntries(
          Object.keys(PART_OF_COLUMN).map((column, at) => [column, charges[at] ?? '0.00']),
        ),
        ...Object.fromEntries(Object.keys(REFUNDS).map((column, at) => [column, refunds[at] ?? '0.00'])),
      },
      beyond,
    );
  });

export const rows: fc.Arbitrary<readonly NaiveRow[]> = fc.array(row, { maxLength: 40, size: 'max' });

/** The same with a product that sells most, so that the others are small; some have other names, and sell in one month only. */
export const tails: fc.Arbitrary<readonly NaiveRow[]> = fc
  .tuple(
    fc.array(fc.tuple(row, fc.nat({ max: 30 })), { minLength: 20, maxLength: 60, size: 'max' }),
    fc.integer({ min: 1, max: 40 }),
  )
  .map(([drawn, share]) => [
    ...drawn.map(([each, at]) => {
      const sku = each['SKU Producto'] === 'S3' ? `S3-${at}` : each['SKU Producto'];
      return { ...each, 'SKU Producto': sku ?? '' };
    }),
    ...['09', '10'].map((month) =>
      withProfits({
        ...Object.fromEntries(
          [...Object.keys(PART_OF_COLUMN), ...Object.keys(REFUNDS)].map((column) => [column, '0.00']),
        ),
        Canal: 'Uno',
        'SKU Producto': 'LARGE',
        Categoría: 'Hogar',
        'Tipo de Dato': 'Orden',
        'Fecha de compra': `2026-${month}-12T10:00:00.000`,
        Unidades: '10',
        Ventas: `${share * 1_000_000}.00`,
        'Ingreso Total': `${share * 1_000_000}.00`,
        'Costo de Producto': '1000.00',
      }),
    ),
  ]);

/** The rows in two commits, as they may come. */
export function storeOf(all: readonly NaiveRow[]): ColumnStore {
  const store = createColumnStore();
  store.setPresent(PRESENT as UtcInstant);
  const half = Math.ceil(all.length / 2);
  for (const [at, part] of [all.slice(0, half), all.slice(half)].entries()) {
    if (part.length === 0) continue;
    const columns = Object.keys(part[0] ?? {});
    const encoded = encodeSegment({
      columns,
      rows: part.map((each) => columns.map((key) => each[key] ?? null)),
    });
    store.addSegment(at + 1, decodeSomewhere(encoded.bytes, encoded.headerLength), null);
    store.raiseRevision();
  }
  return store;
}
