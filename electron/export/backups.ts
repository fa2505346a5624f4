import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupFile, type BackupReason, backupName, readBackupName } from '#shared/contract/backups.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { needKnown } from './account-folder.ts';
import { openFileWriter } from './file-writer.ts';

/** The backups of an account: files in DIR/<account>/backups, whose names tell when, why and of how many rows. */

/** After `close` or `cancel` nothing more is called. */
export type BackupTarget = {
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** Reads it back, gives it its name, and lets the oldest automatic ones go. */
  readonly close: (rows: number, isWhole: boolean) => Promise<BackupFile & { readonly path: string }>;
  readonly cancel: () => Promise<void>;
};

export type Backups = ReturnType<typeof createBackups>;

/** Automatic ones that stay. Those made by hand are never deleted. */
export const KEPT_BACKUPS = 5;
const UNKNOWN_BACKUP = 'unknown-backup';
/** Read at once: a message to the page. */
const CHUNK_BYTES = 2 ** 20;

export function createBackups(
  isKnown: (accountId: string) => boolean,
  directoryOf: (accountId: string) => Promise<string>,
  now: () => number = Date.now,
) {
  async function folderOf(accountId: string): Promise<string> {
    needKnown(accountId, isKnown);
    return join(await directoryOf(accountId), accountId, 'backups');
  }
  return {
    open: async (accountId: string, reason: BackupReason): Promise<BackupTarget> => {
      const folder = await folderOf(accountId);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return openBackup(folder, reason, now);
    },
    /** Newest first. */
    list: async (accountId: string) => {
      const folder = await folderOf(accountId);
      return { folder, backups: await listBackups(folder) };
    },
    /** A part from `offset` on; nothing where it ends. */
    read: async (accountId: string, name: string, offset: number): Promise<Uint8Array> => {
      const folder = await folderOf(accountId);
      const handle = await open(join(folder, name), 'r').catch(() => {
        throw new RpcError(UNKNOWN_BACKUP, 'This backup is no longer there.');
      });
      try {
        const buffer = Buffer.alloc(CHUNK_BYTES);
        const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, offset);
        return buffer.subarray(0, bytesRead);
      } finally {
        await handle.close();
      }
    },
  };
}

async function openBackup(folder: string, reason: BackupReason, now: () => number): Promise<BackupTarget> {
  const written = createHash('sha256');
  let bytes = 0;
  // Its name is known when it is whole.
  const writer = await openFileWriter(join(folder, 'cuadra-backup'));
  return {
    write: async (chunk) => {
      await writer.write(chunk);
      written.update(chunk);
      bytes += chunk.length;
    },
    close: async (rows, isWhole) => {
      const name = backupName({ madeAtMs: now(), reason, rows, isWhole });
      const path = join(folder, name);
      await writer.finish(path);
      if ((await hashOf(path)) !== written.digest('hex')) {
        await rm(path, { force: true });
        throw new Error('The backup is not what was written: the disk may be damaged.');
      }
      // One that cannot be removed now goes with the next backup.
      await rotate(folder).catch(() => undefined);
      const facts = readBackupName(name);
      if (facts === null) throw new RangeError(name);
      return { ...facts, bytes, path };
    },
    cancel: writer.discard,
  };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

async function listBackups(folder: string): Promise<readonly BackupFile[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files: BackupFile[] = [];
  for (const name of names) {
    const facts = readBackupName(name);
    if (facts !== null) files.push({ ...facts, bytes: (await stat(join(folder, name))).size });
  }
  return files.sort((a, b) => b.madeAtMs - a.madeAtMs);
}

/** Only once another one is whole on the disk: the last that holds everything stays, however old. */
async function rotate(folder: string): Promise<void> {
  const automatic = (await listBackups(folder)).filter(({ reason }) => reason !== 'manual');
  const newestWhole = automatic.find(({ isWhole }) => isWhole);
  for (const each of automatic.slice(KEPT_BACKUPS)) {
    if (each !== newestWhole) await rm(join(folder, each.name));
  }
}
