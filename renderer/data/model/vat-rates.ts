import type { Decimal } from '#shared/domain/decimal.ts';
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

const of = (country: Country): readonly Decimal[] => RATES[country].rates.map((rate) => rate as Decimal);

/** The rates that amounts in a currency may hold: its country's, or where none is known those of all, each once. */
export function ratesOfCurrency(currency: string | null): readonly Decimal[] {
  const country = countryOfCurrency(currency);
  return country === null ? [...new Set(COUNTRIES.flatMap(of))] : of(country);
}
