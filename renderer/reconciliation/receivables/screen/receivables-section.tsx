import { useMemo, useState } from 'react';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { Answered } from '#renderer/features/messages/answered.tsx';
import { monthTitle } from '#renderer/features/messages/window-messages.ts';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import type { OpenOrder } from '#renderer/reconciliation/parts/opened-order.ts';
import { recentMonths, withMonth } from '#renderer/reconciliation/parts/recent-months.ts';
import { TableExport } from '#renderer/reconciliation/parts/table-export.tsx';
import type { ReceivablesPage } from '#renderer/reconciliation/receivables/model/receivables.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import { type LocalDate, type Month, monthOf, shiftMonth } from '#shared/domain/dates.ts';
import { AgeingTable } from './ageing-table.tsx';
import { MissingStatementsTable } from './missing-statements-table.tsx';
import { MonthTable } from './month-table.tsx';
import { receivablesTable } from './receivable-columns.tsx';
import styles from './receivables.module.css';

/**
 * Receivables of each marketplace as an account: how a month opened, what came to it and went of it, and how old the
 * rest is.
 */
export function ReceivablesSection(props: {
  /** The month to begin with; null: the last one. */
  readonly month?: Month | null;
  readonly onOpenOrder: OpenOrder;
}) {
  const text = useText();
  const { scope } = useCurrency();
  const today = todayHere();
  const [month, setMonth] = useState<Month>(() => props.month ?? shiftMonth(monthOf(today), -1));
  const query = useMemo(() => ({ scope, month, today }), [scope, month, today]);
  const answer = useLiveQuery('receivables', query, (call, asked, slot) =>
    call.readReceivables({ ...asked, slot }),
  );
  return (
    <section className={ui.section} aria-label={text('receivable.title')} data-testid="receivables">
      <header>
        <h2>{text('receivable.title')}</h2>
        <span className={ui.note}>{text('receivable.note')}</span>
      </header>
      <div className={styles.bar}>
        <ChoiceMenu
          label={text('receivable.month')}
          value={month}
          options={withMonth(recentMonths(today), month).map((each) => ({
            value: each,
            label: monthTitle(each, text),
          }))}
          onChange={setMonth}
          testId="receivable-month"
          className={classNames(ui.button, ui.smallButton)}
        />
        {answer.output === null ? null : (
          <TableExport
            label={text('receivable.export')}
            fileName={text('receivable.title')}
            of={answer.output.month}
            table={receivablesTable(answer.output, text)}
            revision={answer.output.revision}
          />
        )}
      </div>
      <Answered answer={answer} loading={text('receivable.loading')}>
        {(page) => <Tables key={page.month} page={page} today={today} onOpenOrder={props.onOpenOrder} />}
      </Answered>
      <MissingStatementsTable today={today} />
    </section>
  );
}

function Tables(props: {
  readonly page: ReceivablesPage;
  readonly today: LocalDate;
  readonly onOpenOrder: OpenOrder;
}) {
  const text = useText();
  if (props.page.lines.length === 0) return <p className={ui.hint}>{text('receivable.none')}</p>;
  return (
    <>
      <MonthTable {...props} />
      <h3 className={styles.title}>{text('receivable.ages')}</h3>
      <p className={ui.hint}>{text('receivable.ages-note')}</p>
      <AgeingTable {...props} />
    </>
  );
}
