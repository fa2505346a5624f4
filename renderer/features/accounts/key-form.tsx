import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useAccounts, useSession } from '#renderer/data/client/session-context.tsx';
import { accountName } from '#renderer/features/accounts/accounts.tsx';
import { errorMessage, useAction } from '#renderer/features/messages/failures.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import type { Account } from '#shared/contract/app.ts';
import { hostOf } from '#shared/domain/base-url.ts';
import styles from './key-form.module.css';
import { twinHost } from './twin-accounts.ts';

/**
 * A key for an account that is already here: after a restart, or in the place of another one. Where it goes stands beside its
 * field; an address that came from a file is confirmed first.
 */
export function KeyForm(props: {
  readonly account: Account;
  readonly label: string;
  readonly onGiven?: () => void;
  readonly onFailed: (words: string | null) => void;
}) {
  const text = useText();
  const { bridge } = useSession();
  const { account } = props;
  const [key, setKey] = useState('');
  const field = useRef<HTMLInputElement>(null);
  function give(event: FormEvent): void {
    event.preventDefault();
    const given = key.trim();
    if (given === '' || !account.isAddressConfirmed) return;
    bridge.call.giveKey({ accountId: account.id, key: given }).then(
      () => {
        setKey('');
        props.onFailed(null);
        props.onGiven?.();
        // Also resumes what had stopped for want of a key.
        void bridge.call.syncNow(null).catch(() => null);
      },
      (error: unknown) => props.onFailed(errorMessage(error, text)),
    );
  }
  return (
    <form className={styles.form} onSubmit={give}>
      <KeyAddress account={account} onConfirmed={() => field.current?.focus()} />
      <label className={ui.field}>
        <input
          ref={field}
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={key}
          disabled={!account.isAddressConfirmed}
          placeholder={text('connect.key')}
          aria-label={text('connect.key')}
          data-testid="give-key"
          onChange={(event) => setKey(event.target.value)}
        />
      </label>
      <button
        type="submit"
        className={ui.button}
        disabled={key.trim() === '' || !account.isAddressConfirmed}
        data-testid="give-key-submit"
      >
        {props.label}
      </button>
    </form>
  );
}

/** Host and account that a key is for; with a question where a file named the host and nobody has confirmed it. */
function KeyAddress(props: { readonly account: Account; readonly onConfirmed: () => void }) {
  const text = useText();
  const { bridge } = useSession();
  const action = useAction();
  const accounts = useAccounts()?.accounts ?? [];
  const { account, onConfirmed } = props;
  const { isAddressConfirmed } = account;
  // The button that was pressed goes as soon as the book says so: what comes next is the key.
  const isPressed = useRef(false);
  useEffect(() => {
    if (!isAddressConfirmed || !isPressed.current) return;
    isPressed.current = false;
    onConfirmed();
  }, [isAddressConfirmed, onConfirmed]);
  if (account.kind === 'demo') return null;
  const host = hostOf(account.baseUrl);
  const own = isAddressConfirmed ? null : twinHost(account, accounts);
  const confirm = (): void => {
    isPressed.current = true;
    void action.run(() => bridge.call.confirmAddress({ accountId: account.id, baseUrl: account.baseUrl }));
  };
  return (
    <fieldset
      className={styles.address}
      aria-label={text('key.address')}
      data-testid="key-address"
      data-confirmed={isAddressConfirmed}
    >
      <span>
        {text(isAddressConfirmed ? 'key.goes-to' : 'key.address-file', {
          account: accountName(account, text),
        })}{' '}
        <bdi className={styles.host} title={account.baseUrl} data-testid="key-host">
          {host}
        </bdi>
      </span>
      {own === null ? null : (
        <strong role="alert" data-testid="key-twin">
          {text('key.address-twin', { own, host })}
        </strong>
      )}
      {isAddressConfirmed ? null : (
        <Button
          className={ui.smallButton}
          disabled={action.busy}
          data-testid="key-address-confirm"
          onClick={confirm}
        >
          {text('key.address-confirm', { host })}
        </Button>
      )}
      {action.failed === null ? null : <span role="alert">{action.failed}</span>}
    </fieldset>
  );
}
