import { APP_CALL_NAMES, type AppBridge, type AppCalls, type AppEvents } from './app.ts';
import { takeReply, type WireFailure } from './rpc.ts';

/**
 * What the two hosts and the page must name alike: the channels of Electron's IPC, the paths of the browser host,
 * and what the preload leaves in the window.
 */

/** invoke(IPC_CALL, name, input) -> Reply. */
export const IPC_CALL = 'cuadra:call';
/** send(IPC_EVENT, name, payload), from the main process to its window. */
export const IPC_EVENT = 'cuadra:event';
/** The page asks with a nonce; the main process answers with the same nonce and one MessagePort. */
export const IPC_LEDGER_PORT = 'cuadra:ledger-port';

/** WebSockets of the browser host: every message is one JSON text of rpc.ts. */
export const SOCKET_PATHS = { bridge: '/bridge', ledger: '/ledger' } as const;

/**
 * The session secret of the browser host: made at every start, kept by the page in its origin's localStorage, needed
 * beside the cookie by every WebSocket. Cookies ignore ports, so another local server may come to know the cookie; the
 * secret it never sees. A WebSocket offers it as its second subprotocol, after this one.
 */
export const SOCKET_PROTOCOL = 'cuadra';
export const SESSION_ITEM = 'cuadra.session';
/**
 * GET with `?nonce=` and the cookie: the HMAC-SHA256 of the nonce under the secret, in hexadecimal. So a page knows the
 * host that it was let in by from a later one, and from another program on the port, before it sends anything.
 */
export const SESSION_PATH = '/session';
/** Says how to be let in, whoever asks. */
export const ENTER_PATH = '/enter';

/**
 * The answer to one call. Neither ipcMain.handle nor contextBridge carries an error's code (both keep the message
 * at most), so failures cross as plain data.
 */
export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: WireFailure };

/** `window.cuadra` in the desktop app. In a browser there is none: the page then uses the WebSockets. */
export type PreloadBridge = {
  readonly call: {
    readonly [K in keyof AppCalls]: (input: AppCalls[K]['input']) => Promise<Reply<AppCalls[K]['output']>>;
  };
  readonly on: <K extends keyof AppEvents>(event: K, listener: (payload: AppEvents[K]) => void) => () => void;
  /**
   * Asks for a port to the main process. It comes as a window message whose data is the nonce and whose
   * `ports[0]` is the port; the page checks `event.source === window` and the nonce, and hands the port to the
   * data worker in a transfer list. A reload or a lost port means asking again with another nonce.
   */
  readonly requestLedgerPort: (nonce: string) => void;
};

/** The page's view of `window.cuadra`: the same bridge as over a WebSocket, failures as BridgeError again. */
export function bridgeFromPreload(preload: PreloadBridge): AppBridge {
  const call: { [name: string]: (input: never) => Promise<unknown> } = {};
  for (const name of APP_CALL_NAMES) {
    const ask = preload.call[name] as (input: unknown) => Promise<unknown>;
    call[name] = async (input: unknown) => {
      return takeReply(name, await ask(input), null);
    };
  }
  return {
    call: call as AppBridge['call'],
    on: (event, listener) => preload.on(event, listener),
    onConnection: (listener) => {
      // The main process of the desktop app cannot go away without the window.
      listener('connected');
      return () => {};
    },
  };
}
