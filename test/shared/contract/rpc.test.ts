import { expect, test } from 'vitest';
import { z } from 'zod';
import { APP_CALL_NAMES } from '#shared/contract/app.ts';
import { bridgeFromPreload, type PreloadBridge } from '#shared/contract/ipc.ts';
import {
  type Channel,
  createCaller,
  emitEvent,
  type Handlers,
  listenToEvents,
  RpcError,
  serveCalls,
  takeReply,
} from '#shared/contract/rpc.ts';
import { clonedChannelPair } from '#test/renderer/data/worker/reader-beside.ts';

/** Two ends of one channel, with all that was sent over it; messages cross as what they are in JSON. */
function channelPair(): { readonly ends: readonly [Channel, Channel]; readonly sent: unknown[] } {
  const sent: unknown[] = [];
  const listeners: [((message: unknown) => void)[], ((message: unknown) => void)[]] = [[], []];
  const closings: (() => void)[] = [];
  const end = (own: 0 | 1): Channel => ({
    send: (message) => {
      const crossing: unknown = JSON.parse(JSON.stringify(message));
      sent.push(crossing);
      for (const listener of listeners[own === 0 ? 1 : 0]) listener(crossing);
    },
    onMessage: (listener) => void listeners[own].push(listener),
    onClose: (listener) => void closings.push(listener),
    close: () => {
      for (const closing of closings) closing();
    },
  });
  return { ends: [end(0), end(1)], sent };
}

type Sums = { readonly add: { readonly input: readonly number[]; readonly output: number } };
const sumChecks = { add: z.array(z.number()) };
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof RpcError ? [error.code, error.message] : error),
  );

test('calls are answered each by its own answer, whatever the order of the answers', async () => {
  const { ends } = channelPair();
  const waiting: (() => void)[] = [];
  const handlers: Handlers<Sums> = {
    add: (values) =>
      new Promise((resolve) => waiting.push(() => resolve(values.reduce((sum, value) => sum + value, 0)))),
  };
  serveCalls<Sums>(ends[1], handlers, sumChecks);
  const caller = createCaller<Sums>(ends[0], { add: z.number() });
  const answers = [caller.add([1, 2]), caller.add([10]), caller.add([])];
  for (const answer of waiting.toReversed()) answer();
  expect(await Promise.all(answers)).toEqual([3, 10, 0]);
  expect((caller as unknown as { readonly [name: string]: unknown }).other).toBeUndefined();
  expect((caller as unknown as { readonly [name: string]: unknown }).then).toBeUndefined();
});

test('what fails one call fails that one alone, with its code', async () => {
  const { ends } = channelPair();
  const fails: { readonly [kind: string]: unknown } = {
    coded: new RpcError('full', 'Disk.'),
    plain: new Error('x'),
    text: 'y',
  };
  type Calls = { readonly do: { readonly input: string; readonly output: unknown } };
  serveCalls<Calls>(
    ends[1],
    {
      do: (kind) => {
        const error = fails[kind];
        if (error !== undefined) throw error;
        return kind;
      },
    },
    { do: z.string().max(5) },
  );
  const caller = createCaller<Calls>(ends[0], { do: z.literal('right') });
  expect(await failure(caller.do('coded'))).toEqual(['full', 'Disk.']);
  expect(await failure(caller.do('plain'))).toEqual(['internal', 'x']);
  expect(await failure(caller.do('text'))).toEqual(['internal', 'y']);
  expect(await failure(caller.do('too long'))).toEqual(['bad-input', expect.stringMatching(/^do: : \S/)]);
  expect(await failure(caller.do('wrong'))).toEqual(['bad-reply', expect.stringMatching(/^do: : \S/)]);
  expect(await caller.do('right')).toBe('right');
  const others = createCaller<{ readonly other: Calls['do'] }>(ends[0]);
  expect(await failure(others.other('right'))).toEqual(['bad-input', 'No call «other».']);
});

test('frames that are none are passed over, and an answer to no call', async () => {
  const { ends, sent } = channelPair();
  serveCalls<Sums>(ends[1], { add: () => 7 }, sumChecks);
  const caller = createCaller<Sums>(ends[0]);
  const answer = caller.add([1]);
  for (const frame of [
    'x',
    null,
    { type: 'call', id: 1.5, name: 'add', input: [] },
    { type: 'result', id: 99 },
  ]) {
    ends[0].send(frame);
    ends[1].send(frame);
  }
  expect(await answer).toBe(7);
  expect(sent.filter((each) => (each as { readonly ok?: boolean } | null)?.ok === true)).toEqual([
    { type: 'result', id: 1, ok: true, value: 7 },
  ]);
});

test('a channel that closes fails what waits, and what is asked from then on', async () => {
  const { ends } = channelPair();
  const caller = createCaller<Sums>(ends[0]);
  const waiting = [caller.add([1]), caller.add([2])].map(failure);
  ends[1].close();
  const closed = ['channel-closed', 'The other side went away.'];
  expect(await Promise.all([...waiting, failure(caller.add([3]))])).toEqual([closed, closed, closed]);
});

test('events reach their listeners until these stop; what a check refuses is dropped', () => {
  const { ends } = channelPair();
  type Told = { readonly count: number; readonly name: string };
  const heard: unknown[] = [];
  const checks = { count: z.number(), name: z.string() };
  const stop = listenToEvents<Told>(ends[0], { count: (value) => heard.push(value) }, checks);
  listenToEvents<Told>(ends[0], { name: (value) => heard.push(value) }, null);
  emitEvent<Told, 'count'>(ends[1], 'count', 1);
  emitEvent<Told, 'name'>(ends[1], 'name', 'a');
  ends[1].send({ type: 'event', name: 'count', payload: 'x' });
  ends[1].send({ type: 'event', name: 'toString', payload: 1 });
  stop();
  emitEvent<Told, 'count'>(ends[1], 'count', 2);
  emitEvent<Told, 'name'>(ends[1], 'name', 'b');
  expect(heard).toEqual([1, 'a', 'b']);
});

test('an answer is its value, its failure, or none that the contract allows', () => {
  expect(takeReply('a', { ok: true, value: 3 }, null)).toBe(3);
  expect(takeReply('a', { ok: true, value: 3 }, z.number())).toBe(3);
  const thrown = (reply: unknown, check: z.ZodType | null = null) => {
    try {
      return takeReply('a', reply, check);
    } catch (error) {
      return error instanceof RpcError ? error.code : error;
    }
  };
  expect(thrown({ ok: true, value: 'x' }, z.number())).toBe('bad-reply');
  expect(thrown({ ok: false, error: { code: 'c', message: 'm' } })).toBe('c');
  expect(thrown({ ok: false, error: { code: 'c' } })).toBe('bad-reply');
  expect(thrown(undefined)).toBe('bad-reply');
});

test('the preload’s bridge is asked by the names of all calls, fails with their codes, and is always there', async () => {
  const asked: unknown[] = [];
  const stop = () => {};
  const preload = {
    call: Object.fromEntries(
      APP_CALL_NAMES.map((name) => [
        name,
        (input: unknown) => {
          asked.push([name, input]);
          const failed = { ok: false, error: { code: 'no-demo', message: 'None.' } };
          return Promise.resolve(name === 'openDemo' ? failed : { ok: true, value: `of ${name}` });
        },
      ]),
    ),
    on: (event: string, listener: (payload: unknown) => void) => {
      asked.push(event);
      listener('heard');
      return stop;
    },
    requestLedgerPort: () => {},
  };
  const bridge = bridgeFromPreload(preload as unknown as PreloadBridge);
  expect(await bridge.call.removeAccount({ accountId: 'a' })).toBe('of removeAccount');
  expect(await failure(bridge.call.openDemo(null))).toEqual(['no-demo', 'None.']);
  const heard: unknown[] = [];
  expect(bridge.on('accounts', (payload) => heard.push(payload))).toBe(stop);
  bridge.onConnection((connection) => heard.push(connection));
  expect(heard).toEqual(['heard', 'connected']);
  expect(asked).toEqual([['removeAccount', { accountId: 'a' }], ['openDemo', null], 'accounts']);
});

test('what every object has is no call, and a fault is told in one sentence of some length', async () => {
  const { ends } = channelPair();
  const refused = { parse: () => z.object({ ['k'.repeat(900)]: z.string() }).parse({}) };
  serveCalls(ends[1], { do: () => null }, { do: refused });
  const caller = createCaller<{ readonly [name: string]: { readonly input: null; readonly output: null } }>(
    ends[0],
  );
  for (const name of ['toString', 'constructor', 'hasOwnProperty'])
    expect(await failure(caller[name]?.(null) ?? Promise.resolve())).toEqual([
      'bad-input',
      `No call «${name}».`,
    ]);
  const refusal = (check: { readonly parse: () => never } | undefined) => {
    const two = channelPair().ends;
    serveCalls(two[1], { do: () => null }, { do: check } as never);
    return failure(createCaller<{ do: { input: null; output: null } }>(two[0]).do(null));
  };
  const throwing = (error: unknown) => ({
    parse: (): never => {
      throw error;
    },
  });
  expect(await refusal(throwing(new Error('odd')))).toEqual(['bad-input', 'do: odd']);
  expect(await refusal(throwing('odd'))).toEqual(['bad-input', 'do: not the expected shape']);
  expect(await refusal(undefined)).toEqual(['bad-input', 'do: there is no check of it']);
  const [code, message] = (await failure(caller.do?.(null) ?? Promise.resolve())) as [string, string];
  expect([code, message.length, message.startsWith('do: kkk')]).toEqual(['bad-input', 304, true]);
});

test('an answer that cannot be sent fails its call alone', async () => {
  const [here, there] = clonedChannelPair();
  serveCalls<{ get: { input: string; output: unknown } }>(
    there,
    { get: (what) => (what === 'function' ? () => 1 : what) },
    null,
  );
  const caller = createCaller<{ get: { input: string; output: unknown } }>(here);
  const [refused, next] = [failure(caller.get('function')), caller.get('text')];
  expect(await refused).toEqual(['internal', expect.stringContaining('cloned')]);
  expect(await next).toBe('text');
});

test('the preload’s streams go over its calls', async () => {
  const asked: unknown[] = [];
  const call = new Proxy({} as { [name: string]: unknown }, {
    get: (_, name) => async (input: unknown) => {
      asked.push([name, input]);
      return { ok: true, value: name === 'pullStream' ? { done: true, value: 'end' } : null };
    },
  });
  const bridge = bridgeFromPreload({ call, on: () => () => {} } as unknown as PreloadBridge);
  expect(await bridge.pull.exportFile({ fileName: 'a.csv' }).next()).toEqual({ done: true, value: 'end' });
  const id = expect.any(String);
  expect(asked).toEqual([
    ['openStream', { id, name: 'exportFile', input: { fileName: 'a.csv' } }],
    ['pullStream', { id, feed: undefined }],
  ]);
});
