import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import type { IntakeProgress, IntakeRefusal } from '#renderer/data/model/table-file.ts';
import { refusedPlace } from '#renderer/features/intake/refusal-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFileDrop } from '#renderer/ui/file-drop.ts';
import { ModalDialog } from '#renderer/ui/floating.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { shownName } from '#shared/base/shown-name.ts';
import styles from './cost-import.module.css';
import { CostMapping } from './cost-mapping.tsx';
import { CostPreview } from './cost-preview.tsx';
import { useRememberedColumns } from './remembered-columns.ts';
import { type ImportPhase, useCostImport } from './use-cost-import.ts';

const ACCEPTED = '.csv,.tsv,.txt,.xlsx,.xlsm,.xls,.htm,.html,.xml';

/**
 * Own costs out of a file: chosen or dropped, looked through, corrected by hand, and written all at once. Long for its
 * markup, which is one dialog.
 */
export function CostImportDialog(props: { readonly onClose: () => void }) {
  const text = useText();
  const { known, remember } = useRememberedColumns();
  const { phase, run, map, cancel } = useCostImport(known);
  const input = useRef<HTMLInputElement>(null);
  const { isOver, handlers } = useFileDrop((file) => void run(file));
  const isReading = phase.kind === 'looking' || (phase.kind === 'mapping' && phase.step !== null);
  return (
    <ModalDialog
      onClose={props.onClose}
      className={classNames(ui.dialog, styles.dialog, isOver && styles.over)}
      data-testid="own-costs-dialog"
      data-state={phase.kind}
      {...handlers}
    >
      <Dialog.Title>{text('cost-import.name')}</Dialog.Title>
      {phase.kind === 'choose' ? null : (
        <p className={classNames(ui.faint, ui.ellipsis)}>{shownName(phase.file.name)}</p>
      )}
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        hidden
        data-testid="own-costs-import"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file !== undefined) void run(file);
        }}
      />
      <div className={styles.body} aria-busy={isReading}>
        {phase.kind === 'mapping' ? (
          <>
            <CostMapping
              look={phase.look}
              place={phase.place}
              known={known}
              onChange={(place) => void map(phase.file, phase.look, place)}
            />
            {phase.step === null ? null : <Progress step={phase.step} />}
          </>
        ) : (
          <PhaseBody phase={phase} />
        )}
        {phase.kind !== 'mapping' || phase.found === null ? null : (
          <CostPreview
            found={phase.found}
            place={phase.place}
            look={phase.look}
            onSaid={(said) => void map(phase.file, phase.look, { ...phase.place, said })}
            onDone={(header) => {
              remember(header, phase.place.columns);
              props.onClose();
            }}
          />
        )}
      </div>
      <div className={ui.actions}>
        {isReading ? (
          <Button className={ui.button} data-testid="own-costs-cancel" onClick={cancel}>
            {text('export-check.cancel')}
          </Button>
        ) : (
          <>
            <Dialog.Close className={ui.button}>{text('common.close')}</Dialog.Close>
            <Button
              className={phase.kind === 'mapping' ? ui.button : ui.primaryButton}
              data-testid="own-costs-choose"
              onClick={() => input.current?.click()}
            >
              {text(phase.kind === 'choose' ? 'export-check.choose' : 'cost-import.again')}
            </Button>
          </>
        )}
      </div>
    </ModalDialog>
  );
}

function PhaseBody({ phase }: { readonly phase: Exclude<ImportPhase, { readonly kind: 'mapping' }> }) {
  const text = useText();
  switch (phase.kind) {
    case 'choose':
      return (
        <>
          <Dialog.Description>{text('cost-import.choose-note')}</Dialog.Description>
          <p className={classNames(ui.faint, styles.place)}>{text('export-check.drop')}</p>
        </>
      );
    case 'looking':
      return <Progress step={phase.step} />;
    case 'refused':
      return (
        <Problem title={text('intake.refused')}>
          <Refusal refusal={phase.refusal} />
        </Problem>
      );
    case 'failed':
      return (
        <Problem title={text('intake.failed')}>
          <p className={ui.verbatim}>{phase.detail}</p>
        </Problem>
      );
  }
}

function Refusal({ refusal }: { readonly refusal: IntakeRefusal }) {
  const text = useText();
  const place = refusedPlace(refusal, text);
  return (
    <p>
      {place === '' ? null : <b>{place}: </b>}
      {text(`intake.refused-${refusal.reason}`)}
    </p>
  );
}

function Problem(props: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div role="alert" data-testid="own-costs-problem">
      <p>
        <b className={ui.negative}>{props.title}</b>
      </p>
      {props.children}
    </div>
  );
}

function Progress({ step }: { readonly step: IntakeProgress | null }) {
  const text = useText();
  const formats = useFormats();
  const lines = step?.lines ?? 0;
  return (
    <>
      <p role="status">{text('intake.reading', { count: lines, shown: formats.count(lines) })}</p>
      <span className={ui.largeProgress}>
        <i style={{ width: `${100 * (step?.share ?? 0)}%` }} />
      </span>
    </>
  );
}
