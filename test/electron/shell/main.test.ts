import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EXIT } from '#electron/command/failures.ts';
import { openAppLine } from '#electron/programs/ask-app.ts';
import type { AppBridge } from '#shared/contract/app.ts';
import { findOnDisk } from '#test/electron/app/key-search.ts';
import { begun, chunk } from '#test/electron/export/feeds.ts';
import { answerOf } from '#test/electron/programs/answers.ts';
import { createDesktop, type DesktopHost, type FakeElectron } from '#test/electron/scenarios/desktop-host.ts';
import type { Page } from '#test/electron/scenarios/host-under-test.ts';
import { modeShown } from '#test/runner/systems.ts';

/** The desktop host as a whole, from its first line to its last, against a fake Electron. */

const argv = [...process.argv];
let folder: string;
let host: DesktopHost;
let page: Page;
let fake: FakeElectron;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-main-'));
  host = createDesktop(folder);
});
afterEach(async () => {
  process.argv = [...argv];
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.doUnmock('node:timers/promises');
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** The process begins; `change`: what its system is like. */
async function start(change: (electron: FakeElectron) => void = () => {}): Promise<AppBridge['call']> {
  host.prepare((electron) => {
    fake = electron;
    change(electron);
    return undefined;
  });
  page = await host.start();
  return page.bridge.call;
}

/** Its first lines alone, of a process that may never be ready. */
async function load(isFirst = true): Promise<void> {
  vi.resetModules();
  fake = (await import('electron')) as unknown as FakeElectron;
  fake.app.setPath('appData', folder);
  fake.app.isFirst = isFirst;
  await import('#electron/main.ts');
}

const ACCOUNT = {
  baseUrl: 'https://api.example',
  plan: 'pro',
  key: 'k-7f3a9c1e5b2d8046',
  name: 'T',
} as const;
const keysFile = () => join(host.profile, 'keys.json');

describe('the desktop app', () => {
  it('does before it is ready what must be done by then: scheme, sandbox, guards, its own folder', async () => {
    vi.stubEnv('CUADRA_API_KEY', 'k-secret');
    await load();
    expect(fake.protocol.schemes).toHaveLength(1);
    expect(fake.protocol.registeredAfter).toEqual([]);
    expect(fake.app.done).toEqual(['sandbox', 'wait']);
    expect(fake.app.getPath('userData')).toBe(host.profile);
    const contents = new fake.FakeWebContents();
    fake.app.emit('web-contents-created', {}, contents);
    expect(contents.windowOpenHandler?.({ url: 'https://evil.example/' })).toEqual({ action: 'deny' });
    expect(fake.BrowserWindow.made).toEqual([]);
    // Its page's processes would inherit it, and it is not read here.
    expect(process.env.CUADRA_API_KEY).toBeUndefined();
  });

  it('opens one isolated window on the app, asks through Chromium’s stack, and ends whole', async () => {
    const call = await start();
    const [window, ...others] = fake.BrowserWindow.made;
    expect([window?.loaded, others.length]).toEqual(['app://bundle/index.html', 0]);
    expect(window?.options.webPreferences).toMatchObject({ contextIsolation: true, sandbox: true });
    expect(window?.options.webPreferences?.preload).toMatch(/preload[/\\]preload\.cjs$/);
    expect(fake.session.defaultSession.requestHandler).not.toBeNull();
    expect(fake.protocol.handlers.has('app')).toBe(true);
    expect(await call.readHostInfo(null)).toEqual({ host: 'desktop', version: '1.2.3' });
    expect((await stat(host.profile)).mode & 0o777).toBe(modeShown(0o700));
    const lock = JSON.parse(await readFile(join(host.profile, 'running.json'), 'utf8'));
    expect(lock).toMatchObject({ pid: process.pid, address: null });
    const { name: _name, ...api } = ACCOUNT;
    expect(await call.checkKey(api)).toMatchObject({ kind: 'rejected' });
    expect(fake.net.asked[0]).toContain('https://api.example');
    await host.quit();
    expect(fake.app.done).toContain('quit later');
  });

  it('is a command line where its first word says so: no window, no lock, an exit code', async () => {
    process.argv = ['cuadra', 'cli', 'totals', '--profile-dir', join(folder, 'nobody')];
    await load();
    await vi.waitFor(() => expect(fake.app.done).toContain(`exit ${EXIT.unreachable}`), 20_000);
    expect(fake.app.done).not.toContain('wait');
    expect(fake.BrowserWindow.made).toEqual([]);
  });

  it('as a command line begins its own program on standby where the app is closed', async () => {
    vi.stubEnv('DISPLAY', ':0');
    const said: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation(((text: string, written?: () => void) => {
      said.push(text);
      written?.();
      return true;
    }) as never);
    await mkdir(host.profile);
    await writeFile(join(host.profile, 'chromium.json'), '{}');
    const profile = `--profile-dir=${host.profile}`;
    process.argv = ['cuadra', 'cli', 'totals', profile, '--language', 'en'];
    await load();
    await vi.waitFor(() => expect(fake.app.done).toContain(`exit ${EXIT.unreachable}`), 20_000);
    vi.restoreAllMocks();
    // The program is Node here, and knows no standby.
    expect(said.join('')).toMatch(/^Cuadra is closed: .*\nCuadra could not open to answer \(9\)\. .*\n$/);
    expect(fake.BrowserWindow.made).toEqual([]);
  });

  it('hands a program’s question to its page, and the page’s answer back', async () => {
    const call = await start();
    const asked = new Promise((resolve) => page.bridge.on('asked', resolve));
    const line = await openAppLine(host.profile, 'command', () => undefined);
    const answered = line?.ask({ ask: 'status' });
    await asked;
    const [{ id } = { id: '' }] = await call.takeAsked(null);
    await call.answerAsked({ id, outcome: { kind: 'answer', answer: answerOf('status') } });
    expect(await answered).toEqual(answerOf('status'));
    line?.close();
    await host.quit();
    expect(await openAppLine(host.profile, 'command', () => undefined)).toBeNull();
  });

  it('begins on the demo company where it is told to and there is no account', async () => {
    process.argv = [...argv, '--demo'];
    const call = await start();
    expect(await call.readAccounts(null)).toMatchObject({ accounts: [{ kind: 'demo' }] });
    await host.quit();
  });

  it('asks once for a folder of exports, shows it, and goes on where a dead process left it', async () => {
    const first = join(folder, 'primera');
    const call = await start();
    const accountId = (await call.connectAccount(ACCOUNT)).activeId ?? '';
    const state = { canChoose: true, dataset: null, backups: [], scheduled: [] };
    expect(await call.readExportFolder({ accountId })).toEqual({ path: null, state: 'none', ...state });
    // No dialog for what nobody pressed; and none is needed to change one's mind.
    const { pull } = page.bridge;
    await expect(pull.dataset({ accountId, isQuiet: true }).next()).rejects.toThrow();
    await expect(pull.scheduledFile({ accountId, fileName: 'a.csv' }).next()).rejects.toThrow();
    expect(fake.dialog.asked).toEqual([]);
    expect(await pull.dataset({ accountId }).next()).toEqual({ done: true, value: null });
    expect(await call.chooseExportFolder({ accountId })).toBeNull();

    await mkdir(first);
    host.answerDialogs(first);
    expect(await call.chooseExportFolder({ accountId })).toEqual({
      path: first,
      state: 'ready',
      ...state,
    });
    const asked = fake.dialog.asked.length;
    const opened = await begun(pull.dataset({ accountId }));
    await opened.next({ ...chunk('{}'), path: 'manifest.json' });
    await opened.next({ kind: 'end', kept: [] });
    expect(fake.dialog.asked).toHaveLength(asked);
    await call.showExportFolder({ accountId, place: 'dataset' });
    await call.showExportFolder({ accountId, place: 'backups' });
    expect(fake.shell.shown).toEqual([join(first, accountId, 'parquet'), join(first, accountId)]);

    // A process died between its two renames: the next start puts the folder back before anybody exports.
    await host.quit();
    await rename(join(first, accountId, 'parquet'), join(first, accountId, '.parquet-former'));
    const again = await start();
    expect(await again.readExportFolder({ accountId })).toMatchObject({
      path: first,
      dataset: { path: join(first, accountId, 'parquet'), rows: null, months: [] },
    });
    await rm(first, { recursive: true });
    expect(await again.readExportFolder({ accountId })).toEqual({ path: first, state: 'gone', ...state });
    await host.quit();
  });

  it('comes back when it is called to, and hides when closed until it quits', async () => {
    await start();
    const window = host.window();
    for (const event of ['second-instance', 'activate']) {
      window.shown = false;
      window.minimized = true;
      fake.app.emit(event, {}, ['cuadra'], folder);
      expect([window.shown, window.minimized], event).toEqual([true, false]);
    }
    let prevented = 0;
    const closing = { preventDefault: () => (prevented += 1) };
    window.emit('close', closing);
    expect(prevented).toBe(1);
    await host.quit();
    window.emit('close', closing);
    expect(prevented).toBe(1);
    window.destroyed = true;
    window.shown = false;
    fake.app.emit('activate');
    expect(window.shown).toBe(false);
    expect(fake.BrowserWindow.made).toHaveLength(1);
  });

  it('does not open a profile that a later Chromium has had, which it would begin anew', async () => {
    const withChromium = (chrome: string) =>
      vi.stubGlobal(
        'process',
        Object.create(process, { versions: { value: { ...process.versions, chrome } } }),
      );
    const mark = () => readFile(join(host.profile, 'chromium.json'), 'utf8');
    for (const version of ['150.0.7000.4', '152.1', '152.0']) {
      withChromium(version);
      await start();
      await host.quit();
    }
    const before = await mark();
    expect(JSON.parse(before)).toEqual({ version: 1, chromium: 152 });
    withChromium('151.9.1');
    await expect(start()).rejects.toThrow('chromium.json');
    expect([fake.BrowserWindow.made, await mark()]).toEqual([[], before]);
    // Nothing keeps the right one from it.
    withChromium('153.0');
    await start();
    await host.quit();
  });

  it('leaves at once where another one runs', async () => {
    await load(false);
    expect(fake.app.done).toEqual(['sandbox', 'quit']);
    expect(fake.ipcMain.handlers.size).toBe(0);
  });
});

describe('the keyring', () => {
  const { key: KEY } = ACCOUNT;
  const KEPT = { ending: '8046', keeping: 'keyring' };
  const keysNow = async () => {
    const { keyStorage, accounts } = await page.bridge.call.readAccounts(null);
    return [keyStorage, ...accounts.map(({ key }) => key)];
  };
  /** The process ends and begins again; what the system is like may have changed meanwhile. */
  async function restart(change: (storage: FakeElectron['safeStorage']) => void = () => {}) {
    await host.quit();
    return start(({ safeStorage }) => change(safeStorage));
  }
  /** An account whose key is kept. */
  async function connectKept(): Promise<string> {
    const call = await start();
    const { activeId } = await call.connectAccount(ACCOUNT);
    await vi.waitFor(async () => expect(await keysNow()).toEqual(['keyring', KEPT]), 20_000);
    return activeId ?? '';
  }

  it('has the key as ciphertext alone, made anew where it asks for that', async () => {
    await connectKept();
    expect((await findOnDisk(host.profile, [KEY])).found).toEqual([]);
    expect((await stat(keysFile())).mode & 0o777).toBe(modeShown(0o600));
    const before = await readFile(keysFile(), 'utf8');
    await restart((storage) => {
      storage.isRotated = true;
      storage.mark = 'v12';
    });
    expect(await keysNow()).toEqual(['keyring', KEPT]);
    await vi.waitFor(async () => expect(await readFile(keysFile(), 'utf8')).not.toBe(before), 20_000);
    await restart();
    expect(await keysNow()).toEqual(['keyring', KEPT]);
    expect(fake.safeStorage.early).toEqual([]);
    await host.quit();
  });

  it('that does not exist has none on any disk, unless the user agrees', async () => {
    const withoutKeyring = (storage: FakeElectron['safeStorage']) => {
      storage.backend = 'basic_text';
      storage.mark = 'v10';
    };
    vi.stubGlobal('process', Object.create(process, { platform: { value: 'linux' } }));
    const call = await start(({ safeStorage }) => withoutKeyring(safeStorage));
    await call.connectAccount(ACCOUNT);
    expect(await keysNow()).toEqual(['no-keyring', { ending: '8046', keeping: 'memory' }]);
    const again = await restart(withoutKeyring);
    expect(await keysNow()).toEqual(['no-keyring', null]);
    await again.connectAccount(ACCOUNT);
    await again.allowUnprotectedKeys({ allowed: true });
    await restart(withoutKeyring);
    expect(await keysNow()).toEqual(['unprotected', { ending: '8046', keeping: 'unprotected' }]);
    vi.unstubAllGlobals();
    await host.quit();
  });

  it('that stays shut costs no key: it is there when the keyring opens, in this run or a later one', async () => {
    await connectKept();
    const kept = await readFile(keysFile(), 'utf8');
    const shut = (storage: FakeElectron['safeStorage']) => {
      storage.isShut = true;
    };
    for (let run = 0; run < 2; run += 1) {
      const call = await restart(shut);
      expect(await keysNow()).toEqual(['locked', { ending: null, keeping: 'keyring' }]);
      await call.openKeys(null);
      expect(await keysNow()).toEqual(['locked', { ending: null, keeping: 'keyring' }]);
      expect(await readFile(keysFile(), 'utf8')).toBe(kept);
    }
    fake.safeStorage.isShut = false;
    await page.bridge.call.openKeys(null);
    expect(await keysNow()).toEqual(['keyring', KEPT]);
    expect((await page.bridge.call.readSyncStatus(null)).failure?.code).not.toBe('key-missing');
    // Not available at all: the same.
    await restart((storage) => {
      storage.isAvailable = false;
      storage.isShut = true;
    });
    expect(await keysNow()).toEqual(['locked', { ending: null, keeping: 'keyring' }]);
    await restart();
    expect(await keysNow()).toEqual(['keyring', KEPT]);
    await host.quit();
  });

  it('that rejects once has the key typed again in memory, and keeps the next', async () => {
    const call = await start(({ safeStorage }) => {
      const encrypt = safeStorage.encryptStringAsync.bind(safeStorage);
      let isFirst = true;
      safeStorage.encryptStringAsync = async (text) => {
        if (!isFirst) return encrypt(text);
        isFirst = false;
        throw new Error('The keyring is busy.');
      };
    });
    const { activeId } = await call.connectAccount(ACCOUNT);
    await vi.waitFor(
      async () => expect(await keysNow()).toEqual(['locked', { ending: '8046', keeping: 'memory' }]),
      20_000,
    );
    await call.giveKey({ accountId: activeId ?? '', key: KEY });
    await vi.waitFor(async () => expect(await keysNow()).toEqual(['keyring', KEPT]), 20_000);
    await restart();
    expect(await keysNow()).toEqual(['keyring', KEPT]);
    await host.quit();
  });

  it('that waits for its user does not keep the window waiting', async () => {
    await connectKept();
    let unlock = (): void => undefined;
    // The app's patience ends at once here.
    const PATIENCE_MS = 2000;
    const setReal = globalThis.setTimeout;
    const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
      done: () => void,
      ms?: number,
      ...rest: readonly never[]
    ) => {
      return setReal(done, ms === PATIENCE_MS ? 0 : ms, ...rest);
    }) as typeof setTimeout);
    const call = await restart((storage) => {
      const decrypt = storage.decryptStringAsync.bind(storage);
      storage.decryptStringAsync = async (bytes) => {
        await new Promise<void>((resolve) => {
          unlock = resolve;
        });
        return decrypt(bytes);
      };
    });
    timers.mockRestore();
    expect(fake.BrowserWindow.made).toHaveLength(1);
    expect(await call.readAccounts(null)).toMatchObject({ accounts: [{ hasKey: false }] });
    unlock();
    await vi.waitFor(async () => expect(await keysNow()).toEqual(['keyring', KEPT]), 20_000);
    await host.quit();
  });
});
