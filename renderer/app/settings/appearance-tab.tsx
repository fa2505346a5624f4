import { useEffect, useState } from 'react';
import { type Preferences, usePreferences } from '#renderer/features/preferences/preferences.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Setting } from './setting.tsx';

function useReducedMotion(): boolean {
  const [query] = useState(() => window.matchMedia('(prefers-reduced-motion: reduce)'));
  const [isReduced, setIsReduced] = useState(query.matches);
  useEffect(() => {
    const follow = (): void => setIsReduced(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, [query]);
  return isReduced;
}

export function AppearanceTab() {
  const text = useText();
  const { preferences, change } = usePreferences();
  const isReduced = useReducedMotion();
  return (
    <>
      <Setting name={text('settings.theme')}>
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
      </Setting>
      <Setting name={text('settings.rail')}>
        <Segmented<Preferences['rail']>
          label={text('settings.rail')}
          value={preferences.rail}
          options={[
            { value: 'auto', label: text('settings.rail-auto') },
            { value: 'mini', label: text('settings.rail-mini') },
          ]}
          onChange={(rail) => change({ rail })}
        />
      </Setting>
      <Setting name={text('settings.rows')}>
        <Segmented<Preferences['rows']>
          label={text('settings.rows')}
          value={preferences.rows}
          options={[
            { value: 'dense', label: text('settings.rows-dense') },
            { value: 'comfortable', label: text('settings.rows-comfortable') },
          ]}
          onChange={(rows) => change({ rows })}
        />
      </Setting>
      <Setting name={text('settings.motion')} note={text('settings.motion-note')}>
        <span>{text(isReduced ? 'settings.motion-reduced' : 'settings.motion-full')}</span>
      </Setting>
    </>
  );
}
