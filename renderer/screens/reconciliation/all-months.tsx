import { type KeyboardEvent, useRef, useState } from 'react';
import { useSession, useStore } from '#renderer/data/client/session-context.tsx';
import { coverageYears, moveMonth } from '#renderer/features/coverage/coverage-state.ts';
import { describeMonth } from '#renderer/features/period/period.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { monthNames } from '#renderer/i18n/time-formats.ts';
import type { MonthStep, MonthStepId, MonthWalk } from '#renderer/reconciliation/month/model/month-steps.ts';
import { STEP_IDS } from '#renderer/reconciliation/month/model/month-steps.ts';
import { MoreLink } from '#renderer/reconciliation/parts/more-link.tsx';
import { stepLine, stepName } from '#renderer/reconciliation/parts/step-messages.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import type { Month } from '#shared/domain/dates.ts';
import { MonthCellButton } from './month-cell-button.tsx';
import type { MonthCell } from './month-cells.ts';
import styles from './months.module.css';

const MONTHS_AT_ONCE = 13;
const MOVES = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

/** Every month by its year, and below them those that something is to be done about, step by step. */
export function AllMonths(props: {
  /** Null while they are not known. */
  readonly cells: readonly MonthCell[] | null;
  readonly walks: readonly MonthWalk[];
  /** False: how far they are is still computed. */
  readonly isKnown: boolean;
  readonly shown: Month | null;
  readonly onChoose: (month: Month, step: MonthStepId | null) => void;
}) {
  const text = useText();
  const isFrozen = useStore(useSession().frozen) !== null;
  return (
    <>
      <section className={ui.section} aria-label={text('reconciliation.months')}>
        <header>
          <h2>{text('month.all')}</h2>
          <span className={ui.note}>{text('month.all-note')}</span>
          {isFrozen ? (
            <span className={ui.note} data-testid="months-of-now">
              {text('reconciliation.months-of-now')}
            </span>
          ) : null}
        </header>
        {props.cells === null ? (
          <p className={ui.hint} role="status">
            {text('month.loading')}
          </p>
        ) : props.cells.length === 0 ? (
          <p className={ui.hint}>{text('month.none')}</p>
        ) : (
          <Years {...props} cells={props.cells} />
        )}
      </section>
      {!props.isKnown && props.cells !== null && props.cells.length > 0 ? (
        <p className={ui.hint} role="status">
          {text('month.next-loading')}
        </p>
      ) : (
        <Waiting {...props} />
      )}
    </>
  );
}

type MonthsProps = Parameters<typeof AllMonths>[0];

function Years({ cells, shown, onChoose }: MonthsProps & { readonly cells: readonly MonthCell[] }) {
  const text = useText();
  const grid = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<Month | null>(null);
  const years = coverageYears({ months: cells });
  const tabStop =
    [at, shown].find((each) => cells.some(({ month }) => month === each)) ?? cells.at(-1)?.month;
  function onKeyDown(event: KeyboardEvent): void {
    if (!MOVES.has(event.key) || event.altKey || event.ctrlKey) return;
    event.preventDefault();
    const next = moveMonth(years, tabStop ?? '', event.key);
    setAt(next as Month);
    grid.current?.querySelector<HTMLElement>(`[data-month="${next}"]`)?.focus();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its buttons have the focus
    <div ref={grid} className={styles.years} onKeyDown={onKeyDown}>
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
        ...months.map((cell, index) =>
          cell === null ? (
            <span key={`${year}/${String(index)}`} />
          ) : (
            <MonthCellButton
              key={cell.month}
              cell={cell}
              hasYear={false}
              isShown={cell.month === shown}
              isTabStop={cell.month === tabStop}
              onChoose={() => onChoose(cell.month, null)}
            />
          ),
        ),
      ])}
    </div>
  );
}

/** Months that are not closed, or moved since: what each step of them asks for. */
function Waiting({ walks, onChoose }: MonthsProps) {
  const text = useText();
  const formats = useFormats();
  const waiting = walks.filter(({ close }) => close.state !== 'closed').toReversed();
  const [count, setCount] = useState(MONTHS_AT_ONCE);
  if (waiting.length === 0) return null;
  return (
    <section className={ui.section} aria-label={text('month.waiting')}>
      <header>
        <h2>{text('month.waiting')}</h2>
        <span className={ui.note}>{text('month.waiting-note')}</span>
      </header>
      <ListTable
        name={text('month.waiting')}
        className={styles.waitingMonths}
        columns={[
          {
            heading: text('closing.month'),
            value: ({ month }: MonthWalk) => describeMonth(month, text),
            draw: ({ month }: MonthWalk) => (
              <Button className={ui.smallLink} onClick={() => onChoose(month, null)}>
                {describeMonth(month, text)}
              </Button>
            ),
          },
          ...STEP_IDS.map((id) => ({
            id,
            heading: stepName(id, text),
            value: (walk: MonthWalk) => lineOf(walk, id),
            draw: (walk: MonthWalk) => {
              const step = stepOf(walk, id);
              return step === null ? null : (
                <Button
                  className={classNames(styles.ask, ASKS[step.state])}
                  title={lineOf(walk, id)}
                  aria-label={`${describeMonth(walk.month, text)}, ${stepName(id, text)}: ${lineOf(walk, id)}`}
                  onClick={() => onChoose(walk.month, id)}
                >
                  {step.state === 'done' || step.state === 'waived' ? (
                    <Icon name="check" small />
                  ) : (
                    <span className={ui.ellipsis}>{step.state === 'open' ? lineOf(walk, id) : '–'}</span>
                  )}
                </Button>
              );
            },
          })),
          {
            heading: text('month.open-amount'),
            kind: 'money' as const,
            value: ({ amount }: MonthWalk) => amount,
          },
        ]}
        rows={waiting.slice(0, count)}
        keyOf={({ month }) => month}
        line={({ month, done }) => ({
          'data-testid': 'month-waiting',
          'data-month': month,
          'data-value': done,
        })}
      />
      <MoreLink left={waiting.length - count} onMore={() => setCount(count + 2 * MONTHS_AT_ONCE)} />
    </section>
  );

  function lineOf(walk: MonthWalk, id: MonthStepId): string {
    const step = stepOf(walk, id);
    return step === null ? '' : stepLine(step, walk, { text, formats });
  }
}

const stepOf = (walk: MonthWalk, id: MonthStepId): MonthStep | null =>
  walk.steps.find((step) => step.id === id) ?? null;

const ASKS: { readonly [state in MonthStep['state']]: string | undefined } = {
  open: styles.askOpen,
  done: styles.askDone,
  waived: styles.askWaived,
  blocked: styles.askBlocked,
};
