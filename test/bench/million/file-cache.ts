import { execFileSync } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of a browser's profile as the disk and the system's cache have them. */

async function filesUnder(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Bytes of all files of a folder. */
export async function bytesUnder(folder: string): Promise<number> {
  const sizes = (await filesUnder(folder)).map(async (file) => (await stat(file)).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/**
 * Puts a folder's files out of the system's cache, so that they are read from the disk again; no rights are needed. False
 * where there is no GNU dd to ask for it.
 */
export async function forgetFiles(folder: string): Promise<boolean> {
  try {
    for (const file of await filesUnder(folder)) {
      execFileSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0'], { stdio: 'ignore' });
    }
    return true;
  } catch {
    return false;
  }
}
