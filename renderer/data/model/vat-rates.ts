import { accountKey } from '#shared/domain/account-key.ts';
import {
  compare,
  type Decimal,
  divideRounded,
  fromDecimal,
  parseDecimal,
  rescale,
  type Scaled,
  toShortestDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';
import type { SellerAccount } from '#shared/domain/selection.ts';
import { COUNTRIES, type Country, countryOfCurrency } from './journal-terms.ts';

/** Rates of VAT, in percent: those of an account's country until the user says others. */

const RATES: {
  readonly [country in Country]: { readonly rates: readonly string[]; readonly source: string };
} = {
  CL: { rates: ['19'], source: 'DL 825, art. 14' },
  MX: { rates: ['16'], source: 'LIVA, art. 1' },
  // Several taxes of the union, the states and the towns: none is VAT by itself.
  BR: { rates: [], source: 'CTN; LC 87/1996' },
  AR: { rates: ['21', '10.5'], source: 'Ley 23.349, art. 28' },
  PE: { rates: ['18'], source: 'TUO de la Ley del IGV, con el IPM' },
  CO: { rates: ['19'], source: 'Estatuto Tributario, art. 468' },
};

export const MAX_VAT_RATES = 4;

const HUNDRED: Scaled = { units: 100n, scale: 0 };

/** Whether a text is a rate in percent: a plain decimal between 0 and 100, neither of them. */
export function isVatRate(text: string): text is Decimal {
  const rate = parseDecimal(text);
  return rate !== undefined && compare(rate, ZERO) > 0 && compare(rate, HUNDRED) < 0;
}

/** What holds VAT of a rate, over what does not: 119 / 100. */
export function vatFactor(rate: Decimal): { readonly whole: bigint; readonly base: bigint } {
  const { units, scale } = fromDecimal(rate);
  const base = 100n * 10n ** BigInt(scale);
  return { whole: base + units, base };
}

/** An amount less the VAT that it holds at a rate, rounded to so many places, halves away from zero. */
export function withoutVat(amount: Decimal, rate: Decimal, places: number): Decimal {
  const entered = fromDecimal(amount);
  const { whole, base } = vatFactor(rate);
  const scale = Math.max(places, entered.scale);
  const dividend = rescale(entered, scale).units * base;
  const divisor = whole * 10n ** BigInt(scale - places);
  return toShortestDecimal({ units: divideRounded(dividend, divisor), scale: places });
}

const of = (country: Country): readonly Decimal[] => RATES[country].rates.map((rate) => rate as Decimal);

/** The rates of an account: those that the user said of it, else those of its currency's country. */
export const ratesOfAccount = (
  { Canal, Cuenta }: SellerAccount,
  said: ReadonlyMap<string, { readonly rates: readonly Decimal[] }>,
  ofCountry: readonly Decimal[],
): readonly Decimal[] => said.get(accountKey(Canal, Cuenta))?.rates ?? ofCountry;

/** The rates that amounts in a currency may hold: its country's, or where none is known those of all, each once. */
export function ratesOfCurrency(currency: string | null): readonly Decimal[] {
  const country = countryOfCurrency(currency);
  return country === null ? [...new Set(COUNTRIES.flatMap(of))] : of(country);
}
