import { type BrowserWindow, Notification } from 'electron';
import { needsUserWords, type SyncNotice } from '../desktop/notices.ts';
import type { ShellFile } from '../desktop/shell-file.ts';
import type { Say } from '../i18n/words.ts';

export type Notice = SyncNotice | { readonly kind: 'months-moved'; readonly months: readonly string[] };

function wordsOfNotice(notice: Notice, say: Say): string {
  switch (notice.kind) {
    case 'load-ended':
      return say('notice.load-ended');
    case 'needs-user':
      return say(needsUserWords(notice.code));
    case 'months-moved':
      return say('notice.months-moved', { months: notice.months.join(', ') });
  }
}

/**
 * Calls the user back while they are elsewhere, unless they asked not to. Words and months alone: a notification is read by
 * whoever stands by, and kept by the system.
 */
export function createNotifier(options: {
  readonly file: ShellFile;
  readonly say: () => Say;
  readonly window: () => BrowserWindow | null;
  readonly show: () => void;
}): (notice: Notice) => void {
  // One that nobody holds is collected, and its click with it.
  const held = new Set<Notification>();
  return (notice) => {
    const window = options.window();
    const isSeen = window !== null && !window.isDestroyed() && window.isFocused();
    if (isSeen || !options.file.read().notifies || !Notification.isSupported()) return;
    const notification = new Notification({ title: 'Cuadra', body: wordsOfNotice(notice, options.say()) });
    held.add(notification);
    const drop = (): void => {
      held.delete(notification);
    };
    notification.on('click', () => {
      drop();
      options.show();
    });
    notification.on('close', drop);
    notification.on('failed', drop);
    notification.show();
  };
}
