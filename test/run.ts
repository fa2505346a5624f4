import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
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
 * `npm test`: every test there is, and what they need. Goes on after failures so that all of them are seen. End to end runs
 * beside the first part: while journeys wait for a sync or a screen, a core would have nothing to do. The first part
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

type Command = readonly [string, ...string[]];

const say = (text: string) => process.stdout.write(`${text}\n`);

const environmentOf = (environment: NodeJS.ProcessEnv) =>
  childEnvironment({ PLAYWRIGHT_TRANSFORM_CACHE_DIR: PLAYWRIGHT_CACHE, ...environment });

function run([program, ...args]: Command, environment: NodeJS.ProcessEnv = {}): number {
  const done = spawnSync(program, args, {
    cwd: PROJECT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: environmentOf(environment),
    shell: isWindows,
  });
  return done.status ?? 1;
}

/** Runs it beside others. `output`: the file that takes what it says; null: it says it here. */
async function runBeside(
  [program, ...args]: Command,
  environment: NodeJS.ProcessEnv,
  output: string | null,
): Promise<number> {
  const file = output === null ? null : openSync(output, 'w');
  const child = spawn(program, args, {
    cwd: PROJECT,
    stdio: ['ignore', file ?? 'inherit', file ?? 'inherit'],
    env: environmentOf(environment),
    shell: isWindows,
  });
  if (file !== null) closeSync(file);
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

const isInCi = process.env.CI === 'true';
/** What passed only in a second run, by itself. */
const suspects: string[] = [];

type Runner = {
  readonly command: Command;
  readonly reportName: string;
  /** What a run leaves besides its report, where it does. */
  readonly unfinished?: string;
  readonly read: (text: string) => Outcome;
  readonly environment?: NodeJS.ProcessEnv;
};

type RunOptions = {
  /** All there are, unless said. */
  readonly files?: readonly string[];
  /** Beside the runner's own. */
  readonly environment?: NodeJS.ProcessEnv;
  readonly output?: string | null;
};

/** Runs one runner and reads its report. */
async function runOnce(
  runner: Runner,
  { files = [], environment = {}, output = null }: RunOptions = {},
): Promise<Outcome> {
  const report = join(REPORTS, runner.reportName);
  for (const former of [report, runner.unfinished]) if (former !== undefined) rmSync(former, { force: true });
  const exitCode = await runBeside(
    [...runner.command, ...files],
    { ...runner.environment, ...environment },
    output,
  );
  return judgeRun(exitCode, existsSync(report) ? runner.read(readFileSync(report, 'utf8')) : undefined);
}

/** In CI, the few files that failed once more, when nothing else runs. */
async function runAgain(runner: Runner, first: Outcome): Promise<Outcome> {
  const files = isInCi ? filesToRunAgain(first) : [];
  if (files.length === 0) return first;
  say(`\nOnce more, by themselves: ${files.join(', ')}`);
  const environment = { CUADRA_E2E_OUTPUT: join(REPORTS, 'again') };
  const second = await runOnce(runner, { files, environment });
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

/** End to end; null where there is no browser for it. */
function endToEnd(): Runner | null {
  const path = obtainChromium(
    thisMachine({ run: (command) => run(command, { DEBIAN_FRONTEND: 'noninteractive' }) === 0, say }),
  );
  if (path === undefined) {
    say(HOW_TO_GET_CHROMIUM);
    return null;
  }
  return {
    command: ['npx', '--no-install', 'playwright', 'test', '--reporter=list,json'],
    reportName: 'playwright.json',
    read: readPlaywright,
    environment: { CHROMIUM_PATH: path, PLAYWRIGHT_JSON_OUTPUT_NAME: join(REPORTS, 'playwright.json') },
  };
}

/** The same app in Electron's own program, where that is there. */
const DESKTOP: Runner = {
  command: [
    'npx',
    '--no-install',
    'playwright',
    'test',
    '--config=test/desktop/playwright.config.ts',
    '--reporter=list,json',
  ],
  reportName: 'desktop.json',
  read: readPlaywright,
  environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: join(REPORTS, 'desktop.json') },
};

const seed = seedOfOrder(process.argv.slice(2), { isInCi });
const UNIT: Runner = {
  command: [
    'npx',
    '--no-install',
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--reporter=${join(PROJECT, 'test/runner/standstill.ts')}`,
    `--outputFile.json=${join(REPORTS, 'vitest.json')}`,
    // One more than there are cores: some wait for a service or a process. Here, since what the configuration says
    // of each of its projects is stronger than what is asked for by hand.
    `--maxWorkers=${availableParallelism() + 1}`,
    ...orderOptions(seed),
  ],
  reportName: 'vitest.json',
  unfinished: UNFINISHED,
  read: readVitestRun,
  environment: { CUADRA_UNFINISHED: UNFINISHED },
};

mkdirSync(REPORTS, { recursive: true });
const isBuilt = await build();
const browser = isBuilt ? endToEnd() : null;
const output = join(REPORTS, 'playwright.log');
if (browser !== null) say(`End to end runs beside the others; what it says comes below (${output}).`);
const beside = browser === null ? FAILED : runOnce(browser, { output });
const unit = await runOnce(UNIT);
const walked = await beside;
if (browser !== null) say(readFileSync(output, 'utf8'));

const obstacle = desktopObstacle(thisDesktop());
const results: readonly (readonly [string, Outcome])[] = [
  ['unit, service, ledger', await runAgain(UNIT, unit)],
  ['end to end', browser === null ? FAILED : await runAgain(browser, walked)],
  ...(obstacle === null
    ? [['desktop app', isBuilt ? await runAgain(DESKTOP, await runOnce(DESKTOP)) : FAILED] as const]
    : []),
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
