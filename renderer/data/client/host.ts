import { isShutOut, keepConnected, openSocketChannel } from '#renderer/data/transport/channels.ts';
import {
  APP_CALL_NAMES,
  type APP_EVENT_NAMES,
  type AppBridge,
  type AppCalls,
  type AppEvents,
  type Connection,
} from '#shared/contract/app.ts';
import {
  bridgeFromPreload,
  ENTER_PATH,
  type PreloadBridge,
  SESSION_ITEM,
  SOCKET_PATHS,
} from '#shared/contract/ipc.ts';
import {
  type Caller,
  CHANNEL_CLOSED,
  type Channel,
  createCaller,
  listenToEvents,
  RpcError,
} from '#shared/contract/rpc.ts';
import { pullStreams } from '#shared/contract/streams.ts';
import {
  createDataClient,
  createStore,
  type OpenedConnection,
  type Session,
  startSession,
} from './session.ts';

/** Delay of the slowest attempts to reach the host again. */
const MAX_DELAY_MS = 5000;
const PATIENCE_MS = 10_000;

/**
 * The page's bridge over a channel that may break and is opened again. Calls made while it is down wait a little for it and
 * then fail with CHANNEL_CLOSED. `openChannel` rejects, as `isShutOut` has it where the host does not take this page. Long,
 * for its functions share the caller that is open now.
 */
export function createReconnectingBridge(openChannel: () => Promise<Channel>): AppBridge {
  let caller: Caller<AppCalls> | null = null;
  let waiting: ((caller: Caller<AppCalls>) => void)[] = [];
  const eventListeners = new Map<keyof AppEvents, Set<(payload: never) => void>>();
  const connection = createStore<Connection>('disconnected');

  function emit<K extends keyof AppEvents>(event: K, payload: AppEvents[K]): void {
    for (const listener of [...(eventListeners.get(event) ?? [])])
      (listener as (payload: AppEvents[K]) => void)(payload);
  }

  keepConnected({
    open: openChannel,
    maxDelayMs: MAX_DELAY_MS,
    onOpen: (channel) => {
      const fresh = createCaller<AppCalls>(channel);
      listenToEvents<AppEvents>(
        channel,
        {
          syncStatus: (payload) => emit('syncStatus', payload),
          accounts: (payload) => emit('accounts', payload),
          command: (payload) => emit('command', payload),
          opened: (payload) => emit('opened', payload),
          asked: (payload) => emit('asked', payload),
          updates: (payload) => emit('updates', payload),
        } satisfies { [K in (typeof APP_EVENT_NAMES)[number]]: (payload: AppEvents[K]) => void },
        null,
      );
      caller = fresh;
      for (const resolve of waiting) resolve(fresh);
      waiting = [];
      connection.set('connected');
    },
    onLost: () => {
      caller = null;
      connection.set('disconnected');
    },
    onFailure: (error) => connection.set(isShutOut(error) ? 'shut-out' : 'disconnected'),
  });

  function line(): Promise<Caller<AppCalls>> {
    if (caller !== null) return Promise.resolve(caller);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting = waiting.filter((other) => other !== arrive);
        reject(new RpcError(CHANNEL_CLOSED, 'The main process does not answer.'));
      }, PATIENCE_MS);
      const arrive = (fresh: Caller<AppCalls>): void => {
        clearTimeout(timer);
        resolve(fresh);
      };
      waiting.push(arrive);
    });
  }

  const call = Object.fromEntries(
    APP_CALL_NAMES.map((name) => [
      name,
      async (input: unknown) => {
        const fresh = await line();
        return (fresh[name] as (input: unknown) => Promise<unknown>)(input);
      },
    ]),
  ) as AppBridge['call'];

  return {
    call,
    pull: pullStreams(call),
    on: (event, listener) => {
      const listeners = eventListeners.get(event) ?? new Set();
      eventListeners.set(event, listeners);
      listeners.add(listener as (payload: never) => void);
      return () => {
        listeners.delete(listener as (payload: never) => void);
      };
    },
    onConnection: (listener) => {
      const stop = connection.subscribe(() => listener(connection.get()));
      listener(connection.get());
      return stop;
    },
  };
}

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

/** By what the page finds in its window. */
export function findHost(): Host {
  const desktop = (window as unknown as { readonly cuadra?: PreloadBridge }).cuadra;
  return desktop === undefined ? browserHost() : desktopHost(desktop);
}

/** Starts the page's half of the app: the bridge of its host and the data worker. */
export function startPage(): Session {
  const host = findHost();
  const worker = new Worker(new URL('../worker/worker.ts', import.meta.url), { type: 'module' });
  // Only the window may ask; without it the browser may clear the local copy under pressure.
  void navigator.storage?.persist?.();
  return startSession(host.bridge, createDataClient(worker), host.openConnection);
}
