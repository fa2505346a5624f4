// biome-ignore-all lint/a11y/useSemanticElements: a calendar of buttons, with the roles of a grid
// biome-ignore-all lint/a11y/useFocusableInteractive: one of its buttons has the focus, as in every grid

import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Coverage, MonthCoverage } from '#renderer/data/model/coverage.ts';
import { monthTitle } from '#renderer/features/messages/window-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { monthNames } from '#renderer/i18n/time-formats.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { SyncActivity } from '#shared/contract/app.ts';
import type { Month } from '#shared/domain/dates.ts';
import styles from './coverage.module.css';
import {
  type CellState,
  type CoverageClock,
  cellGround,
  cellNote,
  cellStates,
  cellTitle,
  coverageYears,
  isReading,
  moveMonth,
} from './coverage-state.ts';

const NUMBERS = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'];
const MOVES = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

type GridProps = {
  readonly coverage: Coverage;
  readonly activity: SyncActivity | null;
  readonly clock: CoverageClock;
  readonly selected: ReadonlySet<Month>;
  readonly onSelect: (selected: ReadonlySet<Month>) => void;
  readonly opened: string | null;
  readonly onOpen: (month: string | null) => void;
  readonly onAnchor: (cell: HTMLElement | null) => void;
};

/** Years as rows, months as columns. Arrows move, Enter opens a month, Space (or Ctrl and a click) chooses it. */
export function CoverageGrid(props: GridProps) {
  const text = useText();
  const grid = useRef<HTMLDivElement>(null);
  const years = coverageYears(props.coverage);
  const { current, onKeyDown, press } = useMonthChoice(props, years, grid);
  return (
    <div
      ref={grid}
      className={styles.months}
      role="grid"
      aria-label={text('coverage.grid')}
      aria-multiselectable="true"
      onKeyDown={onKeyDown}
    >
      <MonthNames />
      {years.map(({ year, months }) => (
        <div key={year} role="row" className={styles.year}>
          <span role="rowheader" className={styles.yearName}>
            {year}
          </span>
          {months.map((month, index) =>
            month === null ? (
              <span key={`${year}-${NUMBERS[index]}`} role="gridcell" className={styles.month} />
            ) : (
              <MonthCell
                key={month.month}
                month={month}
                activity={props.activity}
                clock={props.clock}
                tabbable={month.month === current}
                selected={props.selected.has(month.month)}
                opened={props.opened === month.month}
                onPress={press}
              />
            ),
          )}
        </div>
      ))}
    </div>
  );
}

/** The month that has the focus, and what keys and presses do with it. */
function useMonthChoice(
  props: GridProps,
  years: ReturnType<typeof coverageYears>,
  grid: RefObject<HTMLElement | null>,
) {
  const [at, setAt] = useState<string | null>(null);
  const newest = props.coverage.months.at(-1)?.month ?? '';
  const current = props.coverage.months.some(({ month }) => month === at) ? (at ?? newest) : newest;
  const cellOf = (month: string | null): HTMLElement | null =>
    grid.current?.querySelector(`[data-month="${month}"]`) ?? null;

  const { opened, onAnchor } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: found again when the months are others
  useEffect(() => {
    const cell = opened === null ? null : cellOf(opened);
    cell?.scrollIntoView({ block: 'nearest' });
    onAnchor(cell);
  }, [opened, onAnchor, props.coverage.months.length]);

  function toggle(month: Month): void {
    const next = new Set(props.selected);
    if (!next.delete(month)) next.add(month);
    props.onSelect(next);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && props.selected.size > 0) props.onSelect(new Set());
    if (event.key !== ' ' && !MOVES.has(event.key)) return;
    event.preventDefault();
    if (event.key === ' ') {
      toggle(current as Month);
      return;
    }
    const next = moveMonth(years, current, event.key);
    if (event.shiftKey) props.onSelect(new Set([...props.selected, current as Month, next as Month]));
    setAt(next);
    cellOf(next)?.focus();
  }

  function press(event: MouseEvent, month: MonthCoverage): void {
    setAt(month.month);
    if (event.ctrlKey || event.metaKey) toggle(month.month);
    else props.onOpen(props.opened === month.month ? null : month.month);
  }

  return { current, onKeyDown, press };
}

function MonthNames() {
  const text = useText();
  return (
    <div role="row" className={styles.year}>
      <span role="columnheader" className={ui.visuallyHidden}>
        {text('coverage.year')}
      </span>
      <i aria-hidden="true" />
      {monthNames(text.locale).short.map((name) => (
        <span key={name} role="columnheader" className={styles.monthName}>
          {name}
        </span>
      ))}
    </div>
  );
}

function MonthCell(props: {
  readonly month: MonthCoverage;
  readonly activity: SyncActivity | null;
  readonly clock: CoverageClock;
  readonly tabbable: boolean;
  readonly selected: boolean;
  readonly opened: boolean;
  readonly onPress: (event: MouseEvent, month: MonthCoverage) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { month, activity } = props;
  const states = cellStates(month, activity);
  const title = cellTitle(month, activity, props.clock, text, formats);
  const reading = isReading(month, activity);
  const share =
    reading && activity !== null && activity.pages !== null && activity.pages > 0
      ? Math.min(1, activity.page / activity.pages)
      : 0;
  return (
    <button
      type="button"
      role="gridcell"
      className={classNames(
        styles.month,
        styles[cellGround(month)],
        month.partial && styles.partial,
        reading && styles.reading,
      )}
      data-month={month.month}
      data-testid={`coverage-${month.month}`}
      data-state={states[0]}
      data-states={states.join(' ')}
      data-rows={month.rows}
      title={title}
      aria-selected={props.selected}
      aria-expanded={props.opened}
      aria-haspopup="dialog"
      tabIndex={props.tabbable ? 0 : -1}
      onClick={(event) => props.onPress(event, month)}
    >
      <CellMarks states={states} />
      <span className={ui.visuallyHidden}>{monthTitle(month.month, text)}</span>
      <b>{month.reach === 'queued' && month.rows === 0 ? '' : formats.count(month.rows)}</b>
      <span className={styles.note}>{cellNote(month, activity, props.clock, text, formats)}</span>
      {reading ? (
        <i className={styles.progress}>
          <i style={{ width: `${share * 100}%` }} />
        </i>
      ) : null}
    </button>
  );
}

/** States that have a mark of their own on a cell, whatever its ground; each has a shape. */
const MARKED_STATES = ['held', 'differs', 'unsettled', 'reread'] as const satisfies readonly CellState[];

function CellMarks(props: { readonly states: readonly CellState[] }) {
  const marks = MARKED_STATES.filter((state) => props.states.includes(state));
  return marks.length === 0 ? null : (
    <span className={styles.marks} aria-hidden="true">
      {marks.map((state) => (
        <i key={state} className={styles[state]} />
      ))}
    </span>
  );
}

/** The usual grounds are explained always, the others only while they occur. */
const USUAL_STATES = ['live', 'blind', 'due', 'queued'] as const satisfies readonly CellState[];
const RARE_STATES = [
  'reread',
  'outside',
  'partial',
  'unsettled',
  'differs',
  'held',
] as const satisfies readonly CellState[];

function markOf(state: (typeof USUAL_STATES | typeof RARE_STATES)[number]): string {
  if (state === 'partial') return classNames(styles.month, styles.outside, styles.partial);
  return classNames(!MARKED_STATES.some((marked) => marked === state) && styles.month, styles[state]);
}

/** The legend of the calendar's grounds and marks: the usual ones, or the rarer ones that occur. */
export function CoverageLegend(props: {
  readonly months: readonly MonthCoverage[];
  readonly activity: SyncActivity | null;
  readonly usual: boolean;
}) {
  const text = useText();
  const used = new Set(props.months.flatMap((month) => cellStates(month, props.activity)));
  const shown = props.usual ? USUAL_STATES : RARE_STATES.filter((state) => used.has(state));
  return shown.length === 0 ? null : (
    <ul className={styles.legend}>
      {shown.map((state) => (
        <li key={state} className={styles.legendItem}>
          <i className={markOf(state)} aria-hidden="true" />
          {text(`legend.${state}`)}
        </li>
      ))}
    </ul>
  );
}
