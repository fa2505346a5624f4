import { SESSION_PATH, SOCKET_PROTOCOL } from '#shared/contract/ipc.ts';
import { type Channel, RpcError } from '#shared/contract/rpc.ts';
import { encodeFrame } from './frames.ts';

/** An open WebSocket as a channel. What comes is JSON texts; one that is not JSON is dropped. */
export function socketChannel(socket: WebSocket): Channel {
  return {
    send: (message) => {
      if (socket.readyState === socket.OPEN) socket.send(encodeFrame(message));
    },
    onMessage: (listener) => {
      socket.addEventListener('message', (event: MessageEvent<unknown>) => {
        if (typeof event.data !== 'string') return;
        let message: unknown;
        try {
          message = JSON.parse(event.data);
        } catch {
          return;
        }
        listener(message);
      });
    },
    onClose: (listener) => socket.addEventListener('close', () => listener(), { once: true }),
    close: () => socket.close(),
  };
}

/** A worker that was made here, as a channel. Closing it ends the worker, whatever it does; it closes where the worker dies. */
export function workerChannel(worker: Worker): Channel {
  let closers: (() => void)[] = [];
  const close = (): void => {
    worker.terminate();
    const all = closers;
    closers = [];
    for (const closer of all) closer();
  };
  // A script that is not there, an error that nobody caught, memory that was refused: it says nothing more.
  worker.addEventListener('error', close);
  worker.addEventListener('messageerror', close);
  return {
    send: (message) => worker.postMessage(message),
    onMessage: (listener) =>
      worker.addEventListener('message', (event: MessageEvent<unknown>) => listener(event.data)),
    onClose: (listener) => {
      closers.push(listener);
    },
    close,
  };
}

/** The worker's own global scope. */
type WorkerScope = {
  readonly postMessage: (message: unknown) => void;
  readonly addEventListener: (type: 'message', listener: (event: MessageEvent<unknown>) => void) => void;
  readonly close: () => void;
};

/** From within a worker: the channel to whoever made it. */
export function makerChannel(scope: WorkerScope): Channel {
  return {
    send: (message) => scope.postMessage(message),
    onMessage: (listener) => scope.addEventListener('message', (event) => listener(event.data)),
    // A worker ends with its maker.
    onClose: () => {},
    close: () => scope.close(),
  };
}

/** A MessagePort as a channel; it starts listening with the first listener. */
export function portChannel(port: MessagePort): Channel {
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => {
      port.addEventListener('message', (event: MessageEvent<unknown>) => listener(event.data));
      port.start();
    },
    onClose: (listener) => port.addEventListener('close', () => listener(), { once: true }),
    close: () => port.close(),
  };
}

/** Whether the host on our origin knows the secret; false: another program may have its port. Rejects where nobody answers. */
export async function isOwnHost(secret: string): Promise<boolean> {
  const nonce = crypto.randomUUID();
  const answer = await fetch(`${SESSION_PATH}?nonce=${nonce}`);
  if (!answer.ok || secret === '') return false;
  const bytes = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['verify']);
  const proof = (await answer.text()).trim().match(/[0-9a-f]{2}/g) ?? [];
  const proofBytes = Uint8Array.from(proof, (pair) => Number.parseInt(pair, 16));
  return crypto.subtle.verify('HMAC', key, proofBytes, bytes(nonce));
}

/** Opens a WebSocket that shows the secret; rejects when it closes before it opened. */
function openSocket(url: string, secret: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, [SOCKET_PROTOCOL, secret]);
    socket.addEventListener('open', () => resolve(socket), { once: true });
    socket.addEventListener('close', () => reject(new Error('The socket closed.')), { once: true });
  });
}

/** The host runs, but takes another session secret. */
export const SHUT_OUT = 'shut-out';

export function isShutOut(error: unknown): boolean {
  return error instanceof RpcError && error.code === SHUT_OUT;
}

/** Opens a channel to the host that knows the session secret; rejects, and `isShutOut` says so, where it does not. */
export async function openSocketChannel(url: string, secret: string): Promise<Channel> {
  if (await isOwnHost(secret)) return socketChannel(await openSocket(url, secret));
  throw new RpcError(SHUT_OUT, 'The host does not know the session secret.');
}

const FIRST_DELAY_MS = 250;

/** A channel that is kept open. `open` rejects where it cannot open one; null: none can be opened from here any more. */
type KeptChannel = {
  readonly open: () => Promise<Channel | null>;
  readonly maxDelayMs: number;
  readonly onOpen: (channel: Channel) => void;
  readonly onLost?: () => void;
  readonly onFailure?: (error: unknown) => void;
};

/** Opens a channel, and again with a growing delay whenever it breaks or cannot be opened. Returns the way to end it. */
export function keepConnected({ open, maxDelayMs, onOpen, onLost, onFailure }: KeptChannel): () => void {
  let isEnded = false;
  let channel: Channel | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const connect = async (delayMs: number): Promise<void> => {
    let opened: Channel | null;
    try {
      opened = await open();
    } catch (error) {
      onFailure?.(error);
      retry(delayMs);
      return;
    }
    if (opened === null) return;
    if (isEnded) {
      opened.close();
      return;
    }
    channel = opened;
    opened.onClose(() => {
      if (channel !== opened) return;
      channel = null;
      onLost?.();
      retry(FIRST_DELAY_MS);
    });
    onOpen(opened);
  };
  const retry = (delayMs: number): void => {
    if (isEnded) return;
    // Jittered: all pages of a host that went away must not come back at once.
    const waitMs = delayMs * (0.5 + Math.random() / 2);
    timer = setTimeout(() => void connect(Math.min(maxDelayMs, delayMs * 2)), waitMs);
  };
  void connect(FIRST_DELAY_MS);
  return () => {
    isEnded = true;
    clearTimeout(timer);
    const last = channel;
    channel = null;
    last?.close();
    if (last !== null) onLost?.();
  };
}
