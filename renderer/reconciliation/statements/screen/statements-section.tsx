import { type DragEvent, useRef } from 'react';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { shownName } from '#shared/base/shown-name.ts';
import { STATEMENT_ENDINGS } from '#shared/contract/opened.ts';
import { StatementList } from './statement-list.tsx';
import { refusalText } from './statement-messages.ts';
import { StatementPreview } from './statement-preview.tsx';
import styles from './statements.module.css';
import type { StatementImport, StatementPhase } from './use-statement-import.ts';

const ACCEPTED = STATEMENT_ENDINGS.join(',');

/** Statements of marketplaces and banks: brought as files, looked through, stored, and taken out again. */
export function StatementsSection({ work }: { readonly work: StatementImport }) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const { phase } = work;
  return (
    <section className={ui.section} aria-label={text('statement-import.title')}>
      <header>
        <h2>{text('statement-import.title')}</h2>
        <span className={ui.note}>{text('statement-import.note')}</span>
      </header>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        hidden
        data-testid="statement-file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file !== undefined) void work.read(file);
        }}
      />
      <p className={styles.choose}>
        <Button className={ui.button} data-testid="statement-choose" onClick={() => input.current?.click()}>
          {text('export-check.choose')}
        </Button>
        <span className={ui.faint}>{text('statement-import.drop')}</span>
      </p>
      <Phase phase={phase} work={work} />
      <StatementList />
    </section>
  );
}

/** Takes files that are dropped anywhere in an element, unless something within it took them. */
export function statementDrop({ read }: StatementImport, onRead: () => void) {
  return {
    onDragOver: (event: DragEvent): void => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault();
    },
    onDrop: (event: DragEvent): void => {
      const file = event.dataTransfer.files[0];
      if (event.isDefaultPrevented() || file === undefined) return;
      event.preventDefault();
      onRead();
      void read(file);
    },
  };
}

function Phase({ phase, work }: { readonly phase: StatementPhase; readonly work: StatementImport }) {
  const text = useText();
  const formats = useFormats();
  switch (phase.kind) {
    case 'choose':
      return phase.stored === null ? null : (
        <p role="status" className={styles.stored} data-testid="statement-stored">
          {text('statement-import.stored', { name: phase.stored })}
        </p>
      );
    case 'reading': {
      const { lines = 0, share = 0 } = phase.step ?? {};
      return (
        <div className={styles.preview} aria-busy={true} data-testid="statement-reading">
          <p role="status">
            {shownName(phase.file.name)}:{' '}
            {text('intake.reading', { count: lines, shown: formats.count(lines) })}
          </p>
          <span className={ui.largeProgress}>
            <i style={{ width: `${100 * share}%` }} />
          </span>
          <Button className={ui.button} data-testid="statement-cancel" onClick={work.cancel}>
            {text('export-check.cancel')}
          </Button>
        </div>
      );
    }
    case 'refused':
      return (
        <div role="alert" className={styles.preview} data-testid="statement-refused">
          <p>
            <b className={ui.negative}>{text('intake.refused')}</b> · {shownName(phase.file.name)}
          </p>
          <p>{refusalText(phase.refusal, text)}</p>
        </div>
      );
    case 'failed':
      return (
        <div role="alert" className={styles.preview} data-testid="statement-failed">
          <p>
            <b className={ui.negative}>{text('intake.failed')}</b> · {shownName(phase.file.name)}
          </p>
          <p className={ui.verbatim}>{phase.detail}</p>
        </div>
      );
    case 'preview':
      return <StatementPreview phase={phase} work={work} />;
  }
}
