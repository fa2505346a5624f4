import { useSession } from '#renderer/data/client/session-context.tsx';
import type { Coverage, MonthCoverage } from '#renderer/data/model/coverage.ts';
import { differingControl } from '#renderer/data/model/month-readings.ts';
import { useAction } from '#renderer/features/messages/failures.tsx';
import { ago } from '#renderer/features/messages/time-messages.ts';
import { monthInSentence } from '#renderer/features/messages/window-messages.ts';
import { type MessageId, useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { formatMoment } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import type { Search } from '#shared/contract/checkpoint.ts';
import { CONTROL_SCOPES, type ControlScope, type ControlTotal } from '#shared/contract/control-total.ts';
import { instantToMs, type Month } from '#shared/domain/dates.ts';
import styles from './coverage.module.css';
import { comparedMessage, differenceMessage, differingMonth, searchMessage } from './coverage-state.ts';

const SCOPE_WORDS: { readonly [scope in ControlScope]: MessageId } = {
  everything: 'control.everything',
  dashboard: 'preset.name',
};

/** Rows here and at the source, by scope, what the source has more (as its file says it), with when they were compared. */
export function ControlTable(props: {
  readonly range: string;
  readonly controls: MonthCoverage['controls'];
  readonly nowMs: number;
}) {
  const text = useText();
  const formats = useFormats();
  const total = props.controls.everything ?? props.controls.dashboard;
  const count = (
    id: 'here' | 'there' | 'difference',
    of: (control: ControlTotal) => number,
  ): Column<ControlScope> => ({
    id,
    heading: text(`control.${id}`),
    kind: 'count',
    value: (scope) => {
      const control = props.controls[scope];
      return control === null ? null : of(control);
    },
    figure: (scope) => ({ testId: `control-${props.range}-${scope}-${id}` }),
  });
  return (
    <ListTable
      className={styles.control}
      caption={
        total === null ? null : (
          <caption className={ui.faint} data-testid={`control-${props.range}-compared`}>
            {comparedMessage(total, text, formats)}
          </caption>
        )
      }
      columns={[
        { heading: text('control.rows'), value: (scope) => text(SCOPE_WORDS[scope]) },
        count('here', ({ here }) => here),
        count('there', ({ there }) => there),
        count('difference', ({ here, there }) => there - here),
        {
          heading: text('control.when'),
          cell: (scope) => {
            const control = props.controls[scope];
            if (control === null) return { className: ui.faint };
            const { checkedAt, correlationId } = control;
            const compared = comparedMessage(control, text, formats);
            return { title: `${compared}\n${formatMoment(checkedAt, formats.dates)} UTC\n${correlationId}` };
          },
          draw: (scope) => <Agreement control={props.controls[scope]} nowMs={props.nowMs} />,
        },
      ]}
      rows={CONTROL_SCOPES}
      keyOf={(scope) => scope}
      line={(scope) => ({
        'data-testid': `control-${props.range}-${scope}`,
        'data-agrees': String(props.controls[scope]?.agrees ?? ''),
      })}
    />
  );
}

function Agreement({ control, nowMs }: { readonly control: ControlTotal | null; readonly nowMs: number }) {
  const text = useText();
  if (control === null) return text('control.never');
  return (
    <>
      <span className={classNames(styles.tag, control.agrees ? ui.good : ui.caution)}>
        {text(control.agrees ? 'control.agrees-short' : 'control.differs')}
      </span>{' '}
      <span className={ui.faint}>{ago(nowMs - instantToMs(control.checkedAt), text)}</span>
    </>
  );
}

/** The control of all that can be compared: what the source counts from the plan's start on, and what is here. */
export function ControlLine(props: {
  readonly controls: Coverage['controls'];
  readonly search: Coverage['search'];
  readonly months: Coverage['months'];
  readonly nowMs: number;
  readonly onMonth: (month: Month) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { controls } = props;
  const found = differingMonth(props.months);
  const total = controls.everything ?? controls.dashboard;
  return (
    <div className={styles.whole}>
      <h3>
        {text('control.whole')}
        {total === null ? null : (
          <span className={ui.faint} data-testid="control-all-compared">
            {' '}
            {comparedMessage(total, text, formats)}
          </span>
        )}
      </h3>
      {CONTROL_SCOPES.map((scope) => {
        const control = controls[scope];
        const id = `control-all-${scope}`;
        return (
          <dl key={scope} data-testid={id} data-agrees={control === null ? '' : String(control.agrees)}>
            <dt>{text(SCOPE_WORDS[scope])}</dt>
            {control === null ? (
              <dd className={ui.faint}>{text('control.never-all')}</dd>
            ) : (
              <dd title={`${comparedMessage(control, text, formats)}\n${control.correlationId}`}>
                <Figure value={String(control.here)} kind="count" testId={`${id}-here`} className={ui.bold} />{' '}
                {text('control.here-word')},{' '}
                <Figure
                  value={String(control.there)}
                  kind="count"
                  testId={`${id}-there`}
                  className={ui.bold}
                />{' '}
                {text('control.there-word')}{' '}
                <span className={classNames(styles.tag, control.agrees ? ui.good : ui.caution)}>
                  {control.agrees ? text('control.agrees') : differenceMessage(control, text, formats)}
                </span>{' '}
                <span className={ui.faint}>{ago(props.nowMs - instantToMs(control.checkedAt), text)}</span>
              </dd>
            )}
          </dl>
        );
      })}
      {found === null ? null : (
        <p className={styles.search}>
          <button
            type="button"
            className={ui.smallButton}
            data-testid="control-month"
            title={text('control.see-month-title')}
            onClick={() => props.onMonth(found.month)}
          >
            {text('control.see-month', { month: monthInSentence(found.month, text) })}
          </button>
          <span className={ui.faint}>{differenceMessage(found.control, text, formats)}</span>
        </p>
      )}
      <FindDifference range="all" controls={controls} search={props.search} nowMs={props.nowMs} />
    </div>
  );
}

/** How the search for a difference stands or ended, and the button that begins it at once. */
export function FindDifference(props: {
  readonly range: ControlTotal['range'];
  readonly controls: MonthCoverage['controls'];
  readonly search: Search | null;
  readonly nowMs: number;
}) {
  const text = useText();
  const formats = useFormats();
  const { bridge } = useSession();
  const action = useAction();
  const { range, search } = props;
  const differs = differingControl(props.controls) !== null;
  const words = searchMessage(search, differs, props.nowMs, text, formats);
  if (words === null && !differs) return null;
  return (
    <p
      className={styles.search}
      data-testid={`search-${range}`}
      data-over={search === null ? '' : search.isOver}
    >
      {words === null ? null : <span>{words}</span>}
      {differs ? (
        <button
          type="button"
          className={ui.smallButton}
          data-testid={range === 'all' ? 'find-difference-all' : 'find-difference'}
          disabled={action.busy}
          title={text('control.find-title')}
          onClick={() => void action.run(() => bridge.call.findDifferences({ ranges: [range] }))}
        >
          {text('control.find')}
        </button>
      ) : null}
      {action.failed === null ? null : (
        <span className={classNames(ui.negative, ui.verbatim)} role="alert">
          {action.failed}
        </span>
      )}
    </p>
  );
}
