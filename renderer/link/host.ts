import type { AppBridge } from '#shared/bridge/app.ts';
import {
  bridgeFromPreload,
  type PreloadBridge,
  SESSION_HEADER,
  SESSION_ITEM,
  SESSION_PATH,
  SOCKET_PATHS,
  SOCKET_PROTOCOL,
} from '#shared/bridge/ipc.ts';
import { BridgeError } from '#shared/bridge/rpc.ts';
import type { LedgerLine } from './data-contract.ts';
import { createReconnectingBridge, SHUT_OUT } from './reconnecting-bridge.ts';
import { socketChannel } from './socket-channel.ts';

/** A line to the main process for the data worker, with the port that must travel with it, if any. */
export type OpenedLine = { readonly line: LedgerLine; readonly transfer: readonly Transferable[] };

/** The host this page runs in: the preload's bridge on the desktop, WebSockets in the browser. */
export type Host = {
  readonly bridge: AppBridge;
  readonly openLine: () => Promise<OpenedLine>;
};

function socketUrl(path: string): string {
  const url = new URL(path, window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

function openSocket(url: string, protocols: readonly string[]): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, [...protocols]);
    socket.addEventListener('open', () => resolve(socket), { once: true });
    socket.addEventListener('close', () => reject(new Error('The socket closed.')), { once: true });
  });
}

/** True where a host answers that does not take this page: it was started anew, or the page never had a secret. */
async function isShutOut(secret: string): Promise<boolean> {
  try {
    const answer = await fetch(SESSION_PATH, { headers: { [SESSION_HEADER]: secret } });
    return answer.status === 401;
  } catch {
    return false;
  }
}

function browserHost(): Host {
  const readSecret = () => localStorage.getItem(SESSION_ITEM) ?? '';
  const secret = readSecret();
  // An empty subprotocol is not allowed.
  const protocols = secret === '' ? [SOCKET_PROTOCOL] : [SOCKET_PROTOCOL, secret];
  let wasOpen = false;
  const openBridge = async () => {
    try {
      const socket = await openSocket(socketUrl(SOCKET_PATHS.bridge), protocols);
      wasOpen = true;
      return socketChannel(socket);
    } catch (error) {
      if (!(await isShutOut(secret))) throw error;
      // Another page of this browser has been let in meanwhile: a new start takes its secret, in the worker too.
      if (readSecret() !== secret) window.location.reload();
      // Nothing to show yet: the host's own page says how to come in.
      else if (!wasOpen) window.location.replace(SESSION_PATH);
      throw new BridgeError(SHUT_OUT, 'The host takes another session secret.');
    }
  };
  return {
    bridge: createReconnectingBridge(openBridge),
    openLine: async () => ({
      line: { kind: 'socket', url: socketUrl(SOCKET_PATHS.ledger), protocols },
      transfer: [],
    }),
  };
}

function desktopHost(preload: PreloadBridge): Host {
  return {
    bridge: bridgeFromPreload(preload),
    openLine: () =>
      new Promise((resolve) => {
        const nonce = crypto.randomUUID();
        const receive = (event: MessageEvent<unknown>): void => {
          const port = event.ports[0];
          if (event.source !== window || event.data !== nonce || port === undefined) return;
          window.removeEventListener('message', receive);
          resolve({ line: { kind: 'port' }, transfer: [port] });
        };
        window.addEventListener('message', receive);
        preload.requestLedgerPort(nonce);
      }),
  };
}

/** Finds the host of this page. */
export function findHost(): Host {
  const desktop = (window as unknown as { readonly cuadra?: PreloadBridge }).cuadra;
  return desktop === undefined ? browserHost() : desktopHost(desktop);
}
