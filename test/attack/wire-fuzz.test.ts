import { once } from 'node:events';
import { access, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { encodeFrame } from '#renderer/data/transport/frames.ts';
import { APP_CALL_NAMES, type AppCalls, appChecks } from '#shared/contract/app.ts';
import { type AppStreams, appStreams } from '#shared/contract/app-streams.ts';
import type { Reply } from '#shared/contract/ipc.ts';
import { type RunningHost, runHost, SECRET_OUTSIDE } from '#test/electron/browser-host/running-host.ts';
import {
  EACH,
  expectTyped,
  fuzzStream,
  holdKey,
  knownTexts,
  SEED,
  tidy,
} from '#test/electron/shell/fuzzed-bridge.ts';
import { hostilePayload, randomOf } from '#test/electron/shell/hostile-payloads.ts';

/**
 * Every call of the browser host through its real WebSocket, with the payloads that the desktop app's bridge is fuzzed with, and
 * texts and frames that no JSON.stringify makes. All of it: CUADRA_FUZZ=10000 npx vitest run test/attack/wire-fuzz
 */

let host: RunningHost;
let socket: WebSocket;
beforeAll(async () => {
  host = await runHost();
  socket = new WebSocket(`ws://127.0.0.1:${host.server.port}/bridge`, ['cuadra', host.session], {
    origin: host.origin,
    headers: { Cookie: host.cookie },
  });
  socket.on('message', (data) => {
    const { id, ...reply } = JSON.parse(String(data)) as { readonly id?: number } & Reply<unknown>;
    if (id === undefined) return;
    waiting.get(id)?.(reply);
    waiting.delete(id);
  });
  await once(socket, 'open');
});
afterAll(async () => {
  socket.terminate();
  await host.stop();
});

const waiting = new Map<number, (reply: Reply<unknown>) => void>();
let lastId = 0;

/** The answer to a call whose message is made with its id. */
function ask(messageOf: (id: number) => string | Uint8Array): Promise<Reply<unknown>> {
  lastId += 1;
  const id = lastId;
  const answered = new Promise<Reply<unknown>>((resolve) => waiting.set(id, resolve));
  socket.send(messageOf(id));
  return answered;
}

/** As a page sends it: JSON, or a frame where it has bytes; what JSON cannot say becomes a text. */
function messageOf(id: number, name: string, input: unknown): string | Uint8Array {
  const call = { type: 'call', id, name } as const;
  try {
    return encodeFrame({ ...call, input });
  } catch {
    return JSON.stringify({ ...call, input: 'in circles' });
  }
}

/** Texts that are JSON, and that no object becomes: names twice, of every object, deep, escaped, of odd numbers. */
const INPUTS = [
  '{"accountId":"a","accountId":{"__proto__":{"polluted":true}}}',
  '{"__proto__":{"polluted":true,"accountId":"x"}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"\\u005f_proto__":{"polluted":true}}',
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  `${'{"accountId":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  '1e999',
  '-0',
  '"\\ud800"',
  `"${'\\u0000'.repeat(1000)}"`,
] as const;

/** Frames whose length is a lie, and one that is no call. */
const FRAMES = [
  Buffer.from([]),
  Buffer.from([0xff, 0xff, 0xff, 0xff]),
  Buffer.from([0, 0, 0, 0, 1, 2, 3]),
  Buffer.from([2, 0, 0, 0, 0x5b, 0x5d]),
  Buffer.concat([Buffer.from([4, 0, 0, 0]), Buffer.from('null')]),
];

describe(`${EACH} payloads for each call, over the socket`, () => {
  it.each(APP_CALL_NAMES)('%s answers or refuses', async (name) => {
    const random = randomOf(SEED + APP_CALL_NAMES.indexOf(name) * 7919);
    await holdKey(host.app);
    let refused = 0;
    let known = knownTexts(host.app);
    for (let at = 0; at < EACH; at += 1) {
      if (at % 50 === 0) {
        await tidy(host.app);
        known = knownTexts(host.app);
      }
      const payload = hostilePayload({ random, known }, appChecks[name]);
      const reply = await ask((id) => messageOf(id, name, payload));
      expectTyped(name, reply);
      if (!reply.ok) refused += 1;
    }
    expect(refused, name).toBeGreaterThan(EACH / 10);
  });

  it.each(Object.keys(appStreams) as (keyof AppStreams)[])(
    'the stream %s takes or refuses what it is fed',
    async (name) => {
      const random = randomOf(SEED + Object.keys(appStreams).indexOf(name) * 104_729);
      await holdKey(host.app);
      const draw = { random, known: knownTexts(host.app) };
      const overSocket = (call: string, input: unknown) => ask((id) => messageOf(id, call, input));
      const { refused } = await fuzzStream(name, draw, overSocket);
      expect(refused, name).toBeGreaterThan(EACH / 10);
    },
  );

  it.each(['readHostInfo', 'restoreAccount', 'pullStream', 'changeShell'] as const)(
    '%s refuses what no object becomes',
    async (name) => {
      for (const input of INPUTS) {
        const text = (id: number) => `{"type":"call","id":${id},"name":"${name}","input":${input}}`;
        const reply = await ask(text);
        expectTyped(name, reply);
        expect(reply.ok, input.slice(0, 80)).toBe(false);
      }
    },
  );

  it('other names, and frames that lie, are refused or dropped, and the host goes on', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'then', '', 'readAccounts '])
      expect(await ask((id) => messageOf(id, name, null))).toMatchObject({ ok: false });
    for (const frame of FRAMES) socket.send(frame);
    const info = await ask((id) => messageOf(id, 'readHostInfo' satisfies keyof AppCalls, null));
    expect(info).toMatchObject({ ok: true, value: { host: 'browser', version: '0' } });
  });

  it('left no file outside of its folder, and no mark on what all objects share', async () => {
    const outside = dirname(host.profile);
    expect((await readdir(outside)).sort()).toEqual(['assets-root', 'profile', 'secret.txt']);
    expect(await readFile(join(outside, 'secret.txt'), 'utf8')).toBe(SECRET_OUTSIDE);
    await access(join(host.profile, 'accounts.json'));
    expect(({} as { readonly polluted?: unknown }).polluted).toBeUndefined();
  });
});
