import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOriginQuota } from '#electron/app/origin-quota.ts';
import { showRuntimeLicence } from '#electron/app/runtime-licences.ts';
import { NO_SHELL } from '#electron/app/shell-host.ts';
import { NO_SURROUNDINGS, readSystem, surroundingsHandlers } from '#electron/app/surroundings.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-around-'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

describe('a licence of what the app runs on', () => {
  const licence = async (of: 'electron' | 'chromium', folders: readonly string[], opens = true) => {
    const opened: string[] = [];
    const open = async (path: string) => {
      opened.push(path);
      return opens;
    };
    return { ...(await showRuntimeLicence(of, { folders, open })), opened };
  };

  it('is found in the first folder that has it, under either of its names, and opened', async () => {
    const [beside, resources] = [join(folder, 'program'), join(folder, 'resources')];
    await mkdir(beside);
    await mkdir(resources);
    const folders = [beside, resources];
    expect(await licence('electron', folders)).toEqual({ path: null, isShown: false, opened: [] });
    const found = async (of: 'electron' | 'chromium', path: string) =>
      expect(await licence(of, folders)).toEqual({ path, isShown: true, opened: [path] });
    await writeFile(join(resources, 'LICENSE'), '');
    await found('electron', join(resources, 'LICENSE'));
    await writeFile(join(resources, 'LICENSE.electron.txt'), '');
    await found('electron', join(resources, 'LICENSE.electron.txt'));
    await writeFile(join(beside, 'LICENSE'), '');
    await found('electron', join(beside, 'LICENSE'));
    expect((await licence('chromium', folders)).path).toBeNull();
    await writeFile(join(resources, 'LICENSES.chromium.html'), '');
    await found('chromium', join(resources, 'LICENSES.chromium.html'));
  });

  it('that nothing opens is told with its path', async () => {
    const path = join(folder, 'LICENSES.chromium.html');
    await writeFile(path, '');
    expect(await licence('chromium', [folder], false)).toEqual({ path, isShown: false, opened: [path] });
  });

  it('is none where the host runs on nothing that came with it', async () => {
    const { showRuntimeLicence: show } = surroundingsHandlers(NO_SURROUNDINGS);
    expect(await show({ of: 'electron' })).toEqual({ path: null, isShown: false });
    const runtime = { folders: [folder], open: async () => true };
    await writeFile(join(folder, 'LICENSE'), '');
    const handlers = surroundingsHandlers({ ...NO_SURROUNDINGS, runtime });
    expect(await handlers.showRuntimeLicence({ of: 'electron' })).toEqual({
      path: join(folder, 'LICENSE'),
      isShown: true,
    });
  });
});

describe('the log of errors', () => {
  it('is shown where it is there and the host has a window for it', async () => {
    const errorLog = join(folder, 'errors.log');
    const shown: string[] = [];
    const show = (path: string) => void shown.push(path);
    const asked = (parts: { readonly errorLog: string; readonly show: typeof show | null }) =>
      surroundingsHandlers({ ...NO_SURROUNDINGS, ...parts }).showErrorLog();
    expect(asked({ errorLog, show })).toEqual({ path: errorLog, isThere: false, isShown: false });
    expect(asked({ errorLog: '', show })).toEqual({ path: '', isThere: false, isShown: false });
    expect(shown).toEqual([]);
    await writeFile(errorLog, '');
    expect(asked({ errorLog, show: null })).toEqual({ path: errorLog, isThere: true, isShown: false });
    expect(asked({ errorLog, show })).toEqual({ path: errorLog, isThere: true, isShown: true });
    expect(shown).toEqual([errorLog]);
  });

  it('gets what a page reports, once', () => {
    const recorded: unknown[] = [];
    const recordPage = (error: unknown) => void recorded.push(error);
    const error = { kind: 'page-screen', errors: [null] } as const;
    expect(surroundingsHandlers({ ...NO_SURROUNDINGS, recordPage }).reportError(error)).toBeNull();
    expect(recorded).toEqual([error]);
    expect(NO_SURROUNDINGS.recordPage(error)).toBeUndefined();
  });
});

it('the system is that of this process', () => {
  expect(readSystem()).toEqual({
    platform: process.platform,
    arch: process.arch,
    release: release(),
    electron: null,
    chromium: null,
    node: process.versions.node,
  });
});

it('a browser’s host has no window, tray or login that could be set', async () => {
  expect(await NO_SHELL.read()).toBeNull();
  await expect(NO_SHELL.change({ language: 'es' } as never)).rejects.toMatchObject({ code: 'no-shell' });
  expect([
    await NO_SHELL.sendLanguage('es'),
    NO_SHELL.sendCommands([]),
    await NO_SHELL.sendMovedMonths('a', []),
  ]).toEqual([undefined, undefined, undefined]);
});

it('a page may have eight origins asked in ten minutes, and each of these again', () => {
  let nowMs = 0;
  const mayAsk = createOriginQuota(() => nowMs);
  const address = (at: number) => `https://host-${at}.test/some/path`;
  const answers = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => mayAsk(address(from + at)));
  expect(answers(0, 4)).toEqual([true, true, true, true]);
  nowMs = 60_000;
  expect(answers(4, 9)).toEqual([true, true, true, true, false]);
  expect(mayAsk('https://host-0.test/elsewhere')).toBe(true);
  expect(mayAsk('https://host-0.test:8443/')).toBe(false);
  nowMs = 599_999;
  expect(mayAsk(address(9))).toBe(false);
  // The first four are ten minutes old, though asked again since.
  nowMs = 600_000;
  expect(answers(9, 14)).toEqual([true, true, true, true, false]);
});
