import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { ProgramRefusal } from '#shared/contract/program-questions.ts';

/** A file that a program of this user names to have it looked at: read for the page part by part, and never written. */

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
