import { type Amounts, at } from './amount-model.ts';
import type { Channel } from './channels.ts';
import type { LifeEvent } from './events.ts';
import { Stream } from './random.ts';
import type { SubOrderState } from './sub-order-state.ts';
import type { SoldItem } from './wire-row.ts';

/** Amounts of a sale: its price, the channel's charges, and their changes by later events. All in cents. */

const FIXED_COMMISSION_BELOW = 1500000;
/** About the part of Ventas that a channel takes; it differs from row to row. */
const COMMISSIONS: Readonly<Record<string, number>> = {
  'Mercado Austral': 0.14,
  'Plaza Andina': 0.16,
  Vitrina: 0.154,
  'Bodega Uno': 0.2,
};

function put(amounts: Amounts, key: string, cents: number): void {
  amounts[at(key)] = (amounts[at(key)] ?? 0) + Math.round(cents);
}

function take(amounts: Amounts, key: string): number {
  return amounts[at(key)] ?? 0;
}

/** Fills in Ventas, charges and incomes as they are when the item is bought. */
export function chargeSale(amounts: Amounts, item: SoldItem, stream: Stream): void {
  const { product, units } = item;
  const { channel } = item.order;
  let sales = Math.round((product.price * stream.pick([1, 1, 1, 0.95, 0.9, 0.85])) / 1000) * 1000 * units;
  const odd = stream.next();
  // A gift; and rarely a correction booked as a negative sale.
  if (odd < 0.002) sales = 0;
  else if (odd < 0.003) sales = -sales;
  put(amounts, 'Ventas', sales);
  put(amounts, 'Costo de Producto', product.cost * units);
  chargeCommission(amounts, channel, sales, units, stream);
  chargeShipping(amounts, item, sales, stream);
  if (channel.kind === 'Marketplace' && stream.chance(item.publication ? 0.8 : 0.3)) {
    put(amounts, 'Cobro por publicidad', Math.abs(sales) * stream.between(0.01, 0.06));
  }
  if (item.fulfillment) {
    put(amounts, 'Cobro por Costo Logístico', stream.integer(38000, 96000) * units);
    if (stream.chance(0.15)) put(amounts, 'Cobro por Servicio Almacenamiento', stream.integer(900, 18000));
  }
  if (stream.chance(0.12)) put(amounts, 'Cobro de Impuestos', Math.abs(sales) * 0.003);
  if (stream.chance(0.02)) put(amounts, 'Ingreso por promoción', Math.abs(sales) * 0.05);
  if (stream.chance(0.006)) put(amounts, 'Cobros sin categorizar', stream.integer(100, 90000));
  if (stream.chance(0.003)) put(amounts, 'Ingresos sin categorizar', stream.integer(100, 60000));
  if (stream.chance(channel.name === 'Plaza Andina' ? 0.18 : 0.06)) {
    put(amounts, 'Cobro por Cupones de Descuento', Math.abs(sales) * stream.pick([0.05, 0.1, 0.15]));
  }
  if (item.publication && stream.chance(0.4)) put(amounts, 'Cobro por Publicar', stream.integer(5000, 40000));
  if (channel.kind === 'Tienda propia') {
    put(amounts, 'Cobro por Uso de Pasarela', Math.abs(sales) * 0.0319);
    if (stream.chance(0.3)) put(amounts, 'Cobro por Financiación y Cuotas Pasarela', Math.abs(sales) * 0.024);
  } else if (stream.chance(0.22)) {
    put(amounts, 'Cobro por Financiación y Cuotas Pasarela', Math.abs(sales) * stream.pick([0.01, 0.02]));
  }
}

function chargeCommission(
  amounts: Amounts,
  channel: Channel,
  sales: number,
  units: number,
  stream: Stream,
): void {
  const commission = COMMISSIONS[channel.name];
  if (commission === undefined) return;
  const base = Math.abs(sales);
  const variable = Math.round(base * (commission + stream.integer(-2, 2) / 100));
  const fixed = base > 0 && base / units < FIXED_COMMISSION_BELOW ? 70000 * units : 0;
  const installments = stream.chance(0.14) ? Math.round(base * 0.0399) : 0;
  put(amounts, 'Cobro de Comisiones', variable + fixed + installments);
  // The breakdown describes the charge and does not always come with it (spec 2.4).
  if (stream.chance(0.04)) return;
  put(amounts, 'Comisión Variable', variable);
  put(amounts, 'Comisión Fija', fixed);
  put(amounts, 'Comisión por Cuotas', installments);
}

function chargeShipping(amounts: Amounts, item: SoldItem, sales: number, stream: Stream): void {
  const charge = stream.integer(120000, 390000);
  if (!item.fulfillment && item.order.channel.name === 'Mercado Austral' && stream.chance(0.25)) {
    put(amounts, 'Cobro Envío Flex', charge);
    put(amounts, 'Ingreso por Envío Flex', charge * stream.pick([0.6, 0.8, 1.1]));
    return;
  }
  put(amounts, 'Cobro de Envío', charge);
  if (sales > 0 && stream.chance(0.3)) {
    put(amounts, 'Despacho pagado por comprador', charge * stream.pick([0.5, 0.9, 1, 1.2]));
  }
  if (stream.chance(0.05)) put(amounts, 'Reembolso de envío', charge * stream.pick([0.3, 0.5, 1]));
}

/** Applies what happened since the sale. `source`: the item that it equals (itself, unless a twin), treated alike. */
export function applyEvents(amounts: Amounts, state: SubOrderState, item: number, source = item): void {
  for (const event of state.amounts) applyEvent(amounts, event, item, source);
}

function applyEvent(amounts: Amounts, event: LifeEvent, item: number, source: number): void {
  switch (event.kind) {
    case 'canceled':
      put(amounts, 'Venta Cancelada', take(amounts, 'Ventas'));
      refundCommission(amounts, 1);
      put(amounts, 'Reembolso de envío', take(amounts, 'Cobro de Envío'));
      if (event.at % 4 === 0) put(amounts, 'Cobro de Penalizacion por Cancelación', 150000);
      if (event.at % 12 === 0) put(amounts, 'Devolución de Penalización por Cancelación', 150000);
      return;
    case 'returned':
      refundCommission(amounts, 1);
      put(amounts, 'Cobro Logística Inversa', 180000 + (event.at % 90000));
      if (event.at % 5 === 0) put(amounts, 'Reembolso Logística Inversa', 90000);
      if (event.at % 7 === 0)
        put(amounts, 'Reembolso de Ajuste sobre Venta', Math.abs(take(amounts, 'Ventas')) * 0.1);
      return;
    case 'adjusted':
      adjust(amounts, new Stream(event.salt + source));
      return;
    case 'refunded':
      refund(amounts, new Stream(event.salt + source));
      return;
    case 'amount-added':
      if (event.item === item) put(amounts, event.column, event.cents);
      return;
    default:
  }
}

function refundCommission(amounts: Amounts, share: number): void {
  const pairs = [
    ['Cobro de Comisiones', 'Reembolso de Comisiones'],
    ['Comisión Variable', 'Reembolso de Comisión Variable'],
    ['Comisión Fija', 'Reembolso de Comisión Fija'],
    ['Comisión por Cuotas', 'Reembolso de Comisión por Cuotas'],
  ] as const;
  for (const [charge, refunded] of pairs) put(amounts, refunded, take(amounts, charge) * share);
}

function adjust(amounts: Amounts, stream: Stream): void {
  const cents = stream.integer(500, 240000);
  // Weights: the usual corrections first.
  const column = stream.weighted([40, 30, 12, 8, 5, 5]);
  if (column === 0) put(amounts, 'Cobro de Ajuste sobre la Comisión', cents);
  else if (column === 1) put(amounts, 'Cobro de Envío', stream.chance(0.3) ? -Math.round(cents / 10) : cents);
  else if (column === 2) put(amounts, 'Cobro por Costo Logístico', cents / 2);
  else if (column === 3) put(amounts, 'Cobro de Penalización por Daños', cents);
  else if (column === 4) put(amounts, 'Cobro por publicidad', cents / 3);
  else put(amounts, 'Cobros sin categorizar', cents);
}

function refund(amounts: Amounts, stream: Stream): void {
  const cents = stream.integer(400, 180000);
  const share = stream.pick([0.25, 0.5, 1]);
  const column = stream.weighted([35, 20, 10, 8, 6, 6, 5, 5, 5]);
  if (column === 0) refundCommission(amounts, share);
  else if (column === 1) put(amounts, 'Reembolso de envío', cents);
  else if (column === 2) put(amounts, 'Reembolso de Ajuste sobre la Comisión', cents / 2);
  else if (column === 3)
    put(amounts, 'Reembolso por publicidad', take(amounts, 'Cobro por publicidad') * share);
  else if (column === 4)
    put(amounts, 'Reembolso de Costo Logístico', take(amounts, 'Cobro por Costo Logístico') * share);
  else if (column === 5)
    put(
      amounts,
      'Reembolso por Cupones de Descuento',
      take(amounts, 'Cobro por Cupones de Descuento') * share,
    );
  else if (column === 6) {
    put(
      amounts,
      'Reembolso por Financiación y Cuotas Pasarela',
      take(amounts, 'Cobro por Financiación y Cuotas Pasarela') * share,
    );
    put(amounts, 'Reembolso por Uso de Pasarela', take(amounts, 'Cobro por Uso de Pasarela') * share);
  } else if (column === 7) put(amounts, 'Reembolsos sin categorizar', cents);
  else put(amounts, 'Ingreso de Compensación por Daños', cents);
  if (stream.chance(0.1)) put(amounts, 'Reembolso de Impuestos', take(amounts, 'Cobro de Impuestos'));
}
