import type { Row } from '#test/renderer/data/storage/ledger-fixtures.ts';
import { dayParts } from '#test/statements/truth.ts';
import type { Account, SourceRow } from './books.ts';
import type { ClosedMonth, ClosedOrder, Expected } from './expected.ts';

/** What everything has to come to, from the raw books alone: whole numbers, no code of the product's. */

/** Amounts are whole units of 10^-12 here. */
const SCALE = 12;
const CENT = 10n ** BigInt(SCALE - 2);
export const ofCents = (cents: bigint): bigint => cents * CENT;

export function unitsOf(text: string | null | undefined): bigint {
  if (text === null || text === undefined || text === '') return 0n;
  const found = /^(-?)(\d+)(?:\.(\d{1,12}))?$/.exec(text);
  if (found === null) throw new Error(`${text} is no amount.`);
  const [, sign, whole = '', places = ''] = found;
  const units = BigInt(whole + places.padEnd(SCALE, '0'));
  return sign === '-' ? -units : units;
}

export const COLUMNS: readonly string[] = [
  'Canal',
  'Cuenta',
  'Orden',
  'Nro. suborden',
  'SKU Producto',
  'N° de Liquidación',
  'Tipo de Dato',
  'Estado de Orden',
  'Estado de Pago',
  'Fecha de compra',
  'Fecha de Pago',
  'Fecha de actualización',
  'Unidades',
  'Ventas',
  'Costo de Producto',
  'Costos por publicidad',
  'Rentabilidad Marketplace',
  'Rentabilidad Comercial',
  'Rentabilidad Total',
];
export const FIGURES = [
  'Ventas',
  'Costo de Producto',
  'Rentabilidad Marketplace',
  'Rentabilidad Comercial',
  'Rentabilidad Total',
] as const;
export type FigureName = (typeof FIGURES)[number];

export const isoDay = (days: number): string => dayParts(days).join('-');
export const monthOfDays = (days: number): string => isoDay(days).slice(0, 7);
export const MONTHS: readonly string[] = ['2026-01', '2026-02', '2026-03'];
/** Today, by the machine's clock. */
export const TODAY = '2026-04-10';
const TODAY_DAYS = 99;

/** Cents as the source writes them: with two places, one or none. */
function textOf(cents: bigint): string {
  const size = cents < 0n ? -cents : cents;
  const sign = cents < 0n ? '-' : '';
  const [whole, rest] = [size / 100n, size % 100n];
  if (rest === 0n && whole % 2n === 0n) return `${sign}${whole}`;
  if (rest % 10n === 0n && whole % 3n === 0n) return `${sign}${whole}.${rest / 10n}`;
  return `${sign}${whole}.${String(rest).padStart(2, '0')}`;
}

export const commercial = ({ left, cost }: SourceRow): bigint => left - (cost ?? 0n);

/** A row as the source sends it. */
export function sentRow(row: SourceRow): Row {
  return {
    Canal: row.canal,
    Cuenta: row.cuenta,
    Orden: row.orden,
    'Nro. suborden': row.suborden,
    'SKU Producto': row.sku,
    'N° de Liquidación': row.settlement === '' ? null : row.settlement,
    'Tipo de Dato': 'Orden',
    'Estado de Orden': 'Regular',
    'Estado de Pago': row.paid === null ? 'Informado' : 'Pagado',
    'Fecha de compra': `${isoDay(row.bought)}T12:00:00.000`,
    'Fecha de Pago': row.paid === null ? null : `${isoDay(row.paid)}T12:00:00.000`,
    'Fecha de actualización': '2026-04-09T15:00:00.000Z',
    Unidades: String(row.units),
    Ventas: textOf(row.ventas),
    'Costo de Producto': row.cost === null ? null : textOf(row.cost),
    'Costos por publicidad': textOf(row.advertising),
    'Rentabilidad Marketplace': textOf(row.left),
    'Rentabilidad Comercial': textOf(commercial(row)),
    'Rentabilidad Total': textOf(commercial(row)),
  };
}

export const orderKeyOf = ({ canal, cuenta, orden }: Pick<SourceRow, 'canal' | 'cuenta' | 'orden'>): string =>
  JSON.stringify([canal, cuenta, orden]);
export const accountKeyOf = ({ canal, cuenta }: Account): string => JSON.stringify([canal, cuenta]);

/** What own costs take off a row. */
export function ownCostOf(row: SourceRow, ownCosts: Expected['ownCosts']): bigint {
  const isLacking = (row.cost ?? 0n) === 0n && row.ventas !== 0n;
  if (!isLacking || row.units === 0) return 0n;
  const own = [...ownCosts.values()].find(({ sku }) => sku === row.sku);
  return own === undefined ? 0n : unitsOf(own.cost) * BigInt(row.units);
}

export function figuresOf(row: SourceRow, own: bigint): { readonly [column in FigureName]: bigint } {
  return {
    Ventas: ofCents(row.ventas),
    'Costo de Producto': ofCents(row.cost ?? 0n) + own,
    'Rentabilidad Marketplace': ofCents(row.left),
    'Rentabilidad Comercial': ofCents(commercial(row)) - own,
    'Rentabilidad Total': ofCents(commercial(row)) - own,
  };
}

export function sumBy<T>(all: Iterable<T>, keyOf: (each: T) => string, amountOf: (each: T) => bigint) {
  const sums = new Map<string, bigint>();
  for (const each of all) {
    const key = keyOf(each);
    sums.set(key, (sums.get(key) ?? 0n) + amountOf(each));
  }
  return sums;
}
export const total = (all: Iterable<bigint>): bigint => {
  let sum = 0n;
  for (const each of all) sum += each;
  return sum;
};

/** A month order by order. */
export function closedMonth(
  { rows, ownCosts }: Expected,
  month: string,
  countsOwnCosts: boolean,
): ClosedMonth {
  const orders = new Map<string, ClosedOrder>();
  for (const row of rows) {
    if (monthOfDays(row.bought) !== month) continue;
    const key = orderKeyOf(row);
    const own = figuresOf(row, countsOwnCosts ? ownCostOf(row, ownCosts) : 0n);
    const known = orders.get(key);
    orders.set(key, {
      rows: (known?.rows ?? 0) + 1,
      sums: Object.fromEntries(FIGURES.map((name) => [name, (known?.sums[name] ?? 0n) + own[name]])),
    });
  }
  return orders;
}

export const NO_ORDER: ClosedOrder = { rows: 0, sums: Object.fromEntries(FIGURES.map((name) => [name, 0n])) };

/** Orders that are not what they were. */
export function movedOrders(
  before: ClosedMonth,
  after: ClosedMonth,
): ReadonlyMap<string, readonly [ClosedOrder, ClosedOrder]> {
  const moved = new Map<string, readonly [ClosedOrder, ClosedOrder]>();
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(key) ?? NO_ORDER, after.get(key) ?? NO_ORDER];
    if (was.rows !== is.rows || FIGURES.some((name) => was.sums[name] !== is.sums[name]))
      moved.set(key, [was, is]);
  }
  return moved;
}

/**
 * What an order comes to, and what of it some settlements hold (null: all of it, or none).
 * @param isApart as if nothing had been charged for advertising
 */
export function amountsOf(
  rows: readonly SourceRow[],
  key: string,
  settlements: ReadonlySet<string>,
  isApart = false,
) {
  const amountOf = ({ left, advertising }: SourceRow) => ofCents(isApart ? left + advertising : left);
  const own = rows.filter((row) => orderKeyOf(row) === key);
  const inside = own.filter(({ settlement }) => settlements.has(settlement));
  return {
    isHere: own.length > 0,
    rows: own.length,
    amount: total(own.map(amountOf)),
    settled: inside.length === 0 || inside.length === own.length ? null : total(inside.map(amountOf)),
  };
}

export type OracleSettlement = Account & {
  readonly settlement: string;
  readonly rows: number;
  readonly orders: number;
  readonly ventas: bigint;
  readonly left: bigint;
  readonly owed: bigint;
  readonly pending: number;
};

/** Settlements of the rows, and what is owed in them by today. */
export function settlementsOf(rows: readonly SourceRow[]): ReadonlyMap<string, OracleSettlement> {
  const found = new Map<string, OracleSettlement & { readonly keys: Set<string> }>();
  for (const row of rows) {
    const { canal, cuenta, settlement } = row;
    const key = JSON.stringify([settlement, canal, cuenta]);
    const isPending = row.paid === null || row.paid > TODAY_DAYS;
    const known = found.get(key);
    const keys = (known?.keys ?? new Set<string>()).add(orderKeyOf(row));
    found.set(key, {
      canal,
      cuenta,
      settlement,
      keys,
      rows: (known?.rows ?? 0) + 1,
      orders: keys.size,
      ventas: (known?.ventas ?? 0n) + ofCents(row.ventas),
      left: (known?.left ?? 0n) + ofCents(row.left),
      owed: (known?.owed ?? 0n) + (isPending ? ofCents(row.left) : 0n),
      pending: (known?.pending ?? 0) + (isPending ? 1 : 0),
    });
  }
  return found;
}
