import { access, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import { writeFileAtomically } from '../accounts/write-file-atomically.ts';
import { AUTOSTART_FILE, autostartEntry } from '../desktop/autostart.ts';
import { HIDDEN_FLAG, type StartKind, startKindOf } from '../desktop/start-kind.ts';
import { isPortable, programFile } from '../desktop/system-places.ts';

/** Whether the system begins the app at login. */
export type LoginItem = {
  /** Null: not to be had here. */
  readonly read: () => Promise<boolean | null>;
  readonly set: (on: boolean) => Promise<void>;
};

/** Windows and macOS have a list of their own; Linux desktops read files of the user's configuration. After `ready`. */
export function createLoginItem(platform: NodeJS.Platform = process.platform): LoginItem {
  const program = programFile(platform, process.env, process.execPath);
  // A build that is not packaged would have Electron itself begun.
  if (!app.isPackaged) {
    return { read: async () => null, set: async () => undefined };
  }
  if (platform === 'linux') {
    // The user's configuration ($XDG_CONFIG_HOME) is what Electron calls appData there.
    const file = join(app.getPath('appData'), 'autostart', AUTOSTART_FILE);
    return {
      read: () =>
        access(file).then(
          () => true,
          () => false,
        ),
      set: async (on) => {
        if (!on) {
          await rm(file, { force: true });
          return;
        }
        await mkdir(dirname(file), { recursive: true });
        await writeFileAtomically(file, autostartEntry(program), 0o644);
      },
    };
  }
  const args = [HIDDEN_FLAG];
  const how = isPortable(platform, process.env) ? { path: program, args } : { args };
  return {
    read: async () => app.getLoginItemSettings(how).openAtLogin,
    set: async (openAtLogin) => app.setLoginItemSettings({ openAtLogin, ...how }),
  };
}

/** Who began this process: macOS gives no argument at login, and tells when asked. */
export function thisStart(): StartKind {
  const start = startKindOf(process.argv);
  if (start !== 'user' || process.platform !== 'darwin' || !app.isPackaged) return start;
  return app.getLoginItemSettings().wasOpenedAtLogin ? 'login' : 'user';
}
