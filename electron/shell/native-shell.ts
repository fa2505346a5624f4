import { app, type BrowserWindow, dialog } from 'electron';
import { LANGUAGES } from '#shared/contract/languages.ts';
import type { PageCommand } from '#shared/contract/shell.ts';
import { menuOf } from '../desktop/menu.ts';
import type { ShellFile } from '../desktop/shell-file.ts';
import type { Standby } from '../desktop/standby.ts';
import { wordsOf } from '../i18n/words.ts';
import { createAbout } from './about.ts';
import { createClosing } from './closing.ts';
import { showJumpList } from './jump-list.ts';
import { sendCommand, showMenus } from './menus.ts';
import { createNotifier } from './notifications.ts';
import type { Quitting } from './quitting.ts';
import { createTray } from './tray.ts';
import { showWindow } from './window.ts';

/**
 * The app around its window: menus, tray, jump list, notifications and the question when the window is closed, in the
 * language that the page said last. After `ready`.
 */
export function createNativeShell(options: {
  readonly file: ShellFile;
  readonly quitting: Quitting;
  readonly standby: Standby;
  readonly window: () => BrowserWindow | null;
  /** Brings the window to the front. */
  readonly show: () => void;
  /** The tray's actions. */
  readonly syncNow: () => void;
}) {
  const { file, quitting, standby, window, show, syncNow } = options;
  const language = () => file.read().language ?? LANGUAGES[0];
  const say = () => wordsOf(language());
  const about = createAbout({ say, language, window });
  // Before the page has said anything there is nobody to do it.
  let available: ReadonlySet<PageCommand> = new Set();
  const drawTray = createTray({ open: show, sync: syncNow, quit: () => app.quit() });
  const run = (command: PageCommand): void => {
    const current = window();
    if (current === null || current.isDestroyed()) return;
    showWindow(current);
    sendCommand(current, command);
  };
  const draw = (): void => {
    showMenus(menuOf(say(), process.platform === 'darwin', available), { run, about: () => void about() });
    const isBesideClock = file.read().closing === 'hide' && !standby.isOn();
    drawTray(isBesideClock ? say() : null, available.has('sync'));
    showJumpList(say(), available);
  };
  standby.onEnd(draw);
  return {
    draw,
    /** Draws anew with what the page can do now. */
    drawWith: (commands: readonly PageCommand[]): void => {
      available = new Set(commands);
      draw();
    },
    notify: createNotifier({ file, say, window, show }),
    /** Says that the page ended and does not come again by itself. On standby the app ends, and whoever asked hears of that. */
    reportPage: (reason: string): void => {
      if (standby.isOn()) app.quit();
      else if (!quitting.now) dialog.showErrorBox('Cuadra', say()('page.ended', { reason }));
    },
    /** The action on a window that was closed. */
    leave: createClosing(file, say, draw),
  };
}
