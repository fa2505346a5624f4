import { COLUMNS, isDecimalKind } from '#shared/domain/column-catalogue.ts';
import { DAY_MS } from '#shared/domain/dates.ts';
import { type Amounts, at, centsText, deriveAmounts, emptyAmounts } from './amount-model.ts';
import { offsetMs } from './channels.ts';
import type { OrderPlan } from './order-plan.ts';
import type { Product, ProductRange } from './products.ts';
import { hash, Stream } from './random.ts';
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

const BUYERS = (
  'María José Núñez, João Gonçalves, Ximena Pérez, Ramón Ibáñez, Agustín Zúñiga, Lucía Müller, ' +
  'Íñigo Castañeda, Camila Rojas, Tomás Ávila, Sofía Quiñones, Andrés Ocaña, Beatriz Farías'
).split(', ');

const DECIMAL_COLUMNS = COLUMNS.flatMap((column, position) => (isDecimalKind(column.kind) ? [position] : []));
const SCRATCH = emptyAmounts();
/** Most of a row's amounts are none. */
const BLANK_CELLS: readonly string[] = COLUMNS.map(({ kind }) => (isDecimalKind(kind) ? centsText(0) : ''));
const VENTAS = at('Ventas');
const UNITS = at('Unidades');
const PRODUCT_COST = at('Costo de Producto');

/** How a company charges: fills in a row's free amounts, of which all others follow. */
export type Books = {
  readonly chargeItem: (amounts: Amounts, sold: SoldItem, state: SubOrderState, place: ItemPlace) => void;
  /** Returns the marketplace's words for the movement. */
  readonly chargeMovement: (amounts: Amounts, order: OrderPlan, state: SubOrderState) => string;
  /** The settlement's number. @param settledAt UTC epoch milliseconds */
  readonly settlementOf: (order: OrderPlan, settledAt: number) => string;
};

export type SoldItem = {
  readonly order: OrderPlan;
  readonly product: Product;
  readonly units: number;
  readonly fulfillment: boolean;
  readonly publication: boolean;
};

/** `source`: the item that it equals (itself, unless a twin), from whose stream both are drawn. */
export type ItemPlace = { readonly stream: Stream; readonly item: number; readonly source: number };

/** Makes the function that writes a company's rows, each as it stands in a state of its sub-order. */
export function createRowWriter(seed: number, products: ProductRange, books: Books) {
  return (order: OrderPlan, subOrder: number, item: number, state: SubOrderState): Cells => {
    const cells = BLANK_CELLS.slice();
    // One array serves all rows: a page of fresh ones costs more than the arithmetic.
    const amounts = SCRATCH.fill(0);
    const { channel, account } = order;
    put(cells, 'Canal', channel.name);
    put(cells, 'Cuenta', account.name);
    put(cells, 'Orden', order.number);
    put(cells, 'Tipo de Canal', channel.kind);
    put(cells, 'Fecha de actualización', `${timeText(state.updated)}Z`);
    put(cells, 'Fecha de compra', timeText(state.purchaseLocal));
    put(cells, 'Estado de Pago', PAYMENT_LABELS[state.payment] ?? '');
    put(cells, 'Estado de Orden', ITEM_STATUS_LABELS[state.itemStatus] ?? '');
    if (state.paidAt !== undefined) {
      put(cells, 'Fecha de Pago', timeText(state.paidAt + offsetMs(channel, state.paidAt)));
    }
    if (state.settledAt !== undefined) {
      put(cells, 'N° de Liquidación', books.settlementOf(order, state.settledAt));
    }
    if (order.kind === 'movement') writeMovement(cells, books.chargeMovement(amounts, order, state));
    else writeSale({ seed, products, books }, { order, subOrder, item, state }, amounts, cells);
    deriveAmounts(amounts);
    const units = cells[UNITS] ?? '0';
    for (const position of DECIMAL_COLUMNS) {
      const amount = amounts[position] ?? 0;
      if (amount !== 0) cells[position] = centsText(amount);
    }
    // Integers may lack decimals (spec 2.2): a count, the zero sales of a movement, a cost that was never loaded.
    cells[UNITS] = units;
    if (order.kind === 'movement') cells[VENTAS] = '0';
    if (amounts[PRODUCT_COST] === 0) cells[PRODUCT_COST] = '0';
    return cells;
  };
}

function put(cells: string[], key: string, value: string): void {
  cells[at(key)] = value;
}

function writeMovement(cells: string[], words: string): void {
  put(cells, 'Tipo de Dato', 'Marketplace');
  put(cells, 'SKU Producto', 'Sin SKU');
  put(cells, 'Producto', words);
  put(cells, 'Tipo de Despacho', 'No Fulfillment');
  put(cells, 'Unidades', '0');
}

/** An item that equals the one before it draws from the same stream. */
function sourceOf(twins: number, item: number): number {
  let source = item;
  while (((twins >> source) & 1) === 1) source -= 1;
  return source;
}

type Writing = { readonly seed: number; readonly products: ProductRange; readonly books: Books };
type Place = {
  readonly order: OrderPlan;
  readonly subOrder: number;
  readonly item: number;
  readonly state: SubOrderState;
};

function writeSale(
  { seed, products, books }: Writing,
  { order, subOrder, item, state }: Place,
  amounts: Amounts,
  cells: string[],
): void {
  const { channel, serial, number } = order;
  const source = sourceOf(order.subOrders[subOrder]?.twins ?? 0, item);
  const stream = new Stream(hash(seed, serial, subOrder * 16 + source, 0x17e));
  const product = products.draw(stream);
  const units = stream.pick([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3, stream.integer(1, 12)]);
  // A sub-order leaves from one place.
  const together = new Stream(hash(seed, serial, subOrder, 0x70f));
  const fulfillment = together.chance(channel.fulfillment);
  const publication = ((state.publications >> item) & 1) === 1;
  const sold = { order, product, units, fulfillment, publication };
  books.chargeItem(amounts, sold, state, { stream, item, source });

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
