import { useState } from 'react';
import type { ChangesRows } from '#renderer/features/changes/changes-state.ts';
import { countMoves, type MonthMove } from '#renderer/features/changes/since-seen.ts';
import { useSinceSeen } from '#renderer/features/changes/use-since-seen.ts';
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
            {moves.length === 0 ? text('seen.none') : text('seen.count', countMoves(moves))}
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

function MovesTable({ moves, places, onChange, onTick }: MovesProps) {
  const text = useText();
  const formats = useFormats();
  const now = useNow();
  const idOf = ({ month }: MonthMove) => `seen-${month}`;
  const show = ({ month, seenAtMs }: MonthMove): void =>
    onChange({
      grouping: 'month',
      group: month,
      span:
        seenAtMs === null
          ? { kind: 'all' }
          : { kind: 'since', day: dayOf(machineLocal(seenAtMs) as LocalDateTime) },
    });
  const movedOf = (move: MonthMove, column: string) => move.moves.find((each) => each.column === column);
  return (
    <SummaryTable
      testId="seen-months"
      rows={moves}
      keyOf={({ month }) => month}
      idOf={idOf}
      places={places}
      line={(move) => ({ 'data-testid': idOf(move) })}
      name={(move) => (
        <>
          <button type="button" className={styles.name} title={text('seen.show')} onClick={() => show(move)}>
            {describeMonth(move.month, text)}
          </button>
          {move.isOver ? null : <span className={ui.faint}> {text('seen.running')}</span>}
        </>
      )}
      counts={[
        {
          id: 'rows',
          heading: text('sync.rows'),
          kind: 'count',
          value: ({ rows }) => rows,
          figure: (move) => ({ signed: true, testId: `${idOf(move)}-rows` }),
        },
      ]}
      difference={(move, column) => movedOf(move, column)?.difference ?? null}
      points={(move, column) => movedOf(move, column)?.points ?? null}
      after={[
        {
          id: 'since',
          heading: text('seen.since'),
          cell: { className: ui.faint },
          value: ({ seenAtMs }) => (seenAtMs === null ? '—' : clockMessage(seenAtMs, now, text, formats)),
        },
        {
          id: 'tick',
          heading: text('seen.tick'),
          isHeadingHidden: true,
          draw: ({ month }) => (
            <button
              type="button"
              className={ui.smallButton}
              aria-label={text('seen.tick-month', { month: describeMonth(month, text) })}
              data-testid={`seen-tick-${month}`}
              onClick={() => onTick([month])}
            >
              <Icon name="check" small /> {text('seen.tick')}
            </button>
          ),
        },
      ]}
    />
  );
}
