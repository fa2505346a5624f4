import { type NaiveRow, naiveOrder, naiveValue } from '#test/renderer/data/engine/naive.ts';
import { NAIVE_SUMS } from '#test/renderer/reconciliation/rules/naive-rules.ts';

/** What makes orders and margins odd, written out once more over plain rows, in whole numbers times 10^PLACES. */

const SECTIONS = [
  'commissions',
  'shipping',
  'advertising',
  'storage',
  'other',
  'discounts',
  'account',
  'financing',
].map((id) => {
  const [, charges = [], back = []] = NAIVE_SUMS[id] ?? [];
  return { charges, refunds: back.filter((key) => /^(Reembolso|Devolución)/.test(key)) };
});
export const CHARGES = SECTIONS.flatMap(({ charges }) => charges);
export const REFUNDS = SECTIONS.flatMap(({ refunds }) => refunds);

const figure = (row: NaiveRow, key: string) => naiveValue(row[key] ?? null);
const amount = (row: NaiveRow, key: string) => figure(row, key) ?? 0n;
const total = (rows: readonly NaiveRow[], keys: readonly string[]) =>
  rows.reduce((all, row) => keys.reduce((sum, key) => sum + amount(row, key), all), 0n);
const text = (row: NaiveRow, key: string) => row[key] ?? '';

/** Ventas, or what of them was canceled; null where it is not told. */
function sold(row: NaiveRow): bigint | null {
  const ventas = figure(row, 'Ventas');
  return ventas === 0n ? amount(row, 'Venta Cancelada') : ventas;
}

function double(rows: readonly NaiveRow[]): bigint {
  let stake = 0n;
  for (const row of rows) {
    const parts = total([row], ['Comisión Variable', 'Comisión Fija', 'Comisión por Cuotas']);
    if (parts > 0n && amount(row, 'Cobro de Comisiones') === 2n * parts) stake += parts;
  }
  const isIdle = (row: NaiveRow) => sold(row) === 0n && figure(row, 'Unidades') === 0n;
  for (const row of rows) {
    if (!isIdle(row) || total([row], CHARGES) <= total([row], REFUNDS)) continue;
    for (const key of CHARGES) {
      const own = amount(row, key);
      if (own > 0n && rows.some((other) => !isIdle(other) && amount(other, key) === own)) stake += own;
    }
  }
  const items = new Map<string, NaiveRow[]>();
  for (const row of rows) {
    if (text(row, 'Nro. suborden').trim() === '' || text(row, 'N° de Liquidación').trim() === '') continue;
    const key = [
      ...['Nro. suborden', 'Nro. Paquete', 'SKU Producto', 'SKU Variante', 'Tipo de Dato'].map((each) =>
        text(row, each),
      ),
      ...['Ventas', 'Unidades', ...CHARGES].map((each) => String(amount(row, each))),
    ].join('\u0001');
    items.set(key, [...(items.get(key) ?? []), row]);
  }
  for (const same of items.values()) {
    const settlements = new Set(same.map((row) => text(row, 'N° de Liquidación'))).size;
    const charged = total(same.slice(0, 1), CHARGES);
    if (settlements > 1 && charged > 0n) stake += charged * BigInt(settlements - 1);
  }
  return stake;
}

const OF_SALES = [
  ['Cobro de Comisiones', 'Reembolso de Comisiones'],
  ['Cobro por Uso de Pasarela', 'Reembolso por Uso de Pasarela'],
  ['Cobro por Financiación y Cuotas Pasarela', 'Reembolso por Financiación y Cuotas Pasarela'],
  ['Cobro por Cupones de Descuento', 'Reembolso por Cupones de Descuento'],
  ['Cobro de Impuestos', 'Reembolso de Impuestos'],
] as const;

function withoutSale(rows: readonly NaiveRow[]): bigint {
  if (rows.some((row) => sold(row) !== 0n || text(row, 'Estado de Orden') === 'Cancelada')) return 0n;
  const isEmpty = rows.every((row) => figure(row, 'Unidades') === 0n);
  const nets = isEmpty
    ? SECTIONS.map(({ charges, refunds }) => total(rows, charges) - total(rows, refunds))
    : OF_SALES.map(([charge, refund]) => total(rows, [charge]) - total(rows, [refund]));
  return nets.reduce((all, net) => (net > 0n ? all + net : all), 0n);
}

function negative(rows: readonly NaiveRow[]): bigint {
  const regular = rows.filter((row) => text(row, 'Estado de Orden') === 'Regular');
  if (regular.some((row) => figure(row, 'Ventas') === null)) return 0n;
  const sale = total(regular, ['Ventas']);
  return sale < 0n ? -sale : 0n;
}

function kept(rows: readonly NaiveRow[]): bigint {
  const canceled = rows.filter((row) => text(row, 'Estado de Orden') === 'Cancelada');
  const net = (charge: string, refund: string) => {
    const left = total(canceled, [charge]) - total(canceled, [refund]);
    return left > 0n ? left : 0n;
  };
  return net('Cobro de Comisiones', 'Reembolso de Comisiones') + net('Cobro de Envío', 'Reembolso de envío');
}

function refunded(rows: readonly NaiveRow[]): bigint {
  if (rows.some((row) => sold(row) === null)) return 0n;
  const sale = rows.reduce((all, row) => all + (sold(row) ?? 0n), 0n);
  if (sale <= 0n) return 0n;
  let beyond = 0n;
  for (const { charges, refunds } of SECTIONS) {
    const over = total(rows, refunds) - total(rows, charges);
    if (over > 0n) beyond += over;
  }
  return beyond > sale ? beyond - sale : 0n;
}

/** Movements of one number (or, without one, one text) at one moment with one charge. */
function movements(rows: readonly NaiveRow[], all: readonly NaiveRow[]): bigint {
  let stake = 0n;
  for (const key of CHARGES) {
    const groups = new Map<string, NaiveRow[]>();
    for (const row of rows) {
      if (amount(row, key) <= 0n) continue;
      const name = [amount(row, key), text(row, 'Producto'), text(row, 'Fecha de compra')].join('\u0001');
      groups.set(name, [...(groups.get(name) ?? []), row]);
    }
    for (const same of groups.values()) {
      const [first = {}] = same;
      const isAgain = all.some(
        (row) =>
          row['Tipo de Dato'] === 'Marketplace' &&
          text(row, 'Canal') === text(first, 'Canal') &&
          text(row, 'Cuenta') === text(first, 'Cuenta') &&
          amount(row, key) === amount(first, key) &&
          text(row, 'Fecha de compra').slice(0, 10) !== text(first, 'Fecha de compra').slice(0, 10),
      );
      if (text(first, 'Orden').trim() === '' && isAgain) continue;
      stake += amount(first, key) * BigInt(same.length - 1);
    }
  }
  return stake;
}

/** What is at stake, by kind and order. */
export function naiveOdd(all: readonly NaiveRow[]): ReadonlyMap<string, bigint> {
  const orders = new Map<string, NaiveRow[]>();
  for (const row of all) orders.set(naiveOrder(row), [...(orders.get(naiveOrder(row)) ?? []), row]);
  const found = new Map<string, bigint>();
  for (const [order, rows] of orders) {
    const isMovement = (row: NaiveRow) => row['Tipo de Dato'] === 'Marketplace';
    const sales = rows.filter((row) => !isMovement(row));
    const odd = {
      'charge-without-sale': sales.length === 0 ? 0n : withoutSale(sales),
      'negative-sale': negative(sales),
      'canceled-charge': kept(sales),
      'refund-above-sale': refunded(sales),
    };
    for (const [kind, stake] of Object.entries(odd)) if (stake > 0n) found.set(`${kind} ${order}`, stake);
    const twice = double(sales);
    const moved = movements(rows.filter(isMovement), all);
    if (twice > 0n) found.set(`double-charge ${order}`, twice);
    if (moved > 0n) found.set(`double-charge ${order} moved`, moved);
  }
  return found;
}

type NaiveMargin = { readonly row: number; readonly ventas: bigint; readonly profit: bigint };
type Ratio = readonly [top: bigint, bottom: bigint];
const lower = ([a, b]: Ratio, [c, d]: Ratio) => (a * d < c * b ? -1 : a * d > c * b ? 1 : 0);
const size = (value: bigint) => (value < 0n ? -value : value);
const away = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [size(a * d - c * b), b * d];
/** The lower one of two in the middle. */
const median = (values: readonly Ratio[]): Ratio =>
  [...values].sort(lower)[Math.floor((values.length - 1) / 2)] ?? [0n, 1n];

/** Places of rows whose margin is far from that of their SKU, by account, SKU and whether they have a cost. */
export function naiveOddMargins(
  rows: readonly NaiveRow[],
  limits: { readonly points: number; readonly spreads: number; readonly rows: number },
): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, NaiveMargin[]>();
  for (const [at, row] of rows.entries()) {
    const ventas = figure(row, 'Ventas');
    const profit = figure(row, 'Rentabilidad Total');
    const sku = text(row, 'SKU Producto');
    if (ventas === null || ventas <= 0n || profit === null || sku === '') continue;
    if (row['Tipo de Dato'] === 'Marketplace' || row['Estado de Orden'] !== 'Regular') continue;
    const hasCost = amount(row, 'Costo de Producto') !== 0n;
    const key = JSON.stringify([text(row, 'Canal'), text(row, 'Cuenta'), sku, hasCost]);
    groups.set(key, [...(groups.get(key) ?? []), { row: at, ventas, profit }]);
  }
  const found = new Map<string, readonly number[]>();
  for (const [key, own] of groups) {
    if (own.length < limits.rows) continue;
    const rates = own.map(({ profit, ventas }): Ratio => [profit, ventas]);
    const usual = median(rates);
    const distances = rates.map((rate) => away(rate, usual));
    const [top, bottom] = median(distances);
    const odd = own.filter((_, at) => {
      const distance = distances[at] ?? [0n, 1n];
      return (
        lower(distance, [BigInt(limits.points), 100n]) >= 0 &&
        lower(distance, [top * BigInt(limits.spreads), bottom]) >= 0
      );
    });
    if (odd.length > 0)
      found.set(
        key,
        odd.map(({ row }) => row).sort((a, b) => a - b),
      );
  }
  return found;
}
