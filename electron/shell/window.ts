import { app, BrowserWindow, session } from 'electron';
import type { Sight } from '../desktop/start-kind.ts';
import { hidingOf } from '../desktop/system-places.ts';
import { DEFAULT_SIZE, MIN_SIZE, type WindowState } from '../desktop/window-state.ts';
import { APP_START, isAppAddress } from './app-protocol.ts';
import type { Quitting } from './quitting.ts';

/** The app's one window. Closing hides it until the app or the session ends: the ledger lives in its page. */
export function createWindow(
  preload: string,
  quitting: Quitting,
  {
    place = null,
    sight = () => 'shown',
    leave = (window: BrowserWindow) => hideWindow(window),
  }: {
    readonly place?: WindowState | null;
    /** How it is first seen, as of when it is ready to be. */
    readonly sight?: () => Sight;
    /** The action in the place of ending the window that was closed. */
    readonly leave?: (window: BrowserWindow) => unknown;
  } = {},
): BrowserWindow {
  const window = new BrowserWindow({
    ...(place?.bounds ?? DEFAULT_SIZE),
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    show: false,
    // Checklist 2, 3, 4, 6 and 11: Electron's own defaults, said aloud because everything rests on them.
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => seeFirst(window, sight()));
  // Not before: maximising would show it.
  if (place?.isMaximized === true) window.once('show', () => window.maximize());
  window.on('close', (event) => {
    if (quitting.now) return;
    event.preventDefault();
    void leave(window);
  });
  followSession(window, quitting);
  void window.loadURL(APP_START);
  return window;
}

/** A session that was to end and stands so long after goes on: another app, or its user, kept it. Nobody is told of that. */
const SESSION_KEPT_AFTER_MS = 30_000;

/** Windows ends a session without before-quit. */
function followSession(window: BrowserWindow, quitting: Quitting): void {
  let kept: NodeJS.Timeout | undefined;
  const forget = (): void => clearTimeout(kept);
  window.on('query-session-end', () => {
    if (quitting.now) return;
    quitting.now = true;
    kept = setTimeout(() => {
      quitting.now = false;
    }, SESSION_KEPT_AFTER_MS);
  });
  window.on('session-end', () => {
    forget();
    quitting.now = true;
  });
  // A quit that the user asked for meanwhile stays one.
  app.once('before-quit', forget);
}

/** Lets the window be seen, as the start would have it. */
export function seeFirst(window: BrowserWindow, sight: Sight): void {
  if (sight === 'unseen') return;
  window.show();
  // Where nothing beside the clock would bring it back it is seen for a moment.
  if (sight === 'minimized') window.minimize();
}

/** Windows on their way out of full screen, to be hidden then. */
const leaving = new WeakSet<BrowserWindow>();

/** Takes the window out of sight, where the user finds it again. */
export function hideWindow(window: BrowserWindow): void {
  if (hidingOf(process.platform, process.env) === 'minimize') {
    window.minimize();
    return;
  }
  if (leaving.has(window)) return;
  if (process.platform !== 'darwin' || !window.isFullScreen()) {
    window.hide();
    return;
  }
  // Hidden at once, macOS would leave its space behind, black.
  leaving.add(window);
  window.once('leave-full-screen', () => {
    if (leaving.delete(window) && !window.isDestroyed()) window.hide();
  });
  window.setFullScreen(false);
}

/** Brings the window to the front, from wherever it was hidden or minimised to. */
export function showWindow(window: BrowserWindow): void {
  // Called back meanwhile.
  leaving.delete(window);
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Everything else is refused; Electron grants by default. */
const ALLOWED_PERMISSIONS: ReadonlySet<string> = new Set(['persistent-storage', 'clipboard-sanitized-write']);

/**
 * Electron's security checklist, 12 to 15: only the app's page, no new window, no webview. What is opened outside is app-updates.ts's.
 * Before `ready`.
 */
export function guardWebContents(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-frame-navigate', (event) => {
      if (!isAppAddress(event.url)) event.preventDefault();
    });
    contents.on('will-redirect', (event) => {
      if (!isAppAddress(event.url)) event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

/** Checklist 5: both handlers, because Chromium asks some permissions through the check alone. After `ready`. */
export function guardPermissions(): void {
  session.defaultSession.setPermissionRequestHandler((contents, permission, decide) =>
    decide(isAppAddress(contents.getURL()) && ALLOWED_PERMISSIONS.has(permission)),
  );
  session.defaultSession.setPermissionCheckHandler(
    (_contents, permission, origin) => isAppAddress(origin) && ALLOWED_PERMISSIONS.has(permission),
  );
}
