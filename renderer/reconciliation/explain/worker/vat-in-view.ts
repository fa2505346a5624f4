import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { accountCodes } from '#renderer/data/engine/scan/account-codes.ts';
import type { Annotations } from '#renderer/data/model/annotations.ts';
import { ratesOfAccount, ratesOfCurrency } from '#renderer/data/model/vat-rates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { inScope, type Selection } from '#shared/domain/selection.ts';

/** The rates of VAT that the accounts of a selection may have, each once: the user's word, else their currency's country's. */
export function vatInView(
  store: ColumnStore,
  { scope, filters }: Pick<Selection, 'scope' | 'filters'>,
  currency: string | null,
  said: Annotations<'account-vat'>,
): readonly Decimal[] {
  const ofCountry = ratesOfCurrency(currency);
  if (said.size === 0) return ofCountry;
  const lets = (column: string, value: string): boolean =>
    filters.every((filter) => filter.column !== column || filter.values.includes(value));
  const accounts = accountsIn(store).filter(
    ({ Canal, Cuenta }) =>
      inScope(scope, { Canal, Cuenta }) && lets('Canal', Canal) && lets('Cuenta', Cuenta),
  );
  return [...new Set(accounts.flatMap((account) => ratesOfAccount(account, said, ofCountry)))];
}

function accountsIn(store: ColumnStore) {
  const codes = accountCodes(store);
  for (const [index, segment] of store.segments.entries())
    if (!segment.retired) codes.placesIn(index, segment);
  return codes.accounts.map(({ canal, cuenta }) => ({ Canal: canal, Cuenta: cuenta }));
}
