import { app, type BrowserWindow, clipboard, dialog } from 'electron';
import { systemText } from '#shared/contract/opened.ts';
import { readSystem } from '../app/surroundings.ts';
import type { Say } from '../i18n/words.ts';

/**
 * Says which Cuadra this is and what it runs on, whatever the page can do: where it has no account yet, or does not come up.
 * What is said can be copied for whoever helps.
 */
export function createAbout(options: {
  readonly say: () => Say;
  readonly language: () => string;
  readonly window: () => BrowserWindow | null;
}): () => Promise<void> {
  let isOpen = false;
  return async () => {
    if (isOpen) return;
    isOpen = true;
    const say = options.say();
    const host = { host: 'desktop', version: app.getVersion() } as const;
    const words = systemText(host, readSystem(), options.language(), '');
    const box = {
      type: 'info' as const,
      title: say('menu.about'),
      message: `Cuadra ${host.version}`,
      detail: `${say('about.licence')}\n\n${words}`,
      buttons: [say('about.close'), say('about.copy')],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    };
    const window = options.window();
    const isSeen = window !== null && !window.isDestroyed() && window.isVisible();
    try {
      const { response } = await (isSeen ? dialog.showMessageBox(window, box) : dialog.showMessageBox(box));
      if (response === 1) await clipboard.writeText(words);
    } finally {
      isOpen = false;
    }
  };
}
