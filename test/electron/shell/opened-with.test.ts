import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Reply } from '#shared/contract/ipc.ts';

/** What the system opens with the desktop app, and what goes wrong in it, from main.ts to the page's calls. */

type FakeElectron = typeof import('./fake-electron.ts');

let folder: string;
let fake: FakeElectron;
const argv = [...process.argv];
const { execPath } = process;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-opened-'));
  vi.resetModules();
  fake = (await import('electron')) as unknown as FakeElectron;
  fake.app.setPath('appData', folder);
});
afterEach(async () => {
  process.argv = [...argv];
  process.execPath = execPath;
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function call(name: string, input: unknown): Promise<unknown> {
  const sender = fake.BrowserWindow.made[0]?.webContents;
  const senderFrame = { url: 'app://bundle/index.html', parent: null };
  const reply = (await fake.ipcMain.handlers.get('cuadra:call')?.(
    { senderFrame, sender },
    name,
    input,
  )) as Reply<unknown>;
  if (!reply.ok) throw new Error(reply.error.code);
  return reply.value;
}

it('links and files reach the page however they come, before it is there and after; errors reach the log', async () => {
  const statement = join(folder, 'abril.csv');
  await writeFile(statement, 'a;b\n');
  process.argv = ['electron', '.', '--demo-not', 'cuadra://view/sync', 'cuadra://view/sync?x=1'];
  process.execPath = join(folder, 'app', 'cuadra');
  await import('#electron/main.ts');
  const prevented: string[] = [];
  const event = (name: string) => ({ preventDefault: () => prevented.push(name) });
  fake.app.emit('open-url', event('url'), 'cuadra://view/panel');
  fake.app.becomeReady();
  await vi.waitFor(() => expect(fake.app.listenerCount('will-quit')).toBeGreaterThan(0), 20_000);
  const opened = await call('takeOpened', null);
  expect(opened).toHaveLength(2);
  expect(opened).toEqual(
    expect.arrayContaining([
      { kind: 'link', link: 'cuadra://view/panel' },
      { kind: 'link', link: 'cuadra://view/sync' },
    ]),
  );

  const [window] = fake.BrowserWindow.made;
  window?.hide();
  fake.app.emit('open-file', event('file'), statement);
  const events = () => window?.webContents.sent.filter(([, name]) => name === 'opened').length;
  await vi.waitFor(() => expect(events()).toBe(1));
  fake.app.emit('second-instance', {}, ['cuadra', '--x', 'abril.csv', 'cuadra://view/orders'], folder);
  await vi.waitFor(() => expect(events()).toBe(3));
  expect([window?.shown, prevented]).toEqual([true, ['url', 'file']]);
  const files = (await call('takeOpened', null)) as readonly { readonly id: string }[];
  expect(files).toMatchObject([
    { kind: 'statement', name: 'abril.csv', bytes: 4 },
    { kind: 'statement', name: 'abril.csv' },
    { kind: 'link', link: 'cuadra://view/orders' },
  ]);
  const part = await call('readOpened', { id: files[0]?.id, offset: 0 });
  expect(part).toEqual({ base64: Buffer.from('a;b\n').toString('base64'), bytes: 4 });
  await expect(call('readOpened', { id: statement, offset: 0 })).rejects.toThrow('opened-file-gone');

  const log = join(folder, 'Cuadra', 'logs', 'errors.log');
  expect(await call('showErrorLog', null)).toEqual({ path: log, isThere: false, isShown: false });
  fake.app.emit('render-process-gone', {}, {}, { reason: 'oom', exitCode: 5 });
  fake.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 6 });
  expect(await readFile(log, 'utf8')).toMatch(
    /page-gone\n {2}oom, exit code 5\n.*child-gone\n {2}GPU: crashed, exit code 6\n$/s,
  );
  expect(await call('showErrorLog', null)).toMatchObject({ isThere: true, isShown: true });
  expect(fake.shell.shown).toEqual([log]);

  // Beside the program, as on Windows and Linux; among the app's resources, as on macOS.
  expect(await call('showRuntimeLicence', { of: 'electron' })).toEqual({ path: null, isShown: false });
  const chromium = join(folder, 'app', 'LICENSES.chromium.html');
  const electron = join(folder, 'Resources', 'LICENSE.electron.txt');
  for (const file of [chromium, electron]) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, '');
  }
  expect(await call('showRuntimeLicence', { of: 'chromium' })).toEqual({ path: chromium, isShown: true });
  fake.shell.problem = 'No program opens this.';
  expect(await call('showRuntimeLicence', { of: 'electron' })).toEqual({ path: electron, isShown: false });
  expect(fake.shell.paths).toEqual([chromium, electron]);
  await expect(call('showRuntimeLicence', { of: '../keys.json' })).rejects.toThrow('bad-input');
  expect(await call('readSystem', null)).toMatchObject({
    platform: process.platform,
    node: process.versions.node,
  });
  fake.app.quit();
  await vi.waitFor(() => expect(fake.app.done.at(-1)).toBe('quit'), 20_000);
});
