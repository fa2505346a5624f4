import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { WebProcess } from '#test/runner/web-command.ts';
import { type Entered, enter, type Machine, makeMachine } from './victim.ts';

/** Another server of the machine gets the cookie, because cookies ignore ports; and runs end, and others begin. */

const DIST = fileURLToPath(new URL('../../dist/renderer', import.meta.url));

let machine: Machine;
let web: WebProcess;
let entered: Entered;
beforeEach(async () => {
  machine = await makeMachine();
  web = await machine.start({ open: false });
  entered = await enter(web.address);
});
afterEach(() => machine.remove());

/** 101, or the status of the refusal. */
function openConnection(
  path: string,
  origin: string,
  cookie: string,
  protocols: readonly string[],
): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}`, [...protocols], {
      origin,
      headers: { Cookie: cookie },
    });
    socket.once('open', () => {
      socket.terminate();
      resolve(101);
    });
    socket.once('unexpected-response', (_request, response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    socket.on('error', reject);
  });
}

const LINES = ['/bridge', '/ledger'];

it('the cookie alone opens no line to the data, and no file tells the rest', async () => {
  const { origin } = new URL(web.address);
  const { cookie, session } = entered;
  const value = cookie.split('=')[1] ?? '';
  for (const path of LINES) {
    expect(await openConnection(path, origin, cookie, ['cuadra', session])).toBe(101);
    for (const protocols of [[], ['cuadra'], ['cuadra', value], [session, 'cuadra']]) {
      expect(await openConnection(path, origin, cookie, protocols), protocols.join()).toBe(401);
    }
    expect(await openConnection(path, origin, '', ['cuadra', session])).toBe(401);
  }
  const names = (await readdir(DIST, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
  const paths = names.map((one) => join(one.parentPath, one.name).slice(DIST.length).replaceAll('\\', '/'));
  for (const path of ['/', '/session', '/accounts', '/exports/', ...paths]) {
    const answer = await fetch(`${origin}${path}`, { headers: { Cookie: cookie } });
    expect(await answer.text(), path).not.toContain(session);
    expect(JSON.stringify([...answer.headers]), path).not.toContain(session);
  }
});

it('nothing of a run opens the next one: no cookie, no secret, no code that was never used', async () => {
  const { origin } = new URL(web.address);
  const unused = await machine.start({ open: false });
  await unused.ended;
  // Killed: it took no code back.
  await web.stop('SIGKILL');
  const next = await machine.start({ open: false, port: Number(new URL(origin).port) });
  expect(new URL(next.address).origin).toBe(origin);
  expect((await enter(unused.address)).status).toBe(401);
  expect((await enter(web.address)).status).toBe(401);
  expect((await fetch(origin, { headers: { Cookie: entered.cookie } })).status).toBe(401);
  const now = await enter(next.address);
  expect(now.status).toBe(200);
  for (const path of LINES) {
    expect(await openConnection(path, origin, entered.cookie, ['cuadra', entered.session])).toBe(401);
    expect(await openConnection(path, origin, now.cookie, ['cuadra', entered.session])).toBe(401);
    expect(await openConnection(path, origin, entered.cookie, ['cuadra', now.session])).toBe(401);
    expect(await openConnection(path, origin, now.cookie, ['cuadra', now.session])).toBe(101);
  }
});
