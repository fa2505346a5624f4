import { Dialog } from '@base-ui/react/dialog';
import { Menu } from '@base-ui/react/menu';
import { delay } from 'es-toolkit/promise';
import { useCallback, useEffect, useRef, useState } from 'react';
import { runDataset } from '#renderer/data/client/dataset-run.ts';
import { type FileSource, openFile, runExport, wholeFile } from '#renderer/data/client/export-run.ts';
import { useAccounts, useSession, useStore } from '#renderer/data/client/session-context.tsx';
import { csvFormat, EXACT_CSV } from '#renderer/data/model/spreadsheet.ts';
import type { FileContent, FileFormat } from '#renderer/data/model/table-files.ts';
import { accountName } from '#renderer/features/accounts/accounts.tsx';
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
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { layPaperDown } from '#renderer/ui/lying-paper.ts';
import { MenuAction, MenuPopup } from '#renderer/ui/menu.tsx';
import { slug } from '#shared/base/fold.ts';
import type { AccountsState, AppBridge } from '#shared/contract/app.ts';
import type { ExportEnd } from '#shared/contract/app-streams.ts';
import { pullToEnd } from '#shared/contract/streams.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { useTablesQuery } from './asked-tables.ts';
import { type FileAccount, nameOf } from './file-name.ts';
import { useOfferExport } from './offered-export.ts';

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
  main: Pick<AppBridge['pull'], 'exportFile'>,
  fileName: string,
  content: string,
): Promise<ExportEnd | null> {
  const result = await runExport(
    main.exportFile({ fileName }),
    async () => wholeFile(content, 1),
    () => {},
    new AbortController().signal,
  );
  if (result.kind === 'cancelled') return null;
  if (result.end.kind === 'download') fetchDownload(result.end.url);
  return result.end;
}

/** A file to write: decided at the press of the button, so that it is what the screen shows then. */
export type ExportJob = {
  /** The account and the currency in view are added to it. */
  readonly fileName: string;
  /** False: there are no amounts in it, and so no currency. */
  readonly hasAmounts?: false;
  /** It shows what the screen does: amounts that are covered there stay covered. */
  readonly isAsSeen?: true;
  readonly open: () => Promise<FileSource>;
};

/** All rows of an account, for engines: into its folder. */
type DatasetJob = {
  readonly kind: 'dataset';
  readonly account: string;
  readonly app: string;
  readonly forPostgresql: boolean;
};

/** The screen as it lies on paper. */
type PaperJob = { readonly kind: 'paper'; readonly fileName: string; readonly isAsSeen: true };

type AnyJob = ExportJob | DatasetJob | PaperJob;

const isDataset = (job: AnyJob): job is DatasetJob => 'kind' in job && job.kind === 'dataset';
const isPaper = (job: AnyJob): job is PaperJob => 'kind' in job && job.kind === 'paper';
/** Covered amounts stay covered in it. */
const staysCovered = (job: AnyJob): boolean => !isDataset(job) && job.isAsSeen === true;

/** A file that a menu of formats writes. */
export type TableJob = {
  /** That of the plain file of values; the others' differ in their endings. */
  readonly fileName: string;
  /** Content that is not here yet is read when the file is begun. */
  readonly content: FileContent | (() => Promise<FileContent>);
  /** The same for files without formulas and without a sheet of facts, where that is another table. */
  readonly inCsv?: FileContent;
  readonly facts: FigureFacts;
  /** Decimal places of amounts; absent: as the sums of the columns need. */
  readonly places?: number;
  /** False: there are no amounts in it, and so no currency. */
  readonly hasAmounts?: false;
};

type Phase =
  | { readonly kind: 'idle' }
  /** Amounts are covered on the screen: whether they may be read in the file is asked. */
  | { readonly kind: 'covered'; readonly job: AnyJob }
  | {
      readonly kind: 'running';
      readonly done: number;
      readonly lines: number;
      readonly shown: boolean;
      /** It shows nothing on its way: that would be on paper, too. */
      readonly isPaper: boolean;
    }
  /** `lines`: null of what has none, as a picture. */
  | { readonly kind: 'saved'; readonly path: string; readonly lines: number | null }
  | { readonly kind: 'failed'; readonly job: AnyJob; readonly detail: string };

/** A short export shows nothing but its file. */
const QUIET_MS = 300;
export const shownLate = (now: Phase): Phase =>
  now.kind === 'running' && !now.isPaper ? { ...now, shown: true } : now;

async function printToFile(main: AppBridge['pull'], fileName: string) {
  const letGo = layPaperDown();
  try {
    const end = await pullToEnd(main.exportPaper({ fileName }), () => {}, new AbortController().signal);
    return end === null ? ({ kind: 'cancelled' } as const) : ({ kind: 'done', end, lines: 0 } as const);
  } finally {
    letGo();
  }
}

/** The browser's own dialog saves as PDF, or prints; what became of it nobody tells. */
function printInBrowser() {
  // A browser may go on while its dialog is open.
  window.addEventListener('afterprint', layPaperDown(), { once: true });
  window.print();
  return { kind: 'cancelled' } as const;
}

/** A dialog that has just closed lets go of the page, which it held still. */
const CLOSED_MS = 50;

/** The account of the files that are written here; null while it is not known. */
export function useFileAccount(): FileAccount | null {
  const text = useText();
  const state = useAccounts();
  return fileAccountOf(state, text);
}

/** The account in view among all of them, each by the name that it has here. */
export function fileAccountOf(
  state: Pick<AccountsState, 'accounts' | 'activeId'> | null,
  text: Text,
): FileAccount | null {
  const active = state?.accounts.find(({ id }) => id === state.activeId);
  if (state === null || active === undefined) return null;
  const others = state.accounts.filter(({ id }) => id !== active.id);
  return {
    id: active.id,
    label: accountName(active, text),
    others: others.map((other) => accountName(other, text)),
  };
}

const folderAt = (path: string) => ({ kind: 'folder', path }) as const;

/** Writes one file at a time, and tells how it goes. */
export function useExport() {
  const text = useText();
  const { bridge, data, host } = useSession();
  const isDesktop = useStore(host)?.host === 'desktop';
  const { code } = useCurrency();
  const account = useFileAccount();
  const { hidesAmounts } = useFormats();
  const tablesAsked = useTablesQuery();
  const [phase, setPhase] = useState<Phase>({ kind: 'idle' });
  const abort = useRef<AbortController | null>(null);
  const isRunning = phase.kind === 'running';
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => setPhase(shownLate), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isRunning]);

  /** Null: the user changed their mind. */
  async function write(job: AnyJob, signal: AbortSignal) {
    const { pull } = bridge;
    const progress = (done: number, lines: number): void =>
      setPhase((now) => (now.kind === 'running' ? { ...now, done, lines } : now));
    if (isDataset(job)) {
      const folder = pull.dataset({ accountId: job.account });
      const result = await runDataset(folder, data.pull, { ...job, tables: tablesAsked() }, progress, signal);
      return result.kind === 'cancelled' ? result : { ...result, end: folderAt(result.path) };
    }
    if (isPaper(job)) {
      await delay(CLOSED_MS);
      return isDesktop ? printToFile(pull, nameOf(job.fileName, account, code)) : printInBrowser();
    }
    const fileName = nameOf(job.fileName, account, job.hasAmounts === false ? null : code);
    return runExport(pull.exportFile({ fileName }), job.open, progress, signal);
  }
  async function run(job: AnyJob): Promise<void> {
    const controller = new AbortController();
    abort.current = controller;
    setPhase({ kind: 'running', done: 0, lines: 0, shown: false, isPaper: isPaper(job) });
    try {
      const result = await write(job, controller.signal);
      if (result.kind === 'cancelled') setPhase({ kind: 'idle' });
      else if (result.end.kind === 'download') {
        fetchDownload(result.end.url);
        setPhase({ kind: 'idle' });
      } else {
        const lines = staysCovered(job) ? null : result.lines;
        setPhase({ kind: 'saved', path: result.end.path, lines });
      }
    } catch (error) {
      setPhase({ kind: 'failed', job, detail: errorMessage(error, text) });
    }
  }
  function start(job: AnyJob | null): void {
    if (job === null) return;
    // One file at a time: which is being written is shown, and can be given up.
    if (isRunning) setPhase(shownLate);
    else if (hidesAmounts && !('hasAmounts' in job && job.hasAmounts === false))
      setPhase({ kind: 'covered', job });
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

/** A sum that is not whole. */
const BROKEN = '0.5' as Decimal;

export const FORMS = ['xlsx', 'csv', 'csv-exact'] as const;
export type Form = (typeof FORMS)[number];

const ENGINES = ['parquet', 'postgresql'] as const;

/** «…-exacto.csv» beside «….csv» and «….xlsx»: all three may lie in one folder. */
export function fileNameOf(fileName: string, form: Form, text: Text): string {
  const stem = fileName.replace(/\.csv$/, '');
  if (form === 'xlsx') return `${stem}.xlsx`;
  return form === 'csv' ? `${stem}.csv` : `${stem}-${slug(text('export.exact'))}.csv`;
}

/** How a table is written in one of the forms: how figures look to the user, and what the file says of them. */
export function fileFormat(
  form: Form,
  { facts, places }: Pick<TableJob, 'facts' | 'places'>,
  { text, formats, version }: { readonly text: Text; readonly formats: Formats; readonly version: string },
): FileFormat {
  if (form === 'csv') return { kind: 'csv', csv: csvFormat(formats.numbers.decimal) };
  if (form === 'csv-exact') return { kind: 'csv', csv: EXACT_CSV };
  return {
    kind: 'xlsx',
    title: [facts.account, facts.currency, facts.period].filter((part) => part !== '').join(' · '),
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

/**
 * The formats of what a screen shows; `job` is asked when one is chosen: null where there is nothing to write yet. Long for
 * what it takes, each with its reason.
 */
export function ExportMenu(props: {
  /** Absent: what is shown is no table. */
  readonly job?: () => TableJob | null;
  /** The name of the screen on paper, where it is no table's. */
  readonly paperName?: () => string;
  readonly title: string;
  readonly className?: string | undefined;
  /** Its name where there are several. */
  readonly name?: string;
  /** One of several menus on a screen has the keys. */
  readonly hasNoKeys?: true;
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
  // A menu holds the page still as long as it is there: printed then, it would be cut.
  const printsWhenClosed = useRef(false);
  const hasKeys = props.hasNoKeys !== true;
  const open = useCallback(() => setOpen(true), []);
  useShortcut('ctrl+e', open, () => hasKeys);
  useOfferExport(hasKeys, open);

  function print(): void {
    const fileName = props.paperName?.() ?? props.job?.()?.fileName;
    if (fileName === undefined) return;
    start({ kind: 'paper', fileName: fileName.replace(/\.csv$/, '.pdf'), isAsSeen: true });
  }
  function onClosed(isOpenNow: boolean): void {
    if (isOpenNow || !printsWhenClosed.current) return;
    printsWhenClosed.current = false;
    print();
  }
  function choose(form: Form): void {
    const job = props.job?.() ?? null;
    if (job === null) return;
    const format = fileFormat(form, job, { text, formats, version });
    const content = form === 'xlsx' ? job.content : (job.inCsv ?? job.content);
    start({
      fileName: fileNameOf(job.fileName, form, text),
      ...(job.hasAmounts === undefined ? {} : { hasAmounts: job.hasAmounts }),
      open: async () =>
        openFile(data.pull, typeof content === 'function' ? await content() : content, format),
    });
  }
  return (
    <>
      <Menu.Root open={isOpen} onOpenChange={setOpen} onOpenChangeComplete={onClosed}>
        <Menu.Trigger
          className={props.className ?? ui.button}
          data-testid="export-menu"
          title={props.title}
          aria-label={props.name ?? text('export.name')}
          aria-busy={isRunning}
        >
          <Icon name="export" />
          <span className={ui.word}>{text('export.name')}</span>
        </Menu.Trigger>
        <MenuPopup className={ui.choiceMenu} align="end">
          <ExportChoices
            hasTable={props.job !== undefined}
            onForm={choose}
            onPaper={() => {
              printsWhenClosed.current = true;
            }}
            onEngine={
              props.hasDataset !== true || account === null
                ? null
                : (engine) =>
                    start({ kind: 'dataset', account, app: version, forPostgresql: engine === 'postgresql' })
            }
          />
        </MenuPopup>
      </Menu.Root>
      {dialog}
    </>
  );
}

/**
 * The choices of the menu: the forms of a table, paper, all rows for engines (`onEngine` null: not here), and checking
 * a file.
 */
function ExportChoices(props: {
  readonly hasTable: boolean;
  readonly onForm: (form: Form) => void;
  readonly onPaper: () => void;
  readonly onEngine: ((engine: (typeof ENGINES)[number]) => void) | null;
}) {
  const text = useText();
  const { host, frozen } = useSession();
  const isDesktop = useStore(host)?.host === 'desktop';
  const isFrozen = useStore(frozen) !== null;
  const check = useExportCheck();
  const { onEngine } = props;
  return (
    <>
      {(props.hasTable ? FORMS : []).map((form) => (
        <MenuAction key={form} testId={`export-${form}`} onClick={() => props.onForm(form)}>
          {text(`export.as-${form}`)}
        </MenuAction>
      ))}
      <MenuAction testId="export-pdf" onClick={props.onPaper}>
        {text(isDesktop ? 'export.as-pdf' : 'export.as-pdf-browser')}
      </MenuAction>
      {onEngine !== null &&
        ENGINES.map((engine) => (
          <MenuAction key={engine} testId={`export-${engine}`} onClick={() => onEngine(engine)}>
            {text(`export.as-${engine}`)}
          </MenuAction>
        ))}
      {onEngine !== null && isFrozen ? (
        <p className={ui.caption} data-testid="engines-of-now">
          {text('export.engines-of-now')}
        </p>
      ) : null}
      {check === null ? null : (
        <>
          <div className={ui.separator} />
          <MenuAction icon="check" testId="check-export" onClick={check.open}>
            {text('export-check.name')}
          </MenuAction>
        </>
      )}
    </>
  );
}

/** How far a long export has come, where its file is, or why there is none. */
function ExportDialog(props: {
  readonly phase: Phase;
  readonly onRun: (job: AnyJob) => void;
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
  readonly onRun: (job: AnyJob) => void;
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
          <Dialog.Description>
            {text(staysCovered(phase.job) ? 'export.stays-covered' : 'export.covered-note')}
          </Dialog.Description>
          <div className={ui.actions}>
            {closes(text('export.cancel'))}
            <Button
              className={ui.primaryButton}
              data-testid="export-covered"
              onClick={() => onRun(phase.job)}
            >
              {text(staysCovered(phase.job) ? 'export.stays-covered-go' : 'export.covered-go')}
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
            {phase.lines === null
              ? text('export.saved-file')
              : text('export.saved', { count: phase.lines, lines: formats.count(phase.lines) })}
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
          <p className={ui.detail}>{phase.detail}</p>
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
