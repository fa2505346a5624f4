import type { AppBridge } from '#shared/bridge/app.ts';
import { bridgeFromPreload, type PreloadBridge, SOCKET_PATHS } from '#shared/bridge/ipc.ts';
import type { LedgerLine } from './data-contract.ts';
import { createReconnectingBridge } from './reconnecting-bridge.ts';
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

function openSocket(url: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.addEventListener('open', () => resolve(socket), { once: true });
    socket.addEventListener('close', () => reject(new Error('The socket closed.')), { once: true });
  });
}

function browserHost(): Host {
  return {
    bridge: createReconnectingBridge(async () =>
      socketChannel(await openSocket(socketUrl(SOCKET_PATHS.bridge))),
    ),
    openLine: async () => ({ line: { kind: 'socket', url: socketUrl(SOCKET_PATHS.ledger) }, transfer: [] }),
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
