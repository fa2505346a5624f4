import { readSources } from '#test/figures/sources.ts';
import { importedBy } from './imports.ts';
import type { Graph } from './judge.ts';

/** The imports of the product's sources of code below `root`. */
export async function readGraph(root: string): Promise<Graph> {
  const sources = (await readSources(root)).filter(({ path }) => /\.(?:tsx?|mjs)$/.test(path));
  return new Map(sources.map((source) => [source.path, importedBy(source)]));
}
