import { useState } from 'react';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import type { SyncFailure } from '#shared/contract/run-log.ts';

/** The failure and its remedy, in words; the server's own words go beside them. */
export function failureMessage({ code, status }: SyncFailure, text: Text) {
  // Nothing was asked: no server has judged the key.
  if (code === 'unauthorized' && status === null)
    return { what: text('check.unfit-key'), todo: text('check.unfit-key-do') };
  const todo = code === 'timed-out' ? 'failure.unreachable-do' : (`failure.${code}-do` as const);
  return { what: text(`failure.${code}`), todo: text(todo) };
}

/** A failure that another key mends. */
export function needsKey(failure: SyncFailure | null): boolean {
  return failure !== null && (failure.code === 'unauthorized' || failure.code === 'key-missing');
}

/** The code of a failed call, where it carries one. Errors that crossed a context bridge keep only their message. */
export function errorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** A failure that a screen has put into the user's language already: what it means there is more than its code says. */
export class TranslatedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TranslatedError';
  }
}

/** An error in the user's language; one that nobody foresaw with what the program says of it, for support. */
export function errorMessage(error: unknown, text: Text): string {
  if (error instanceof TranslatedError) return error.message;
  return codeMessage(errorCode(error), text) ?? unforeseenMessage(errorDetail(error), text);
}

/** What the program says of an error, in plain English: for support, never a message by itself. */
export const errorDetail = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

export const unforeseenMessage = (detail: string, text: Text): string =>
  detail === '' ? text('failure.internal') : text('failure.unforeseen', { detail });

/** The meaning of a code and its remedy, in words; null where it is none of those that are known. */
export function codeMessage(code: string | null, text: Text): string | null {
  switch (code) {
    case 'figures-frozen':
    case 'key-of-other-account':
    case 'no-key-in-question':
    case 'other-address':
    case 'schedule-currency-gone':
    case 'schedule-view-gone':
    case 'schedule-no-month':
    case 'no-export-folder':
    case 'setting-disk-full':
    case 'setting-locked':
    case 'setting-not-kept':
    case 'update-while-reading':
    case 'file-too-much':
    case 'nothing-read':
    case 'not-closed':
    case 'not-open':
    case 'open-doubts':
    case 'outdated':
    case 'unknown-account':
    case 'unknown-backup':
    case 'unknown-reading':
      return text(`failure.${code}`);
    case 'storage-full':
      return `${text('failure.storage-full')} ${text('failure.storage-full-do')}`;
    case 'bad-base-url':
      return text('connect.url-not-a-url');
    case 'channel-closed':
      return text('notice.disconnected');
    case 'shut-out':
      return text('notice.shut-out');
    case 'ownership-lost':
      return text('closed.elsewhere');
    case 'memory-refused':
      return text('closed.memory');
    case 'ledger-lost':
      return text('notice.copy-lost');
    case 'opened-file-gone':
      return text('opened.gone');
    case 'too-many-addresses':
    case 'unconfirmed-address':
      return `${text(`check.${code}`)} ${text(`check.${code}-do`)}`;
    case 'export-disk-full':
      return text('export.disk-full');
    case 'export-file-open':
      return text('export.file-open');
    case 'export-no-permission':
      return text('export.no-permission');
    case 'export-folder-gone':
      return text('export.folder-gone');
    case 'dataset-busy':
    case 'scheduled-busy':
      return text('failure.export-busy');
    default:
      return null;
  }
}

/** A call that a button makes, one at a time: whether it is under way, and what it failed with until the next one. */
export function useAction() {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  return {
    busy,
    failed,
    run: async (call: () => Promise<unknown>): Promise<boolean> => {
      setBusy(true);
      setFailed(null);
      try {
        await call();
        return true;
      } catch (error) {
        setFailed(errorMessage(error, text));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}

export type Action = ReturnType<typeof useAction>;

/** The failure of an action; nothing where it did not fail. */
export function ActionFailure(props: { readonly words: string | null }) {
  return props.words === null ? null : (
    <p className={classNames(ui.detail, ui.failed)} role="alert">
      {props.words}
    </p>
  );
}

/** Figures that could not be worked out: what happened, in whose words, what still stands, and one way on. */
export function QueryFailure(props: { readonly error: unknown; readonly onRetry: () => void }) {
  const text = useText();
  return (
    <div className={ui.empty} role="alert" data-testid="query-failure">
      <b>{text('failure.figures')}</b>
      <span>{text('failure.figures-note')}</span>
      <p className={classNames(ui.verbatim, ui.faint)}>{errorMessage(props.error, text)}</p>
      <Button className={ui.link} onClick={props.onRetry}>
        {text('sync.retry')}
      </Button>
    </div>
  );
}
