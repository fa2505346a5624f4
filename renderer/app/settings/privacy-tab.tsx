import { useHostInfo } from '#renderer/data/client/session-context.tsx';
import { usePreferences } from '#renderer/features/preferences/preferences.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Setting } from './setting.tsx';

export function PrivacyTab() {
  const text = useText();
  const host = useHostInfo();
  const { preferences, change } = usePreferences();
  const rows = host?.host === 'desktop' ? 'settings.stored-rows-desktop' : 'settings.stored-rows-browser';
  const stored = [
    [text('settings.stored-rows'), text(rows)],
    [text('settings.stored-accounts'), text('settings.stored-accounts-where')],
    [text('settings.stored-views'), text('settings.stored-views-where')],
    [text('settings.stored-key'), text('settings.stored-key-where')],
    [text('settings.stored-asked'), text('settings.stored-asked-where')],
  ] as const;
  return (
    <>
      <Setting name={text('settings.hide')} note={text('settings.hide-note')}>
        <Segmented<'shown' | 'hidden'>
          label={text('settings.hide')}
          value={preferences.hidesAmounts ? 'hidden' : 'shown'}
          options={[
            { value: 'shown', label: text('settings.hide-no') },
            { value: 'hidden', label: text('settings.hide-yes') },
          ]}
          onChange={(value) => change({ hidesAmounts: value === 'hidden' })}
        />
      </Setting>
      <section className="settings-section" aria-label={text('settings.stored')}>
        <h3>{text('settings.stored')}</h3>
        <dl className="stored">
          {stored.map(([what, where]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{where}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}
