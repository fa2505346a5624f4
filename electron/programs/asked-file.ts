import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { ProgramRefusal } from '#shared/contract/program-questions.ts';
import { isFolder } from '../export/account-folder.ts';
import type { ExportTarget } from '../export/export-target.ts';
import { openFileWriter, safeFileName } from '../export/file-writer.ts';

/** Files of this machine that a program of this user names: one to be looked at, which is never written, and folders to write to. */

const MAX_BYTES = 256 * 2 ** 20;
/** Read at once: a message to the page. */
const CHUNK_BYTES = 2 ** 20;

/** A part from `offset` on; nothing where the file ends. Refuses what is no plain file, or is too large. */
export async function readAskedFile(path: string, offset: number): Promise<Uint8Array> {
  if (!isAbsolute(path)) throw new ProgramRefusal('file-gone', path);
  // Never waits for the other end of a pipe.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => {
    throw new ProgramRefusal('file-gone', path);
  });
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new ProgramRefusal('file-gone', path);
    if (found.size > MAX_BYTES) throw new ProgramRefusal('file-refused', 'too-large');
    const buffer = Buffer.alloc(Math.min(CHUNK_BYTES, Math.max(0, found.size - offset)));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** A folder as it was named. Refuses where it is not there. */
export async function askedFolder(folder: string): Promise<string> {
  if (!isAbsolute(folder) || !(await isFolder(folder))) throw new ProgramRefusal('folder-gone', folder);
  return folder;
}

/** A new file in a folder that is there; one of the same name stays until it is whole. Refuses where it is none. */
export async function openAskedTarget(folder: string, fileName: string): Promise<ExportTarget> {
  const path = join(await askedFolder(folder), safeFileName(fileName));
  const writer = await openFileWriter(path);
  return {
    write: writer.write,
    close: async () => {
      await writer.finish();
      return { kind: 'file', path };
    },
    cancel: writer.discard,
  };
}
