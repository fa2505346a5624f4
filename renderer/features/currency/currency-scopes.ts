import type { AccountCurrencies } from '#shared/contract/currencies.ts';
import type { AccountsScope, SellerAccount } from '#shared/domain/selection.ts';

/** Which accounts of channels are in which currency. Pure. */

/** Every currency there is, the main one first; empty while it has no name. */
export function codesOf({ main, own }: AccountCurrencies): readonly string[] {
  return main === null ? [] : [...new Set([main, ...own.map(({ code }) => code)])];
}

/**
 * The accounts of a currency. The main one is told by whom it leaves out, so that an account that appears later is in
 * it and never lost. Null: all, where there is one currency.
 */
export function scopeOf({ main, own }: AccountCurrencies, code: string | null): AccountsScope | null {
  const isMain = code === null || code === main;
  const accounts = own
    .filter((account) => (isMain ? account.code !== main : account.code === code))
    .map(({ Canal, Cuenta }): SellerAccount => ({ Canal, Cuenta }));
  return isMain && accounts.length === 0 ? null : { accounts, isExcluded: isMain };
}

/** The currency of one account of a channel; null while it has no name. */
export function codeOf({ main, own }: AccountCurrencies, account: SellerAccount): string | null {
  return own.find(({ Canal, Cuenta }) => Canal === account.Canal && Cuenta === account.Cuenta)?.code ?? main;
}

/** The same with one account's currency set; the main one needs no mention. */
export function withCode(
  { main, own }: AccountCurrencies,
  { Canal, Cuenta }: SellerAccount,
  code: string,
): AccountCurrencies {
  const others = own.filter((other) => other.Canal !== Canal || other.Cuenta !== Cuenta);
  return { main, own: code === main ? others : [...others, { Canal, Cuenta, code }] };
}

/** The same with another main currency; without a name there is one for all. */
export function withMain({ own }: AccountCurrencies, main: string | null): AccountCurrencies {
  return { main, own: main === null ? [] : own.filter(({ code }) => code !== main) };
}
