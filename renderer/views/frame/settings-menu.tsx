import { Popover } from '@base-ui/react/popover';
import { useState } from 'react';
import { type Language, useText } from '../../i18n/text.tsx';
import { useHostInfo } from '../../link/session-context.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { type Preferences, usePreferences } from '../preferences.tsx';
import { useShortcut } from '../shortcuts.ts';

/** Each language is named in itself. */
export const LANGUAGE_NAMES: readonly { readonly value: Language; readonly label: string }[] = [
  { value: 'es', label: 'Español' },
  { value: 'en', label: 'English' },
  { value: 'pt', label: 'Português' },
];

export function SettingsMenu() {
  const text = useText();
  const host = useHostInfo();
  const { preferences, change } = usePreferences();
  const [open, setOpen] = useState(false);
  useShortcut('ctrl+,', () => setOpen(true));
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className="nav-item" title={`${text('settings.name')} (Ctrl+,)`}>
        <Icon name="settings" />
        <span>{text('settings.name')}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} side="top" align="start" className="float">
          <Popover.Popup className="menu settings-menu">
            <Popover.Title className="settings-title">{text('settings.name')}</Popover.Title>
            <div className="setting">
              <span>{text('settings.language')}</span>
              <Segmented<Language>
                label={text('settings.language')}
                value={preferences.language}
                options={LANGUAGE_NAMES}
                onChange={(language) => change({ language })}
              />
            </div>
            <div className="setting">
              <span>{text('settings.theme')}</span>
              <Segmented<Preferences['theme']>
                label={text('settings.theme')}
                value={preferences.theme}
                options={[
                  { value: 'system', label: text('settings.theme-system') },
                  { value: 'light', label: text('settings.theme-light') },
                  { value: 'dark', label: text('settings.theme-dark') },
                ]}
                onChange={(theme) => change({ theme })}
              />
            </div>
            <div className="setting">
              <span>{text('settings.numbers')}</span>
              <Segmented<Preferences['numbers']>
                label={text('settings.numbers')}
                value={preferences.numbers}
                options={[
                  { value: 'auto', label: text('settings.numbers-auto') },
                  { value: 'es-CL', label: '1.234,5' },
                  { value: 'en-US', label: '1,234.5' },
                ]}
                onChange={(numbers) => change({ numbers })}
              />
            </div>
            {host === null ? null : (
              <p className="lb">{text('settings.version', { version: host.version })}</p>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
