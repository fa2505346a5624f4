import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Reply } from '#shared/contract/ipc.ts';
import { fakeDisplay } from './fake/system.ts';

/** What the desktop app is around its page, through main.ts as a whole and over restarts. */

type FakeElectron = typeof import('./fake-electron.ts');

let folder: string;
let fake: FakeElectron;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-native-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A process begins; `prepare` says what its system is like. */
async function start(prepare: () => void = () => {}): Promise<InstanceType<FakeElectron['BrowserWindow']>> {
  vi.resetModules();
  fake = (await import('electron')) as unknown as FakeElectron;
  fake.app.setPath('appData', folder);
  prepare();
  await import('#electron/main.ts');
  fake.app.becomeReady();
  await vi.waitFor(() => expect(fake.app.listenerCount('will-quit')).toBeGreaterThan(0), 20_000);
  const [window] = fake.BrowserWindow.made;
  if (window === undefined) throw new Error('There is no window.');
  return window;
}

async function quit(): Promise<void> {
  fake.app.quit();
  await vi.waitFor(() => expect(fake.app.done.at(-1)).toBe('quit'), 20_000);
}

/** The page of the one window asks. */
async function call(name: string, input: unknown): Promise<unknown> {
  const event = {
    senderFrame: { url: 'app://bundle/index.html', parent: null },
    sender: fake.BrowserWindow.made[0]?.webContents,
  };
  const reply = (await fake.ipcMain.handlers.get('cuadra:call')?.(event, name, input)) as Reply<unknown>;
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value;
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
    second.emit('close', { preventDefault: () => {} });
    await quit();
    const third = await start();
    expect(third.options).toMatchObject({ x: 260, y: 70, width: 1400, height: 900 });
    expect(third.maximized).toBe(false);
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
    await call('tellLanguage', { language: 'pt' });
    expect(labels()).toEqual(expect.arrayContaining(['Arquivo', 'Ajuda']));
    await expect(call('tellLanguage', { language: 'de' })).rejects.toThrow();
    await quit();
    await start();
    expect(labels()).toEqual(expect.arrayContaining(['Arquivo', 'Ajuda']));
    await quit();
  });

  it('have the page do what its palette offers, shown, and leave the keys to it', async () => {
    const window = await start();
    window.hide();
    press('Leer cambios ahora');
    expect(window.shown).toBe(true);
    expect(window.webContents.sent.at(-1)).toEqual(['cuadra:event', 'command', 'sync']);
    press('Rentabilidad');
    expect(window.webContents.sent.at(-1)).toEqual(['cuadra:event', 'command', 'go-profitability']);
    const items = fake.Menu.applicationMenu?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
    for (const item of items) {
      if (item.accelerator !== null) expect(item.options.registerAccelerator, item.label).toBe(false);
    }
    window.destroyed = true;
    press('Rentabilidad');
    await quit();
  });
});
