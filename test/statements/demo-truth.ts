import { createWorld, type WireRow } from '#electron/demo/world/world.ts';
import { DAY_MS } from '#shared/domain/dates.ts';
import { random, type Sale } from './truth.ts';

/** The demo world as the truth that statements are written from: its rows, and what each of its orders came to. */

/** Purchases of both years: days without one turn over it. */
const NOW = Date.UTC(2026, 2, 20, 15);
const FROM = '2025-10';
const DAYS_TO_PAY = 14;
const FIRST_DAY = Date.UTC(2026, 0, 1);

/**
 * Which of an order's parts a layout tells: all; the sale and all costs as commission; with what shipping costs; or the costs
 * alone, of which it bills the seller.
 */
export type Parts = 'all' | 'sale-and-costs' | 'sale-costs-shipping' | 'costs';

/** How much of its parts a layout tells, what its amounts are multiples of, and which orders it is written of. */
export type Lens = {
  readonly parts: Parts;
  /** Cents: 100 for files that write whole pesos. */
  readonly unit: 1 | 100;
  /** Orders of some settlements, or those paid or bought in some weeks. */
  readonly by: 'settlement' | 'paid' | 'bought';
};

export type DemoOrder = {
  readonly canal: string;
  readonly cuenta: string;
  readonly orden: string;
  readonly sku: string;
  readonly product: string;
  readonly settlements: readonly string[];
  /** All of its rows are in one settlement. */
  readonly isSettledAtOnce: boolean;
  /** Days since 2026-01-01. */
  readonly bought: number;
  /** Where it is not paid yet: when it would be. */
  readonly paid: number;
  readonly isPaid: boolean;
  /** Cents. */
  readonly ventas: number;
  readonly profit: number;
  readonly shipping: number;
};

export type DemoTruth = { readonly rows: readonly WireRow[]; readonly orders: readonly DemoOrder[] };

const centsOf = (text: string): number => Math.round(Number(text) * 100);
const dayOf = (text: string): number => Math.floor((Date.parse(`${text}Z`) - FIRST_DAY) / DAY_MS);

export function demoTruth(seed: number, orders = 4_000): DemoTruth {
  const world = createWorld({ seed, orders, clock: () => NOW });
  const rows = [...world.truth((row) => (row['Fecha de compra'] ?? '') >= FROM)];
  const byName = new Map<string, WireRow[]>();
  for (const row of rows) {
    const name = JSON.stringify([row.Canal, row.Cuenta, row.Orden]);
    byName.set(name, [...(byName.get(name) ?? []), row]);
  }
  return { rows, orders: [...byName.values()].flatMap(orderOf) };
}

/** Movements of the account without a number are no orders; those with one come in statements as orders do. */
function orderOf(rows: readonly WireRow[]): readonly DemoOrder[] {
  const [first] = rows;
  if (first === undefined || first.Orden === '') return [];
  const sum = (column: string): number => rows.reduce((total, row) => total + centsOf(row[column] ?? ''), 0);
  const paid =
    rows
      .map((row) => row['Fecha de Pago'] ?? '')
      .toSorted()
      .at(-1) ?? '';
  const settlements = [...new Set(rows.map((row) => row['N° de Liquidación'] ?? ''))];
  const bought = rows.map((row) => row['Fecha de compra'] ?? '').toSorted()[0] ?? '';
  return [
    {
      canal: first.Canal ?? '',
      cuenta: first.Cuenta ?? '',
      orden: first.Orden ?? '',
      sku: first['SKU Producto'] ?? '',
      product: first.Producto ?? '',
      settlements: settlements.filter((text) => text !== ''),
      isSettledAtOnce: settlements.length === 1,
      bought: dayOf(bought),
      paid: paid === '' ? dayOf(bought) + DAYS_TO_PAY : dayOf(paid),
      isPaid: paid !== '',
      ventas: sum('Ventas'),
      profit: sum('Rentabilidad Marketplace'),
      shipping: sum('Costo Envío'),
    },
  ];
}

/** The rows as an account of that currency has them: whole pesos where it has no cents. */
export function rowsIn({ rows }: DemoTruth, unit: Lens['unit']): readonly WireRow[] {
  if (unit === 1) return rows;
  const whole = (text: string | undefined): string => String(centsOf(text ?? '0'));
  return rows.map((row) => ({
    ...row,
    'Rentabilidad Marketplace': whole(row['Rentabilidad Marketplace']),
    'Costo de Marketplace': whole(row['Costo de Marketplace']),
    Ventas: whole(row.Ventas),
  }));
}

/** An order as a layout tells it. Its net is always what the order's rows come to, or the costs alone. */
export function saleOf(order: DemoOrder, { parts, unit, by }: Lens, at: number): Sale {
  const costs = order.ventas - order.profit;
  const shipping = parts === 'all' || parts === 'sale-costs-shipping' ? order.shipping : 0;
  const taxes = parts === 'all' ? Math.trunc((costs - shipping) / 7) : 0;
  return {
    order: order.orden,
    // Shops write their numbers behind a sign of their own.
    suborder: order.orden.replace('#', ''),
    sku: order.sku,
    product: order.product,
    operation: String(90_000_000_000 + at * 17),
    // A payout's number that the rows do not know.
    settlement: `${by === 'settlement' ? '' : 'P-'}${order.settlements[0] ?? ''}`,
    sold: order.bought,
    released: order.paid,
    gross: order.ventas * unit,
    commission: (costs - shipping - taxes) * unit,
    shipping: shipping * unit,
    taxes: taxes * unit,
    isRefund: order.profit < 0,
  };
}

export type StatementOrders = {
  /** In order of the money. */
  readonly held: readonly DemoOrder[];
  /** Of the same account, and of another month. */
  readonly elsewhere: readonly DemoOrder[];
};

/**
 * Days of a period: calendar months, or weeks over the turn of the year that end far from a month's end; near it nobody could
 * tell a month of which the last orders are missing.
 */
function periodOf(draw: number): readonly [from: number, to: number] {
  const periods = [
    [-31, -1],
    [-31, 30],
    [-22, 14],
    [-17, 20],
  ] as const;
  return periods[Math.floor(draw * periods.length)] ?? periods[0];
}

/** An account's orders that a statement is of: a period of them, from a seed. */
export function ordersFor(
  { orders }: DemoTruth,
  { by, parts }: Lens,
  { canal, seed }: { readonly canal: string; readonly seed: number },
): StatementOrders {
  const next = random(seed);
  const cuentas = [...new Set(orders.filter((order) => order.canal === canal).map(({ cuenta }) => cuenta))];
  const cuenta = cuentas[Math.floor(next() * cuentas.length)] ?? '';
  const views = orders.filter((order) => {
    const net = parts === 'costs' ? order.ventas - order.profit : order.profit;
    const isDated = by !== 'paid' || order.isPaid;
    return order.canal === canal && order.cuenta === cuenta && isDated && net !== 0;
  });
  const [from, to] = periodOf(next());
  const dayOfOrder = (order: DemoOrder): number => (by === 'bought' ? order.bought : order.paid);
  const inTime = views.toSorted((one, other) => one.paid - other.paid);
  if (by !== 'settlement') {
    const isHeld = (order: DemoOrder) => dayOfOrder(order) >= from && dayOfOrder(order) <= to;
    const isFar = (order: DemoOrder) =>
      order.ventas !== 0 && order.paid < from - 20 && order.bought < from - 20;
    return { held: inTime.filter(isHeld), elsewhere: inTime.filter(isFar) };
  }
  const sizes = new Map<string, number>();
  for (const order of views)
    for (const each of order.settlements) sizes.set(each, (sizes.get(each) ?? 0) + 1);
  const isBig = (each: string): boolean => (sizes.get(each) ?? 0) > 1;
  const wanted = new Set(
    inTime
      .filter(({ paid }) => paid >= from && paid <= to)
      .flatMap((order) => order.settlements.filter(isBig)),
  );
  const isWanted = (each: string): boolean => wanted.has(each);
  return {
    held: inTime
      .filter((order) => order.settlements.some(isWanted))
      .map((order) => ({ ...order, settlements: order.settlements.filter(isWanted) })),
    elsewhere: inTime.filter(
      ({ settlements, ventas }) => ventas !== 0 && settlements.some(isBig) && !settlements.some(isWanted),
    ),
  };
}
