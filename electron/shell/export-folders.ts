import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserWindow, dialog } from 'electron';
import { z } from 'zod';
import { writeFileAtomically } from '../accounts/write-file-atomically.ts';

const FILE = 'export-folders.json';
const foldersSchema = z.record(z.string(), z.string());

/** The same where it was chosen and is there; else one in the profile: backups are written without asking anybody. */
export function backupFolders(profileDirectory: string): (accountId: string) => Promise<string> {
  return async (accountId) => {
    const chosen = (await readFolders(join(profileDirectory, FILE)))[accountId];
    return chosen !== undefined && (await isFolder(chosen)) ? chosen : join(profileDirectory, 'exports');
  };
}

/** The folder for an account's exports, chosen once in the system's own dialog; asked again where it is gone. */
export function chosenFolders(
  profileDirectory: string,
  currentWindow: () => BrowserWindow | null,
): (accountId: string) => Promise<string | null> {
  const file = join(profileDirectory, FILE);
  return async (accountId) => {
    const folders = await readFolders(file);
    const known = folders[accountId];
    if (known !== undefined && (await isFolder(known))) return known;
    const options: Electron.OpenDialogOptions = { properties: ['openDirectory', 'createDirectory'] };
    const window = currentWindow();
    const { canceled, filePaths } =
      window === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(window, options);
    const [chosen] = filePaths;
    if (canceled || chosen === undefined) return null;
    await writeFileAtomically(file, `${JSON.stringify({ ...folders, [accountId]: chosen }, null, 2)}\n`);
    return chosen;
  };
}

async function readFolders(file: string): Promise<z.infer<typeof foldersSchema>> {
  try {
    return foldersSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return {};
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
