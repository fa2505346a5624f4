import { useHostInfo } from '#renderer/data/client/session-context.tsx';

const SETTINGS_TABS = [
  'formats',
  'looks',
  'accounts',
  'targets',
  'exports',
  'privacy',
  'app',
  'about',
] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

/** Those that this host has anything for. */
export function useSettingsTabs(): readonly SettingsTab[] {
  const isDesktop = useHostInfo()?.host === 'desktop';
  return SETTINGS_TABS.filter((tab) => isDesktop || tab !== 'app');
}
