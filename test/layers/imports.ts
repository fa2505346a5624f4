import { dirname, posix } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import type { Source } from '#test/figures/sources.ts';

type Node = { readonly type: string; readonly source?: unknown };
type Literal = { readonly type: 'Literal'; readonly value: unknown };

const IMPORTS = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
]);

const isOfTypes = (node: object): boolean =>
  ('importKind' in node && node.importKind === 'type') || ('type' in node && node.type === 'TSImportType');

const isLiteral = (value: unknown): value is Literal =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Literal';

/**
 * What a source of code imports, dynamic imports included, and types too unless only values are asked for: files of the
 * product by their path from the project's root, packages by the name they are written with. A query after a name is none of
 * the file's.
 */
export function importedBy({ path, text }: Source, only?: 'values'): readonly string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const each of value) visit(each);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    if (only === 'values' && isOfTypes(value)) return;
    if ('type' in value && IMPORTS.has(String(value.type))) {
      const { source } = value as Node;
      if (isLiteral(source) && typeof source.value === 'string') found.add(placeOf(path, source.value));
    }
    for (const each of Object.values(value)) visit(each);
  };
  const { body } = parseAst(text, { lang: path.endsWith('.tsx') ? 'tsx' : 'ts' });
  // Most files import at their beginning and nowhere else: the rest of their tree need not be walked.
  const isAtTop =
    (text.match(/\bimport\b/g) ?? []).length === (text.match(/^import\s+[\w{*'"]/gm) ?? []).length;
  visit(isAtTop ? body.filter((each) => 'source' in each && each.source !== null) : body);
  return [...found];
}

function placeOf(importer: string, asked: string): string {
  const [specifier = ''] = asked.split('?');
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? posix.join(dirname(importer), specifier) : specifier;
}
