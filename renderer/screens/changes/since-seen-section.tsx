import { useState } from 'react';
import type { ChangesRows } from '#renderer/features/changes/changes-state.ts';
import type { MonthMove } from '#renderer/features/changes/since-seen.ts';
import { useSinceSeen } from '#renderer/features/changes/use-since-seen.ts';
import { scopeOfResult } from '#renderer/features/columns/column-sections.ts';
import { FigureCell } from '#renderer/features/dimensions/figure-cells.tsx';
import { clockMessage, useNow } from '#renderer/features/messages/time-messages.ts';
import { describeMonth } from '#renderer/features/period/period.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { machineLocal } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { dayOf, type LocalDateTime, type Month } from '#shared/domain/dates.ts';
import styles from './changes-summary.module.css';
import { SummaryTable } from './summary-table.tsx';

type SectionProps = {
  /** It was led to: the list is there at once. */
  readonly isLedTo: boolean;
  readonly places: number;
  readonly onChange: (part: Partial<ChangesRows>) => void;
};

/** «Desde que miraste»: the months that moved since they were ticked off, those that are over first; ticked off one by one. */
export function SinceSeenSection(props: SectionProps) {
  const text = useText();
  const seen = useSinceSeen();
  const [isOpen, setOpen] = useState(props.isLedTo);
  if (seen === null || (seen.moves.length === 0 && !isOpen)) return null;
  const { moves, tick } = seen;
  const over = moves.filter(({ isOver }) => isOver).length;
  return (
    <section className={classNames(styles.summary, styles.seen)} aria-label={text('seen.heading')}>
      <header>
        <button
          type="button"
          className={classNames(ui.smallButton, ui.quietButton)}
          aria-expanded={isOpen}
          data-testid="seen-toggle"
          data-value={moves.length}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'down' : 'right'} small />
          {text('seen.heading')}
          <span className={ui.faint}>
            {moves.length === 0 ? text('seen.none') : text('seen.count', { count: moves.length, over })}
          </span>
        </button>
        {isOpen && moves.length > 1 ? (
          <button
            type="button"
            className={ui.smallButton}
            data-testid="seen-tick-all"
            onClick={() => tick(moves.map(({ month }) => month))}
          >
            {text('seen.tick-all')}
          </button>
        ) : null}
      </header>
      {isOpen && moves.length > 0 ? <MovesTable {...props} moves={moves} onTick={tick} /> : null}
    </section>
  );
}

type MovesProps = SectionProps & {
  readonly moves: readonly MonthMove[];
  readonly onTick: (months: readonly Month[]) => void;
};

function MovesTable(props: MovesProps) {
  const text = useText();
  return (
    <SummaryTable
      testId="seen-months"
      withPoints
      counts={<th className={ui.number}>{text('sync.rows')}</th>}
      after={
        <>
          <th>{text('seen.since')}</th>
          <th>
            <span className={ui.visuallyHidden}>{text('seen.tick')}</span>
          </th>
        </>
      }
    >
      {props.moves.map((move) => (
        <MoveRow key={move.month} {...props} move={move} />
      ))}
    </SummaryTable>
  );
}

function MoveRow(props: MovesProps & { readonly move: MonthMove }) {
  const text = useText();
  const formats = useFormats();
  const now = useNow();
  const { move, places, onChange, onTick } = props;
  const { month, seenAtMs } = move;
  const name = describeMonth(month, text);
  const show = (): void =>
    onChange({
      grouping: 'month',
      group: month,
      span:
        seenAtMs === null
          ? { kind: 'all' }
          : { kind: 'since', day: dayOf(machineLocal(seenAtMs) as LocalDateTime) },
    });
  return (
    <tr data-testid={`seen-${month}`}>
      <td>
        <button type="button" className={styles.name} title={text('seen.show')} onClick={show}>
          {name}
        </button>
        {move.isOver ? null : <span className={ui.faint}> {text('seen.running')}</span>}
      </td>
      <FigureCell value={String(move.rows)} kind="count" signed testId={`seen-${month}-rows`} />
      {move.moves.map(({ column, difference, points }) => [
        <FigureCell
          key={column}
          value={difference}
          kind="money"
          places={places}
          signed
          testId={`seen-${month}-${column}`}
        />,
        scopeOfResult(column) === undefined ? null : (
          <FigureCell
            key={`${column} pp`}
            value={points}
            kind="points"
            places={1}
            signed
            testId={`seen-${month}-${column}-points`}
          />
        ),
      ])}
      <td className={ui.faint}>{seenAtMs === null ? '—' : clockMessage(seenAtMs, now, text, formats)}</td>
      <td>
        <button
          type="button"
          className={ui.smallButton}
          aria-label={text('seen.tick-month', { month: name })}
          data-testid={`seen-tick-${month}`}
          onClick={() => onTick([month])}
        >
          <Icon name="check" small /> {text('seen.tick')}
        </button>
      </td>
    </tr>
  );
}
