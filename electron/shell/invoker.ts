import type { Reply } from '#shared/contract/ipc.ts';
import {
  BAD_INPUT,
  type Calls,
  type Channel,
  type Checks,
  type Handlers,
  RpcError,
  serveCalls,
} from '#shared/contract/rpc.ts';

type Answer = { readonly id: number } & Reply<unknown>;

/** Answers single calls like any other channel. Never rejects: ipcMain.handle would log the error and lose its code. */
export function createInvoker<C extends Calls>(
  handlers: Handlers<C>,
  checks: Checks<C>,
): (name: unknown, input: unknown) => Promise<Reply<unknown>> {
  const waiting = new Map<number, (reply: Reply<unknown>) => void>();
  let lastId = 0;
  let deliver: (message: unknown) => void = () => undefined;
  const channel: Channel = {
    send: (message) => {
      const { id, ...answer } = message as Answer;
      const resolve = waiting.get(id);
      waiting.delete(id);
      resolve?.(answer.ok ? { ok: true, value: answer.value } : { ok: false, error: answer.error });
    },
    onMessage: (listener) => {
      deliver = listener;
    },
    onClose: () => undefined,
    close: () => undefined,
  };
  serveCalls(channel, handlers, checks);
  return (name, input) => {
    if (typeof name !== 'string') {
      const { code, message } = new RpcError(BAD_INPUT, 'A call has a name.');
      return Promise.resolve({ ok: false, error: { code, message } });
    }
    return new Promise((resolve) => {
      lastId += 1;
      waiting.set(lastId, resolve);
      deliver({ type: 'call', id: lastId, name, input });
    });
  };
}
