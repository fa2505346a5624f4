import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Proof } from '#shared/domain/statements/statement.ts';
import { faultText } from './statement-words.ts';
import styles from './statements.module.css';

const SHOWN_FAULTS = 50;

/** Whether a file's own arithmetic holds: each check in words, where it fails, and by how much. */
export function StatementProof({ proof }: { readonly proof: Proof }) {
  const text = useText();
  const formats = useFormats();
  const state = proof.checks.length === 0 ? 'none' : proof.holds ? 'holds' : 'fails';
  return (
    <section
      className={styles.part}
      aria-label={text('statement-import.proof')}
      data-testid="statement-proof"
      data-value={proof.holds ? 'holds' : 'fails'}
    >
      <p role={state === 'fails' ? 'alert' : 'status'}>
        <b className={state === 'fails' ? ui.negative : undefined}>
          {text(`statement-import.proof-${state}`)}
        </b>
      </p>
      <ul className={styles.lines}>
        {proof.checks.map(({ name, holds, checked, failures, gap, where }) => (
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
