import { Menu } from '@base-ui/react/menu';
import { useState } from 'react';
import { useSettings } from '#renderer/app/settings/settings-context.tsx';
import { useAccounts, useSession } from '#renderer/data/client/session-context.tsx';
import { accountDetail, accountLine, accountName } from '#renderer/features/accounts/account-messages.ts';
import { useChannelCount } from '#renderer/features/accounts/use-channel-count.ts';
import { useShortcut } from '#renderer/features/shortcuts/shortcuts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { MenuPortal } from '#renderer/ui/menu-portal.tsx';

function initials(name: string): string {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}

export function AccountMenu(props: { readonly onConnect: () => void }) {
  const text = useText();
  const { bridge } = useSession();
  const state = useAccounts();
  const channels = useChannelCount();
  const [open, setOpen] = useState(false);
  const settings = useSettings();
  useShortcut('ctrl+shift+a', () => setOpen(true));
  const active = state?.accounts.find((account) => account.id === state.activeId);
  if (state === null || active === undefined) return null;
  const hasDemo = state.accounts.some((account) => account.kind === 'demo');
  return (
    <Menu.Root open={open} onOpenChange={setOpen}>
      <Menu.Trigger className="acct" data-testid="account-menu" title={text('account.switch')}>
        <b className="ava" aria-hidden="true">
          {initials(accountName(active, text))}
        </b>
        <span>
          <span className="ell">{accountName(active, text)}</span>
          <small className="ell">{accountLine(active, channels, text)}</small>
        </span>
        <Icon name="down" small />
      </Menu.Trigger>
      <MenuPortal>
        <Menu.Positioner sideOffset={4} align="start" className="float">
          <Menu.Popup className="menu account-menu">
            <Menu.RadioGroup
              value={active.id}
              onValueChange={(accountId: string) => void bridge.call.activateAccount({ accountId })}
            >
              {state.accounts.map((account) => (
                <Menu.RadioItem
                  key={account.id}
                  className="it"
                  value={account.id}
                  data-testid="account-choice"
                  data-value={account.id}
                  closeOnClick
                >
                  <span className="mark">
                    <Menu.RadioItemIndicator>
                      <Icon name="check" />
                    </Menu.RadioItemIndicator>
                  </span>
                  <span className="grow ell">{accountName(account, text)}</span>
                  <small>{accountDetail(account, text)}</small>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <div className="rule" />
            <Menu.Item className="it" data-testid="account-edit" onClick={() => settings.open('accounts')}>
              <span className="mark">
                <Icon name="settings" />
              </span>
              {text('account.edit', { name: accountName(active, text) })}
            </Menu.Item>
            {hasDemo ? null : (
              <Menu.Item className="it" onClick={() => void bridge.call.openDemo(null)}>
                <span className="mark" />
                {text('first.demo-open')}
              </Menu.Item>
            )}
            <Menu.Item className="it" onClick={props.onConnect}>
              <span className="mark">
                <Icon name="plus" />
              </span>
              {text('account.connect')}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </MenuPortal>
    </Menu.Root>
  );
}
