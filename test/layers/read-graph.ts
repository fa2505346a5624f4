import { readSources } from '#test/figures/sources.ts';
import { importedBy } from './imports.ts';
import type { Graph } from './judge.ts';

/** The imports of the product's sources of code below `root`. */
export async function readGraph(root: string): Promise<Graph> {
  const sources = (await readSources(root)).filter(({ path }) => /\.(?:tsx?|mjs)$/.test(path));
  return new Map(sources.map((source) => [source.path, importedBy(source)]));
}

/** What files import as values that are to import types alone. */
export async function readValues(root: string, files: readonly string[]): Promise<readonly string[]> {
  const sources = (await readSources(root)).filter(({ path }) => files.includes(path));
  if (sources.length !== files.length) throw new Error(`Not all are there: ${files.join(', ')}`);
  return sources.flatMap((source) =>
    importedBy(source, 'values').map((target) => `${source.path} imports ${target} as a value`),
  );
}
