import { type BrowserWindow, screen } from 'electron';
import type { ShellFile } from '../desktop/shell-file.ts';
import { type Bounds, bringBack, placeWindow, type WindowState } from '../desktop/window-state.ts';

/** So long a window that is being dragged or sized is left alone. */
const SAVED_AFTER_MS = 500;

/** Work areas of the displays there are now, the primary one's first. */
function areasNow(): readonly Bounds[] {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  return [primary, ...others].map(({ workArea }) => workArea);
}

/** Where the window opens on the displays there are now. After `ready`. */
export function windowPlace(file: ShellFile): WindowState | null {
  return placeWindow(file.read().window, areasNow());
}

/**
 * Brings the window back when its display has gone: systems take along the windows that are shown, and ours may be in the tray
 * for days. One that is maximised or minimised is looked at when it is no longer.
 */
export function keepInSight(window: BrowserWindow): void {
  const look = (): void => {
    if (window.isDestroyed() || window.isMinimized() || window.isMaximized() || window.isFullScreen()) return;
    const back = bringBack(window.getNormalBounds(), areasNow());
    if (back !== null) window.setBounds(back);
  };
  const displays: NodeJS.EventEmitter = screen;
  const emitter: NodeJS.EventEmitter = window;
  for (const event of ['display-removed', 'display-metrics-changed']) displays.on(event, look);
  for (const event of ['show', 'restore', 'unmaximize']) emitter.on(event, look);
  window.once('closed', () => {
    for (const event of ['display-removed', 'display-metrics-changed']) displays.off(event, look);
  });
}

/** Remembers where the window is whenever it was moved, sized or closed. */
export function rememberWindow(window: BrowserWindow, file: ShellFile): void {
  let timer: NodeJS.Timeout | undefined;
  const save = (): void => {
    clearTimeout(timer);
    // Before it is shown for the first time it is nowhere yet.
    if (window.isDestroyed() || !window.isVisible() || window.isMinimized()) return;
    const { x, y, width, height } = window.getNormalBounds();
    const state = { bounds: { x, y, width, height }, isMaximized: window.isMaximized() };
    // A place that could not be written down costs nobody anything.
    void file.change({ window: state }).catch(() => undefined);
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(save, SAVED_AFTER_MS);
  };
  const emitter: NodeJS.EventEmitter = window;
  for (const event of ['move', 'resize', 'maximize', 'unmaximize']) emitter.on(event, soon);
  window.on('close', save);
  window.on('closed', () => clearTimeout(timer));
}
