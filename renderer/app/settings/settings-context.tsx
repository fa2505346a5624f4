import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { usePreferences } from '#renderer/features/preferences/preferences.tsx';
import { useCommandKeys } from '#renderer/features/shortcuts/shortcuts.ts';
import { requiredContext } from '#renderer/ui/hooks.ts';
import type { SettingsTab } from './settings-tabs.ts';

const SettingsDialog = lazy(async () => ({
  default: (await import('./settings-dialog.tsx')).SettingsDialog,
}));

type SettingsDialogControl = { readonly open: (tab?: SettingsTab) => void };
const [Provider, useSettings] = requiredContext<SettingsDialogControl>('settings');

export { useSettings };

/** The settings can be opened from anywhere within; Ctrl+, opens them, Ctrl+Shift+H covers amounts and buyers. */
export function SettingsProvider(props: { readonly onConnect: () => void; readonly children: ReactNode }) {
  const { preferences, change } = usePreferences();
  const [tab, setTab] = useState<SettingsTab | null>(null);
  useCommandKeys('settings-formats', () => setTab('formats'));
  // Someone looks over the shoulder: at once, whatever is open.
  useCommandKeys('cover', () => change({ hidesAmounts: !preferences.hidesAmounts }), undefined, 'everywhere');
  const held = useMemo<SettingsDialogControl>(() => ({ open: (wanted = 'formats') => setTab(wanted) }), []);
  return (
    <Provider value={held}>
      {props.children}
      {tab === null ? null : (
        <Suspense fallback={null}>
          <SettingsDialog
            tab={tab}
            onTab={setTab}
            onClose={() => setTab(null)}
            onConnect={() => {
              setTab(null);
              props.onConnect();
            }}
          />
        </Suspense>
      )}
    </Provider>
  );
}
