import { type Amounts, at } from '../world/amount-model.ts';
import type { LifeEvent } from '../world/events.ts';
import { drawMovementOf } from '../world/movement-catalogue.ts';
import type { OrderPlan } from '../world/order-plan.ts';
import { hash, Stream } from '../world/random.ts';
import { applyEvents } from '../world/sale-amounts.ts';
import type { SubOrderState } from '../world/sub-order-state.ts';
import type { ItemPlace, SoldItem } from '../world/wire-row.ts';
import { type CommissionTerms, type Terms, termsOf } from './terms.ts';

/** Charges of an account's terms for a sale, and their changes when it is canceled or returned. In cents. */

const HUNDRED_PERCENT = 10_000;

/** Half up, to the smallest unit of the currency. */
const rounded = (cents: number, unit: number): number => Math.round(cents / unit) * unit;

const partOf = (cents: number, hundredths: number, unit: number): number =>
  rounded((cents * hundredths) / HUNDRED_PERCENT, unit);

function take(amounts: Amounts, key: string): number {
  return amounts[at(key)] ?? 0;
}

function set(amounts: Amounts, key: string, cents: number): void {
  amounts[at(key)] = cents;
}

/** The list price of a unit in an account, from that of the price list. */
function priceIn({ rate, prices }: Terms, listPrice: number): number {
  return Math.max(1, Math.round((listPrice * rate) / prices.step)) * prices.step - prices.below;
}

/** Percentages of the list price, most sales at all of it. */
const DISCOUNTS = [100, 100, 100, 95, 90, 85];
const OWN_SHOP_GATEWAY = 422;
const OWN_SHOP_INSTALLMENTS = 480;
const ADVERTISING = 450;

/** Fills in an item's amounts as they are in a state of its sub-order. @param percent of the commission on that day */
export function chargeItem(
  amounts: Amounts,
  sold: SoldItem,
  state: SubOrderState,
  { stream, item, source }: ItemPlace,
  percent: number,
): void {
  const terms = termsOf(sold.order.account);
  const { product, units, publication } = sold;
  const { unit } = terms;
  const discount = stream.pick(DISCOUNTS);
  // Chile writes prices in tens of pesos.
  const price = rounded((priceIn(terms, product.price) * discount) / 100, unit * 10);
  const sales = price * units;
  set(amounts, 'Ventas', sales);
  set(amounts, 'Costo de Producto', rounded(product.cost * terms.rate, unit) * units);
  const isOnInstallments = stream.chance(0.12);
  if (terms.commission !== null) {
    const { category } = product;
    chargeCommission(amounts, terms.commission, {
      sales,
      price,
      units,
      category,
      percent,
      isOnInstallments,
      unit,
    });
  } else {
    set(amounts, 'Cobro por Uso de Pasarela', partOf(sales, OWN_SHOP_GATEWAY, unit));
    if (isOnInstallments) {
      const financing = partOf(sales, OWN_SHOP_INSTALLMENTS, unit);
      set(amounts, 'Cobro por Financiación y Cuotas Pasarela', financing);
    }
  }
  chargeShipping(amounts, terms, sold, price, stream);
  if (publication) set(amounts, 'Cobro por publicidad', partOf(sales, ADVERTISING, unit));
  set(amounts, 'Cobro de Impuestos', partOf(sales, terms.withheld, unit));
  if (stream.chance(0.05)) set(amounts, 'Cobro por Cupones de Descuento', partOf(sales, 1_000, unit));
  if (stream.chance(0.015)) set(amounts, 'Ingreso por promoción', partOf(sales, 500, unit));
  for (const event of state.amounts) applyEvent(amounts, terms, event);
  // Events that a test or the story adds by hand.
  applyEvents(amounts, { ...state, amounts: state.amounts.filter(isCorrection) }, item, source);
}

/** A percentage of a sale with its tax, each rounded. */
export const commissionOf = (sales: number, percent: number, vat: number, unit: number): number =>
  rounded((partOf(sales, percent, unit) * (100 + vat)) / 100, unit);

type Commissioned = {
  readonly sales: number;
  readonly price: number;
  readonly units: number;
  readonly category: string;
  readonly percent: number;
  readonly isOnInstallments: boolean;
  readonly unit: number;
};

/** The breakdown is the charge before its tax, which the channel adds to the whole. */
function chargeCommission(
  amounts: Amounts,
  { fixed, vat, installments }: CommissionTerms,
  { sales, price, units, category, percent, isOnInstallments, unit }: Commissioned,
): void {
  const isFixed = fixed !== null && price < fixed.below && fixed.categories.includes(category);
  const each = isFixed ? fixed.each : 0;
  const whole = commissionOf(sales, percent, vat, unit);
  const byInstallments = isOnInstallments && installments !== null ? partOf(sales, installments, unit) : 0;
  set(amounts, 'Cobro de Comisiones', whole + each * units + byInstallments);
  set(amounts, 'Comisión Variable', whole);
  set(amounts, 'Comisión Fija', each * units);
  set(amounts, 'Comisión por Cuotas', byInstallments);
}

function chargeShipping(
  amounts: Amounts,
  { shipping, logistics, unit }: Terms,
  { fulfillment, units }: SoldItem,
  price: number,
  stream: Stream,
): void {
  const bands = fulfillment ? shipping.fulfilled : shipping.own;
  const isCheap = price < bands.below;
  const charge = isCheap ? bands.cheap : bands.dear;
  set(amounts, 'Cobro de Envío', charge);
  if (isCheap) set(amounts, 'Despacho pagado por comprador', rounded(charge / 2, unit));
  if (stream.chance(0.02)) set(amounts, 'Reembolso de envío', rounded(charge / 2, unit));
  if (fulfillment) set(amounts, 'Cobro por Costo Logístico', logistics * units);
}

const isCorrection = ({ kind }: LifeEvent): boolean => kind !== 'canceled' && kind !== 'returned';

/** Charges of a sale with what gives each of them back. */
const OF_THE_SALE = [
  ['Cobro de Comisiones', 'Reembolso de Comisiones'],
  ['Comisión Variable', 'Reembolso de Comisión Variable'],
  ['Comisión Fija', 'Reembolso de Comisión Fija'],
  ['Comisión por Cuotas', 'Reembolso de Comisión por Cuotas'],
  ['Cobro por Cupones de Descuento', 'Reembolso por Cupones de Descuento'],
  ['Cobro de Impuestos', 'Reembolso de Impuestos'],
  ['Cobro por Uso de Pasarela', 'Reembolso por Uso de Pasarela'],
  ['Cobro por Financiación y Cuotas Pasarela', 'Reembolso por Financiación y Cuotas Pasarela'],
] as const;
const OF_THE_PARCEL = [
  ['Cobro de Envío', 'Reembolso de envío'],
  ['Cobro por publicidad', 'Reembolso por publicidad'],
  ['Cobro por Costo Logístico', 'Reembolso de Costo Logístico'],
] as const;

/** A canceled sale leaves nothing; a returned one leaves the cost of sending and fetching it. */
function applyEvent(amounts: Amounts, { reverse }: Terms, { kind }: LifeEvent): void {
  if (kind !== 'canceled' && kind !== 'returned') return;
  const givenBack = kind === 'canceled' ? [...OF_THE_SALE, ...OF_THE_PARCEL] : OF_THE_SALE;
  for (const [charge, refund] of givenBack) set(amounts, refund, take(amounts, charge));
  set(amounts, 'Venta Cancelada', take(amounts, 'Ventas'));
  for (const key of [
    'Ventas',
    'Costo de Producto',
    'Despacho pagado por comprador',
    'Ingreso por promoción',
  ]) {
    set(amounts, key, 0);
  }
  if (kind === 'returned') set(amounts, 'Cobro Logística Inversa', reverse);
}

/** Charges of channels on an account beside its sales. */
const MARKETPLACE_MOVEMENTS = [
  'Cobro por publicidad',
  'Reembolso por publicidad',
  'Cobro por Servicio Almacenamiento',
  'Cobro por Almacenamiento Prolongado',
  'Cobro por Descarte de Stock',
];
const SHOP_MOVEMENTS = ['Cobro por publicidad'];

/** Fills in a movement's amount; returns the channel's words for it. */
export function chargeMovement(
  seed: number,
  amounts: Amounts,
  { serial, channel, account }: OrderPlan,
  state: SubOrderState,
): string {
  const { rate, unit } = termsOf(account);
  const stream = new Stream(hash(seed, serial, 0, 0x1e6));
  const movement = drawMovementOf(
    channel.kind === 'Marketplace' ? MARKETPLACE_MOVEMENTS : SHOP_MOVEMENTS,
    stream,
  );
  set(amounts, movement.column, rounded(stream.between(movement.low, movement.high) * rate * 0.5, unit));
  for (const event of state.amounts) {
    if (event.kind === 'amount-added') set(amounts, event.column, take(amounts, event.column) + event.cents);
  }
  return movement.text[account.language];
}
