import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';
import { PROJECT } from '../../launch/project.ts';
import { isInApp, type Packages, readPackages } from './licences.ts';

/** A list of packages for each part, beside what was built: what the licences are held against. */
export const BUNDLED_PACKAGES = 'dist/.packages';

/** The parts of a bundle that tell where it came from. */
type Output = { readonly [file: string]: Chunk | Asset };
type Chunk = {
  readonly type: 'chunk';
  readonly modules: { readonly [id: string]: { readonly renderedLength: number } };
};
type Asset = { readonly type: 'asset'; readonly originalFileNames: readonly string[] };

/** `node_modules/a/node_modules/@b/c` of a file in it, as the lockfile writes it; null: a file of our own. */
function packageOf(file: string): string | null {
  const path = relative(PROJECT, file).split(sep).join('/');
  return /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? null;
}

/** The packages of which something is in `output`: code that was not shaken out of it, or a file. */
function packagesIn(output: Output, root: string): readonly string[] {
  const files = Object.values(output).flatMap((part) =>
    part.type === 'asset'
      ? part.originalFileNames.map((name) => resolve(root, name))
      : Object.entries(part.modules)
          .filter(([, { renderedLength }]) => renderedLength > 0)
          // «\0» is before the names of what a plugin made of a file, «?…» behind them.
          .map(([id]) => id.replace(/^\0/, '').replace(/\?.*$/, '')),
  );
  return files.flatMap((file) => packageOf(file) ?? []);
}

/** Throws where a package is in a bundle and not among those whose licences are told. */
export function refuseUntold(paths: Iterable<string>, packages: Packages): void {
  for (const path of paths)
    if (!isInApp(path, packages[path] ?? { dev: true }))
      throw new Error(
        `${path} is in the app, and its licence would not be told (electron/build/vite/licences.ts).`,
      );
}

/**
 * Writes down whose work is in a part, its workers included, into dist/.packages/<part>.json.
 * @returns the plugin, for the part and for its workers alike: they are built each by itself, into one list
 */
export function bundledPackages(part: string): Plugin {
  const found = new Set<string>();
  let root = PROJECT;
  return {
    name: 'cuadra-bundled-packages',
    configResolved: (config) => {
      root = config.root;
    },
    generateBundle: (_, output) => {
      for (const path of packagesIn(output, root)) found.add(path);
      refuseUntold(found, readPackages());
      mkdirSync(join(PROJECT, BUNDLED_PACKAGES), { recursive: true });
      writeFileSync(join(PROJECT, BUNDLED_PACKAGES, `${part}.json`), JSON.stringify([...found].toSorted()));
    },
  };
}
