import { useMemo } from 'react';
import type { SettlementsPage } from '#renderer/data/api/settlements.ts';
import { FigureCell } from '#renderer/features/dimensions/figure-cells.tsx';
import { monthTitle } from '#renderer/features/messages/window-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import { accountKey } from '#shared/domain/account-key.ts';
import { type LocalDate, type Month, monthOf, shiftMonth } from '#shared/domain/dates.ts';
import { owedByAccount, totalOf } from './owed.ts';
import styles from './settlements.module.css';

const MONTHS_BACK = 12;

/** What each marketplace owes today, and owed at the end of a month. */
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
  const [now, then] = [totalOf(lines.map((each) => each.now)), totalOf(lines.map((each) => each.atEnd))];
  const places = formats.places([...lines.flatMap((each) => [each.now, each.atEnd]), now, then]);
  const months = Array.from({ length: MONTHS_BACK }, (_, back) => shiftMonth(monthOf(today), -1 - back));
  return (
    <table className={classNames(ui.denseTable, styles.owed)} aria-label={text('settlement.owed-title')}>
      <thead>
        <tr>
          <th>Canal</th>
          <th>Cuenta</th>
          <th className={ui.number}>{text('settlement.pending')}</th>
          <th className={ui.number}>{text('settlement.age')}</th>
          <th className={classNames(ui.number, styles.dated)}>
            {text('settlement.owed-on', { day: formatDay(today, formats.dates) })}
          </th>
          <th className={ui.number}>
            {text('settlement.owed-end')}{' '}
            <ChoiceMenu
              label={text('settlement.owed-end')}
              value={month}
              options={months.map((each) => ({ value: each, label: monthTitle(each, text) }))}
              onChange={props.onMonth}
              testId="owed-month"
            />
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((each) => (
          <tr key={accountKey(each.canal, each.cuenta)} data-testid="owed-line">
            <td className={ui.cut} title={each.canal}>
              {each.canal === '' ? text('filter.blank') : each.canal}
            </td>
            <td className={ui.cut} title={each.cuenta}>
              {each.cuenta === '' ? text('filter.blank') : each.cuenta}
            </td>
            <FigureCell value={String(each.pendingRows)} kind="count" />
            <FigureCell
              value={each.oldestPendingDays === null ? null : String(each.oldestPendingDays)}
              kind="count"
            />
            <FigureCell value={each.now} kind="money" places={places} testId="owed-now" />
            <FigureCell value={each.atEnd} kind="money" places={places} testId="owed-then" />
          </tr>
        ))}
        <tr>
          <th scope="row" colSpan={4}>
            {text('settlement.owed-all')}
          </th>
          <FigureCell value={now} kind="money" places={places} testId="owed-now-all" />
          <FigureCell value={then} kind="money" places={places} testId="owed-then-all" />
        </tr>
      </tbody>
    </table>
  );
}
