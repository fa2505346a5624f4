import { appendFileSync, mkdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ElectronApplication, _electron as electron, expect } from '@playwright/test';
import { childEnvironment } from '#electron/launch/child-environment.ts';
import type { SavedFile, StartedApp } from '#test/e2e/running-app.ts';
import { thisDesktop, UNATTENDED_KEY_STORE } from '#test/runner/desktop.ts';

/** The built app in Electron's program, on a profile of its own. */

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** What the program says, beside what Playwright leaves of a test that failed. */
const LOGS = join(PROJECT, 'test-results/desktop');
const VIEW = { width: 1280, height: 800 };

/**
 * To an Electron that it finds itself Playwright gives these, to one that it is told of none: a key store that asks nobody,
 * and a page that goes on at its pace behind other windows.
 */
const FLAGS = [
  ...UNATTENDED_KEY_STORE,
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
];

export type DesktopApp = StartedApp & { readonly electron: ElectronApplication };

/**
 * Starts it on the profile in a folder, where its exports land too. Rejects where the program is not there, and with what it
 * said where it does not start.
 * @param words what else it is begun with
 */
export async function startOnDesktop(
  folder: string,
  binary: string | undefined = thisDesktop().binary,
  words: readonly string[] = [],
): Promise<DesktopApp> {
  if (binary === undefined)
    throw new Error('Electron has not been fetched: node node_modules/electron/install.js.');
  const environment = Object.entries(childEnvironment()).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const app = await electron.launch({
    executablePath: binary,
    args: [...FLAGS, PROJECT, `--profile-dir=${join(folder, 'profile')}`, '--lang=es', ...words],
    env: Object.fromEntries(environment),
    // Playwright takes the sandbox away on Linux unless told.
    chromiumSandbox: true,
  });
  keepOutput(app, `${basename(folder)}.log`);
  const page = await app.firstWindow();
  // As in the browser, whatever the display holds.
  await page.setViewportSize(VIEW);
  return {
    electron: app,
    page,
    // As a person quits it: what is being written ends first.
    end: () => app.close(),
    save: async (press) => {
      const exports = join(folder, 'exports');
      await mkdir(exports, { recursive: true });
      await answerSaveDialog(app, exports);
      await press();
      const done = page.getByTestId('export-done');
      await expect(done).toBeVisible({ timeout: 60_000 });
      const path = (await done.getAttribute('data-path')) ?? '';
      await page.keyboard.press('Escape');
      await expect(done).toBeHidden();
      return { name: basename(path), path } satisfies SavedFile;
    },
  };
}

/** Chooses the name that is offered, in this folder: the system's dialog is one that nobody could press. */
async function answerSaveDialog(app: ElectronApplication, folder: string): Promise<void> {
  await app.evaluate(({ dialog }, into) => {
    dialog.showSaveDialog = async (...given: readonly unknown[]) => {
      const { defaultPath = '' } = given.at(-1) as { readonly defaultPath?: string };
      const name = defaultPath.split(/[\\/]/).at(-1) ?? '';
      return { canceled: false, filePath: `${into}/${name}` };
    };
  }, folder);
}

function keepOutput(app: ElectronApplication, name: string): void {
  mkdirSync(LOGS, { recursive: true });
  const { stdout, stderr } = app.process();
  for (const stream of [stdout, stderr])
    stream?.on('data', (part: Buffer) => appendFileSync(join(LOGS, name), part));
}
