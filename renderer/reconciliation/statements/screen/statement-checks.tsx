import { useText } from '#renderer/i18n/text.tsx';
import { checkStateOf } from '#renderer/reconciliation/statements/model/check-state.ts';
import type { StatementCheck, StatementChecks } from '#renderer/reconciliation/statements/model/statement.ts';
import ui from '#renderer/ui/controls.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import { checksText, faultText } from './statement-messages.ts';
import styles from './statements.module.css';

const SHOWN_FAULTS = 50;
const CHECK_TONES = { holds: undefined, doubts: ui.warning, fails: ui.negative, none: undefined } as const;

/** Whether a file's own arithmetic holds: each check in words, where it fails, and by how much. */
export function StatementChecksView({
  proof,
  lines,
}: {
  readonly proof: StatementChecks;
  readonly lines: number;
}) {
  const text = useText();
  const formats = useFormats();
  const state = checkStateOf(proof);
  return (
    <section
      className={styles.part}
      aria-label={text('statement-import.proof')}
      data-testid="statement-proof"
      data-value={state}
      data-covered={proof.covered}
      data-doubts={proof.doubts}
    >
      <p role={state === 'fails' || state === 'doubts' ? 'alert' : 'status'}>
        <b className={CHECK_TONES[state]}>{checksText(proof, lines, text, formats)}</b>
      </p>
      <ul className={styles.lines}>
        {proof.checks.map(({ name, holds, checked, failures, gap, where, beyond }) => (
          <li
            key={name}
            data-testid="statement-check"
            data-name={name}
            data-value={holds ? 'holds' : 'fails'}
          >
            {text(`statement-import.check-${name}`)}:{' '}
            {holds
              ? text('statement-import.check-held', { count: checked, shown: formats.count(checked) })
              : text('statement-import.check-failed', {
                  count: failures,
                  shown: formats.count(failures),
                  of: formats.count(checked),
                })}
            {holds ? null : (
              <span data-testid="statement-gap" data-value={gap}>
                {' '}
                {text('statement-import.check-gap', { gap: formats.exact(gap) })}
              </span>
            )}
            <Beyond beyond={beyond} />
            {where.length === 0 ? null : (
              <ul className={styles.faults}>
                {where.slice(0, SHOWN_FAULTS).map((fault) => (
                  <li
                    key={`${fault.kind}/${fault.after}/${fault.before}/${fault.column}`}
                    data-testid="statement-fault"
                    data-value={fault.gap}
                  >
                    {faultText(fault, text, formats)}
                  </li>
                ))}
                {failures > SHOWN_FAULTS ? (
                  <li>{text('statement-import.more', { shown: formats.count(failures - SHOWN_FAULTS) })}</li>
                ) : null}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Lines at either end of the file that no two balances stand around. */
function Beyond({ beyond }: Pick<StatementCheck, 'beyond'>) {
  const text = useText();
  const formats = useFormats();
  if (beyond === null) return null;
  return (['first', 'last'] as const).map((end) =>
    beyond[end] === 0 ? null : (
      <span key={end} className={ui.faint} data-testid={`statement-beyond-${end}`} data-value={beyond[end]}>
        {' '}
        {text(`statement-import.check-beyond-${end}`, {
          count: beyond[end],
          shown: formats.count(beyond[end]),
        })}
      </span>
    ),
  );
}
