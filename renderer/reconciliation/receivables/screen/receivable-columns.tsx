import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import { AGES } from '#renderer/reconciliation/receivables/model/ageing.ts';
import { RECEIVABLE_FIGURES } from '#renderer/reconciliation/receivables/model/month-account.ts';
import type {
  ReceivableLine,
  ReceivablePlace,
  ReceivablesPage,
} from '#renderer/reconciliation/receivables/model/receivables.ts';
import { type Column, sheetColumn } from '#renderer/ui/list-table/column.ts';
import { sheetOf } from '#renderer/ui/list-table/sheet.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import styles from './receivables.module.css';

export const amountOfLine = ({ figures, ages }: ReceivableLine, place: ReceivablePlace): Decimal =>
  ({ ...figures, ...ages })[place];

export const accountColumn = (text: Text): Column<ReceivableLine> => ({
  id: 'account',
  heading: 'Canal · Cuenta',
  isCut: true,
  only: 'screen',
  value: ({ canal, cuenta }) => `${canal || text('filter.blank')} · ${cuenta || text('filter.blank')}`,
});

/** A figure of the month, or what of the closing is of an age. */
export const placeColumn = (
  place: ReceivablePlace,
  text: Text,
): Column<ReceivableLine> & { readonly id: ReceivablePlace } => ({
  id: place,
  heading: text(`receivable.${place}`),
  kind: 'money',
  value: (line) => amountOfLine(line, place),
  total: 'sum',
});

/** The origin of the released amount. */
export const fedColumn = (text: Text): Column<ReceivableLine> => ({
  id: 'fed',
  heading: text('receivable.fed'),
  cell: { className: styles.fed },
  only: 'screen',
  value: ({ byStatement, byColumns }) =>
    [
      ...(byStatement === 0 ? [] : [text('receivable.by-statement', { count: byStatement })]),
      ...(byColumns === 0 ? [] : [text('receivable.by-columns', { count: byColumns })]),
    ].join(' · ') || '—',
});

/** By account, all figures and ages, as a file has them. Pure. */
export const receivablesTable =
  ({ lines }: ReceivablesPage, text: Text): (() => WholeTable) =>
  () =>
    sheetOf({
      name: text('receivable.title'),
      columns: [
        sheetColumn<ReceivableLine>('Canal', ({ canal }) => canal),
        sheetColumn<ReceivableLine>('Cuenta', ({ cuenta }) => cuenta),
        ...[...RECEIVABLE_FIGURES, ...AGES].map((place) => placeColumn(place, text)),
        sheetColumn<ReceivableLine>(text('receivable.rows-by-statement'), 'byStatement', { kind: 'count' }),
        sheetColumn<ReceivableLine>(text('receivable.rows-by-columns'), 'byColumns', { kind: 'count' }),
        sheetColumn<ReceivableLine>(text('receivable.term'), ({ term }) => term.days, { kind: 'count' }),
      ],
      rows: lines,
      keyColumns: 2,
    });
