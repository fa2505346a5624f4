import { Dialog } from '@base-ui/react/dialog';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { type FormEvent, type ReactNode, useId, useMemo, useState } from 'react';
import { useLedger, useSession } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { saveText } from '#renderer/features/export/export.tsx';
import { useAction } from '#renderer/features/messages/failures.tsx';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { daysOf, meaningsOf, type NamedPeriod } from '#renderer/features/period/named-period.ts';
import { describePeriod } from '#renderer/features/period/period.ts';
import { usePresent } from '#renderer/features/period/use-present.ts';
import { describeSelection, useSelection } from '#renderer/features/selection/selection-context.tsx';
import { ownDateFilter } from '#renderer/features/selection/selection-state.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { FileButton } from '#renderer/ui/file-button.tsx';
import { useFileDrop } from '#renderer/ui/file-drop.ts';
import { ModalDialog } from '#renderer/ui/floating.tsx';
import { slug } from '#shared/base/fold.ts';
import { VIEW_FILE_ENDING } from '#shared/contract/opened.ts';
import { findColumn } from '#shared/domain/column-catalogue.ts';
import styles from './saved-views.module.css';
import { nameSchema, type SavedView, showsSelection, type ViewContent, type ViewScreen } from './view.ts';
import { MAX_BYTES, readViewFile, unknownColumns, type ViewFileError, writeViewFile } from './view-file.ts';
import { useViews, type Views } from './views-context.tsx';

/** Keeps what the screen shows under a name; asks how its days are meant where that is open. */
export function SaveDialog(props: {
  readonly screen: ViewScreen;
  readonly replaced: SavedView | null;
  readonly onClose: () => void;
}) {
  const text = useText();
  const views = useViews();
  const { code, codes } = useCurrency();
  const { selection } = useSelection();
  const { present } = usePresent();
  const [name, setName] = useState(props.replaced?.name ?? '');
  const [meaning, setMeaning] = useState(0);
  const hasDays = showsSelection(props.screen);
  const meanings = meaningsOf(hasDays ? selection.period : null, present);
  const wanted = nameSchema.safeParse(name);
  const replaced = namedOn(views.own, props.screen, wanted.data ?? null);

  function save(event: FormEvent): void {
    event.preventDefault();
    const period = meanings[meaning] ?? meanings[0];
    if (!wanted.success || period === undefined) return;
    views.save(props.screen, wanted.data, period, replaced);
    props.onClose();
  }
  return (
    <NameDialog
      title={text('views.save-title')}
      note={
        !hasDays
          ? text('views.holds-changes')
          : code === null || codes.length < 2
            ? text('views.holds')
            : text('views.holds-currency', { code })
      }
      name={name}
      onName={setName}
      said={replaced === null ? null : text('views.name-taken')}
      canSave={wanted.success}
      save={text(replaced === null ? 'views.save-do' : 'views.replace-do')}
      onSave={save}
      onClose={props.onClose}
    >
      {meanings.length > 1 ? (
        <MeaningChoice meanings={meanings} chosen={meaning} onChoose={setMeaning} />
      ) : !hasDays ? null : (
        <p className={styles.meaning}>
          {text('views.period')}:{' '}
          {ownDateFilter(selection) === null
            ? onlyMeaning(meanings[0], text)
            : describeSelection(selection, text)}
        </p>
      )}
    </NameDialog>
  );
}

/** How the days of a view are meant. */
function MeaningChoice(props: {
  readonly meanings: readonly NamedPeriod[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}) {
  const text = useText();
  const { present } = usePresent();
  const { meanings, chosen, onChoose } = props;
  return (
    <RadioGroup
      className={styles.meanings}
      aria-label={text('views.period')}
      value={chosen}
      onValueChange={(value: number) => onChoose(value)}
    >
      {meanings.map((period, index) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the radio inside is the control
        <label key={JSON.stringify(period)} className={styles.meaning}>
          <Radio.Root
            className={styles.radio}
            value={index}
            data-testid={`view-period-${period.kind === 'preset' ? period.preset : period.kind}`}
          >
            <Radio.Indicator />
          </Radio.Root>
          {meaningMessage(
            period,
            present === null ? '' : describePeriod(daysOf(period, present), text),
            text,
          )}
        </label>
      ))}
    </RadioGroup>
  );
}

function meaningMessage(period: NamedPeriod, days: string, text: Text): string {
  const name = period.kind === 'preset' ? text(`period.${period.preset}`) : '';
  return text(`views.period-${period.kind}`, { name, days });
}

function onlyMeaning(period: NamedPeriod | undefined, text: Text): string {
  return period?.kind === 'days' ? describePeriod(period, text) : text('views.period-all');
}

/** The view of that name on a screen; capitals make no other name. */
export function namedOn(
  own: readonly SavedView[],
  screen: ViewScreen,
  name: string | null,
): SavedView | null {
  return (
    own.find((view) => view.screen === screen && view.name.toLowerCase() === name?.toLowerCase()) ?? null
  );
}

/** Whether another view of its screen has a name already. */
export function isNameTaken(own: readonly SavedView[], view: SavedView, name: string | null): boolean {
  const others = own.filter(({ id }) => id !== view.id);
  return namedOn(others, view.screen, name) !== null;
}

export function RenameDialog(props: { readonly view: SavedView; readonly onClose: () => void }) {
  const text = useText();
  const views = useViews();
  const [name, setName] = useState(props.view.name);
  const wanted = nameSchema.safeParse(name);
  const isTaken = isNameTaken(views.own, props.view, wanted.data ?? null);
  return (
    <NameDialog
      title={text('views.rename-title')}
      note={null}
      name={name}
      onName={setName}
      said={isTaken ? text('views.name-taken-rename') : null}
      canSave={wanted.success && !isTaken}
      save={text('views.save-do')}
      onSave={(event) => {
        event.preventDefault();
        if (!wanted.success || isTaken) return;
        if (wanted.data !== props.view.name) views.rename(props.view, wanted.data);
        props.onClose();
      }}
      onClose={props.onClose}
    />
  );
}

function NameDialog(props: {
  readonly title: string;
  readonly note: string | null;
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly said: string | null;
  readonly canSave: boolean;
  readonly save: string;
  readonly onSave: (event: FormEvent) => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) {
  const text = useText();
  const saidId = useId();
  return (
    <ModalDialog
      onClose={props.onClose}
      className={classNames(ui.dialog, styles.dialog)}
      data-testid="view-dialog"
    >
      <Dialog.Title>{props.title}</Dialog.Title>
      {props.note === null ? null : <Dialog.Description>{props.note}</Dialog.Description>}
      <form onSubmit={props.onSave}>
        <label className={styles.nameLine}>
          <span>{text('views.name-label')}</span>
          <span className={ui.field}>
            <input
              value={props.name}
              maxLength={120}
              data-testid="view-name"
              aria-describedby={saidId}
              onChange={(event) => props.onName(event.target.value)}
            />
          </span>
        </label>
        <p id={saidId} className={styles.summary} role="status">
          {props.said}
        </p>
        {props.children}
        <div className={ui.actions}>
          <Dialog.Close className={ui.button}>{text('common.cancel')}</Dialog.Close>
          <button
            type="submit"
            className={ui.primaryButton}
            disabled={!props.canSave}
            data-testid="view-save-do"
          >
            {props.save}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}

type ImportResult =
  | { readonly kind: 'added'; readonly views: readonly SavedView[]; readonly unknown: readonly string[] }
  | { readonly kind: 'refused'; readonly error: ViewFileError };

/** Views to a file, and from one. */
export function ShareDialog(props: {
  readonly screen: ViewScreen;
  readonly inUse: SavedView | null;
  readonly onClose: () => void;
}) {
  const text = useText();
  return (
    <ModalDialog
      onClose={props.onClose}
      className={classNames(ui.dialog, styles.dialog)}
      data-testid="views-share-dialog"
    >
      <Dialog.Title>{text('views.share-title')}</Dialog.Title>
      <Dialog.Description>{text('views.share-note')}</Dialog.Description>
      <ExportViews inUse={props.inUse} />
      <ImportViews onClose={props.onClose} />
      <div className={ui.actions}>
        <Dialog.Close className={ui.button}>{text('common.close')}</Dialog.Close>
      </div>
    </ModalDialog>
  );
}

function fileNameOf(view: SavedView): string {
  return `${slug(view.name) || view.screen}${VIEW_FILE_ENDING}`;
}

function ExportViews({ inUse }: { readonly inUse: SavedView | null }) {
  const text = useText();
  const { bridge } = useSession();
  const { own } = useViews();
  const action = useAction();
  const [path, setPath] = useState<string | null>(null);
  async function save(fileName: string, views: readonly SavedView[]): Promise<void> {
    setPath(null);
    await action.run(async () => {
      const end = await saveText(bridge.pull, fileName, writeViewFile(views));
      if (end?.kind === 'file') setPath(end.path);
    });
  }
  if (own.length === 0) return <p className={ui.faint}>{text('views.export-none')}</p>;
  return (
    <>
      <div className={styles.shareActions}>
        {inUse === null ? null : (
          <Button
            className={ui.button}
            data-testid="views-export-one"
            disabled={action.busy}
            onClick={() => void save(fileNameOf(inUse), [inUse])}
          >
            <span className={ui.ellipsis}>{text('views.export-one', { name: inUse.name })}</span>
          </Button>
        )}
        <Button
          className={ui.button}
          data-testid="views-export"
          disabled={action.busy}
          onClick={() => void save(`vistas${VIEW_FILE_ENDING}`, own)}
        >
          {text('views.export-all', { count: own.length })}
        </Button>
      </div>
      <p role="status" className={classNames(styles.summary, action.failed !== null && styles.negative)}>
        {action.failed ?? (path === null ? '' : text('views.exported', { path }))}
      </p>
    </>
  );
}

/** Views from a file that is chosen, dropped or pasted. Long, for the three ways are one form. */
function ImportViews(props: { readonly onClose: () => void }) {
  const text = useText();
  const views = useViews();
  const ledger = useLedger();
  const [pasted, setPasted] = useState('');
  const [result, setResult] = useState<ImportResult | null>(null);
  const { isOver, handlers } = useFileDrop((dropped) => void readFile(dropped));
  const here = ledger.kind === 'open' ? ledger.facts.columns : [];

  function read(content: string): void {
    const reading = readViewFile(content);
    if (!reading.ok) {
      setResult({ kind: 'refused', error: reading.error });
      return;
    }
    setResult(addViews(reading.views, views, here));
    setPasted('');
  }
  async function readFile(chosen: File): Promise<void> {
    // A file too large to be one of views is not read at all.
    const content = chosen.size > MAX_BYTES ? null : await chosen.text().catch(() => '');
    if (content === null) setResult({ kind: 'refused', error: { kind: 'too-large' } });
    else read(content);
  }
  return (
    <section
      className={classNames(styles.import, isOver && styles.over)}
      aria-label={text('views.import-title')}
      {...handlers}
    >
      <h3>{text('views.import-title')}</h3>
      <p>{text('views.import-note')}</p>
      <textarea
        rows={3}
        value={pasted}
        spellCheck={false}
        aria-label={text('views.import-paste')}
        placeholder={text('views.import-paste')}
        data-testid="views-paste"
        onChange={(event) => setPasted(event.target.value)}
      />
      <div className={styles.shareActions}>
        <FileButton
          accept={`${VIEW_FILE_ENDING},.json,application/json`}
          onFile={(chosen) => void readFile(chosen)}
          testId="views-import"
          inputTestId="views-import-file"
        >
          {text('views.import')}
        </FileButton>
        <Button
          className={ui.button}
          data-testid="views-import-text"
          disabled={pasted.trim() === ''}
          onClick={() => read(pasted)}
        >
          {text('views.import-do')}
        </Button>
      </div>
      <div role="status" data-testid="views-told" data-kind={result?.kind ?? ''}>
        {result?.kind === 'refused' ? (
          <p className={classNames(styles.summary, styles.negative)}>{errorMessage(result.error, text)}</p>
        ) : null}
        {result?.kind === 'added' ? <Added result={result} onClose={props.onClose} /> : null}
      </div>
    </section>
  );
}

/** Views of a file that was opened with the app: what they are, and nothing is added before one says so. */
export function OpenedViewsDialog(props: {
  readonly name: string;
  readonly content: string;
  readonly onClose: () => void;
}) {
  const text = useText();
  const views = useViews();
  const ledger = useLedger();
  const [added, setAdded] = useState<Extract<ImportResult, { readonly kind: 'added' }> | null>(null);
  const reading = useMemo(() => readViewFile(props.content), [props.content]);
  const here = ledger.kind === 'open' ? ledger.facts.columns : [];
  return (
    <ModalDialog
      onClose={props.onClose}
      className={classNames(ui.dialog, styles.dialog)}
      data-testid="views-opened"
      data-kind={reading.ok ? 'views' : 'refused'}
    >
      <Dialog.Title>{text('opened.views-title')}</Dialog.Title>
      <Dialog.Description className={ui.verbatim}>{props.name}</Dialog.Description>
      {!reading.ok ? (
        <p className={classNames(styles.summary, styles.negative)} role="alert">
          {errorMessage(reading.error, text)}
        </p>
      ) : added !== null ? (
        <Added result={added} onClose={props.onClose} />
      ) : (
        <>
          <p>{text('opened.views-note', { count: reading.views.length })}</p>
          <ul className={styles.opened}>
            {reading.views.map(({ name, screen }) => (
              <li key={`${screen} ${name}`}>{`${name} (${text(`nav.${screen}`)})`}</li>
            ))}
          </ul>
        </>
      )}
      <div className={ui.actions}>
        <Dialog.Close className={ui.button}>{text('common.close')}</Dialog.Close>
        {!reading.ok || added !== null ? null : (
          <Button
            className={ui.primaryButton}
            data-testid="views-opened-import"
            onClick={() => setAdded(addViews(reading.views, views, here))}
          >
            {text('opened.views-do', { count: reading.views.length })}
          </Button>
        )}
      </div>
    </ModalDialog>
  );
}

/** Adds views that came in a file, and says which of their columns nobody here knows. */
function addViews(
  contents: readonly ViewContent[],
  views: Pick<Views, 'add'>,
  here: readonly string[],
): Extract<ImportResult, { readonly kind: 'added' }> {
  const isKnown = (column: string): boolean => findColumn(column) !== undefined || here.includes(column);
  return { kind: 'added', views: views.add(contents), unknown: unknownColumns(contents, isKnown) };
}

function Added(props: {
  readonly result: Extract<ImportResult, { readonly kind: 'added' }>;
  readonly onClose: () => void;
}) {
  const text = useText();
  const { choose } = useViews();
  const { go } = useNavigation();
  const { views, unknown } = props.result;
  const [only] = views;
  const names = views.map(({ name, screen }) => `${name} (${text(`nav.${screen}`)})`).join(', ');
  return (
    <>
      <p className={styles.summary}>{text('views.imported', { count: views.length, names })}</p>
      {unknown.length === 0 ? null : (
        <p className={classNames(styles.summary, styles.warning)} data-testid="views-unknown">
          {text('views.imported-unknown', { columns: unknown.join(', ') })}
        </p>
      )}
      {only === undefined || views.length > 1 ? null : (
        <Button
          className={ui.link}
          onClick={() => {
            go(only.screen);
            choose(only.screen, only);
            props.onClose();
          }}
        >
          {text('views.import-open', { name: only.name })}
        </Button>
      )}
    </>
  );
}

/** The fault of the file, without anything of its content. */
function errorMessage(error: ViewFileError, text: Text): string {
  switch (error.kind) {
    case 'too-large':
    case 'not-json':
    case 'no-views':
      return text(`views.error-${error.kind}`);
    case 'not-views':
      return error.other === null
        ? text('views.error-not-views')
        : text('views.error-other', { other: error.other });
    case 'newer':
      return text('views.error-newer', { version: error.version });
    case 'bad-view':
      return error.name === null
        ? text('views.error-bad-view', { number: error.number, field: error.field })
        : text('views.error-bad-named', { name: error.name, field: error.field });
  }
}
