import { useText } from '#renderer/i18n/text.tsx';
import { type JournalEntry, totalsOf } from '#renderer/reconciliation/journals/model/entries.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { journalLineName } from './journal-messages.ts';
import styles from './journals.module.css';

/** Both sides of some entries, and what of them stands in suspense, named. */
export function JournalTotals({ entries }: { readonly entries: readonly JournalEntry[] }) {
  const text = useText();
  const formats = useFormats();
  const { debit, credit, suspense, suspenseLines } = totalsOf(entries);
  const places = formats.places([debit, credit, suspense]);
  const suspended = entries.flatMap(({ lines }) => lines).filter(({ level }) => level === 'none');
  const names = [...new Set(suspended.map(({ line }) => journalLineName(line, text)))];
  return (
    <dl className={styles.totals}>
      {(
        [
          ['debit', debit],
          ['credit', credit],
        ] as const
      ).map(([side, value]) => (
        <div key={side}>
          <dt>{text(`journal.${side}`)}</dt>
          <dd data-testid="journal-total" data-side={side} data-value={value}>
            <Figure value={value} kind="money" places={places} />
          </dd>
        </div>
      ))}
      <div>
        <dt>{text('journal.suspense')}</dt>
        <dd data-testid="journal-suspense" data-value={suspense} data-lines={suspenseLines}>
          <Figure value={suspense} kind="money" places={places} signed />
          {names.length === 0 ? null : (
            <span className={classNames(ui.caption, styles.names)}>
              {text('journal.suspense-of', { count: suspenseLines, lines: formats.count(suspenseLines) })}{' '}
              {names.join(', ')}
            </span>
          )}
        </dd>
      </div>
    </dl>
  );
}
