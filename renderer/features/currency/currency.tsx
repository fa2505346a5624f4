import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useAccounts } from '#renderer/data/client/session-context.tsx';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { useSame } from '#renderer/ui/same.ts';
import { currencyCodeSchema, UNNAMED_CURRENCY } from '#shared/contract/currencies.ts';
import type { AccountsScope } from '#shared/domain/selection.ts';
import { codesOf, scopeOf } from './currency-scopes.ts';

/**
 * The currency that all figures of the screens are in. One at a time: unlike currencies are never added
 * (shared/README.md, Numbers), so the rows of the others are kept out of the selection.
 */
export type CurrencyInView = {
  /** ISO 4217; null: the one currency there is has no name. */
  readonly code: string | null;
  /** Those there are to choose from, the account's main one first; empty while it has no name. */
  readonly codes: readonly string[];
  readonly choose: (code: string) => void;
  /** The same without a step that can be undone: it is part of another. */
  readonly restore: (code: string) => void;
};

type CurrencyControl = CurrencyInView & { readonly scope: AccountsScope | null };
const CurrencyContext = createContext<CurrencyControl | null>(null);

/** The part of the account's state that remembers it; a saved view carries it as its own. */
const CURRENCY_PART = 'currency';
const partSchema = currencyCodeSchema.nullable();

function sameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Holds the currency in view of the active account; within its screens' state. */
export function CurrencyProvider(props: { readonly children: ReactNode }) {
  const text = useText();
  const state = useAccounts();
  const { remember } = useUndo();
  const active = state?.accounts.find(({ id }) => id === state.activeId);
  const currencies = useSame(active?.currencies ?? UNNAMED_CURRENCY, sameJson);
  const [chosen, set] = useScreenState(CURRENCY_PART, partSchema, null);
  const held = useMemo<CurrencyControl>(() => {
    const codes = codesOf(currencies);
    const code = chosen !== null && codes.includes(chosen) ? chosen : currencies.main;
    return {
      code,
      codes,
      scope: scopeOf(currencies, code),
      choose: (next) => {
        if (next === code) return;
        remember(text('undo.currency', { code: next }), () => set(code));
        set(next);
      },
      restore: set,
    };
  }, [currencies, chosen, set, remember, text]);
  return <CurrencyContext.Provider value={held}>{props.children}</CurrencyContext.Provider>;
}

function useCurrencyControl(): CurrencyControl {
  const held = useContext(CurrencyContext);
  if (held === null) throw new Error('No currency here.');
  return held;
}

export function useCurrency(): CurrencyInView {
  return useCurrencyControl();
}

/** Whose rows are in the currency in view. */
export function useCurrencyScope(): AccountsScope | null {
  return useCurrencyControl().scope;
}
