import type { ReactNode } from 'react';
import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import type { BankDeposit } from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import ui from '#renderer/ui/controls.module.css';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { sheetOf } from '#renderer/ui/list-table/sheet.ts';
import { areOfOneCurrency, currencyColumn } from './currency-column.ts';

type Taking = {
  readonly isTaken: (line: BankDeposit) => boolean;
  readonly take: (line: BankDeposit) => void;
};

/** @param isOneCurrency all lines are of one: their amounts add up */
const columnsOf = (text: Text, isOneCurrency = true): readonly Column<BankDeposit>[] => [
  { heading: text('chain.day'), value: 'day', draw: ({ day }) => <Day day={day} /> },
  {
    id: 'words',
    heading: text('chain.words'),
    isCut: true,
    value: 'description',
    draw: (line) => (
      <>
        {line.description === '' ? '—' : line.description}
        {line.isExplained ? <span className={ui.faint}> · {text('match.explained')}</span> : null}
      </>
    ),
  },
  { heading: text('chain.document'), value: 'document' },
  {
    id: 'came',
    heading: text('chain.came'),
    kind: 'money',
    value: 'amount',
    ...(isOneCurrency ? ({ total: 'sum' } as const) : {}),
  },
  ...(isOneCurrency ? [] : [currencyColumn<BankDeposit>(text)]),
  { heading: text('chain.file'), isCut: true, value: 'file' },
  { heading: text('chain.file-line'), kind: 'count', value: 'line', sheet: { kind: 'text' } },
];

function Day({ day }: Pick<BankDeposit, 'day'>) {
  const { dates } = useFormats();
  return day === null ? '—' : formatDay(day, dates);
}

/** Bank lines as a file has them. Pure. */
export function bankLinesTable(
  rows: readonly BankDeposit[],
  text: Text,
  name = text('chain.unexplained'),
): WholeTable {
  return sheetOf({
    name,
    columns: columnsOf(text, areOfOneCurrency(rows)),
    rows,
    keyColumns: 1,
  });
}

/** Lines of banks as their files have them; those that may be taken have a box. `action`: what may be said of one. */
export function BankLines(props: {
  readonly name: string;
  readonly lines: readonly BankDeposit[];
  readonly taking?: Taking;
  readonly action?: (line: BankDeposit) => ReactNode;
  readonly testId: string;
}) {
  const text = useText();
  const { taking, action } = props;
  const box = (line: BankDeposit, { isTaken, take }: Taking) => (
    <input
      type="checkbox"
      data-testid="take-bank-line"
      aria-label={text('chain.take-line', { line: String(line.line), file: line.file })}
      checked={isTaken(line)}
      onChange={() => take(line)}
    />
  );
  return (
    <ListTable
      name={props.name}
      columns={[
        taking === undefined
          ? null
          : { heading: text('match.take'), isHeadingHidden: true, draw: (line) => box(line, taking) },
        ...columnsOf(text, areOfOneCurrency(props.lines)),
        action === undefined
          ? null
          : { heading: text('chain.say'), isHeadingHidden: true, kind: 'end', draw: action },
      ]}
      rows={props.lines}
      keyOf={({ identity }) => identity}
      line={({ amount }) => ({ 'data-testid': props.testId, 'data-value': amount })}
    />
  );
}
