import type { Stats } from 'node:fs';
import { access, constants, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { AppCalls, ExportFolder, FolderPlace, ListedFile } from '#shared/contract/app.ts';
import { type Handlers, RpcError } from '#shared/contract/rpc.ts';
import type { ExportTarget } from './export-target.ts';
import { openFileWriter, safeFileName } from './file-writer.ts';

/** The folder that an account's exports go to: DIR/<account>, with `parquet`, `backups` and `programadas` below. */

/** Ids are made by the account book; nothing else becomes a name of a folder. */
export const FIT_ID = /^[\w-]{1,100}$/;
const UNFIT_ACCOUNT = 'unknown-account';
/** Nothing was asked of the user, and there is no folder to write to. */
const NO_FOLDER = 'no-export-folder';
const FOLDER_GONE = 'export-folder-gone';
/** A scheduled file of this account is being written, by another window perhaps. */
const SCHEDULED_BUSY = 'scheduled-busy';
const PARTIAL = /^\..*\.part$/;

export function needKnown(accountId: string, isKnown: (accountId: string) => boolean): void {
  if (FIT_ID.test(accountId) && isKnown(accountId)) return;
  throw new RpcError(UNFIT_ACCOUNT, 'There is no such account.');
}

/** A host's actions on folders. */
export type FolderHost = {
  /** The folder of an account, whether it is there or not; null: none was chosen. */
  readonly find: (accountId: string) => Promise<string | null>;
  /** True: it is made where it is not there. */
  readonly isMade: boolean;
  /** Asks in the system's own dialog and remembers; null: the user changed their mind. */
  readonly choose: ((accountId: string) => Promise<string | null>) | null;
  /** Shows a file or folder in the system. */
  readonly show: ((path: string) => void) | null;
};

/** The folder of an account where it is there, or is made at need; null: none was chosen, or it is gone. */
export async function usableFolder(host: FolderHost, accountId: string): Promise<string | null> {
  const known = await host.find(accountId);
  return known !== null && (host.isMade || (await isFolder(known))) ? known : null;
}

/** The folder to write to. A quiet export never asks: it fails where there is none. */
export async function directoryOf(
  host: FolderHost,
  accountId: string,
  isQuiet: boolean,
): Promise<string | null> {
  const usable = await usableFolder(host, accountId);
  if (usable !== null) return usable;
  if (!isQuiet && host.choose !== null) return host.choose(accountId);
  const known = await host.find(accountId);
  if (known === null) throw new RpcError(NO_FOLDER, 'No folder was chosen.');
  throw new RpcError(FOLDER_GONE, `${known} is not there.`);
}

type FolderCalls = Pick<AppCalls, 'readExportFolder' | 'chooseExportFolder' | 'showExportFolder'>;

const SUBFOLDERS = { dataset: 'parquet', backups: 'backups', scheduled: 'programadas' } as const;

export function createFolderHandlers(
  isKnown: (accountId: string) => boolean,
  host: FolderHost,
): Handlers<FolderCalls> {
  const read = async (accountId: string): Promise<ExportFolder> =>
    readFolder(host, accountId, await host.find(accountId));
  return {
    readExportFolder: ({ accountId }) => {
      needKnown(accountId, isKnown);
      return read(accountId);
    },
    chooseExportFolder: async ({ accountId }) => {
      needKnown(accountId, isKnown);
      const chosen = await host.choose?.(accountId);
      return chosen === null || chosen === undefined ? null : read(accountId);
    },
    showExportFolder: async ({ accountId, place }) => {
      needKnown(accountId, isKnown);
      const directory = await host.find(accountId);
      if (directory !== null) host.show?.(await shownPath(directory, accountId, place));
      return null;
    },
  };
}

/** The place that was asked for, or what is there of the way to it. */
async function shownPath(directory: string, accountId: string, place: FolderPlace): Promise<string> {
  const account = join(directory, accountId);
  const wanted = place === 'all' ? account : join(account, SUBFOLDERS[place]);
  for (const path of [wanted, account]) if (await isFolder(path)) return path;
  return directory;
}

async function readFolder(
  { isMade, choose }: FolderHost,
  accountId: string,
  path: string | null,
): Promise<ExportFolder> {
  const canChoose = choose !== null;
  const nothing = { canChoose, dataset: null, backups: [], scheduled: [] } as const;
  if (path === null) return { path, state: 'none', ...nothing };
  const found = await stat(path).catch(() => null);
  if (found === null && !isMade) return { path, state: 'gone', ...nothing };
  if (found !== null && !found.isDirectory()) return { path, state: 'gone', ...nothing };
  const account = join(path, accountId);
  return {
    path,
    state: (await canWriteIn(account)) ? 'ready' : 'locked',
    canChoose,
    dataset: await readDataset(join(account, SUBFOLDERS.dataset)),
    backups: await listFiles(join(account, SUBFOLDERS.backups)),
    scheduled: await listFiles(join(account, SUBFOLDERS.scheduled)),
  };
}

/** Whether a folder that is made at need can be made. */
async function canWriteIn(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error.code ?? '');
  if (typeof found !== 'string') return found.isDirectory() && (await may(path));
  return found === 'ENOENT' && dirname(path) !== path && canWriteIn(dirname(path));
}

const may = (path: string): Promise<boolean> =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  );

/** Files, newest first; what begins with a dot is not done yet, or not ours. */
async function listFiles(folder: string): Promise<readonly ListedFile[]> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names
      .filter((name) => !name.startsWith('.'))
      .map(async (name) => {
        const found = await fileAt(join(folder, name));
        return found === null ? [] : [{ name, ...sizeOf(found) }];
      }),
  );
  return files.flat().sort((one, other) => other.writtenAtMs - one.writtenAtMs);
}

const fileAt = (path: string): Promise<Stats | null> =>
  stat(path).then(
    (found) => (found.isFile() ? found : null),
    () => null,
  );
const sizeOf = ({ size, mtimeMs }: Stats) => ({ bytes: size, writtenAtMs: Math.round(mtimeMs) });

/** As much of the manifest as is shown. */
const manifestSchema = z.object({
  rows: z.number(),
  months: z.array(z.object({ path: z.string(), rows: z.number() })),
});

const MONTH = /^Mes=(\d{4}-\d{2}|__HIVE_DEFAULT_PARTITION__)$/;

async function readDataset(path: string): Promise<ExportFolder['dataset']> {
  const written = await stat(path).catch(() => null);
  if (written?.isDirectory() !== true) return null;
  const manifest = await readManifest(join(path, 'manifest.json'));
  const names = (await readdir(path).catch(() => [])).sort().reverse();
  const months = await Promise.all(
    names.map(async (name) => {
      const [, month] = MONTH.exec(name) ?? [];
      const file = `${name}/filas.parquet`;
      const found = month === undefined ? null : await fileAt(join(path, file));
      if (month === undefined || found === null) return [];
      const rows = manifest?.months.find((each) => each.path === file)?.rows ?? null;
      return [{ month: month.startsWith('_') ? null : month, rows, ...sizeOf(found) }];
    }),
  );
  const ownManifest = (await fileAt(join(path, 'manifest.json'))) ?? written;
  return {
    path,
    writtenAtMs: Math.round(ownManifest.mtimeMs),
    rows: manifest?.rows ?? null,
    months: months.flat(),
  };
}

async function readManifest(path: string): Promise<z.infer<typeof manifestSchema> | null> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}

export type OpenScheduled = (accountId: string, fileName: string) => Promise<ExportTarget>;

/** Files of scheduled exports, one at a time in an account; the one before stays until the next is whole. */
export function createScheduledFiles(
  isKnown: (accountId: string) => boolean,
  host: FolderHost,
): OpenScheduled {
  const busy = new Set<string>();
  return async (accountId, fileName) => {
    needKnown(accountId, isKnown);
    if (busy.has(accountId)) throw new RpcError(SCHEDULED_BUSY, 'A scheduled file is being written.');
    busy.add(accountId);
    try {
      const directory = await directoryOf(host, accountId, true);
      if (directory === null) throw new RpcError(NO_FOLDER, 'No folder was chosen.');
      const folder = join(directory, accountId, SUBFOLDERS.scheduled);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Files that a process left half written when it died.
      for (const name of await readdir(folder)) {
        if (PARTIAL.test(name)) await rm(join(folder, name), { force: true });
      }
      const path = join(folder, safeFileName(fileName));
      const writer = await openFileWriter(path);
      return {
        write: writer.write,
        close: async () => {
          await writer.finish();
          busy.delete(accountId);
          return { kind: 'file', path };
        },
        cancel: async () => {
          busy.delete(accountId);
          await writer.discard();
        },
      };
    } catch (error) {
      busy.delete(accountId);
      throw error;
    }
  };
}

export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
