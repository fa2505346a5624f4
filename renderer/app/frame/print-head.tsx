import { useNow } from '#renderer/features/messages/time-messages.ts';
import { filtersLine, useFactsNow } from '#renderer/features/provenance/figure-facts.ts';
import { usePageMargin } from '#renderer/features/provenance/page-margins.ts';
import { useShortcut } from '#renderer/features/shortcuts/shortcuts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { formatMoment, machineLocal } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import styles from './print-head.module.css';

/** On paper only: whose figures these are, of which days, under which filters, and when they were printed. */
export function PrintHead(props: { readonly screen: string; readonly isSelection: boolean }) {
  const text = useText();
  const formats = useFormats();
  const now = useNow();
  const facts = useFactsNow();
  useShortcut('ctrl+p', () => window.print());
  const whose = [facts.account, facts.currency].filter((part) => part !== '').join(' · ');
  const filters = filtersLine(facts, text);
  const days = `${facts.period}, ${facts.zone}`;
  const revision = [
    facts.revision === '' ? '' : `${text('fact.revision')} ${facts.revision}`,
    facts.known === '' ? '' : `${text('fact.known')} ${facts.known}`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
  usePageMargin('whose', [whose, props.screen].join(' · '));
  usePageMargin('days', props.isSelection ? days : null);
  usePageMargin('filters', props.isSelection ? filters : null);
  usePageMargin('revision', revision);
  return (
    <div className={styles.head} aria-hidden="true">
      <p>
        <b>{whose}</b>
        <span>{text('print.printed', { moment: formatMoment(machineLocal(now), formats.dates) })}</span>
      </p>
      <p>
        <b className={styles.title}>{props.screen}</b>
        <span>{revision}</span>
      </p>
      {props.isSelection ? (
        <p>
          <span>{days}</span>
          <span>{filters}</span>
        </p>
      ) : null}
    </div>
  );
}
