import { Popover } from '@base-ui/react/popover';
import { useState } from 'react';
import { type Language, useText } from '../../i18n/text.tsx';
import { useHostInfo } from '../../link/session-context.tsx';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { formatDay } from '../../ui/date-format.ts';
import { DEFAULT_CHOICES, formatsOf } from '../../ui/formats.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LOCALE_NAMES, type LocaleName } from '../../ui/locales.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { type Preferences, usePreferences } from '../preferences.tsx';
import { useShortcut } from '../shortcuts.ts';

/** Each language is named in itself. */
export const LANGUAGE_NAMES: readonly { readonly value: Language; readonly label: string }[] = [
  { value: 'es', label: 'Español' },
  { value: 'en', label: 'English' },
  { value: 'pt', label: 'Português' },
];

/** «1.234,5 · 31-10-2026»: what is chosen, by example. */
function exampleOf(locale: LocaleName): string {
  const formats = formatsOf({ ...DEFAULT_CHOICES, locale });
  return `${formats.money('1234.5', 1)} · ${formatDay('2026-10-31', formats.dates)}`;
}

export function SettingsMenu() {
  const text = useText();
  const host = useHostInfo();
  const { preferences, change } = usePreferences();
  const [open, setOpen] = useState(false);
  useShortcut('ctrl+,', () => setOpen(true));
  useShortcut('ctrl+shift+h', () => change({ hidesAmounts: !preferences.hidesAmounts }));
  const formatsWith = (negatives: Preferences['negatives']) =>
    formatsOf({
      ...DEFAULT_CHOICES,
      locale: preferences.locale === 'auto' ? DEFAULT_CHOICES.locale : preferences.locale,
      negatives,
    });
  return (
    <>
      {preferences.hidesAmounts ? (
        <button
          type="button"
          className="nav-item covered"
          data-testid="amounts-covered"
          title={`${text('settings.hide-show')} (Ctrl+Shift+H)`}
          onClick={() => change({ hidesAmounts: false })}
        >
          <Icon name="eye" />
          <span>{text('settings.hidden-now')}</span>
        </button>
      ) : null}
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
                <span>{text('settings.locale')}</span>
                <ChoiceMenu<Preferences['locale']>
                  label={text('settings.locale')}
                  testId="settings-locale"
                  value={preferences.locale}
                  options={[
                    { value: 'auto', label: text('settings.locale-auto') },
                    ...LOCALE_NAMES.map((value) => ({
                      value,
                      label: `${text(`settings.locale-${value}`)} · ${exampleOf(value)}`,
                    })),
                  ]}
                  onChange={(locale) => change({ locale })}
                />
              </div>
              <div className="setting">
                <span>{text('settings.negatives')}</span>
                <Segmented<Preferences['negatives']>
                  label={text('settings.negatives')}
                  value={preferences.negatives}
                  options={[
                    { value: 'minus', label: formatsWith('minus').money('-1234', 0) },
                    { value: 'parentheses', label: formatsWith('parentheses').money('-1234', 0) },
                  ]}
                  onChange={(negatives) => change({ negatives })}
                />
              </div>
              <div className="setting">
                <span>{text('settings.decimals')}</span>
                <Segmented<Preferences['decimals']>
                  label={text('settings.decimals')}
                  value={preferences.decimals}
                  options={[
                    {
                      value: 'auto',
                      label: text('settings.decimals-auto'),
                      title: text('settings.decimals-note'),
                    },
                    { value: 'none', label: '0' },
                    { value: 'two', label: '2' },
                  ]}
                  onChange={(decimals) => change({ decimals })}
                />
              </div>
              <div className="setting">
                <span>{text('settings.hide')}</span>
                <Segmented<'shown' | 'hidden'>
                  label={text('settings.hide')}
                  value={preferences.hidesAmounts ? 'hidden' : 'shown'}
                  options={[
                    { value: 'shown', label: text('settings.hide-no') },
                    { value: 'hidden', label: text('settings.hide-yes'), title: text('settings.hide-note') },
                  ]}
                  onChange={(value) => change({ hidesAmounts: value === 'hidden' })}
                />
              </div>
              {host === null ? null : (
                <p className="lb">{text('settings.version', { version: host.version })}</p>
              )}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </>
  );
}
