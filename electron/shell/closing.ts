import { app, type BrowserWindow, dialog } from 'electron';
import type { ShellFile } from '../desktop/shell-file.ts';
import type { Say } from '../i18n/words.ts';

/** What closing the window does, as set: it hides, or the app ends. The first time the user is told, and may choose. */
export function createClosing(file: ShellFile, say: () => Say, changed: () => void) {
  let isAsking = false;
  return async (window: BrowserWindow): Promise<void> => {
    const { closing, isClosingTold } = file.read();
    if (closing === 'quit') {
      app.quit();
      return;
    }
    if (isClosingTold) {
      window.hide();
      return;
    }
    if (isAsking) return;
    isAsking = true;
    const words = say();
    const { response } = await dialog
      .showMessageBox(window, {
        type: 'info',
        message: words('closing.message'),
        detail: words('closing.detail'),
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
    else if (!window.isDestroyed()) window.hide();
  };
}
