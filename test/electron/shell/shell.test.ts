import type { EventEmitter } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_VAULT } from '#electron/accounts/key-vault.ts';
import { createApp } from '#electron/app/app.ts';
import {
  answerAppRequest,
  isAppAddress,
  isAppFrame,
  registerAppScheme,
  serveApp,
} from '#electron/shell/app-protocol.ts';
import { forwardEvents, serveBridge } from '#electron/shell/bridge.ts';
import { saveDialogTarget } from '#electron/shell/save-export.ts';
import { createWindow, guardPermissions, guardWebContents, showWindow } from '#electron/shell/window.ts';
import { APP_CALL_NAMES } from '#shared/contract/app.ts';
import { bridgeFromPreload, type PreloadBridge } from '#shared/contract/ipc.ts';
import { createFakeParts, NO_FOLDERS } from '#test/electron/app/fake-parts.ts';
import { chunk } from '#test/electron/export/feeds.ts';
import {
  BrowserWindow,
  contextBridge,
  dialog,
  FakeWebContents,
  app as fakeApp,
  ipcMain,
  ipcRenderer,
  protocol,
  session,
} from './fake-electron.ts';

/** The shell against a fake Electron: what it decides, not what Electron does. */

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-shell-'));
  await mkdir(join(folder, 'root', 'assets'), { recursive: true });
  await writeFile(join(folder, 'root', 'index.html'), '<title>app</title>');
  await writeFile(join(folder, 'root', 'assets', 'worker-12345678.js'), 'export {};');
  await writeFile(join(folder, 'secret.txt'), 'secret');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const OWN_FRAME = { url: 'app://bundle/index.html', parent: null };

describe('the app’s address', () => {
  it('is one scheme and one host, whatever the path', () => {
    for (const own of ['app://bundle/', 'app://bundle/index.html#/orders', 'APP://bundle/x']) {
      expect(isAppAddress(own), own).toBe(true);
    }
    for (const foreign of [
      'app://bundle.evil/',
      'app://evil/bundle',
      'app://bundle@evil/',
      'app://bundle:81/',
      'https://bundle/',
      'file:///index.html',
      'app:bundle',
      'data:text/html,x',
      '',
    ]) {
      expect(isAppAddress(foreign), foreign).toBe(false);
    }
  });

  it('speaks for the top frame alone', () => {
    expect(isAppFrame(OWN_FRAME)).toBe(true);
    expect(isAppFrame(null)).toBe(false);
    expect(isAppFrame({ ...OWN_FRAME, parent: OWN_FRAME })).toBe(false);
    expect(isAppFrame({ ...OWN_FRAME, url: 'https://evil.example/' })).toBe(false);
  });
});

describe('app://', () => {
  const ask = (url: string, method = 'GET') => answerAppRequest({ url, method }, join(folder, 'root'));

  it('is a standard, secure scheme with fetch and a code cache, and no more', () => {
    registerAppScheme();
    expect(protocol.schemes).toEqual([
      {
        scheme: 'app',
        privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
      },
    ]);
  });

  it('serves files with their type and the policy', async () => {
    for (const [url, type] of [
      ['app://bundle/', 'text/html; charset=utf-8'],
      ['app://bundle/index.html', 'text/html; charset=utf-8'],
      ['app://bundle/assets/worker-12345678.js', 'text/javascript; charset=utf-8'],
    ] as const) {
      const response = await ask(url);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe(type);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
  });

  it('refuses other hosts, other methods and what lies outside', async () => {
    expect((await ask('app://evil/index.html')).status).toBe(404);
    expect((await ask('app://bundle/', 'POST')).status).toBe(405);
    for (const path of ['..%2fsecret.txt', '%2e%2e%2fsecret.txt', 'assets/..%2f..%2fsecret.txt', 'none.js']) {
      const response = await ask(`app://bundle/${path}`);
      expect(response.status, path).toBe(404);
      expect(await response.text()).not.toContain('secret');
    }
    expect(await (await ask('app://bundle/', 'HEAD')).text()).toBe('');
  });

  it('is what the protocol handler answers', async () => {
    serveApp(join(folder, 'root'));
    const response = await protocol.handlers.get('app')?.(new Request('https://x/'));
    expect(response?.status).toBe(404);
  });
});

describe('guards', () => {
  guardWebContents();
  const contents = new FakeWebContents();
  fakeApp.emit('web-contents-created', {}, contents);

  const isPrevented = (event: string, url: string): boolean => {
    let prevented = false;
    contents.emit(event, { url, preventDefault: () => (prevented = true) });
    return prevented;
  };

  it('keep every frame on the app', () => {
    for (const event of ['will-frame-navigate', 'will-redirect']) {
      expect(isPrevented(event, 'app://bundle/index.html')).toBe(false);
      expect(isPrevented(event, 'https://evil.example/')).toBe(true);
      expect(isPrevented(event, 'file:///etc/passwd')).toBe(true);
    }
    expect(isPrevented('will-attach-webview', 'app://bundle/')).toBe(true);
    expect(contents.windowOpenHandler?.({ url: 'app://bundle/' })).toEqual({ action: 'deny' });
  });

  it('grant what the app needs, to the app alone', () => {
    guardPermissions();
    const { requestHandler, checkHandler } = session.defaultSession;
    const request = (permission: string, url: string): boolean => {
      let granted = false;
      requestHandler?.({ getURL: () => url }, permission, (answer) => {
        granted = answer;
      });
      return granted;
    };
    expect(request('persistent-storage', 'app://bundle/')).toBe(true);
    expect(request('persistent-storage', 'https://evil.example/')).toBe(false);
    for (const permission of ['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal']) {
      expect(request(permission, 'app://bundle/'), permission).toBe(false);
      expect(checkHandler?.(null, permission, 'app://bundle/'), permission).toBe(false);
    }
    expect(checkHandler?.(null, 'clipboard-sanitized-write', 'app://bundle/')).toBe(true);
    expect(checkHandler?.(null, 'clipboard-sanitized-write', 'https://evil.example/')).toBe(false);
  });
});

describe('the window', () => {
  const make = () => {
    const quitting = { now: false };
    const window = createWindow('/preload.cjs', quitting) as unknown as BrowserWindow;
    return { quitting, window };
  };
  const close = (window: BrowserWindow): boolean => {
    let prevented = false;
    window.emit('close', { preventDefault: () => (prevented = true) });
    return prevented;
  };

  it('isolates and sandboxes its page, and loads the app', () => {
    const { window } = make();
    expect(window.loaded).toBe('app://bundle/index.html');
    expect(window.options.webPreferences).toMatchObject({
      preload: '/preload.cjs',
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      nodeIntegration: false,
      webviewTag: false,
    });
  });

  it('hides when closed, and ends when the app quits or the session ends', () => {
    const { window, quitting } = make();
    window.emit('ready-to-show');
    expect(window.shown).toBe(true);
    expect(close(window)).toBe(true);
    expect(window.shown).toBe(false);
    window.minimized = true;
    showWindow(window as never);
    expect([window.shown, window.minimized]).toEqual([true, false]);
    quitting.now = true;
    expect(close(window)).toBe(false);
    for (const ending of ['query-session-end', 'session-end']) {
      const other = make();
      other.window.emit(ending);
      expect(close(other.window), ending).toBe(false);
    }
  });

  it('hides again when a session that was to end is kept, unless a quit was asked for meanwhile', () => {
    vi.useFakeTimers();
    try {
      const closesAfter = (...signs: readonly (() => unknown)[]): boolean => {
        const { window } = make();
        window.emit('query-session-end');
        for (const sign of signs) sign();
        return !close(window);
      };
      const minute = () => vi.advanceTimersByTime(60_000);
      expect(closesAfter()).toBe(true);
      expect(closesAfter(minute)).toBe(false);
      expect(closesAfter(() => fakeApp.emit('before-quit', {}), minute)).toBe(true);
      const { window, quitting } = make();
      window.emit('query-session-end');
      window.emit('session-end');
      minute();
      expect(close(window)).toBe(false);
      // The app was ending already: nothing of the session's takes that back.
      quitting.now = true;
      window.emit('query-session-end');
      minute();
      expect(close(window)).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the bridge', async () => {
  const profile = await mkdtemp(join(tmpdir(), 'cuadra-shell-profile-'));
  const parts = createFakeParts();
  const cancelled: string[] = [];
  const written: (string | Uint8Array)[] = [];
  const app = await createApp({
    profileDirectory: profile,
    host: { host: 'desktop', version: '1' },
    keyVault: NO_VAULT,
    exportFolders: NO_FOLDERS,
    openExportTarget: async (name) =>
      name === 'none'
        ? null
        : {
            write: async (chunk) => void written.push(chunk),
            close: async () => ({ kind: 'file', path: name }),
            cancel: async () => void cancelled.push(name),
          },
    parts,
  });
  serveBridge(app);
  await import('#electron/preload.ts');
  const preload = contextBridge.exposed.get('cuadra') as PreloadBridge;
  afterAll(async () => {
    await app.stop();
    await rm(profile, { recursive: true, force: true });
  });
  const sender = new FakeWebContents();
  const invoke = (senderFrame: unknown, name: unknown, input: unknown) =>
    ipcMain.handlers.get('cuadra:call')?.({ senderFrame, sender }, name, input);

  it('exposes the calls of the contract and nothing of Electron', () => {
    expect(Object.keys(preload.call).sort()).toEqual([...APP_CALL_NAMES].sort());
    expect(Object.keys(preload).sort()).toEqual(['call', 'on', 'requestLedgerPort']);
  });

  it('answers the app, with plain failures that keep their code', async () => {
    expect(await invoke(OWN_FRAME, 'readHostInfo', null)).toEqual({
      ok: true,
      value: { host: 'desktop', version: '1' },
    });
    expect(await invoke(OWN_FRAME, 'readHostInfo', 'x')).toMatchObject({
      ok: false,
      error: { code: 'bad-input' },
    });
    for (const name of ['nonsense', 'constructor', '__proto__', 7, null]) {
      expect(await invoke(OWN_FRAME, name, null)).toMatchObject({ ok: false, error: { code: 'bad-input' } });
    }
    const key = { accountId: 'nobody', key: 'k-secret' };
    const refused = await invoke(OWN_FRAME, 'giveKey', key);
    expect(refused).toMatchObject({ ok: false, error: { code: 'unknown-account' } });
    expect(JSON.stringify(refused)).not.toContain('k-secret');
  });

  it('answers many calls at once, each with its own answer', async () => {
    const answers = await Promise.all(
      APP_CALL_NAMES.map((name) => invoke(OWN_FRAME, name, name === 'readHostInfo' ? null : { wrong: true })),
    );
    APP_CALL_NAMES.forEach((name, at) => {
      expect(answers[at], name).toMatchObject({ ok: name === 'readHostInfo' });
    });
  });

  it('prints the page that asks, and no other, as landscape A4 by its own styles', async () => {
    const other = new FakeWebContents();
    const open = (id: string) => ({ id, name: 'exportPaper', input: { fileName: `${id}.pdf` } });
    await invoke(OWN_FRAME, 'openStream', open('x'));
    expect(await invoke(OWN_FRAME, 'pullStream', { id: 'x' })).toMatchObject({
      ok: true,
      value: { done: true },
    });
    expect(written.at(-1)).toEqual(new TextEncoder().encode('%PDF-fake'));
    expect(sender.printed).toEqual([
      { landscape: true, pageSize: 'A4', preferCSSPageSize: true, printBackground: true },
    ]);

    // Another window's page has no part in it, nor has a frame that is not the app's.
    await invoke(OWN_FRAME, 'openStream', open('y'));
    const ask = ipcMain.handlers.get('cuadra:call');
    expect(await ask?.({ senderFrame: OWN_FRAME, sender: other }, 'pullStream', { id: 'y' })).toMatchObject({
      ok: false,
      error: { code: 'unknown-stream' },
    });
    expect(
      await invoke({ url: 'https://evil.example/', parent: null }, 'pullStream', { id: 'y' }),
    ).toMatchObject({ ok: false, error: { code: 'foreign-sender' } });
    expect([sender.printed.length, other.printed.length]).toEqual([1, 0]);

    sender.paper = () => Promise.reject(new Error('Failed to generate PDF'));
    expect(await invoke(OWN_FRAME, 'pullStream', { id: 'y' })).toMatchObject({
      ok: false,
      error: { code: 'export-failed', message: 'Failed to generate PDF' },
    });
    expect(cancelled).toContain('y.pdf');
    expect(await invoke(OWN_FRAME, 'pullStream', { id: 7 })).toMatchObject({
      ok: false,
      error: { code: 'bad-input' },
    });
  });

  it.each(['did-navigate', 'render-process-gone', 'destroyed'])(
    'gives up a page’s exports at %s, and serves the page after it',
    async (event) => {
      const id = `of-${event}`;
      await invoke(OWN_FRAME, 'openStream', { id, name: 'exportFile', input: { fileName: event } });
      expect(await invoke(OWN_FRAME, 'pullStream', { id })).toEqual({
        ok: true,
        value: { done: false, value: null },
      });
      sender.emit(event);
      await expect.poll(() => cancelled).toContain(event);
      expect(await invoke(OWN_FRAME, 'pullStream', { id, feed: chunk('x') })).toMatchObject({
        ok: false,
        error: { code: 'unknown-stream' },
      });
      expect(sender.listenerCount(event)).toBe(1);
    },
  );

  it('answers nobody else', async () => {
    for (const frame of [
      null,
      { url: 'https://evil.example/', parent: null },
      { ...OWN_FRAME, parent: {} },
    ]) {
      expect(await invoke(frame, 'readAccounts', null)).toMatchObject({
        ok: false,
        error: { code: 'foreign-sender' },
      });
    }
  });

  it('gives the page errors with their codes again', async () => {
    const bridge = bridgeFromPreload(preload);
    ipcRenderer.reply = { ok: true, value: 'answer' };
    expect(await bridge.call.readAccounts(null)).toBe('answer');
    expect(ipcRenderer.invoked.at(-1)).toEqual(['cuadra:call', 'readAccounts', null]);
    ipcRenderer.reply = { ok: false, error: { code: 'other-key', message: 'no' } };
    await expect(bridge.call.readAccounts(null)).rejects.toMatchObject({ code: 'other-key', message: 'no' });
  });

  it('carries events to the window, and lets the page work while a sync runs', async () => {
    const window = new BrowserWindow({});
    forwardEvents(app, window as never);
    const heard: unknown[] = [];
    const stop = preload.on('syncStatus', (status) => heard.push(status.state));
    window.webContents.send = (...[channel, ...message]: unknown[]) => {
      ipcRenderer.emit(String(channel), {}, ...message);
    };
    await app.handlers.openDemo(null);
    parts.engines.at(-1)?.report('running');
    parts.engines.at(-1)?.report('waiting');
    parts.engines.at(-1)?.report('idle');
    expect(heard).toEqual(['idle', 'running', 'waiting', 'idle']);
    // Rows are on their way while it waits for the next slot, too.
    expect(window.webContents.throttling.slice(-3)).toEqual([false, false, true]);
    stop();
    parts.engines.at(-1)?.report('error');
    expect(heard).toHaveLength(4);
    window.destroyed = true;
    parts.engines.at(-1)?.report('idle');
    window.emit('closed');
  });

  it('hands a port to the page that asked, and serves the ledger behind it', async () => {
    await app.handlers.openDemo(null);
    preload.requestLedgerPort('nonce-1');
    expect(ipcRenderer.sent.at(-1)).toEqual(['cuadra:ledger-port', 'nonce-1']);
    const posted: unknown[][] = [];
    const frame = { ...OWN_FRAME, postMessage: (...message: unknown[]) => posted.push(message) };
    ipcMain.emit('cuadra:ledger-port', { senderFrame: frame }, 'nonce-1');
    ipcMain.emit('cuadra:ledger-port', { senderFrame: { ...frame, parent: {} } }, 'nonce-2');
    ipcMain.emit('cuadra:ledger-port', { senderFrame: frame }, { toString: () => 'x' });
    expect(posted).toHaveLength(1);
    const [channel, nonce, ports] = posted[0] as [string, string, { other: { started: boolean } }[]];
    expect([channel, nonce, ports.length]).toEqual(['cuadra:ledger-port', 'nonce-1', 1]);
    const port = ports[0] as unknown as EventEmitter & {
      other: { started: boolean };
      postMessage: (x: unknown) => void;
    };
    expect(port.other.started).toBe(true);
    port.postMessage({ type: 'ledger-hello', accountId: 'demo-1000', ownerEpoch: 2, ledgerId: 'l' });
    expect(parts.engines.at(-1)?.notes.at(-1)).toBe('attach 2 new');
  });

  it('takes no nonce of any length: what it sends back stays small', () => {
    const posted: unknown[][] = [];
    const frame = { ...OWN_FRAME, postMessage: (...message: unknown[]) => posted.push(message) };
    for (const length of [0, 36, 100, 101, 1_000_000]) {
      ipcMain.emit('cuadra:ledger-port', { senderFrame: frame }, 'n'.repeat(length));
    }
    expect(posted.map(([, nonce]) => String(nonce).length)).toEqual([0, 36, 100]);
  });

  it('lets the page hear the events of the contract alone', () => {
    const heard: unknown[] = [];
    const before = ipcRenderer.listenerCount('cuadra:event');
    for (const name of ['nonsense', 'cuadra:ledger-port', '__proto__', '']) {
      preload.on(name as 'accounts', (payload) => heard.push(payload))();
      preload.on(name as 'accounts', (payload) => heard.push(payload));
      ipcRenderer.emit('cuadra:event', {}, name, 'secret');
    }
    expect(heard).toEqual([]);
    expect(ipcRenderer.listenerCount('cuadra:event')).toBe(before);
    const stop = preload.on('accounts', (payload) => heard.push(payload));
    ipcRenderer.emit('cuadra:event', {}, 'syncStatus', 'not asked for');
    ipcRenderer.emit('cuadra:event', {}, 'accounts', 'asked for');
    stop();
    expect(heard).toEqual(['asked for']);
  });

  it('passes a port on through the window alone', () => {
    const posted: unknown[][] = [];
    vi.stubGlobal('window', { postMessage: (...message: unknown[]) => posted.push(message) });
    ipcRenderer.emit('cuadra:ledger-port', { ports: ['port'] }, 'nonce-3');
    expect(posted).toEqual([['nonce-3', '*', ['port']]]);
    vi.unstubAllGlobals();
  });
});

describe('exports on the desktop', () => {
  beforeEach(() => {
    dialog.asked.length = 0;
  });

  it('go where the user says, under a name the page cannot choose freely', async () => {
    const target = saveDialogTarget(() => null);
    dialog.answer = { canceled: true, filePath: '' };
    expect(await target('x.csv')).toBeNull();
    const path = join(folder, 'chosen.csv');
    dialog.answer = { canceled: false, filePath: path };
    const opened = await target('../../evil.csv');
    expect(dialog.asked.at(-1)).toEqual([{ defaultPath: '/user/downloads/evil.csv' }]);
    await opened?.write(Buffer.from('a;b\n'));
    expect(await opened?.close()).toEqual({ kind: 'file', path });
    expect(await readFile(path, 'utf8')).toBe('a;b\n');
  });
});
