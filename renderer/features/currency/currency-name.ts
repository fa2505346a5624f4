import type { Text } from '#renderer/i18n/text.tsx';
import { UNNAMED_CURRENCY } from '#renderer/reconciliation/matching/model/line-currency.ts';

/** A currency as it is said; where none is named beside others. */
export const currencyName = (currency: string, text: Text): string =>
  currency === UNNAMED_CURRENCY ? text('match.no-currency') : currency;
