import { createContext, useContext } from 'react';

/**
 * The currency that all figures of the screens are in. One at a time: unlike currencies are never added (design.md,
 * Numbers), so the rows of the others are kept out of the selection.
 */
export type CurrencyInView = {
  /** ISO 4217; null: the one currency there is has no name. */
  readonly code: string | null;
  /** Those there are to choose from, the account's own first; empty while none has a name. */
  readonly codes: readonly string[];
  readonly choose: (code: string) => void;
};

/** What every account begins with: one currency, not named. */
const UNNAMED: CurrencyInView = { code: null, codes: [], choose: () => {} };

const CurrencyContext = createContext<CurrencyInView>(UNNAMED);

export function useCurrency(): CurrencyInView {
  return useContext(CurrencyContext);
}
