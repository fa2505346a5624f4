import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openFileVault } from '#electron/accounts/key-vault.ts';
import { type App, createApp } from '#electron/app/app.ts';
import { createAppParts } from '#electron/app/app-parts.ts';
import { openErrorLog } from '#electron/app/error-log.ts';
import { createOpenings, type Openings } from '#electron/app/openings.ts';
import type { UpdatesHost } from '#electron/app/updates.ts';
import { createDownloadExports } from '#electron/browser-host/download-exports.ts';
import { entranceAddress, openEntrance } from '#electron/browser-host/entrance.ts';
import { startServer } from '#electron/browser-host/server.ts';
import { openShellFile, type ShellFile } from '#electron/desktop/shell-file.ts';
import { openFileWriter, safeFileName } from '#electron/export/file-writer.ts';
import { PROJECT, readVersion } from '#electron/launch/project.ts';
import { createShellHost } from '#electron/shell/shell-host.ts';
import type { Updates } from '#shared/contract/updates.ts';

/**
 * The desktop's own app (its settings, key file, openings, files where the user says), served to Chromium by the browser
 * host's server: its page is drawn as in the desktop app. Electron's part alone is played.
 */
export type DesktopHost = {
  readonly app: App;
  readonly openings: Openings;
  readonly keyring: PlayedKeyring;
  readonly disk: PlayedDisk;
  readonly updates: PlayedUpdates;
  /** The folder that its dialogs choose. */
  readonly folder: string;
  readonly address: string;
  readonly stop: () => Promise<void>;
};

/** A system's keyring: there, not to be opened at the moment, or none at all. */
export type PlayedKeyring = { state: 'there' | 'shut' | 'none' };

/** Whether settings of the shell can be written down. */
export type PlayedDisk = { isFull: boolean };

/** What is known of newer versions, as a scene says it; asking changes nothing but whether it is on. */
export type PlayedUpdates = UpdatesHost & { readonly report: (next: Partial<Updates>) => void };

function playUpdates(): PlayedUpdates {
  let view: Updates = {
    obstacle: 'sources',
    isOn: false,
    step: { kind: 'unasked' },
    askedAtMs: null,
    hasReleases: false,
  };
  const listeners: ((updates: Updates) => void)[] = [];
  const report = (next: Partial<Updates>): void => {
    view = { ...view, ...next };
    for (const listener of listeners) listener(view);
  };
  return {
    read: () => view,
    ask: async (action) => {
      if (action === 'on' || action === 'off') report({ isOn: action === 'on', step: { kind: 'unasked' } });
      return view;
    },
    onChange: (listener) => void listeners.push(listener),
    report,
  };
}

async function openPlayedShellFile(path: string, disk: PlayedDisk): Promise<ShellFile> {
  const file = await openShellFile(path);
  return {
    ...file,
    keep: async (part) => {
      if (disk.isFull) throw Object.assign(new Error('No space left.'), { code: 'ENOSPC' });
      await file.keep(part);
    },
  };
}

function cipherOf(keyring: PlayedKeyring) {
  const opened = (): void => {
    if (keyring.state === 'shut') throw new Error('The keyring is shut.');
  };
  return {
    encrypt: async (text: string) => {
      opened();
      return { bytes: Buffer.from(text, 'utf16le').reverse(), isProtected: keyring.state === 'there' };
    },
    decrypt: async (bytes: Uint8Array) => {
      opened();
      return { text: Buffer.from(bytes).reverse().toString('utf16le'), isStale: false };
    },
    protects: async () => (keyring.state === 'shut' ? null : keyring.state === 'there'),
  };
}

export async function startDesktopHost(options: {
  readonly profileDirectory: string;
  readonly folder: string;
  readonly keyring?: PlayedKeyring['state'];
  /** Any free one, unless said: a kept copy belongs to its port. */
  readonly port?: number;
  /** Null: as in a build that is not installed. */
  readonly opensAtLogin?: boolean | null;
}): Promise<DesktopHost> {
  const { profileDirectory, folder } = options;
  const keyring: PlayedKeyring = { state: options.keyring ?? 'there' };
  const disk: PlayedDisk = { isFull: false };
  const updates = playUpdates();
  await mkdir(profileDirectory, { recursive: true });
  await mkdir(folder, { recursive: true });
  const openings = createOpenings();
  const errors = openErrorLog({ profileDirectory, version: readVersion(), program: PROJECT });
  let atLogin = options.opensAtLogin === undefined ? false : options.opensAtLogin;
  const chosen = new Map<string, string>();
  const app = await createApp({
    profileDirectory,
    host: { host: 'desktop', version: readVersion() },
    openExportTarget: async (fileName) => {
      const path = join(folder, safeFileName(fileName));
      const { write, finish, discard } = await openFileWriter(path);
      return {
        write,
        close: async () => {
          await finish();
          return { kind: 'file', path };
        },
        cancel: discard,
      };
    },
    exportFolders: {
      find: async (accountId) => chosen.get(accountId) ?? null,
      isMade: false,
      choose: async (accountId) => {
        chosen.set(accountId, folder);
        return folder;
      },
      show: () => undefined,
    },
    shell: createShellHost({
      file: await openPlayedShellFile(join(profileDirectory, 'shell.json'), disk),
      login: {
        read: async () => atLogin,
        set: async (on) => {
          atLogin = on;
        },
      },
      draw: () => undefined,
      drawWith: () => undefined,
      notify: () => undefined,
    }),
    keyVault: await openFileVault(join(profileDirectory, 'keys.json'), cipherOf(keyring)),
    surroundings: {
      openings,
      errorLog: errors.path,
      recordPage: errors.recordPage,
      show: () => undefined,
      // No program that opens them.
      runtime: { folders: [folder], open: async () => false },
    },
    updates,
    parts: createAppParts({ profileDirectory, fetch: globalThis.fetch, requestsPerMinute: 6000 }),
  });
  const entrance = openEntrance(profileDirectory);
  const server = await startServer({
    app,
    assetsDirectory: join(PROJECT, 'dist/renderer'),
    exports: createDownloadExports(profileDirectory),
    entrance,
    port: options.port ?? 0,
  });
  return {
    app,
    openings,
    keyring,
    disk,
    updates,
    folder,
    address: entranceAddress(server.origin, await entrance.issue()),
    stop: async () => {
      await server.stop();
      await app.stop();
      await entrance.close();
    },
  };
}
