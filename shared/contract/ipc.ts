import { APP_CALL_NAMES, type AppBridge, type AppCalls, type AppEvents } from './app.ts';
import { takeReply, type WireFailure } from './rpc.ts';
import { pullStreams } from './streams.ts';

/** Names that both hosts and the page share: IPC channels, paths of the browser host, the preload's `window.cuadra`. */

/** invoke(IPC_CALL, name, input) -> Reply. */
export const IPC_CALL = 'cuadra:call';
/** send(IPC_EVENT, name, payload), from the main process to its window. */
export const IPC_EVENT = 'cuadra:event';
/** The page asks with a nonce; the main process answers with the same nonce and one MessagePort. */
export const IPC_LEDGER_PORT = 'cuadra:ledger-port';

/**
 * WebSockets of the browser host: every message is one JSON text of rpc.ts. A pull of the page whose feed has `bytes` is
 * a binary message, so that files are not made into text: the length of its JSON (little-endian), the JSON without the
 * bytes, the bytes.
 */
export const SOCKET_PATHS = { bridge: '/bridge', ledger: '/ledger' } as const;
export const FRAME_LENGTH_BYTES = 4;

/**
 * The browser host's session secret: new at every start, kept in the origin's localStorage, offered by every
 * WebSocket as its second subprotocol. Cookies ignore ports, so another local server may know the cookie; the secret
 * it never sees.
 */
export const SOCKET_PROTOCOL = 'cuadra';
export const SESSION_ITEM = 'cuadra.session';
/**
 * GET with `?nonce=` and the cookie: the nonce's HMAC-SHA256 (hex) under the secret, by which a page knows its host
 * from a later one or another program on the port.
 */
export const SESSION_PATH = '/session';
/** Says how to be let in, whoever asks. */
export const ENTER_PATH = '/enter';

/** The answer to one call. Neither ipcMain.handle nor contextBridge carries an error's code: failures cross as data. */
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
   * Asks for a port to the main process, which comes as a window message: its data is the nonce, `ports[0]` the port.
   * The page checks `event.source === window` and the nonce. A reload or a lost port asks again with another nonce.
   */
  readonly requestLedgerPort: (nonce: string) => void;
};

/** The page's view of `window.cuadra`: the same bridge as over a WebSocket, failures as RpcError again. */
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
    pull: pullStreams(call as AppBridge['call']),
    on: (event, listener) => preload.on(event, listener),
    onConnection: (listener) => {
      // The main process of the desktop app cannot go away without the window.
      listener('connected');
      return () => {};
    },
  };
}
