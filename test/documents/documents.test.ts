import { describe, expect, it } from 'vitest';
import {
  anchorOf,
  type Citation,
  citationsIn,
  filesOf,
  headingsOf,
  isThere,
  leadsSomewhere,
  linksIn,
  numbersOf,
  pathsIn,
  readText,
  resolvePath,
  scriptsIn,
  withoutLinks,
} from './documents.ts';

/** Whatever a comment cites is in the repository, and whatever a document names is there. */

const RULES = 'electron/README.md';
const API = 'electron/API.md';

/** Sources that may cite; this folder's own examples cite what is not there. */
const SOURCES = filesOf(
  ['electron', 'shared', 'renderer', 'test'],
  ['.ts', '.tsx', '.mjs', '.css', '.html'],
).filter((path) => !path.startsWith('test/documents/'));
const DOCUMENTS = filesOf(['.'], ['.md']);

const rules = numbersOf(headingsOf(readText(RULES)), 'Rule ');
const sections = numbersOf(headingsOf(readText(API)), '');

/** Why a citation leads nowhere; null where it leads somewhere. */
function problemOf(citation: Citation, from: string): string | null {
  switch (citation.kind) {
    case 'rule':
      return rules.has(citation.number) ? null : `rule ${citation.number} is not in ${RULES}`;
    case 'spec':
      return sections.has(citation.number) ? null : `spec ${citation.number} is not in ${API}`;
    case 'document': {
      const { path, title } = citation;
      const file = resolvePath(from, path);
      if (file === null) return `${path} is not there`;
      if (title === null || headingsOf(readText(file)).some((heading) => heading === title)) return null;
      return `${path} has no heading «${title}»`;
    }
  }
}

function problemsIn(source: string, from: string): readonly string[] {
  return citationsIn(source).flatMap((citation) => problemOf(citation, from) ?? []);
}

describe('citations', () => {
  it('of the sources all lead to a heading or a document', () => {
    const problems = SOURCES.flatMap((path) =>
      problemsIn(readText(path), path).map((problem) => `${path}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });

  it('are many: the test reads the comments that there are', () => {
    const all = SOURCES.flatMap((path) => citationsIn(readText(path)));
    for (const kind of ['rule', 'spec', 'document'] as const)
      expect(all.filter((citation) => citation.kind === kind).length, kind).toBeGreaterThan(10);
  });

  it('name no issue: what it said is nowhere in the repository', () => {
    const citing = SOURCES.filter((path) => /\bissues? #?\d/i.test(readText(path)));
    expect(citing).toEqual([]);
  });

  it.each([
    ['/** Whole windows (rule 99). */', 'rule 99 is not in'],
    ['// Rules 3, 6 and 77: half-open windows.', 'rule 77 is not in'],
    ["describe('rules 15 to 17', () => {});", 'rule 17 is not in'],
    ['/** Rows (spec 4.2.99). */', 'spec 4.2.99 is not in'],
    ['/** Columns (spec 2.2, 2.9). */', 'spec 2.9 is not in'],
    ['/** As it is (made-up.md). */', 'made-up.md is not there'],
    ['/**\n * Two lines (electron/API.md,\n * Nothing of the kind).\n */', 'has no heading'],
    ['/**\n * A number on the next line, rule\n * 99.\n */', 'rule 99 is not in'],
  ])('that lead nowhere are found: %s', (source, problem) => {
    expect(problemsIn(source, 'electron/sync/run/run.ts').join()).toContain(problem);
  });

  it('that lead somewhere are not', () => {
    const source = '/** Rules 1 to 16, spec 4.2.7, API.md, README.md, electron/API.md. */';
    expect(citationsIn(source)).toHaveLength(16 + 1 + 3);
    expect(problemsIn(source, 'electron/sync/run/run.ts')).toEqual([]);
  });
});

describe('the rules of the sync', () => {
  it('are numbered without a gap', () => {
    expect([...rules]).toEqual(Array.from({ length: rules.size }, (_, index) => String(index + 1)));
    expect(rules.size).toBeGreaterThan(0);
  });

  it('are each switched off by a mutant that the model must find', () => {
    const mutants = [...readText('test/model/mutants.ts').matchAll(/^ +rule: (\d+),$/gm)];
    expect(new Set(mutants.map(([, rule]) => rule))).toEqual(rules);
  });
});

describe.each(DOCUMENTS)('%s', (path) => {
  const text = readText(path);
  it('links to what is there', () => {
    expect(linksIn(text).filter((link) => !leadsSomewhere(path, link))).toEqual([]);
  });
  it('names files and folders that are there', () => {
    expect(pathsIn(text).filter((named) => !isThere(path, named))).toEqual([]);
  });
  it('cites what is there, and runs scripts that exist', () => {
    expect(problemsIn(withoutLinks(text), path)).toEqual([]);
    const { scripts } = JSON.parse(readText('package.json')) as { readonly scripts: object };
    expect(scriptsIn(text).filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

describe('a document that names what is not there', () => {
  it('is found by its links', () => {
    const links = linksIn(
      '[a](nowhere.md) [b](README.md#no-such-part) [c](README.md) [d](https://example.org)',
    );
    expect(links.filter((link) => !leadsSomewhere('README.md', link))).toEqual([
      'nowhere.md',
      'README.md#no-such-part',
    ]);
  });

  it('is found by the paths in code marks', () => {
    const named = pathsIn(
      '`electron/nowhere.ts` `renderer/nowhere/` `npm run x` `dist/main/x.js` `test/**/x.ts`',
    );
    expect(named).toEqual(['electron/nowhere.ts', 'renderer/nowhere/']);
    expect(named.filter((one) => isThere('README.md', one))).toEqual([]);
    expect(isThere('README.md', 'nowhere.ts')).toBe(false);
  });

  it('is found by its scripts', () => {
    expect(scriptsIn('`npm run nothing` and npm run test:soak')).toEqual(['nothing', 'test:soak']);
  });
});

it('the changelog begins with the version in package.json', () => {
  const { version } = JSON.parse(readText('package.json')) as { readonly version: string };
  const versions = headingsOf(readText('.github/CHANGELOG.md')).filter((title) => /^\d/.test(title));
  expect(versions[0]?.split(' ')[0]).toBe(version);
});

it('anchors are those of GitHub', () => {
  expect(anchorOf('4.2.7 Reach of changes')).toBe('427-reach-of-changes');
  expect(anchorOf('Where to go on, by task')).toBe('where-to-go-on-by-task');
});
