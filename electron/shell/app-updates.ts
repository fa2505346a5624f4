import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, shell } from 'electron';
import type { ErrorLog } from '../app/error-log.ts';
import { createUpdates } from '../app/updates.ts';
import { notKept } from '../desktop/setting-failure.ts';
import type { ShellFile } from '../desktop/shell-file.ts';
import type { Standby } from '../desktop/standby.ts';
import { releasesAddress } from '../desktop/update-rules.ts';
import type { Quitting } from './quitting.ts';

export type AppUpdates = ReturnType<typeof createAppUpdates>;

/** Newer versions of this very build. */
export function createAppUpdates(options: {
  /** The folder of package.json. */
  readonly program: string;
  readonly file: ShellFile;
  readonly errors: ErrorLog;
  readonly quitting: Quitting;
  readonly isReading: () => boolean;
  readonly standby: Standby;
}) {
  const { program, file, errors, quitting, isReading, standby } = options;
  return createUpdates({
    build: {
      isPackaged: app.isPackaged,
      platform: process.platform,
      feed: textOf(() => join(process.resourcesPath, 'app-update.yml')),
      environment: process.env,
    },
    setting: {
      read: () => file.read().updates,
      change: (updates) =>
        file.change({ updates }).catch((error: unknown) => {
          throw notKept(error);
        }),
    },
    loadUpdater: async () => (await import('./updater.ts')).createUpdater(),
    isReading,
    standby,
    record: (error) => errors.record('update', error),
    openReleases: releasesOpener(textOf(() => join(program, 'package.json'))),
    quit: () => app.quit(),
    leaving: (isLeaving) => {
      quitting.now = isLeaving;
    },
  });
}

/** Null: there is no such file. */
function textOf(path: () => string): string | null {
  try {
    return readFileSync(path(), 'utf8');
  } catch {
    return null;
  }
}

/** The one address that is opened in the system's browser: of the build's own manifest, never of a page. */
function releasesOpener(manifest: string | null): (() => void) | null {
  const { homepage } = JSON.parse(manifest ?? '{}') as { readonly homepage?: unknown };
  const address = releasesAddress(homepage);
  if (address === null || new URL(address).protocol !== 'https:') return null;
  return () => void shell.openExternal(address).catch(() => undefined);
}
