import { currencyName } from '#renderer/features/currency/currency-name.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';

/** Beside amounts of several currencies: which each is of. They are not added. */

type InCurrency = { readonly currency: string };

export const areOfOneCurrency = (rows: readonly InCurrency[]): boolean =>
  new Set(rows.map(({ currency }) => currency)).size < 2;

/** Whether at most one of them is named: what has none stands in the view of that one. */
export const nameOneCurrency = (rows: readonly InCurrency[]): boolean =>
  areOfOneCurrency(rows.filter(({ currency }) => currency !== ''));

export const currencyColumn = <Row extends InCurrency>(text: Text): Column<Row> => ({
  id: 'currency',
  heading: text('match.currency'),
  value: ({ currency }) => currencyName(currency, text),
});
