import { Dialog } from '@base-ui/react/dialog';
import { useText } from '#renderer/i18n/text.tsx';
import { ReadingProgress, UnreadFile } from '#renderer/reconciliation/parts/file-reading.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { FileButton } from '#renderer/ui/file-button.tsx';
import { useFileDrop } from '#renderer/ui/file-drop.ts';
import { ModalDialog } from '#renderer/ui/floating.tsx';
import { shownName } from '#shared/base/shown-name.ts';
import styles from './cost-import.module.css';
import { CostMapping } from './cost-mapping.tsx';
import { CostPreview } from './cost-preview.tsx';
import { useRememberedColumns } from './remembered-columns.ts';
import { type CostMappingPhase, useCostImport } from './use-cost-import.ts';

const ACCEPTED = '.csv,.tsv,.txt,.xlsx,.xlsm,.xls,.htm,.html,.xml';

/** Own costs out of a file: chosen or dropped, looked through, corrected by hand, and written all at once. */
export function CostImportDialog(props: { readonly onClose: () => void }) {
  const text = useText();
  const { readKnown, remember } = useRememberedColumns();
  const work = useCostImport(readKnown);
  const { phase, run, cancel } = work;
  const { isOver, handlers } = useFileDrop((file) => void run(file));
  const isReading = phase.kind === 'reading' || (phase.kind === 'mapping' && phase.step !== null);
  return (
    <ModalDialog
      onClose={props.onClose}
      className={classNames(ui.dialog, styles.dialog, isOver && styles.over)}
      data-testid="own-costs-dialog"
      data-state={phase.kind}
      {...handlers}
    >
      <Dialog.Title>{text('cost-import.name')}</Dialog.Title>
      {phase.kind === 'reading' || phase.kind === 'mapping' ? (
        <p className={classNames(ui.faint, ui.ellipsis)}>{shownName(phase.file.name)}</p>
      ) : null}
      <div className={styles.body} aria-busy={isReading}>
        <PhaseBody
          work={work}
          onDone={(mapping) => {
            remember(mapping);
            props.onClose();
          }}
        />
      </div>
      <div className={ui.actions}>
        {isReading ? (
          <Button className={ui.button} data-testid="own-costs-cancel" onClick={cancel}>
            {text('export-check.cancel')}
          </Button>
        ) : (
          <>
            <Dialog.Close className={ui.button}>{text('common.close')}</Dialog.Close>
            <FileButton
              accept={ACCEPTED}
              onFile={(file) => void run(file)}
              className={phase.kind === 'mapping' ? ui.button : ui.primaryButton}
              testId="own-costs-choose"
              inputTestId="own-costs-import"
            >
              {text(phase.kind === 'choose' ? 'export-check.choose' : 'cost-import.again')}
            </FileButton>
          </>
        )}
      </div>
    </ModalDialog>
  );
}

function PhaseBody(props: {
  readonly work: ReturnType<typeof useCostImport>;
  readonly onDone: (mapping: CostMappingPhase) => void;
}) {
  const text = useText();
  const { phase, map } = props.work;
  switch (phase.kind) {
    case 'choose':
      return (
        <>
          <Dialog.Description>{text('cost-import.choose-note')}</Dialog.Description>
          <p className={classNames(ui.faint, styles.place)}>{text('export-check.drop')}</p>
        </>
      );
    case 'reading':
      return <ReadingProgress step={phase.step} />;
    case 'refused':
    case 'failed':
      return <UnreadFile phase={phase} testId="own-costs-problem" />;
    case 'mapping': {
      const { file, look, place, found, step } = phase;
      return (
        <>
          <CostMapping look={look} place={place} onChange={(next) => void map(file, look, next)} />
          {step === null ? null : <ReadingProgress step={step} />}
          {found === null ? null : (
            <CostPreview
              found={found}
              place={place}
              look={look}
              onSaid={(said) => void map(file, look, { ...place, said })}
              onDone={() => props.onDone(phase)}
            />
          )}
        </>
      );
    }
  }
}
