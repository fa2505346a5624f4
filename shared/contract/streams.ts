import { type Handlers, RpcError } from './rpc.ts';

/**
 * What is pulled piece by piece over any channel of calls: an iterable that the other end makes as it is pulled, no further
 * than it is asked, which can be given up at any moment and comes to something at its end. Each pull may carry something
 * back, so that what is written piece by piece is a stream, too.
 */

/** An AbortSignal, as far as streams need one: every runtime has it, and no library of this side says so. */
export type StopSignal = {
  readonly aborted: boolean;
  readonly throwIfAborted: () => void;
  readonly addEventListener: (type: 'abort', listener: () => void) => void;
  readonly removeEventListener: (type: 'abort', listener: () => void) => void;
};
type Stop = { readonly signal: StopSignal; readonly abort: () => void };
declare const AbortController: new () => Stop;
declare const crypto: { readonly randomUUID: () => string };

/** Of a stream: what it is asked with, what each pull carries, its pieces, and what it comes to. All of it is plain data. */
export type Streamed = {
  readonly input: unknown;
  readonly feed: unknown;
  readonly piece: unknown;
  readonly end: unknown;
};
export type Streams = { readonly [name: string]: Streamed };

/** Makes a stream as it is pulled; `signal` is aborted when it is given up, also while a piece is being made. */
export type Source<S extends Streamed> = (
  input: S['input'],
  signal: StopSignal,
) => AsyncGenerator<S['piece'], S['end'], S['feed']>;

export type Sources<T extends Streams> = { readonly [K in keyof T]: Source<T[K]> };

/** A stream as who pulls it has it. Pulls may overlap: pieces come in their order. */
export type Pulled<S extends Streamed> = {
  readonly next: (feed?: S['feed']) => Promise<IteratorResult<S['piece'], S['end']>>;
  /** Gives it up: whatever is being made of it fails. Nothing happens where it is over. */
  readonly cancel: () => Promise<void>;
};

/** Opens streams by name. */
export type Puller<T extends Streams> = { readonly [K in keyof T]: (input: T[K]['input']) => Pulled<T[K]> };

/** The calls that carry all streams. Whoever pulls makes the id. */
export type StreamCalls = {
  readonly openStream: {
    readonly input: { readonly id: string; readonly name: string; readonly input: unknown };
    readonly output: null;
  };
  readonly pullStream: {
    readonly input: { readonly id: string; readonly feed?: unknown };
    readonly output: { readonly done: boolean; readonly value: unknown };
  };
  readonly cancelStream: { readonly input: { readonly id: string }; readonly output: null };
};

/** RpcError code of a stream that is over, was given up, or never was. */
export const UNKNOWN_STREAM = 'unknown-stream';

const gone = (): RpcError => new RpcError(UNKNOWN_STREAM, 'This stream is over.');

type Open = {
  readonly name: string;
  readonly pieces: AsyncGenerator<unknown, unknown, unknown>;
  readonly stop: Stop;
};

/** Serves streams, each made by its source; who serves them ends those that are open when the other side has gone. */
export function serveStreams<T extends Streams>(
  sources: Sources<T>,
): {
  readonly calls: Handlers<StreamCalls>;
  /** Ends all that are open, or those of these names. */
  readonly endAll: (isMeant?: (name: string) => boolean) => Promise<void>;
} {
  const open = new Map<string, Open>();
  const end = async (id: string): Promise<void> => {
    const found = open.get(id);
    if (found === undefined) return;
    open.delete(id);
    found.stop.abort();
    // Nobody sees what it returns.
    await found.pieces.return(undefined).catch(() => undefined);
  };
  return {
    calls: {
      openStream: ({ id, name, input }) => {
        const source = Object.hasOwn(sources, name) ? sources[name] : undefined;
        if (source === undefined || open.has(id)) throw gone();
        const stop = new AbortController();
        open.set(id, { name, stop, pieces: source(input as T[string]['input'], stop.signal) });
        return null;
      },
      pullStream: async ({ id, feed }) => {
        const found = open.get(id);
        if (found === undefined) throw gone();
        try {
          const { done = false, value } = await found.pieces.next(feed);
          if (!open.has(id)) throw gone();
          if (done) open.delete(id);
          return { done, value };
        } catch (error) {
          // What fails because it was given up is over, whatever it says.
          throw open.delete(id) ? error : gone();
        }
      },
      cancelStream: async ({ id }) => {
        await end(id);
        return null;
      },
    },
    endAll: async (isMeant = () => true) => {
      await Promise.all([...open].map(([id, { name }]) => (isMeant(name) ? end(id) : undefined)));
    },
  };
}

/** Opens the other end's streams. Only what is pulled is made. */
export function pullStreams<T extends Streams>(
  call: {
    readonly [K in keyof StreamCalls]: (input: StreamCalls[K]['input']) => unknown;
  },
): Puller<T> {
  const open = (name: string, input: unknown): Pulled<Streamed> => {
    const id = crypto.randomUUID();
    let opened: Promise<unknown> | null = null;
    return {
      next: async (feed) => {
        opened ??= Promise.resolve(call.openStream({ id, name, input }));
        await opened;
        const { done, value } = (await call.pullStream({ id, feed })) as IteratorResult<unknown, unknown>;
        return { done: done === true, value } as IteratorResult<unknown, unknown>;
      },
      cancel: async () => {
        if (opened === null) return;
        await opened.catch(() => null);
        await call.cancelStream({ id });
      },
    };
  };
  return new Proxy({} as Puller<T>, {
    get: (_, name) =>
      typeof name === 'string' && name !== 'then' ? (input: unknown) => open(name, input) : undefined,
  });
}

/**
 * Pulls a stream to its end, one piece at a time, and gives what it comes to; null where it is given up, which ends at once
 * the piece that is being made. It is over afterwards, whatever happens.
 */
export async function pullToEnd<S extends Streamed>(
  stream: Pulled<S>,
  hear: (piece: S['piece']) => void,
  signal: StopSignal,
): Promise<S['end'] | null> {
  const cancel = (): Promise<unknown> => stream.cancel().catch(() => null);
  signal.addEventListener('abort', cancel);
  try {
    for (;;) {
      if (signal.aborted) return null;
      const { done, value } = await stream.next();
      if (signal.aborted) return null;
      if (done === true) return value;
      hear(value);
    }
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
    await cancel();
  }
}
