import { dirname } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { importsOf, type Source } from './sources.ts';

/** The number of lines of a text that ends with a line break. */
export const linesOf = (text: string): number => text.split('\n').length - 1;

export type FolderPair = readonly [folder: string, other: string];

/** Pairs of folders in which each holds a file that imports one of the other's. A folder is the directory of a file. */
export function mutualFolders(sources: readonly Source[]): readonly FolderPair[] {
  const arrows = new Set<string>();
  for (const source of sources) {
    const folder = dirname(source.path);
    for (const imported of importsOf(source)) {
      if (dirname(imported) !== folder) arrows.add(`${folder} ${dirname(imported)}`);
    }
  }
  return [...arrows]
    .map((arrow) => arrow.split(' ') as [string, string])
    .filter(([folder, other]) => folder < other && arrows.has(`${other} ${folder}`))
    .sort();
}

export type LongFunction = {
  readonly path: string;
  readonly line: number;
  readonly name: string;
  readonly lines: number;
};

type Node = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: { readonly name?: string } | null;
};

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Functions of more lines than `limit`, the longest first; one inside another counts by itself. */
export function functionsOver(limit: number, sources: readonly Source[]): readonly LongFunction[] {
  const found: LongFunction[] = [];
  for (const { path, text } of sources) {
    if (path.endsWith('.css')) continue;
    const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
    visit(parseAst(text, { lang: path.endsWith('.tsx') ? 'tsx' : 'ts' }), '', (node, name) => {
      if (!FUNCTIONS.has(node.type)) return;
      const lines = text.slice(node.start, node.end).split('\n').length;
      if (lines > limit) found.push({ path, line: lineAt(node.start), name, lines });
    });
  }
  return found.sort((a, b) => b.lines - a.lines);
}

/** Every node of a tree, with the name of the nearest declaration around it. */
function visit(value: unknown, name: string, see: (node: Node, name: string) => void): void {
  if (Array.isArray(value)) {
    for (const each of value) visit(each, name, see);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  let named = name;
  if ('type' in value && typeof value.type === 'string' && 'start' in value) {
    const node = value as Node;
    if (typeof node.id?.name === 'string') named = node.id.name;
    see(node, named);
  }
  for (const each of Object.values(value)) visit(each, named, see);
}
