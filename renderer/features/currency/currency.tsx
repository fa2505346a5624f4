import { type ReactNode, useMemo } from 'react';
import { useAccounts } from '#renderer/data/client/session-context.tsx';
import { PreferredFormats } from '#renderer/features/preferences/preferences.tsx';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { Segmented } from '#renderer/ui/controls.tsx';
import { requiredContext, useSame } from '#renderer/ui/hooks.ts';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import { type AccountCurrencies, currencyCodeSchema, UNNAMED_CURRENCY } from '#shared/contract/currencies.ts';
import type { AccountsScope, SellerAccount } from '#shared/domain/selection.ts';
import styles from './currency-switch.module.css';

/** Every currency there is, the main one first; empty while it has no name. */
export function codesOf({ main, own }: AccountCurrencies): readonly string[] {
  return main === null ? [] : [...new Set([main, ...own.map(({ code }) => code)])];
}

/** The accounts of a currency (null: all). The main one excludes: an account that appears later is in it. */
export function scopeOf({ main, own }: AccountCurrencies, code: string | null): AccountsScope | null {
  if (main === null) return null;
  const isMain = code === null || code === main;
  const accounts = own
    .filter((account) => (isMain ? account.code !== main : account.code === code))
    .map(({ Canal, Cuenta }): SellerAccount => ({ Canal, Cuenta }));
  return isMain && accounts.length === 0 ? null : { accounts, isExcluded: isMain };
}

/** Every currency with whose rows are in it. */
export function scopesOf(currencies: AccountCurrencies) {
  const codes = codesOf(currencies);
  return (codes.length === 0 ? [null] : codes).map((currency) => ({
    currency,
    scope: scopeOf(currencies, currency),
  }));
}

/** The currency of one account of a channel; null while it has no name. */
export function codeOf({ main, own }: AccountCurrencies, account: SellerAccount): string | null {
  if (main === null) return null;
  return own.find(({ Canal, Cuenta }) => Canal === account.Canal && Cuenta === account.Cuenta)?.code ?? main;
}

/** The own currency of one account; null: none, it has the main one whichever that is. */
export const ownCurrencyOf = ({ own }: AccountCurrencies, account: SellerAccount): string | null =>
  own.find(({ Canal, Cuenta }) => Canal === account.Canal && Cuenta === account.Cuenta)?.code ?? null;

/** The same with one account's currency said, or with nothing said of it. */
export function withCode(
  { main, own }: AccountCurrencies,
  { Canal, Cuenta }: SellerAccount,
  code: string | null,
): AccountCurrencies {
  const others = own.filter((other) => other.Canal !== Canal || other.Cuenta !== Cuenta);
  return { main, own: code === null ? others : [...others, { Canal, Cuenta, code }] };
}

/** The same with another main currency; what was said of accounts stays. Without a name there is one for all. */
export const withMain = ({ own }: AccountCurrencies, main: string | null): AccountCurrencies => ({
  main,
  own,
});

type Back<T> = { readonly from: T; readonly to: T };

/**
 * Without the change of the main currency; null where it was changed again since, or where without a name amounts of accounts with
 * a currency of their own would be added to it.
 */
export function withoutMainChange(
  now: AccountCurrencies,
  { from, to }: Back<string | null>,
): AccountCurrencies | null {
  const wouldAdd = from === null && codesOf(now).length > 1;
  return now.main !== to || wouldAdd ? null : withMain(now, from);
}

/** Without what was said of one account's currency (null: nothing is); null where more was said of it since. */
export const withoutCodeChange = (
  now: AccountCurrencies,
  account: SellerAccount,
  { from, to }: Back<string | null>,
): AccountCurrencies | null => (ownCurrencyOf(now, account) === to ? withCode(now, account, from) : null);

/** The currency of all figures: one at a time, unlike ones are never added (shared/README.md, Numbers). */
type CurrencyControl = {
  /** ISO 4217; null: the one currency there is has no name. */
  readonly code: string | null;
  /** Those there are to choose from, the account's main one first; empty while it has no name. */
  readonly codes: readonly string[];
  /** The accounts whose rows are in the currency in view. */
  readonly scope: AccountsScope | null;
  /** Every currency with whose rows are in it. */
  readonly scopes: readonly { readonly currency: string | null; readonly scope: AccountsScope | null }[];
  readonly choose: (code: string) => void;
  /** The same without a step that can be undone: it is part of another. */
  readonly restore: (code: string) => void;
};

const [Provider, useCurrency] = requiredContext<CurrencyControl>('currency');

export { useCurrency };

/** The part of the account's state that remembers it; a saved view carries it as its own. */
const CURRENCY_PART = 'currency';
const partSchema = currencyCodeSchema.nullable();

/** Holds the currency in view of the active account; within its screens' state. */
export function CurrencyProvider(props: { readonly children: ReactNode }) {
  const text = useText();
  const state = useAccounts();
  const { remember } = useUndo();
  const active = state?.accounts.find(({ id }) => id === state.activeId);
  const currencies = useSame(active?.currencies ?? UNNAMED_CURRENCY);
  const [chosen, set] = useScreenState(CURRENCY_PART, partSchema, null);
  const held = useMemo<CurrencyControl>(() => {
    const codes = codesOf(currencies);
    const code = chosen !== null && codes.includes(chosen) ? chosen : currencies.main;
    return {
      code,
      codes,
      scope: scopeOf(currencies, code),
      scopes: scopesOf(currencies),
      choose: (next) => {
        if (next === code) return;
        remember(text('undo.currency', { code: next }), () => set(code));
        set(next);
      },
      restore: set,
    };
  }, [currencies, chosen, set, remember, text]);
  return (
    <Provider value={held}>
      <PreferredFormats currency={held.code}>{props.children}</PreferredFormats>
    </Provider>
  );
}

/** More than these are a list. */
const MAX_SIDE_BY_SIDE = 3;

/** «todas las monedas»: said beside a count of more rows than those of the currency in view; "": there is one currency. */
export function useAllCurrencies(): string {
  const text = useText();
  return useCurrency().codes.length < 2 ? '' : text('currency.all');
}

/** Which currency the figures are in; nothing where there is one. */
export function CurrencySwitch() {
  const text = useText();
  const { code, codes, choose } = useCurrency();
  if (code === null || codes.length < 2) return null;
  const options = codes.map((value) => ({ value, label: value }));
  const label = text('currency.label');
  return (
    <span
      className={styles.switch}
      data-testid="currency-switch"
      data-value={code}
      title={text('currency.title')}
    >
      {codes.length > MAX_SIDE_BY_SIDE ? (
        <ChoiceMenu label={label} value={code} options={options} onChange={choose} />
      ) : (
        <Segmented label={label} value={code} options={options} onChange={choose} />
      )}
    </span>
  );
}
