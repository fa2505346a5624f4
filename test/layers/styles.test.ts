import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { importsOf, readSources } from '#test/figures/sources.ts';

/** A style belongs to its component: modules whose names are words, each used, and few sheets that are everybody's. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const sources = (await readSources(ROOT)).filter(({ path }) => path.startsWith('renderer/'));
const sheets = sources.filter(({ path }) => path.endsWith('.css'));
const modules = sheets.filter(({ path }) => path.endsWith('.module.css'));
const code = sources.filter(({ path }) => !path.endsWith('.css'));

/** Tokens, elements, and the frame that index.html paints before there is a program. */
const GLOBAL = ['renderer/app/frame/shell.css', 'renderer/ui/base.css', 'renderer/ui/tokens.css'];
const SHELL = ['app', 'brand', 'brand-mark', 'main', 'mini', 'rail', 'skeleton', 'skeleton-rows', 'top'];

/** Class names of a sheet's selectors, in order of their first rule. */
function classesOf(css: string): readonly string[] {
  const selectors = css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/:global\([^)]*\)|\[[^\]]*\]|"[^"]*"/g, '')
    .matchAll(/[^{};]+(?=\{)/g);
  const names = [...selectors].flatMap(([selector]) => [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)]);
  return [...new Set(names.map(([, name = '']) => name))];
}

/** What a file calls the modules that it imports: local name to path. */
function modulesIn(source: (typeof code)[number]): readonly (readonly [string, string])[] {
  const paths = importsOf(source);
  return [...source.text.matchAll(/import (\w+) from '[^']*\/([\w-]+\.module\.css)';/g)].map(
    ([, local = '', file = '']) => [local, paths.find((path) => basename(path) === file) ?? file],
  );
}

/** Names read of each module, and what begins names that are made at run time («shade1») or read from data. */
const read = new Map(
  modules.map(({ path }) => [path, { names: new Set<string>(), made: new Set<string>() }]),
);
for (const source of code) {
  for (const [local, path] of modulesIn(source)) {
    const of = read.get(path);
    if (of === undefined) continue;
    for (const [, name = ''] of source.text.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g')))
      of.names.add(name);
    for (const [, begins = ''] of source.text.matchAll(new RegExp(`\\b${local}\\[(?:\`([\\w-]*))?`, 'g')))
      of.made.add(begins);
  }
}
const quoted = new Set(
  code.flatMap(({ text }) => [...text.matchAll(/'([\w-]+)'|^\s*(\w+):/gm)].map(([, a, b]) => a ?? b ?? '')),
);

describe('styles', () => {
  it('are modules, but for tokens, elements and the first paint', () => {
    expect(sheets.filter((sheet) => !modules.includes(sheet)).map(({ path }) => path)).toEqual(GLOBAL);
    const classes = Object.fromEntries(
      sheets.filter(({ path }) => GLOBAL.includes(path)).map(({ path, text }) => [path, classesOf(text)]),
    );
    expect([...(classes['renderer/app/frame/shell.css'] ?? [])].sort()).toEqual(SHELL);
    expect(classes['renderer/ui/tokens.css']).toEqual([]);
    expect(classes['renderer/ui/base.css']?.filter((name) => !SHELL.includes(name))).toEqual([]);
  });

  it('have file names of their own, which are in the class names of the build', () => {
    const files = modules.map(({ path }) => basename(path));
    expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
  });

  it('ask for no attribute that tables write anew as they go: each element that has it would be styled again', () => {
    // A row's place while one scrolls; the titles of all figures.
    const asking = sheets.filter(({ text }) => /\[(?:title|data-row|data-value|aria-rowindex)\b/.test(text));
    expect(asking.map(({ path }) => path)).toEqual([]);
  });

  it.each(modules)('$path: every class is a word and used, every one that is used is there', (sheet) => {
    const classes = classesOf(sheet.text);
    expect(classes.filter((name) => !/^[a-z]+([A-Z][a-z]+|\d)*$/.test(name))).toEqual([]);
    const { names, made } = read.get(sheet.path) ?? { names: new Set<string>(), made: new Set<string>() };
    const bases = new Set(
      [...sheet.text.matchAll(/composes: ([\w ]+);/g)].flatMap(([, named = '']) => named.split(' ')),
    );
    const isUsed = (name: string) =>
      names.has(name) ||
      bases.has(name) ||
      (made.has('') && quoted.has(name)) ||
      [...made].some((begins) => begins !== '' && name.startsWith(begins));
    expect(classes.filter((name) => !isUsed(name))).toEqual([]);
    expect([...names].filter((name) => !classes.includes(name))).toEqual([]);
  });

  it('stand beside what they are of', () => {
    const astray = modules.filter(({ path }) => {
      const folder = dirname(path);
      return !code.some(
        (source) =>
          `${dirname(source.path)}/`.startsWith(`${folder}/`) &&
          modulesIn(source).some(([, module]) => module === path),
      );
    });
    expect(astray.map(({ path }) => path)).toEqual([]);
  });

  it('are named by modules alone: no text of class names but those of the first paint', () => {
    const named = code.flatMap(({ path, text }) =>
      [...text.matchAll(/\bclassName(?:=|: |=\{)['"`]([^'"`]+)['"`]/g)].flatMap(([, names = '']) =>
        names
          .split(' ')
          .filter((name) => !SHELL.includes(name))
          .map((name) => `${path}: ${name}`),
      ),
    );
    expect(named).toEqual([]);
  });
});
