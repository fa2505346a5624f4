import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findChromium, type Machine, obtainChromium } from './chromium.ts';
import { desktopObstacle } from './desktop.ts';
import { LONGEST, longestFirst } from './longest-first.ts';
import { inRandomOrder, orderOptions, seedOfOrder } from './random-order.ts';
import {
  afterSecondRun,
  filesToRunAgain,
  judgeRun,
  type Outcome,
  readPlaywright,
  readVitest,
  withUnfinished,
} from './reports.ts';
import { TYPESCRIPT_LOADER } from './typescript-loader.ts';

const OWN = '/playwright/chrome';

function machine(files: string[], change: Partial<Machine> = {}): Machine & { readonly ran: string[] } {
  const ran: string[] = [];
  return {
    platform: 'linux',
    exists: (file) => files.includes(file),
    playwrightPath: () => OWN,
    given: undefined,
    isRoot: true,
    isDebian: true,
    run: (command) => {
      ran.push(command.join(' '));
      return true;
    },
    say: () => undefined,
    ran,
    ...change,
  };
}

describe('a Chromium for the tests', () => {
  it('is the one given by hand, or none', () => {
    expect(findChromium(machine(['/x', '/usr/bin/chromium'], { given: '/x' }))).toBe('/x');
    const wrong = machine(['/usr/bin/chromium'], { given: '/x' });
    expect(obtainChromium(wrong)).toBeUndefined();
    expect(wrong.ran).toEqual([]);
  });

  it('is the system’s, or Playwright’s', () => {
    expect(findChromium(machine([OWN, '/usr/bin/chromium']))).toBe('/usr/bin/chromium');
    const own = machine([OWN]);
    expect(obtainChromium(own)).toBe(OWN);
    expect(own.ran).toEqual([]);
  });

  it('is installed from Debian by root there', () => {
    const files: string[] = [];
    const debian = machine(files, {
      run: (command) => {
        if (command.includes('install')) files.push('/usr/bin/chromium');
        return true;
      },
    });
    expect(obtainChromium(debian)).toBe('/usr/bin/chromium');
  });

  it('is fetched by Playwright elsewhere, and where Debian fails', () => {
    for (const change of [{ isRoot: false }, { isDebian: false }, {}]) {
      const files: string[] = [];
      const ran: string[] = [];
      const elsewhere = machine(files, {
        ...change,
        run: ([command]) => {
          ran.push(command);
          if (command === 'npx') files.push(OWN);
          return command === 'npx';
        },
      });
      expect(obtainChromium(elsewhere)).toBe(OWN);
      expect(ran.at(-1)).toBe('npx');
    }
  });

  it('is not claimed where nothing worked', () => {
    const closed = machine([], { run: () => false });
    expect(obtainChromium(closed)).toBeUndefined();
  });
});

describe('the longest files of tests', () => {
  it('are there, once', () => {
    expect(LONGEST.filter((file) => !existsSync(file))).toEqual([]);
    expect(new Set(LONGEST).size).toBe(LONGEST.length);
  });

  it('are begun before all others of their project, which keep their order; projects do not alternate', () => {
    const files = (project: string) =>
      ['test/b.test.ts', ...LONGEST.toReversed(), 'test/a.test.ts'].map((path) => ({ path, project }));
    const [first, second] = [files('one'), files('two')];
    const mixed = first.flatMap((file, at) => [second[at] ?? file, file]);
    expect(longestFirst(mixed, (file) => file)).toEqual(
      ['one', 'two'].flatMap((project) =>
        [...LONGEST, 'test/b.test.ts', 'test/a.test.ts'].map((path) => ({ path, project })),
      ),
    );
  });
});

describe('the order of the tests', () => {
  it('is random in CI, another each time, and the one of a seed where it is given', () => {
    expect(seedOfOrder([], { isInCi: false })).toBeNull();
    expect(orderOptions(null)).toEqual([]);
    const seeds = [0, 0.25, 0.999_999_999_9].map((value) =>
      seedOfOrder([], { isInCi: true, random: () => value }),
    );
    expect(new Set(seeds).size).toBe(3);
    for (const seed of seeds) expect(seedOfOrder(['--seed', String(seed)], { isInCi: false })).toBe(seed);
    expect(seedOfOrder(['--seed', '7'], { isInCi: true })).toBe(7);
    expect(orderOptions(7)).toEqual(['--sequence.shuffle.tests', '--sequence.seed=7']);
  });

  it('is refused where the seed is no whole number', () => {
    for (const seed of ['', 'x', '-1', '1.5', '1e3', String(2 ** 31)])
      expect(() => seedOfOrder([`--seed=${seed}`], { isInCi: true }), seed).toThrow('whole number');
  });

  it('of files is made by their names and the seed alone, with none lost', () => {
    const names = Array.from({ length: 40 }, (_, at) => `test/${at}.test.ts`);
    const order = (seed: number, files = names) => inRandomOrder(files, seed, (name) => name);
    expect(order(1)).toEqual(order(1, names.toReversed()));
    expect(order(1).toSorted()).toEqual(names.toSorted());
    expect(order(1)).not.toEqual(order(2));
    expect(order(1)).not.toEqual(names);
  });
});

describe('the desktop app', () => {
  const here = { binary: '/electron', platform: 'linux', isRoot: false, hasDisplay: true };
  it.each([
    [{}, null],
    [{ binary: undefined }, 'no binary'],
    [{ isRoot: true }, 'root, for whom Chromium has no sandbox'],
    [{ hasDisplay: false }, 'no display'],
    [{ hasDisplay: false, platform: 'darwin' }, null],
    [{ isRoot: true, platform: 'win32', hasDisplay: false }, null],
  ])('is run where it can be: %j', (change, obstacle) => {
    expect(desktopObstacle({ ...here, ...change })).toBe(obstacle);
  });
});

describe('npm run test:electron', () => {
  it.each([
    [undefined, 0],
    ['required', 1],
  ])('says why it runs nothing, and fails where it must run (%s)', (CUADRA_ELECTRON, code) => {
    const { status, stdout } = spawnSync(
      process.execPath,
      ['--import', TYPESCRIPT_LOADER, 'test/desktop/run.ts'],
      // A folder without Electron's program, whatever is installed here.
      {
        encoding: 'utf8',
        env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: import.meta.dirname, CUADRA_ELECTRON },
      },
    );
    expect(stdout).toBe('desktop app: not run: no binary\n');
    expect(status).toBe(code);
  });
});

describe('a run that stands still', () => {
  it('is stopped, says what had not ended, and keeps what had', async () => {
    const root = await mkdtemp(join(tmpdir(), 'cuadra-standstill-'));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    await writeFile(join(root, 'ends.test.js'), "test('ends', () => undefined);");
    // No timeout of a test reaches a process that is blocked.
    await writeFile(
      join(root, 'stands.test.js'),
      "test('stands', () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); });",
    );
    const [report, unfinished] = [join(root, 'report.json'), join(root, 'unfinished.json')];
    const run = spawnSync(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        `--root=${root}`,
        '--globals',
        '--maxWorkers=2',
        '--reporter=json',
        `--outputFile=${report}`,
        `--reporter=${join(import.meta.dirname, 'standstill.ts')}`,
      ],
      {
        encoding: 'utf8',
        // Nothing of the run that this test is a part of.
        env: { PATH: process.env.PATH, CUADRA_UNFINISHED: unfinished, CUADRA_STANDSTILL_SECONDS: '10' },
      },
    );
    expect(run.stderr).toContain('Nothing has ended for 10 s');
    expect(run.status).toBe(1);
    const files = JSON.parse(await readFile(unfinished, 'utf8')) as string[];
    expect(files.map((file) => basename(file))).toEqual(['stands.test.js']);
    expect(withUnfinished(readVitest(await readFile(report, 'utf8')), files)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
      failedFiles: files,
      failedTests: files,
    });
  });
});

describe('counts', () => {
  const vitest = (change: object) =>
    readVitest(
      JSON.stringify({
        numPassedTests: 3,
        numFailedTests: 1,
        numPendingTests: 0,
        numTodoTests: 0,
        testResults: [],
        ...change,
      }),
    );
  const outcome = (change: Partial<Outcome>): Outcome => ({
    passed: 3,
    failed: 0,
    skipped: 0,
    failedFiles: [],
    failedTests: [],
    ...change,
  });

  it('count a file that does not load as a failure', () => {
    expect(vitest({})).toEqual(outcome({ failed: 1 }));
    const broken = { name: '/a.test.ts', status: 'failed', assertionResults: [] };
    expect(vitest({ testResults: [broken] }).failed).toBe(2);
    const brokenSetUp = { ...broken, assertionResults: [{ status: 'skipped', fullName: 'x' }] };
    expect(vitest({ testResults: [brokenSetUp] }).failed).toBe(2);
    const ordinary = { ...broken, assertionResults: [{ status: 'failed', fullName: 'a b' }] };
    expect(vitest({ testResults: [ordinary] })).toEqual(
      outcome({ failed: 1, failedFiles: ['/a.test.ts'], failedTests: ['a b'] }),
    );
  });

  it('count what passed at a second try as failed, and name the files of what failed', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 1 };
    const spec = (title: string, ok: boolean) => ({ title, ok });
    const suites = [
      { file: 'a.test.ts', specs: [spec('one', true), spec('two', false)] },
      {
        file: 'b.test.ts',
        specs: [],
        suites: [{ file: 'b.test.ts', specs: [spec('three', false), spec('four', false)] }],
      },
    ];
    const report = { stats, suites, config: { rootDir: '/e2e' } };
    expect(readPlaywright(JSON.stringify(report))).toEqual({
      passed: 5,
      failed: 3,
      skipped: 1,
      failedFiles: ['/e2e/a.test.ts', '/e2e/b.test.ts'].map((path) => join(path)),
      failedTests: ['two', 'three', 'four'],
    });
  });

  it('believe no good end without a test, and no bad end without a failure', () => {
    expect(judgeRun(0, outcome({})).failed).toBe(0);
    expect(judgeRun(0, outcome({ passed: 0 })).failed).toBe(1);
    expect(judgeRun(1, outcome({})).failed).toBe(1);
    expect(judgeRun(0, undefined).failed).toBe(1);
    expect(judgeRun(1, outcome({ failed: 2 })).failed).toBe(2);
  });

  const one = outcome({ passed: 9, failed: 1, skipped: 2, failedFiles: ['/a'], failedTests: ['t'] });

  it('count what had not ended when a run was stopped as failed, once a file, and run it again', () => {
    const stopped = withUnfinished(outcome({ failed: 1, failedFiles: ['/a'], failedTests: ['t'] }), [
      '/a',
      '/b',
    ]);
    expect(stopped).toEqual(outcome({ failed: 2, failedFiles: ['/a', '/b'], failedTests: ['t', '/b'] }));
    expect(filesToRunAgain(judgeRun(1, stopped))).toEqual(['/a', '/b']);
    expect(withUnfinished(one, [])).toEqual(one);
  });

  it('are made once more of a few files that failed, and of nothing else', () => {
    expect(filesToRunAgain(one)).toEqual(['/a']);
    expect(filesToRunAgain(outcome({}))).toEqual([]);
    expect(filesToRunAgain({ ...one, failed: 2 })).toEqual([]);
    const many = ['/a', '/b', '/c', '/d'];
    expect(filesToRunAgain({ ...one, failed: 4, failedFiles: many, failedTests: many })).toEqual([]);
    expect(filesToRunAgain(judgeRun(1, undefined))).toEqual([]);
  });

  it('of two runs hold every test once, and what fails by itself has failed', () => {
    expect(afterSecondRun(one, outcome({ passed: 4 }))).toEqual(outcome({ passed: 12 }));
    const again = outcome({ passed: 1, failed: 1, skipped: 2, failedFiles: ['/a'], failedTests: ['t'] });
    expect(afterSecondRun(one, again)).toEqual({ ...again, passed: 9 });
    expect(afterSecondRun(one, judgeRun(1, undefined)).failed).toBe(1);
  });
});

describe('what test files share', () => {
  // Modules stay loaded from one file to the next: a hook that stands in one of them is of the first file that loads it alone.
  it('sets no hook when it is loaded: what it opens it closes by onTestFinished', () => {
    const hook = /^(?:before|after)(?:Each|All)\(/mu;
    const shared = readdirSync('test', { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => /\.tsx?$/u.test(path) && !/\.test\.tsx?$/u.test(path));
    expect(shared.length).toBeGreaterThan(100);
    expect(shared.filter((path) => hook.test(readFileSync(join('test', path), 'utf8')))).toEqual([
      // A set-up file of the runner's, which loads it anew for each.
      'renderer/dom/setup.ts',
    ]);
  });
});
