import { Menu } from '@base-ui/react/menu';
import { useState } from 'react';
import type { Account } from '#shared/bridge/app.ts';
import { type Text, useText } from '../../i18n/text.tsx';
import { useAccounts, useSession } from '../../link/session-context.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useShortcut } from '../shortcuts.ts';

export function accountName(account: Account, text: Text): string {
  if (account.kind === 'demo') return text('account.demo');
  return account.name === '' ? hostOf(account.baseUrl) : account.name;
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}

export function accountDetail(account: Account, text: Text): string {
  if (account.kind === 'demo') return text('account.demo-detail');
  const plan = text(account.plan === 'pro' ? 'plan.pro' : 'plan.free');
  return account.name === '' ? plan : `${hostOf(account.baseUrl)} · ${plan}`;
}

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
  const [open, setOpen] = useState(false);
  useShortcut('ctrl+shift+a', () => setOpen(true));
  const active = state?.accounts.find((account) => account.id === state.activeId);
  if (state === null || active === undefined) return null;
  const hasDemo = state.accounts.some((account) => account.kind === 'demo');
  return (
    <Menu.Root open={open} onOpenChange={setOpen}>
      <Menu.Trigger className="acct" title={text('account.switch')}>
        <b className="ava" aria-hidden="true">
          {initials(accountName(active, text))}
        </b>
        <span>
          <span className="ell">{accountName(active, text)}</span>
          <small className="ell">{accountDetail(active, text)}</small>
        </span>
        <Icon name="down" small />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="start" className="float">
          <Menu.Popup className="menu account-menu">
            <Menu.RadioGroup
              value={active.id}
              onValueChange={(accountId: string) => void bridge.call.activateAccount({ accountId })}
            >
              {state.accounts.map((account) => (
                <Menu.RadioItem key={account.id} className="it" value={account.id} closeOnClick>
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
      </Menu.Portal>
    </Menu.Root>
  );
}
