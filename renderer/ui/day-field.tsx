import { useEffect, useId, useState } from 'react';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import ui from './controls.module.css';
import { formatDay, readTypedDay, type TypedDay } from './date-format.ts';
import { type Formats, useFormats } from './formats.tsx';

/** How a day is typed here, as an example. */
const EXAMPLE = '2026-10-31';

/** The fault of a typed day; null where there is none, or nothing is typed. */
function dayProblem(typed: TypedDay, words: string, text: Text, { dates }: Formats): string | null {
  if (typed.kind === 'no-such-day') return text('day.none', { day: words.trim() });
  return typed.kind === 'unreadable' ? text('day.unreadable', { example: formatDay(EXAMPLE, dates) }) : null;
}

/** A day typed as the user writes days; what cannot be read is said under it and changes nothing. */
export function DayField(props: {
  readonly label: string;
  readonly day: LocalDate | null;
  readonly onDay: (day: LocalDate) => void;
  /** All that is typed, readable or not; `onDay` is told whole days only. */
  readonly onTyped?: (typed: TypedDay) => void;
  readonly isLabelShown?: boolean;
  readonly title?: string;
  readonly testId?: string;
}) {
  const formats = useFormats();
  const text = useText();
  const id = useId();
  const shown = props.day === null ? '' : formatDay(props.day, formats.dates);
  const [words, setMessage] = useState(shown);
  const [left, setLeft] = useState(true);
  // A day that is set from elsewhere takes the place of what was typed; the one that was typed does not.
  useEffect(() => {
    setMessage((now) => {
      const read = readTypedDay(now, formats.dates);
      return read.kind === 'day' && formatDay(read.day, formats.dates) === shown ? now : shown;
    });
  }, [shown, formats.dates]);
  const typed = readTypedDay(words, formats.dates);
  // While one is still typing nothing is wrong yet.
  const problem = left ? dayProblem(typed, words, text, formats) : null;
  return (
    <span className={ui.dayField}>
      <label htmlFor={id} className={props.isLabelShown === false ? ui.visuallyHidden : undefined}>
        {props.label}
      </label>
      <span className={problem === null ? ui.field : ui.invalidField} title={props.title}>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          placeholder={formatDay(EXAMPLE, formats.dates)}
          value={words}
          data-testid={props.testId}
          data-value={typed.kind === 'day' ? typed.day : ''}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          onFocus={() => setLeft(false)}
          onBlur={() => setLeft(true)}
          onChange={(event) => {
            setMessage(event.target.value);
            const next = readTypedDay(event.target.value, formats.dates);
            props.onTyped?.(next);
            if (next.kind === 'day') props.onDay(next.day);
          }}
        />
      </span>
      {problem === null ? null : (
        <em id={`${id}-problem`} className={ui.fieldProblem}>
          {problem}
        </em>
      )}
    </span>
  );
}
