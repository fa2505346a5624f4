import { app, type BrowserWindow, dialog } from 'electron';
import type { ShellFile } from '../desktop/shell-file.ts';
import { hidingOf } from '../desktop/system-places.ts';
import type { Say } from '../i18n/words.ts';
import { hideWindow } from './window.ts';

/** Closes the window as set: it hides, or the app ends. The first time the user is told, and may choose. */
export function createClosing(file: ShellFile, say: () => Say, changed: () => void) {
  let isAsking = false;
  return async (window: BrowserWindow): Promise<void> => {
    const { closing, isClosingTold } = file.read();
    if (closing === 'quit') {
      app.quit();
      return;
    }
    if (isClosingTold) {
      hideWindow(window);
      return;
    }
    if (isAsking) return;
    isAsking = true;
    const words = say();
    const isMinimized = hidingOf(process.platform, process.env) === 'minimize';
    const { response } = await dialog
      .showMessageBox(window, {
        type: 'info',
        message: words(isMinimized ? 'closing.message-minimized' : 'closing.message'),
        detail: words(isMinimized ? 'closing.detail-minimized' : 'closing.detail'),
        buttons: [words('closing.hide'), words('closing.quit')],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      })
      .finally(() => {
        isAsking = false;
      });
    const chosen = response === 1 ? 'quit' : 'hide';
    // Where it cannot be kept, it is asked anew after the next start.
    void file.change({ isClosingTold: true, closing: chosen }).catch(() => undefined);
    changed();
    if (chosen === 'quit') app.quit();
    else if (!window.isDestroyed()) hideWindow(window);
  };
}
