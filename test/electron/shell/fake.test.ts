import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import * as fake from './fake-electron.ts';

/** The fake refuses what it does not model: a test that passes against it used nothing that nobody looked at. */

const ELECTRON = fileURLToPath(new URL('../../../electron', import.meta.url));

it('refuses by name what is not modelled, read or written', () => {
  const { app } = fake as { readonly app: object };
  const window: object = new fake.BrowserWindow({});
  for (const [thing, name] of [
    [app, 'setJumpList'],
    [fake.safeStorage, 'encryptString'],
    [fake.shell, 'trashItem'],
    [fake.session, 'fromPath'],
    [fake.session.defaultSession, 'setProxy'],
    [fake.BrowserWindow, 'fromId'],
    [window, 'setKiosk'],
    [fake.ipcRenderer, 'sendSync'],
  ] as const) {
    expect(() => Reflect.get(thing, name), name).toThrow(name);
    expect(() => Reflect.set(thing, name, 1), name).toThrow(name);
  }
});

it('refuses events that Electron never tells, and a second handler for a channel', () => {
  expect(() => fake.app.on('will-crash', () => {})).toThrow('will-crash');
  expect(() => new fake.BrowserWindow({}).once('hidden', () => {})).toThrow('hidden');
  fake.ipcMain.handle('once', () => null);
  expect(() => fake.ipcMain.handle('once', () => null)).toThrow('second handler');
});

it('behaves as Electron where it is gone', () => {
  const window = new fake.BrowserWindow({});
  window.close();
  expect(window.isDestroyed()).toBe(true);
  expect(() => window.show()).toThrow('Object has been destroyed');
});

it('has every value that the shell imports of Electron', async () => {
  const files = (await readdir(ELECTRON, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const names = new Set<string>();
  for (const file of files) {
    const text = await readFile(join(ELECTRON, file), 'utf8');
    for (const [, list] of text.matchAll(/import \{([^}]*)\} from 'electron';/g)) {
      for (const name of (list ?? '').split(',')) {
        const bare = name.trim().split(' as ')[0] ?? '';
        if (bare !== '' && !bare.startsWith('type ')) names.add(bare);
      }
    }
  }
  expect(names.size).toBeGreaterThan(8);
  expect([...names].filter((name) => !(name in fake))).toEqual([]);
});
