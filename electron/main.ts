import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, type BrowserWindow, dialog, net, powerMonitor, shell } from 'electron';
import { LANGUAGES, type PageCommand } from '#shared/contract/shell.ts';
import { refuseEarlierChromium } from './accounts/chromium-version.ts';
import { openFileVault } from './accounts/key-vault.ts';
import { heldError, lockProfile, type ProfileLock } from './accounts/profile-lock.ts';
import { type App, createApp } from './app/app.ts';
import { createAppParts } from './app/app-parts.ts';
import { openErrorLog } from './app/error-log.ts';
import { createOpenings } from './app/openings.ts';
import { profileNamed } from './app/profile-argument.ts';
import { languageOfSystem, startFailureWords } from './app/start-failure.ts';
import { menuOf } from './desktop/menu.ts';
import { languageIn, openShellFile, type ShellFile } from './desktop/shell-file.ts';
import { isReading } from './desktop/update-rules.ts';
import { wordsOf } from './i18n/words.ts';
import { createAbout } from './shell/about.ts';
import { registerAppScheme, serveApp } from './shell/app-protocol.ts';
import { type AppUpdates, createAppUpdates } from './shell/app-updates.ts';
import { forwardEvents, serveBridge } from './shell/bridge.ts';
import { createClosing } from './shell/closing.ts';
import { chosenFolders } from './shell/export-folders.ts';
import { nameForTaskbar, showJumpList } from './shell/jump-list.ts';
import { createLoginItem } from './shell/login-item.ts';
import { sendCommand, showMenus } from './shell/menus.ts';
import { createNotifier } from './shell/notifications.ts';
import { receiveOpened } from './shell/opened-with.ts';
import { recordErrors } from './shell/record-errors.ts';
import { recoverPage } from './shell/recovery.ts';
import { saveDialogTarget } from './shell/save-export.ts';
import { createShellHost } from './shell/shell-host.ts';
import { showSyncSigns } from './shell/sync-signs.ts';
import { systemCipher } from './shell/system-cipher.ts';
import { createTray } from './shell/tray.ts';
import {
  createWindow,
  guardPermissions,
  guardWebContents,
  type Quitting,
  showWindow,
} from './shell/window.ts';
import { keepInSight, rememberWindow, windowPlace } from './shell/window-memory.ts';

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

nameForTaskbar();

const errors = openErrorLog({
  profileDirectory: app.getPath('userData'),
  version: app.getVersion(),
  program: join(DIST, '..'),
});
const stopRecording = recordErrors(errors);
const openings = createOpenings();

const quitting: Quitting = { now: false };
let window: BrowserWindow | null = null;
let releaseProfile = async (): Promise<void> => undefined;

async function start(): Promise<void> {
  guardPermissions();
  const profileDirectory = app.getPath('userData');
  // Electron's own lock keeps a second desktop app of this profile away; this one, a browser host that was told to use it.
  const taken = await lockProfile(profileDirectory);
  if (taken.kind === 'held') throw heldError(taken);
  releaseProfile = taken.lock.release;
  await refuseEarlierChromium(profileDirectory, process.versions.chrome);
  serveApp(join(DIST, 'renderer'));
  const shellFile = await openShellFile(join(profileDirectory, 'shell.json'));
  const login = createLoginItem();
  // What is to be read is asked of the app that is made next; where nothing can be, the page says so.
  const syncNow = async () => cuadra.handlers.syncNow(null);
  const updates = createAppUpdates({
    program: join(DIST, '..'),
    file: shellFile,
    errors,
    quitting,
    isReading: () => isReading(cuadra.status()),
  });
  const around = createNativeShell(shellFile, () => void syncNow().catch(() => undefined));
  const cuadra: App = await createApp({
    profileDirectory,
    host: { host: 'desktop', version: app.getVersion() },
    openExportTarget: saveDialogTarget(() => window),
    exportFolders: chosenFolders(profileDirectory, () => window),
    shell: createShellHost({ file: shellFile, login, ...around }),
    keyVault: await openFileVault(join(profileDirectory, 'keys.json'), systemCipher()),
    surroundings: {
      openings,
      errorLog: errors.path,
      recordPage: errors.recordPage,
      show: (path) => shell.showItemInFolder(path),
      runtime: {
        folders: [dirname(process.execPath), join(dirname(process.execPath), '../Resources')],
        open: async (path) => (await shell.openPath(path)) === '',
      },
    },
    updates,
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
  around.draw();
  window = createWindow(join(DIST, 'preload/preload.cjs'), quitting, {
    place: windowPlace(shellFile),
    isHidden: login.isHiddenStart() && shellFile.read().closing === 'hide',
    leave: around.leave,
  });
  rememberWindow(window, shellFile);
  keepInSight(window);
  forwardEvents(cuadra, window);
  recoverPage(window, { tell: around.tellOfPage });
  showSyncSigns(cuadra, window, around.notify);
  powerMonitor.on('suspend', cuadra.suspend);
  powerMonitor.on('resume', () => setTimeout(cuadra.resume, AFTER_WAKING_MS));
  stopBeforeQuitting(cuadra, shellFile, taken.lock, updates);
}

function show(): void {
  if (window !== null && !window.isDestroyed()) showWindow(window);
}

/** Menus, tray and notifications; `syncNow` is what the tray asks for. */
function createNativeShell(file: ShellFile, syncNow: () => unknown) {
  const language = () => file.read().language ?? LANGUAGES[0];
  const say = () => wordsOf(language());
  const about = createAbout({ say, language, window: () => window });
  // Before the page has said anything there is nobody to do it.
  let available: ReadonlySet<PageCommand> = new Set();
  const drawTray = createTray({ open: show, sync: syncNow, quit: () => app.quit() });
  const draw = (): void => {
    showMenus(menuOf(say(), process.platform === 'darwin', available), {
      run: (command) => {
        if (window === null || window.isDestroyed()) return;
        showWindow(window);
        sendCommand(window, command);
      },
      about: () => void about(),
    });
    drawTray(file.read().closing === 'hide' ? say() : null, available.has('sync'));
    showJumpList(say(), available);
  };
  const drawWith = (commands: readonly PageCommand[]): void => {
    available = new Set(commands);
    draw();
  };
  const notify = createNotifier({ file, say, window: () => window, show });
  const tellOfPage = (reason: string): void => {
    if (!quitting.now) dialog.showErrorBox('Cuadra', say()('page.ended', { reason }));
  };
  return { draw, drawWith, notify, tellOfPage, leave: createClosing(file, say, draw) };
}

/** Lets what is being written end before the process does. */
function stopBeforeQuitting(
  cuadra: App,
  shellFile: ShellFile,
  lock: ProfileLock,
  updates: Pick<AppUpdates, 'end'>,
): void {
  let stopped = false;
  app.on('will-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    const end = Promise.all([cuadra.stop(), shellFile.settled()]).finally(lock.release);
    void end.finally(() => {
      stopped = true;
      stopRecording();
      updates.end();
    });
  });
}

/** Says why there will be no window, in the language of the last start or of the system. */
async function endUnbegun(error: unknown): Promise<void> {
  errors.record('start', error);
  // Not when the box is closed: who reads it may begin another one first.
  await releaseProfile().catch(() => undefined);
  const profileDirectory = app.getPath('userData');
  const language = await languageIn(join(profileDirectory, 'shell.json'));
  const say = wordsOf(language ?? languageOfSystem(app.getPreferredSystemLanguages()));
  const reason = error instanceof Error ? error.message : String(error);
  const message =
    startFailureWords(error, say, profileDirectory) ?? say('start.other', { reason, log: errors.path });
  process.stderr.write(`${message}\n`);
  dialog.showErrorBox('Cuadra', message);
  app.exit(1);
}

if (app.requestSingleInstanceLock()) {
  receiveOpened(openings);
  openings.onOpened(show);
  app.on('second-instance', show);
  app.on('activate', show);
  app.on('before-quit', () => {
    quitting.now = true;
  });
  app.whenReady().then(start).catch(endUnbegun);
} else {
  app.quit();
}
