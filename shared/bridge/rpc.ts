/**
 * Calls and events over any channel that carries plain messages: a WebSocket, a MessagePort, Electron's IPC, a
 * worker. Both ends speak the same small protocol; what may be called is a type (see app.ts and ledger.ts), and
 * whoever serves checks every input before a handler sees it.
 */

/** One end of a channel. Messages are plain data; order is kept; `onClose` fires once. */
export type Channel = {
  readonly send: (message: unknown) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
  readonly onClose: (listener: () => void) => void;
  readonly close: () => void;
};

/** Every call's input and output, by name. Inputs and outputs are plain data. */
export type Calls = { readonly [name: string]: { readonly input: unknown; readonly output: unknown } };
/** Every event's payload, by name. */
export type Events = { readonly [name: string]: unknown };

export type Caller<C extends Calls> = {
  readonly [K in keyof C]: (input: C[K]['input']) => Promise<C[K]['output']>;
};
export type Handlers<C extends Calls> = {
  readonly [K in keyof C]: (input: C[K]['input']) => Promise<C[K]['output']> | C[K]['output'];
};
/** Checks what came over the border. Throws when the payload is not what the contract says. */
export type Checks<C extends Calls> = {
  readonly [K in keyof C]: { readonly parse: (input: unknown) => C[K]['input'] };
};

/** A failure that crosses the border: a stable code for the program, a plain message for the log. No secrets. */
export type WireFailure = { readonly code: string; readonly message: string };

/** An error with a code that survives the crossing. */
export class BridgeError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'BridgeError';
    this.code = code;
  }
}

/** The other side went away before it answered. */
export const CHANNEL_CLOSED = 'channel-closed';
/** The input did not fit the contract. */
export const BAD_INPUT = 'bad-input';
/** The handler failed in a way it has no code for. */
const INTERNAL = 'internal';

type RequestMessage = {
  readonly type: 'call';
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
};
type ResponseMessage =
  | { readonly type: 'result'; readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly type: 'result'; readonly id: number; readonly ok: false; readonly error: WireFailure };
type EventMessage = { readonly type: 'event'; readonly name: string; readonly payload: unknown };

function isRecord(message: unknown): message is { readonly [key: string]: unknown } {
  return typeof message === 'object' && message !== null;
}

function isRequest(message: unknown): message is RequestMessage {
  return (
    isRecord(message) &&
    message.type === 'call' &&
    typeof message.id === 'number' &&
    typeof message.name === 'string'
  );
}

function isResponse(message: unknown): message is ResponseMessage {
  return (
    isRecord(message) &&
    message.type === 'result' &&
    typeof message.id === 'number' &&
    typeof message.ok === 'boolean'
  );
}

function isEvent(message: unknown): message is EventMessage {
  return isRecord(message) && message.type === 'event' && typeof message.name === 'string';
}

/** What a failure tells the other side: its code when it has one, never a stack. */
function toWireFailure(error: unknown): WireFailure {
  if (error instanceof BridgeError) return { code: error.code, message: error.message };
  return { code: INTERNAL, message: error instanceof Error ? error.message : String(error) };
}

/** Calls the other end. Every call still open when the channel closes rejects with CHANNEL_CLOSED. */
export function createCaller<C extends Calls>(
  channel: Channel,
  names: readonly (keyof C & string)[],
): Caller<C> {
  type Waiting = {
    readonly resolve: (value: unknown) => void;
    readonly reject: (error: BridgeError) => void;
  };
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let closed = false;
  channel.onMessage((message) => {
    if (!isResponse(message)) return;
    const call = waiting.get(message.id);
    if (call === undefined) return;
    waiting.delete(message.id);
    if (message.ok) call.resolve(message.value);
    else call.reject(new BridgeError(message.error.code, message.error.message));
  });
  channel.onClose(() => {
    closed = true;
    for (const call of waiting.values())
      call.reject(new BridgeError(CHANNEL_CLOSED, 'The other side went away.'));
    waiting.clear();
  });
  const call = (name: string, input: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (closed) {
        reject(new BridgeError(CHANNEL_CLOSED, 'The other side went away.'));
        return;
      }
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      channel.send({ type: 'call', id: lastId, name, input } satisfies RequestMessage);
    });
  const caller: { [name: string]: (input: unknown) => Promise<unknown> } = {};
  for (const name of names) caller[name] = (input) => call(name, input);
  return caller as Caller<C>;
}

/** Answers calls from the other end; inputs are checked first. An unknown name is refused. */
export function serveCalls<C extends Calls>(
  channel: Channel,
  handlers: Handlers<C>,
  checks: Checks<C> | null,
): void {
  channel.onMessage((message) => {
    if (!isRequest(message)) return;
    void answer(message).then((response) => channel.send(response));
  });
  async function answer(request: RequestMessage): Promise<ResponseMessage> {
    try {
      const name = request.name as keyof C;
      if (!Object.hasOwn(handlers, request.name))
        throw new BridgeError(BAD_INPUT, `No call «${request.name}».`);
      let input = request.input as C[keyof C]['input'];
      if (checks !== null) {
        try {
          input = checks[name].parse(request.input);
        } catch (error) {
          throw new BridgeError(
            BAD_INPUT,
            `${request.name}: ${error instanceof Error ? error.message : 'bad input'}`,
          );
        }
      }
      return { type: 'result', id: request.id, ok: true, value: await handlers[name](input) };
    } catch (error) {
      return { type: 'result', id: request.id, ok: false, error: toWireFailure(error) };
    }
  }
}

/** Sends one event. */
export function emitEvent<E extends Events, K extends keyof E & string>(
  channel: Channel,
  name: K,
  payload: E[K],
): void {
  channel.send({ type: 'event', name, payload } satisfies EventMessage);
}

/** Listens to the other end's events; returns the way to stop. Payloads are checked where a check is given. */
export function listenToEvents<E extends Events>(
  channel: Channel,
  listeners: { readonly [K in keyof E]?: (payload: E[K]) => void },
  checks: { readonly [K in keyof E]: { readonly parse: (payload: unknown) => E[K] } } | null,
): () => void {
  let listening = true;
  channel.onMessage((message) => {
    if (!listening || !isEvent(message) || !Object.hasOwn(listeners, message.name)) return;
    const name = message.name as keyof E;
    const payload = checks === null ? (message.payload as E[keyof E]) : checks[name].parse(message.payload);
    listeners[name]?.(payload);
  });
  return () => {
    listening = false;
  };
}
