import type { Group } from '#renderer/data/api.ts';
import { add, type Decimal, fromDecimal, subtract, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import { rateOf } from '#shared/domain/profitability.ts';

/** A product with its place in the whole: how much of the products' result it and those before it make. */
export type ProductShare = {
  readonly group: Group;
  readonly profit: Decimal | null;
  readonly ratePercent: Decimal | null;
  /** Percent of the products' result, two places; over 100 where others lose. Null where they make nothing together. */
  readonly cumulativePercent: Decimal | null;
};

/**
 * @param total the result of all rows
 * @param account the result of the account's own movements, which belong to no product
 */
export function shareProducts(
  products: readonly Group[],
  column: string,
  total: Decimal | undefined,
  account: Decimal | undefined,
): readonly ProductShare[] {
  const whole =
    total === undefined
      ? undefined
      : toDecimal(subtract(fromDecimal(total), account === undefined ? ZERO : fromDecimal(account)));
  const isPositive = whole !== undefined && fromDecimal(whole).units > 0n;
  let running = ZERO;
  return products.map((group) => {
    const profit = group.totals.sums[column] ?? null;
    if (profit !== null) running = add(running, fromDecimal(profit));
    return {
      group,
      profit,
      ratePercent: rateOnSales(profit, group.totals.sums.Ventas),
      cumulativePercent: isPositive ? rateOf(toDecimal(running), whole, 2) : null,
    };
  });
}

/** A rate on sales that were returned again says nothing. */
function rateOnSales(profit: Decimal | null, sales: Decimal | undefined): Decimal | null {
  return profit === null || sales === undefined || fromDecimal(sales).units <= 0n
    ? null
    : rateOf(profit, sales, 6);
}
