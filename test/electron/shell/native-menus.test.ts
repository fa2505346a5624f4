import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PAGE_COMMANDS } from '#shared/contract/shell.ts';
import { createDesktop, type DesktopHost } from '#test/electron/scenarios/desktop-host.ts';
import type { Page } from '#test/electron/scenarios/host-under-test.ts';

/** What can be chosen in the menus, from a first run on. */

let folder: string;
let host: DesktopHost;
let page: Page;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-menus-'));
  host = createDesktop(folder);
  page = await host.start();
});
afterEach(async () => {
  await host.quit();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const items = () =>
  host.electron().Menu.applicationMenu?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
const item = (label: string) => {
  const found = items().find((each) => each.label === label);
  if (found === undefined) throw new Error(`Nothing is called ${label}.`);
  return found;
};
const traySync = () =>
  host
    .electron()
    .Tray.made.find(({ gone }) => !gone)
    ?.menu?.items.find(({ label }) => label === 'Leer cambios ahora');

it('offers what the page says it can do, takes one step back at a press, and says which Cuadra it is', async () => {
  const { call, on } = page.bridge;
  const fake = host.electron();
  const window = host.window();
  const chosen: string[] = [];
  on('command', (command) => chosen.push(command));
  // Before the page is there.
  const names = ['Leer cambios ahora', 'Panel', 'Ajustes…', 'Deshacer'];
  expect(names.map((name) => item(name).enabled)).toEqual([false, false, false, false]);
  expect(traySync()?.enabled).toBe(false);
  item('Panel').click();
  expect(chosen).toEqual([]);
  // A first run.
  await call.sendCommands({ commands: ['undo'] });
  expect(names.map((name) => item(name).enabled)).toEqual([false, false, false, true]);
  await call.sendCommands({ commands: PAGE_COMMANDS });
  expect(names.map((name) => item(name).enabled)).toEqual([true, true, true, true]);
  expect(traySync()?.enabled).toBe(true);
  await expect(call.sendCommands({ commands: ['quit'] as never })).rejects.toThrow();
  await call.sendLanguage({ language: 'en' });
  expect(item('Overview').enabled).toBe(true);
  // The fake has no webContents.undo: were it done here too, it would refuse.
  item('Undo').click();
  expect(chosen).toEqual(['undo']);
  expect([item('Undo').accelerator, item('Undo').options.registerAccelerator]).toEqual([
    'CmdOrCtrl+Z',
    false,
  ]);

  fake.dialog.boxAnswer = { response: 1, checkboxChecked: false };
  window.hide();
  item('About Cuadra').click();
  item('About Cuadra').click();
  await expect.poll(() => fake.clipboard.text).toMatch(/^Cuadra 1\.2\.3 \(desktop\)\nSystem: /);
  expect(fake.clipboard.text).toMatch(/Language: en$/);
  expect(fake.dialog.boxes).toHaveLength(1);
  // On its own: a box of a window that is hidden would be hidden with it.
  const [options, ...others] = fake.dialog.boxes[0] as readonly { readonly message?: string }[];
  expect([options?.message, others]).toEqual(['Cuadra 1.2.3', []]);
  expect(window.shown).toBe(false);
});
