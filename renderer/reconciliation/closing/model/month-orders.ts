import type { OwnMoves } from '#renderer/data/model/own-costs.ts';
import {
  add,
  type Decimal,
  fromDecimal,
  type Scaled,
  subtract,
  toDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import type { AccountsScope, OwnCostsView } from '#shared/domain/selection.ts';

/** A month order by order, as a close keeps it and as it is compared with the month by now. */

/** The sums of the source's own values that a close keeps of every order; a column without a readable value is not there. */
export const CLOSE_COLUMNS = [
  'Ventas',
  'Costo de Producto',
  'Rentabilidad Marketplace',
  'Rentabilidad Comercial',
  'Rentabilidad Total',
] as const;
export type CloseColumn = (typeof CLOSE_COLUMNS)[number];

/** The rows of an order that were bought in the month. */
export type MonthOrder = {
  readonly key: OrderKey;
  readonly rows: number;
  readonly sums: { readonly [column in CloseColumn]?: Decimal };
  /** Additions of own costs; null where there are none, or the close was made without them. */
  readonly own: OwnMoves | null;
  /** True: of a close that kept the cost alone. That all rows with a sum were readable is taken for granted. */
  readonly isOwnAssumed?: true;
};

/** Accounts that a month is closed for with own costs, and the currency that theirs are in: one of each (own-costs.ts). */
export type CountedOwnCosts = OwnCostsView & { readonly scope: AccountsScope | null };

/** An order's sum with its own costs counted; null where it has none. */
export function countedSum(order: MonthOrder, column: CloseColumn): Decimal | null {
  const sum = order.sums[column];
  const own = ownMove(order, column);
  if (own.units === 0n) return sum ?? null;
  return toDecimal(sum === undefined ? own : add(fromDecimal(sum), own));
}

/** Addition of own costs to a sum of an order. */
export function ownMove(order: MonthOrder | null, column: CloseColumn): Scaled {
  const moves: { readonly [column in CloseColumn]?: Decimal } | null = order?.own ?? null;
  const move = moves?.[column];
  return move === undefined ? ZERO : fromDecimal(move);
}

/** As text: a line an order. What own costs move stands last, where there are any. */
export function writeMonthOrders(orders: readonly MonthOrder[]): string {
  return orders
    .map(({ key, rows, sums, own, isOwnAssumed }) =>
      JSON.stringify([
        key,
        rows,
        own?.['Costo de Producto'] ?? null,
        ...CLOSE_COLUMNS.map((column) => sums[column] ?? null),
        ...(own === null || isOwnAssumed === true
          ? []
          : [[own['Rentabilidad Comercial'], own['Rentabilidad Total']]]),
      ]),
    )
    .join('\n');
}

/** Reads what `writeMonthOrders` wrote, of an earlier version too. Throws where it is anything else. */
export function readMonthOrders(text: string): readonly MonthOrder[] {
  return text === '' ? [] : text.split('\n').map(readMonthOrder);
}

function readMonthOrder(line: string): MonthOrder {
  const [key, rows, cost, ...rest] = JSON.parse(line) as readonly [
    OrderKey,
    number,
    Decimal | null,
    ...(Decimal | null | readonly [Decimal, Decimal])[],
  ];
  const values = rest.slice(0, CLOSE_COLUMNS.length);
  const [moves = null, ...more] = rest.slice(CLOSE_COLUMNS.length);
  const isWhole = values.length === CLOSE_COLUMNS.length && more.length === 0 && !values.some(Array.isArray);
  if (typeof key !== 'string' || !Number.isInteger(rows) || !isWhole || typeof moves === 'string')
    throw new RangeError('This is no order of a closed month.');
  const sums: { [column in CloseColumn]?: Decimal } = {};
  for (const [at, column] of CLOSE_COLUMNS.entries()) {
    const value = values[at] ?? null;
    if (value !== null) sums[column] = value as Decimal;
  }
  const order = { key, rows, sums };
  if (cost === null) return { ...order, own: null };
  if (moves === null) return { ...order, own: assumedMoves(cost, sums), isOwnAssumed: true };
  const [comercial, total] = moves;
  return {
    ...order,
    own: { 'Costo de Producto': cost, 'Rentabilidad Comercial': comercial, 'Rentabilidad Total': total },
  };
}

/** The moves of a cost where every sum that is there is of all its rows. */
function assumedMoves(cost: Decimal, sums: MonthOrder['sums']): OwnMoves {
  const taken = (column: CloseColumn) =>
    toDecimal(sums[column] === undefined ? ZERO : subtract(ZERO, fromDecimal(cost)));
  return {
    'Costo de Producto': cost,
    'Rentabilidad Comercial': taken('Rentabilidad Comercial'),
    'Rentabilidad Total': taken('Rentabilidad Total'),
  };
}
