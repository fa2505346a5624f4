import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ElectronApplication, _electron as electron, type Page } from '@playwright/test';
import { childEnvironment } from '#electron/launch/child-environment.ts';
import { thisDesktop } from '#test/runner/desktop.ts';

/** The built app in Electron's program, on a profile of its own. */

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

export type DesktopApp = {
  readonly electron: ElectronApplication;
  readonly page: Page;
  /** As a person quits it: what is being written ends first. */
  readonly quit: () => Promise<void>;
};

export async function startDesktop(profileDirectory: string): Promise<DesktopApp> {
  const { binary } = thisDesktop();
  if (binary === undefined)
    throw new Error('Electron has not been fetched: node node_modules/electron/install.js.');
  const environment = Object.entries(childEnvironment()).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const app = await electron.launch({
    executablePath: binary,
    args: [PROJECT, `--profile-dir=${profileDirectory}`, '--lang=es'],
    env: Object.fromEntries(environment),
    // Playwright takes the sandbox away on Linux unless told.
    chromiumSandbox: true,
  });
  const page = await app.firstWindow();
  return { electron: app, page, quit: () => app.close() };
}

/** Answers the system's save dialog, which nobody could press. */
export async function saveTo(app: DesktopApp, filePath: string): Promise<void> {
  await app.electron.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path });
  }, filePath);
}

/** The files under a folder that hold these bytes. */
export async function filesHolding(folder: string, text: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    // Some are gone, or nobody's to read, while Chromium ends.
    const content = await readFile(file).catch(() => Buffer.alloc(0));
    if (content.includes(text) || content.includes(Buffer.from(text, 'utf16le'))) found.push(file);
  }
  return found;
}
