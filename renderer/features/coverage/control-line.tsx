import type { Coverage } from '#renderer/data/api.ts';
import { ago } from '#renderer/features/messages/time-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { CONTROL_SCOPES } from '#shared/contract/control-total.ts';
import { instantToMs } from '#shared/domain/dates.ts';
import { SCOPE_WORDS } from './control-table.tsx';
import { comparedMessage, differenceMessage } from './coverage-messages.ts';
import { FindDifference } from './find-difference.tsx';

/** The control of all that can be compared: what the source counts from the plan's start on, and what is here. */
export function ControlLine(props: {
  readonly controls: Coverage['controls'];
  readonly search: Coverage['search'];
  readonly nowMs: number;
}) {
  const text = useText();
  const formats = useFormats();
  const { controls } = props;
  const told = controls.everything ?? controls.dashboard;
  return (
    <div className="whole">
      <h3>
        {text('control.whole')}
        {told === null ? null : (
          <span className="dim" data-testid="control-all-compared">
            {' '}
            {comparedMessage(told, text, formats)}
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
              <dd className="dim">{text('control.never-all')}</dd>
            ) : (
              <dd title={`${comparedMessage(control, text, formats)}\n${control.correlationId}`}>
                <Figure value={String(control.here)} kind="count" testId={`${id}-here`} className="b" />{' '}
                {text('control.here-word')},{' '}
                <Figure value={String(control.there)} kind="count" testId={`${id}-there`} className="b" />{' '}
                {text('control.there-word')}{' '}
                <span className={control.agrees ? 'tag k-pos' : 'tag k-warn'}>
                  {control.agrees ? text('control.agrees') : differenceMessage(control, text, formats)}
                </span>{' '}
                <span className="dim">{ago(props.nowMs - instantToMs(control.checkedAt), text)}</span>
              </dd>
            )}
          </dl>
        );
      })}
      <FindDifference range="all" controls={controls} search={props.search} nowMs={props.nowMs} />
    </div>
  );
}
