import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chosenFolders } from '#electron/shell/export-folders.ts';
import { dialog as realDialog, shell as realShell } from './fake-electron.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-folders-'));
});
afterEach(async () => {
  realDialog.openAnswer = { canceled: true, filePaths: [] };
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const choosing = (...filePaths: string[]) => {
  realDialog.openAnswer = { canceled: filePaths.length === 0, filePaths };
};
const lastAsked = () => (realDialog.asked.at(-1) as readonly object[]).at(-1);

test('each account has the folder that was chosen for it, over restarts, whatever is chosen for others', async () => {
  const host = chosenFolders(folder, () => null);
  const properties = ['openDirectory', 'createDirectory'];
  expect([await host.find('first'), host.isMade]).toEqual([null, false]);
  choosing(folder);
  expect(await host.choose?.('first')).toBe(folder);
  expect(lastAsked()).toEqual({ properties });
  const gone = join(folder, 'gone');
  choosing(gone);
  expect(await host.choose?.('second')).toBe(gone);
  choosing();
  expect(await host.choose?.('first')).toBeNull();
  // It begins where the account's own folder is, as long as that is there.
  expect(lastAsked()).toEqual({ properties, defaultPath: folder });
  await host.choose?.('second');
  expect(lastAsked()).toEqual({ properties });
  const again = chosenFolders(folder, () => null);
  expect([await again.find('first'), await again.find('second'), await again.find('third')]).toEqual([
    ...[folder, gone, null],
  ]);
  again.show?.(gone);
  expect(realShell.shown.at(-1)).toBe(gone);
});

test('a file that cannot be read names no folder, and is written anew by the next choice', async () => {
  await writeFile(join(folder, 'export-folders.json'), '{"first": 3}');
  const host = chosenFolders(folder, () => null);
  expect(await host.find('first')).toBeNull();
  choosing(folder);
  await host.choose?.('first');
  expect(await host.find('first')).toBe(folder);
});
