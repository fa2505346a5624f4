import { currencyOfCell, DOLLAR_SIGN } from '#renderer/data/model/written-currencies.ts';
import { add, type Decimal, fromDecimal, type Scaled, toDecimal } from '#shared/domain/decimal.ts';
import type { MatchLine } from './match-line.ts';

/** In which currency a line counts: unlike ones are never added. */

/** Of what names none; a bare sign of dollars is of several. */
export const UNNAMED_CURRENCY = '';

/** As ISO 4217 has it, where that is known; else as the line writes it. */
export function namedCurrency({ currency }: Pick<MatchLine, 'currency'>): string {
  const named = currency === null ? null : currencyOfCell(currency);
  return named === DOLLAR_SIGN ? UNNAMED_CURRENCY : (named ?? currency?.trim() ?? UNNAMED_CURRENCY);
}

/** Whether lines name several currencies, so that their sum is none. */
export function areOfSeveral(currencies: Iterable<string>): boolean {
  const named = new Set(currencies);
  named.delete(UNNAMED_CURRENCY);
  return named.size > 1;
}

/** Amounts of one currency. */
export type CurrencySum = { readonly currency: string; readonly count: number; readonly sum: Decimal };

/**
 * Names of the currencies of some amounts: where one at most is named, all are in that.
 * @param currencies of all of them, as they are written; null: none is
 */
export function currencyNames(currencies: Iterable<string | null>): (currency: string | null) => string {
  const nameOf = (currency: string | null): string => namedCurrency({ currency });
  const named = new Set(Array.from(currencies, nameOf));
  named.delete(UNNAMED_CURRENCY);
  const [only = UNNAMED_CURRENCY] = named;
  return named.size < 2 ? () => only : nameOf;
}

/** Sums of what is in one currency each, those of the most amounts first; of nothing one sum of nothing. */
export function sumsByCurrency(
  amounts: readonly { readonly currency: string; readonly amount: Decimal }[],
): readonly CurrencySum[] {
  const sums = new Map<string, { count: number; sum: Scaled }>();
  for (const { currency, amount } of amounts) {
    const own = sums.get(currency);
    if (own === undefined) sums.set(currency, { count: 1, sum: fromDecimal(amount) });
    else sums.set(currency, { count: own.count + 1, sum: add(own.sum, fromDecimal(amount)) });
  }
  if (sums.size === 0) return [{ currency: UNNAMED_CURRENCY, count: 0, sum: '0' as Decimal }];
  return [...sums]
    .map(([currency, { count, sum }]) => ({ currency, count, sum: toDecimal(sum) }))
    .toSorted((one, other) => other.count - one.count);
}

/** What names more is no column of currencies: nothing of it is added up. */
const MAX_CURRENCIES = 60;

/** Parts that may be added: all, or where several currencies are named those of each with those that name none. */
export function addableParts<T>(all: readonly T[], currencyOf: (each: T) => string | null): readonly T[][] {
  const named = new Set(all.map((each) => currencyOf(each) ?? UNNAMED_CURRENCY));
  if (!areOfSeveral(named)) return [[...all]];
  named.delete(UNNAMED_CURRENCY);
  if (named.size > MAX_CURRENCIES) return [];
  return [...named].map((currency) =>
    all.filter((each) => [currency, UNNAMED_CURRENCY].includes(currencyOf(each) ?? UNNAMED_CURRENCY)),
  );
}
