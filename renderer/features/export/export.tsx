import { Dialog } from '@base-ui/react/dialog';
import { Menu } from '@base-ui/react/menu';
import { useEffect, useRef, useState } from 'react';
import type { FileContent, FileFormat } from '#renderer/data/api.ts';
import { runDataset } from '#renderer/data/client/dataset-run.ts';
import { type FileSource, openFile, runExport, wholeText } from '#renderer/data/client/export-run.ts';
import { useAccounts, useSession, useStore } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { useExportCheck } from '#renderer/features/export-check/export-check.tsx';
import { errorMessage } from '#renderer/features/messages/failures.tsx';
import { type FigureFacts, factLines } from '#renderer/features/provenance/figure-facts.ts';
import { useShortcut } from '#renderer/features/shortcuts/shortcuts.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatMoment, machineLocal } from '#renderer/ui/date-format.ts';
import { ModalDialog } from '#renderer/ui/floating.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { MenuAction, MenuPopup } from '#renderer/ui/menu.tsx';
import { slug } from '#shared/base/fold.ts';
import type { AppBridge, ExportEnd } from '#shared/contract/app.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { Selection } from '#shared/domain/selection.ts';
import { csvFormat, EXACT_CSV } from '#shared/domain/spreadsheet.ts';

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

/** A file to write: decided at the press of the button, so that it is what the screen shows then. */
export type ExportJob = {
  /** The currency in view is added to it. */
  readonly fileName: string;
  /** False: there are no amounts in it, and so no currency. */
  readonly hasAmounts?: false;
  readonly open: () => Promise<FileSource>;
};

/** All rows of an account, for engines: into its folder. */
type DatasetJob = { readonly kind: 'dataset'; readonly account: string; readonly app: string };

const isDataset = (job: ExportJob | DatasetJob): job is DatasetJob => 'kind' in job;

/** What a menu of formats writes. */
export type TableJob = {
  /** That of the plain file of values; the others' differ in their endings. */
  readonly fileName: string;
  readonly content: FileContent;
  /** The same for files without formulas and without a sheet of facts, where that is another table. */
  readonly inCsv?: FileContent;
  readonly facts: FigureFacts;
  /** Decimal places of amounts; absent: as the sums of the columns need. */
  readonly places?: number;
};

type Phase =
  | { readonly kind: 'idle' }
  /** Amounts are covered on the screen: whether they may be read in the file is asked. */
  | { readonly kind: 'covered'; readonly job: ExportJob | DatasetJob }
  | { readonly kind: 'running'; readonly done: number; readonly lines: number; readonly shown: boolean }
  | { readonly kind: 'saved'; readonly path: string; readonly lines: number }
  | { readonly kind: 'failed'; readonly job: ExportJob | DatasetJob; readonly detail: string };

/** A short export shows nothing but its file. */
const QUIET_MS = 300;
const shownLate = (now: Phase): Phase => (now.kind === 'running' ? { ...now, shown: true } : now);

/** Writes one file at a time, and tells how it goes. */
function useExport() {
  const text = useText();
  const { bridge, data } = useSession();
  const { code } = useCurrency();
  const { hidesAmounts } = useFormats();
  const [phase, setPhase] = useState<Phase>({ kind: 'idle' });
  const abort = useRef<AbortController | null>(null);
  const isRunning = phase.kind === 'running';
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => setPhase(shownLate), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isRunning]);

  /** Null: the user changed their mind. */
  async function write(job: ExportJob | DatasetJob, signal: AbortSignal) {
    const { call } = bridge;
    const progress = (done: number, lines: number): void =>
      setPhase((now) => (now.kind === 'running' ? { kind: 'running', done, lines, shown: now.shown } : now));
    if (isDataset(job)) {
      const result = await runDataset(call, data.call, job, progress, signal);
      if (result.kind === 'cancelled') return result;
      return { ...result, end: { kind: 'folder', path: result.path } as const };
    }
    const fileName = job.hasAmounts === false ? job.fileName : namedIn(job.fileName, code);
    return runExport(call, fileName, job.open, progress, signal);
  }
  async function run(job: ExportJob | DatasetJob): Promise<void> {
    const controller = new AbortController();
    abort.current = controller;
    setPhase({ kind: 'running', done: 0, lines: 0, shown: false });
    try {
      const result = await write(job, controller.signal);
      if (result.kind === 'cancelled') setPhase({ kind: 'idle' });
      else if (result.end.kind === 'download') {
        fetchDownload(result.end.url);
        setPhase({ kind: 'idle' });
      } else setPhase({ kind: 'saved', path: result.end.path, lines: result.lines });
    } catch (error) {
      setPhase({ kind: 'failed', job, detail: errorMessage(error, text) });
    }
  }
  function start(job: ExportJob | DatasetJob | null): void {
    if (job === null || isRunning) return;
    if (hidesAmounts && (isDataset(job) || job.hasAmounts !== false)) setPhase({ kind: 'covered', job });
    else void run(job);
  }
  const close = (): void => {
    abort.current?.abort();
    setPhase({ kind: 'idle' });
  };
  return {
    isRunning,
    start,
    dialog: <ExportDialog phase={phase} onRun={(job) => void run(job)} onClose={close} />,
  };
}

/** Writes a file of one format. */
export function ExportButton(props: {
  readonly job: () => ExportJob | null;
  readonly title: string;
  readonly className?: string | undefined;
}) {
  const text = useText();
  const { isRunning, start, dialog } = useExport();
  const press = (): void => start(props.job());
  useShortcut('ctrl+e', press);
  return (
    <>
      <Button
        className={props.className ?? ui.button}
        data-testid="export-csv"
        title={props.title}
        aria-label={text('export.name')}
        aria-busy={isRunning}
        onClick={press}
      >
        <Icon name="export" />
        <span className={ui.word}>{text('export.name')}</span>
      </Button>
      {dialog}
    </>
  );
}

/** A sum that is not whole. */
const BROKEN = '0.5' as Decimal;

const FORMS = ['xlsx', 'csv', 'csv-exact'] as const;
type Form = (typeof FORMS)[number];

/** «…-exacto.csv» beside «….csv» and «….xlsx»: all three may lie in one folder. */
function fileNameOf(fileName: string, form: Form, text: Text): string {
  const stem = fileName.replace(/\.csv$/, '');
  if (form === 'xlsx') return `${stem}.xlsx`;
  return form === 'csv' ? `${stem}.csv` : `${stem}-${slug(text('export.exact'))}.csv`;
}

/** The formats of a table's file. `job` is asked when one is chosen: null where there is nothing to write yet. */
export function ExportMenu(props: {
  readonly job: () => TableJob | null;
  readonly title: string;
  /** All rows of the account may be written for engines, whatever the table shows. */
  readonly hasDataset?: true;
}) {
  const text = useText();
  const formats = useFormats();
  const { data, host } = useSession();
  const version = useStore(host)?.version ?? '';
  const account = useAccounts()?.activeId ?? null;
  const [isOpen, setOpen] = useState(false);
  const { isRunning, start, dialog } = useExport();
  const check = useExportCheck();
  useShortcut('ctrl+e', () => setOpen(true));

  function formatOf(form: Form, { content, facts, places }: TableJob): FileFormat {
    if (form === 'csv') return { kind: 'csv', csv: csvFormat(formats.numbers.decimal) };
    if (form === 'csv-exact') return { kind: 'csv', csv: EXACT_CSV };
    const { account, currency, period } = facts;
    const name = content.kind === 'table' ? content.table.name : content.name;
    return {
      kind: 'xlsx',
      title: [name, account, currency, period].filter((part) => part !== '').join(' · '),
      look: {
        places: {
          ofWhole: places ?? formats.places([]),
          ofBroken: places ?? formats.places([BROKEN]),
        },
        negatives: formats.numbers.negatives,
      },
      facts: [
        ...factLines(facts, text),
        { name: text('export.written'), value: formatMoment(machineLocal(Date.now()), formats.dates) },
        { name: text('export.version'), value: version },
      ],
    };
  }
  function choose(form: Form): void {
    const job = props.job();
    if (job === null) return;
    const format = formatOf(form, job);
    const content = form === 'xlsx' ? job.content : (job.inCsv ?? job.content);
    start({
      fileName: fileNameOf(job.fileName, form, text),
      open: () => openFile(data.call, content, format),
    });
  }
  return (
    <>
      <Menu.Root open={isOpen} onOpenChange={setOpen}>
        <Menu.Trigger
          className={ui.button}
          data-testid="export-menu"
          title={props.title}
          aria-label={text('export.name')}
          aria-busy={isRunning}
        >
          <Icon name="export" />
          <span className={ui.word}>{text('export.name')}</span>
        </Menu.Trigger>
        <MenuPopup className={ui.choiceMenu} align="end">
          {FORMS.map((form) => (
            <MenuAction key={form} icon={null} testId={`export-${form}`} onClick={() => choose(form)}>
              {text(`export.as-${form}`)}
            </MenuAction>
          ))}
          {props.hasDataset === true && account !== null && (
            <MenuAction
              icon={null}
              testId="export-parquet"
              onClick={() => start({ kind: 'dataset', account, app: version })}
            >
              {text('export.as-parquet')}
            </MenuAction>
          )}
          {check === null ? null : (
            <>
              <div className={ui.separator} />
              <MenuAction icon="check" testId="check-export" onClick={check.open}>
                {text('export-check.name')}
              </MenuAction>
            </>
          )}
        </MenuPopup>
      </Menu.Root>
      {dialog}
    </>
  );
}

/** How far a long export has come, where its file is, or why there is none. */
function ExportDialog(props: {
  readonly phase: Phase;
  readonly onRun: (job: ExportJob | DatasetJob) => void;
  readonly onClose: () => void;
}) {
  const { phase } = props;
  if (phase.kind === 'idle' || (phase.kind === 'running' && !phase.shown)) return null;
  return (
    <ModalDialog className={ui.dialog} onClose={props.onClose}>
      <ExportPhase phase={phase} onRun={props.onRun} />
    </ModalDialog>
  );
}

/** Long for its states: asked, running, saved and failed. */
function ExportPhase(props: {
  readonly phase: Exclude<Phase, { readonly kind: 'idle' }>;
  readonly onRun: (job: ExportJob | DatasetJob) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { phase, onRun } = props;
  const closes = (words: string) => <Dialog.Close className={ui.button}>{words}</Dialog.Close>;
  switch (phase.kind) {
    case 'covered':
      return (
        <>
          <Dialog.Title>{text('export.covered')}</Dialog.Title>
          <Dialog.Description>{text('export.covered-note')}</Dialog.Description>
          <div className={ui.actions}>
            {closes(text('export.cancel'))}
            <Button
              className={ui.primaryButton}
              data-testid="export-covered"
              onClick={() => onRun(phase.job)}
            >
              {text('export.covered-go')}
            </Button>
          </div>
        </>
      );
    case 'running':
      return (
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
          <div className={ui.actions}>{closes(text('export.cancel'))}</div>
        </>
      );
    case 'saved':
      return (
        <>
          <Dialog.Title>
            {text('export.saved', { count: phase.lines, lines: formats.count(phase.lines) })}
          </Dialog.Title>
          <p className={ui.verbatim} data-testid="export-done" data-path={phase.path}>
            {phase.path}
          </p>
          <div className={ui.actions}>{closes(text('common.close'))}</div>
        </>
      );
    case 'failed':
      return (
        <>
          <Dialog.Title>{text('export.failed')}</Dialog.Title>
          <Dialog.Description>
            {text(isDataset(phase.job) ? 'export.failed-dataset' : 'export.failed-other')}
          </Dialog.Description>
          <p className={ui.verbatim}>{phase.detail}</p>
          <div className={ui.actions}>
            {closes(text('common.close'))}
            <Button className={ui.primaryButton} onClick={() => onRun(phase.job)}>
              {text('export.again')}
            </Button>
          </div>
        </>
      );
  }
}
