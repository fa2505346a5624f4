import { LICENCES } from 'virtual:licences';
import { Dialog } from '@base-ui/react/dialog';
import { Tabs } from '@base-ui/react/tabs';
import { type ReactNode, useState } from 'react';
import { useHostInfo } from '#renderer/data/client/session-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { ModalDialog } from '#renderer/ui/floating.tsx';
import { Brand, Icon } from '#renderer/ui/icon.tsx';
import { AccountsTab } from './accounts-tab.tsx';
import { AssistantsSetting } from './assistants-setting.tsx';
import { DesktopTab } from './desktop-tab.tsx';
import { ExportsTab } from './exports-tab.tsx';
import { AppearanceTab, FormatsTab, PrivacyTab } from './preferences-tabs.tsx';
import { RuntimeLicences } from './runtime-licences.tsx';
import styles from './settings.module.css';
import { type SettingsTab, useSettingsTabs } from './settings-tabs.ts';
import { SupportSection } from './support-section.tsx';
import { TargetsTab } from './targets-tab.tsx';

/** All settings. What is chosen applies at once; only a plan and a key are confirmed. */
export function SettingsDialog(props: {
  readonly tab: SettingsTab;
  readonly onTab: (tab: SettingsTab) => void;
  readonly onClose: () => void;
  readonly onConnect: () => void;
}) {
  const text = useText();
  const tabs = useSettingsTabs();
  const panels: { readonly [tab in SettingsTab]: ReactNode } = {
    formats: <FormatsTab />,
    looks: <AppearanceTab />,
    accounts: <AccountsTab onConnect={props.onConnect} />,
    targets: <TargetsTab />,
    exports: <ExportsTab />,
    privacy: (
      <PrivacyTab>
        <AssistantsSetting />
      </PrivacyTab>
    ),
    app: <DesktopTab />,
    about: <AboutTab />,
  };
  return (
    <ModalDialog
      onClose={props.onClose}
      className={classNames(ui.dialog, styles.settings)}
      data-testid="settings"
    >
      <Dialog.Title className={styles.name}>{text('settings.name')}</Dialog.Title>
      <Dialog.Close
        className={classNames(ui.iconButton, ui.quietButton, styles.close)}
        aria-label={text('settings.close')}
      >
        <Icon name="close" />
      </Dialog.Close>
      <Tabs.Root
        className={styles.body}
        orientation="vertical"
        value={props.tab}
        onValueChange={(tab: SettingsTab) => props.onTab(tab)}
      >
        <Tabs.List className={styles.tabs} activateOnFocus>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab} className={styles.tab} data-testid={`settings-tab-${tab}`}>
              {text(`settings.tab-${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((tab) => (
          <Tabs.Panel key={tab} value={tab} className={styles.panel}>
            {panels[tab]}
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </ModalDialog>
  );
}

type LicenceText = typeof import('virtual:licence-texts')['LICENCE_TEXTS'][number];

/** Which Cuadra this is, and whose work is in it. */
function AboutTab() {
  const text = useText();
  const host = useHostInfo();
  const [texts, setTexts] = useState<readonly LicenceText[] | null>(null);
  const readTexts = (): void => {
    // Without them the libraries are still named.
    import('virtual:licence-texts').then(
      ({ LICENCE_TEXTS }) => setTexts(LICENCE_TEXTS),
      () => undefined,
    );
  };
  const count = LICENCES.reduce((sum, { libraries }) => sum + libraries.length, 0);
  return (
    <>
      <div className={styles.about}>
        <Brand />
        <b>{host === null ? 'Cuadra' : text('settings.version', { version: host.version })}</b>
        {host === null ? null : (
          <span className={ui.faint}>
            {text(host.host === 'desktop' ? 'settings.host-desktop' : 'settings.host-browser')}
          </span>
        )}
      </div>
      <p>{text('settings.licence-own')}</p>
      <SupportSection />
      <section className={styles.section} aria-label={text('settings.licences', { count })}>
        <h3 data-testid="settings-licences" data-value={count}>
          {text('settings.licences', { count })}
        </h3>
        {LICENCES.map(({ licence, libraries }) => (
          <details key={licence} onToggle={readTexts}>
            <summary>
              <Icon name="right" small />
              {text('settings.licences-of', { count: libraries.length, licence })}
            </summary>
            {texts === null ? <p className={ui.faint}>{libraries.join(' · ')}</p> : null}
            {texts
              ?.filter((one) => one.licence === licence)
              .map((one) => (
                <div key={one.text} data-testid="licence-text" data-value={one.libraries.length}>
                  <p className={ui.faint}>{one.libraries.join(' · ')}</p>
                  <pre className={styles.licence}>{one.text}</pre>
                </div>
              ))}
          </details>
        ))}
        <RuntimeLicences />
      </section>
    </>
  );
}
