import { isShutOut, jittered } from '#renderer/data/transport/host-session.ts';
import {
  APP_CALL_NAMES,
  type APP_EVENT_NAMES,
  type AppBridge,
  type AppCalls,
  type AppEvents,
  type Connection,
} from '#shared/contract/app.ts';
import {
  BridgeError,
  type Caller,
  CHANNEL_CLOSED,
  type Channel,
  createCaller,
  listenToEvents,
} from '#shared/contract/rpc.ts';

/** Opens one channel to the main process; rejects when it cannot, as `isShutOut` has it where the host does not take this page. */
export type OpenChannel = () => Promise<Channel>;

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 5000;
/** How long a call waits for the line before it fails. */
const PATIENCE_MS = 10_000;

/**
 * The page's bridge over a channel that may break: opened again with a growing, jittered delay. Calls made while
 * the line is down wait a little for it and then fail with CHANNEL_CLOSED.
 */
export function createReconnectingBridge(openChannel: OpenChannel): AppBridge {
  let caller: Caller<AppCalls> | null = null;
  let waiting: ((caller: Caller<AppCalls>) => void)[] = [];
  const eventListeners = new Map<keyof AppEvents, Set<(payload: never) => void>>();
  const connectionListeners = new Set<(connection: Connection) => void>();
  let connection: Connection = 'disconnected';

  function tellConnection(now: Connection): void {
    connection = now;
    for (const listener of [...connectionListeners]) listener(now);
  }

  function tell<K extends keyof AppEvents>(event: K, payload: AppEvents[K]): void {
    for (const listener of [...(eventListeners.get(event) ?? [])])
      (listener as (payload: AppEvents[K]) => void)(payload);
  }

  function take(channel: Channel): void {
    const fresh = createCaller<AppCalls>(channel, APP_CALL_NAMES);
    listenToEvents<AppEvents>(
      channel,
      {
        syncStatus: (payload) => tell('syncStatus', payload),
        accounts: (payload) => tell('accounts', payload),
      } satisfies { [K in (typeof APP_EVENT_NAMES)[number]]: (payload: AppEvents[K]) => void },
      null,
    );
    channel.onClose(() => {
      caller = null;
      tellConnection('disconnected');
      void connect(FIRST_DELAY_MS);
    });
    caller = fresh;
    for (const resolve of waiting) resolve(fresh);
    waiting = [];
    tellConnection('connected');
  }

  async function connect(delayMs: number): Promise<void> {
    try {
      take(await openChannel());
    } catch (error) {
      const now = isShutOut(error) ? 'shut-out' : 'disconnected';
      if (now !== connection) tellConnection(now);
      setTimeout(() => void connect(Math.min(MAX_DELAY_MS, delayMs * 2)), jittered(delayMs));
    }
  }

  function line(): Promise<Caller<AppCalls>> {
    if (caller !== null) return Promise.resolve(caller);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting = waiting.filter((other) => other !== arrive);
        reject(new BridgeError(CHANNEL_CLOSED, 'The main process does not answer.'));
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

  void connect(FIRST_DELAY_MS);
  return {
    call,
    on: (event, listener) => {
      const listeners = eventListeners.get(event) ?? new Set();
      eventListeners.set(event, listeners);
      listeners.add(listener as (payload: never) => void);
      return () => {
        listeners.delete(listener as (payload: never) => void);
      };
    },
    onConnection: (listener) => {
      connectionListeners.add(listener);
      listener(connection);
      return () => {
        connectionListeners.delete(listener);
      };
    },
  };
}
