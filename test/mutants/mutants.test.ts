import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MutantResult } from '@stryker-mutator/api/core';
import fc from 'fast-check';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { EQUIVALENT, type Equivalent } from './equivalent.ts';
import { runWith } from './fixture-round.ts';
import modelTests from './models.config.ts';
import { besideOnly, ONLY_VARIABLE } from './only.ts';
import {
  type Judged,
  judge,
  NO_TEST_RAN,
  placesOf,
  readOptions,
  sharePercent,
  sourcesOf,
  whyNoTestRan,
} from './round.ts';
import everyTest from './vitest.config.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const STRYKER = join(PROJECT, 'node_modules/@stryker-mutator/core/dist/src');
const FIXTURE = 'test/mutants/fixture/discount.ts';

test.each([everyTest, modelTests])(
  'a round gives its threads no options that only processes take',
  (config) => {
    const projects = config.test?.projects as readonly { readonly test: { readonly execArgv?: unknown } }[];
    expect(projects.length).toBeGreaterThan(2);
    expect(projects.map((each) => each.test.execArgv)).toEqual(projects.map(() => []));
    expect(config.test?.execArgv ?? []).toEqual([]);
  },
);

type Report = { readonly judged: readonly Judged[]; readonly byOnly: readonly Judged[] };
type Round = Report & { readonly output: string };

/** A round over the fixture, by the tests beside it: the spec in another folder sees what these do not. */
async function roundOf(...more: readonly string[]): Promise<Round> {
  const folder = await mkdtemp(join(tmpdir(), 'cuadra-mutants-'));
  const report = join(folder, 'report.json');
  try {
    const run = runWith(FIXTURE, '--only', 'test/mutants/fixture', '--report', report, ...more);
    const output = run.stdout + run.stderr;
    expect(run.status, output).toBe(0);
    return { output, ...(JSON.parse(await readFile(report, 'utf8')) as Report) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const outcomesOf = (judged: readonly Judged[], original: string) =>
  judged.filter((one) => one.original === original).map(({ outcome, status }) => `${outcome} ${status}`);

describe('a round over a file with a good, a weak and a missing test, of whose survivors another folder sees most', () => {
  let round: Round;
  beforeAll(async () => {
    round = await roundOf('--then-all');
  });
  const byOnly = (original: string) => outcomesOf(round.byOnly, original);
  const inAll = (original: string) => new Set(outcomesOf(round.judged, original));

  test('what the good test checks is killed, boundary and sum alike', () => {
    expect(byOnly('price >= 100')).toHaveLength(4);
    expect(new Set(byOnly('price >= 100'))).toEqual(new Set(['killed Killed']));
    expect(byOnly('price - price / 10')).toEqual(['killed Killed']);
  });

  test('a table that is made as its module is loaded gets its mutants, with a part of the tests too', () => {
    expect(byOnly('rate / 2')).toEqual(['killed Killed']);
    expect(byOnly('[10, 20]')).toEqual(['killed Killed']);
  });

  test('what is only called survives, and what is not called is said to be run by no test', () => {
    expect(new Set(byOnly('price < 50'))).toEqual(new Set(['survived Survived']));
    expect(new Set(byOnly('price > 1000'))).toEqual(new Set(['survived NoCoverage']));
  });

  test('what these tests let live meets all others, and what they killed stays killed', () => {
    expect(inAll('price < 50')).toEqual(new Set(['killed Killed']));
    expect(inAll('price > 1000')).toEqual(new Set(['killed Killed']));
    expect(inAll('price - price / 10')).toEqual(new Set(['killed Killed']));
    const survivors = round.judged.filter(({ outcome }) => outcome !== 'killed');
    expect(survivors.map(({ line }) => line)).toEqual([17, 18]);
  });

  test('a survivor is printed with its place and both texts', () => {
    expect(round.output).toContain(`${FIXTURE}:18  ArithmeticOperator\n- price / 20\n+ price * 20\n`);
    expect(round.output).toMatch(/in all +\d+ +\d+ +2 +0 +0 +\d/);
  });

  test('the work tree is as it was', async () => {
    expect(await readFile(join(PROJECT, FIXTURE), 'utf8')).not.toContain('stryMutAct');
  });
});

test('a round in one process tells the same of all that does not run as its module is loaded', async () => {
  const { judged, output } = await roundOf('--in-one-process');
  const outcomes = (original: string) => new Set(outcomesOf(judged, original));
  expect(outcomes('price >= 100')).toEqual(new Set(['killed Killed']));
  expect(outcomes('price - price / 10')).toEqual(new Set(['killed Killed']));
  expect(outcomes('price < 50')).toEqual(new Set(['survived Survived']));
  expect(outcomes('price > 1000')).toEqual(new Set(['survived NoCoverage']));
  expect(outcomes('rate / 2')).toEqual(new Set());
  expect(output).toMatch(/in all +19 +7 +7 +5 +0 +36\.8 %/);
});

test('tests that are not there, or reach nothing of what is changed, are named in one sentence', async () => {
  const missing = runWith(FIXTURE, '--only', 'test/mutants/fixture', '--only', 'test/no-such-folder');
  expect(missing.stderr).toBe('There is no test/no-such-folder in this project.\n');
  expect(missing.status).toBe(1);
  // By which words Stryker fails is read from it: to begin a round for them takes as long as a whole one.
  const dryRun = await readFile(join(STRYKER, 'process/3-dry-run-executor.js'), 'utf8');
  expect(dryRun).toContain(`throw new ConfigError('${NO_TEST_RAN}`);
  const only = ['test/shared/dates.test.ts'];
  const failure = new Error(`${NO_TEST_RAN}. Stryker will exit prematurely.`);
  expect(whyNoTestRan(failure, [`${FIXTURE}:1-4`, `${FIXTURE}:9-12`], { only })).toBe(
    `No test of test/shared/dates.test.ts imports any of ${FIXTURE}, nor what imports them. Name other tests by --only, or none.`,
  );
  expect(whyNoTestRan(failure, [FIXTURE], { only: [] })).toContain(`No test imports any of ${FIXTURE},`);
  expect(whyNoTestRan(new Error('no disk'), [FIXTURE], { only })).toBeNull();
});

test('several folders and files of tests are kept, and all others left out', () => {
  vi.stubEnv(ONLY_VARIABLE, 'test/mutants/fixture,test/shared/dates.test.ts');
  onTestFinished(() => void vi.unstubAllEnvs());
  const left = besideOnly();
  const isLeft = (path: string) => left.includes(path);
  expect(['renderer', 'test/renderer/**', 'test/mutants/fixture-elsewhere/**'].filter(isLeft)).toHaveLength(
    3,
  );
  const kept = ['test', 'test/mutants', 'test/mutants/fixture', 'test/shared', 'test/shared/dates.test.ts'];
  expect(kept.flatMap((path) => [path, `${path}/**`]).filter(isLeft)).toEqual([]);
});

const SOURCE = 'const a = 1;\nreturn b < c;\n';
const mutant = (status: MutantResult['status']): MutantResult => ({
  id: '1',
  fileName: join(process.cwd(), 'shared/x.ts'),
  location: { start: { line: 2, column: 8 }, end: { line: 2, column: 13 } },
  mutatorName: 'EqualityOperator',
  replacement: 'b <= c',
  status,
});

test('a survivor listed as the same program is known by its text, wherever it stands', () => {
  const listed = [{ file: 'shared/x.ts', original: 'b < c', replacement: 'b <= c', reason: 'never equal' }];
  const outcome = (status: MutantResult['status'], list: readonly Equivalent[] = listed) =>
    judge([mutant(status)], () => SOURCE, list).map((one) => [one.original, one.line, one.outcome]);
  expect(outcome('Survived')).toEqual([['b < c', 2, 'equivalent']]);
  expect(outcome('Survived', [])).toEqual([['b < c', 2, 'survived']]);
  const onLine = (line: string) => listed.map((one) => ({ ...one, line }));
  expect(outcome('Survived', onLine('return b'))).toEqual([['b < c', 2, 'equivalent']]);
  expect(outcome('Survived', onLine('const a'))).toEqual([['b < c', 2, 'survived']]);
  expect(outcome('Killed')).toEqual([['b < c', 2, 'killed']]);
  expect(outcome('Timeout')).toEqual([['b < c', 2, 'killed']]);
  expect(outcome('Ignored')).toEqual([]);
});

test('what is listed as the same program still stands in its file, with a reason', async () => {
  for (const { file, original, line = '', reason } of EQUIVALENT) {
    const source = await readFile(join(PROJECT, file), 'utf8');
    expect(source).toContain(original);
    expect(source).toContain(line);
    expect(reason).not.toBe('');
  }
});

test('the share seen is of what is another program', () => {
  expect(sharePercent({ mutants: 12, killed: 9, survived: 1, notRun: 0, equivalent: 2 })).toBe(90);
  expect(sharePercent({ mutants: 2, killed: 0, survived: 0, notRun: 0, equivalent: 2 })).toBeNull();
});

describe('a sample', () => {
  const files = fc.uniqueArray(
    fc.record({ path: fc.stringMatching(/^[a-z]{1,8}\.ts$/), lines: fc.nat(90) }),
    {
      maxLength: 8,
      selector: ({ path }) => path,
    },
  );
  const parts = (place: string) => /^(.*):(\d+)-(\d+)$/.exec(place)?.slice(1) ?? [];

  test('is of distinct stretches within the files, as many as there are at most, the same for its seed', () => {
    fc.assert(
      fc.property(
        files,
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 1000 }),
        (all, sample, seed) => {
          const places = placesOf(all, { sample, seed });
          expect(new Set(places).size).toBe(places.length);
          const most = all.reduce((sum, { lines }) => sum + Math.ceil(lines / 4), 0);
          expect(places).toHaveLength(Math.min(sample, most));
          for (const place of places) {
            const [path, first, last] = parts(place);
            const lines = all.find((file) => file.path === path)?.lines ?? 0;
            expect(Number(first)).toBeLessThanOrEqual(Number(last));
            expect(Number(last)).toBeLessThanOrEqual(lines);
          }
          expect(placesOf(all, { sample, seed })).toEqual(places);
        },
      ),
      { seed: 12, numRuns: 100 },
    );
  });

  test('another seed draws others, and all of them are drawn in the end', () => {
    const all = [{ path: 'a.ts', lines: 400 }];
    const drawn = Array.from({ length: 60 }, (_, at) => placesOf(all, { sample: 10, seed: at + 1 }).join());
    expect(new Set(drawn).size).toBe(60);
    expect(new Set(drawn.flatMap((places) => places.split(','))).size).toBe(100);
  });
});

test('sources are the files of a folder or single ones, tests and declarations left out', () => {
  const paths = (models: boolean) =>
    sourcesOf(PROJECT, {
      folders: [
        'test/mutants/fixture',
        'renderer/i18n',
        'shared/domain/dates.ts',
        'renderer/features/payouts',
      ],
      models,
    }).map(({ path }) => path);
  const models = [
    FIXTURE,
    'renderer/features/payouts/bank-names.ts',
    'renderer/features/payouts/payout-tolerance.ts',
    'renderer/i18n/column-names.ts',
    'renderer/i18n/time-formats.ts',
    'shared/domain/dates.ts',
  ];
  const drawn = ['renderer/i18n/text.tsx', 'renderer/features/payouts/use-payouts.ts'];
  expect(paths(false)).toEqual([...models, ...drawn].toSorted());
  expect(paths(true)).toEqual(models.toSorted());
});

test('a folder is needed, and numbers are whole', () => {
  expect(() => readOptions([])).toThrow('npm run test:mutants');
  expect(() => readOptions(['shared', '--sample', 'many'])).toThrow('--sample');
  expect(readOptions(['shared/', '--sample', '5', '--seed', '3'])).toMatchObject({
    folders: ['shared'],
    models: false,
    quick: false,
    thenAll: false,
    sample: 5,
    seed: 3,
    workers: 1,
    inOneProcess: false,
    report: 'reports/mutants-shared.json',
  });
});
