import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockProfile } from '#electron/accounts/profile-lock.ts';
import type { Reply } from '#shared/contract/ipc.ts';
import { modeShown } from '#test/runner/systems.ts';

/** The desktop host as a whole, from its first line to its last, against a fake Electron. */

type FakeElectron = typeof import('./fake-electron.ts');

let folder: string;
let fake: FakeElectron;
const argv = [...process.argv];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-main-'));
  vi.resetModules();
  // Each run has an Electron of its own, as each process has.
  fake = (await import('electron')) as unknown as FakeElectron;
  fake.app.setPath('appData', folder);
});
afterEach(async () => {
  process.argv = [...argv];
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const profile = () => join(folder, 'Cuadra');
const lockFile = () => join(profile(), 'running.json');
const OWN_FRAME = { url: 'app://bundle/index.html', parent: null };

async function call(name: string, input: unknown): Promise<unknown> {
  // The page of the one window is who calls.
  const sender = fake.BrowserWindow.made[0]?.webContents;
  const reply = (await fake.ipcMain.handlers.get('cuadra:call')?.(
    { senderFrame: OWN_FRAME, sender },
    name,
    input,
  )) as Reply<unknown>;
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value;
}

/** Loads main.ts; `ready` waits until it has come as far as it goes. */
async function load(): Promise<{ readonly ready: () => Promise<void> }> {
  await import('#electron/main.ts');
  return {
    ready: async () => {
      fake.app.becomeReady();
      await vi.waitFor(() => {
        const isUp = fake.app.listenerCount('will-quit') > 0;
        if (!isUp && !fake.app.done.includes('exit 1')) throw new Error('Not there yet.');
      }, 20_000);
    },
  };
}

async function quit(): Promise<void> {
  fake.app.quit();
  await vi.waitFor(() => expect(fake.app.done.at(-1)).toBe('quit'), 20_000);
}

describe('the desktop app', () => {
  it('does before it is ready what must be done by then: scheme, sandbox, guards, its own folder', async () => {
    vi.stubEnv('CUADRA_API_KEY', 'k-secret');
    await load();
    expect(fake.protocol.schemes).toHaveLength(1);
    expect(fake.protocol.registeredAfter).toEqual([]);
    expect(fake.app.done).toEqual(['sandbox', 'wait']);
    expect(fake.app.getPath('userData')).toBe(profile());
    const contents = new fake.FakeWebContents();
    fake.app.emit('web-contents-created', {}, contents);
    expect(contents.windowOpenHandler?.({ url: 'https://evil.example/' })).toEqual({ action: 'deny' });
    expect(fake.BrowserWindow.made).toEqual([]);
    // Its page's processes would inherit it, and it is not read here.
    expect(process.env.CUADRA_API_KEY).toBeUndefined();
  });

  it('opens one isolated window on the app, answers its page, and ends whole', async () => {
    const { ready } = await load();
    await ready();
    const [window, ...others] = fake.BrowserWindow.made;
    expect([window?.loaded, others.length]).toEqual(['app://bundle/index.html', 0]);
    expect(window?.options.webPreferences).toMatchObject({ contextIsolation: true, sandbox: true });
    expect(window?.options.webPreferences?.preload).toMatch(/preload[/\\]preload\.cjs$/);
    expect(fake.session.defaultSession.requestHandler).not.toBeNull();
    expect(fake.protocol.handlers.has('app')).toBe(true);
    expect(await call('readHostInfo', null)).toEqual({ host: 'desktop', version: '1.2.3' });
    expect(await call('readAccounts', null)).toEqual({ accounts: [], activeId: null, keyStorage: 'keyring' });
    expect((await stat(profile())).mode & 0o777).toBe(modeShown(0o700));
    expect(JSON.parse(await readFile(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid, address: null });

    // What the account's sync says reaches the page; its requests go through Chromium's own stack.
    const account = { baseUrl: 'https://api.example', plan: 'pro', key: 'k', name: 'T' };
    await call('connectAccount', account);
    const channels = new Set(window?.webContents.sent.map(([channel]) => channel));
    expect([...channels]).toEqual(['cuadra:event']);
    const check = await call('checkKey', { baseUrl: 'https://api.example', plan: 'pro', key: 'k2' });
    expect(check).toMatchObject({ kind: expect.stringMatching(/./) });
    expect(fake.net.asked[0]).toContain('https://api.example');

    await quit();
    expect(fake.app.done).toContain('quit later');
    // The profile is free again.
    const taken = await lockProfile(profile());
    expect(taken.kind).toBe('locked');
    if (taken.kind === 'locked') await taken.lock.release();
  });

  it('begins on the demo company where it is told to and there is no account', async () => {
    process.argv = [...argv, '--demo'];
    const { ready } = await load();
    await ready();
    expect(await call('readAccounts', null)).toMatchObject({ accounts: [{ kind: 'demo' }] });
    await quit();
  });

  it('asks once for a folder of exports, shows it, and goes on where a dead process left it', async () => {
    const first = join(folder, 'primera');
    const { ready } = await load();
    await ready();
    await call('connectAccount', { baseUrl: 'https://api.example', plan: 'pro', key: 'k', name: 'T' });
    const { activeId: accountId } = (await call('readAccounts', null)) as { readonly activeId: string };
    const state = { canChoose: true, dataset: null, backups: [], scheduled: [] };
    expect(await call('readExportFolder', { accountId })).toEqual({ path: null, state: 'none', ...state });
    // No dialog for what nobody pressed; and none is needed to change one's mind.
    await expect(call('openDataset', { accountId, isQuiet: true })).rejects.toThrow();
    await expect(call('openScheduled', { accountId, fileName: 'a.csv' })).rejects.toThrow();
    expect(fake.dialog.asked).toEqual([]);
    expect(await call('openDataset', { accountId })).toBeNull();
    expect(await call('chooseExportFolder', { accountId })).toBeNull();

    await mkdir(first);
    fake.dialog.openAnswer = { canceled: false, filePaths: [first] };
    expect(await call('chooseExportFolder', { accountId })).toEqual({
      path: first,
      state: 'ready',
      ...state,
    });
    const asked = fake.dialog.asked.length;
    const opened = (await call('openDataset', { accountId })) as { readonly exportId: string };
    await call('writeDataset', { ...opened, path: 'manifest.json', text: '{}' });
    await call('closeDataset', { exportId: opened.exportId, kept: [] });
    expect(fake.dialog.asked).toHaveLength(asked);
    await call('showExportFolder', { accountId, place: 'dataset' });
    await call('showExportFolder', { accountId, place: 'backups' });
    expect(fake.shell.shown).toEqual([join(first, accountId, 'parquet'), join(first, accountId)]);

    // A process died between its two renames: the next start puts the folder back before anybody exports.
    await quit();
    await rename(join(first, accountId, 'parquet'), join(first, accountId, '.parquet-former'));
    vi.resetModules();
    fake = (await import('electron')) as unknown as FakeElectron;
    fake.app.setPath('appData', folder);
    const again = await load();
    await again.ready();
    expect(await call('readExportFolder', { accountId })).toMatchObject({
      path: first,
      dataset: { path: join(first, accountId, 'parquet'), rows: null, months: [] },
    });
    await rm(first, { recursive: true });
    expect(await call('readExportFolder', { accountId })).toEqual({ path: first, state: 'gone', ...state });
    await quit();
  });

  describe('keeps the key', () => {
    const KEY = 'k-7f3a9c1e5b2d8046';
    const account = { baseUrl: 'https://api.example', plan: 'pro', key: KEY, name: 'T' } as const;
    type State = { readonly keyStorage: string; readonly accounts: readonly { id: string; key: unknown }[] };
    const keysNow = async () => {
      const { keyStorage, accounts } = (await call('readAccounts', null)) as State;
      return [keyStorage, ...accounts.map(({ key }) => key)];
    };
    /** The process ends and begins again; what the system is like may have changed meanwhile. */
    async function restart(change: (storage: FakeElectron['safeStorage']) => void = () => {}) {
      await quit();
      vi.resetModules();
      fake = (await import('electron')) as unknown as FakeElectron;
      fake.app.setPath('appData', folder);
      change(fake.safeStorage);
      await (await load()).ready();
    }
    /** What lies in the profile, as text. */
    async function onDisk(): Promise<string> {
      const entries = await readdir(profile(), { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      const texts = files.map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1'));
      return (await Promise.all(texts)).join('\n');
    }
    const keyring = { ending: '8046', keeping: 'keyring' };

    it('over a restart, as ciphertext of the keyring alone, until it is deleted', async () => {
      await (await load()).ready();
      await call('connectAccount', account);
      await vi.waitFor(async () => expect(await keysNow()).toEqual(['keyring', keyring]));
      await restart();
      expect(await keysNow()).toEqual(['keyring', keyring]);
      // It is asked with again, without anybody's typing.
      expect(await call('readAccounts', null)).toMatchObject({ accounts: [{ hasKey: true }] });
      expect(await onDisk()).not.toContain(KEY);
      expect((await stat(join(profile(), 'keys.json'))).mode & 0o777).toBe(modeShown(0o600));
      const { activeId: accountId } = (await call('readAccounts', null)) as { readonly activeId: string };
      await call('giveKey', { accountId, key: 'another-key-5555' });
      await vi.waitFor(async () => expect(await keysNow()).toMatchObject(['keyring', { ending: '5555' }]));
      await call('deleteKey', { accountId });
      expect(await keysNow()).toEqual(['keyring', null]);
      await restart();
      expect(await keysNow()).toEqual(['keyring', null]);
      expect(JSON.parse(await readFile(join(profile(), 'keys.json'), 'utf8'))).toMatchObject({ keys: {} });
      await quit();
    });

    it('on no disk where the system has no keyring, unless the user agrees', async () => {
      const withoutKeyring = (storage: FakeElectron['safeStorage']) => {
        storage.backend = 'basic_text';
        storage.mark = 'v10';
      };
      vi.stubGlobal('process', Object.create(process, { platform: { value: 'linux' } }));
      withoutKeyring(fake.safeStorage);
      await (await load()).ready();
      await call('connectAccount', account);
      expect(await keysNow()).toEqual(['no-keyring', { ending: '8046', keeping: 'memory' }]);
      await restart(withoutKeyring);
      expect(await keysNow()).toEqual(['no-keyring', null]);
      await call('connectAccount', account);
      await call('allowUnprotectedKeys', { allowed: true });
      await restart(withoutKeyring);
      expect(await keysNow()).toEqual(['unprotected', { ending: '8046', keeping: 'unprotected' }]);
      vi.unstubAllGlobals();
      await quit();
    });

    it('where the keyring does not open, and goes on with it once it does', async () => {
      await (await load()).ready();
      await call('connectAccount', account);
      await vi.waitFor(async () => expect(await keysNow()).toEqual(['keyring', keyring]));
      await restart((storage) => {
        storage.isShut = true;
      });
      expect(await keysNow()).toEqual(['locked', { ending: null, keeping: 'keyring' }]);
      fake.safeStorage.isShut = false;
      await call('openKeys', null);
      expect(await keysNow()).toEqual(['keyring', keyring]);
      expect(await call('readSyncStatus', null)).toMatchObject({ failure: null });
      await quit();
    });

    it('without keeping the window waiting for a keyring that waits for its user', async () => {
      await (await load()).ready();
      await call('connectAccount', account);
      await vi.waitFor(async () => expect(await keysNow()).toEqual(['keyring', keyring]));
      let unlock = (): void => undefined;
      await restart((storage) => {
        const decrypt = storage.decryptStringAsync.bind(storage);
        storage.decryptStringAsync = async (bytes) => {
          await new Promise<void>((resolve) => {
            unlock = resolve;
          });
          return decrypt(bytes);
        };
      });
      expect(fake.BrowserWindow.made).toHaveLength(1);
      expect(await call('readAccounts', null)).toMatchObject({ accounts: [{ hasKey: false }] });
      unlock();
      await vi.waitFor(async () => expect(await keysNow()).toEqual(['keyring', keyring]));
      await quit();
    });
  });

  it('pauses while the machine sleeps, and goes on some seconds after it woke', async () => {
    process.argv = [...argv, '--demo'];
    const { ready } = await load();
    await ready();
    expect(fake.powerMonitor.listenerCount('suspend')).toBe(1);
    const stateOf = async () => ((await call('readSyncStatus', null)) as { readonly state: string }).state;
    fake.powerMonitor.emit('suspend');
    expect(await stateOf()).toBe('paused');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fake.powerMonitor.emit('resume');
    vi.advanceTimersByTime(4999);
    expect(await stateOf()).toBe('paused');
    vi.advanceTimersByTime(1);
    expect(await stateOf()).not.toBe('paused');
    vi.useRealTimers();
    await quit();
  });

  it('shows its window when it is started again or called back, and hides it when closed until it quits', async () => {
    const { ready } = await load();
    await ready();
    const [window] = fake.BrowserWindow.made;
    if (window === undefined) throw new Error('There is no window.');
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
    // The first time it is said, and then done.
    await vi.waitFor(() => expect(window.shown).toBe(false));
    expect(fake.dialog.boxes).toHaveLength(1);
    await quit();
    window.emit('close', closing);
    expect(prevented).toBe(1);
    window.destroyed = true;
    fake.app.emit('activate');
    expect(window.shown).toBe(false);
    expect(fake.BrowserWindow.made).toHaveLength(1);
  });

  it('leaves at once where another one runs', async () => {
    fake.app.isFirst = false;
    await import('#electron/main.ts');
    expect(fake.app.done).toEqual(['sandbox', 'quit']);
    expect(fake.ipcMain.handlers.size).toBe(0);
  });

  it('says so and ends where another process has its profile', async () => {
    const taken = await lockProfile(profile());
    if (taken.kind !== 'locked') throw new Error('It should have been free.');
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { ready } = await load();
    await ready();
    write.mockRestore();
    expect(fake.app.done.at(-1)).toBe('exit 1');
    expect(fake.dialog.errors).toEqual([expect.stringContaining(`en el proceso ${process.pid}`)]);
    expect(fake.BrowserWindow.made).toEqual([]);
    // The lock is still the other's.
    expect(JSON.parse(await readFile(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid });
    await taken.lock.release();
  });
});
