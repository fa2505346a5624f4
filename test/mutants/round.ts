import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import type { LogLevel, MutantResult, PartialStrykerOptions } from '@stryker-mutator/api/core';
import { EQUIVALENT, type Equivalent } from './equivalent.ts';

/** What a round of mutants is: which lines get them, and what came of them. */

export const USAGE = `npm run test:mutants -- FOLDER… | --bugs FILE [--models] [--quick] [--sample N] [--seed S] [--only TESTS… [--then-all]] [--workers N | --in-one-process]
  FOLDER     whose sources get the small bugs (renderer/screens, shared, a single file)
  --bugs     a JSON file of [{ file, original, replacement, what }]: bugs that somebody thought of, in one process; an original
             stands once in its file
  --models   .ts files alone, no components and hooks, and without the tests that draw screens
  --quick    what runs as a module is loaded (its tables) is left out: each of it takes every test
  --sample   so many stretches of 4 lines, chosen at random; without it every line
  --seed     of the choice; printed, so that a round can be repeated
  --only     the tests of this folder or file alone (test/shared): quicker, and sees less; may be given several times
  --then-all what these tests let live meets all others too, in a second round
  --workers  test processes at a time (1)
  --in-one-process  hundreds of mutants a minute: the tests stay loaded, and each runs again with each mutant; what runs as a
             module is loaded is left out, and so are tests that take seconds or cannot run twice`;

export type RoundOptions = {
  readonly folders: readonly string[];
  /** Components (.tsx) and hooks (use-….ts), which screens alone run, are left out. */
  readonly models: boolean;
  /** What runs as a module is loaded is left out. */
  readonly quick: boolean;
  readonly sample: number | null;
  readonly seed: number;
  /** Folders and files of the tests that run; none: all that reach the sources. */
  readonly only: readonly string[];
  /** What survives the tests of `only` meets all that reach it. */
  readonly thenAll: boolean;
  readonly workers: number;
  readonly inOneProcess: boolean;
  /** A file of bugs that somebody thought of, instead of Stryker's. */
  readonly bugs: string | null;
  /** The Vitest configuration that says which tests there are. */
  readonly tests: string;
  /** File that the figures and survivors are written to, as JSON. */
  readonly report: string;
};

/** Reads the command line. Throws where it is not as in USAGE. */
export function readOptions(args: readonly string[]): RoundOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      models: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      sample: { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      'then-all': { type: 'boolean', default: false },
      workers: { type: 'string', default: '1' },
      bugs: { type: 'string' },
      'in-one-process': { type: 'boolean', default: false },
      tests: { type: 'string' },
      report: { type: 'string' },
    },
  });
  if ((positionals.length === 0) !== (values.bugs !== undefined)) throw new Error(USAGE);
  if (values.bugs !== undefined && values['then-all']) throw new Error(USAGE);
  const folders = positionals.map(withoutSlash);
  return {
    folders,
    models: values.models,
    quick: values.quick,
    sample: values.sample === undefined ? null : wholeNumber('--sample', values.sample),
    seed: values.seed === undefined ? Date.now() % 1_000_000 : wholeNumber('--seed', values.seed),
    only: values.only.map(withoutSlash),
    thenAll: values['then-all'],
    workers: wholeNumber('--workers', values.workers),
    inOneProcess: values['in-one-process'] || values.bugs !== undefined,
    bugs: values.bugs ?? null,
    tests: values.tests ?? `test/mutants/${values.models ? 'models' : 'vitest'}.config.ts`,
    report:
      values.report ??
      `reports/mutants${folders.length === 1 ? `-${folders[0]?.replaceAll('/', '-')}` : ''}.json`,
  };
}

const withoutSlash = (path: string) => path.replace(/\/+$/, '');

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${name} takes a whole number from 1 on.`);
  return value;
}

/** Short, so that a small sample is of many places; longer than most statements. */
const STRETCH_LINES = 4;

/** What Stryker is told to mutate: whole files, or `sample` stretches of lines of them, the same for the same seed. */
export function placesOf(
  files: readonly { readonly path: string; readonly lines: number }[],
  { sample, seed }: Pick<RoundOptions, 'sample' | 'seed'>,
): readonly string[] {
  if (sample === null) return files.map(({ path }) => path);
  const stretches = files.flatMap(({ path, lines }) =>
    Array.from({ length: Math.ceil(lines / STRETCH_LINES) }, (_, at) => {
      const first = at * STRETCH_LINES + 1;
      return `${path}:${first}-${Math.min(lines, first + STRETCH_LINES - 1)}`;
    }),
  );
  const random = mulberry32(seed);
  return stretches
    .map((stretch) => ({ stretch, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, sample)
    .map(({ stretch }) => stretch)
    .toSorted();
}

function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const HOOK = /(^|\/)use-[^/]*$/;

/** The TypeScript sources of some folders, or single files, with their lines. Tests are none. */
export function sourcesOf(project: string, { folders, models }: Pick<RoundOptions, 'folders' | 'models'>) {
  return folders
    .flatMap((folder) => {
      if (/\.tsx?$/.test(folder)) return [folder];
      return readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        posix.join(folder, name.split(sep).join('/')),
      );
    })
    .filter(
      (path) =>
        (models ? /\.ts$/ : /\.tsx?$/).test(path) &&
        !(models && HOOK.test(path)) &&
        !/\.(test|spec|config|d)\.tsx?$/.test(path),
    )
    .toSorted()
    .map((path) => ({ path, lines: readFileSync(join(project, path), 'utf8').split('\n').length }));
}

/** Everything that Stryker needs to know. It works in a copy of the project beneath `reports/`. */
export function strykerOptions(options: RoundOptions, places: readonly string[]): PartialStrykerOptions {
  return {
    mutate: [...places],
    testRunner: 'vitest-without-lost-runs',
    plugins: [
      '@stryker-mutator/vitest-runner',
      join(import.meta.dirname, 'no-lost-runs.mjs'),
      join(import.meta.dirname, 'no-behaviour.mjs'),
      join(import.meta.dirname, 'tested-so-far.mjs'),
    ],
    ignorers: ['no-behaviour'],
    vitest: { configFile: options.tests, related: true },
    coverageAnalysis: 'perTest',
    ignoreStatic: options.quick,
    concurrency: options.workers,
    reporters: ['progress-append-only', 'tested-so-far'],
    tempDirName: 'reports/mutants-copy',
    cleanTempDir: 'always',
    // Nobody checks the types of the copy: it would parse every file of tests, in every round, to say so in each.
    disableTypeChecks: false,
    ignorePatterns: ['dist', 'release', 'reports', 'test-results', '.ci', '.github'],
    // It would rewrite the paths in tsconfig.json with an API that TypeScript 7 does not have; nothing reads them here.
    tsconfigFile: 'none.json',
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: 15,
    allowConsoleColors: false,
    logLevel: 'warn' as LogLevel,
  };
}

/** What Stryker's failure begins with where the tests import nothing of what is changed. */
export const NO_TEST_RAN = 'No tests were executed';

/** What to say of that failure; null for any other. */
export function whyNoTestRan(
  error: unknown,
  places: readonly string[],
  { only }: Pick<RoundOptions, 'only'>,
): string | null {
  if (!(error instanceof Error && error.message.startsWith(NO_TEST_RAN))) return null;
  const files = [...new Set(places.map((place) => place.replace(/:.*/, '')))].join(', ');
  const tests = only.length === 0 ? 'No test' : `No test of ${only.join(', ')}`;
  return `${tests} imports any of ${files}, nor what imports them. Name other tests by --only, or none.`;
}

export type Outcome = 'killed' | 'survived' | 'equivalent';

/** A small bug and what the tests made of it. */
export type Judged = {
  readonly file: string;
  readonly line: number;
  /** The changed stretch alone, as Stryker is told it. */
  readonly place: string;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  /** `killed`: a test failed or ran for ever. `equivalent`: listed as the same program. */
  readonly outcome: Outcome;
  /** What Stryker calls it: Survived is seen by no test that runs it, NoCoverage is run by none. */
  readonly status: string;
};

/** Judges Stryker's results. Mutants that do not run (not valid, or no behaviour) do not count. */
export function judge(
  results: readonly MutantResult[],
  readSource: (file: string) => string,
  equivalent: readonly Equivalent[] = EQUIVALENT,
): readonly Judged[] {
  return results.flatMap((mutant): readonly Judged[] => {
    const file = relative(process.cwd(), mutant.fileName).split(sep).join('/');
    const source = readSource(mutant.fileName);
    const original = textAt(source, mutant.location);
    const lineText = source.split('\n')[mutant.location.start.line - 1] ?? '';
    const outcome = outcomeOf(mutant.status);
    if (outcome === null) return [];
    const isSame = equivalent.some(
      (one) =>
        one.file === file &&
        one.original === original &&
        one.replacement === mutant.replacement &&
        lineText.includes(one.line ?? ''),
    );
    return [
      {
        file,
        line: mutant.location.start.line,
        place: placeOf(file, mutant.location),
        mutator: mutant.mutatorName,
        original,
        replacement: mutant.replacement ?? '',
        outcome: outcome === 'survived' && isSame ? 'equivalent' : outcome,
        status: mutant.status,
      },
    ];
  });
}

function outcomeOf(status: MutantResult['status']): Outcome | null {
  switch (status) {
    case 'Killed':
    case 'Timeout':
    case 'RuntimeError':
      return 'killed';
    case 'Survived':
    case 'NoCoverage':
      return 'survived';
    case 'CompileError':
    case 'Ignored':
    case 'Pending':
      return null;
  }
}

function textAt(source: string, { start, end }: MutantResult['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join('\n');
}

/** Columns are counted from 0 there. */
function placeOf(file: string, { start, end }: MutantResult['location']): string {
  return `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
}

/** Where the survivors stand, each once. */
export function survivingPlaces(judged: readonly Judged[]): readonly string[] {
  return [...new Set(judged.filter(({ outcome }) => outcome === 'survived').map(({ place }) => place))];
}

/** A first round with what a later one, by other tests, made of some of its survivors. */
export function killedLater(first: readonly Judged[], later: readonly Judged[]): readonly Judged[] {
  const keyOf = ({ place, replacement }: Judged) => `${place} ${replacement}`;
  const outcomes = new Map(later.map((one) => [keyOf(one), one]));
  return first.map((one) => (one.outcome === 'survived' ? (outcomes.get(keyOf(one)) ?? one) : one));
}

export type Figures = {
  readonly mutants: number;
  readonly killed: number;
  readonly survived: number;
  readonly notRun: number;
  readonly equivalent: number;
};

export function figuresOf(judged: readonly Judged[]): Figures {
  const count = (keep: (one: Judged) => boolean) => judged.filter(keep).length;
  return {
    mutants: judged.length,
    killed: count(({ outcome }) => outcome === 'killed'),
    survived: count(({ outcome, status }) => outcome === 'survived' && status !== 'NoCoverage'),
    notRun: count(({ outcome, status }) => outcome === 'survived' && status === 'NoCoverage'),
    equivalent: count(({ outcome }) => outcome === 'equivalent'),
  };
}

/** Killed in percent of all that are another program; null where there are none. */
export function sharePercent({ mutants, killed, equivalent }: Figures): number | null {
  const different = mutants - equivalent;
  return different === 0 ? null : Math.floor((killed * 1000) / different) / 10;
}

/** The folders of a round with their figures, by name. */
export function byFolder(judged: readonly Judged[]): readonly (readonly [string, Figures])[] {
  const folders = new Set(judged.map(({ file }) => posix.dirname(file)));
  return [...folders]
    .toSorted()
    .map((folder) => [folder, figuresOf(judged.filter(({ file }) => posix.dirname(file) === folder))]);
}
