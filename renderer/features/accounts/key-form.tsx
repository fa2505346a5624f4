import { type FormEvent, useState } from 'react';
import { useSession } from '#renderer/data/client/session-context.tsx';
import { failureMessage } from '#renderer/features/messages/errors.ts';
import { useText } from '#renderer/i18n/text.tsx';
import type { Account } from '#shared/contract/app.ts';

/** A key for an account that is already here: after a restart, or in the place of another one. */
export function KeyForm(props: {
  readonly account: Account;
  readonly label: string;
  readonly onGiven?: () => void;
  readonly onFailed: (words: string | null) => void;
}) {
  const text = useText();
  const { bridge } = useSession();
  const [key, setKey] = useState('');
  function give(event: FormEvent): void {
    event.preventDefault();
    const given = key.trim();
    if (given === '') return;
    bridge.call.giveKey({ accountId: props.account.id, key: given }).then(
      () => {
        setKey('');
        props.onFailed(null);
        props.onGiven?.();
        // Also resumes what had stopped for want of a key.
        void bridge.call.syncNow(null).catch(() => null);
      },
      (error: unknown) => props.onFailed(failureMessage(error, text)),
    );
  }
  return (
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
        {props.label}
      </button>
    </form>
  );
}
