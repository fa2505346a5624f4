import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { BACKUP_ENDING } from '#shared/contract/backups.ts';

/** Looks for keys, however they are written, in texts and in every file of a folder. */

/** Every way that a text is usually written in. */
export function written(key: string): readonly string[] {
  const base64 = [0, 1, 2].map((shift) =>
    // What stands beside it shifts it by a byte or two; what both ends share with others is left out.
    Buffer.concat([Buffer.alloc(shift), Buffer.from(key)])
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  );
  const hex = Buffer.from(key).toString('hex');
  const wide = Buffer.from(key, 'utf16le').toString('latin1');
  const half = key.slice(0, Math.ceil(key.length / 2));
  return [half, wide, hex, hex.toUpperCase(), ...base64, [...key].reverse().join('')];
}

/** The forms of keys that stand in a text. */
export function findIn(text: string, keys: readonly string[]): readonly string[] {
  return keys.flatMap(written).filter((form) => text.includes(form));
}

/**
 * What is found, as «path: form», in the names and the content of a folder's files, those of gzip unpacked; and all of them.
 * Where a file goes meanwhile, as one that takes another's name does, the folder is looked at anew.
 */
export async function findOnDisk(
  folder: string,
  keys: readonly string[],
): Promise<{ readonly files: readonly string[]; readonly found: readonly string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: string[] = [];
  const found: string[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const bytes = await readIfThere(path);
    if (bytes === null) return findOnDisk(folder, keys);
    const text = (entry.name.endsWith(BACKUP_ENDING) ? gunzipSync(bytes) : bytes).toString('latin1');
    files.push(entry.name);
    for (const form of [...findIn(text, keys), ...findIn(path, keys)]) found.push(`${path}: ${form}`);
  }
  return { files, found };
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
