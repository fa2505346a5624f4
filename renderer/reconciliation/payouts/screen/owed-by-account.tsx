import { useMemo } from 'react';
import { monthTitle } from '#renderer/features/messages/window-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { withMonth } from '#renderer/reconciliation/parts/recent-months.ts';
import type { SettlementsPage } from '#renderer/reconciliation/payouts/model/settlements.ts';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import { accountKey } from '#shared/domain/account-key.ts';
import { type LocalDate, type Month, monthOf, shiftMonth } from '#shared/domain/dates.ts';
import { sumOf } from '#shared/domain/decimal.ts';
import { type OwedLine, owedByAccount } from './owed.ts';
import styles from './settlements.module.css';

const MONTHS_BACK = 12;

/** The debt of each marketplace today, and at the end of a month. */
export function OwedByAccount(props: {
  readonly now: SettlementsPage;
  readonly then: SettlementsPage;
  readonly today: LocalDate;
  readonly month: Month;
  readonly onMonth: (month: Month) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { today, month } = props;
  const lines = useMemo(() => owedByAccount(props.now, props.then), [props.now, props.then]);
  const months = Array.from({ length: MONTHS_BACK }, (_, back) => shiftMonth(monthOf(today), -1 - back));
  const columns: readonly Column<OwedLine>[] = [
    { heading: 'Canal', isCut: true, value: (each) => each.canal || text('filter.blank') },
    { heading: 'Cuenta', isCut: true, value: (each) => each.cuenta || text('filter.blank') },
    { id: 'rows', heading: text('settlement.pending'), kind: 'count', value: 'pendingRows' },
    { id: 'age', heading: text('settlement.age'), kind: 'count', value: 'oldestPendingDays' },
    {
      heading: text('settlement.owed-on', { day: formatDay(today, formats.dates) }),
      head: { className: styles.dated },
      kind: 'money',
      value: 'now',
      testId: 'owed-now',
    },
    {
      id: 'end',
      heading: (
        <>
          {text('settlement.owed-end')}{' '}
          <ChoiceMenu
            label={text('settlement.owed-end')}
            value={month}
            options={withMonth(months, month).map((each) => ({
              value: each,
              label: monthTitle(each, text),
            }))}
            onChange={props.onMonth}
            testId="owed-month"
          />
        </>
      ),
      kind: 'money',
      value: 'atEnd',
      testId: 'owed-then',
      sheet: { name: text('settlement.owed-end') },
    },
  ];
  const sums = {
    now: { value: sumOf(lines.map((each) => each.now)), testId: 'owed-now-all' },
    end: { value: sumOf(lines.map((each) => each.atEnd)), testId: 'owed-then-all' },
  };
  return (
    <ListTable
      name={text('settlement.owed-title')}
      className={styles.owed}
      columns={columns}
      rows={lines}
      keyOf={({ canal, cuenta }) => accountKey(canal, cuenta)}
      line={() => ({ 'data-testid': 'owed-line' })}
      sums={[{ key: 'all', name: text('settlement.owed-all'), sums }]}
    />
  );
}
