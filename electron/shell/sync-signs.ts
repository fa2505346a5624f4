import type { BrowserWindow } from 'electron';
import type { SyncStatus } from '#shared/contract/app.ts';
import type { App } from '../app/app.ts';
import { NOTHING_NOTICED, noticeOf, type SyncNotice, taskProgress } from '../desktop/notices.ts';
import { NO_STANDBY, type Standby } from '../desktop/standby.ts';

/**
 * Shows the sync outside the window: how far a load is in taskbar and dock, and what is worth a notification. On standby
 * nothing, and what is still so afterwards is news then.
 */
export function showSyncSigns(
  app: App,
  window: BrowserWindow,
  notify: (notice: SyncNotice) => void,
  standby: Standby = NO_STANDBY,
): void {
  let shown = -1;
  let noticed = NOTHING_NOTICED;
  const stop = app.onEvent((name, payload) => {
    if (name !== 'syncStatus' || window.isDestroyed() || standby.isOn()) return;
    const status = payload as SyncStatus;
    const progress = taskProgress(status);
    if (progress !== shown) window.setProgressBar(progress);
    shown = progress;
    const seen = noticeOf(noticed, status, performance.now());
    noticed = seen.noticed;
    if (seen.notice !== null) notify(seen.notice);
  });
  window.once('closed', stop);
}
