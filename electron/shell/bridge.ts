import {
  type BrowserWindow,
  ipcMain,
  MessageChannelMain,
  type MessagePortMain,
  type WebContents,
} from 'electron';
import { appChecks, type SyncStatus } from '#shared/contract/app.ts';
import { IPC_CALL, IPC_EVENT, IPC_LEDGER_PORT, type Reply } from '#shared/contract/ipc.ts';
import type { Channel } from '#shared/contract/rpc.ts';
import { isSyncing } from '#shared/contract/sync-progress.ts';
import type { App } from '../app/app.ts';
import { isAppFrame } from './app-protocol.ts';
import { createInvoker } from './invoker.ts';
import { printPage } from './print-page.ts';

/** The main process's end of a MessagePort as a channel. `start` is due once listeners are set. */
export function portChannel(port: MessagePortMain): Channel {
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => {
      port.on('message', (event) => listener(event.data));
    },
    onClose: (listener) => {
      port.once('close', () => listener());
    },
    close: () => port.close(),
  };
}

const LONGEST_NONCE = 100;
const FOREIGN_SENDER: Reply<never> = {
  ok: false,
  error: { code: 'foreign-sender', message: 'Only the app itself may call.' },
};

/** Events that end a page whose window may stay: another page in its place (a reload), a crash, the window's end. */
const PAGE_ENDS = ['did-navigate', 'render-process-gone', 'destroyed'] as const;

/** Everything the page may ask of the main process; each sender is looked at first (checklist 17). */
export function serveBridge(app: App): void {
  type Invoke = ReturnType<typeof createInvoker>;
  const pages = new Map<WebContents, Invoke>();

  function pageOf(contents: WebContents): Invoke {
    const known = pages.get(contents);
    if (known !== undefined) return known;
    const { handlers, end } = app.connect(() => printPage(contents));
    const invoke = createInvoker(handlers, appChecks);
    pages.set(contents, invoke);
    const emitter: NodeJS.EventEmitter = contents;
    const leave = (): void => {
      for (const event of PAGE_ENDS) emitter.off(event, leave);
      pages.delete(contents);
      void end();
    };
    for (const event of PAGE_ENDS) emitter.on(event, leave);
    return invoke;
  }

  ipcMain.handle(IPC_CALL, (event, name: unknown, input: unknown) =>
    // Read at once: after an await the frame may be another one, or gone.
    isAppFrame(event.senderFrame) ? pageOf(event.sender)(name, input) : FOREIGN_SENDER,
  );
  ipcMain.on(IPC_LEDGER_PORT, (event, nonce: unknown) => {
    const frame = event.senderFrame;
    if (!isAppFrame(frame) || typeof nonce !== 'string' || nonce.length > LONGEST_NONCE) return;
    const { port1, port2 } = new MessageChannelMain();
    app.attachLedgerChannel(portChannel(port1));
    port1.start();
    frame.postMessage(IPC_LEDGER_PORT, nonce, [port2]);
  });
}

/** Hands the app's events to the page, until its window is closed. */
export function forwardEvents(app: App, window: BrowserWindow): void {
  const stop = app.onEvent((name, payload) => {
    if (!window.isDestroyed()) window.webContents.send(IPC_EVENT, name, payload);
    if (name === 'syncStatus' && !window.isDestroyed()) {
      // A hidden page is slowed down, and the ledger lives in it: not while rows are coming.
      window.webContents.setBackgroundThrottling(!isSyncing(payload as SyncStatus));
    }
  });
  window.once('closed', stop);
}
