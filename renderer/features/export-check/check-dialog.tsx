import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { runCheck } from '#renderer/data/client/check-run.ts';
import { useSession } from '#renderer/data/client/session-context.tsx';
import type { CheckProgress, CheckRefusal, ExportCheck } from '#renderer/data/model/export-check.ts';
import { errorMessage } from '#renderer/features/messages/failures.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { FileButton } from '#renderer/ui/file-button.tsx';
import { useFileDrop } from '#renderer/ui/file-drop.ts';
import { ModalDialog } from '#renderer/ui/floating.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import styles from './check.module.css';
import { CheckResult } from './check-result.tsx';

type Phase =
  | { readonly kind: 'choose' }
  | { readonly kind: 'running'; readonly file: File; readonly step: CheckProgress | null }
  | { readonly kind: 'refused'; readonly file: File; readonly reason: CheckRefusal }
  | { readonly kind: 'failed'; readonly file: File; readonly detail: string }
  | { readonly kind: 'done'; readonly file: File; readonly check: ExportCheck };

/** One check at a time; another file, or closing, gives the one in hand up. */
function useCheck(first: File | null) {
  const text = useText();
  const { data } = useSession();
  const [phase, setPhase] = useState<Phase>({ kind: 'choose' });
  const abort = useRef<AbortController | null>(null);
  const run = useCallback(
    async (file: File, anyAccount = false): Promise<void> => {
      abort.current?.abort();
      const controller = new AbortController();
      abort.current = controller;
      const { signal } = controller;
      setPhase({ kind: 'running', file, step: null });
      try {
        const show = (step: CheckProgress): void => setPhase({ kind: 'running', file, step });
        const end = await runCheck(data.pull, { file, anyAccount }, show, signal);
        if (end !== null) setPhase({ ...end, file });
      } catch (error) {
        if (!signal.aborted) setPhase({ kind: 'failed', file, detail: errorMessage(error, text) });
      }
    },
    [data, text],
  );
  const cancel = (): void => {
    abort.current?.abort();
    setPhase({ kind: 'choose' });
  };
  const begun = useRef(false);
  useEffect(() => {
    if (first !== null && !begun.current) void run(first);
    begun.current = true;
    return () => abort.current?.abort();
  }, [first, run]);
  return { phase, run, cancel };
}

/** A workbook of ours against its own evidence and today's figures. `first`: it was dropped on the window. */
export function CheckDialog(props: { readonly first: File | null; readonly onClose: () => void }) {
  const text = useText();
  const { phase, run, cancel } = useCheck(props.first);
  const { isOver, handlers } = useFileDrop((file) => void run(file));
  return (
    <ModalDialog
      onClose={props.onClose}
      className={classNames(ui.dialog, styles.dialog, isOver && styles.over)}
      data-testid="check-dialog"
      data-state={phase.kind}
      {...handlers}
    >
      <Dialog.Title>{text('export-check.name')}</Dialog.Title>
      {phase.kind === 'choose' ? null : (
        <p className={classNames(ui.faint, ui.ellipsis, styles.name)}>{phase.file.name}</p>
      )}
      <div className={styles.body} aria-busy={phase.kind === 'running'}>
        <PhaseBody phase={phase} onAnyAccount={(file) => void run(file, true)} onClose={props.onClose} />
      </div>
      <div className={ui.actions}>
        {phase.kind === 'running' ? (
          <Button className={ui.button} data-testid="check-cancel" onClick={cancel}>
            {text('export-check.cancel')}
          </Button>
        ) : (
          <>
            <Dialog.Close className={ui.button}>{text('common.close')}</Dialog.Close>
            <FileButton
              accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
              onFile={(file) => void run(file)}
              className={phase.kind === 'done' ? ui.button : ui.primaryButton}
              testId="check-choose"
              inputTestId="check-file"
            >
              {text(phase.kind === 'choose' ? 'export-check.choose' : 'export-check.again')}
            </FileButton>
          </>
        )}
      </div>
    </ModalDialog>
  );
}

function PhaseBody(props: {
  readonly phase: Phase;
  readonly onAnyAccount: (file: File) => void;
  readonly onClose: () => void;
}) {
  const text = useText();
  const { phase } = props;
  switch (phase.kind) {
    case 'choose':
      return (
        <>
          <Dialog.Description>{text('export-check.choose-note')}</Dialog.Description>
          <p className={classNames(ui.faint, styles.place)}>{text('export-check.drop')}</p>
        </>
      );
    case 'running':
      return <Progress step={phase.step} />;
    case 'refused':
      return (
        <Problem title={text('export-check.refused')}>
          <p>{text(`export-check.refused-${phase.reason}`)}</p>
        </Problem>
      );
    case 'failed':
      return (
        <Problem title={text('export-check.failed')}>
          <p className={ui.verbatim}>{phase.detail}</p>
        </Problem>
      );
    case 'done':
      return (
        <CheckResult
          check={phase.check}
          onAnyAccount={() => props.onAnyAccount(phase.file)}
          onClose={props.onClose}
        />
      );
  }
}

function Problem(props: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div role="alert" data-testid="check-problem">
      <p>
        <b className={ui.negative}>{props.title}</b>
      </p>
      {props.children}
    </div>
  );
}

function Progress({ step }: { readonly step: CheckProgress | null }) {
  const text = useText();
  const formats = useFormats();
  const [done, rows] = [step?.done ?? 0, step?.rows ?? 0];
  const words =
    step === null
      ? text('export-check.phase-open')
      : text(`export-check.phase-${step.phase}`, {
          count: rows,
          done: formats.count(done),
          rows: formats.count(rows),
        });
  const percent = rows === 0 ? 0 : Math.min(100, (100 * done) / rows);
  return (
    <>
      <p role="status">{words}</p>
      <span className={ui.largeProgress}>
        <i style={{ width: `${percent}%` }} />
      </span>
    </>
  );
}
