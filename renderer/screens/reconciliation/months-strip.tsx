import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useSession, useStore } from '#renderer/data/client/session-context.tsx';
import type { MonthCoverage } from '#renderer/data/model/coverage.ts';
import { differingControl } from '#renderer/data/model/month-readings.ts';
import { useSinceSeen } from '#renderer/features/changes/use-since-seen.ts';
import { useCoverage } from '#renderer/features/coverage/coverage-section.tsx';
import { coverageYears, differenceMessage, moveMonth } from '#renderer/features/coverage/coverage-state.ts';
import { QueryFailure } from '#renderer/features/messages/failures.tsx';
import { describeMonth, monthsPeriod, wholeMonths } from '#renderer/features/period/period.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { type MessageId, useText } from '#renderer/i18n/text.tsx';
import { monthNames } from '#renderer/i18n/time-formats.ts';
import { useMonthLines } from '#renderer/reconciliation/closing/screen/use-closing.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import { type MonthStanding, standingOf, wordOf } from './month-standing.ts';
import styles from './months-strip.module.css';

/** Every month at a glance: complete, unchanged, squares. A press makes it the period. */
export function MonthsStrip() {
  const text = useText();
  const { output: coverage, error, refresh } = useCoverage();
  const isFrozen = useStore(useSession().frozen) !== null;
  const seen = useSinceSeen();
  const { output: lines } = useMonthLines();
  const moved = seen === null ? null : new Set(seen.moves.map(({ month }) => month as string));
  const lineOf = useMemo(() => new Map((lines ?? []).map((line) => [line.month as string, line])), [lines]);
  return (
    <section className={classNames(ui.section, styles.section)} aria-label={text('reconciliation.months')}>
      <header>
        <h2>{text('reconciliation.months')}</h2>
        <span className={ui.note}>{text('reconciliation.months-note')}</span>
        {isFrozen ? (
          <span className={ui.note} data-testid="months-of-now">
            {text('reconciliation.months-of-now')}
          </span>
        ) : null}
      </header>
      {error === null ? null : <QueryFailure error={error} onRetry={refresh} />}
      {coverage === null ? (
        <div className={styles.waiting} aria-busy={error === null} />
      ) : (
        <Months
          months={coverage.months}
          standingOf={(month) =>
            standingOf(
              month,
              moved === null ? null : moved.has(month.month),
              lines === null ? null : (lineOf.get(month.month)?.state ?? 'open'),
            )
          }
          driftOf={(month) => lineOf.get(month.month)?.drift ?? null}
        />
      )}
    </section>
  );
}

const MOVES = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

function Months(props: {
  readonly months: readonly MonthCoverage[];
  readonly standingOf: (month: MonthCoverage) => MonthStanding;
  readonly driftOf: (month: MonthCoverage) => Decimal | null;
}) {
  const text = useText();
  const { selection, change } = useSelection();
  const grid = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<string | null>(null);
  const years = coverageYears({ months: props.months } as Parameters<typeof coverageYears>[0]);
  const { period } = selection;
  const whole = period === null ? null : wholeMonths(period);
  const chosen = whole !== null && whole.first === whole.last ? whole.first : null;
  const tabStop =
    [at, chosen].find((one) => props.months.some(({ month }) => month === one)) ?? props.months.at(-1)?.month;
  function onKeyDown(event: KeyboardEvent): void {
    if (!MOVES.has(event.key)) return;
    event.preventDefault();
    const next = moveMonth(years, tabStop ?? '', event.key);
    setAt(next);
    grid.current?.querySelector<HTMLElement>(`[data-month="${next}"]`)?.focus();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its buttons have the focus
    <div ref={grid} className={styles.months} onKeyDown={onKeyDown}>
      <span />
      {monthNames(text.locale).short.map((name) => (
        <span key={name} className={styles.monthName} aria-hidden="true">
          {name}
        </span>
      ))}
      {years.flatMap(({ year, months }) => [
        <span key={year} className={styles.year}>
          {year}
        </span>,
        ...months.map((month, index) =>
          month === null ? (
            <span key={`${year}/${String(index)}`} />
          ) : (
            <Month
              key={month.month}
              month={month}
              standing={props.standingOf(month)}
              drift={props.driftOf(month)}
              isChosen={month.month === chosen}
              isTabStop={month.month === tabStop}
              onChoose={() => {
                setAt(month.month);
                change({ type: 'set-period', period: monthsPeriod(month.month, 1) });
              }}
            />
          ),
        ),
      ])}
    </div>
  );
}

const said = (question: 'complete' | 'unchanged' | 'squares', holds: boolean | null): MessageId | null => {
  if (question === 'complete')
    return holds === true ? 'reconciliation.complete-yes' : 'reconciliation.complete-no';
  const answer = holds === null ? 'unknown' : holds ? 'yes' : 'no';
  return `reconciliation.${question}-${answer}`;
};

function Month(props: {
  readonly month: MonthCoverage;
  readonly standing: MonthStanding;
  /** By how much it moved since it was closed. */
  readonly drift: Decimal | null;
  readonly isChosen: boolean;
  readonly isTabStop: boolean;
  readonly onChoose: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { month, standing, drift } = props;
  const control = differingControl(month.controls);
  const difference = control === null ? '' : differenceMessage(control, text, formats);
  const word = wordOf(month, standing);
  const questions = (['complete', 'unchanged', 'squares'] as const).map((question) => {
    const id = said(question, standing[question]);
    return id === null ? '' : text(id, { difference });
  });
  const isClosed = standing.close === 'closed' || standing.close === 'drifted';
  const closing = standing.close === null || !isClosed ? '' : text(`closing.state-${standing.close}`);
  const name = text('reconciliation.month-choose', { month: describeMonth(month.month, text) });
  return (
    <button
      type="button"
      className={classNames(styles.month, styles[word])}
      data-testid="reconciliation-month"
      data-month={month.month}
      data-value={month.rows}
      data-state={word}
      data-complete={standing.complete}
      data-unchanged={standing.unchanged ?? 'unknown'}
      data-squares={standing.squares ?? 'unknown'}
      aria-pressed={props.isChosen}
      tabIndex={props.isTabStop ? 0 : -1}
      data-close={standing.close ?? 'unknown'}
      title={[name, ...questions, closing].filter((line) => line !== '').join('\n')}
      onClick={props.onChoose}
    >
      <i className={ui.visuallyHidden}>{describeMonth(month.month, text)}: </i>
      <b>{word === 'unread' ? '' : formats.count(month.rows)}</b>
      <span>
        {word === 'differs' ? (
          difference
        ) : word !== 'drifted' ? (
          text(`reconciliation.month-${word}`)
        ) : (
          <Figure value={drift} kind="money" places={formats.places(drift === null ? [] : [drift])} signed />
        )}
      </span>
      {isClosed ? <Icon name="lock" small /> : null}
    </button>
  );
}
