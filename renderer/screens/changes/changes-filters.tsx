import type { ChangesHead } from '#renderer/data/client/change-rows.ts';
import { useLedger } from '#renderer/data/client/session-context.tsx';
import {
  type ChangesRows,
  isNarrowed,
  KINDS,
  monthsBetween,
  questionMessage,
  toggleKind,
} from '#renderer/features/changes/changes-state.ts';
import { clockMessage } from '#renderer/features/messages/time-messages.ts';
import { useNow } from '#renderer/features/messages/use-now.ts';
import { describeMonth } from '#renderer/features/period/period.ts';
import { usePeriodMessages } from '#renderer/features/period/period-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { ChoiceMenu } from '#renderer/ui/choice-menu.tsx';
import { DayField } from '#renderer/ui/day-field.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import type { RunEntry } from '#shared/contract/run-log.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';

/** No choice; a channel's own name may be blank. */
const ANY = 'any';

type Change = (part: Partial<ChangesRows>) => void;

/** Since when, purchases of which month, which kinds, which channel; everything that narrows is visible. */
export function ChangesFilters(props: {
  readonly rows: ChangesRows;
  readonly head: ChangesHead | null;
  readonly lastRun: RunEntry | null;
  /** The day that was asked for last, or the one to begin with. */
  readonly day: LocalDate;
  readonly onChange: Change;
  readonly onClear: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const words = usePeriodMessages();
  const ledger = useLedger();
  const { rows, head, onChange } = props;
  const facts = ledger.kind === 'open' ? ledger.facts : null;
  const months = monthsBetween(facts?.firstPurchase ?? null, facts?.lastPurchase ?? null);
  const canales = head?.canales ?? [];
  const now = useNow();
  const ended = props.lastRun?.endedAtMs ?? null;
  const lastRun = ended === null ? null : clockMessage(ended, now, text, formats);
  return (
    <>
      <p className="print-question" aria-hidden="true">
        {questionMessage(rows, lastRun, text, formats.dates, words).join(' · ')}
      </p>
      <div className="fbar cbar">
        <div className="fchips">
          <SpanChoice {...props} />
          <ChoiceMenu
            label={text('changes.month')}
            testId="changes-month"
            className={rows.month === null ? 'btn sm' : 'btn sm set'}
            value={rows.month ?? ''}
            options={[
              { value: '', label: text('changes.month-any') },
              ...[...new Set([...(rows.month === null ? [] : [rows.month]), ...months])].map((month) => ({
                value: month as string,
                label: text('changes.month-of', { month: describeMonth(month, words) }),
              })),
            ]}
            onChange={(month) => onChange({ month: month === '' ? null : (month as Month) })}
          />
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out inline with its buttons */}
          <span className="seg" role="group" aria-label={text('changes.kinds')}>
            {KINDS.map((kind) => (
              <button
                key={kind}
                type="button"
                aria-pressed={rows.kinds.includes(kind)}
                data-testid={`changes-kind-${kind}`}
                data-value={head?.counts[kind] ?? ''}
                onClick={() => onChange({ kinds: toggleKind(rows.kinds, kind) })}
              >
                <i className={`kind ${kind}`} aria-hidden="true" />
                {text(`changes.kinds-${kind}`)} <b>{head === null ? '' : formats.count(head.counts[kind])}</b>
              </button>
            ))}
          </span>
          <ChoiceMenu
            label="Canal"
            testId="changes-canal"
            className={rows.canal === null ? 'btn sm' : 'btn sm set'}
            value={rows.canal === null ? ANY : `=${rows.canal}`}
            options={[
              { value: ANY, label: text('changes.canal-any') },
              ...[...new Set([...(rows.canal === null ? [] : [rows.canal]), ...canales])].map((canal) => ({
                value: `=${canal}`,
                label: canal === '' ? text('filter.blank') : canal,
              })),
            ]}
            onChange={(canal) => onChange({ canal: canal === ANY ? null : canal.slice(1) })}
          />
          <button
            type="button"
            className="btn sm"
            data-testid="changes-only-different"
            aria-pressed={rows.onlyDifferent}
            title={text('changes.only-different-title')}
            onClick={() => onChange({ onlyDifferent: !rows.onlyDifferent })}
          >
            {text('changes.only-different')}
          </button>
          {isNarrowed(rows) ? (
            <button type="button" className="btn sm g" data-testid="changes-clear" onClick={props.onClear}>
              {text('filter.clear')}
            </button>
          ) : null}
        </div>
      </div>
    </>
  );
}

function SpanChoice(props: {
  readonly rows: ChangesRows;
  readonly lastRun: RunEntry | null;
  readonly day: LocalDate;
  readonly onChange: Change;
}) {
  const text = useText();
  const formats = useFormats();
  const now = useNow();
  const { span } = props.rows;
  const ended = props.lastRun?.endedAtMs ?? props.lastRun?.startedAtMs ?? null;
  return (
    <>
      <Segmented
        label={text('changes.span')}
        value={span.kind}
        options={[
          {
            value: 'last',
            label: text('changes.span-last'),
            ...(ended === null ? {} : { title: clockMessage(ended, now, text, formats) }),
          },
          { value: 'since', label: text('changes.span-since') },
          { value: 'all', label: text('changes.span-all') },
        ]}
        onChange={(kind) => {
          if (kind === 'since') props.onChange({ span: { kind, day: props.day } });
          else if (kind !== 'run') props.onChange({ span: { kind } });
        }}
      />
      {span.kind === 'since' ? (
        <DayField
          label={text('changes.since-title')}
          isLabelShown={false}
          title={text('changes.since-title')}
          day={span.day}
          testId="changes-since"
          onDay={(day) => props.onChange({ span: { kind: 'since', day } })}
        />
      ) : null}
      {span.kind === 'run' ? (
        <span className="chip own">
          <span>{text('changes.of-run')}</span>
          <button
            type="button"
            className="rm"
            aria-label={text('changes.of-run-remove')}
            title={text('changes.of-run-remove')}
            onClick={() => props.onChange({ span: { kind: 'last' } })}
          >
            <Icon name="close" small />
          </button>
        </span>
      ) : null}
    </>
  );
}
