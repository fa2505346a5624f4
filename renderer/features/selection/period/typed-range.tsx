import { useState } from 'react';
import { useText } from '#renderer/i18n/text.tsx';
import { DayField } from '#renderer/ui/day-field.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Period } from '#shared/domain/selection.ts';

/** A range typed day by day, in the user's own way of writing dates. */
export function TypedRange(props: {
  readonly period: Period | null;
  readonly first: LocalDate | null;
  readonly last: LocalDate | null;
  readonly onChoose: (period: Period) => void;
}) {
  const text = useText();
  // What it begins with stays: a field half typed is no day, and must not be emptied for it.
  const [begin] = useState({ from: props.period?.from ?? props.first, to: props.period?.to ?? props.last });
  const [from, setFrom] = useState<LocalDate | null>(begin.from);
  const [to, setTo] = useState<LocalDate | null>(begin.to);
  const isTurned = from !== null && to !== null && from > to;
  const range = from === null || to === null || isTurned ? null : { from, to };
  return (
    <form
      className="range"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (range !== null) props.onChoose(range);
      }}
    >
      <DayField
        label={text('period.from')}
        day={begin.from}
        testId="period-from"
        onDay={setFrom}
        onTyped={(typed) => typed.kind !== 'day' && setFrom(null)}
      />
      <DayField
        label={text('period.to')}
        day={begin.to}
        testId="period-to"
        onDay={setTo}
        onTyped={(typed) => typed.kind !== 'day' && setTo(null)}
      />
      <button type="submit" className="btn" disabled={range === null} data-testid="period-apply">
        {text('period.apply')}
      </button>
      {isTurned ? (
        <em className="field-problem" role="alert">
          {text('period.turned')}
        </em>
      ) : null}
    </form>
  );
}
