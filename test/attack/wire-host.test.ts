import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createFetchPage } from '#electron/api/client.ts';
import { systemClock } from '#electron/api/clock.ts';
import { checkKey } from '#electron/api/key-check.ts';
import { createLimiters } from '#electron/api/limiter.ts';
import { inMemoryLimiterStorage } from '#electron/api/limiter-memory.ts';
import { createOriginQuota } from '#electron/app/origin-quota.ts';
import { socketChannel } from '#electron/browser-host/server.ts';
import { encodeFrame } from '#renderer/data/transport/frames.ts';
import type { AppCalls, KeyCheck } from '#shared/contract/app.ts';
import type { AppStreams } from '#shared/contract/app-streams.ts';
import { type Caller, createCaller } from '#shared/contract/rpc.ts';
import { pullStreams } from '#shared/contract/streams.ts';
import { serveAnswers } from '#test/electron/api/answers.ts';
import { ask, type RunningHost, runHost } from '#test/electron/browser-host/running-host.ts';
import { begun, chunk, END, endOf } from '#test/electron/export/feeds.ts';

/** What a page that was taken over may do to the host: use up files, and feel its way around the network. */

type Page = { readonly call: Caller<AppCalls>; readonly leave: () => Promise<void> };

async function openPage(host: RunningHost): Promise<Page> {
  const socket = new WebSocket(`ws://127.0.0.1:${host.server.port}/bridge`, ['cuadra', host.session], {
    origin: host.origin,
    headers: { Cookie: host.cookie },
  });
  await once(socket, 'open');
  return {
    call: createCaller<AppCalls>({
      ...socketChannel(socket),
      send: (message) => socket.send(encodeFrame(message)),
    }),
    leave: async () => {
      const closed = once(socket, 'close');
      socket.terminate();
      await closed;
    },
  };
}

// Each attack is on a host of its own: files, places and addresses are counted.
let host: RunningHost;
beforeEach(async () => {
  host = await runHost();
});
afterEach(() => host.stop());

/** Files below the exports' folder, finished or not. */
async function exportFiles(): Promise<readonly string[]> {
  const folder = join(host.profile, 'downloads');
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/** Files of exports that this process holds open; none where the system does not tell. */
async function openHandles(): Promise<number> {
  const folder = '/proc/self/fd';
  const names = await readdir(folder).catch(() => []);
  const paths = await Promise.all(names.map((name) => readlink(join(folder, name)).catch(() => '')));
  return paths.filter((path) => path.startsWith(join(host.profile, 'downloads'))).length;
}

const open = ({ call }: Page, fileName = 'x.csv') =>
  begun(pullStreams<AppStreams>(call).exportFile({ fileName }));

describe('an export', () => {
  it('goes with the page that opened it: its handle is closed and its file removed', async () => {
    const [leaving, staying] = [await openPage(host), await openPage(host)];
    for (const fileName of ['a.csv', 'b.csv']) {
      await (await open(leaving, fileName)).next(chunk('half'));
    }
    const own = await open(staying, 'own.csv');
    expect(await exportFiles()).toHaveLength(3);
    await leaving.leave();
    await expect.poll(exportFiles).toHaveLength(1);
    await expect.poll(openHandles).toBeLessThanOrEqual(1);
    await own.next(chunk('whole'));
    const end = await endOf(own.next(END));
    if (end.kind !== 'download') throw new Error('A download was expected.');
    await staying.leave();
    const headers = { Host: `127.0.0.1:${host.server.port}`, Cookie: host.cookie };
    expect((await ask(host, end.url, headers)).body).toBe('whole');
  });

  it('is nobody else’s to write, to end or to cancel', async () => {
    const [owner, other] = [await openPage(host), await openPage(host)];
    const id = 'guessed';
    await owner.call.openStream({ id, name: 'exportFile', input: { fileName: 'x.csv' } });
    await owner.call.pullStream({ id });
    for (const feed of [undefined, chunk('x'), END])
      await expect(other.call.pullStream({ id, feed })).rejects.toMatchObject({ code: 'unknown-stream' });
    // Whoever has no such stream has nothing to give up.
    await other.call.cancelStream({ id });
    expect(await owner.call.pullStream({ id, feed: chunk('mine') })).toMatchObject({ done: false });
    await owner.call.cancelStream({ id });
    await Promise.all([owner.leave(), other.leave()]);
  });

  it('is one of a few at a time, those still opening included', async () => {
    const page = await openPage(host);
    const opened = await Promise.allSettled(Array.from({ length: 100 }, () => open(page)));
    const refused = opened.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(80);
    for (const { reason } of refused as PromiseRejectedResult[])
      expect(reason).toMatchObject({ code: 'too-many-streams' });
    await page.leave();
    await expect.poll(openHandles).toBe(0);
    // The places are free again, when all that was begun is removed.
    const next = await openPage(host);
    await vi.waitFor(async () => (await open(next)).cancel());
    await next.leave();
  });

  it('waits for its download among the last few alone', async () => {
    const page = await openPage(host);
    const urls: string[] = [];
    for (let at = 0; at < 30; at += 1) {
      const end = await endOf((await open(page, `${at}.csv`)).next(END));
      if (end.kind === 'download') urls.push(end.url);
    }
    expect((await exportFiles()).length).toBeLessThanOrEqual(20);
    const headers = { Host: `127.0.0.1:${host.server.port}`, Cookie: host.cookie };
    expect((await ask(host, urls.at(-1) ?? '', headers)).status).toBe(200);
    expect((await ask(host, urls[0] ?? '', headers)).status).toBe(404);
    await page.leave();
  });
});

describe('a page that tries one address after the other', () => {
  it('is let ask a few, and told so; what it asked before it may ask again', async () => {
    const page = await openPage(host);
    const check = (port: number) =>
      page.call.checkKey({ baseUrl: `http://127.0.0.1:${port}/v1`, plan: 'pro', key: 'k' });
    const before = host.parts.checked.length;
    for (let port = 2_001; port <= 2_100; port += 1) await check(port);
    const asked = host.parts.checked.length - before;
    expect(asked).toBeLessThanOrEqual(10);
    expect(await check(2_100)).toEqual({ kind: 'rejected', reason: 'too-many-addresses', words: null });
    expect(await check(2_001)).toMatchObject({ kind: 'accepted' });
    await page.leave();
    // Neither another page nor another way in gets around it.
    const next = await openPage(host);
    const connect = next.call.connectAccount({
      baseUrl: 'http://127.0.0.1:2101',
      plan: 'pro',
      key: 'k',
      name: '',
    });
    await expect(connect).rejects.toMatchObject({ code: 'too-many-addresses' });
    await next.leave();
    expect(host.parts.checked.length - before).toBe(asked + 1);
  });

  it('may go on when some time has passed', () => {
    let nowMs = 0;
    const quota = createOriginQuota(() => nowMs);
    const tried = (count: number, from: number) =>
      Array.from({ length: count }, (_, at) => quota(`https://h${from + at}.example/v1`)).filter(Boolean)
        .length;
    const first = tried(50, 0);
    expect(first).toBeLessThanOrEqual(10);
    nowMs += 60_000;
    expect(tried(50, 100)).toBe(0);
    expect(quota('https://h0.example/another/path')).toBe(true);
    nowMs += 600_000;
    expect(tried(50, 200)).toBe(first);
  });
});

describe('whatever does not speak HTTP', () => {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers.splice(0)) server.close();
    for (const close of closers.splice(0)) await close();
  });

  async function listen(greet: (socket: Socket) => void): Promise<string> {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      greet(socket);
    });
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  function check(baseUrl: string, timeoutMs = 300): Promise<KeyCheck> {
    return checkKey({
      baseUrl,
      plan: 'pro',
      key: 'k',
      fetchPage: createFetchPage({ fetch, timeoutMs, maxBytes: 1_000_000 }),
      limiters: createLimiters({
        limits: { perMinute: 100, perDay: 1_000 },
        clock: systemClock,
        storage: inMemoryLimiterStorage(),
      }),
      clock: systemClock,
      signal: new AbortController().signal,
      isBelieved: () => true,
    });
  }

  it('looks the same as a port that is closed', async () => {
    const closed = await serveAnswers(() => undefined);
    await closed.close();
    const expected = await check(closed.baseUrl);
    expect(expected).toEqual({ kind: 'rejected', reason: 'unreachable', words: null });
    for (const greet of [
      () => undefined,
      (socket: Socket) => socket.destroy(),
      (socket: Socket) => socket.resetAndDestroy(),
      (socket: Socket) => void socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
      (socket: Socket) => void socket.write('220 mail ready\r\n'),
      (socket: Socket) => void socket.end('-ERR unknown command\r\n'),
    ]) {
      expect(await check(await listen(greet))).toEqual(expected);
    }
  });

  it('or HTTP that is not the API: none of its words come back', async () => {
    for (const status of [200, 302, 404, 418]) {
      const server = await serveAnswers((_, response) => {
        response.writeHead(status, { Location: '/login' });
        response.end('<h1>router-of-the-house 10.0.0.1</h1>');
      });
      closers.push(server.close);
      // It answers, in whatever time.
      const answer = await check(server.baseUrl, 60_000);
      expect(answer).toEqual({ kind: 'rejected', reason: 'not-the-api', words: null });
    }
  });
});
