import { currencyOfCell, isWrittenAs } from '#renderer/data/model/written-currencies.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import type { StatementPreview } from '#renderer/reconciliation/statements/model/imported.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { inScope, type SellerAccount } from '#shared/domain/selection.ts';
import styles from './statements.module.css';

export type CurrencyScopes = ReturnType<typeof useCurrency>['scopes'];
type Unlike = { readonly unlike: readonly string[]; readonly own: readonly string[] };

/**
 * Currencies of a file's lines that its account does not have; of a file of no account or of several, that none has. Pure.
 * @param said whose it is by the user's word
 */
export function unlikeCurrencies(
  { nets, accounts }: Pick<StatementPreview, 'nets' | 'accounts'>,
  said: SellerAccount | null,
  scopes: CurrencyScopes,
): Unlike {
  const [only, ...others] = accounts;
  const isOnly = only !== undefined && others.length === 0;
  const account = said ?? (isOnly ? { Canal: only.canal, Cuenta: only.cuenta } : null);
  const own = scopes.flatMap(({ currency, scope }) =>
    currency !== null && (account === null || inScope(scope, account)) ? [currency] : [],
  );
  const isUnlike = (written: string): boolean => {
    const named = currencyOfCell(written);
    return named !== null && !own.some((currency) => isWrittenAs(named, currency));
  };
  // Accounts whose currency has no name have every one.
  const unlike =
    own.length === 0 ? [] : nets.flatMap(({ currency }) => (isUnlike(currency) ? [currency] : []));
  return { unlike, own };
}

export function useUnlikeCurrencies(
  found: Pick<StatementPreview, 'nets' | 'accounts'>,
  said: SellerAccount | null,
): Unlike {
  const { scopes } = useCurrency();
  return unlikeCurrencies(found, said, scopes);
}

/** Asked before it is stored: the file is in a currency that is not the account's. */
export function UnlikeCurrency(props: Unlike) {
  const text = useText();
  const { unlike, own } = props;
  if (unlike.length === 0) return null;
  return (
    <p
      className={classNames(ui.warning, styles.part)}
      data-testid="statement-currency"
      data-value={unlike.join(' ')}
    >
      {text('statement-import.unlike-currency', { written: unlike.join(', '), own: own.join(', ') })}
    </p>
  );
}
