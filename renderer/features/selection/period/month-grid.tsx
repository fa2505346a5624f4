import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { describeMonth, monthName } from '#renderer/features/period/period.ts';
import {
  anchorOf,
  type MonthYear,
  monthBeside,
  partOf,
  spanOf,
} from '#renderer/features/period/period-months.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { type Month, monthOf } from '#shared/domain/dates.ts';
import type { Period } from '#shared/domain/selection.ts';
import styles from './period.module.css';

type Stretch = { readonly from: Month; readonly to: Month };

function monthUnder(event: PointerEvent): Month | null {
  const under = document.elementFromPoint(event.clientX, event.clientY);
  const month = under?.closest<HTMLElement>('[data-month]')?.dataset.month;
  return month === undefined ? null : (month as Month);
}

type MonthGridProps = {
  readonly years: readonly MonthYear[];
  readonly period: Period | null;
  /** Rows by month; null while that is not known. */
  readonly rows: ReadonlyMap<string, number> | null;
  readonly onChoose: (period: Period) => void;
};

/**
 * Twelve months a year, those with rows marked. A press chooses one; pulling, or Shift, a range of them. Arrows move,
 * Shift with them stretches, Enter chooses.
 */
export function MonthGrid(props: MonthGridProps) {
  const text = useText();
  const formats = useFormats();
  const { years, period, rows, onChoose } = props;
  // The keys and the pull are those of the buttons within.
  const { table, focusable, shown, handlers } = useSpanChoice(props);
  return (
    <div className={styles.monthsRoom} {...handlers}>
      {/* By hand: a calendar of buttons, whose lines are years and whose columns mean nothing. */}
      <table className={styles.months} ref={table} aria-label={text('period.months')}>
        <tbody>
          {years.map(({ year, months }) => (
            <tr key={year}>
              <th scope="row">{year}</th>
              {months.map((month) => {
                const count = rows?.get(month) ?? 0;
                const name = describeMonth(month, text);
                const said =
                  rows === null
                    ? name
                    : text('period.month-rows', { month: name, count, shown: formats.count(count) });
                return (
                  <td key={month}>
                    <button
                      type="button"
                      data-month={month}
                      data-testid={`period-month-${month}`}
                      data-part={partOf(month, shown)}
                      className={rows === null || count > 0 ? styles.filled : undefined}
                      aria-pressed={partOf(month, period) !== 'none'}
                      aria-label={said}
                      title={said}
                      tabIndex={month === focusable ? 0 : -1}
                      // The pointer and the keys of the grid choose; this is for whoever presses it by other means.
                      onClick={(event) => {
                        if (event.detail === 0) onChoose(spanOf(month, month));
                      }}
                    >
                      {monthName(month, text)}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Months stretched to another one: from where they began, or from the one that has the focus. */
export function stretchedTo(stretch: Stretch | null, focused: Month, to: Month): Stretch {
  return { from: stretch?.from ?? focused, to };
}

/** The months that are being chosen, by the pointer or by keys, and the one that has the focus. */
function useSpanChoice({ years, period, rows, onChoose }: MonthGridProps) {
  const table = useRef<HTMLTableElement>(null);
  const newest = [...(rows?.keys() ?? [])].toSorted().at(-1);
  const [active, setActive] = useState<Month | null>(period === null ? null : monthOf(period.to));
  const [stretch, setStretch] = useState<Stretch | null>(null);
  const last = years[0]?.months.at(-1) ?? null;
  const known = (month: Month | null | undefined): month is Month =>
    month != null && years.some(({ months }) => months.includes(month));
  const focusable = [active, newest as Month | undefined, last].find(known) ?? null;
  const shown = stretch === null ? period : spanOf(stretch.from, stretch.to);
  const toFocus = useRef(false);
  useEffect(() => {
    if (!toFocus.current || focusable === null) return;
    toFocus.current = false;
    table.current?.querySelector<HTMLElement>(`[data-month="${focusable}"]`)?.focus();
  }, [focusable]);

  function onKeyDown(event: KeyboardEvent): void {
    if (focusable === null || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onChoose(stretch === null ? spanOf(focusable, focusable) : spanOf(stretch.from, stretch.to));
      return;
    }
    const next = monthBeside(focusable, event.key);
    if (!known(next)) return;
    event.preventDefault();
    setStretch(event.shiftKey ? stretchedTo(stretch, focusable, next) : null);
    toFocus.current = true;
    setActive(next);
  }

  const handlers = {
    onKeyDown,
    // A month that got the focus by other means than the arrows (a screen reader's) is the one that Enter chooses.
    onFocus: ({ target }: FocusEvent<HTMLElement>): void => {
      const { month } = target.dataset;
      if (month !== undefined) setActive(month as Month);
    },
    onPointerDown: (event: PointerEvent): void => {
      const month = monthUnder(event);
      if (month === null || event.button !== 0) return;
      setActive(month);
      setStretch({ from: event.shiftKey ? anchorOf(period, month) : month, to: month });
    },
    onPointerMove: (event: PointerEvent): void => {
      const month = stretch === null || event.buttons !== 1 ? null : monthUnder(event);
      if (month !== null && stretch !== null && month !== stretch.to) setStretch({ ...stretch, to: month });
    },
    onPointerUp: (): void => {
      if (stretch !== null) onChoose(spanOf(stretch.from, stretch.to));
      setStretch(null);
    },
  };
  return { table, focusable, shown, handlers };
}
