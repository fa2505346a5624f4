import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenedInputs, OpenedOutputs } from '#shared/contract/opened.ts';

/** The licences of what the desktop app runs on. They come as files with the program, Chromium's of many megabytes. */

type Runtime = OpenedInputs['showRuntimeLicence']['of'];

/** As Electron names them, and as electron-builder does, which adds whose the first one is. */
const NAMES: { readonly [of in Runtime]: readonly string[] } = {
  electron: ['LICENSE.electron.txt', 'LICENSE'],
  chromium: ['LICENSES.chromium.html'],
};

export type RuntimeFiles = {
  /** Where they may lie: beside the program, or among the app's resources (macOS). */
  readonly folders: readonly string[];
  /** Opens a file with the program that the system has for it; false: nothing did. */
  readonly open: (path: string) => Promise<boolean>;
};

/** Opens the licence of `of`; `path` null: it did not come with the program. */
export async function showRuntimeLicence(
  of: Runtime,
  { folders, open }: RuntimeFiles,
): Promise<OpenedOutputs['showRuntimeLicence']> {
  const paths = folders.flatMap((folder) => NAMES[of].map((name) => join(folder, name)));
  const path = paths.find((one) => existsSync(one)) ?? null;
  return { path, isShown: path !== null && (await open(path)) };
}
