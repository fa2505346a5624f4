import { createHash, createHmac } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { socketChannel } from '#electron/browser-host/server.ts';
import type { AppCalls } from '#shared/contract/app.ts';
import { createCaller } from '#shared/contract/rpc.ts';
import { statusOf } from '#test/electron/app/fake-parts.ts';
import { begun, chunk, END, endOf, pullFrom } from '#test/electron/export/feeds.ts';
import { ask, type RunningHost, runHost, SECRET_OUTSIDE, sessionIn } from './running-host.ts';

let host: RunningHost;
// One for each test: what another left behind would make it lean on their order.
beforeEach(async () => {
  host = await runHost();
});
afterEach(() => host.stop());

const own = () => ({ Host: `127.0.0.1:${host.server.port}`, Cookie: host.cookie });

type Opened = { readonly socket: WebSocket | null; readonly status: number };

function openSocket(
  path: string,
  headers: { readonly [name: string]: string },
  protocols: readonly string[] = ['cuadra', host.session],
): Promise<Opened> {
  const { Origin, ...rest } = headers;
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${host.server.port}${path}`, [...protocols], {
      headers: rest,
      ...(Origin === undefined ? {} : { origin: Origin }),
    });
    socket.once('open', () => resolve({ socket, status: 101 }));
    socket.once('unexpected-response', (_request, response) => {
      resolve({ socket: null, status: response.statusCode ?? 0 });
      response.resume();
    });
    socket.on('error', () => undefined);
  });
}

const connect = () =>
  host.app.handlers.connectAccount({
    baseUrl: 'https://api.example/ledger',
    plan: 'free',
    key: 'k',
    name: '',
  });

async function openBridge(): Promise<WebSocket> {
  const { socket } = await openSocket('/bridge', { Origin: host.origin, Cookie: host.cookie });
  if (socket === null) throw new Error('The bridge was refused.');
  return socket;
}

describe('who may come in', () => {
  it('refuses any Host but its own, even with the cookie', async () => {
    for (const name of ['localhost', 'evil.example', '127.0.0.1', `localhost:${host.server.port}`]) {
      const answer = await ask(host, '/', { ...own(), Host: name });
      expect(answer.status, name).toBe(403);
      expect(answer.body).not.toContain('<title>page');
    }
  });

  it('lets nobody in without a code that was issued, and gives them no cookie', async () => {
    const never = 'A'.repeat(43);
    for (const path of ['/', '/index.html', '/assets/index-Abc12345.js', '/?code=', `/?code=${never}`]) {
      const answer = await ask(host, path);
      expect(answer.status, path).toBe(401);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.body).not.toContain('<title>page');
      expect(answer.body).not.toContain(host.session);
    }
  });

  it('takes no path of the profile for a code', async () => {
    const before = await host.app.handlers.readAccounts(null);
    for (const code of ['../accounts.json', '..%2faccounts.json', '.', '', `${'A'.repeat(42)}%00`]) {
      expect((await ask(host, `/?code=${code}`)).status, code).toBe(401);
    }
    expect(await host.app.handlers.readAccounts(null)).toEqual(before);
  });

  it('says to a browser that is not let in what to do, in every language', async () => {
    const { body } = await ask(host, '/');
    expect(body).toContain('pulsa Intro en la terminal');
    expect(body).toContain('press Enter in the terminal');
    expect(body).toContain('pressione Enter no terminal');
  });

  it('lets a browser that comes by a link ask once more by itself, and not for ever', async () => {
    const linked = await ask(host, '/', { 'Sec-Fetch-Site': 'cross-site' });
    expect([linked.status, linked.headers.refresh]).toEqual([401, '0']);
    // Typed, asked again by itself, or by what says nothing of itself.
    for (const headers of [{ 'Sec-Fetch-Site': 'none' }, { 'Sec-Fetch-Site': 'same-origin' }, {}]) {
      const again = await ask(host, '/', headers);
      expect([again.status, again.headers.refresh]).toEqual([401, undefined]);
    }
  });

  it('trades a code, once, for a cookie that carries the port and a secret for the page', async () => {
    const code = await host.entrance.issue();
    const answer = await ask(host, `/?code=${code}`);
    expect(answer.status).toBe(200);
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toContain(`cuadra-${host.server.port}=`);
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Strict');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).not.toContain(code);
    const session = sessionIn(answer.body);
    expect([host.session, session]).toEqual([session, expect.stringMatching(/^[\w-]{43}$/)]);
    expect(cookie).not.toContain(session);
    expect((await ask(host, '/', own())).body).toContain('<title>page');
    const again = await ask(host, `/?code=${code}`);
    expect([again.status, again.headers['set-cookie']]).toEqual([401, undefined]);
    expect(again.body).not.toContain(session);
  });

  it('lets one alone of many that come with the same code at once', async () => {
    const code = await host.entrance.issue();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(host, `/?code=${code}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 401),
    ]);
  });

  it('keeps a code for who really goes there', async () => {
    const code = await host.entrance.issue();
    expect((await ask(host, `/?code=${code}`, {}, 'HEAD')).status).toBe(401);
    expect((await ask(host, `/?code=${code}`, { 'Sec-Purpose': 'prefetch;prerender' })).status).toBe(401);
    expect((await ask(host, `/x?code=${code}`)).status).toBe(401);
    expect((await ask(host, `/?code=${code}`)).status).toBe(200);
  });

  it('sends a browser that is let in on to the app, whatever code it comes with', async () => {
    const answer = await ask(host, '/?code=spent', own());
    expect([answer.status, answer.headers.location]).toEqual([303, '/']);
  });

  it('proves to a page that it knows the secret, and says it to nobody', async () => {
    const answer = await ask(host, '/session?nonce=n-1', own());
    const expected = createHmac('sha256', host.session).update('n-1').digest('hex');
    expect([answer.status, answer.body.trim()]).toEqual([200, expected]);
    expect((await ask(host, '/session?nonce=n-2', own())).body.trim()).not.toBe(expected);
    expect((await ask(host, '/session?nonce=n-1')).status).toBe(401);
  });

  it('says how to be let in to who is, too', async () => {
    const answer = await ask(host, '/enter', own());
    expect([answer.status, answer.body.includes('pulsa Intro')]).toEqual([401, true]);
  });

  it('takes a cookie of another port, a longer one or a shorter one for none', async () => {
    for (const cookie of [
      host.cookie.replace(String(host.server.port), '1'),
      `${host.cookie}x`,
      host.cookie.slice(0, -1),
      `x${host.cookie}`,
      `cuadra-${host.server.port}=`,
    ]) {
      expect((await ask(host, '/', { ...own(), Cookie: cookie })).status, cookie).toBe(401);
    }
  });

  it('answers GET and HEAD only', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await ask(host, '/', { ...own(), Origin: host.origin }, method);
      expect(answer.status, method).toBe(405);
    }
    const head = await ask(host, '/', own(), 'HEAD');
    expect(head.status).toBe(200);
    expect(head.body).toBe('');
  });
});

describe('the step from a code to a session', () => {
  it('may run its one script and nothing else', async () => {
    const { headers, body } = await ask(host, `/?code=${await host.entrance.issue()}`);
    const script = /<script>([\s\S]*)<\/script>/.exec(body)?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain(`script-src 'sha256-${hash}';`);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
  });
});

describe('what is served', () => {
  it('puts the policy on every response and allows no other origin', async () => {
    const answers = [
      await ask(host, '/', own()),
      await ask(host, '/assets/index-Abc12345.js', own()),
      await ask(host, '/'),
      await ask(host, '/nothing', own()),
      await ask(host, '/', own(), 'POST'),
      await ask(host, '/', { ...own(), Host: 'evil.example' }),
    ];
    for (const answer of answers) {
      const policy = String(answer.headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('serves files with their types, and lets only hashed ones be kept', async () => {
    const page = await ask(host, '/', own());
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['cache-control']).toBe('no-cache');
    const script = await ask(host, '/assets/index-Abc12345.js', own());
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(script.headers['cache-control']).toContain('immutable');
  });

  it('never leaves its folder', async () => {
    for (const path of [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/..%5csecret.txt',
      '//secret.txt',
      '/%00',
      '/%',
      '/assets',
    ]) {
      const answer = await ask(host, path, own());
      expect(answer.status, path).toBe(404);
      expect(answer.body).not.toContain(SECRET_OUTSIDE);
    }
  });
});

describe('addresses that are none', () => {
  it('end neither a request nor the host', async () => {
    expect((await ask(host, 'http://evil.example/', own())).status).toBe(400);
    expect((await ask(host, '//', own())).status).toBe(404);
    const headers = { Origin: host.origin, Cookie: host.cookie };
    expect((await openSocket('//', headers)).status).toBe(404);
    expect((await ask(host, '/', own())).status).toBe(200);
  });
});

describe('WebSockets', () => {
  it('are refused without an Origin, from another one, without the cookie and without the secret', async () => {
    const cookie = { Cookie: host.cookie };
    for (const path of ['/bridge', '/ledger']) {
      expect((await openSocket(path, cookie)).status).toBe(403);
      expect((await openSocket(path, { ...cookie, Origin: 'http://evil.example' })).status).toBe(403);
      expect((await openSocket(path, { ...cookie, Origin: 'null' })).status).toBe(403);
      const localhost = `http://localhost:${host.server.port}`;
      expect((await openSocket(path, { ...cookie, Origin: localhost })).status).toBe(403);
      expect((await openSocket(path, { Origin: host.origin })).status).toBe(401);
      const withoutSecret = { ...cookie, Origin: host.origin };
      const value = host.cookie.split('=')[1] ?? '';
      for (const offered of [
        [],
        ['cuadra'],
        ['cuadra', value],
        ['cuadra', `${host.session}x`],
        [host.session],
      ]) {
        expect((await openSocket(path, withoutSecret, offered)).status, offered.join()).toBe(401);
      }
      const foreign = { ...cookie, Origin: host.origin, Host: 'evil.example' };
      expect((await openSocket(path, foreign)).status).toBe(403);
    }
    expect((await openSocket('/other', { ...cookie, Origin: host.origin })).status).toBe(404);
  });

  it('never say the secret back', async () => {
    const socket = await openBridge();
    expect(socket.protocol).toBe('cuadra');
    socket.close();
  });

  it('refuse bad input with a code', async () => {
    const socket = await openBridge();
    const caller = createCaller<AppCalls>(socketChannel(socket));
    const bad = caller.connectAccount({ baseUrl: 'https://x', plan: 'gold' as never, key: 'k', name: '' });
    await expect(bad).rejects.toMatchObject({ code: 'bad-input' });
    socket.close();
  });

  it('survives messages that are not JSON and frames that are not text', async () => {
    const socket = await openBridge();
    socket.send('{');
    socket.send(Buffer.from([1, 2, 3]));
    const caller = createCaller<AppCalls>(socketChannel(socket));
    expect((await caller.readAccounts(null)).accounts.length).toBeGreaterThanOrEqual(0);
    socket.close();
  });

  it('hang up on a ledger whose hello is wrong or of nobody, and serve a right one', async () => {
    const { activeId } = await connect();
    const greet = async (hello: unknown): Promise<WebSocket> => {
      const { socket } = await openSocket('/ledger', { Origin: host.origin, Cookie: host.cookie });
      if (socket === null) throw new Error('The ledger was refused.');
      socket.send(JSON.stringify(hello));
      return socket;
    };
    for (const hello of [
      'hello',
      { type: 'ledger-hello', accountId: activeId },
      { type: 'ledger-hello', accountId: activeId, ownerEpoch: 1 },
      { type: 'ledger-hello', accountId: 'nobody', ownerEpoch: 1, ledgerId: 'l' },
      { type: 'ledger-hello', accountId: activeId, ownerEpoch: 0, ledgerId: 'l' },
    ]) {
      const socket = await greet(hello);
      await new Promise((resolve) => socket.once('close', resolve));
    }
    const engine = host.parts.engines.at(-1);
    expect(engine?.notes).toEqual([]);
    const socket = await greet({ type: 'ledger-hello', accountId: activeId, ownerEpoch: 3, ledgerId: 'l' });
    await expect.poll(() => engine?.notes).toEqual(['attach 3 new']);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const newer = await greet({ type: 'ledger-hello', accountId: activeId, ownerEpoch: 4, ledgerId: 'l' });
    await closed;
    await expect.poll(() => engine?.notes).toEqual(['attach 3 new', 'detach 3', 'attach 4 new']);
    newer.close();
    await expect.poll(() => engine?.notes.at(-1)).toBe('detach 4');
  });

  it('forget a page that has gone', async () => {
    const { activeId } = await connect();
    const socket = await openBridge();
    socket.terminate();
    await new Promise((resolve) => socket.once('close', resolve));
    host.parts.engines.at(-1)?.report('running');
    expect(await host.app.handlers.readSyncStatus(null)).toEqual(statusOf(activeId, 'running'));
  });
});

describe('exports', () => {
  it('are downloaded whole, as attachments, by who may come in', async () => {
    const opened = await begun(pullFrom(host.app.handlers).exportFile({ fileName: '../Órdenes "mayo".csv' }));
    await opened.next(chunk('Orden;Ventas\n'));
    await opened.next(chunk('Ñ-1;10,5\n'));
    const end = await endOf(opened.next(END));
    if (end.kind !== 'download') throw new Error('A download was expected.');
    expect(end.url).toMatch(/^\/exports\/[\w-]+\/[^/]+$/);
    expect((await ask(host, end.url)).status).toBe(401);
    const answer = await ask(host, end.url, own());
    expect(answer.status).toBe(200);
    expect(answer.body).toBe('Orden;Ventas\nÑ-1;10,5\n');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''/);
    expect((await ask(host, `${end.url}x`, own())).status).toBe(404);
  });

  it('do not exist before they are whole', async () => {
    const opened = await begun(pullFrom(host.app.handlers).exportFile({ fileName: 'x.csv' }));
    await opened.next(chunk('half'));
    const [id = ''] = await readdir(join(host.profile, 'downloads'));
    expect(id).toMatch(/^[\w-]{36}$/);
    expect((await ask(host, `/exports/${id}/x.csv`, own())).status).toBe(404);
    await opened.cancel();
    expect(await readdir(join(host.profile, 'downloads'))).toEqual([]);
  });
});
