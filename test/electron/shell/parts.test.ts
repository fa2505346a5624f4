import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Openings } from '#electron/app/openings.ts';
import { openShellFile } from '#electron/desktop/shell-file.ts';
import { createStandby } from '#electron/desktop/standby.ts';
import { wordsOf } from '#electron/i18n/words.ts';
import { createAbout } from '#electron/shell/about.ts';
import { chosenFolders } from '#electron/shell/export-folders.ts';
import { showJumpList } from '#electron/shell/jump-list.ts';
import { createLoginItem, thisStart } from '#electron/shell/login-item.ts';
import { createNotifier } from '#electron/shell/notifications.ts';
import { receiveOpened } from '#electron/shell/opened-with.ts';
import { saveDialogTarget } from '#electron/shell/save-export.ts';
import { createShellHost } from '#electron/shell/shell-host.ts';
import { systemCipher } from '#electron/shell/system-cipher.ts';
import { createTray } from '#electron/shell/tray.ts';
import { rememberWindow, windowPlace } from '#electron/shell/window-memory.ts';
import type { Month } from '#shared/domain/dates.ts';
import { fakeDisplay } from './fake/system.ts';
import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  Notification,
  safeStorage,
  screen,
  Tray,
} from './fake-electron.ts';

/** Parts of the shell, each by itself, on each system. */

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-parts-'));
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  app.removeAllListeners();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A process of another system, begun with these arguments. */
const on = (platform: NodeJS.Platform, argv: readonly string[] = ['cuadra'], execPath = '/opt/cuadra') =>
  vi.stubGlobal(
    'process',
    Object.create(process, {
      platform: { value: platform },
      argv: { value: argv },
      execPath: { value: execPath },
    }),
  );
const unpackaged = () => vi.spyOn(app, 'isPackaged', 'get').mockReturnValue(false);
const say = wordsOf('es');
const MONTHS = (...months: readonly string[]) => months as readonly Month[];

describe('what the system opens with the app', () => {
  it('is what its own command line and a second one’s name, each from where it was typed, and what macOS tells', () => {
    on('linux');
    const heard: unknown[][] = [];
    const openings = {
      addArguments: async (...given: unknown[]) => void heard.push(['arguments', ...given]),
      addLink: (link: string) => void heard.push(['link', link]),
      addFile: async (path: string) => void heard.push(['file', path]),
    } as unknown as Openings;
    receiveOpened(openings, ['/opt/cuadra', 'a.csv']);
    app.emit('second-instance', {}, ['/opt/cuadra', 'b.csv', 'c.csv'], '/home/ana');
    let prevented = 0;
    const event = { preventDefault: () => (prevented += 1) };
    app.emit('open-url', event, 'cuadra://view/panel');
    app.emit('open-file', event, '/home/ana/d.csv');
    expect(heard).toEqual([
      ['arguments', ['a.csv'], process.cwd()],
      ['arguments', ['b.csv', 'c.csv'], '/home/ana'],
      ['link', 'cuadra://view/panel'],
      ['file', '/home/ana/d.csv'],
    ]);
    expect(prevented).toBe(2);
  });

  it('has its scheme told to Windows alone, by a build that is installed', () => {
    const told = (platform: NodeJS.Platform, prepare = () => {}) => {
      on(platform);
      prepare();
      app.protocols.length = 0;
      receiveOpened({ addArguments: async () => undefined } as unknown as Openings, []);
      return app.protocols.length;
    };
    expect([told('win32'), told('darwin'), told('linux')]).toEqual([1, 0, 0]);
    expect(told('win32', () => void vi.stubEnv('PORTABLE_EXECUTABLE_FILE', 'C:\\cuadra.exe'))).toBe(0);
    vi.unstubAllEnvs();
    expect(told('win32', () => void unpackaged())).toBe(0);
  });
});

describe('who began the app', () => {
  const begunBy = (platform: NodeJS.Platform, argv: readonly string[], atLogin: boolean) => {
    on(platform, argv);
    const settings = { ...app.getLoginItemSettings(), wasOpenedAtLogin: atLogin };
    vi.spyOn(app, 'getLoginItemSettings').mockReturnValue(settings as never);
    return thisStart();
  };
  it('is said by its arguments, and on macOS by the system, of a build of its own', () => {
    expect(begunBy('darwin', ['cuadra'], true)).toBe('login');
    expect(begunBy('darwin', ['cuadra'], false)).toBe('user');
    expect(begunBy('darwin', ['cuadra', '--standby'], true)).toBe('programs');
    expect(begunBy('win32', ['cuadra'], true)).toBe('user');
    expect(begunBy('win32', ['cuadra', '--hidden'], false)).toBe('login');
    // Electron itself, begun at login for something else.
    unpackaged();
    expect(begunBy('darwin', ['cuadra'], true)).toBe('user');
  });
});

describe('opening at login', () => {
  it('begins an AppImage by its own file, not by the folder that it runs in', async () => {
    on('linux', ['cuadra'], '/tmp/.mount_Cuadra/cuadra');
    vi.stubEnv('APPDIR', '/tmp/.mount_Cuadra');
    vi.stubEnv('APPIMAGE', '/home/ana/Cuadra.AppImage');
    app.paths.set('appData', folder);
    await createLoginItem('linux').set(true);
    expect(await readFile(join(folder, 'autostart', 'cuadra.desktop'), 'utf8')).toContain(
      'Exec="/home/ana/Cuadra.AppImage" --hidden\n',
    );
  });

  it('is not to be had of a build that is not packaged, on any system', async () => {
    unpackaged();
    app.loginItems.length = 0;
    for (const platform of ['linux', 'win32', 'darwin'] as const) {
      const item = createLoginItem(platform);
      await item.set(true);
      expect(await item.read()).toBeNull();
    }
    expect(app.loginItems).toEqual([]);
  });
});

describe('the system’s keyring', () => {
  const protects = (
    platform: NodeJS.Platform,
    backend: ReturnType<typeof safeStorage.getSelectedStorageBackend>,
    isAvailable = true,
  ) => {
    vi.spyOn(safeStorage, 'isAsyncEncryptionAvailable').mockResolvedValue(isAvailable);
    const asked = vi.spyOn(safeStorage, 'getSelectedStorageBackend').mockImplementation(() => {
      // Electron has it there alone.
      if (platform !== 'linux')
        throw new TypeError('safeStorage.getSelectedStorageBackend is not a function');
      return backend;
    });
    return systemCipher(platform)
      .protects()
      .finally(() => asked.mockReset());
  };
  it('protects where there is one, and says on Linux where there is none', async () => {
    for (const platform of ['win32', 'darwin'] as const)
      expect([await protects(platform, 'basic_text'), await protects(platform, 'unknown', false)]).toEqual([
        ...[true, null],
      ]);
    expect([
      await protects('linux', 'gnome_libsecret'),
      await protects('linux', 'kwallet6', false),
      await protects('linux', 'basic_text'),
      await protects('linux', 'unknown'),
      // Whatever is available: nothing would protect it.
      await protects('linux', 'basic_text', false),
    ]).toEqual([true, null, false, false, false]);
    vi.spyOn(safeStorage, 'isAsyncEncryptionAvailable').mockRejectedValue(new Error('asked too early'));
    expect(await systemCipher('darwin').protects()).toBeNull();
  });

  it('is known on Linux by the mark of what it encrypted, and elsewhere it always protects', async () => {
    const encrypted = async (platform: NodeJS.Platform, mark: string) => {
      vi.spyOn(safeStorage, 'encryptStringAsync').mockResolvedValue(Buffer.from(`${mark}bytes`));
      const { bytes, isProtected } = await systemCipher(platform).encrypt('k');
      return [Buffer.from(bytes).toString(), isProtected];
    };
    expect(await encrypted('linux', 'v10')).toEqual(['v10bytes', false]);
    expect(await encrypted('linux', 'v11')).toEqual(['v11bytes', true]);
    expect(await encrypted('darwin', 'v10')).toEqual(['v10bytes', true]);
  });
});

describe('the place beside the clock', () => {
  const actions = () => {
    const done: string[] = [];
    const does = (name: string) => () => void done.push(name);
    return { done, actions: { open: does('open'), sync: does('sync'), quit: does('quit') } };
  };
  it.each([
    ['win32', ['open'], false],
    ['linux', ['open'], false],
    ['darwin', [], true],
  ] as const)(
    'on %s a click does %j; its items do what they say, where there is something to read',
    (platform, clicked, isTemplate) => {
      on(platform);
      const { done, actions: given } = actions();
      const draw = createTray(given);
      draw(say, false);
      const tray = Tray.made.at(-1);
      tray?.emit('click');
      expect([done, tray?.toolTip]).toEqual([clicked, 'Cuadra']);
      expect(tray?.image).toMatchObject({ isTemplate, scales: [1, 2] });
      done.length = 0;
      for (const item of tray?.menu?.items ?? []) item.click();
      expect(done).toEqual(['open', 'quit']);
      draw(wordsOf('en'), true);
      for (const item of tray?.menu?.items ?? []) item.click();
      expect([done, Tray.made.at(-1)]).toEqual([['open', 'quit', 'open', 'sync', 'quit'], tray]);
      draw(null);
      expect(tray?.gone).toBe(true);
      draw(say);
      expect(Tray.made.at(-1)).not.toBe(tray);
      expect(Tray.made.at(-1)?.gone).toBe(false);
    },
  );
});

it('the taskbar of Windows alone offers the screens that the page can go to, by this very program', () => {
  app.tasks = [];
  on('darwin');
  showJumpList(say, new Set(['go-panel']));
  expect(app.tasks).toEqual([]);
  on('win32', ['cuadra'], 'C:\\temp\\cuadra.exe');
  vi.stubEnv('PORTABLE_EXECUTABLE_FILE', 'E:\\cuadra.exe');
  showJumpList(say, new Set(['go-profitability', 'sync', 'go-panel']));
  const of = (title: string, link: string) => ({
    ...{ program: 'E:\\cuadra.exe', iconPath: 'E:\\cuadra.exe', iconIndex: 0 },
    ...{ arguments: link, title, description: title },
  });
  expect(app.tasks).toEqual([
    of('Panel', 'cuadra://view/panel'),
    of('Rentabilidad', 'cuadra://view/profitability'),
  ]);
});

it('which Cuadra this is can be looked at again, on its window where that is seen, and is copied only where asked', async () => {
  dialog.boxes.length = 0;
  clipboard.text = '';
  const window = new BrowserWindow({});
  let current: BrowserWindow | null = window;
  const about = createAbout({ say: () => say, language: () => 'es', window: () => current as never });
  dialog.boxAnswer = { response: 0, checkboxChecked: false };
  await about();
  window.show();
  await about();
  for (const gone of [null, window]) {
    window.destroyed = true;
    current = gone;
    await about();
  }
  window.destroyed = false;
  expect([dialog.boxes.map((box) => (box as readonly unknown[]).length), clipboard.text]).toEqual([
    [1, 2, 1, 1],
    '',
  ]);
  dialog.boxAnswer = { response: 1, checkboxChecked: false };
  vi.spyOn(dialog, 'showMessageBox').mockRejectedValueOnce(new Error('no display'));
  await expect(about()).rejects.toThrow('no display');
  await about();
  // What it runs on, without the licence.
  expect(clipboard.text).toMatch(/^Cuadra 1\.2\.3 \(desktop\)\n/u);
  dialog.boxAnswer = { response: 0, checkboxChecked: false };
});

describe('a notification', () => {
  const told = async (notice: Parameters<ReturnType<typeof createNotifier>>[0], isFocused = false) => {
    const file = await openShellFile(join(folder, 'shell.json'));
    const window = new BrowserWindow({});
    window.show();
    vi.spyOn(window, 'isFocused').mockReturnValue(isFocused);
    let shown = 0;
    const before = Notification.made.length;
    const show = () => {
      shown += 1;
    };
    createNotifier({ file, say: () => say, window: () => window as never, show })(notice);
    for (const made of Notification.made.slice(before)) made.emit('click');
    return [...Notification.made.slice(before).map(({ title, body }) => `${title}: ${body}`), shown];
  };
  it('names all months that moved, brings the window, and comes where another one is looked at', async () => {
    expect(await told({ kind: 'months-moved', months: ['2026-01', '2026-03'] })).toEqual([
      'Cuadra: Se movieron meses cerrados: 2026-01, 2026-03. Revísalos en Conciliación.',
      1,
    ]);
    expect(await told({ kind: 'load-ended' }, true)).toEqual([0]);
    const bodies = await Promise.all(
      (['unauthorized', 'other-company', 'storage-full', 'bad-answer'] as const).map(async (code) => [
        ...(await told({ kind: 'needs-user', code })),
      ]),
    );
    expect(bodies.map(([body]) => body)).toEqual(
      (['notice.key', 'notice.other-company', 'notice.storage-full', 'notice.stopped'] as const).map(
        (id) => `Cuadra: ${say(id)}`,
      ),
    );
  });
});

describe('where the window is', () => {
  it('is remembered of one that is seen, and written when it is closed at the latest', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    screen.displays = [fakeDisplay(1, { x: 0, y: 0, width: 1920, height: 1040 })];
    const file = await openShellFile(join(folder, 'shell.json'));
    const window = new BrowserWindow({});
    rememberWindow(window as never, file);
    const seen = () => {
      vi.advanceTimersByTime(500);
      return file.read().window?.bounds.x ?? null;
    };
    const at = (x: number) => {
      window.bounds = { x, y: 10, width: 1000, height: 700 };
      window.emit('move');
    };
    at(1);
    expect(seen()).toBeNull();
    window.show();
    at(2);
    expect(seen()).toBe(2);
    window.hide();
    at(3);
    expect(seen()).toBe(2);
    window.show();
    window.minimized = true;
    at(4);
    expect(seen()).toBe(2);
    window.minimized = false;
    at(5);
    window.emit('close', { preventDefault: () => undefined });
    expect(file.read().window).toEqual({
      bounds: { x: 5, y: 10, width: 1000, height: 700 },
      isMaximized: false,
    });
    expect(windowPlace(file)?.bounds).toEqual({ x: 5, y: 10, width: 1000, height: 700 });
    // Nothing is asked of one that is gone.
    at(6);
    window.destroy();
    window.emit('closed');
    expect([vi.getTimerCount(), seen()]).toEqual([0, 5]);
    await file.settled();
  });
});

describe('the page’s settings of what is around it', () => {
  async function around(begunBy: 'user' | 'programs' = 'user') {
    const file = await openShellFile(join(folder, 'shell.json'));
    const done: unknown[] = [];
    const standby = createStandby(begunBy);
    const login = {
      read: async () => false,
      set: async (isOn: boolean) => void done.push(`login ${isOn}`),
    };
    const host = createShellHost({
      ...{ file, login, standby },
      draw: () => void done.push('draw'),
      drawWith: (commands) => void done.push(commands),
      notify: (notice) => void done.push(notice),
    });
    return { file, done, host, standby };
  }

  it('are drawn once for a language, and kept with it', async () => {
    const { file, done, host } = await around();
    await host.sendLanguage('en');
    await host.sendLanguage('en');
    await host.sendLanguage('pt');
    await file.settled();
    expect([done, JSON.parse(await readFile(join(folder, 'shell.json'), 'utf8')).language]).toEqual([
      ['draw', 'draw'],
      'pt',
    ]);
  });

  it('are changed one by one: what is not named stays, and who sets how it closes knows of it', async () => {
    const { file, done, host } = await around();
    await host.change({ notifies: false });
    expect([file.read().notifies, file.read().isClosingTold, file.read().closing]).toEqual([
      ...[false, false, 'hide'],
    ]);
    await host.change({ closing: 'quit' });
    expect([file.read().notifies, file.read().isClosingTold, file.read().closing]).toEqual([
      ...[false, true, 'quit'],
    ]);
    expect(await host.change({ opensAtLogin: true })).toEqual({
      ...{ closing: 'quit', notifies: false, opensAtLogin: false },
    });
    expect(done).toEqual(['draw', 'draw', 'login true', 'draw']);
  });

  it('tell of months that moved while nobody was there once its user is, as they were said last', async () => {
    const { file, done, host, standby } = await around('programs');
    await host.sendMovedMonths('a', MONTHS('2026-01'));
    await host.sendMovedMonths('a', MONTHS('2026-02', '2026-01'));
    await host.sendMovedMonths('b', MONTHS());
    expect([done, file.read().movedMonths]).toEqual([[], {}]);
    standby.end('user');
    await vi.waitFor(() => expect(done).toEqual([{ kind: 'months-moved', months: ['2026-01', '2026-02'] }]));
    await host.sendMovedMonths('a', MONTHS('2026-01'));
    await host.sendMovedMonths('a', MONTHS('2026-01', '2026-02'));
    // One that was as it was meanwhile, and moved again.
    expect(done.at(-1)).toEqual({ kind: 'months-moved', months: ['2026-02'] });
    expect(file.read().movedMonths.a).toEqual(['2026-01', '2026-02']);
    await file.settled();
  });
});

describe('folders and files that are chosen', () => {
  it('no folder is named before what a process left behind in it is put right', async () => {
    await mkdir(join(folder, 'out', 'a1', '.parquet-former'), { recursive: true });
    await writeFile(join(folder, 'out', 'a1', '.parquet-former', 'manifest.json'), '{}');
    await writeFile(join(folder, 'export-folders.json'), JSON.stringify({ a1: join(folder, 'out') }));
    const found = await chosenFolders(folder, () => null).find('a1');
    expect(found).toBe(join(folder, 'out'));
    await access(join(folder, 'out', 'a1', 'parquet', 'manifest.json'));
  });

  it('a file without a name is not written', async () => {
    dialog.answer = { canceled: false, filePath: '' };
    expect(await saveDialogTarget(() => null)('x.csv')).toBeNull();
    dialog.answer = { canceled: true, filePath: '' };
  });
});
