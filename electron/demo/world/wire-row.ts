import { COLUMNS, isDecimalKind } from '#shared/domain/column-catalogue.ts';
import { DAY_MS } from '#shared/domain/dates.ts';
import { type Amounts, at, centsText, deriveAmounts, emptyAmounts } from './amount-model.ts';
import { offsetMs } from './channels.ts';
import { drawMovement } from './movement-catalogue.ts';
import type { OrderPlan } from './order-plan.ts';
import type { ProductRange } from './products.ts';
import { hash, Stream } from './random.ts';
import { applyEvents, chargeSale } from './sale-amounts.ts';
import type { SubOrderState } from './sub-order-state.ts';

/** Days already written out; a world has about a thousand. */
const dayTexts = new Map<number, string>();
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** Milliseconds of a zoneless axis as `YYYY-MM-DDTHH:MM:SS.mmm`. Quicker than Date for the same few days again and again. */
function timeText(ms: number): string {
  const day = Math.floor(ms / DAY_MS);
  let dayText = dayTexts.get(day);
  if (dayText === undefined) {
    dayText = new Date(day * DAY_MS).toISOString().slice(0, 11);
    dayTexts.set(day, dayText);
  }
  const inDay = ms - day * DAY_MS;
  const seconds = Math.floor(inDay / 1000);
  const rest = inDay - seconds * 1000;
  const minutes = Math.floor(seconds / 60);
  const milliseconds = rest < 10 ? `00${rest}` : rest < 100 ? `0${rest}` : rest;
  return `${dayText}${TWO_DIGITS[Math.floor(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds % 60]}.${milliseconds}`;
}

/** One order item as the service sends it: a text per catalogue column, in catalogue order (spec 2.2, 2.4). */
export type Cells = readonly string[];

/** By the codes of PAYMENT and ITEM_STATUS. */
const PAYMENT_LABELS = ['Pagado', 'Informado', 'Sin Información'] as const;
const ITEM_STATUS_LABELS = ['Regular', 'Cancelada', 'Devuelta'] as const;

/** Orders added by hand or by the pulse count from here; on paper their numbers continue from five million. */
export const FIRST_EXTRA_SERIAL = 0x40000000;
const FIRST_EXTRA_NUMBER = 5_000_000;

const BUYERS = (
  'María José Núñez, João Gonçalves, Ximena Pérez, Ramón Ibáñez, Agustín Zúñiga, Lucía Müller, ' +
  'Íñigo Castañeda, Camila Rojas, Tomás Ávila, Sofía Quiñones, Andrés Ocaña, Beatriz Farías'
).split(', ');

const DECIMAL_COLUMNS = COLUMNS.flatMap((column, position) => (isDecimalKind(column.kind) ? [position] : []));
const SCRATCH = emptyAmounts();
const BLANK_CELLS: readonly string[] = COLUMNS.map(() => '');
const VENTAS = at('Ventas');
const UNITS = at('Unidades');
const PRODUCT_COST = at('Costo de Producto');

/** The order's number as its channel writes it; blank for most movements (spec 2.2 does not say). */
export function orderNumberOf(order: OrderPlan): string {
  const { serial } = order;
  const written = serial < FIRST_EXTRA_SERIAL ? serial : FIRST_EXTRA_NUMBER + (serial - FIRST_EXTRA_SERIAL);
  if (order.kind === 'sale') return order.channel.orderNumber(written);
  return hash(written, 1, 0, 0x3e) % 7 === 0 ? `MOV-${String(70000000 + written)}` : '';
}

export function writeRow(
  seed: number,
  products: ProductRange,
  order: OrderPlan,
  subOrder: number,
  item: number,
  state: SubOrderState,
): Cells {
  const cells = BLANK_CELLS.slice();
  // One array serves all rows: a page of fresh ones costs more than the arithmetic.
  const amounts = SCRATCH.fill(0);
  const { channel, account } = order;
  put(cells, 'Canal', channel.name);
  put(cells, 'Cuenta', account.name);
  put(cells, 'Orden', orderNumberOf(order));
  put(cells, 'Tipo de Canal', channel.kind);
  put(cells, 'Fecha de actualización', `${timeText(state.updated)}Z`);
  put(cells, 'Fecha de compra', timeText(state.purchaseLocal));
  put(cells, 'Estado de Pago', PAYMENT_LABELS[state.payment] ?? '');
  put(cells, 'Estado de Orden', ITEM_STATUS_LABELS[state.itemStatus] ?? '');
  if (state.paidAt !== undefined) {
    put(cells, 'Fecha de Pago', timeText(state.paidAt + offsetMs(channel, state.paidAt)));
  }
  if (state.settledAt !== undefined) {
    put(
      cells,
      'N° de Liquidación',
      `LIQ-${account.name.slice(0, 2).toUpperCase()}-${Math.floor(state.settledAt / (7 * DAY_MS))}`,
    );
  }
  if (order.kind === 'movement') writeMovement(seed, order, state, amounts, cells);
  else writeSale(seed, products, order, subOrder, item, state, amounts, cells);
  deriveAmounts(amounts);
  const units = cells[UNITS] ?? '0';
  for (const position of DECIMAL_COLUMNS) cells[position] = centsText(amounts[position] ?? 0);
  // Integers may lack decimals (spec 2.2): a count, the zero sales of a movement, a cost that was never loaded.
  cells[UNITS] = units;
  if (order.kind === 'movement') cells[VENTAS] = '0';
  if (amounts[PRODUCT_COST] === 0) cells[PRODUCT_COST] = '0';
  return cells;
}

function put(cells: string[], key: string, value: string): void {
  cells[at(key)] = value;
}

function writeMovement(
  seed: number,
  order: OrderPlan,
  state: SubOrderState,
  amounts: Amounts,
  cells: string[],
): void {
  const stream = new Stream(hash(seed, order.serial, 0, 0x1e5));
  const movement = drawMovement(stream);
  const column = at(movement.column);
  amounts[column] =
    movement.low === movement.high ? movement.low : stream.integer(movement.low, movement.high);
  for (const event of state.amounts) {
    // A correction keeps to the movement's own measure, which is what says what the movement is (spec 2.2).
    if (event.kind === 'adjusted') amounts[column] += 1 + (event.salt % 99991);
    else if (event.kind === 'refunded')
      amounts[column] = Math.round(amounts[column] / (2 + (event.salt % 5)));
    else if (event.kind === 'amount-added')
      amounts[at(event.column)] = (amounts[at(event.column)] ?? 0) + event.cents;
  }
  put(cells, 'Tipo de Dato', 'Marketplace');
  put(cells, 'SKU Producto', 'Sin SKU');
  put(cells, 'Producto', movement.text[order.account.language]);
  put(cells, 'Tipo de Despacho', 'No Fulfillment');
  put(cells, 'Unidades', '0');
}

/** An item that equals the one before it draws from the same stream. */
function sourceOf(twins: number, item: number): number {
  let source = item;
  while (((twins >> source) & 1) === 1) source -= 1;
  return source;
}

function writeSale(
  seed: number,
  products: ProductRange,
  order: OrderPlan,
  subOrder: number,
  item: number,
  state: SubOrderState,
  amounts: Amounts,
  cells: string[],
): void {
  const { channel, serial } = order;
  const number = orderNumberOf(order);
  const source = sourceOf(order.subOrders[subOrder]?.twins ?? 0, item);
  const stream = new Stream(hash(seed, serial, subOrder * 16 + source, 0x17e));
  const product = products.draw(stream);
  const units = stream.pick([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3, stream.integer(1, 12)]);
  // A sub-order leaves from one place.
  const together = new Stream(hash(seed, serial, subOrder, 0x70f));
  const fulfillment = together.chance(channel.fulfillment);
  const publication = ((state.publications >> item) & 1) === 1;
  chargeSale(amounts, { channel, product, units, fulfillment, publication }, stream);
  applyEvents(amounts, state, item, source);

  const [ownMode, otherModes] = channel.shippingModes;
  put(cells, 'Tipo de Dato', publication ? 'Publicación' : 'Orden');
  put(cells, 'Nro. suborden', `${number}-${subOrder + 1}`);
  put(
    cells,
    'Nro. Paquete',
    together.chance(0.85) ? `PK${String(30000000 + (hash(seed, serial, subOrder, 0x9b) % 69999999))}` : '',
  );
  put(cells, 'SKU Producto', product.sku);
  put(cells, 'SKU Marketplace', product.marketplaceSku);
  put(cells, 'Producto', product.name);
  put(cells, 'Variante', product.variant);
  put(cells, 'SKU Variante', product.variantSku);
  put(cells, 'Estado de Despacho', state.dispatch);
  put(cells, 'Tipo de Despacho', fulfillment ? 'Fulfillment' : 'No Fulfillment');
  put(cells, 'Tipo de Despacho del Marketplace', fulfillment ? ownMode : together.pick(otherModes));
  put(cells, 'Unidades', String(units));
  put(cells, 'Marca', product.brand);
  put(cells, 'Categoría', product.category);
  put(cells, 'Id publicación', product.publication);
  put(cells, 'Comprador', new Stream(hash(seed, serial, 0, 0xb0)).pick(BUYERS));
  put(cells, 'Marca Interna', product.internalBrand);
  put(cells, 'Categoría Interna', product.internalCategory);
  put(cells, 'Producto Interno', product.internalName);
  put(cells, 'SKU Producto Interno', product.internalName === '' ? '' : product.sku);
}
