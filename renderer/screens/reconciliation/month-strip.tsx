import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useText } from '#renderer/i18n/text.tsx';
import { useWidth } from '#renderer/ui/hooks.ts';
import type { Month } from '#shared/domain/dates.ts';
import { MonthCellButton } from './month-cell-button.tsx';
import { type MonthCell, nextInStrip, stripOf } from './month-cells.ts';
import styles from './months.module.css';

const MOVES = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End']);

/** The last thirteen months, or those around the one in view; arrows walk them. */
export function MonthStrip(props: {
  /** Null while they are not known. */
  readonly cells: readonly MonthCell[] | null;
  readonly shown: Month | null;
  readonly onChoose: (month: Month) => void;
}) {
  const text = useText();
  const strip = useRef<HTMLElement>(null);
  const [at, setAt] = useState<Month | null>(null);
  const cells = stripOf(props.cells ?? [], props.shown);
  const months = cells.map(({ month }) => month);
  const tabStop = [at, props.shown, months.at(-1)].find((each) => each != null && months.includes(each));
  const { shown } = props;
  const width = useWidth(strip);
  const isKnown = props.cells !== null;
  // Where there is no room for all of them the strip scrolls: the one in view is in sight, however wide the window becomes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the width says when there is less room
  useEffect(() => {
    const cell = strip.current?.querySelector<HTMLElement>(`[data-month="${shown ?? ''}"]`);
    if (isKnown && cell != null && strip.current !== null)
      strip.current.scrollLeft = cell.offsetLeft - (strip.current.clientWidth - cell.offsetWidth) / 2;
  }, [shown, isKnown, width]);
  function onKeyDown(event: KeyboardEvent): void {
    if (!MOVES.has(event.key) || event.altKey || event.ctrlKey) return;
    event.preventDefault();
    const next = nextInStrip(months, tabStop ?? null, event.key);
    setAt(next);
    strip.current?.querySelector<HTMLElement>(`[data-month="${next ?? ''}"]`)?.focus();
  }
  return (
    <nav
      ref={strip}
      className={styles.strip}
      aria-label={text('reconciliation.months')}
      onKeyDown={onKeyDown}
      aria-busy={props.cells === null}
    >
      {props.cells === null ? <span className={styles.waiting} /> : null}
      {cells.map((cell, index) => (
        <MonthCellButton
          key={cell.month}
          cell={cell}
          hasYear={index === 0 || cell.month.endsWith('-01')}
          isShown={cell.month === props.shown}
          isTabStop={cell.month === tabStop}
          onChoose={() => {
            setAt(cell.month);
            props.onChoose(cell.month);
          }}
        />
      ))}
    </nav>
  );
}
