import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserWindow, dialog, shell } from 'electron';
import { z } from 'zod';
import { writeFileAtomically } from '../accounts/write-file-atomically.ts';
import { type FolderHost, isFolder } from '../export/account-folder.ts';
import { recoverDatasets } from '../export/dataset-folder.ts';

const FILE = 'export-folders.json';
const foldersSchema = z.record(z.string(), z.string());

/** The folder for each account's exports, chosen in the system's own dialog and remembered in the profile. */
export function chosenFolders(
  profileDirectory: string,
  currentWindow: () => BrowserWindow | null,
): FolderHost {
  const file = join(profileDirectory, FILE);
  // Begun at once, waited for by whoever wants a folder: one of the net must not keep the window from coming.
  const recovered = recoverChosen(file);
  return {
    find: async (accountId) => {
      await recovered;
      return (await readFolders(file))[accountId] ?? null;
    },
    isMade: false,
    choose: async (accountId) => {
      const known = (await readFolders(file))[accountId];
      const options: Electron.OpenDialogOptions = {
        properties: ['openDirectory', 'createDirectory'],
        ...(known === undefined || !(await isFolder(known)) ? {} : { defaultPath: known }),
      };
      const window = currentWindow();
      const { canceled, filePaths } =
        window === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(window, options);
      const [chosen] = filePaths;
      if (canceled || chosen === undefined) return null;
      const folders = { ...(await readFolders(file)), [accountId]: chosen };
      await writeFileAtomically(file, `${JSON.stringify(folders, null, 2)}\n`);
      return chosen;
    },
    show: (path) => shell.showItemInFolder(path),
  };
}

/** Puts right what a process that died left behind in any folder that was ever chosen. */
async function recoverChosen(file: string): Promise<void> {
  const folders = await readFolders(file);
  // One that cannot be put right now is tried again by the next export into it.
  for (const folder of new Set(Object.values(folders))) await recoverDatasets(folder).catch(() => undefined);
}

async function readFolders(file: string): Promise<z.infer<typeof foldersSchema>> {
  try {
    return foldersSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return {};
  }
}
