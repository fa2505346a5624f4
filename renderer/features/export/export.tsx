import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useRef, useState } from 'react';
import { runExport, type TextSource, wholeText } from '#renderer/data/client/export-run.ts';
import { useSession } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { errorCode, errorMessage } from '#renderer/features/messages/failures.tsx';
import { useShortcut } from '#renderer/features/shortcuts/shortcuts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { ModalDialog } from '#renderer/ui/floating.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { slug } from '#shared/base/fold.ts';
import type { AppBridge, ExportEnd } from '#shared/contract/app.ts';
import type { Selection } from '#shared/domain/selection.ts';

/** The same with the currency that its amounts are in: «cuadra-ordenes-clp.csv». */
export function namedIn(fileName: string, code: string | null): string {
  return code === null ? fileName : fileName.replace(/(?=\.[a-z]+$)/, `-${code.toLowerCase()}`);
}

/** «cuadra-ordenes-2026-10-01-2026-10-31.csv»: what is in it, in letters that every system takes. */
export function exportFileName(what: string, selection: Selection): string {
  const period = selection.period === null ? '' : `-${selection.period.from}-${selection.period.to}`;
  return `${slug(`cuadra-${what}${period}`)}.csv`;
}

function fetchDownload(url: string): void {
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = '';
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}

/** Writes a short text to a file of the user's choice; null where no file was chosen. */
export async function saveText(
  calls: AppBridge['call'],
  fileName: string,
  content: string,
): Promise<ExportEnd | null> {
  const result = await runExport(
    calls,
    fileName,
    async () => wholeText(content, 1),
    () => {},
    new AbortController().signal,
  );
  if (result.kind === 'cancelled') return null;
  if (result.end.kind === 'download') fetchDownload(result.end.url);
  return result.end;
}

/** What an export writes: decided at the press of the button, so that it is what the screen shows then. */
export type ExportJob = {
  /** The currency in view is added to it. */
  readonly fileName: string;
  /** False: there are no amounts in it, and so no currency. */
  readonly hasAmounts?: false;
  readonly open: () => Promise<TextSource>;
};

type Phase =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly done: number; readonly lines: number; readonly shown: boolean }
  | { readonly kind: 'saved'; readonly path: string; readonly lines: number }
  | { readonly kind: 'failed'; readonly changed: boolean; readonly detail: string };

/** A short export shows nothing but its file. */
const QUIET_MS = 300;
const shownLate = (now: Phase): Phase => (now.kind === 'running' ? { ...now, shown: true } : now);

export function ExportButton(props: {
  readonly job: () => ExportJob | null;
  readonly title: string;
  readonly className?: string | undefined;
}) {
  const text = useText();
  const { bridge } = useSession();
  const { code } = useCurrency();
  const [phase, setPhase] = useState<Phase>({ kind: 'idle' });
  const abort = useRef<AbortController | null>(null);
  const running = phase.kind === 'running';
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => setPhase(shownLate), QUIET_MS);
    return () => clearTimeout(timer);
  }, [running]);

  async function start(): Promise<void> {
    const job = props.job();
    if (job === null || running) return;
    const controller = new AbortController();
    abort.current = controller;
    setPhase({ kind: 'running', done: 0, lines: 0, shown: false });
    try {
      const result = await runExport(
        bridge.call,
        job.hasAmounts === false ? job.fileName : namedIn(job.fileName, code),
        job.open,
        (done, lines) =>
          setPhase((now) => ({ kind: 'running', done, lines, shown: now.kind === 'running' && now.shown })),
        controller.signal,
      );
      if (result.kind === 'cancelled') setPhase({ kind: 'idle' });
      else if (result.end.kind === 'download') {
        fetchDownload(result.end.url);
        setPhase({ kind: 'idle' });
      } else setPhase({ kind: 'saved', path: result.end.path, lines: result.lines });
    } catch (error) {
      setPhase({
        kind: 'failed',
        changed: errorCode(error) === 'revision-changed',
        detail: errorMessage(error, text),
      });
    }
  }
  useShortcut('ctrl+e', () => void start());

  const close = (): void => {
    abort.current?.abort();
    setPhase({ kind: 'idle' });
  };
  return (
    <>
      <Button
        className={props.className ?? ui.button}
        data-testid="export-csv"
        title={props.title}
        aria-label={text('export.name')}
        aria-busy={running}
        onClick={() => void start()}
      >
        <Icon name="export" />
        <span className={ui.word}>{text('export.name')}</span>
      </Button>
      <ExportDialog phase={phase} onAgain={() => void start()} onClose={close} />
    </>
  );
}

/** How far a long export has come, where its file is, or why there is none. */
function ExportDialog(props: {
  readonly phase: Phase;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { phase } = props;
  if (phase.kind === 'idle' || (phase.kind === 'running' && !phase.shown)) return null;
  const close = <Dialog.Close className={ui.button}>{text('common.close')}</Dialog.Close>;
  return (
    <ModalDialog className={ui.dialog} onClose={props.onClose}>
      {phase.kind === 'running' ? (
        <>
          <Dialog.Title>{text('export.running')}</Dialog.Title>
          <Dialog.Description>
            {text('export.progress', {
              count: phase.lines,
              done: formats.count(phase.done),
              lines: formats.count(phase.lines),
            })}
          </Dialog.Description>
          <span className={ui.largeProgress}>
            <i style={{ width: `${phase.lines === 0 ? 0 : (100 * phase.done) / phase.lines}%` }} />
          </span>
          <div className={ui.actions}>
            <Dialog.Close className={ui.button}>{text('export.cancel')}</Dialog.Close>
          </div>
        </>
      ) : phase.kind === 'saved' ? (
        <>
          <Dialog.Title>
            {text('export.saved', { count: phase.lines, lines: formats.count(phase.lines) })}
          </Dialog.Title>
          <p className={ui.verbatim}>{phase.path}</p>
          <div className={ui.actions}>{close}</div>
        </>
      ) : (
        <>
          <Dialog.Title>{text('export.failed')}</Dialog.Title>
          <Dialog.Description>
            {text(phase.changed ? 'export.failed-changed' : 'export.failed-other')}
          </Dialog.Description>
          {phase.changed ? null : <p className={ui.verbatim}>{phase.detail}</p>}
          <div className={ui.actions}>
            {close}
            <Button className={ui.primaryButton} onClick={props.onAgain}>
              {text('export.again')}
            </Button>
          </div>
        </>
      )}
    </ModalDialog>
  );
}
