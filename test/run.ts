import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWhenStale, PARTS } from '#electron/build/build-parts.ts';
import { childEnvironment } from '#electron/launch/child-environment.ts';
import { HOW_TO_GET_CHROMIUM, obtainChromium } from './runner/chromium.ts';
import { desktopObstacle, thisDesktop } from './runner/desktop.ts';
import { orderOptions, seedOfOrder } from './runner/random-order.ts';
import {
  afterSecondRun,
  filesToRunAgain,
  judgeRun,
  type Outcome,
  readPlaywright,
  readVitest,
  withUnfinished,
} from './runner/reports.ts';
import { isWindows } from './runner/systems.ts';
import { thisMachine } from './runner/this-machine.ts';

/**
 * `npm test`: every test there is, and what they need. Goes on after failures so that all of them are seen. The first part
 * runs in a random order in CI, with the seed told; `npm test -- --seed N` is that order again. There, a few files that failed
 * are run once more by themselves: a test that fails again has failed, one that passes is named at the end for somebody to look at.
 * Where the first part stands still it is stopped, and what had not ended has failed (runner/standstill.ts).
 */

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const REPORTS = join(PROJECT, 'reports');
/** Which files of Vitest's had not ended when it stood still (runner/standstill.ts); absent where it did not. */
const UNFINISHED = join(REPORTS, 'unfinished.json');
// Playwright's own place is in the shared temporary folder, where another user could put code for it.
const PLAYWRIGHT_CACHE = join(PROJECT, 'node_modules/.cache/playwright');

const say = (text: string) => process.stdout.write(`${text}\n`);

function run(command: readonly [string, ...string[]], environment: NodeJS.ProcessEnv = {}): number {
  const [program, ...args] = command;
  const done = spawnSync(program, args, {
    cwd: PROJECT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: childEnvironment({ PLAYWRIGHT_TRANSFORM_CACHE_DIR: PLAYWRIGHT_CACHE, ...environment }),
    shell: isWindows,
  });
  return done.status ?? 1;
}

const isInCi = process.env.CI === 'true';
/** What passed only in a second run, by itself. */
const suspects: string[] = [];

/** Runs one runner and reads its report. */
function runRunner(
  command: readonly [string, ...string[]],
  reportName: string,
  read: (text: string) => Outcome,
  environment: NodeJS.ProcessEnv = {},
): Outcome {
  const report = join(REPORTS, reportName);
  const runOnce = (files: readonly string[], others: NodeJS.ProcessEnv = {}): Outcome => {
    rmSync(report, { force: true });
    rmSync(UNFINISHED, { force: true });
    const exitCode = run([...command, ...files], { ...environment, ...others });
    return judgeRun(exitCode, existsSync(report) ? read(readFileSync(report, 'utf8')) : undefined);
  };
  const first = runOnce([]);
  const again = isInCi ? filesToRunAgain(first) : [];
  if (again.length === 0) return first;
  say(`\nOnce more, by themselves: ${again.join(', ')}`);
  const second = runOnce(again, { CUADRA_E2E_OUTPUT: join(REPORTS, 'again') });
  suspects.push(...first.failedTests.filter((name) => !second.failedTests.includes(name)));
  return afterSecondRun(first, second);
}

const FAILED = judgeRun(1, undefined);

function readVitestRun(report: string): Outcome {
  const unfinished = existsSync(UNFINISHED) ? (JSON.parse(readFileSync(UNFINISHED, 'utf8')) as string[]) : [];
  return withUnfinished(readVitest(report), unfinished);
}

/** Before all tests: those of the attacks and of the package start what was built, too. */
async function build(): Promise<boolean> {
  try {
    await buildWhenStale(PARTS, say);
    return true;
  } catch (error) {
    say(`The app could not be built: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

async function runEndToEnd(): Promise<Outcome> {
  const path = obtainChromium(
    thisMachine({ run: (command) => run(command, { DEBIAN_FRONTEND: 'noninteractive' }) === 0, say }),
  );
  if (path === undefined) {
    say(HOW_TO_GET_CHROMIUM);
    return FAILED;
  }
  return runRunner(
    ['npx', '--no-install', 'playwright', 'test', '--reporter=list,json'],
    'playwright.json',
    readPlaywright,
    { CHROMIUM_PATH: path, PLAYWRIGHT_JSON_OUTPUT_NAME: join(REPORTS, 'playwright.json') },
  );
}

/** The same app in Electron's own program, where that is there. */
function runDesktop(): Outcome {
  return runRunner(
    [
      'npx',
      '--no-install',
      'playwright',
      'test',
      '--config=test/desktop/playwright.config.ts',
      '--reporter=list,json',
    ],
    'desktop.json',
    readPlaywright,
    { PLAYWRIGHT_JSON_OUTPUT_NAME: join(REPORTS, 'desktop.json') },
  );
}

const seed = seedOfOrder(process.argv.slice(2), { isInCi });
mkdirSync(REPORTS, { recursive: true });
const isBuilt = await build();
const obstacle = desktopObstacle(thisDesktop());
const results: readonly (readonly [string, Outcome])[] = [
  [
    'unit, service, ledger',
    runRunner(
      [
        'npx',
        '--no-install',
        'vitest',
        'run',
        '--reporter=default',
        '--reporter=json',
        `--reporter=${join(PROJECT, 'test/runner/standstill.ts')}`,
        `--outputFile.json=${join(REPORTS, 'vitest.json')}`,
        // Some wait for a service or a process: twice as many as cores keep these busy. Here, since what the configuration says
        // of each of its projects is stronger than what is asked for by hand.
        `--maxWorkers=${availableParallelism() * 2}`,
        ...orderOptions(seed),
      ],
      'vitest.json',
      readVitestRun,
      { CUADRA_UNFINISHED: UNFINISHED },
    ),
  ],
  ['end to end', isBuilt ? await runEndToEnd() : FAILED],
  ...(obstacle === null ? [['desktop app', isBuilt ? runDesktop() : FAILED] as const] : []),
];

say('');
for (const [name, { passed, failed, skipped }] of results) {
  say(`${name.padEnd(22)} passed ${passed} · failed ${failed}${skipped > 0 ? ` · skipped ${skipped}` : ''}`);
}
if (seed !== null) say(`${'order of the first'.padEnd(22)} of seed ${seed} (npm test -- --seed ${seed})`);
if (obstacle !== null) say(`${'desktop app'.padEnd(22)} not run: ${obstacle}`);
for (const name of suspects) say(`${'passed by itself only'.padEnd(22)} ${name}`);
const passed = results.reduce((sum, [, count]) => sum + count.passed, 0);
const failed = results.reduce((sum, [, count]) => sum + count.failed, 0);
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
