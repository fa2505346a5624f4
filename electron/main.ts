import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, type BrowserWindow, dialog, net, powerMonitor } from 'electron';
import { openFileVault } from './accounts/key-vault.ts';
import { heldSentence, lockProfile, type ProfileLock } from './accounts/profile-lock.ts';
import { type App, createApp } from './app/app.ts';
import { createAppParts } from './app/app-parts.ts';
import { profileNamed } from './app/profile-argument.ts';
import { registerAppScheme, serveApp } from './shell/app-protocol.ts';
import { forwardEvents, serveBridge } from './shell/bridge.ts';
import { chosenFolders } from './shell/export-folders.ts';
import { saveDialogTarget } from './shell/save-export.ts';
import { systemCipher } from './shell/system-cipher.ts';
import {
  createWindow,
  guardPermissions,
  guardWebContents,
  type Quitting,
  showWindow,
} from './shell/window.ts';

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
app.setPath('userData', profileNamed(process.argv) ?? join(app.getPath('appData'), 'Cuadra'));

const quitting: Quitting = { now: false };
let window: BrowserWindow | null = null;

async function start(): Promise<void> {
  guardPermissions();
  const profileDirectory = app.getPath('userData');
  // Electron's own lock keeps a second desktop app of this profile away; this one, a browser host that was told to use it.
  const taken = await lockProfile(profileDirectory);
  if (taken.kind === 'held') throw new Error(heldSentence(taken));
  serveApp(join(DIST, 'renderer'));
  const cuadra = await createApp({
    profileDirectory,
    host: { host: 'desktop', version: app.getVersion() },
    openExportTarget: saveDialogTarget(() => window),
    exportFolders: chosenFolders(profileDirectory, () => window),
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
  window = createWindow(join(DIST, 'preload/preload.cjs'), quitting);
  forwardEvents(cuadra, window);
  powerMonitor.on('suspend', cuadra.suspend);
  powerMonitor.on('resume', () => setTimeout(cuadra.resume, AFTER_WAKING_MS));
  stopBeforeQuitting(cuadra, taken.lock);
}

/** Lets what is being written end before the process does. */
function stopBeforeQuitting(cuadra: App, lock: ProfileLock): void {
  let stopped = false;
  app.on('will-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    const end = cuadra.stop().finally(lock.release);
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
