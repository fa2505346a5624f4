import { add, type Decimal, fromDecimal, subtract, toDecimal, ZERO } from '../decimal.ts';
import { type AccountsScope, inScope, type SellerAccount } from '../selection.ts';

/** Exact sums of an account by column, as decimals. */
type AccountSums = SellerAccount & { readonly sums: { readonly [column: string]: string } };

/** By how much Rentabilidad Total of the accounts of a scope is another now than it was at the close. */
export function driftOfTotal(
  closed: readonly AccountSums[],
  now: readonly AccountSums[],
  scope: AccountsScope | null,
): Decimal {
  const sum = (figures: readonly AccountSums[]) =>
    figures
      .filter((account) => inScope(scope, account))
      .reduce((total, { sums }) => {
        const own = sums['Rentabilidad Total'];
        return own === undefined ? total : add(total, fromDecimal(own as Decimal));
      }, ZERO);
  return toDecimal(subtract(sum(now), sum(closed)));
}
