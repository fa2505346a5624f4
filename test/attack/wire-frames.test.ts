import { once } from 'node:events';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createInvoker } from '#electron/shell/invoker.ts';
import { APP_CALL_NAMES, type AppCalls, appChecks } from '#shared/contract/app.ts';
import { bridgeFromPreload, type PreloadBridge } from '#shared/contract/ipc.ts';
import { type LedgerCalls, ledgerReplyChecks } from '#shared/contract/ledger.ts';
import {
  BAD_REPLY,
  type Channel,
  createCaller,
  listenToEvents,
  RpcError,
  serveCalls,
} from '#shared/contract/rpc.ts';
import type { Month } from '#shared/domain/dates.ts';
import { monthRange } from '#shared/domain/purchase-ranges.ts';
import { type RunningHost, runHost } from '#test/electron/browser-host/running-host.ts';
import { randomCases } from '#test/random-cases.ts';

/** Frames no honest end sends, at every end of the bridge: they are dropped, or fail the one call they name. */

const FRAMES = { seed: 12_004, numRuns: 10_000 };

type Fed = {
  readonly channel: Channel;
  /** Throws what a listener throws: on a socket that would end the process. */
  readonly feed: (frame: unknown) => void;
  readonly sent: unknown[];
  readonly close: () => void;
};

function fedChannel(): Fed {
  const listeners: ((message: unknown) => void)[] = [];
  const closers: (() => void)[] = [];
  const sent: unknown[] = [];
  return {
    channel: {
      send: (message) => void sent.push(message),
      onMessage: (listener) => void listeners.push(listener),
      onClose: (listener) => void closers.push(listener),
      close: () => undefined,
    },
    feed: (frame) => {
      for (const listener of listeners) listener(frame);
    },
    sent,
    close: () => {
      for (const closer of closers) closer();
    },
  };
}

const junk = fc.oneof(
  fc.anything({ withNullPrototype: true, withBigInt: true, withMap: true, withDate: true }),
  fc.constantFrom(null, undefined, Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5, '__proto__', 'constructor'),
);
/** Almost right: each member is there or not, and right or not. */
const frame = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      {
        type: fc.oneof({ weight: 9, arbitrary: fc.constantFrom('result', 'call', 'event') }, junk),
        id: fc.oneof({ weight: 6, arbitrary: fc.constantFrom(1, 1, 1, 2) }, junk),
        ok: fc.oneof({ weight: 6, arbitrary: fc.boolean() }, junk),
        error: fc.oneof(
          fc.constant(null),
          fc.record(
            { code: fc.oneof(fc.string(), junk), message: fc.oneof(fc.string(), junk) },
            { requiredKeys: [] },
          ),
          junk,
        ),
        value: junk,
        name: fc.oneof(
          fc.constantFrom('readState', 'readHostInfo', 'syncStatus', '__proto__', 'toString'),
          junk,
        ),
        input: junk,
        payload: junk,
      },
      { requiredKeys: [] },
    ),
  },
  junk,
);

const A_MONTH = monthRange('2026-05' as Month);

describe('a frame that no honest end sends', () => {
  it('never throws in a caller, and settles a call with its value or with a RpcError', async () => {
    await fc.assert(
      fc.asyncProperty(frame, async (hostile) => {
        const fed = fedChannel();
        const call = createCaller<LedgerCalls>(fed.channel)
          .readNewestRange(A_MONTH)
          .then(
            () => 'value' as const,
            (error: unknown) => error,
          );
        fed.feed(hostile);
        fed.close();
        const end = await call;
        if (end !== 'value') {
          expect(end).toBeInstanceOf(RpcError);
          const { code, message } = end as RpcError;
          expect([typeof code, typeof message]).toEqual(['string', 'string']);
        }
      }),
      FRAMES,
    );
  });

  it('never throws where calls are served, and every answer is a whole one', async () => {
    const fed = fedChannel();
    const names: string[] = [];
    const handlers = Object.fromEntries(
      APP_CALL_NAMES.map((name) => [name, () => void names.push(name)]),
    ) as never;
    serveCalls<AppCalls>(fed.channel, handlers, appChecks);
    listenToEvents<{ syncStatus: unknown }>(
      fed.channel,
      { syncStatus: () => undefined },
      {
        syncStatus: {
          parse: (payload) => {
            if (typeof payload !== 'string') throw new TypeError('no text');
            return payload;
          },
        },
      },
    );
    fc.assert(
      fc.property(frame, (hostile) => fed.feed(hostile)),
      FRAMES,
    );
    await new Promise((resolve) => setImmediate(resolve));
    for (const answer of fed.sent) {
      const { type, id, ok, error } = answer as { type: string; id: number; ok: boolean; error: never };
      expect([type, Number.isSafeInteger(id)]).toEqual(['result', true]);
      if (!ok) expect(error).toEqual({ code: expect.any(String), message: expect.any(String) });
    }
  });

  it('fails the call it names with a code of its own', async () => {
    for (const broken of [
      { ok: false, error: null },
      { ok: false },
      { ok: false, error: { code: 1, message: 'x' } },
      { ok: false, error: { code: 'x' } },
      { ok: 'yes', value: null },
      {},
      { ok: null },
    ]) {
      const fed = fedChannel();
      const call = createCaller<LedgerCalls>(fed.channel).readNewestRange(A_MONTH);
      const failed = expect(call).rejects.toMatchObject({ name: 'RpcError', code: BAD_REPLY });
      fed.feed({ type: 'result', id: 1, ...broken });
      await failed;
    }
  });

  it('fails a call whose value is not what the contract promises', async () => {
    const ask = async (value: unknown) => {
      const fed = fedChannel();
      const call = createCaller<LedgerCalls>(fed.channel, ledgerReplyChecks).readState(null);
      fed.feed({ type: 'result', id: 1, ok: true, value });
      return call;
    };
    const empty = {
      checkpoint: null,
      windows: [],
      rows: 0,
      verificationQueue: [],
      ordersQueued: 0,
      months: [],
      controls: [],
      held: [],
    };
    expect(await ask(empty)).toEqual(empty);
    for (const value of [
      null,
      undefined,
      {},
      { ...empty, rows: -1 },
      { ...empty, windows: [null] },
      { ...empty, checkpoint: {} },
    ]) {
      await expect(ask(value)).rejects.toMatchObject({ name: 'RpcError', code: BAD_REPLY });
    }
  });

  it('is dropped where it names no call', async () => {
    const fed = fedChannel();
    const call = createCaller<LedgerCalls>(fed.channel).readNewestRange(A_MONTH);
    for (const id of [2, 0, '1', null, undefined, [1], Number.NaN])
      fed.feed({ type: 'result', id, ok: true, value: 'x' });
    fed.feed({ type: 'result', id: 1, ok: true, value: null });
    expect(await call).toBeNull();
  });

  it('is an answer to one call or a failure with a code over Electron’s IPC too, at both ends', async () => {
    const invoke = createInvoker({} as never, appChecks);
    await fc.assert(
      fc.asyncProperty(junk, junk, async (name, input) => {
        const reply = await invoke(name, input);
        expect(reply).toEqual({ ok: false, error: { code: 'bad-input', message: expect.any(String) } });
      }),
      { seed: 12_005, numRuns: randomCases(400) },
    );
    await fc.assert(
      fc.asyncProperty(frame, async (reply) => {
        const call = Object.fromEntries(APP_CALL_NAMES.map((name) => [name, async () => reply]));
        const bridge = bridgeFromPreload({ call } as unknown as PreloadBridge);
        const end = await bridge.call.readHostInfo(null).then(
          () => null,
          (error: unknown) => error,
        );
        if (end !== null) expect(end).toBeInstanceOf(RpcError);
      }),
      { seed: 12_006, numRuns: randomCases(800) },
    );
  });
});

describe('a page that sends such frames to the host', () => {
  let host: RunningHost;
  beforeAll(async () => {
    host = await runHost();
  });
  afterAll(() => host.stop());

  async function open(path: '/bridge' | '/ledger'): Promise<WebSocket> {
    const socket = new WebSocket(`ws://127.0.0.1:${host.server.port}${path}`, ['cuadra', host.session], {
      origin: host.origin,
      headers: { Cookie: host.cookie },
    });
    await once(socket, 'open');
    return socket;
  }

  it('leaves it running, and is answered afterwards', async () => {
    const faults: unknown[] = [];
    const note = (error: unknown) => void faults.push(error);
    process.on('uncaughtException', note);
    process.on('unhandledRejection', note);
    const [account] = (await host.app.handlers.openDemo(null)).accounts;
    const ledger = await open('/ledger');
    ledger.send(
      JSON.stringify({ type: 'ledger-hello', accountId: account?.id, ownerEpoch: 1, ledgerId: 'l' }),
    );
    // The host has taken the line, and has something of it to wait for.
    await expect.poll(() => host.parts.engines.at(-1)?.notes).toContain('attach 1 new');
    const caller = host.parts.engines.at(-1)?.ledger();
    const asked = [caller?.readState(null), caller?.readNewestRange(A_MONTH)].map((call) =>
      call?.then(
        () => null,
        (error: unknown) => error,
      ),
    );
    ledger.send('{"type":"result","id":1,"ok":false,"error":null}');
    ledger.send('{"type":"result","id":2,"ok":true,"value":{"from":7}}');
    for (const end of await Promise.all(asked))
      expect(end).toMatchObject({ name: 'RpcError', code: BAD_REPLY });

    const bridge = await open('/bridge');
    const texts = fc.sample(fc.json({ maxDepth: 4 }), { seed: 12_007, numRuns: 60 });
    const frames = fc.sample(frame, { seed: 12_008, numRuns: 200 }).flatMap((one) => {
      try {
        return [JSON.stringify(one) ?? 'undefined'];
      } catch {
        return [];
      }
    });
    for (const text of [
      ...texts,
      ...frames,
      '',
      'null',
      '[',
      '{"type":"call","id":1e999,"name":"readHostInfo"}',
    ]) {
      bridge.send(text);
      ledger.send(text);
    }
    bridge.send(new Uint8Array([0, 255, 1]));
    const answered = new Promise<unknown>((resolve) => {
      bridge.on('message', (data) => {
        const message = JSON.parse(String(data)) as { id?: unknown };
        if (message.id === 4711) resolve(message);
      });
    });
    bridge.send(JSON.stringify({ type: 'call', id: 4711, name: 'readHostInfo', input: null }));
    expect(await answered).toMatchObject({ ok: true, value: { host: 'browser' } });
    bridge.terminate();
    ledger.terminate();
    process.off('uncaughtException', note);
    process.off('unhandledRejection', note);
    expect(faults).toEqual([]);
  });
});
