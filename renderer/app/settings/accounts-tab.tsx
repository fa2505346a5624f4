import { useState } from 'react';
import { useAccounts, useSession } from '#renderer/data/client/session-context.tsx';
import { accountDetail, accountName } from '#renderer/features/accounts/account-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { AccountSettings } from './account-settings.tsx';

/** Every account there is, and what can be set of the one that is looked at. */
export function AccountsTab(props: { readonly onConnect: () => void }) {
  const text = useText();
  const { bridge } = useSession();
  const state = useAccounts();
  const [looked, setLooked] = useState<string | null>(null);
  if (state === null) return null;
  const account =
    state.accounts.find(({ id }) => id === looked) ??
    state.accounts.find(({ id }) => id === state.activeId) ??
    state.accounts[0];
  const hasDemo = state.accounts.some(({ kind }) => kind === 'demo');
  return (
    <>
      <ul className="account-list" aria-label={text('settings.tab-accounts')}>
        {state.accounts.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              className="account-row"
              aria-pressed={one.id === account?.id}
              data-testid="settings-account"
              data-value={one.id}
              onClick={() => setLooked(one.id)}
            >
              <span className="ell">{accountName(one, text)}</span>
              <small className="ell">{accountDetail(one, text)}</small>
              {one.id === state.activeId ? (
                <span className="tag k-pos">{text('settings.account-is-open')}</span>
              ) : null}
            </button>
            {one.id === state.activeId ? null : (
              <button
                type="button"
                className="link"
                aria-label={`${text('settings.account-open')}: ${accountName(one, text)}`}
                onClick={() => void bridge.call.activateAccount({ accountId: one.id }).catch(() => null)}
              >
                {text('settings.account-open')}
              </button>
            )}
          </li>
        ))}
      </ul>
      <div className="settings-acts">
        <button type="button" className="btn sm" onClick={props.onConnect}>
          <Icon name="plus" />
          {text('account.connect')}
        </button>
        {hasDemo ? null : (
          <button
            type="button"
            className="btn sm"
            onClick={() => void bridge.call.openDemo(null).catch(() => null)}
          >
            {text('first.demo-open')}
          </button>
        )}
      </div>
      {account === undefined ? null : (
        <AccountSettings key={account.id} account={account} isOpen={account.id === state.activeId} />
      )}
    </>
  );
}
