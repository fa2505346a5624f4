import type { DragEvent } from 'react';
import { useAllCurrencies } from '#renderer/features/currency/currency.tsx';
import { useDemoAccount } from '#renderer/features/demo-company/demo-company.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { ReadingProgress, UnreadFile } from '#renderer/reconciliation/parts/file-reading.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { FileButton } from '#renderer/ui/file-button.tsx';
import { shownName } from '#shared/base/shown-name.ts';
import { STATEMENT_ENDINGS } from '#shared/contract/opened.ts';
import { DemoFilesOffer } from './demo-files.tsx';
import { StatementList } from './statement-list.tsx';
import { StatementPreview } from './statement-preview.tsx';
import styles from './statements.module.css';
import { useDemoFiles } from './use-demo-files.ts';
import type { StatementImport, StatementPhase } from './use-statement-import.ts';

const ACCEPTED = STATEMENT_ENDINGS.join(',');

/** Statements of marketplaces and banks: brought as files, looked through, stored, and taken out again. */
export function StatementsSection({ work }: { readonly work: StatementImport }) {
  const text = useText();
  const demo = useDemoAccount();
  const ofAll = useAllCurrencies();
  const { phase } = work;
  return (
    <section className={ui.section} aria-label={text('statement-import.title')}>
      <header>
        <h2>{text('statement-import.title')}</h2>
        <span className={ui.note}>
          {[text('statement-import.note'), ofAll].filter((each) => each !== '').join(' · ')}
        </span>
      </header>
      <p className={styles.choose}>
        <FileButton
          accept={ACCEPTED}
          onFile={(file) => void work.read(file)}
          testId="statement-choose"
          inputTestId="statement-file"
        >
          {text('export-check.choose')}
        </FileButton>
        <span className={ui.faint}>{text('statement-import.drop')}</span>
      </p>
      {demo === null ? <Phase phase={phase} work={work} /> : <DemoPart accountId={demo} work={work} />}
      <StatementList />
    </section>
  );
}

/** In the demo company's account its own files are offered; while they come, only one that asks something is shown. */
function DemoPart({ accountId, work }: { readonly accountId: string; readonly work: StatementImport }) {
  const files = useDemoFiles(accountId, work);
  const { run } = files;
  return (
    <>
      <DemoFilesOffer files={files} />
      {run.kind === 'idle' || (run.kind === 'reading' && run.asks) ? (
        <Phase phase={work.phase} work={work} />
      ) : null}
    </>
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
  switch (phase.kind) {
    case 'choose':
      return phase.stored === null ? null : (
        <p role="status" className={styles.stored} data-testid="statement-stored">
          {text('statement-import.stored', { name: phase.stored.name })}
        </p>
      );
    case 'reading':
      return (
        <div className={styles.preview} aria-busy={true} data-testid="statement-reading">
          <p className={ui.faint}>{shownName(phase.file.name)}</p>
          <ReadingProgress step={phase.step} />
          <Button className={ui.button} data-testid="statement-cancel" onClick={work.cancel}>
            {text('export-check.cancel')}
          </Button>
        </div>
      );
    case 'refused':
    case 'failed':
      return <UnreadFile phase={phase} testId={`statement-${phase.kind}`} className={styles.preview} />;
    case 'preview':
      return <StatementPreview phase={phase} work={work} />;
  }
}
