import { type FormEvent, type ReactNode, useState } from 'react';
import type { Account } from '#shared/bridge/app.ts';
import { useText } from '../../i18n/text.tsx';
import { useAccounts, useConnected, useSession, useSyncStatus } from '../../link/session-context.tsx';
import { useFormats } from '../../ui/formats.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { errorCode } from '../errors.ts';
import {
  ago,
  duration,
  failureWords,
  knownMoment,
  needsKey,
  readAtMs,
  secondsUntil,
} from '../sync/sync-words.ts';
import { useNow } from '../sync/use-now.ts';

/** Not read for this long is worth a word. */
const STALE_MS = 60 * 60 * 1000;

/** One notice at a time under the header, the gravest first (ui.md, Frame). */
export function Notices(props: {
  /** The screen that tells a failure, a wait and the load itself. */
  readonly onSyncScreen: boolean;
  readonly onSync: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { bridge } = useSession();
  const connected = useConnected();
  const status = useSyncStatus();
  const accounts = useAccounts();
  const now = useNow();
  const account = accounts?.accounts.find((other) => other.id === accounts.activeId);
  if (!connected) {
    return (
      <Notice kind="info" icon="info">
        {text('notice.disconnected')}
      </Notice>
    );
  }
  if (account === undefined || status === null) return null;
  const syncNow = (): void => void bridge.call.syncNow(null).catch(() => null);
  if (account.kind === 'api' && (!account.hasKey || (status.state === 'error' && needsKey(status.failure)))) {
    return <KeyNotice account={account} rejected={account.hasKey} words={status.failure?.words ?? null} />;
  }
  if (status.state === 'error' && status.failure !== null) {
    if (props.onSyncScreen) return null;
    const words = failureWords(status.failure, text);
    return (
      <Notice kind="neg" icon="warning" action={text('sync.retry')} onAction={syncNow}>
        <b>{words.what}</b> {words.todo}
        {status.failure.words === null ? null : (
          <>
            {' '}
            <q className="words">{status.failure.words}</q>
          </>
        )}
      </Notice>
    );
  }
  if (status.state === 'waiting' && status.waiting?.reason === 'back-off') {
    if (props.onSyncScreen) return null;
    const seconds = secondsUntil(status.waiting, now);
    return (
      <Notice kind="info" icon="clock" action={text('notice.detail')} onAction={props.onSync}>
        {text('notice.back-off', { time: seconds === null ? '' : duration(seconds, text) })}
      </Notice>
    );
  }
  const known = status.knownUntil;
  const readAt = readAtMs(status);
  if (
    known !== null &&
    readAt !== null &&
    now - readAt > STALE_MS &&
    status.state !== 'running' &&
    status.historyComplete
  ) {
    return (
      <Notice kind="warn" icon="clock" action={text('notice.read-now')} onAction={syncNow}>
        {text('notice.stale', {
          ago: ago(now - readAt, text),
          moment: knownMoment(known, formats),
        })}
      </Notice>
    );
  }
  if (status.state === 'paused') {
    if (props.onSyncScreen) return null;
    return (
      <Notice kind="warn" icon="pause" action={text('sync.resume')} onAction={syncNow}>
        {text(status.historyComplete ? 'notice.paused' : 'notice.paused-loading')}
      </Notice>
    );
  }
  if (!props.onSyncScreen && !status.historyComplete && (status.progress?.monthsDone ?? 0) > 0) {
    return (
      <Notice kind="info" icon="clock" action={text('notice.detail')} onAction={props.onSync}>
        {text('notice.loading', {
          done: formats.count(status.progress?.monthsDone ?? 0),
          total: formats.count(status.progress?.monthsTotal ?? 0),
        })}
      </Notice>
    );
  }
  return null;
}

export function Notice(props: {
  readonly kind: 'warn' | 'info' | 'neg';
  readonly icon: IconName;
  readonly children: ReactNode;
  readonly action?: string;
  readonly onAction?: () => void;
}) {
  return (
    <div className={`ban ${props.kind}b`} role={props.kind === 'neg' ? 'alert' : 'status'}>
      <Icon name={props.icon} />
      <span className="grow">{props.children}</span>
      {props.action === undefined ? null : (
        <button type="button" className="link" onClick={props.onAction}>
          {props.action}
        </button>
      )}
    </div>
  );
}

/** The key is asked for again: after a restart, or because the server no longer takes it. */
function KeyNotice(props: {
  readonly account: Account;
  readonly rejected: boolean;
  readonly words: string | null;
}) {
  const text = useText();
  const { bridge } = useSession();
  const [key, setKey] = useState('');
  const [failed, setFailed] = useState<string | null>(null);
  function give(event: FormEvent): void {
    event.preventDefault();
    const given = key.trim();
    if (given === '') return;
    bridge.call.giveKey({ accountId: props.account.id, key: given }).then(
      () => {
        setKey('');
        setFailed(null);
        // Also resumes what had stopped for want of a key.
        void bridge.call.syncNow(null).catch(() => null);
      },
      (error: unknown) =>
        setFailed(
          errorCode(error) === 'other-key'
            ? text('notice.key-other')
            : error instanceof Error
              ? error.message
              : String(error),
        ),
    );
  }
  return (
    <div className={`ban ${props.rejected ? 'neg' : 'warn'}b`} role={props.rejected ? 'alert' : 'status'}>
      <Icon name={props.rejected ? 'warning' : 'lock'} />
      <span className="grow">
        <b>{text(props.rejected ? 'failure.unauthorized' : 'notice.key')}</b>{' '}
        {text(props.rejected ? 'failure.unauthorized-do' : 'notice.key-note')}
        {props.rejected && props.words !== null ? (
          <>
            {' '}
            <q className="words">{props.words}</q>
          </>
        ) : null}
        {failed === null ? null : <b> {failed}</b>}
      </span>
      <form className="key-form" onSubmit={give}>
        <label className="field">
          <input
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={key}
            placeholder={text('connect.key')}
            aria-label={text('connect.key')}
            data-testid="give-key"
            onChange={(event) => setKey(event.target.value)}
          />
        </label>
        <button type="submit" className="btn" disabled={key.trim() === ''} data-testid="give-key-submit">
          {text('notice.key-give')}
        </button>
      </form>
    </div>
  );
}
