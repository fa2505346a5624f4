import type { Language } from '#shared/contract/languages.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import type { PageCommand, ShellChange, ShellSettings } from '#shared/contract/shell.ts';
import type { Month } from '#shared/domain/dates.ts';

/** The parts of a host around the page: menus, a tray, notifications. */
export type ShellHost = {
  /** Null: this host has nothing that could be set. */
  readonly read: () => Promise<ShellSettings | null>;
  readonly change: (part: ShellChange) => Promise<ShellSettings>;
  readonly sendLanguage: (language: Language) => Promise<void>;
  /** All that the page can do of what menus offer, as of now. */
  readonly sendCommands: (commands: readonly PageCommand[]) => void;
  /** All closed months of an account whose figures moved, as of now. */
  readonly sendMovedMonths: (accountId: string, months: readonly Month[]) => Promise<void>;
};

/** A page in a browser has the browser around it. */
export const NO_SHELL: ShellHost = {
  read: async () => null,
  change: async () => {
    throw new RpcError('no-shell', 'This host has no window, tray or login of its own.');
  },
  sendLanguage: async () => undefined,
  sendCommands: () => undefined,
  sendMovedMonths: async () => undefined,
};
