import type { LedgerConnection } from '#renderer/data/api.ts';
import { isShutOut, openSocketChannel } from '#renderer/data/transport/host-session.ts';
import type { AppBridge } from '#shared/contract/app.ts';
import {
  bridgeFromPreload,
  ENTER_PATH,
  type PreloadBridge,
  SESSION_ITEM,
  SOCKET_PATHS,
} from '#shared/contract/ipc.ts';
import { createReconnectingBridge } from './reconnecting-bridge.ts';

/** A line to the main process for the data worker, with the port that must travel with it, if any. */
export type OpenedConnection = {
  readonly line: LedgerConnection;
  readonly transfer: readonly Transferable[];
};

/** The host this page runs in: the preload's bridge on the desktop, WebSockets in the browser. */
export type Host = {
  readonly bridge: AppBridge;
  readonly openConnection: () => Promise<OpenedConnection>;
};

function socketUrl(path: string): string {
  const url = new URL(path, window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

function browserHost(): Host {
  const readSecret = () => localStorage.getItem(SESSION_ITEM) ?? '';
  const secret = readSecret();
  let wasOpen = false;
  const openBridge = async () => {
    try {
      const channel = await openSocketChannel(socketUrl(SOCKET_PATHS.bridge), secret);
      wasOpen = true;
      return channel;
    } catch (error) {
      if (!isShutOut(error)) throw error;
      // Another page of this browser has been let in meanwhile: a new start takes its secret, in the worker too.
      if (readSecret() !== secret) window.location.reload();
      // Nothing to show yet: the host's own page says how to come in.
      else if (!wasOpen) window.location.replace(ENTER_PATH);
      throw error;
    }
  };
  return {
    bridge: createReconnectingBridge(openBridge),
    openConnection: async () => ({
      line: { kind: 'socket', url: socketUrl(SOCKET_PATHS.ledger), secret },
      transfer: [],
    }),
  };
}

function desktopHost(preload: PreloadBridge): Host {
  return {
    bridge: bridgeFromPreload(preload),
    openConnection: () =>
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
