import type { PageCommand, ShellSettings } from '#shared/contract/shell.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { ShellHost } from '../app/shell-host.ts';
import { newlyMoved } from '../desktop/notices.ts';
import { notKept } from '../desktop/setting-failure.ts';
import type { ShellFile } from '../desktop/shell-file.ts';
import { NO_STANDBY, type Standby } from '../desktop/standby.ts';
import type { LoginItem } from './login-item.ts';
import type { Notice } from './notifications.ts';

/** The page's calls that set the app around it. */
export function createShellHost(options: {
  readonly file: ShellFile;
  readonly login: LoginItem;
  /** Draws menus and tray anew. */
  readonly draw: () => void;
  /** The same, with what the page can do. */
  readonly drawWith: (commands: readonly PageCommand[]) => void;
  readonly notify: (notice: Notice) => void;
  readonly standby?: Standby;
}): ShellHost {
  const { file, login, draw, drawWith, notify, standby = NO_STANDBY } = options;
  const read = async (): Promise<ShellSettings> => {
    const { closing, notifies } = file.read();
    return { closing, notifies, opensAtLogin: await login.read() };
  };
  const noteMoved = (accountId: string, months: readonly Month[]): void => {
    const { movedMonths } = file.read();
    const before = movedMonths[accountId] ?? [];
    const moved = newlyMoved(before, months);
    if (moved.length === 0 && before.length === months.length) return;
    void file.change({ movedMonths: { ...movedMonths, [accountId]: [...months] } }).catch(() => undefined);
    if (moved.length > 0) notify({ kind: 'months-moved', months: moved });
  };
  /** Said on standby, where nobody would see it: news once the user is there, or at the next start. */
  const unseen = new Map<string, readonly Month[]>();
  const tellUnseen = (): void => {
    for (const [accountId, months] of unseen) noteMoved(accountId, months);
  };
  // The window comes into view first, and then needs no notification.
  standby.onEnd(() => setImmediate(tellUnseen));
  return {
    read,
    change: async ({ closing, notifies, opensAtLogin }) => {
      const opened = opensAtLogin === undefined ? null : await login.read();
      try {
        if (opensAtLogin !== undefined) await login.set(opensAtLogin);
        await file.keep({
          // Who sets it knows of it.
          ...(closing === undefined ? {} : { closing, isClosingTold: true }),
          ...(notifies === undefined ? {} : { notifies }),
        });
      } catch (error) {
        // All of it or nothing.
        if (opened !== null) await login.set(opened).catch(() => undefined);
        throw notKept(error);
      }
      draw();
      return read();
    },
    sendLanguage: async (language) => {
      if (file.read().language === language) return;
      // Where it cannot be kept, it is told anew at the next start.
      void file.change({ language }).catch(() => undefined);
      draw();
    },
    sendCommands: drawWith,
    sendMovedMonths: async (accountId, months) => {
      if (standby.isOn()) unseen.set(accountId, months);
      else noteMoved(accountId, months);
    },
  };
}
