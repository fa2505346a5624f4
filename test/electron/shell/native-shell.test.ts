import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppCalls, SyncStatus } from '#shared/contract/app.ts';
import { PAGE_COMMANDS } from '#shared/contract/shell.ts';
import {
  createDesktop,
  type DesktopHost,
  type FakeElectron,
  type FakeWindow,
} from '#test/electron/scenarios/desktop-host.ts';
import type { Page } from '#test/electron/scenarios/host-under-test.ts';
import { status } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { modeShown } from '#test/runner/systems.ts';
import { fakeDisplay } from './fake/system.ts';

/** What the desktop app is around its page, through main.ts and the built preload as a whole, and over restarts. */

let folder: string;
let host: DesktopHost;
let page: Page;
let fake: FakeElectron;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-native-'));
  host = createDesktop(folder);
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A process begins; `prepare` says what its system is like. */
async function start(prepare: () => void = () => {}): Promise<FakeWindow> {
  host.prepare((electron) => {
    fake = electron;
    prepare();
    return undefined;
  });
  page = await host.start();
  return host.window();
}
const quit = () => host.quit();

/** The page of the one window asks; of the answers some are looked at whole, whatever the contract says. */
function call(name: keyof AppCalls, input: unknown): Promise<unknown> {
  return (page.bridge.call[name] as (input: unknown) => Promise<unknown>)(input);
}

const remembered = async () =>
  JSON.parse(await readFile(join(folder, 'Cuadra', 'shell.json'), 'utf8')) as { readonly window: unknown };

describe('the window', () => {
  it('comes back where it was, maximised too, and in the middle where its display went away', async () => {
    const first = await start();
    expect(first.options).toMatchObject({ x: 320, y: 90, width: 1280, height: 860, minWidth: 900 });
    first.bounds = { x: 2000, y: 40, width: 1400, height: 900 };
    first.maximized = true;
    // Not at every step of being dragged.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (let step = 0; step < 50; step += 1) first.emit('move');
    vi.advanceTimersByTime(400);
    first.emit('resize');
    vi.advanceTimersByTime(499);
    await expect(remembered()).rejects.toThrow('ENOENT');
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    await quit();
    expect((await remembered()).window).toEqual({ bounds: first.bounds, isMaximized: true });

    const two = [
      fakeDisplay(1, { x: 0, y: 0, width: 1920, height: 1040 }),
      fakeDisplay(2, { x: 1920, y: 0, width: 1920, height: 1080 }),
    ];
    const second = await start(() => {
      fake.screen.displays = two;
    });
    expect(second.options).toMatchObject(first.bounds);
    expect(second.maximized).toBe(true);
    second.maximized = false;
    second.bounds = first.bounds;
    second.close();
    await vi.waitFor(() => expect(second.shown).toBe(false));
    await quit();
    const third = await start();
    expect(third.options).toMatchObject({ x: 260, y: 70, width: 1400, height: 900 });
    expect(third.maximized).toBe(false);
    await quit();
  });
});

describe('a display that goes away while the app runs', () => {
  const two = [
    fakeDisplay(1, { x: 0, y: 0, width: 1920, height: 1040 }),
    fakeDisplay(2, { x: 1920, y: 0, width: 1920, height: 1080 }),
  ];
  const onSecond = { x: 2000, y: 40, width: 1400, height: 900 };
  const middle = { x: 260, y: 70, width: 1400, height: 900 };
  const startOnSecond = async () => {
    const window = await start(() => {
      fake.screen.displays = two;
    });
    window.bounds = onSecond;
    return window;
  };
  const removeSecond = (): void => {
    fake.screen.displays = two.slice(0, 1);
    fake.screen.emit('display-removed', {}, two[1]);
  };

  it('gives the window back, though it is in the tray', async () => {
    const window = await startOnSecond();
    window.hide();
    fake.screen.emit('display-removed', {}, fakeDisplay(3, { x: 0, y: 1080, width: 800, height: 600 }));
    expect(window.bounds).toEqual(onSecond);
    removeSecond();
    expect([window.bounds, window.shown]).toEqual([middle, false]);
    await quit();
  });

  it('gives one that was maximised or minimised back when it is no longer, and asks nothing of one that is gone', async () => {
    const window = await startOnSecond();
    for (const state of ['maximized', 'minimized'] as const) {
      window.bounds = onSecond;
      window[state] = true;
      removeSecond();
      expect(window.bounds, state).toEqual(onSecond);
      if (state === 'minimized') fake.app.emit('second-instance', {}, ['cuadra'], folder);
      else {
        window.maximized = false;
        window.emit('unmaximize');
      }
      expect(window.bounds, state).toEqual(middle);
    }
    window.destroy();
    removeSecond();
    expect(fake.screen.listenerCount('display-removed')).toBe(0);
    await quit();
  });
});

describe('the menus', () => {
  const labels = () => fake.Menu.applicationMenu?.items.map(({ label }) => label);
  const press = (label: string): void => {
    const all = fake.Menu.applicationMenu?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
    const item = all.find((each) => each.label === label);
    if (item === undefined) throw new Error(`Nothing is called ${label}.`);
    item.click();
  };

  it('speak the page’s language, at once and from the next start on', async () => {
    await start();
    expect(labels()).toEqual(expect.arrayContaining(['Archivo', 'Ayuda']));
    await call('sendLanguage', { language: 'pt' });
    expect(labels()).toEqual(expect.arrayContaining(['Arquivo', 'Ajuda']));
    await expect(call('sendLanguage', { language: 'de' })).rejects.toThrow();
    await quit();
    await start();
    expect(labels()).toEqual(expect.arrayContaining(['Arquivo', 'Ajuda']));
    await quit();
  });

  it('have the page do what its palette offers, shown, and leave the keys to it', async () => {
    const window = await start();
    const heard: string[] = [];
    page.bridge.on('command', (command) => heard.push(command));
    await call('sendCommands', { commands: PAGE_COMMANDS });
    window.hide();
    press('Leer cambios ahora');
    expect(window.shown).toBe(true);
    expect(heard).toEqual(['sync']);
    press('Rentabilidad');
    expect(heard).toEqual(['sync', 'go-profitability']);
    const items = fake.Menu.applicationMenu?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
    for (const item of items) {
      if (item.accelerator !== null) expect(item.options.registerAccelerator, item.label).toBe(false);
    }
    window.destroyed = true;
    press('Rentabilidad');
    await quit();
  });
});

/** The texts of the tray's menu, and a press on one. */
const trayNow = () => fake.Tray.made.find(({ gone }) => !gone);
const trayItem = (label: string) => trayNow()?.menu?.items.find((item) => item.label === label);

describe('closing the window', () => {
  it('hides it, says so the first time alone, and leaves the app in the tray', async () => {
    const window = await start();
    window.close();
    // A second press while it is being said.
    window.close();
    await vi.waitFor(() => expect(window.shown).toBe(false));
    expect(fake.dialog.boxes).toHaveLength(1);
    const [, said] = fake.dialog.boxes[0] as [
      unknown,
      { readonly message: string; readonly cancelId: number },
    ];
    expect([said.message, said.cancelId]).toEqual(['Cuadra sigue abierta sin su ventana', 0]);
    trayItem('Abrir Cuadra')?.click();
    expect(window.shown).toBe(true);
    window.close();
    expect(window.shown).toBe(false);
    await quit();
    const again = await start();
    again.close();
    expect([again.shown, fake.dialog.boxes.length]).toEqual([false, 0]);
    await quit();
  });

  it('ends the app where the user said so there, and from then on', async () => {
    const window = await start(() => {
      fake.dialog.boxAnswer = { response: 1, checkboxChecked: false };
    });
    window.close();
    // Nothing beside the clock is pressed while it ends.
    await vi.waitFor(() => expect(trayNow()).toBeUndefined());
    await host.ended();
    const again = await start();
    expect(await call('readShell', null)).toMatchObject({ closing: 'quit' });
    expect(trayNow()).toBeUndefined();
    again.close();
    await host.ended();
    expect(fake.dialog.boxes).toEqual([]);
  });

  it('does as the settings say at once, and the tray with it', async () => {
    const window = await start();
    expect(await call('changeShell', { closing: 'quit' })).toMatchObject({ closing: 'quit', notifies: true });
    expect(trayNow()).toBeUndefined();
    await call('changeShell', { closing: 'hide' });
    await call('sendLanguage', { language: 'en' });
    expect(trayNow()?.menu?.items.map(({ label }) => label)).toEqual([
      'Open Cuadra',
      'Read changes now',
      '',
      'Quit Cuadra',
    ]);
    window.close();
    expect([window.shown, fake.dialog.boxes.length]).toEqual([false, 0]);
    await expect(call('changeShell', { closing: 'never' })).rejects.toThrow();
    // No account: there is nothing to be read, and nothing happens.
    await call('sendCommands', { commands: PAGE_COMMANDS });
    trayItem('Read changes now')?.click();
    trayItem('Quit Cuadra')?.click();
    await host.ended();
  });
});

describe('opening at login', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  const on = (platform: NodeJS.Platform, argv = process.argv) =>
    vi.stubGlobal(
      'process',
      Object.create(process, { platform: { value: platform }, argv: { value: argv } }),
    );

  it('is a file of the user’s configuration on Linux, which goes again', async () => {
    on('linux');
    await start();
    const file = join(folder, 'autostart', 'cuadra.desktop');
    expect(await call('readShell', null)).toMatchObject({ opensAtLogin: false });
    expect(await call('changeShell', { opensAtLogin: true })).toMatchObject({ opensAtLogin: true });
    expect(await readFile(file, 'utf8')).toContain(`Exec="${process.execPath}" --hidden`);
    expect((await stat(file)).mode & 0o777).toBe(modeShown(0o644));
    expect(await call('changeShell', { opensAtLogin: false })).toMatchObject({ opensAtLogin: false });
    await expect(stat(file)).rejects.toThrow('ENOENT');
    await quit();
  });

  it.each(['win32', 'darwin'] as const)('is the system’s own list on %s', async (platform) => {
    on(platform);
    await start();
    expect(await call('changeShell', { opensAtLogin: true })).toMatchObject({ opensAtLogin: true });
    expect(fake.app.loginItems).toEqual([{ openAtLogin: true, args: ['--hidden'] }]);
    await quit();
  });

  it('begins without the window, unless closing it ends the app', async () => {
    on(process.platform, [...process.argv, '--hidden']);
    const window = await start();
    expect(window.shown).toBe(false);
    fake.app.emit('second-instance', {}, ['cuadra'], '/');
    expect(window.shown).toBe(true);
    await call('changeShell', { closing: 'quit' });
    await quit();
    expect((await start()).shown).toBe(true);
    await quit();
  });
});

describe('what the sync shows outside', () => {
  const idle = status({ accountId: 'a', state: 'idle', historyComplete: true });
  const progress = { rowsRead: 1, pagesRead: 1, monthsDone: 1, monthsTotal: 9, pagesLeft: 3, secondsLeft: 9 };
  const loading = status({ accountId: 'a', state: 'running', historyComplete: false, progress });

  /** A window and an app that tells it what is reported. */
  async function reporting() {
    fake = (await import('electron')) as unknown as FakeElectron;
    let tell = (_status: SyncStatus): void => undefined;
    const app = {
      onEvent: (listener: (name: string, payload: unknown) => void) => {
        tell = (next) => {
          listener('updates', { ...next, state: 'paused' });
          listener('syncStatus', next);
        };
        return () => true;
      },
    };
    return { window: new fake.BrowserWindow({}), app, report: (next: SyncStatus) => tell(next) };
  }

  it('is a bar while a load goes on, cleared when it ends', async () => {
    const { window, app, report } = await reporting();
    const { showSyncSigns } = await import('#electron/shell/sync-signs.ts');
    const views: unknown[] = [];
    showSyncSigns(app as never, window as never, (notice) => views.push(notice));
    for (const each of [
      idle,
      loading,
      loading,
      { ...loading, state: 'paused' as const },
      loading,
      idle,
      idle,
    ]) {
      report(each);
    }
    expect(window.progress).toEqual([0.25, -1, 0.25, -1]);
    const failure = { code: 'key-missing', words: null, status: null, atMs: 1 } as const;
    // However often it is reported.
    for (const atMs of [1, 2]) report({ ...idle, state: 'error', failure: { ...failure, atMs } });
    expect(views).toEqual([{ kind: 'needs-user', code: 'key-missing' }]);
    window.destroy();
    report(loading);
    expect(window.progress).toHaveLength(4);
  });

  it('is nothing on standby, and what is so afterwards then', async () => {
    const { window, app, report } = await reporting();
    const { showSyncSigns } = await import('#electron/shell/sync-signs.ts');
    const { createStandby } = await import('#electron/desktop/standby.ts');
    const standby = createStandby('programs');
    const views: unknown[] = [];
    showSyncSigns(app as never, window as never, (notice) => views.push(notice), standby);
    const failure = { code: 'key-missing', words: null, status: null, atMs: 1 } as const;
    report(loading);
    report({ ...idle, state: 'error', failure });
    expect([window.progress, views]).toEqual([[], []]);
    standby.end('user');
    report(loading);
    report({ ...idle, state: 'error', failure });
    expect([window.progress, views.length]).toEqual([[0.25, -1], 1]);
    window.destroy();
  });

  it('calls back who is elsewhere, once, with months alone, and never who said no', async () => {
    const window = await start();
    await call('connectAccount', {
      baseUrl: 'https://api.example',
      plan: 'pro',
      key: 'k-secret',
      name: 'Casa',
    });
    const { activeId: accountId } = (await call('readAccounts', null)) as { readonly activeId: string };
    const moved = (...months: string[]) => call('sendMovedMonths', { accountId, months });
    const bodies = () =>
      fake.Notification.made.filter(({ title }) => title === 'Cuadra').map(({ body }) => body);
    const ofMonths = () => bodies().filter((body) => body.includes('cerrados'));
    await moved('2026-01');
    // It was being looked at.
    expect(ofMonths()).toEqual([]);
    window.hide();
    await moved('2026-01', '2026-03');
    await moved('2026-01', '2026-03');
    expect(ofMonths()).toEqual(['Se movieron meses cerrados: 2026-03. Revísalos en Conciliación.']);
    fake.Notification.made.at(-1)?.emit('click');
    expect(window.shown).toBe(true);
    window.hide();
    await call('changeShell', { notifies: false });
    await moved('2026-01', '2026-03', '2026-04');
    expect(ofMonths()).toHaveLength(1);
    await call('changeShell', { notifies: true });
    await call('sendMovedMonths', { accountId: 'nobody', months: ['2026-05'] });
    await expect(moved('no month')).rejects.toThrow();
    // Looked at, and moved again: news.
    await moved();
    await moved('2026-03');
    expect(ofMonths()).toHaveLength(2);
    // A window that stands there is not looked at where another one is.
    window.show();
    window.minimize();
    await moved('2026-03', '2026-06');
    expect(ofMonths()).toHaveLength(3);
    for (const body of bodies()) expect(body).not.toMatch(/k-secret|Casa|api\.example/);
    await quit();
    const again = await start();
    again.hide();
    await moved('2026-03', '2026-06');
    expect(ofMonths()).toEqual([]);
    await quit();
  });
});
