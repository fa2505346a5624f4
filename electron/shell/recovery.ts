import type { BrowserWindow } from 'electron';
import { APP_START } from './app-protocol.ts';

/** A page that ends again so soon would end for ever. */
const SOON_MS = 60_000;

/** Reports a page that loading anew does not help. */
type Recovery = {
  readonly report: (reason: string) => void;
  /** Milliseconds that never jump. */
  readonly nowMs?: () => number;
};

/** Loads the page again when its process ended unasked: the ledger lives in it. One that ends again soon is told instead. */
export function recoverPage(
  window: BrowserWindow,
  { report, nowMs = () => performance.now() }: Recovery,
): void {
  let lastMs = Number.NEGATIVE_INFINITY;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    const isAgain = nowMs() - lastMs < SOON_MS;
    lastMs = nowMs();
    if (isAgain) report(reason);
    // Not from within the event, which tells of a page that is still being cleared away.
    else setImmediate(() => (window.isDestroyed() ? undefined : void window.loadURL(APP_START)));
  });
}
