import { useCallback, useEffect, useState } from 'react';
import { useAccounts, useSession } from '#renderer/data/client/session-context.tsx';
import { accountName } from '#renderer/features/accounts/accounts.tsx';
import { FORMS } from '#renderer/features/export/export.tsx';
import { ActionFailure, errorMessage, useAction } from '#renderer/features/messages/failures.tsx';
import { clockMessage, useNow } from '#renderer/features/messages/time-messages.ts';
import { useViews } from '#renderer/features/saved-views/views-context.tsx';
import { LinkedWorkbook } from '#renderer/features/scheduled-exports/linked-workbook.tsx';
import {
  isWhole,
  lastingPath,
  type Outcome,
  type Schedule,
} from '#renderer/features/scheduled-exports/schedule.ts';
import { partMessage, useScheduledExports } from '#renderer/features/scheduled-exports/scheduled-exports.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { CheckLine } from '#renderer/ui/checkbox.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import { sizeText } from '#renderer/ui/size-text.ts';
import type { Account, ExportFolder, FolderPlace, ListedFile } from '#shared/contract/app.ts';
import { Setting } from './preferences-tabs.tsx';
import styles from './settings.module.css';

/** Where the files of each account go by themselves, what lies there, and what is exported after a sync. */
export function ExportsTab() {
  const text = useText();
  const state = useAccounts();
  if (state === null) return null;
  if (state.accounts.length === 0) return <p className={ui.remark}>{text('folder.no-account')}</p>;
  return state.accounts.map((account) => (
    <section
      key={account.id}
      className={styles.folder}
      aria-label={accountName(account, text)}
      data-testid="export-folder"
      data-value={account.id}
    >
      <h3>{accountName(account, text)}</h3>
      <AccountFolder account={account} />
      {account.id === state.activeId ? <ScheduleSettings /> : null}
    </section>
  ));
}

type Reading =
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly words: string }
  | { readonly kind: 'read'; readonly folder: ExportFolder };

/** The content of the folder, read when it is looked at, when asked, and when a scheduled export has ended. */
function useFolder(accountId: string) {
  const text = useText();
  const { bridge } = useSession();
  const scheduled = useScheduledExports();
  const stamp = scheduled.accountId === accountId ? scheduled.state.outcomes[0]?.atMs : undefined;
  const [reading, setReading] = useState<Reading>({ kind: 'reading' });
  const read = useCallback(async (): Promise<void> => {
    try {
      setReading({ kind: 'read', folder: await bridge.call.readExportFolder({ accountId }) });
    } catch (error) {
      setReading({ kind: 'failed', words: errorMessage(error, text) });
    }
  }, [bridge, accountId, text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what an export wrote is read anew
  useEffect(() => void read(), [read, stamp]);
  const show = (folder: ExportFolder): void => setReading({ kind: 'read', folder });
  return { reading, read, show };
}

function AccountFolder({ account }: { readonly account: Account }) {
  const text = useText();
  const { reading, read, show } = useFolder(account.id);
  switch (reading.kind) {
    case 'reading':
      return (
        <p className={ui.remark} aria-busy="true">
          <i className={ui.placeholder} style={{ width: '60%' }} />
        </p>
      );
    case 'failed':
      return (
        <p className={classNames(ui.small, ui.negative)} role="alert">
          {text('folder.unread')} <span className={ui.verbatim}>{reading.words}</span>{' '}
          <Button className={ui.link} onClick={() => void read()}>
            {text('sync.retry')}
          </Button>
        </p>
      );
    case 'read':
      return (
        <>
          <Place accountId={account.id} folder={reading.folder} onChosen={show} onRead={() => void read()} />
          <Contents accountId={account.id} folder={reading.folder} />
        </>
      );
  }
}

/** The folder itself: which, how it is, and what can be done about it. */
function Place(props: {
  readonly accountId: string;
  readonly folder: ExportFolder;
  readonly onChosen: (folder: ExportFolder) => void;
  readonly onRead: () => void;
}) {
  const text = useText();
  const { bridge } = useSession();
  const action = useAction();
  const [former, setFormer] = useState<string | null>(null);
  const { folder, accountId } = props;
  const { path, state, canChoose } = folder;
  const choose = async (): Promise<void> => {
    // Where none was chosen yet, backups lie in a folder of Cuadra's own.
    const own = path === null ? await bridge.call.listBackups({ accountId }).catch(() => null) : null;
    const chosen = await bridge.call.chooseExportFolder({ accountId });
    if (chosen === null) return;
    const before = own !== null && own.backups.length > 0 ? own.folder : path;
    setFormer(chosen.path === before ? null : before);
    props.onChosen(chosen);
  };
  return (
    <Setting name={text('folder.name')} note={text(canChoose ? 'folder.note' : 'folder.note-browser')}>
      <span
        className={path === null ? ui.faint : ui.verbatim}
        data-testid="export-folder-path"
        data-value={path ?? ''}
      >
        {path ?? text('folder.none')}
      </span>
      {canChoose ? (
        <Button
          className={ui.smallButton}
          data-testid="export-folder-choose"
          disabled={action.busy}
          onClick={() => void action.run(choose)}
        >
          {text(path === null ? 'folder.choose' : 'folder.change')}
        </Button>
      ) : null}
      {path === null || state === 'gone' ? null : canChoose ? (
        <ShowButton accountId={accountId} place="all" label={text('folder.show')} />
      ) : (
        <CopyPath path={path} />
      )}
      <Button className={classNames(ui.smallButton, ui.quietButton)} onClick={props.onRead}>
        {text('folder.read-again')}
      </Button>
      {state === 'gone' || state === 'locked' ? (
        <span className={ui.caution} role="alert" data-testid="export-folder-state" data-value={state}>
          {text(`folder.${state}${canChoose ? '' : '-browser'}`)}
        </span>
      ) : null}
      <span role="status" className={ui.small}>
        {former === null ? null : text('folder.former', { path: former })}
      </span>
      <ActionFailure words={action.failed} />
    </Setting>
  );
}

function ShowButton(props: {
  readonly accountId: string;
  readonly place: FolderPlace;
  readonly label: string;
}) {
  const { bridge } = useSession();
  const { accountId, place, label } = props;
  return (
    <Button
      className={ui.smallButton}
      data-testid="export-folder-show"
      data-value={place}
      onClick={() => void bridge.call.showExportFolder({ accountId, place }).catch(() => null)}
    >
      {label}
    </Button>
  );
}

function CopyPath({ path }: { readonly path: string }) {
  const text = useText();
  const [copied, setCopied] = useState(false);
  return (
    <Button
      className={ui.smallButton}
      data-testid="export-folder-copy"
      onBlur={() => setCopied(false)}
      onClick={() => {
        navigator.clipboard.writeText(path).then(
          () => setCopied(true),
          () => setCopied(false),
        );
      }}
    >
      {text(copied ? 'folder.copied' : 'folder.copy')}
    </Button>
  );
}

function Contents(props: { readonly accountId: string; readonly folder: ExportFolder }) {
  const text = useText();
  const formats = useFormats();
  const now = useNow();
  const { path, dataset, backups, scheduled, canChoose } = props.folder;
  const show = (place: FolderPlace) =>
    canChoose ? <ShowButton accountId={props.accountId} place={place} label={text('folder.show')} /> : null;
  const bytes = (dataset?.months ?? []).reduce((sum, month) => sum + month.bytes, 0);
  return (
    <>
      <Setting name={text('folder.dataset')}>
        {dataset === null ? (
          <span className={ui.faint}>{text('folder.no-dataset')}</span>
        ) : (
          <>
            <span data-testid="export-folder-dataset" data-value={dataset.rows ?? ''}>
              {text('folder.dataset-facts', {
                rows:
                  dataset.rows === null
                    ? text('folder.rows-unknown')
                    : text('schedule.lines', { count: dataset.rows, lines: formats.count(dataset.rows) }),
                count: dataset.months.length,
                size: sizeText(bytes, formats),
                moment: clockMessage(dataset.writtenAtMs, now, text, formats),
              })}
            </span>
            {show('dataset')}
            <Months months={dataset.months} />
          </>
        )}
      </Setting>
      {(['scheduled', 'backups'] as const).map((place) => (
        <Setting key={place} name={text(`folder.${place}`)}>
          {place === 'backups' && path === null ? (
            <span className={ui.faint}>{text('folder.own-backups')}</span>
          ) : (
            <Files files={place === 'backups' ? backups : scheduled} place={place} />
          )}
          {(place === 'backups' ? backups : scheduled).length === 0 ? null : show(place)}
        </Setting>
      ))}
    </>
  );
}

function Months({ months }: { readonly months: NonNullable<ExportFolder['dataset']>['months'] }) {
  const text = useText();
  const formats = useFormats();
  const now = useNow();
  if (months.length === 0) return null;
  return (
    <details className={styles.files}>
      <summary>
        <Icon name="right" small />
        {text('folder.months', { count: months.length })}
      </summary>
      <ListTable
        columns={[
          { heading: text('folder.month'), value: ({ month }) => month ?? text('folder.no-month') },
          {
            heading: text('folder.rows'),
            kind: 'end',
            value: ({ rows }) => (rows === null ? '—' : formats.count(rows)),
          },
          { heading: text('folder.size'), kind: 'end', value: ({ bytes }) => sizeText(bytes, formats) },
          {
            heading: text('folder.written'),
            value: ({ writtenAtMs }) => clockMessage(writtenAtMs, now, text, formats),
          },
        ]}
        rows={months}
        keyOf={({ month }) => month ?? ''}
        line={({ month }) => ({ 'data-testid': 'export-folder-month', 'data-value': month ?? '' })}
      />
    </details>
  );
}

/** So many of a kind are listed; the folder has the rest. */
const MAX_FILES = 20;

function Files(props: { readonly files: readonly ListedFile[]; readonly place: 'backups' | 'scheduled' }) {
  const text = useText();
  const formats = useFormats();
  const now = useNow();
  const { files, place } = props;
  if (files.length === 0) return <span className={ui.faint}>{text(`folder.no-${place}`)}</span>;
  const left = files.length - MAX_FILES;
  return (
    <ul className={styles.files} aria-label={text(`folder.${place}`)}>
      {files.slice(0, MAX_FILES).map(({ name, bytes, writtenAtMs }) => (
        <li key={name} data-testid="export-folder-file" data-value={name}>
          <span className={ui.verbatim}>{name}</span>{' '}
          <span className={ui.faint}>
            {sizeText(bytes, formats)} · {clockMessage(writtenAtMs, now, text, formats)}
          </span>
        </li>
      ))}
      {left > 0 ? <li className={ui.faint}>{text('folder.more', { count: left })}</li> : null}
    </ul>
  );
}

const NO_FILE = 'none';
const LAST_MONTH = 'last-month';

/** The exports that are written after each sync of the account that is open. */
function ScheduleSettings() {
  const text = useText();
  const { own } = useViews();
  const { state, isRunning, change } = useScheduledExports();
  const { schedule, outcomes } = state;
  const { file } = schedule;
  const views = own.filter(({ screen }) => screen === 'orders');
  const value = file === null ? NO_FILE : file.what.kind === 'view' ? `view:${file.what.id}` : LAST_MONTH;
  const options = [
    { value: NO_FILE, label: text('schedule.no-file') },
    { value: LAST_MONTH, label: text('schedule.last-month') },
    ...views.map(({ id, name }) => ({ value: `view:${id}`, label: text('schedule.view', { name }) })),
    // The view it was of is gone: it stays named until another choice is made.
    ...(file?.what.kind === 'view' && !views.some(({ id }) => `view:${id}` === value)
      ? [{ value, label: text('schedule.view-gone') }]
      : []),
  ];
  const form = file?.form ?? 'xlsx';
  const chosen = (to: string): Schedule['file'] => {
    if (to === NO_FILE) return null;
    return {
      ...file,
      form,
      what: to === LAST_MONTH ? { kind: to } : { kind: 'view', id: to.slice('view:'.length) },
    };
  };
  return (
    <Setting name={text('schedule.name')} note={text('schedule.note')}>
      <span className={styles.check} data-testid="schedule-dataset" data-value={schedule.dataset}>
        <CheckLine checked={schedule.dataset} onChange={(dataset) => change({ ...schedule, dataset })}>
          {text('schedule.dataset')}
        </CheckLine>
      </span>
      <ChoiceMenu
        label={text('schedule.file')}
        testId="schedule-file"
        value={value}
        options={options}
        onChange={(to) => change({ ...schedule, file: chosen(to) })}
      />
      {file === null ? null : (
        <ChoiceMenu
          label={text('schedule.form')}
          testId="schedule-form"
          value={form}
          options={FORMS.map((each) => ({ value: each, label: text(`export.as-${each}`) }))}
          onChange={(to) => change({ ...schedule, file: { ...file, form: to } })}
        />
      )}
      <Linking />
      <span role="status" className={styles.files} data-testid="schedule-state">
        {isRunning ? <span className={ui.small}>{text('schedule.running')}</span> : null}
        <Outcomes outcomes={outcomes} />
      </span>
    </Setting>
  );
}

/** Whether the file has one name for all months, so that a spreadsheet can link to it, and how it does. */
function Linking() {
  const text = useText();
  const { state, change } = useScheduledExports();
  const { schedule } = state;
  const { file } = schedule;
  const path = lastingPath(state);
  if (file === null) return null;
  const hasFixedName = file.hasFixedName === true;
  return (
    <>
      {file.what.kind !== 'last-month' ? null : (
        <span className={styles.check} data-testid="schedule-fixed-name" data-value={hasFixedName}>
          <CheckLine
            checked={hasFixedName}
            onChange={(to) => change({ ...schedule, file: { ...file, hasFixedName: to } })}
          >
            {text('schedule.fixed-name')}
          </CheckLine>
        </span>
      )}
      {path === null || file.form !== 'csv-exact' ? null : <LinkedWorkbook path={path} />}
    </>
  );
}

const MAX_OUTCOMES = 5;

function Outcomes({ outcomes }: { readonly outcomes: readonly Outcome[] }) {
  const text = useText();
  const formats = useFormats();
  const now = useNow();
  return outcomes.slice(0, MAX_OUTCOMES).map((outcome) => (
    <span
      key={outcome.atMs}
      className={ui.small}
      data-testid="schedule-outcome"
      data-value={isWhole(outcome) ? 'done' : 'failed'}
    >
      <span className={ui.faint}>{clockMessage(outcome.atMs, now, text, formats)}</span>{' '}
      <span className={isWhole(outcome) ? undefined : ui.negative}>
        {outcomeMessage(outcome, text, formats)}
      </span>
    </span>
  ));
}

const outcomeMessage = ({ parts }: Outcome, text: Text, formats: Formats): string =>
  parts.map((part) => partMessage(part, text, formats)).join(' · ');
