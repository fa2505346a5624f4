import {
  compare,
  type Decimal,
  divideRounded,
  fromDecimal,
  parseDecimal,
  rescale,
  type Scaled,
  shortest,
  toDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';
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

/** An amount less the VAT that it holds at a rate, rounded to so many places, halves away from zero. */
export function withoutVat(amount: Decimal, rate: Decimal, places: number): Decimal {
  const [whole, percent] = [fromDecimal(amount), fromDecimal(rate)];
  const base = 100n * 10n ** BigInt(percent.scale);
  const scale = Math.max(places, whole.scale);
  const dividend = rescale(whole, scale).units * base;
  const divisor = (base + percent.units) * 10n ** BigInt(scale - places);
  return toDecimal(shortest({ units: divideRounded(dividend, divisor), scale: places }));
}

const of = (country: Country): readonly Decimal[] => RATES[country].rates.map((rate) => rate as Decimal);

/** The rates that amounts in a currency may hold: its country's, or where none is known those of all, each once. */
export function ratesOfCurrency(currency: string | null): readonly Decimal[] {
  const country = countryOfCurrency(currency);
  return country === null ? [...new Set(COUNTRIES.flatMap(of))] : of(country);
}
