import { type BrowserWindow, screen } from 'electron';
import type { ShellFile } from '../desktop/shell-file.ts';
import { placeWindow, type WindowState } from '../desktop/window-state.ts';

/** So long a window that is being dragged or sized is left alone. */
const SAVED_AFTER_MS = 500;

/** Where the window opens on the displays there are now. After `ready`. */
export function windowPlace(file: ShellFile): WindowState | null {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  return placeWindow(
    file.read().window,
    [primary, ...others].map(({ workArea }) => workArea),
  );
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
