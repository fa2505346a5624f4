import { instantToMs } from '#shared/dates.ts';
import { CONTROL_SCOPES } from '#shared/sync/control-total.ts';
import { useText } from '../../../i18n/text.tsx';
import type { MonthCoverage } from '../../../link/data-contract.ts';
import { Figure } from '../../../ui/figure.tsx';
import { useFormats } from '../../../ui/formats.tsx';
import { ago } from '../../time-words.ts';
import { SCOPE_WORDS } from './control-table.tsx';
import { differenceWords } from './coverage-words.ts';

/** The control of the whole copy: what the source counts from the plan's start on, and what is here. */
export function ControlLine(props: { readonly controls: MonthCoverage['controls']; readonly nowMs: number }) {
  const text = useText();
  const formats = useFormats();
  return (
    <div className="whole">
      <h3>{text('control.whole')}</h3>
      {CONTROL_SCOPES.map((scope) => {
        const control = props.controls[scope];
        const id = `control-all-${scope}`;
        return (
          <dl key={scope} data-testid={id} data-agrees={control === null ? '' : String(control.agrees)}>
            <dt>{text(SCOPE_WORDS[scope])}</dt>
            {control === null ? (
              <dd className="dim">{text('control.never-all')}</dd>
            ) : (
              <dd title={control.correlationId}>
                <Figure value={String(control.here)} kind="count" testId={`${id}-here`} className="b" />{' '}
                {text('control.here-word')},{' '}
                <Figure value={String(control.there)} kind="count" testId={`${id}-there`} className="b" />{' '}
                {text('control.there-word')}{' '}
                <span className={control.agrees ? 'tag k-pos' : 'tag k-warn'}>
                  {control.agrees ? text('control.agrees') : differenceWords(control, text, formats)}
                </span>{' '}
                <span className="dim">{ago(props.nowMs - instantToMs(control.checkedAt), text)}</span>
              </dd>
            )}
          </dl>
        );
      })}
    </div>
  );
}
