import type { Language } from '#shared/contract/shell.ts';

/** What a host has around the page: menus, a tray, notifications. */
export type ShellHost = {
  readonly tellLanguage: (language: Language) => Promise<void>;
};

/** A page in a browser has the browser around it. */
export const NO_SHELL: ShellHost = {
  tellLanguage: async () => undefined,
};
