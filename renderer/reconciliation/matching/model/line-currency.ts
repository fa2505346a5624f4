import { currencyOfCell, DOLLAR_SIGN } from '#renderer/data/model/written-currencies.ts';
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
