import { type FormEvent, useState } from 'react';
import { useSession } from '#renderer/data/client/session-context.tsx';
import { accountName } from '#renderer/features/accounts/account-messages.ts';
import { useAction } from '#renderer/features/messages/use-action.ts';
import { forgetAccount } from '#renderer/features/preferences/stored.ts';
import { useText } from '#renderer/i18n/text.tsx';
import type { Account } from '#shared/contract/app.ts';

/** The way out of an account: its name has to be typed, for nothing brings its copy back. */
export function RemoveAccount(props: { readonly account: Account }) {
  const text = useText();
  const session = useSession();
  const action = useAction();
  const [isAsked, setIsAsked] = useState(false);
  const [typed, setTyped] = useState('');
  const { account } = props;
  const name = accountName(account, text);
  const isConfirmed = typed.trim() === name.trim();

  function remove(event: FormEvent): void {
    event.preventDefault();
    if (!isConfirmed) return;
    void action.run(async () => {
      await session.removeAccount(account.id);
      forgetAccount(account.id);
    });
  }
  return (
    <section className="settings-section" aria-label={text('remove.title')}>
      <h4>{text('remove.title')}</h4>
      <p>
        {text('remove.what', { name })} {text(account.kind === 'demo' ? 'remove.lost-demo' : 'remove.lost')}
      </p>
      {isAsked ? (
        <form className="remove-form" onSubmit={remove}>
          <label>
            <span>{text('remove.confirm', { name })}</span>
            <span className="field">
              <input
                // biome-ignore lint/a11y/noAutofocus: the field stands where the button was that asked for it
                autoFocus
                onFocus={(event) => event.target.form?.scrollIntoView({ block: 'nearest' })}
                value={typed}
                autoComplete="off"
                spellCheck={false}
                data-testid="account-remove-name"
                onChange={(event) => setTyped(event.target.value)}
              />
            </span>
          </label>
          <button
            type="submit"
            className="btn danger"
            data-testid="account-remove-do"
            disabled={!isConfirmed || action.busy}
          >
            {text('remove.do')}
          </button>
          <button type="button" className="btn" onClick={() => setIsAsked(false)}>
            {text('common.cancel')}
          </button>
        </form>
      ) : (
        <button
          type="button"
          className="btn sm"
          data-testid="account-remove"
          onClick={() => setIsAsked(true)}
        >
          {text('remove.open', { name })}
        </button>
      )}
      {action.failed === null ? null : (
        <p className="words neg" role="alert">
          {text('remove.failed', { detail: action.failed })}
        </p>
      )}
    </section>
  );
}
