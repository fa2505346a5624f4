import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, type BrowserWindow, net, powerMonitor, shell } from 'electron';
import { isSyncing } from '#shared/contract/sync-progress.ts';
import { refuseEarlierChromium } from './accounts/chromium-version.ts';
import { openFileVault } from './accounts/key-vault.ts';
import { lockProfile, profileInUseError } from './accounts/profile-lock.ts';
import { type App, createApp } from './app/app.ts';
import { createAppParts } from './app/app-parts.ts';
import { commandArguments } from './app/command-arguments.ts';
import { openErrorLog } from './app/error-log.ts';
import { createOpenings } from './app/openings.ts';
import { profileNamed } from './app/profile-argument.ts';
import type { Surroundings } from './app/surroundings.ts';
import { openShellFile } from './desktop/shell-file.ts';
import { createStandby } from './desktop/standby.ts';
import { firstSight, type Sight, STANDBY_FLAG, startKindOf } from './desktop/start-kind.ts';
import { hidingOf, programFile } from './desktop/system-places.ts';
import { endStandbyWhenIdle } from './programs/idle-end.ts';
import { openProgramLine } from './programs/program-line.ts';
import { registerAppScheme, serveApp } from './shell/app-protocol.ts';
import { createAppUpdates } from './shell/app-updates.ts';
import { forwardEvents, serveBridge } from './shell/bridge.ts';
import { chosenFolders } from './shell/export-folders.ts';
import { exitAfterFailedStart } from './shell/failed-start.ts';
import { nameForTaskbar } from './shell/jump-list.ts';
import { createLoginItem, thisStart } from './shell/login-item.ts';
import { createNativeShell } from './shell/native-shell.ts';
import { receiveOpened } from './shell/opened-with.ts';
import { keepOutOfSight } from './shell/out-of-sight.ts';
import { type Quitting, stopBeforeQuitting } from './shell/quitting.ts';
import { recordErrors } from './shell/record-errors.ts';
import { recoverPage } from './shell/recovery.ts';
import { saveDialogTarget } from './shell/save-export.ts';
import { createShellHost } from './shell/shell-host.ts';
import { showSyncSigns } from './shell/sync-signs.ts';
import { systemCipher } from './shell/system-cipher.ts';
import { createWindow, guardPermissions, guardWebContents, seeFirst, showWindow } from './shell/window.ts';
import { keepInSight, rememberWindow, windowPlace } from './shell/window-memory.ts';

/** The desktop host: puts its parts together. What the app does without a window is in app/app.ts, for the browser host too. */

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
const surroundings: Surroundings = {
  openings,
  errorLog: errors.path,
  recordPage: errors.recordPage,
  show: (path) => shell.showItemInFolder(path),
  runtime: {
    folders: [dirname(process.execPath), join(dirname(process.execPath), '../Resources')],
    open: async (path) => (await shell.openPath(path)) === '',
  },
};

const quitting: Quitting = { now: false };
const standby = createStandby(startKindOf(process.argv));
keepOutOfSight(standby);
let window: BrowserWindow | null = null;
let sight = (): Sight => 'shown';
let releaseProfile = async (): Promise<void> => undefined;

/** Long, for it puts the parts of the desktop app together. */
async function start(): Promise<void> {
  guardPermissions();
  const profileDirectory = app.getPath('userData');
  // Electron's own lock keeps a second desktop app of this profile away; this one, a browser host that was told to use it.
  const taken = await lockProfile(profileDirectory);
  if (taken.kind === 'held') throw profileInUseError(taken);
  releaseProfile = taken.lock.release;
  await refuseEarlierChromium(profileDirectory, process.versions.chrome);
  serveApp(join(DIST, 'renderer'));
  const shellFile = await openShellFile(join(profileDirectory, 'shell.json'));
  const begun = thisStart();
  sight = () =>
    firstSight(
      begun === 'programs' ? standby.start() : begun,
      shellFile.read().closing,
      hidingOf(process.platform, process.env),
    );
  // The app that is made next is asked to read; where nothing can be read, the page says so.
  const syncNow = async () => cuadra.handlers.syncNow(null);
  const updates = createAppUpdates({
    program: join(DIST, '..'),
    file: shellFile,
    errors,
    quitting,
    standby,
    isReading: () => isSyncing(cuadra.status()),
  });
  const around = createNativeShell({
    file: shellFile,
    quitting,
    standby,
    window: () => window,
    show: () => show(),
    syncNow: () => void syncNow().catch(() => undefined),
  });
  const cuadra: App = await createApp({
    profileDirectory,
    host: { host: 'desktop', version: app.getVersion() },
    openExportTarget: saveDialogTarget(() => window),
    exportFolders: chosenFolders(profileDirectory, () => window),
    shell: createShellHost({ file: shellFile, login: createLoginItem(), standby, ...around }),
    keyVault: await openFileVault(join(profileDirectory, 'keys.json'), systemCipher()),
    surroundings,
    updates,
    standby,
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
    sight,
    leave: around.leave,
  });
  rememberWindow(window, shellFile);
  keepInSight(window);
  forwardEvents(cuadra, window);
  recoverPage(window, { report: around.reportPage });
  showSyncSigns(cuadra, window, around.notify, standby);
  powerMonitor.on('suspend', cuadra.suspend);
  powerMonitor.on('resume', () => setTimeout(cuadra.resume, AFTER_WAKING_MS));
  const line = await openProgramLine({
    profileDirectory,
    app: app.getVersion(),
    ask: cuadra.askPage,
    isEnding: () => quitting.now,
    onAskers: endStandbyWhenIdle({ standby, isWriting: cuadra.hasOpenFiles, end: () => app.quit() }),
  });
  stopBeforeQuitting(
    () => Promise.all([line.stop(), cuadra.stop(), shellFile.settled()]).finally(taken.lock.release),
    () => {
      stopRecording();
      updates.end();
    },
  );
}

/** @param argv what the user began it with */
function show(argv = process.argv.filter((word) => word !== STANDBY_FLAG)): void {
  // Nobody asked any more, and it is ending: another one takes its place.
  if (quitting.now && standby.isOn()) {
    app.relaunch({ args: argv.slice(1) });
    return;
  }
  standby.end('user');
  if (window !== null && !window.isDestroyed()) showWindow(window);
}

/** A second one was begun, and kept away. */
function showAgain(argv: string[]): void {
  const by = startKindOf(argv);
  // What asks finds this one.
  if (by === 'programs') return;
  if (by === 'login' && standby.isOn() && !quitting.now) {
    standby.end(by);
    if (window !== null && !window.isDestroyed()) seeFirst(window, sight());
  } else show(argv);
}

/** The program as a command line: no window, no lock of its own; the app that runs beside it answers, begun where it is closed. */
async function runAsCommand(args: readonly string[]): Promise<void> {
  const { runAsProcess } = await import('./command/as-process.ts');
  const program = {
    file: programFile(process.platform, process.env, process.execPath),
    // Not packaged, the program is Electron, and the app its first word.
    args: app.isPackaged ? [] : [app.getAppPath()],
  };
  app.exit(await runAsProcess(args, app.getVersion(), async () => program));
}

const typed = commandArguments(process.argv, app.isPackaged);
if (typed !== null) {
  void runAsCommand(typed);
} else if (app.requestSingleInstanceLock()) {
  receiveOpened(openings);
  openings.onOpened(() => show());
  app.on('second-instance', (_event, argv) => showAgain(argv));
  app.on('activate', () => show());
  app.on('before-quit', () => {
    quitting.now = true;
  });
  app
    .whenReady()
    .then(start)
    .catch((error: unknown) => exitAfterFailedStart(error, errors, releaseProfile, standby));
} else {
  app.quit();
}
