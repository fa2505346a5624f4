import { app } from 'electron';
import type { Standby } from '../desktop/standby.ts';
import { OPENED_LINE } from '../desktop/standby-lines.ts';

/**
 * Keeps an app on standby out of sight until its user opens it, which it tells who began it: no icon in the dock of macOS, no box
 * for what nobody caught. Before `ready`.
 */
export function keepOutOfSight(standby: Standby): void {
  if (!standby.isOn()) return;
  const dock = process.platform === 'darwin' ? app.dock : undefined;
  dock?.hide();
  // Who began it may be gone, and the other end of standard error with it.
  process.stderr.on('error', () => undefined);
  // Written down by then (record-errors.ts); where nobody listens, Electron shows a box.
  const leave = (): void => app.exit(1);
  process.on('uncaughtException', leave);
  standby.onEnd(() => {
    process.stderr.write(OPENED_LINE);
    process.off('uncaughtException', leave);
    void dock?.show();
  });
}
