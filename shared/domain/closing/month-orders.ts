import { add, type Decimal, fromDecimal, subtract, toDecimal } from '../decimal.ts';
import type { OrderKey } from '../order-identity.ts';
import { COST_COLUMNS } from '../own-costs.ts';
import type { AccountsScope, OwnCostsView } from '../selection.ts';

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
  /** What own costs take off Comercial and Total besides; null where there are none, or the close was made without them. */
  readonly ownCost: Decimal | null;
};

/** Accounts that a month is closed for with own costs, and the currency that theirs are in: one of each (own-costs.ts). */
export type CountedOwnCosts = OwnCostsView & { readonly scope: AccountsScope | null };

/** Which way own costs move a column. */
export const ownSignOf = (column: CloseColumn): 1 | -1 | 0 =>
  COST_COLUMNS.find(([moved]) => moved === column)?.[1] ?? 0;

/** An order's sum with its own costs counted; null where it has none. */
export function countedSum({ sums, ownCost }: MonthOrder, column: CloseColumn): Decimal | null {
  const sum = sums[column];
  const sign = ownSignOf(column);
  if (ownCost === null || sign === 0) return sum ?? null;
  // Only the product cost is there where no row carries it.
  if (sum === undefined) return column === 'Costo de Producto' ? ownCost : null;
  return toDecimal((sign === 1 ? add : subtract)(fromDecimal(sum), fromDecimal(ownCost)));
}

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
