import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { filesOf, readText } from '#test/documents/documents.ts';

/**
 * The workflows, judged by GitHub's own parser: keys, values, expressions, which job needs which. Nothing is fetched:
 * what an action takes as its inputs is not known here.
 */

const WORKFLOWS = filesOf(['.github/workflows'], ['.yml', '.yaml']);
const PACKAGE = JSON.parse(readText('package.json')) as { readonly scripts: object };

type Parser = typeof import('@actions/languageservice/validate');
let parser: Parser;
let folder: string;

// The package imports JSON in a way that only bundlers understand.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuadra-workflows-'));
  const bundle = await rolldown({ input: '@actions/languageservice/validate', platform: 'node' });
  await bundle.write({ dir: folder, entryFileNames: 'validate.mjs' });
  await bundle.close();
  parser = (await import(pathToFileURL(join(folder, 'validate.mjs')).href)) as Parser;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
/** The parser remembers what it made of a name. */
function newName(): string {
  count += 1;
  return `file:///.github/workflows/workflow-${count}.yml`;
}

async function problemsIn(text: string): Promise<readonly string[]> {
  const document = TextDocument.create(newName(), 'yaml', 1, text);
  const found = await parser.validate(document);
  return found.map(({ range, message }) => `${range.start.line + 1}: ${message}`);
}

const linesOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

/** What is run, each command of a step on a line of its own. */
const commandsOf = (text: string) => linesOf(text, /^ +(?:- )?run: (.+)$/gm);

it('there are some', () => expect(WORKFLOWS.length).toBeGreaterThan(0));

describe.each(WORKFLOWS)('%s', (path) => {
  const text = readText(path);

  it('is a workflow without a mistake', async () => {
    expect(await problemsIn(text)).toEqual([]);
  });

  it('uses actions of GitHub alone, by a commit, with the version beside it', () => {
    const uses = linesOf(text, /uses: (.+)$/gm);
    expect(uses.length).toBeGreaterThan(0);
    for (const one of uses) expect(one).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('may read by default, writes in no checkout, ends by itself and replaces its former run', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m);
    expect(text).toMatch(/^concurrency:\n/m);
    const jobs = linesOf(text, /^ {2}([\w-]+):\n {4}name:/gm);
    expect(linesOf(text, /^ {4}(timeout-minutes): \d+$/gm)).toHaveLength(jobs.length);
    expect(linesOf(text, /(persist-credentials): false/g)).toHaveLength(
      linesOf(text, /uses: (actions\/checkout)@/g).length,
    );
  });

  it('runs commands that exist', () => {
    const names = commandsOf(text).flatMap((command) => /^npm run ([\w:-]+)/.exec(command)?.[1] ?? []);
    expect(names.filter((name) => !Object.hasOwn(PACKAGE.scripts, name))).toEqual([]);
  });

  it('puts nothing that somebody else may write into a command', () => {
    for (const command of commandsOf(text)) expect(command).not.toMatch(/\$\{\{/);
  });
});

it('every action has one version in all workflows', () => {
  const versions = new Map<string, Set<string>>();
  for (const path of WORKFLOWS) {
    for (const use of linesOf(readText(path), /uses: (.+)$/gm)) {
      const [name = '', version = ''] = use.split('@');
      versions.set(name, (versions.get(name) ?? new Set()).add(version));
    }
  }
  for (const [name, seen] of versions) expect(seen.size, name).toBe(1);
});

describe('check.yml', () => {
  const text = readText('.github/workflows/check.yml');

  it('tests on the oldest Node that is allowed, on newer ones, and on three systems', () => {
    const legs = [...text.matchAll(/\{ os: (\w+)-latest, node: (\d+) \}/g)].map(
      ([, os, node]) => `${os} ${node}`,
    );
    expect(legs.sort()).toEqual(['macos 22', 'ubuntu 20', 'ubuntu 22', 'ubuntu 24', 'windows 22']);
    expect(readText('package.json')).toContain('"node": ">=20.19"');
  });

  it('fails on grave weaknesses, in a job of its own, and looks that a package is the same twice', () => {
    expect(commandsOf(text)).toContain('npm run audit -- --required');
    expect(commandsOf(text)).toContain(
      'node --import ./electron/launch/typescript.mjs test/packaging/reproducible.ts',
    );
    expect(text).not.toContain('continue-on-error');
  });

  it('goes the way of the README', () => {
    const readme = readText('README.md');
    const commands = commandsOf(text).filter((command) => command.startsWith('npm '));
    for (const command of ['npm ci', 'npm run check', 'npm test', 'npm run build', 'npm run package']) {
      expect(commands).toContain(command);
      expect(readme).toContain(command);
    }
  });
});

describe('the desktop app in check.yml', () => {
  const text = readText('.github/workflows/check.yml');
  const job = (name: string) => new RegExp(`^  ${name}:\n(?: {4}.*\n|\n)+`, 'm').exec(text)?.[0] ?? '';
  const FETCHED = 'node node_modules/electron/install.js';
  const ON_ALL = 'os: [ubuntu-latest, macos-latest, windows-latest]';

  it('walks its journeys on three systems, fails where it cannot, and keeps what was said', () => {
    const desktop = job('desktop');
    expect(desktop).toContain(ON_ALL);
    expect(desktop).toContain('CUADRA_ELECTRON: required');
    const walked = linesOf(desktop, /run: (.*npm run test:electron)$/gm);
    expect(walked).toEqual([expect.stringMatching(/^xvfb-run .* npm run/), 'npm run test:electron']);
    expect(desktop.indexOf(FETCHED)).toBeLessThan(desktop.indexOf('npm run test:electron'));
    expect(desktop).toContain('path: test-results/');
  });

  it('starts what was packed around Electron itself, on three systems', () => {
    const packed = job('package');
    expect(packed).toContain(ON_ALL);
    const script = 'test/desktop/packed.ts';
    expect(linesOf(packed, new RegExp(`(node .*${script})`, 'g'))).toHaveLength(2);
    expect(existsSync(new URL(`../../${script}`, import.meta.url))).toBe(true);
    expect(packed.indexOf(FETCHED)).toBeLessThan(packed.indexOf('npm run package'));
    expect(packed.indexOf('npm run package')).toBeLessThan(packed.indexOf(script));
  });
});

describe('release.yml', () => {
  const text = readText('.github/workflows/release.yml');

  it('makes a draft alone, of a tag that is the version, with rights to write in that job only', () => {
    expect(text).toMatch(/^on:\n {2}push:\n {4}tags: \['v\*'\]\n/m);
    expect(text).toContain("assert.equal(process.env.TAG, 'v' + require('./package.json').version)");
    expect(linesOf(text, /(gh release create "\$TAG" --draft --verify-tag)/g)).toHaveLength(1);
    expect(linesOf(text, /([\w-]+): write/g)).toEqual(['contents', 'id-token', 'attestations']);
    expect(text.indexOf('contents: write')).toBeGreaterThan(text.indexOf('\n  draft:\n'));
  });

  it('says of every file what its sum is and which run made it, before anybody can download it', () => {
    const draft = text.slice(text.indexOf('\n  draft:\n'));
    const steps = [
      'sha256sum cuadra-* > SHA256SUMS',
      'subject-checksums: installers/SHA256SUMS',
      'gh release create',
    ];
    const places = steps.map((step) => draft.indexOf(step));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  it('is not made of what is known to be weak', () => {
    const commands = commandsOf(text);
    const asked = commands.indexOf('npm run audit -- --required');
    expect(asked).toBeGreaterThan(-1);
    const packed = commands.findIndex((command) => command.startsWith('npm run package -- --installers'));
    expect(asked).toBeLessThan(packed);
    expect(text).not.toContain('continue-on-error');
  });

  it('makes installers around Electron itself', () => {
    const commands = commandsOf(text);
    const fetched = commands.indexOf('node node_modules/electron/install.js');
    expect(fetched).toBeGreaterThan(-1);
    const packed = commands.filter((command) => command.startsWith('npm run package -- --installers '));
    for (const command of packed) expect(commands.indexOf(command)).toBeGreaterThan(fetched);
    // Signed, with a feed of updates; or not, with nothing of updates.
    expect(
      packed.map((command) => [command.includes('--signed'), command.includes('rm -f release/*.blockmap')]),
    ).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});

describe('a mistake in a workflow', () => {
  const text = readText('.github/workflows/check.yml');
  it.each([
    ['a key', 'runs-on: ubuntu-latest', 'runs-onn: ubuntu-latest'],
    ['a context', 'github.ref }}', 'githob.ref }}'],
    ['a member of the matrix', 'matrix.os }}', 'matrix.system }}'],
    ['an expression', "event_name == 'pull_request'", "event_name = 'pull_request'"],
    ['an event', '  pull_request:', '  pull_requests:'],
    ['a right', 'contents: read', 'contents: reed'],
    ['a number', 'timeout-minutes: 60', 'timeout-minutes: soon'],
    ['a job that is needed', '    timeout-minutes: 30', '    timeout-minutes: 30\n    needs: nothing'],
    ['YAML', '    steps:', '    steps'],
  ])('is found: %s', async (_, right, wrong) => {
    expect(text).toContain(right);
    expect(await problemsIn(text.replace(right, wrong))).not.toEqual([]);
  });
});
