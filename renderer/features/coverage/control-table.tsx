import type { MonthCoverage } from '#renderer/data/api.ts';
import { ago } from '#renderer/features/messages/time-messages.ts';
import type { MessageId } from '#renderer/i18n/text.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { formatMoment } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { CONTROL_SCOPES, type ControlScope, type ControlTotal } from '#shared/contract/control-total.ts';
import { instantToMs } from '#shared/domain/dates.ts';
import { comparedMessage } from './coverage-messages.ts';

export const SCOPE_WORDS: { readonly [scope in ControlScope]: MessageId } = {
  everything: 'control.everything',
  dashboard: 'preset.name',
};

/** Rows here and at the source, by scope, with when they were compared. */
export function ControlTable(props: {
  readonly range: string;
  readonly controls: MonthCoverage['controls'];
  readonly nowMs: number;
}) {
  const text = useText();
  const formats = useFormats();
  const told = props.controls.everything ?? props.controls.dashboard;
  return (
    <table className="t t12 ctl">
      {told === null ? null : (
        <caption className="dim" data-testid={`control-${props.range}-compared`}>
          {comparedMessage(told, text, formats)}
        </caption>
      )}
      <thead>
        <tr>
          <th>{text('control.rows')}</th>
          <th className="n">{text('control.here')}</th>
          <th className="n">{text('control.there')}</th>
          <th className="n">{text('control.difference')}</th>
          <th>{text('control.when')}</th>
        </tr>
      </thead>
      <tbody>
        {CONTROL_SCOPES.map((scope) => (
          <ControlRow
            key={scope}
            range={props.range}
            scope={scope}
            control={props.controls[scope]}
            nowMs={props.nowMs}
          />
        ))}
      </tbody>
    </table>
  );
}

function ControlRow(props: {
  readonly range: string;
  readonly scope: ControlScope;
  readonly control: ControlTotal | null;
  readonly nowMs: number;
}) {
  const text = useText();
  const formats = useFormats();
  const { control, scope } = props;
  const id = `control-${props.range}-${scope}`;
  return (
    <tr data-testid={id} data-agrees={control === null ? '' : String(control.agrees)}>
      <td>{text(SCOPE_WORDS[scope])}</td>
      <td className="n">
        <Figure value={control === null ? null : String(control.here)} kind="count" testId={`${id}-here`} />
      </td>
      <td className="n">
        <Figure value={control === null ? null : String(control.there)} kind="count" testId={`${id}-there`} />
      </td>
      <td className="n">
        <Figure
          value={control === null ? null : String(control.here - control.there)}
          kind="count"
          testId={`${id}-difference`}
        />
      </td>
      {control === null ? (
        <td className="dim">{text('control.never')}</td>
      ) : (
        <td
          title={`${comparedMessage(control, text, formats)}\n${formatMoment(control.checkedAt, formats.dates)} UTC\n${control.correlationId}`}
        >
          <span className={control.agrees ? 'tag k-pos' : 'tag k-warn'}>
            {text(control.agrees ? 'control.agrees-short' : 'control.differs')}
          </span>{' '}
          <span className="dim">{ago(props.nowMs - instantToMs(control.checkedAt), text)}</span>
        </td>
      )}
    </tr>
  );
}
