import { z } from 'zod';

/**
 * Calls and events over any channel of plain messages: a WebSocket, a MessagePort, Electron's IPC, a worker. What may
 * be called is a type (app.ts, ledger.ts). Neither end trusts the other: frames and inputs are checked, values where
 * the caller holds the checks. An invalid frame is dropped; one that fails a call fails that call alone.
 */

/** The same data, read-only at every depth: what schemas infer is not. Branded texts stay themselves, as do bytes. */
export type Frozen<T> = unknown extends T
  ? T
  : T extends string | Uint8Array
    ? T
    : { readonly [K in keyof T]: Frozen<T[K]> };

/** One end of a channel. Messages are plain data; order is kept; `onClose` fires once. */
export type Channel = {
  readonly send: (message: unknown) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
  readonly onClose: (listener: () => void) => void;
  readonly close: () => void;
};

/** Every call's input and output, by name. Inputs and outputs are plain data. */
export type Calls = { readonly [name: string]: { readonly input: unknown; readonly output: unknown } };
export type Events = { readonly [name: string]: unknown };

export type Caller<C extends Calls> = {
  readonly [K in keyof C]: (input: C[K]['input']) => Promise<C[K]['output']>;
};
export type Handlers<C extends Calls> = {
  readonly [K in keyof C]: (input: C[K]['input']) => Promise<C[K]['output']> | C[K]['output'];
};
/** Checks what came over the border. Throws when the payload is not what the contract says. */
export type Check<T> = { readonly parse: (payload: unknown) => T };
export type Checks<C extends Calls> = { readonly [K in keyof C]: Check<C[K]['input']> };
export type ReplyChecks<C extends Calls> = { readonly [K in keyof C]: Check<C[K]['output']> };

const wireFailureSchema = z.object({ code: z.string(), message: z.string() });
/** A failure that crosses the border: a stable code for the program, a plain message for the log. No secrets. */
export type WireFailure = Readonly<z.infer<typeof wireFailureSchema>>;

/** An error with a code that survives the crossing. */
export class RpcError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
  }
}

/** The other side went away before it answered. */
export const CHANNEL_CLOSED = 'channel-closed';
export const BAD_INPUT = 'bad-input';
export const BAD_REPLY = 'bad-reply';
const INTERNAL = 'internal';

const requestSchema = z.object({
  type: z.literal('call'),
  id: z.int(),
  name: z.string(),
  input: z.unknown().optional(),
});
/** The envelope of every answer: with it the call is known that a broken answer fails. */
const answeredSchema = z.object({ type: z.literal('result'), id: z.int() });
const replySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown().optional() }),
  z.object({ ok: z.literal(false), error: wireFailureSchema }),
]);
const eventSchema = z.object({ type: z.literal('event'), name: z.string(), payload: z.unknown().optional() });

type RequestMessage = z.infer<typeof requestSchema>;
type ResponseMessage = z.infer<typeof answeredSchema> & z.infer<typeof replySchema>;
type EventMessage = z.infer<typeof eventSchema>;

/** The fault of a payload, in one sentence: a hostile one has as many faults as it has members. */
function faultOf(error: unknown): string {
  const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
  if (issue !== undefined) return `${issue.path.map(String).join('.')}: ${issue.message}`.slice(0, 300);
  return error instanceof Error ? error.message : 'not the expected shape';
}

/** A payload from the other side as its check has it; throws BAD_INPUT where it does not pass, or there is no check. */
export function checked<T>(name: string, check: Check<T> | undefined, payload: unknown): T {
  if (check === undefined) throw new RpcError(BAD_INPUT, `${name}: there is no check of it`);
  try {
    return check.parse(payload);
  } catch (error) {
    throw new RpcError(BAD_INPUT, `${name}: ${faultOf(error)}`);
  }
}

/** The value of an answer. Throws a RpcError: the other side's, or BAD_REPLY for what the contract does not allow. */
export function takeReply<T>(name: string, reply: unknown, check: Check<T> | null): T {
  const read = replySchema.safeParse(reply);
  if (!read.success) throw new RpcError(BAD_REPLY, `${name}: ${faultOf(read.error)}`);
  if (!read.data.ok) throw new RpcError(read.data.error.code, read.data.error.message);
  const { value } = read.data;
  if (check === null) return value as T;
  try {
    return check.parse(value);
  } catch (error) {
    throw new RpcError(BAD_REPLY, `${name}: ${faultOf(error)}`);
  }
}

/** A failure as the other side gets it: its code when it has one, never a stack. */
function toWireFailure(error: unknown): WireFailure {
  if (error instanceof RpcError) return { code: error.code, message: error.message };
  return { code: INTERNAL, message: error instanceof Error ? error.message : String(error) };
}

/**
 * Calls the other end by the names of its contract. Rejects with RpcError only: CHANNEL_CLOSED when the channel closes,
 * BAD_REPLY for an answer that fails its check.
 */
export function createCaller<C extends Calls>(
  channel: Channel,
  checks: ReplyChecks<C> | null = null,
): Caller<C> {
  type Waiting = {
    readonly name: string;
    readonly resolve: (value: unknown) => void;
    readonly reject: (error: unknown) => void;
  };
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let closed = false;
  channel.onMessage((message) => {
    const answered = answeredSchema.safeParse(message);
    const call = answered.success ? waiting.get(answered.data.id) : undefined;
    if (!answered.success || call === undefined) return;
    waiting.delete(answered.data.id);
    try {
      call.resolve(takeReply(call.name, message, checks?.[call.name] ?? null));
    } catch (error) {
      call.reject(error);
    }
  });
  channel.onClose(() => {
    closed = true;
    for (const call of waiting.values())
      call.reject(new RpcError(CHANNEL_CLOSED, 'The other side went away.'));
    waiting.clear();
  });
  const call = (name: string, input: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (closed) return reject(new RpcError(CHANNEL_CLOSED, 'The other side went away.'));
      lastId += 1;
      waiting.set(lastId, { name, resolve, reject });
      channel.send({ type: 'call', id: lastId, name, input } satisfies RequestMessage);
    });
  return new Proxy({} as Caller<C>, {
    get: (_, name) => {
      // A caller that is waited for is no promise.
      if (typeof name !== 'string' || name === 'then') return undefined;
      if (checks !== null && !Object.hasOwn(checks, name)) return undefined;
      return (input: unknown) => call(name, input);
    },
  });
}

/** Answers calls from the other end; inputs are checked first. An unknown name is refused. */
export function serveCalls<C extends Calls>(
  channel: Channel,
  handlers: Handlers<C>,
  checks: Checks<C> | null,
): void {
  channel.onMessage((message) => {
    const request = requestSchema.safeParse(message);
    if (!request.success) return;
    const { data } = request;
    answer(data)
      .then((response) => channel.send(response))
      // A value that cannot be sent is this call's failure, not the process's.
      .catch((error: unknown) => channel.send(failed(data.id, error)));
  });
  async function answer(request: RequestMessage): Promise<ResponseMessage> {
    try {
      const name = request.name as keyof C;
      if (!Object.hasOwn(handlers, request.name)) throw new RpcError(BAD_INPUT, `No call «${request.name}».`);
      const input =
        checks === null
          ? (request.input as C[keyof C]['input'])
          : checked(request.name, checks[name], request.input);
      return { type: 'result', id: request.id, ok: true, value: await handlers[name](input) };
    } catch (error) {
      return failed(request.id, error);
    }
  }
}

function failed(id: number, error: unknown): ResponseMessage {
  return { type: 'result', id, ok: false, error: toWireFailure(error) };
}

export function emitEvent<E extends Events, K extends keyof E & string>(
  channel: Channel,
  name: K,
  payload: E[K],
): void {
  channel.send({ type: 'event', name, payload } satisfies EventMessage);
}

/** Listens to the other end's events; returns the way to stop. A payload that its check refuses is dropped. */
export function listenToEvents<E extends Events>(
  channel: Channel,
  listeners: { readonly [K in keyof E]?: (payload: E[K]) => void },
  checks: { readonly [K in keyof E]: Check<E[K]> } | null,
): () => void {
  let listening = true;
  channel.onMessage((message) => {
    const event = eventSchema.safeParse(message);
    if (!listening || !event.success || !Object.hasOwn(listeners, event.data.name)) return;
    const name = event.data.name as keyof E;
    let payload = event.data.payload as E[keyof E];
    if (checks !== null) {
      try {
        payload = checks[name].parse(payload);
      } catch {
        return;
      }
    }
    listeners[name]?.(payload);
  });
  return () => {
    listening = false;
  };
}
