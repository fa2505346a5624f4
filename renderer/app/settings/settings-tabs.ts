/** The settings' tabs, in their order. */
export const SETTINGS_TABS = ['formats', 'looks', 'accounts', 'privacy', 'about'] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];
