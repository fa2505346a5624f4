import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Files under `path` (itself, when it is one), sorted; hidden files and tests' leftovers are not sources. */
async function listFiles(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR') return null;
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries === null) return [path];
  const nested = await Promise.all(
    entries
      .filter((entry) => !entry.name.startsWith('.') && (entry.isFile() || entry.isDirectory()))
      .map((entry) => (entry.isDirectory() ? listFiles(join(path, entry.name)) : [join(path, entry.name)])),
  );
  return nested.flat().sort();
}

/**
 * A digest of names and contents: equal exactly when a build of these sources would give the same. Times of files
 * say nothing after a clone or a switch of branches.
 */
export async function digestOf(project: string, sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of await listFiles(join(project, source))) {
      const content = await readFile(file);
      hash.update(`${relative(project, file).split(sep).join('/')}\0${content.length}\0`);
      hash.update(content);
    }
  }
  return hash.digest('hex');
}
