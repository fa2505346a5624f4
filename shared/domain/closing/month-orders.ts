import type { Decimal } from '../decimal.ts';
import type { OrderKey } from '../order-identity.ts';

/** What a month held order by order, as a close keeps it and as it is held against what the month holds by now. */

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
  /** What own costs take off Comercial and Total besides; null where there are none. */
  readonly ownCost: Decimal | null;
};

/** As text: a line an order. */
export function writeMonthOrders(orders: readonly MonthOrder[]): string {
  return orders
    .map(({ key, rows, sums, ownCost }) =>
      JSON.stringify([key, rows, ownCost, ...CLOSE_COLUMNS.map((column) => sums[column] ?? null)]),
    )
    .join('\n');
}

/** What `writeMonthOrders` wrote. Throws where it is anything else. */
export function readMonthOrders(text: string): readonly MonthOrder[] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const [key, rows, ownCost, ...values] = JSON.parse(line) as readonly [
      OrderKey,
      number,
      Decimal | null,
      ...(Decimal | null)[],
    ];
    if (typeof key !== 'string' || !Number.isInteger(rows) || values.length !== CLOSE_COLUMNS.length) {
      throw new RangeError('This is no order of a closed month.');
    }
    const sums: { [column in CloseColumn]?: Decimal } = {};
    for (const [at, column] of CLOSE_COLUMNS.entries()) {
      const value = values[at] ?? null;
      if (value !== null) sums[column] = value;
    }
    return { key, rows, sums, ownCost };
  });
}
