import { useState } from 'react';
import { tsv } from '#renderer/data/model/spreadsheet.ts';
import { useText } from '#renderer/i18n/text.tsx';
import ui from './controls.module.css';
import { Button } from './controls.tsx';
import styles from './correlation-ids.module.css';

/** The first answer's id, short; a press copies all of them whole, one a line. */
export function CorrelationIds({ ids }: { readonly ids: readonly string[] }) {
  const text = useText();
  const [copied, setCopied] = useState(false);
  const [first] = ids;
  if (first === undefined) return <span className={ui.faint}>—</span>;
  const more = ids.length - 1;
  return (
    <Button
      className={styles.ids}
      data-testid="correlation-ids"
      data-value={ids.join('\n')}
      title={`${text('history.copy-ids', { count: ids.length })}\n${ids.slice(0, 20).join('\n')}${ids.length > 20 ? '\n…' : ''}`}
      onBlur={() => setCopied(false)}
      onClick={() => {
        navigator.clipboard
          .writeText(
            tsv(
              ids.map((id) => [{ text: id }]),
              { decimal: '.', group: '' },
            ),
          )
          .then(
            () => setCopied(true),
            () => setCopied(false),
          );
      }}
    >
      <code>{first.slice(0, 8)}</code>
      <span className={ui.faint} role="status">
        {copied ? text('history.copied') : more > 0 ? `+${more}` : ''}
      </span>
    </Button>
  );
}
