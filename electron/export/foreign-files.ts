import { lstat, readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { isDatasetPath } from '#shared/contract/app-streams.ts';
import { ProgramRefusal } from '#shared/contract/program-questions.ts';

const ownManifest = (accountId: string) => z.object({ account: z.literal(accountId) });

/**
 * Refuses a place for an export, which replaces what lies there, unless that is nothing or an export of the same account: of
 * whatever else it is, nobody said that it may go.
 * @param beside folders that an export which was cut off may have left, and that go as well
 */
export async function refuseForeign(
  place: string,
  accountId: string,
  beside: readonly string[],
): Promise<void> {
  if ((await kindOf(dirname(place))) === 'other') throw new ProgramRefusal('folder-taken', dirname(place));
  for (const folder of [place, ...beside]) {
    const foreign = await foreignIn(folder);
    if (foreign !== null) throw new ProgramRefusal('folder-taken', foreign);
  }
  const isEmpty = (await kindOf(place)) === 'none' || (await readdir(place)).length === 0;
  if (!isEmpty && !(await isExportOf(accountId, join(place, 'manifest.json'))))
    throw new ProgramRefusal('folder-taken', place);
}

/** What is no folder, or else a file in it that no export has; null: nothing of the kind. */
async function foreignIn(folder: string): Promise<string | null> {
  const kind = await kindOf(folder);
  if (kind !== 'folder') return kind === 'none' ? null : folder;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isOurs = entry.isFile() && isDatasetPath(relative(folder, path).split(sep).join('/'));
    if (!entry.isDirectory() && !isOurs) return path;
  }
  return null;
}

async function kindOf(path: string): Promise<'none' | 'folder' | 'other'> {
  // A link leads to a place that nobody named.
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found === null) return 'none';
  return found.isDirectory() ? 'folder' : 'other';
}

async function isExportOf(accountId: string, manifest: string): Promise<boolean> {
  try {
    return ownManifest(accountId).safeParse(JSON.parse(await readFile(manifest, 'utf8'))).success;
  } catch {
    return false;
  }
}
