import { createHash, type Hash } from 'node:crypto';
import {
  copyFile,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { LyingFile, WrittenFile } from '#shared/contract/app-streams.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { FIT_ID, needKnown } from './account-folder.ts';
import { refuseForeign } from './foreign-files.ts';

/**
 * An account's export for engines: DIR/<account>/parquet. Files are written in a folder beside it, which takes its place when
 * they are whole; what lay there stays as it was until then, and whatever happens in between.
 */

/** After `close` or `cancel` nothing more is called. */
export type DatasetTarget = {
  readonly before: { readonly manifest: string | null; readonly files: readonly LyingFile[] };
  /** Paths are checked by the contract. A path that was left is not written again. */
  readonly write: (path: string, bytes: Uint8Array) => Promise<void>;
  readonly written: () => Promise<readonly WrittenFile[]>;
  /** Gives the folder. */
  readonly close: (kept: readonly string[]) => Promise<string>;
  readonly cancel: () => Promise<void>;
};

/**
 * Null: the user chose no folder.
 * @param named another folder than the account's own, which a program says: refuses where something else lies in it
 */
export type OpenDataset = (
  accountId: string,
  isQuiet?: boolean,
  named?: string,
) => Promise<DatasetTarget | null>;

/** It is being written already, by another window perhaps. */
const DATASET_BUSY = 'dataset-busy';
type Folders = { readonly current: string; readonly next: string; readonly former: string };

function foldersOf(directory: string, accountId: string): Folders {
  const account = join(directory, accountId);
  return {
    current: join(account, 'parquet'),
    next: join(account, '.parquet-next'),
    former: join(account, '.parquet-former'),
  };
}

/** @param directoryOf the folder for an account's exports; null where none was chosen */
export function createDatasetFolders(
  isKnown: (accountId: string) => boolean,
  directoryOf: (accountId: string, isQuiet: boolean) => Promise<string | null>,
): OpenDataset {
  const busy = new Set<string>();
  return async (accountId, isQuiet = false, named = undefined) => {
    needKnown(accountId, isKnown);
    if (busy.has(accountId)) throw new RpcError(DATASET_BUSY, 'This export is being written already.');
    busy.add(accountId);
    const release = (): void => {
      busy.delete(accountId);
    };
    try {
      const directory = named ?? (await directoryOf(accountId, isQuiet));
      if (directory !== null) {
        const folders = foldersOf(directory, accountId);
        const { current, next, former } = folders;
        if (named !== undefined) await refuseForeign(current, accountId, [next, former]);
        return await openFolder(folders, release);
      }
    } catch (error) {
      release();
      throw error;
    }
    release();
    return null;
  };
}

async function openFolder(folders: Folders, release: () => void): Promise<DatasetTarget> {
  const { current, next } = folders;
  const made = await mkdir(dirname(current), { recursive: true, mode: 0o700 });
  await recover(folders);
  await mkdir(next, { mode: 0o700 });
  const before = {
    manifest: await readText(join(current, 'manifest.json')),
    files: await lyingFiles(current),
  };
  const done: WrittenFile[] = [];
  let file: OpenFile | null = null;
  const finish = async (): Promise<void> => {
    const ended = file;
    file = null;
    if (ended !== null) done.push(await ended.finish());
  };
  const end = async (): Promise<void> => {
    await file?.discard();
    file = null;
    await rm(next, { recursive: true, force: true });
    // Empty where nothing was written; what lies in it keeps it.
    if (made !== undefined) await rmdir(dirname(current)).catch(() => undefined);
    release();
  };
  return {
    before,
    write: async (path, bytes) => {
      if (file?.path !== path) {
        await finish();
        file = await openFile(next, path);
      }
      await file.write(bytes);
    },
    written: async () => {
      await finish();
      return done;
    },
    close: async (kept) => {
      await finish();
      for (const path of kept) await keep(join(current, path), next, join(next, path));
      for (const { path, bytes } of done) await expectWhole(join(next, path), bytes);
      await takePlace(folders);
      await end();
      return current;
    },
    cancel: end,
  };
}

/** A process that died between the two renames left the folder aside: it comes back. What was begun is dropped. */
async function recover({ current, next, former }: Folders): Promise<void> {
  if (!(await exists(current)) && (await exists(former))) await rename(former, current);
  await rm(next, { recursive: true, force: true });
  await rm(former, { recursive: true, force: true });
}

/** Puts right what a process that died left behind, for all accounts of a folder. */
export async function recoverDatasets(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true }).catch(() => [])) {
    if (entry.isDirectory() && FIT_ID.test(entry.name)) await recover(foldersOf(directory, entry.name));
  }
}

async function takePlace({ current, next, former }: Folders): Promise<void> {
  const hadOne = await exists(current);
  if (hadOne) await rename(current, former);
  try {
    await rename(next, current);
  } catch (error) {
    if (hadOne) await rename(former, current);
    throw error;
  }
  // From here on it is done: what cannot be removed now goes with the next export.
  await rm(former, { recursive: true }).catch(() => undefined);
}

/** The same file under both names; a copy where the file system has no links. */
async function keep(from: string, folder: string, to: string): Promise<void> {
  await makeMonth(folder, to);
  await link(from, to).catch(() => copyFile(from, to));
}

/** The folder of a month; never that above it: where it went in mid-write, so did what lay there. */
async function makeMonth(folder: string, place: string): Promise<void> {
  if (dirname(place) === folder) return;
  await mkdir(dirname(place), { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

async function expectWhole(place: string, bytes: number): Promise<void> {
  const { size } = await stat(place);
  if (size !== bytes) throw new Error(`${place} was changed while the export was written.`);
}

type OpenFile = {
  readonly path: string;
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly finish: () => Promise<WrittenFile>;
  readonly discard: () => Promise<void>;
};

async function openFile(folder: string, path: string): Promise<OpenFile> {
  const place = join(folder, path);
  await makeMonth(folder, place);
  const handle: FileHandle = await open(place, 'wx', 0o600);
  const hash: Hash = createHash('sha256');
  let size = 0;
  return {
    path,
    write: async (bytes) => {
      await handle.writeFile(bytes);
      hash.update(bytes);
      size += bytes.length;
    },
    finish: async () => {
      await handle.sync().finally(() => handle.close());
      return { path, bytes: size, sha256: hash.digest('hex') };
    },
    discard: () => handle.close().catch(() => undefined),
  };
}

async function lyingFiles(folder: string): Promise<readonly LyingFile[]> {
  const files: LyingFile[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (!entry.isDirectory()) continue;
    for (const name of await readdir(join(folder, entry.name))) {
      files.push({ path: `${entry.name}/${name}`, bytes: (await stat(join(folder, entry.name, name))).size });
    }
  }
  return files;
}

const readText = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(() => null);

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
