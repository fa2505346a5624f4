import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the documents of the repository say, and what comments cite of them. */

export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Made by a command, or fetched: nothing in there is a document of ours, and it need not exist. */
const GENERATED = new Set([
  'node_modules',
  '.git',
  'dist',
  'release',
  'reports',
  'test-results',
  'playwright-report',
]);

/** Files of the repository whose names end so, as paths from its root with forward slashes. */
export function filesOf(folders: readonly string[], endings: readonly string[]): readonly string[] {
  const found: string[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (GENERATED.has(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (endings.some((ending) => entry.name.endsWith(ending)))
        found.push(relative(PROJECT, path).split(sep).join('/'));
    }
  };
  for (const folder of folders) walk(join(PROJECT, folder));
  return found.sort();
}

export function readText(path: string): string {
  return readFileSync(join(PROJECT, path), 'utf8');
}

function withoutFences(markdown: string): string {
  return markdown.replaceAll(/^```.*?^```/gms, '');
}

/** The titles of a document, in their order, without the marks of code. */
export function headingsOf(markdown: string): readonly string[] {
  return [...withoutFences(markdown).matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, title = '']) =>
    title.replaceAll('`', ''),
  );
}

/** The part of an address after `#` by which GitHub finds a heading. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** Numbers that headings begin with: «4.2.7 Reach of changes», «Rule 3. Consistent pages». */
export function numbersOf(titles: readonly string[], before: string): ReadonlySet<string> {
  const numbered = new RegExp(`^${before}(\\d+(?:\\.\\d+)*)\\b`);
  return new Set(titles.flatMap((title) => numbered.exec(title)?.[1] ?? []));
}

export type Citation =
  | { readonly kind: 'rule'; readonly number: string }
  | { readonly kind: 'spec'; readonly number: string }
  /** `title`: of a heading in it, where one is named. */
  | { readonly kind: 'document'; readonly path: string; readonly title: string | null };

const LIST = (number: string) => `${number}(?:(?:, and |, | and | to )${number})*`;
const RULES = new RegExp(`\\brules? (${LIST('\\d+')})`, 'gi');
const SPEC = new RegExp(`\\bspec (${LIST('\\d+(?:\\.\\d+)*')})`, 'gi');
const DOCUMENT = /([\w.-]+(?:\/[\w.-]+)*\.md)\b(?:, ([A-Z][a-z]+(?: [a-z]+)*)(?![\w/-]|\.md))?/g;

/** A comment over several lines reads as one. */
function asProse(source: string): string {
  return source.replaceAll(/\n[ \t]*(?:\*(?!\/)|\/\/)?[ \t]*/g, ' ');
}

function numbersIn(list: string): readonly string[] {
  const range = /^(\d+) to (\d+)$/.exec(list);
  if (range === null) return list.match(/\d+(?:\.\d+)*/g) ?? [];
  const [first, last] = [Number(range[1]), Number(range[2])];
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
}

/** What a source cites: rules of the sync, sections of the API, documents. */
export function citationsIn(source: string): readonly Citation[] {
  const prose = asProse(source);
  const numbered = (kind: 'rule' | 'spec', pattern: RegExp) =>
    [...prose.matchAll(pattern)].flatMap(([, list = '']) =>
      numbersIn(list).map((number): Citation => ({ kind, number })),
    );
  const documents = [...prose.matchAll(DOCUMENT)].map(
    ([, path = '', title]): Citation => ({ kind: 'document', path, title: title ?? null }),
  );
  return [...numbered('rule', RULES), ...numbered('spec', SPEC), ...documents];
}

const NAMES: ReadonlySet<string> = new Set(filesOf(['.'], ['']).map((path) => posix.basename(path)));

/** Where a path named in a file leads: beside it, or from any folder above it, the root last. Null: nowhere. */
export function resolvePath(from: string, path: string): string | null {
  for (let folder = posix.dirname(from); ; folder = posix.dirname(folder)) {
    const candidate = posix.normalize(posix.join(folder, path));
    if (!candidate.startsWith('..') && existsSync(join(PROJECT, candidate))) return candidate;
    if (folder === '.') return null;
  }
}

/** Whether a document may name a path: it leads somewhere, or is the bare name of a file that the text places. */
export function isThere(from: string, path: string): boolean {
  return resolvePath(from, path) !== null || (!path.includes('/') && NAMES.has(path));
}

/** The links of a document that lead into the repository. */
export function linksIn(markdown: string): readonly string[] {
  return [...withoutFences(markdown).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

const FILE = /^(?:[\w.@-]+\/)*[\w.@-]+\.(?:tsx?|mjs|md)$|^(?:[\w.@-]+\/)+[\w.@-]+\.(?:css|ya?ml|json|html)$/;
const FOLDER = /^(?:[\w.@-]+\/)+$|^(?:electron|renderer|shared|test|\.github|\.ci)(?:\/[\w.@-]+)+$/;

/** A document's text without its links, which are checked by themselves. */
export function withoutLinks(markdown: string): string {
  return markdown.replaceAll(/\[[^\]]*\]\([^)\s]+\)/g, '');
}

/** Files and folders that a document names in code marks; patterns, and what commands make, are left out. */
export function pathsIn(markdown: string): readonly string[] {
  return [...withoutFences(markdown).matchAll(/`([^`\n]+)`/g)]
    .map(([, text = '']) => text)
    .filter((text) => FILE.test(text) || FOLDER.test(text))
    .filter((text) => !GENERATED.has(text.split('/')[0] ?? ''));
}

/** Names of the scripts that a document runs by `npm run`. */
export function scriptsIn(markdown: string): readonly string[] {
  return [...markdown.matchAll(/npm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name);
}

/** Whether a link stands for something: a file or folder, and the heading after `#`. */
export function leadsSomewhere(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? from : posix.normalize(posix.join(posix.dirname(from), path));
  const file = join(PROJECT, target);
  if (target.startsWith('..') || !existsSync(file)) return false;
  if (anchor === undefined) return true;
  return statSync(file).isFile() && headingsOf(readText(target)).map(anchorOf).includes(anchor);
}
