import { contextBridge, ipcRenderer } from 'electron';
import { APP_CALL_NAMES, APP_EVENT_NAMES, type AppCalls } from '#shared/contract/app.ts';
import { IPC_CALL, IPC_EVENT, IPC_LEDGER_PORT, type PreloadBridge } from '#shared/contract/ipc.ts';

/** Leaves `window.cuadra` in the page: one function a call, never ipcRenderer itself, never an event object. */

/** The page's window, as far as the preload may use it: there is no DOM library on this side. */
declare const window: {
  readonly postMessage: (message: unknown, origin: string, transfer: readonly unknown[]) => void;
};

function callMain(name: keyof AppCalls) {
  return (input: unknown): Promise<unknown> => ipcRenderer.invoke(IPC_CALL, name, input);
}

const bridge = {
  call: Object.fromEntries(APP_CALL_NAMES.map((name) => [name, callMain(name)])) as PreloadBridge['call'],
  on: (event, listener) => {
    if (!APP_EVENT_NAMES.includes(event)) return () => {};
    const receive = (_event: unknown, name: unknown, payload: unknown) => {
      // The main process alone can send here, and it sends what AppEvents says.
      if (name === event) listener(payload as Parameters<typeof listener>[0]);
    };
    ipcRenderer.on(IPC_EVENT, receive);
    return () => {
      // Nothing is given back: it would be ipcRenderer itself.
      ipcRenderer.off(IPC_EVENT, receive);
    };
  },
  requestLedgerPort: (nonce) => ipcRenderer.send(IPC_LEDGER_PORT, String(nonce)),
} satisfies PreloadBridge;

contextBridge.exposeInMainWorld('cuadra', bridge);

// contextBridge cannot carry a port: it goes through the window, which only the page itself listens to.
ipcRenderer.on(IPC_LEDGER_PORT, (event, nonce: unknown) => {
  window.postMessage(nonce, '*', [...event.ports]);
});
