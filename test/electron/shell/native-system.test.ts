import { access, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openShellFile } from '#electron/desktop/shell-file.ts';
import { createShellHost } from '#electron/shell/shell-host.ts';
import { createWindow, hideWindow, showWindow } from '#electron/shell/window.ts';
import { PAGE_COMMANDS } from '#shared/contract/shell.ts';
import { createDesktop } from '#test/electron/scenarios/desktop-host.ts';
import { BrowserWindow } from './fake-electron.ts';

/** What differs by system: how a window goes, what the taskbar offers, what a portable build leaves; and disks that refuse. */

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-system-'));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const on = (platform: NodeJS.Platform) =>
  vi.stubGlobal('process', Object.create(process, { platform: { value: platform } }));

describe('a window that is closed', () => {
  function opened() {
    const window = new BrowserWindow({});
    window.show();
    return { window, real: window as unknown as Parameters<typeof hideWindow>[0] };
  }

  it('leaves full screen first on macOS, and is hidden then', () => {
    on('darwin');
    const { window, real } = opened();
    window.fullScreen = true;
    hideWindow(real);
    hideWindow(real);
    expect([window.fullScreen, window.shown]).toEqual([false, true]);
    window.emit('leave-full-screen');
    expect(window.shown).toBe(false);
    // By the dock, and out of full screen by hand later: it stays.
    showWindow(real);
    window.emit('leave-full-screen');
    expect(window.shown).toBe(true);
    // Called back while it was on its way.
    window.fullScreen = true;
    hideWindow(real);
    showWindow(real);
    window.emit('leave-full-screen');
    expect(window.shown).toBe(true);
    window.fullScreen = true;
    hideWindow(real);
    window.destroy();
    window.emit('leave-full-screen');
  });

  it('is minimised where nothing beside the clock would bring it back, and said so', async () => {
    on('linux');
    vi.stubEnv('XDG_CURRENT_DESKTOP', 'GNOME');
    const host = createDesktop(folder);
    await host.start();
    const fake = host.electron();
    const window = host.window();
    window.close();
    await vi.waitFor(() => expect(window.minimized).toBe(true));
    const [, said] = fake.dialog.boxes[0] as readonly { readonly message?: string }[];
    expect(said?.message).toBe('Cuadra sigue abierta, minimizada');
    fake.app.emit('second-instance', {}, ['cuadra'], '/');
    expect([window.shown, window.minimized]).toEqual([true, false]);
    await host.quit();
    // At login too.
    createWindow('/preload.cjs', { now: false }, { sight: () => 'minimized' });
    const hidden = BrowserWindow.made.at(-1);
    hidden?.emit('ready-to-show');
    expect(hidden?.minimized).toBe(true);
  });
});

describe('the dock of macOS', () => {
  it('has nothing of an app that was begun for a program, until its user opens it', async () => {
    // However long this machine takes, nobody has been asking for too long.
    vi.doMock('#electron/programs/idle-end.ts', () => ({ endStandbyWhenIdle: () => () => undefined }));
    vi.stubGlobal(
      'process',
      Object.create(process, {
        platform: { value: 'darwin' },
        argv: { value: [...process.argv, '--standby'] },
      }),
    );
    const host = createDesktop(folder);
    await host.start();
    const { app } = host.electron();
    expect([app.dock.isHidden, host.window().shown]).toEqual([true, false]);
    app.emit('activate');
    expect([app.dock.isHidden, host.window().shown]).toEqual([false, true]);
    await host.quit();
    vi.doUnmock('#electron/programs/idle-end.ts');
  });
});

describe('the portable build of Windows', () => {
  it('opens at login by its own file, leaves no link behind, and offers its screens', async () => {
    on('win32');
    const file = 'E:\\Cuadra portátil\\cuadra.exe';
    vi.stubEnv('PORTABLE_EXECUTABLE_FILE', file);
    const host = createDesktop(folder);
    const { call } = (await host.start()).bridge;
    const fake = host.electron();
    expect(fake.app.modelId).toBe('io.github.cuadra');
    expect(fake.app.protocols).toEqual([]);
    await call.changeShell({ opensAtLogin: true });
    expect(fake.app.loginItems).toEqual([{ openAtLogin: true, path: file, args: ['--hidden'] }]);
    expect(fake.app.tasks).toEqual([]);
    await call.sendCommands({ commands: PAGE_COMMANDS });
    expect(fake.app.tasks[0]).toMatchObject({
      program: file,
      arguments: 'cuadra://view/panel',
      title: 'Panel',
    });
    await host.quit();
  });
});

describe('a setting that cannot be written', () => {
  it('goes back with all that goes with it', async () => {
    on('linux');
    const host = createDesktop(folder);
    const { call } = (await host.start()).bridge;
    const fake = host.electron();
    const before = await call.readShell(null);
    // A folder in its place: no write puts a file there.
    await mkdir(join(folder, 'Cuadra', 'shell.json', 'x'), { recursive: true });
    await expect(call.changeShell({ closing: 'quit', opensAtLogin: true })).rejects.toMatchObject({
      code: 'setting-not-kept',
    });
    expect(await call.readShell(null)).toEqual(before);
    await expect(access(join(folder, 'autostart', 'cuadra.desktop'))).rejects.toThrow('ENOENT');
    // The tray is still what it was.
    expect(fake.Tray.made.filter(({ gone }) => !gone)).toHaveLength(1);
    await rm(join(folder, 'Cuadra', 'shell.json'), { recursive: true });
    expect(await call.changeShell({ closing: 'quit' })).toMatchObject({ closing: 'quit' });
    await host.quit();
  });

  it.each([
    ['ENOSPC', 'setting-disk-full'],
    ['EROFS', 'setting-locked'],
    ['EIO', 'setting-not-kept'],
  ])('%s is told as %s, with nothing of what the system says', async (systemCode, code) => {
    const drawn = vi.fn();
    const file = await openShellFile(join(folder, 'shell.json'));
    const keep = () => Promise.reject(Object.assign(new Error('/home/ana'), { code: systemCode }));
    let isOn = false;
    const login = {
      read: async () => isOn,
      set: async (on: boolean) => {
        isOn = on;
      },
    };
    const rest = { draw: drawn, drawWith: drawn, notify: () => undefined };
    const host = createShellHost({ file: { ...file, keep }, login, ...rest });
    const failure = await host
      .change({ opensAtLogin: true, notifies: false })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code });
    expect(String(failure)).not.toContain('/home/ana');
    expect([isOn, drawn.mock.calls.length]).toEqual([false, 0]);
  });
});
