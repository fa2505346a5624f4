import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, type BrowserWindow, dialog, net, powerMonitor } from 'electron';
import { openFileVault } from './accounts/key-vault.ts';
import { heldSentence, lockProfile, type ProfileLock } from './accounts/profile-lock.ts';
import { type App, createApp } from './app/app.ts';
import { createAppParts } from './app/app-parts.ts';
import type { ShellHost } from './app/shell-host.ts';
import { menuOf } from './desktop/menu.ts';
import { openShellFile, type ShellFile } from './desktop/shell-file.ts';
import { wordsOf } from './i18n/words.ts';
import { registerAppScheme, serveApp } from './shell/app-protocol.ts';
import { forwardEvents, serveBridge } from './shell/bridge.ts';
import { chosenFolders } from './shell/export-folders.ts';
import { sendCommand, showMenus } from './shell/menus.ts';
import { saveDialogTarget } from './shell/save-export.ts';
import { systemCipher } from './shell/system-cipher.ts';
import {
  createWindow,
  guardPermissions,
  guardWebContents,
  type Quitting,
  showWindow,
} from './shell/window.ts';
import { rememberWindow, windowPlace } from './shell/window-memory.ts';

/** The desktop host. Thin: everything it starts is exercised through the browser host, see app.ts. */

/** After waking up the network needs a moment. */
const AFTER_WAKING_MS = 5000;

// Built into dist/main, beside dist/preload and dist/renderer.
const DIST = fileURLToPath(new URL('..', import.meta.url));

registerAppScheme();
app.enableSandbox();
// The key is given in the window here; the processes of the page would inherit this one.
delete process.env.CUADRA_API_KEY;
guardWebContents();
app.setPath('userData', join(app.getPath('appData'), 'Cuadra'));

const quitting: Quitting = { now: false };
let window: BrowserWindow | null = null;

async function start(): Promise<void> {
  guardPermissions();
  const profileDirectory = app.getPath('userData');
  // Electron's own lock keeps a second desktop app of this profile away; this one, a browser host that was told to use it.
  const taken = await lockProfile(profileDirectory);
  if (taken.kind === 'held') throw new Error(heldSentence(taken));
  serveApp(join(DIST, 'renderer'));
  const shellFile = await openShellFile(join(profileDirectory, 'shell.json'));
  const cuadra = await createApp({
    profileDirectory,
    host: { host: 'desktop', version: app.getVersion() },
    openExportTarget: saveDialogTarget(() => window),
    exportFolders: chosenFolders(profileDirectory, () => window),
    shell: createShell(shellFile),
    keyVault: await openFileVault(join(profileDirectory, 'keys.json'), systemCipher()),
    parts: createAppParts({
      profileDirectory,
      // Chromium's own stack: the system's proxy and certificates.
      fetch: (url, init) => net.fetch(url, init),
      requestsPerMinute: null,
    }),
  });
  const { accounts } = await cuadra.handlers.readAccounts(null);
  if (process.argv.includes('--demo') && accounts.length === 0) await cuadra.handlers.openDemo(null);
  serveBridge(cuadra);
  drawMenus(shellFile);
  window = createWindow(join(DIST, 'preload/preload.cjs'), quitting, windowPlace(shellFile));
  rememberWindow(window, shellFile);
  forwardEvents(cuadra, window);
  powerMonitor.on('suspend', cuadra.suspend);
  powerMonitor.on('resume', () => setTimeout(cuadra.resume, AFTER_WAKING_MS));
  stopBeforeQuitting(cuadra, shellFile, taken.lock);
}

function drawMenus(shellFile: ShellFile): void {
  const say = wordsOf(shellFile.read().language ?? 'es');
  showMenus(menuOf(say, process.platform === 'darwin'), (command) => {
    if (window === null || window.isDestroyed()) return;
    showWindow(window);
    sendCommand(window, command);
  });
}

/** What the page may say of and to the app around it. */
function createShell(shellFile: ShellFile): ShellHost {
  return {
    tellLanguage: async (language) => {
      if (shellFile.read().language === language) return;
      // Where it cannot be kept, it is told anew at the next start.
      void shellFile.change({ language }).catch(() => undefined);
      drawMenus(shellFile);
    },
  };
}

/** Lets what is being written end before the process does. */
function stopBeforeQuitting(cuadra: App, shellFile: ShellFile, lock: ProfileLock): void {
  let stopped = false;
  app.on('will-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    const end = Promise.all([cuadra.stop(), shellFile.settled()]).finally(lock.release);
    void end.finally(() => {
      stopped = true;
      app.quit();
    });
  });
}

function show(): void {
  if (window !== null && !window.isDestroyed()) showWindow(window);
}

if (app.requestSingleInstanceLock()) {
  app.on('second-instance', show);
  app.on('activate', show);
  app.on('before-quit', () => {
    quitting.now = true;
  });
  app
    .whenReady()
    .then(start)
    .catch((error: unknown) => {
      const message = `Cuadra could not start: ${error instanceof Error ? error.message : String(error)}`;
      process.stderr.write(`${message}\n`);
      dialog.showErrorBox('Cuadra', message);
      app.exit(1);
    });
} else {
  app.quit();
}
