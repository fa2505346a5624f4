import { type Check, checked, type Handlers, RpcError } from './rpc.ts';

/**
 * Streams over any channel of calls: an iterable that the other end makes as it is pulled, no further than it is asked,
 * which can be given up at any moment and comes to something at its end. Each pull may carry something back, so that
 * what is written piece by piece is a stream, too: who pulls feeds it, and its end is the outcome.
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

/** Checks of what comes from who pulls, where it is not trusted. */
type StreamChecks<T extends Streams> = {
  readonly [K in keyof T]: { readonly input: Check<T[K]['input']>; readonly feed: Check<T[K]['feed']> };
};
/** How many more streams may be open, of all who are served with it. */
export type Places = { free: number };

/** A stream as who pulls it has it. Pulls may overlap: pieces come in their order. */
export type Pulled<Feed, Piece, End> = {
  readonly next: (feed?: Feed) => Promise<IteratorResult<Piece, End>>;
  /** Gives it up: whatever is being made of it fails. Nothing happens where it is over. */
  readonly cancel: () => Promise<void>;
};

/** Opens streams by name. */
export type Puller<T extends Streams> = {
  readonly [K in keyof T]: (input: T[K]['input']) => Pulled<T[K]['feed'], T[K]['piece'], T[K]['end']>;
};

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

/** RpcError code where no place is free. */
const TOO_MANY_STREAMS = 'too-many-streams';

const gone = (): RpcError => new RpcError(UNKNOWN_STREAM, 'This stream is over.');

type Served = {
  readonly name: string;
  readonly pieces: AsyncGenerator<unknown, unknown, unknown>;
  readonly stop: Stop;
  /** The first pull begins it, and what that carries goes nowhere. */
  stage: 'new' | 'beginning' | 'begun';
};

/**
 * Serves streams, each made by its source; who serves them ends those that are open when the other side has gone. What fails
 * its check fails that call alone: the stream goes on.
 */
export function serveStreams<T extends Streams>(
  sources: Sources<T>,
  checks: StreamChecks<T> | null = null,
  places: Places = { free: Number.POSITIVE_INFINITY },
): {
  readonly calls: Handlers<StreamCalls>;
  /** Ends all that are open, or those of these names. One that is beginning ends when it has begun, which may be a user's to do. */
  readonly endAll: (isMeant?: (name: string) => boolean) => Promise<void>;
} {
  const open = new Map<string, Served>();
  const end = async (id: string): Promise<void> => {
    const found = open.get(id);
    if (found === undefined) return;
    open.delete(id);
    found.stop.abort();
    // Nobody sees what it returns. Its place is free when it has let go of everything.
    await found.pieces.return(undefined).catch(() => undefined);
    places.free += 1;
  };
  const over = (id: string): boolean => {
    const was = open.delete(id);
    if (was) places.free += 1;
    return was;
  };
  return {
    calls: {
      openStream: ({ id, name, input }) => {
        const source = Object.hasOwn(sources, name) ? sources[name] : undefined;
        if (source === undefined || open.has(id)) throw gone();
        const asked = checks === null ? input : checked(name, checks[name]?.input, input);
        if (places.free < 1) throw new RpcError(TOO_MANY_STREAMS, 'Too many streams are open.');
        const stop = new AbortController();
        const pieces = source(asked as T[string]['input'], stop.signal);
        places.free -= 1;
        open.set(id, { name, stop, pieces, stage: 'new' });
        return null;
      },
      pullStream: async ({ id, feed }) => {
        const found = open.get(id);
        if (found === undefined) throw gone();
        const { name, pieces, stage } = found;
        const fed = checks === null || stage === 'new' ? feed : checked(name, checks[name]?.feed, feed);
        if (stage === 'new') found.stage = 'beginning';
        try {
          const { done = false, value } = await pieces.next(fed);
          found.stage = 'begun';
          if (!open.has(id)) throw gone();
          if (done) over(id);
          return { done, value };
        } catch (error) {
          // A failure after it was given up is over, whatever it says.
          throw over(id) ? error : gone();
        }
      },
      cancelStream: async ({ id }) => {
        await end(id);
        return null;
      },
    },
    endAll: async (isMeant = () => true) => {
      const meant = [...open].filter(([, { name }]) => isMeant(name));
      await Promise.all(
        meant.map(([id, { stage }]) => {
          const ended = end(id);
          return stage === 'beginning' ? undefined : ended;
        }),
      );
    },
  };
}

/** Opens the other end's streams. Only what is pulled is made. */
export function pullStreams<T extends Streams>(
  call: {
    readonly [K in keyof StreamCalls]: (input: StreamCalls[K]['input']) => unknown;
  },
): Puller<T> {
  const open = (name: string, input: unknown): Pulled<unknown, unknown, unknown> => {
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
 * Works with a stream that is over afterwards, whatever happens, and at once where `signal` is aborted; null where it was
 * given up. After `keep` it is not given up any more.
 */
export async function whileOpen<R>(
  stream: Pick<Pulled<unknown, unknown, unknown>, 'cancel'>,
  signal: StopSignal,
  work: (keep: () => void) => Promise<R>,
): Promise<R | null> {
  const cancel = (): Promise<unknown> => stream.cancel().catch(() => null);
  let isKept = false;
  const keep = (): void => {
    isKept = true;
    signal.removeEventListener('abort', cancel);
  };
  if (signal.aborted) return null;
  signal.addEventListener('abort', cancel);
  try {
    const result = await work(keep);
    return signal.aborted && !isKept ? null : result;
  } catch (error) {
    if (signal.aborted && !isKept) return null;
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
    await cancel();
  }
}

/**
 * Pulls a stream to its end, one piece at a time, and gives what it comes to; null where it is given up, which ends at once
 * the piece that is being made. It is over afterwards, whatever happens.
 */
export function pullToEnd<Piece, End>(
  stream: Pulled<undefined, Piece, End>,
  hear: (piece: Piece) => void,
  signal: StopSignal,
): Promise<End | null> {
  return whileOpen(stream, signal, async () => {
    for (;;) {
      const { done, value } = await stream.next();
      signal.throwIfAborted();
      if (done === true) return value;
      hear(value);
    }
  });
}

/**
 * Feeds a stream to its end, and gives what it comes to. `feed` gets the first piece, pulls with what it has, and returns what
 * the last pull carries, which is not given up any more. What ends before it is fed, ends with its own end: `feed` is not
 * called. Null where it is given up.
 */
export function feedToEnd<Feed, Piece, End>(
  stream: Pulled<Feed, Piece, End>,
  feed: (first: Piece) => Promise<NoInfer<Feed>>,
  signal: StopSignal,
): Promise<End | null> {
  return whileOpen(stream, signal, async (keep) => {
    const first = await stream.next();
    signal.throwIfAborted();
    if (first.done === true) return first.value;
    const last = await feed(first.value);
    signal.throwIfAborted();
    keep();
    return (await stream.next(last)).value as End;
  });
}
