import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { portChannel } from '#renderer/data/transport/channels.ts';
import { APP_CALL_NAMES } from '#shared/contract/app.ts';
import { type BuiltPage, builtPreload, openPage } from './built-page.ts';

/** The desktop app whole, but for Electron: main.ts, and a page that reaches it through the preload that is shipped. */

type FakeElectron = typeof import('./fake-electron.ts');
const KEY = 'k-5d81c0aa97e34f26';
const ACCOUNT = { baseUrl: 'https://api.example', plan: 'pro', key: KEY, name: 'T' } as const;

let code: string;
let folder: string;
let fake: FakeElectron;
let page: BuiltPage;
beforeAll(async () => {
  code = await builtPreload();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-built-'));
  await begin();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A process begins, and its window shows its page. */
async function begin(): Promise<void> {
  vi.resetModules();
  fake = (await import('electron')) as unknown as FakeElectron;
  fake.app.setPath('appData', folder);
  fake.app.setPath('downloads', folder);
  fake.MessageChannelMain.isReal = true;
  await import('#electron/main.ts');
  fake.app.becomeReady();
  await vi.waitFor(() => expect(fake.app.listenerCount('will-quit')).toBeGreaterThan(0), 20_000);
  page = openPage(fake, code);
}
async function quit(): Promise<void> {
  fake.app.quit();
  await vi.waitFor(() => expect(fake.app.done.at(-1)).toBe('quit'), 20_000);
}
const windowNow = () => {
  const window = fake.BrowserWindow.made.at(-1);
  if (window === undefined) throw new Error('There is no window.');
  return window;
};

/** The page asks for a port, and passes it to its worker: over real ports, in a transfer list. */
async function takePort(nonce: string): Promise<MessagePort> {
  page.preload.requestLedgerPort(nonce);
  await vi.waitFor(() => expect(page.messages.map(({ data }) => data)).toContain(nonce));
  const message = page.messages.find(({ data }) => data === nonce);
  const port = message?.ports[0] as MessagePort;
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(port, [port]);
  const [arrived] = (await once(port2, 'message')) as [MessagePort];
  port1.close();
  return arrived;
}

describe('the built preload', () => {
  it('runs as CommonJS, asks for the allowed modules alone, and shows the calls of the contract', () => {
    expect([...new Set(page.required)]).toEqual(['electron']);
    expect(code).not.toMatch(/\bimport\(|^import |process\.|__dirname|Buffer\./m);
    expect([...fake.contextBridge.exposed.keys()]).toEqual(['cuadra']);
    expect(Object.keys(page.preload).sort()).toEqual(['call', 'on', 'requestLedgerPort']);
    expect(Object.keys(page.preload.call).sort()).toEqual([...APP_CALL_NAMES].sort());
    // What contextBridge carries: functions, and nothing of a class.
    for (const call of Object.values(page.preload.call)) expect(call).toBeTypeOf('function');
  });
});

describe('the desktop app through it', () => {
  it('first run, key, status, export, second instance, close, reload, quit', async () => {
    const { call, on } = page.bridge;
    expect(await call.readAccounts(null)).toEqual({ accounts: [], activeId: null, keyStorage: 'keyring' });
    const states: (string | null)[] = [];
    const stop = on('syncStatus', ({ accountId }) => states.push(accountId));
    const { activeId } = await call.connectAccount(ACCOUNT);
    expect(JSON.stringify(await call.readAccounts(null))).not.toContain(KEY);
    expect(states).toContain(activeId);
    stop();

    expect(await call.openExport({ fileName: 'x.csv' })).toBeNull();
    fake.dialog.answer = { canceled: false, filePath: join(folder, 'x.csv') };
    const opened = await call.openExport({ fileName: '../../x.csv' });
    expect(fake.dialog.asked.at(-1)).toMatchObject([{}, { defaultPath: join(folder, 'x.csv') }]);
    const exportId = opened?.exportId ?? '';
    await call.writeExport({ exportId, bytes: new TextEncoder().encode('a;b\n') });
    expect(await call.closeExport({ exportId })).toEqual({ kind: 'file', path: join(folder, 'x.csv') });
    expect(await readFile(join(folder, 'x.csv'), 'utf8')).toBe('a;b\n');

    const window = windowNow();
    window.close();
    expect([window.isDestroyed(), window.isVisible()]).toEqual([false, false]);
    fake.app.emit('second-instance', {}, [], folder);
    expect(window.isVisible()).toBe(true);

    // A reload: what the page had open is given up, and the next one is served.
    const left = await call.openExport({ fileName: 'left.csv' });
    window.webContents.reload();
    page = openPage(fake, code);
    await expect(page.bridge.call.closeExport({ exportId: left?.exportId ?? '' })).rejects.toMatchObject({
      code: 'unknown-export',
    });
    expect((await page.bridge.call.readAccounts(null)).activeId).toBe(activeId);
    await vi.waitFor(async () =>
      expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([]),
    );
    await quit();
  });

  it('hands a real port to the worker; a crash means another page and another port; it is told when it comes again', async () => {
    const { activeId: accountId } = await page.bridge.call.connectAccount(ACCOUNT);
    const window = windowNow();
    const first = await takePort('nonce-1');
    const channel = portChannel(first as never);
    const asked: string[] = [];
    channel.onMessage((message) => asked.push((message as { readonly name: string }).name));
    channel.send({ type: 'ledger-hello', accountId, ownerEpoch: 1, ledgerId: 'l' });
    // The engine has begun a run with the ledger behind the port.
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0));
    expect(page.messages.every(({ origin, ports }) => origin === '*' && ports.length === 1)).toBe(true);

    const gone = { reason: 'crashed', exitCode: 5 };
    window.webContents.emit('render-process-gone', {}, { ...gone, reason: 'clean-exit' });
    window.webContents.emit('render-process-gone', {}, gone);
    first.close();
    await vi.waitFor(() => expect(window.loads).toEqual(Array(2).fill('app://bundle/index.html')));
    page = openPage(fake, code);
    const second = portChannel((await takePort('nonce-2')) as never);
    const askedAgain: unknown[] = [];
    second.onMessage((message) => askedAgain.push(message));
    second.send({ type: 'ledger-hello', accountId, ownerEpoch: 2, ledgerId: 'l' });
    await vi.waitFor(() => expect(askedAgain.length).toBeGreaterThan(0));

    expect(fake.dialog.errors).toEqual([]);
    window.webContents.emit('render-process-gone', {}, gone);
    expect(fake.dialog.errors).toEqual([expect.stringContaining('crashed')]);
    expect(window.loads).toHaveLength(2);

    // It quits in the middle of a run that waits for a ledger which never answers.
    expect((await page.bridge.call.readSyncStatus(null)).state).toBe('running');
    await quit();
    second.close();
  });
});
