import type { AccountName } from '#renderer/reconciliation/month/model/month-steps.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import { dayOfNumber, type Month, monthOf } from '#shared/domain/dates.ts';

/** Something of each month and account. */
export type ByMonth<T> = ReadonlyMap<
  Month,
  ReadonlyMap<string, T & { readonly account: AccountName | null }>
>;

/** Gathers something by month and account; what is of no account in particular is of `null`. */
export function createByMonth<T extends object>(make: () => T) {
  const months = new Map<Month, Map<string, T & { readonly account: AccountName | null }>>();
  return {
    of(month: Month, account: AccountName | null): T {
      const accounts = months.get(month) ?? new Map<string, T & { readonly account: AccountName | null }>();
      months.set(month, accounts);
      const key = account === null ? '' : accountKey(account.canal, account.cuenta);
      const made = accounts.get(key) ?? { ...make(), account };
      accounts.set(key, made);
      return made;
    },
    all: (): ByMonth<T> => months,
  };
}

/** Makes the function that gives the month of a day number: few days come again and again. */
export function createMonthOfDay(): (day: number) => Month {
  const known = new Map<number, Month>();
  return (day) => {
    const found = known.get(day) ?? monthOf(dayOfNumber(day));
    known.set(day, found);
    return found;
  };
}
