import { Dialog } from '@base-ui/react/dialog';
import { type DragEvent, useRef, useState } from 'react';
import { useLedger, useSession } from '#renderer/data/client/session-context.tsx';
import { saveText } from '#renderer/features/export/export.tsx';
import { useAction } from '#renderer/features/messages/failures.tsx';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { ModalDialog } from '#renderer/ui/floating.tsx';
import { slug } from '#shared/base/fold.ts';
import { findColumn } from '#shared/domain/column-catalogue.ts';
import type { SavedView, ViewScreen } from './view.ts';
import { MAX_BYTES, readViewFile, unknownColumns, type ViewFileError, writeViewFile } from './view-file.ts';
import { useViews } from './views-context.tsx';

type Told =
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
    <ModalDialog onClose={props.onClose} className="dlg view-dialog" data-testid="views-share-dialog">
      <Dialog.Title>{text('views.share-title')}</Dialog.Title>
      <Dialog.Description>{text('views.share-note')}</Dialog.Description>
      <ExportViews inUse={props.inUse} />
      <ImportViews onClose={props.onClose} />
      <div className="acts">
        <Dialog.Close className="btn">{text('common.close')}</Dialog.Close>
      </div>
    </ModalDialog>
  );
}

function fileNameOf(view: SavedView): string {
  return `cuadra-vista-${slug(view.name) || view.screen}.json`;
}

function ExportViews(props: { readonly inUse: SavedView | null }) {
  const text = useText();
  const { bridge } = useSession();
  const { own } = useViews();
  const action = useAction();
  const [path, setPath] = useState<string | null>(null);
  async function save(fileName: string, views: readonly SavedView[]): Promise<void> {
    setPath(null);
    await action.run(async () => {
      const end = await saveText(bridge.call, fileName, writeViewFile(views));
      if (end?.kind === 'file') setPath(end.path);
    });
  }
  const { inUse } = props;
  if (own.length === 0) return <p className="dim">{text('views.export-none')}</p>;
  return (
    <>
      <div className="share-acts">
        {inUse === null ? null : (
          <button
            type="button"
            className="btn"
            data-testid="views-export-one"
            disabled={action.busy}
            onClick={() => void save(fileNameOf(inUse), [inUse])}
          >
            <span className="ell">{text('views.export-one', { name: inUse.name })}</span>
          </button>
        )}
        <button
          type="button"
          className="btn"
          data-testid="views-export"
          disabled={action.busy}
          onClick={() => void save('cuadra-vistas.json', own)}
        >
          {text('views.export-all', { count: own.length })}
        </button>
      </div>
      <p role="status" className={action.failed === null ? 'said' : 'said neg'}>
        {action.failed ?? (path === null ? '' : text('views.exported', { path }))}
      </p>
    </>
  );
}

function ImportViews(props: { readonly onClose: () => void }) {
  const text = useText();
  const views = useViews();
  const ledger = useLedger();
  const file = useRef<HTMLInputElement>(null);
  const [pasted, setPasted] = useState('');
  const [told, setTold] = useState<Told | null>(null);
  const [isOver, setIsOver] = useState(false);
  const here = ledger.kind === 'open' ? ledger.facts.columns : [];

  function read(content: string): void {
    const reading = readViewFile(content);
    if (!reading.ok) {
      setTold({ kind: 'refused', error: reading.error });
      return;
    }
    const unknown = unknownColumns(
      reading.views,
      (column) => findColumn(column) !== undefined || here.includes(column),
    );
    setTold({ kind: 'added', views: views.add(reading.views), unknown });
    setPasted('');
  }
  async function readFile(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return;
    // A file too large to be one of views is not read at all.
    const content = chosen.size > MAX_BYTES ? null : await chosen.text().catch(() => '');
    if (content === null) setTold({ kind: 'refused', error: { kind: 'too-large' } });
    else read(content);
  }
  function drop(event: DragEvent): void {
    event.preventDefault();
    setIsOver(false);
    void readFile(event.dataTransfer.files[0]);
  }
  return (
    <section
      className={isOver ? 'import over' : 'import'}
      aria-label={text('views.import-title')}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <h3>{text('views.import-title')}</h3>
      <p>{text('views.import-note')}</p>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        hidden
        data-testid="views-import-file"
        onChange={(event) => {
          void readFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <textarea
        rows={3}
        value={pasted}
        spellCheck={false}
        aria-label={text('views.import-paste')}
        placeholder={text('views.import-paste')}
        data-testid="views-paste"
        onChange={(event) => setPasted(event.target.value)}
      />
      <div className="share-acts">
        <button
          type="button"
          className="btn"
          data-testid="views-import"
          onClick={() => file.current?.click()}
        >
          {text('views.import')}
        </button>
        <button
          type="button"
          className="btn"
          data-testid="views-import-text"
          disabled={pasted.trim() === ''}
          onClick={() => read(pasted)}
        >
          {text('views.import-do')}
        </button>
      </div>
      <div role="status" data-testid="views-told" data-kind={told?.kind ?? ''}>
        {told?.kind === 'refused' ? <p className="said neg">{errorMessage(told.error, text)}</p> : null}
        {told?.kind === 'added' ? <Added told={told} onClose={props.onClose} /> : null}
      </div>
    </section>
  );
}

function Added(props: {
  readonly told: Extract<Told, { readonly kind: 'added' }>;
  readonly onClose: () => void;
}) {
  const text = useText();
  const { choose } = useViews();
  const { go } = useNavigation();
  const { views, unknown } = props.told;
  const [only] = views;
  const names = views.map(({ name, screen }) => `${name} (${text(`nav.${screen}`)})`).join(', ');
  return (
    <>
      <p className="said">{text('views.imported', { count: views.length, names })}</p>
      {unknown.length === 0 ? null : (
        <p className="said warn" data-testid="views-unknown">
          {text('views.imported-unknown', { columns: unknown.join(', ') })}
        </p>
      )}
      {only === undefined || views.length > 1 ? null : (
        <button
          type="button"
          className="link"
          onClick={() => {
            go(only.screen);
            choose(only.screen, only);
            props.onClose();
          }}
        >
          {text('views.import-open', { name: only.name })}
        </button>
      )}
    </>
  );
}

/** What is wrong with the file, and nothing of what it holds. */
function errorMessage(error: ViewFileError, text: Text): string {
  switch (error.kind) {
    case 'too-large':
      return text('views.error-too-large');
    case 'not-json':
      return text('views.error-not-json');
    case 'not-views':
      return error.other === null
        ? text('views.error-not-views')
        : text('views.error-other', { other: error.other });
    case 'newer':
      return text('views.error-newer', { version: error.version });
    case 'no-views':
      return text('views.error-no-views');
    case 'bad-view':
      return error.name === null
        ? text('views.error-bad-view', { number: error.number, field: error.field })
        : text('views.error-bad-named', { name: error.name, field: error.field });
  }
}
