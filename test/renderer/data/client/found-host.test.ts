import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findHost, startPage } from '#renderer/data/client/host.ts';
import type { Connection } from '#shared/contract/app.ts';
import { ENTER_PATH, SESSION_ITEM, SOCKET_PROTOCOL } from '#shared/contract/ipc.ts';

/** The host that a page finds: the preload's, or that of its address, which may not know the page's secret (any more). */

type Opened = { readonly url: string; readonly protocols: readonly string[]; readonly cut: () => void };

/** A browser whose host knows the secret that `host.knows` says; null: nobody answers. */
function browser({ kept, href = 'http://127.0.0.1:4610/#orders' }: { kept: string | null; href?: string }) {
  const host = { knows: 'old' as string | null };
  const storage = new Map(kept === null ? [] : [[SESSION_ITEM, kept]]);
  const left: string[] = [];
  const opened: Opened[] = [];
  vi.stubGlobal('localStorage', { getItem: (item: string) => storage.get(item) ?? null });
  vi.stubGlobal('window', {
    location: {
      href,
      reload: () => left.push('reload'),
      replace: (to: string) => left.push(`to ${to}`),
    },
  });
  vi.stubGlobal('fetch', async (path: string) => {
    if (host.knows === null) throw new TypeError('fetch failed');
    const nonce = new URL(path, href).searchParams.get('nonce') ?? '';
    return new Response(createHmac('sha256', host.knows).update(nonce).digest('hex'));
  });
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      constructor(url: string, protocols: readonly string[]) {
        super();
        opened.push({ url, protocols, cut: () => this.dispatchEvent(new Event('close')) });
        queueMicrotask(() => this.dispatchEvent(new Event('open')));
      }
    },
  );
  return { host, storage, left, opened };
}

/** The host as the page finds it, and how its line stood by and by. */
function found() {
  const host = findHost();
  const stood: Connection[] = [];
  host.bridge.onConnection((connection) => stood.push(connection));
  return { ...host, stood };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['http://127.0.0.1:4610/#orders', 'ws://127.0.0.1:4610'],
  ['https://cuadra.example/?a=b', 'wss://cuadra.example'],
])('the page at %s shows its secret on its own lines, and stays where it is', async (href, at) => {
  const { opened, left } = browser({ kept: 'old', href });
  const { stood, openConnection } = found();
  await vi.waitFor(() => expect(stood).toEqual(['disconnected', 'connected']));
  expect(opened).toMatchObject([{ url: `${at}/bridge`, protocols: [SOCKET_PROTOCOL, 'old'] }]);
  expect(await openConnection()).toEqual({
    line: { kind: 'socket', url: `${at}/ledger`, secret: 'old' },
    transfer: [],
  });
  expect(left).toEqual([]);
});

test.each([null, 'older'])(
  'a page with the secret %s, which was never let in, goes where it is told how to come in',
  async (kept) => {
    const { left, opened } = browser({ kept });
    const { stood } = found();
    await vi.waitFor(() => expect(stood.at(-1)).toBe('shut-out'));
    expect([left[0], opened]).toEqual([`to ${ENTER_PATH}`, []]);
  },
);

test('a page that was in, and whose host has another secret since, stays with what it shows', async () => {
  const { host, left, opened } = browser({ kept: 'old' });
  const { stood } = found();
  await vi.waitFor(() => expect(stood.at(-1)).toBe('connected'));
  host.knows = 'new';
  opened[0]?.cut();
  await vi.waitFor(() => expect(stood.at(-1)).toBe('shut-out'));
  expect(left).toEqual([]);
});

test.each([true, false])(
  'where another page was let in meanwhile, it starts anew; was it in before: %s',
  async (wasIn) => {
    const { host, storage, left, opened } = browser({ kept: wasIn ? 'old' : 'older' });
    if (!wasIn) host.knows = null;
    const { stood } = found();
    if (wasIn) await vi.waitFor(() => expect(stood.at(-1)).toBe('connected'));
    host.knows = 'new';
    storage.set(SESSION_ITEM, 'new');
    opened[0]?.cut();
    await vi.waitFor(() => expect(stood.at(-1)).toBe('shut-out'));
    expect(new Set(left)).toEqual(new Set(['reload']));
  },
);

test('a host that does not answer is only waited for', async () => {
  const { host, left } = browser({ kept: 'old' });
  host.knows = null;
  const { stood } = found();
  await vi.advanceTimersByTimeAsync(2000);
  expect([left, [...new Set(stood)]]).toEqual([[], ['disconnected']]);
  host.knows = 'old';
  // The slowest attempts come so late.
  await vi.advanceTimersByTimeAsync(5000);
  await vi.waitFor(() => expect(stood.at(-1)).toBe('connected'));
});

test('in the desktop app a line to the rows is the port that answers its own call, of its own window', async () => {
  browser({ kept: null });
  const page = Object.assign(new EventTarget(), { cuadra: { call: {}, requestLedgerPort: vi.fn() } });
  vi.stubGlobal('window', page);
  const { openConnection } = findHost();
  const given = openConnection();
  const [[nonce] = []] = page.cuadra.requestLedgerPort.mock.calls;
  const say = (data: unknown, port: string | null, source: unknown = page): boolean =>
    page.dispatchEvent(
      Object.assign(new Event('message'), { data, source, ports: port === null ? [] : [port] }),
    );
  say('another', 'of another call');
  say(nonce, 'of a frame', {});
  say(nonce, null);
  say(nonce, 'ours');
  say(nonce, 'later');
  expect(await given).toEqual({ line: { kind: 'port' }, transfer: ['ours'] });
});

test('a page starts its worker, asks to be kept, and opens the copy of the active account over its own host', async () => {
  browser({ kept: null });
  const calls: string[] = [];
  const reply = (value: unknown) => async () => ({ ok: true, value });
  const page = Object.assign(new EventTarget(), {
    cuadra: {
      call: {
        readHostInfo: reply({ host: 'desktop', version: '3' }),
        readAccounts: reply({ accounts: [], activeId: 'a' }),
        readSyncStatus: reply({ state: 'idle' }),
      },
      on: (event: string) => calls.push(`on ${event}`),
      requestLedgerPort: (nonce: string) =>
        page.dispatchEvent(
          Object.assign(new Event('message'), { data: nonce, source: page, ports: ['the port'] }),
        ),
    },
  });
  vi.stubGlobal('window', page);
  vi.stubGlobal('navigator', { storage: { persist: () => calls.push('persist') } });
  const made: unknown[] = [];
  const sent: unknown[] = [];
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      constructor(url: URL, options: object) {
        super();
        made.push([url.pathname.split('/').slice(-2).join('/'), options]);
      }
      postMessage = (message: object, transfer: readonly unknown[]) => sent.push({ ...message, transfer });
    },
  );
  const session = startPage();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(made).toEqual([['worker/worker.ts', { type: 'module' }]]);
  expect(calls.toSorted()).toEqual(['on accounts', 'on syncStatus', 'persist']);
  expect(session.host.get()).toEqual({ host: 'desktop', version: '3' });
  expect(sent).toMatchObject([
    {
      ...{ name: 'open', transfer: ['the port'] },
      input: { accountId: 'a', line: { kind: 'port' }, migrates: false },
    },
  ]);
  // A browser that knows nothing of that is asked for nothing.
  vi.stubGlobal('navigator', {});
  expect(startPage().connection.get()).toBe('connected');
});
