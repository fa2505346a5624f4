import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { startOnDesktop } from '#test/desktop/desktop-under-test.ts';
import { openRemotePage } from '#test/desktop/remote-page.ts';
import { findChromium } from '#test/runner/chromium.ts';
import { isWindows } from '#test/runner/systems.ts';
import { thisMachine } from '#test/runner/this-machine.ts';
import { CHROMIUM_FLAGS, temporaryDirectory } from './app-under-test.ts';
import { test } from './journey.ts';

/** What drives the desktop app, over Playwright itself: Electron's program is played by a stand-in, which runs nothing of Cuadra. */

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

/** A program that a system starts as it would start Electron. */
async function makeStandIn(folder: string): Promise<string> {
  const script = fileURLToPath(new URL('electron-stand-in.mjs', import.meta.url));
  const words = [
    process.execPath,
    script,
    folder,
    findChromium(thisMachine()) ?? '',
    CHROMIUM_FLAGS.join(' '),
  ];
  const command = words.map((word) => `"${word}"`).join(' ');
  const program = join(folder, isWindows ? 'electron.cmd' : 'electron');
  await writeFile(program, isWindows ? `@${command} %*\r\n` : `#!/bin/sh\nexec ${command} "$@"\n`, {
    mode: 0o755,
  });
  return program;
}

test('the desktop app is started in its sandbox, on its profile, without the key; saves where it should, and ends', async () => {
  const { path: folder, remove } = await temporaryDirectory();
  process.env.CUADRA_API_KEY = 'key-of-nobody';
  const desk = await startOnDesktop(folder, await makeStandIn(folder)).finally(() => {
    delete process.env.CUADRA_API_KEY;
  });
  const program = desk.electron.process();
  try {
    const started = await readFile(join(folder, 'started.json'), 'utf8');
    const { args, environment } = JSON.parse(started) as {
      readonly args: readonly string[];
      readonly environment: object;
    };
    expect(args.slice(0, 2)).toEqual(['--inspect=0', '--remote-debugging-port=0']);
    expect(args).toContain(`--profile-dir=${join(folder, 'profile')}`);
    // The first that is no option is the app; Playwright puts a file of its own before it where it is given no program.
    expect(args.filter((arg) => !arg.startsWith('--'))).toEqual([PROJECT]);
    expect(args).not.toContain('--no-sandbox');
    expect(args).toContain('--use-mock-keychain');
    expect(args).toContain('--password-store=basic');
    expect(started).not.toContain('key-of-nobody');
    expect(environment).not.toHaveProperty('NODE_OPTIONS');
    expect(await desk.page.evaluate(() => [innerWidth, innerHeight])).toEqual([1280, 800]);

    const saved = await desk.save(async () => {
      const { canceled, filePath } = await desk.electron.evaluate(({ dialog }) =>
        dialog.showSaveDialog({ defaultPath: '/home/ana/Downloads/filas.csv' }),
      );
      expect(canceled).toBe(false);
      // As the page tells where a file went.
      await desk.page.setContent(
        `<p data-testid="export-done">Saved</p><script>addEventListener('keydown', () => document.querySelector('p').remove())</script>`,
      );
      await desk.page.getByTestId('export-done').evaluate((notice, path) => {
        notice.dataset.path = path;
      }, filePath);
    });
    expect(saved).toEqual({ name: 'filas.csv', path: `${join(folder, 'exports')}/filas.csv` });
  } finally {
    await desk.end();
  }
  expect(program.exitCode).toBe(0);
  await remove();
});

test('the page of a program that lets in no inspector is found by its address, and asked', async () => {
  const { path: folder, remove } = await temporaryDirectory();
  const child = spawn(
    findChromium(thisMachine()) ?? '',
    [
      ...CHROMIUM_FLAGS,
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
      'data:text/html,',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(child, 'close');
  const page = await openRemotePage(child, 'data:text/html');
  expect(await page.evaluate('Promise.resolve([location.protocol, 3 + 4])')).toEqual(['data:', 7]);
  await expect(page.evaluate('nobody.knows')).rejects.toThrow('Uncaught');
  page.close();
  child.kill();
  await ended;
  await expect(openRemotePage(child, 'data:')).rejects.toThrow('cannot be heard');
  await remove();
});
