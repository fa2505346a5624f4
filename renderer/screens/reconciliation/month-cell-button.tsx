import { describeMonth } from '#renderer/features/period/period.ts';
import { type MessageId, useText } from '#renderer/i18n/text.tsx';
import { monthNames } from '#renderer/i18n/time-formats.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { MonthCell } from './month-cells.ts';
import styles from './months.module.css';

/** A month at a glance: its steps that are done, and what is open of it. */
export function MonthCellButton(props: {
  readonly cell: MonthCell;
  /** Its year stands in it. */
  readonly hasYear: boolean;
  readonly isShown: boolean;
  readonly isTabStop: boolean;
  readonly onChoose: () => void;
}) {
  const text = useText();
  const { cell } = props;
  const { month, state, done } = cell;
  const title = text(`month.cell-title-${state}` satisfies MessageId, {
    month: describeMonth(month, text),
    day: cell.knownUntil?.slice(8, 10) ?? '',
  });
  const steps = done === null ? '' : text('month.cell-steps', { done: done.count, of: done.of });
  return (
    <Button
      className={classNames(
        styles.cell,
        styles[state],
        done?.count === done?.of && done !== null && styles.whole,
      )}
      data-testid="month-cell"
      data-month={month}
      data-state={state}
      data-done={done?.count ?? ''}
      data-of={done?.of ?? ''}
      data-rows={cell.rows}
      data-value={cell.moved ?? cell.open ?? ''}
      aria-current={props.isShown ? 'true' : undefined}
      tabIndex={props.isTabStop ? 0 : -1}
      title={[title, steps].filter((line) => line !== '').join('\n')}
      onClick={props.onChoose}
    >
      <b>
        <span aria-hidden="true">{shortName(month, props.hasYear, text.locale)}</span>
        <i className={ui.visuallyHidden}>{title}. </i>
        {done === null ? null : (
          <em>
            <i className={ui.visuallyHidden}>{steps}. </i>
            <span aria-hidden="true">
              {done.count}/{done.of}
            </span>
          </em>
        )}
      </b>
      <span>
        <CellNote cell={cell} />
      </span>
    </Button>
  );
}

function shortName(month: string, hasYear: boolean, locale: string): string {
  const name = monthNames(locale).short[Number(month.slice(5, 7)) - 1] ?? month;
  return hasYear ? `${name} ${month.slice(2, 4)}` : name;
}

/** What stands below its name: what is open, what moved, or up to when it is known. */
function CellNote({ cell }: { readonly cell: MonthCell }) {
  const text = useText();
  const formats = useFormats();
  const amount = (value: MonthCell['open'], signed: boolean) =>
    value === null ? null : (
      <Figure value={value} kind="money" places={formats.places([value])} signed={signed} />
    );
  switch (cell.state) {
    case 'closed':
      return (
        <>
          <Icon name="lock" small /> {text('month.cell-same')}
        </>
      );
    case 'moved':
      return (
        <>
          <Icon name="lock" small /> {amount(cell.moved, true)}
        </>
      );
    case 'running':
      return cell.knownUntil === null
        ? text('month.cell-running')
        : text('month.cell-until', { day: String(Number(cell.knownUntil.slice(8, 10))) });
    case 'unread':
      return text('month.cell-unread');
    case 'open':
      return amount(cell.open, false) ?? text('month.cell-read');
  }
}
