import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import { bankOfLayout } from '#renderer/features/payouts/bank-names.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import { accountName } from '#renderer/reconciliation/parts/account-name.ts';
import { FIRST_ACCOUNT } from '#renderer/reconciliation/statements/model/bank-accounts.ts';
import type { TaxesPage, TaxFigure, UntoldVat } from '#renderer/reconciliation/taxes/model/month-taxes.ts';
import { type Column, sheetColumn } from '#renderer/ui/list-table/column.ts';
import { sheetOf } from '#renderer/ui/list-table/sheet.ts';

/** What the parts of a figure of taxes are called, on the screen and in files. Pure. */

type Place = Pick<TaxFigure, 'accounts' | 'source' | 'column' | 'bank'>;

/** «Canal · Cuenta», as the language calls both. */
export const accountHeading = (text: Text): string => `${text.column('Canal')} · ${text.column('Cuenta')}`;

/** Those of a statement of several accounts stand together: it does not say which line is whose. */
export const accountsName = ({ accounts }: Pick<Place, 'accounts'>, text: Text): string =>
  accounts.length === 0
    ? text('tax.no-account')
    : accounts.map((account) => accountName(account, text)).join(', ');

/** What says it: a kind of statement, an account of a bank, or a column of the rows. */
export function sourceName({ source, column, bank }: Omit<Place, 'accounts'>, text: Text): string {
  if (source === 'rows') return text('tax.of-rows', { column: text.column(column ?? '') });
  const paper = text(`statement-import.kind-${source}`);
  if (bank === null) return paper;
  const { layout, account } = bank;
  const number =
    account === FIRST_ACCOUNT
      ? null
      : text('statement-import.bank-account-number', { number: String(account) });
  return [bankOfLayout(layout) ?? paper, number].filter((each) => each !== null).join(' · ');
}

export const termName = ({ term }: Pick<TaxFigure, 'term'>, text: Text): string =>
  term ?? text('tax.unnamed-tax');

/** «IVA, retenido, SAT»: what a figure is of, for who cannot see its line. */
export const figureName = (figure: TaxFigure, text: Text): string =>
  [termName(figure, text), text(`tax.act-${figure.act}`), figure.authority, accountsName(figure, text)]
    .filter((each) => each !== null)
    .join(', ');

/** What of a figure stands before its amount. */
export const taxColumns = (text: Text): readonly Column<TaxFigure>[] => [
  { id: 'tax', heading: text('tax.tax'), value: (figure) => termName(figure, text) },
  { id: 'act', heading: text('tax.act'), value: ({ act }) => text(`tax.act-${act}`) },
  { id: 'authority', heading: text('tax.authority'), value: ({ authority }) => authority ?? '—' },
  { id: 'period', heading: text('tax.period'), value: ({ period }) => period ?? '—' },
];

export const placeColumns = <Row extends Place & { readonly currency: string }>(
  text: Text,
): readonly Column<Row>[] => [
  {
    id: 'account',
    heading: accountHeading(text),
    value: (row) => accountsName(row, text),
  },
  { id: 'source', heading: text('tax.source'), value: (row) => sourceName(row, text) },
  { id: 'currency', heading: text('tax.currency'), value: ({ currency }) => currency || '—' },
];

/** All figures of a month as a file has them: what names no tax stands last; nothing is added up over currencies or sources. */
export const taxesTable =
  ({ figures, month }: Pick<TaxesPage, 'figures' | 'month'>, text: Text): (() => WholeTable) =>
  () =>
    sheetOf({
      name: text('tax.title'),
      columns: [
        sheetColumn<TaxFigure>(text('tax.month'), () => month),
        ...placeColumns<TaxFigure>(text),
        ...taxColumns(text),
        { heading: text('tax.amount'), kind: 'money', value: 'amount' },
        sheetColumn<TaxFigure>(text('tax.lines'), 'lines', { kind: 'count' }),
      ],
      rows: figures,
      keyColumns: 2,
    });

/** By whose word the rates of VAT of an account are: the user's, or its country's. */
export function rateSource(isSaid: boolean, currency: string | null) {
  if (isSaid) return 'tax.rate-said';
  return currency === null ? 'tax.rate-unknown' : 'tax.rate-country';
}

export const untoldKey = ({ source, bank, accounts, currency }: UntoldVat): string =>
  JSON.stringify([source, bank, accounts, currency]);
