import type { Finding } from '#renderer/data/model/finding.ts';
import { currencyNames, UNNAMED_CURRENCY } from '#renderer/reconciliation/matching/model/line-currency.ts';

/**
 * In which currency the amount of each of some findings is, "" where it is that of the accounts in view: unlike ones are neither
 * added nor compared. Pure.
 * @param code of the accounts in view; null: it has no name
 */
export function amountCurrencies(
  findings: readonly Pick<Finding, 'currency'>[],
  code: string | null,
): (finding: Pick<Finding, 'currency'>) => string {
  const nameOf = currencyNames([code, ...findings.map(({ currency }) => currency ?? null)]);
  return ({ currency }) => {
    const name = nameOf(currency ?? code);
    return name === nameOf(code) ? UNNAMED_CURRENCY : name;
  };
}
