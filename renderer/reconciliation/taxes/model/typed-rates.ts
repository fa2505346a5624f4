import { isVatRate, MAX_VAT_RATES } from '#renderer/data/model/vat-rates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/**
 * Rates as they are typed, «21; 10,5» or «19 %», in percent and each once; of nothing none. Null: one of them is no rate between 0
 * and 100, or they are too many.
 * @param read reads a number as the user writes numbers
 */
export function typedRates(
  typed: string,
  read: (text: string) => Decimal | undefined,
): readonly Decimal[] | null {
  const texts = typed.split(';').map((text) => text.replace('%', '').trim());
  const rates = texts.filter((text) => text !== '').map((text) => read(text) ?? '');
  if (!rates.every(isVatRate)) return null;
  const distinct = [...new Set(rates)];
  return distinct.length > MAX_VAT_RATES ? null : distinct;
}
