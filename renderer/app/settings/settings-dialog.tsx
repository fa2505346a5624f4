import { Dialog } from '@base-ui/react/dialog';
import { Tabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { useText } from '#renderer/i18n/text.tsx';
import { ModalDialog } from '#renderer/ui/floating.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { AboutTab } from './about-tab.tsx';
import { AccountsTab } from './accounts-tab.tsx';
import { AppearanceTab, FormatsTab, PrivacyTab } from './preferences-tabs.tsx';
import { SETTINGS_TABS, type SettingsTab } from './settings-context.tsx';
import './settings.css';

/** All settings. What is chosen applies at once; only a plan and a key are confirmed. */
export function SettingsDialog(props: {
  readonly tab: SettingsTab;
  readonly onTab: (tab: SettingsTab) => void;
  readonly onClose: () => void;
  readonly onConnect: () => void;
}) {
  const text = useText();
  return (
    <ModalDialog onClose={props.onClose} className="dlg settings" data-testid="settings">
      <Dialog.Title className="settings-name">{text('settings.name')}</Dialog.Title>
      <Dialog.Close className="btn ic g settings-close" aria-label={text('settings.close')}>
        <Icon name="close" />
      </Dialog.Close>
      <Tabs.Root
        className="settings-body"
        orientation="vertical"
        value={props.tab}
        onValueChange={(tab: SettingsTab) => props.onTab(tab)}
      >
        <Tabs.List className="settings-tabs" activateOnFocus>
          {SETTINGS_TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab} className="settings-tab" data-testid={`settings-tab-${tab}`}>
              {text(`settings.tab-${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Panel tab="formats">
          <FormatsTab />
        </Panel>
        <Panel tab="looks">
          <AppearanceTab />
        </Panel>
        <Panel tab="accounts">
          <AccountsTab onConnect={props.onConnect} />
        </Panel>
        <Panel tab="privacy">
          <PrivacyTab />
        </Panel>
        <Panel tab="about">
          <AboutTab />
        </Panel>
      </Tabs.Root>
    </ModalDialog>
  );
}

function Panel(props: { readonly tab: SettingsTab; readonly children: ReactNode }) {
  return (
    <Tabs.Panel value={props.tab} className="settings-panel">
      {props.children}
    </Tabs.Panel>
  );
}
