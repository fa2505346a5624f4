import { type ChangesRows, isNarrowed } from '#renderer/features/changes/changes-state.ts';
import { clockMessage, useNow } from '#renderer/features/messages/time-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { RunEntry } from '#shared/contract/run-log.ts';
import type { LocalDate } from '#shared/domain/dates.ts';

/** Why the list of changes is empty: nothing read yet, nothing changed, the filters, or an error. */
export function NoChanges(props: {
  readonly rows: ChangesRows;
  /** An answer has come. */
  readonly asked: boolean;
  readonly error: unknown;
  readonly lastRun: RunEntry | null;
  readonly noRuns: boolean;
  readonly weekAgo: () => LocalDate;
  readonly onRetry: () => void;
  readonly onClear: () => void;
  readonly onChange: (part: Partial<ChangesRows>) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const now = useNow();
  const { rows, lastRun } = props;
  if (props.error !== null) {
    return (
      <div role="alert">
        <b>{text('changes.failed')}</b>
        <span className="words">
          {props.error instanceof Error ? props.error.message : String(props.error)}
        </span>
        <button type="button" className="link" onClick={props.onRetry}>
          {text('sync.retry')}
        </button>
      </div>
    );
  }
  if (props.noRuns && !props.asked) {
    return (
      <>
        <b>{text('changes.none-yet')}</b>
        <span>{text('changes.none-yet-note')}</span>
      </>
    );
  }
  if (!props.asked) return null;
  if (isNarrowed(rows)) {
    return (
      <>
        <b>{text('changes.none-filtered')}</b>
        <button type="button" className="link" onClick={props.onClear}>
          {text('empty.clear')}
        </button>
      </>
    );
  }
  const ended = lastRun?.endedAtMs ?? null;
  return (
    <>
      <b>
        {rows.span.kind === 'last' && ended !== null
          ? text('changes.none-last', { moment: clockMessage(ended, now, text, formats) })
          : rows.span.kind === 'since'
            ? text('changes.none-since', { day: formatDay(rows.span.day, formats.dates) })
            : text('changes.none')}
      </b>
      <span>{text('changes.none-note')}</span>
      {rows.span.kind === 'all' ? null : (
        <p className="ways">
          {rows.span.kind === 'since' ? null : (
            <button
              type="button"
              className="link"
              onClick={() => props.onChange({ span: { kind: 'since', day: props.weekAgo() } })}
            >
              {text('changes.see-week')}
            </button>
          )}
          <button
            type="button"
            className="link"
            data-testid="changes-see-all"
            onClick={() => props.onChange({ span: { kind: 'all' } })}
          >
            {text('changes.see-all')}
          </button>
        </p>
      )}
    </>
  );
}
