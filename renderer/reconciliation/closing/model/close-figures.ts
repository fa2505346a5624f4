import { accountKey } from '#shared/domain/account-key.ts';
import {
  add,
  type Decimal,
  fromDecimal,
  type Scaled,
  subtract,
  toDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';
import { type AccountsScope, inScope, type SellerAccount } from '#shared/domain/selection.ts';

/** Exact sums of an account by column, as decimals. */
type AccountSums = SellerAccount & { readonly sums: { readonly [column: string]: string } };

/** Sums of the accounts of a scope together: rows, and of each column the sum of those that have a readable one. */
export function sumOfAccounts(
  figures: readonly (AccountSums & { readonly rows: number })[],
  scope: AccountsScope | null,
): { readonly rows: number; readonly sums: { readonly [column: string]: Decimal } } {
  const sums = new Map<string, Scaled>();
  const own = figures.filter((account) => inScope(scope, account));
  for (const [column, value] of own.flatMap((account) => Object.entries(account.sums))) {
    sums.set(column, add(sums.get(column) ?? ZERO, fromDecimal(value as Decimal)));
  }
  return {
    rows: own.reduce((total, { rows }) => total + rows, 0),
    sums: Object.fromEntries([...sums].map(([column, sum]) => [column, toDecimal(sum)])),
  };
}

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

/** By how much Rentabilidad Total of an account moved. */
export type AccountDrift = SellerAccount & { readonly amount: Decimal };

/** The accounts that moved since the close; unlike currencies are never added. */
export function driftsOfAccounts(
  closed: readonly AccountSums[],
  now: readonly AccountSums[],
): readonly AccountDrift[] {
  const drifts = new Map<string, AccountDrift>();
  for (const { Canal, Cuenta } of [...closed, ...now]) {
    const accounts = [{ Canal, Cuenta }];
    const amount = driftOfTotal(closed, now, { accounts, isExcluded: false });
    if (fromDecimal(amount).units !== 0n) drifts.set(accountKey(Canal, Cuenta), { Canal, Cuenta, amount });
  }
  return [...drifts.values()];
}

/** The drift of the accounts of a scope together. */
export function driftInScope(drifts: readonly AccountDrift[], scope: AccountsScope | null): Decimal {
  const own = drifts.filter((account) => inScope(scope, account));
  return toDecimal(own.reduce((sum, { amount }) => add(sum, fromDecimal(amount)), ZERO));
}
