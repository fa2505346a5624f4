import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, posix, relative, sep } from 'node:path';

/** A source file of the product, by its path from the project's root, with slashes. */
export type Source = { readonly path: string; readonly text: string };

const PRODUCT = ['electron', 'renderer', 'shared'];
const SOURCE = /\.(?:tsx?|mjs|css)$/;

/** Every source of the three product folders below `root`. */
export async function readSources(root: string): Promise<readonly Source[]> {
  const sources: Source[] = [];
  for (const folder of PRODUCT) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (!entry.isFile() || !SOURCE.test(entry.name)) continue;
      const file = join(entry.parentPath, entry.name);
      sources.push({
        path: relative(root, file).split(sep).join('/'),
        text: await readFile(file, 'utf8'),
      });
    }
  }
  return sources.sort((a, b) => (a.path < b.path ? -1 : 1));
}

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;

/** The product files that a source imports, dynamic imports included; a query after the name is none of the file's. */
export function importsOf(source: Source): readonly string[] {
  const found = new Set<string>();
  for (const [, asked = ''] of source.text.matchAll(IMPORT)) {
    const [specifier = ''] = asked.split('?');
    const own = /^#(electron|renderer|shared)\//.test(specifier);
    if (own) found.add(specifier.slice(1));
    else if (specifier.startsWith('.')) found.add(posix.join(dirname(source.path), specifier));
  }
  return [...found];
}
