import { useRef, useState } from 'react';
import { useAccounts, useSession } from '#renderer/data/client/session-context.tsx';
import { KeyForm } from '#renderer/features/accounts/key-form.tsx';
import { type Action, ActionFailure, useAction } from '#renderer/features/messages/failures.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import type { Account, KeyStorage } from '#shared/contract/app.ts';
import { Setting } from './preferences-tabs.tsx';
import styles from './settings.module.css';

/** The key of an account: that it is there and how it ends, where it is kept, replaced, deleted. Never the key itself. */
export function KeySetting({ account }: { readonly account: Account }) {
  const text = useText();
  const action = useAction();
  const storage = useAccounts()?.keyStorage ?? 'memory';
  const [done, setDone] = useState<'given' | 'deleted' | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const setting = useRef<HTMLDivElement>(null);
  const onDeleted = (): void => {
    setDone('deleted');
    // What another key was refused with is of no matter any more.
    setFailed(null);
    // The button pressed is gone with the key: another one may follow.
    setting.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={setting} className={styles.folder}>
      <Setting
        name={text('account.key')}
        note={`${text(`account.key-storage-${storage}`)} ${text('account.key-note')}`}
      >
        <KeyState account={account} />
        <KeyForm
          account={account}
          label={text(account.hasKey ? 'account.key-replace' : 'notice.key-give')}
          onGiven={() => setDone('given')}
          onFailed={setFailed}
        />
        {account.key === null ? null : <DeleteKey account={account} action={action} onDeleted={onDeleted} />}
        <StorageChoice storage={storage} action={action} />
        <span role="status">
          {failed !== null ? (
            <span className={classNames(styles.negative, ui.verbatim)}>{failed}</span>
          ) : done === null ? null : (
            <span className={ui.good}>{text(`account.key-${done}`)}</span>
          )}
        </span>
        <ActionFailure words={action.failed} />
      </Setting>
    </div>
  );
}

function KeyState({ account: { key } }: { readonly account: Account }) {
  const text = useText();
  const what =
    key === null
      ? text('settings.account-key-gone')
      : text(key.ending === null ? 'account.key-locked' : `account.key-in-${key.keeping}`);
  const ending = key?.ending ?? '';
  return (
    <span
      className={key === null || key.ending === null || key.keeping === 'unprotected' ? ui.caution : ui.good}
      data-testid="account-key"
      data-value={key?.keeping ?? 'none'}
    >
      {ending === '' ? what : `${what} · ${text('account.key-ending', { ending })}`}
    </span>
  );
}

/** There is no way back but to paste it again: it is asked first. */
function DeleteKey(props: {
  readonly account: Account;
  readonly action: Action;
  readonly onDeleted: () => void;
}) {
  const text = useText();
  const { bridge } = useSession();
  const [asked, setAsked] = useState<'not-yet' | 'now' | 'taken-back'>('not-yet');
  if (asked !== 'now') {
    return (
      <Button
        className={ui.smallButton}
        autoFocus={asked === 'taken-back'}
        data-testid="account-key-delete"
        onClick={() => setAsked('now')}
      >
        {text('account.key-delete')}
      </Button>
    );
  }
  return (
    <fieldset className={styles.question} aria-label={text('account.key-delete')}>
      <span>{text('account.key-delete-ask')}</span>
      <button
        type="button"
        className={classNames(ui.smallButton, ui.dangerButton)}
        data-testid="account-key-delete-do"
        disabled={props.action.busy}
        onClick={() =>
          void props.action
            .run(() => bridge.call.deleteKey({ accountId: props.account.id }))
            .then((isDone) => {
              if (!isDone) return;
              setAsked('not-yet');
              props.onDeleted();
            })
        }
      >
        {text('account.key-delete-do')}
      </button>
      <Button className={ui.smallButton} autoFocus onClick={() => setAsked('taken-back')}>
        {text('common.cancel')}
      </Button>
    </fieldset>
  );
}

/** Where the system gives no keyring, or it did not open: what can be done about it. */
function StorageChoice({ storage, action }: { readonly storage: KeyStorage; readonly action: Action }) {
  const text = useText();
  const { bridge } = useSession();
  const allow = (allowed: boolean) => void action.run(() => bridge.call.allowUnprotectedKeys({ allowed }));
  switch (storage) {
    case 'memory':
    case 'keyring':
      return null;
    case 'locked':
      return (
        <Button
          className={ui.smallButton}
          disabled={action.busy}
          data-testid="account-key-keyring"
          onClick={() => void action.run(() => bridge.call.openKeys(null))}
        >
          {text('account.key-try-keyring')}
        </Button>
      );
    case 'no-keyring':
      return (
        <span className={styles.question}>
          <span>{text('account.key-allow-note')}</span>
          <Button
            className={ui.smallButton}
            disabled={action.busy}
            data-testid="account-key-allow"
            onClick={() => allow(true)}
          >
            {text('account.key-allow')}
          </Button>
        </span>
      );
    case 'unprotected':
      return (
        <Button
          className={ui.smallButton}
          disabled={action.busy}
          data-testid="account-key-disallow"
          onClick={() => allow(false)}
        >
          {text('account.key-disallow')}
        </Button>
      );
  }
}
