import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildWhenStale, PARTS } from '#electron/build/build-parts.ts';
import { childEnvironment } from '#electron/launch/child-environment.ts';
import { ODDITIES } from '#test/model/source.ts';
import { HOW_TO_GET_CHROMIUM, obtainChromium } from '#test/runner/chromium.ts';
import { type Count, judgeRun, type Outcome, readPlaywright, readVitest } from '#test/runner/reports.ts';
import { isWindows } from '#test/runner/systems.ts';
import { thisMachine } from '#test/runner/this-machine.ts';
import { liveNight, readTallies } from './night.ts';

/**
 * `npm run test:soak`: the harness at length, bounded to twenty minutes, and what it found in one table. With `--hours N` (and
 * `--processes N`) the models alone, for so long.
 */

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const REPORTS = join(PROJECT, 'reports');
const TALLY = join(REPORTS, 'soak.jsonl');
// Playwright's own place is in the shared temporary folder, where another user could put code for it.
const PLAYWRIGHT_CACHE = join(PROJECT, 'node_modules/.cache/playwright');
const MINUTE_MS = 60_000;
/** Everything together, with room for what each part needs to begin and end. */
const BUDGET_MS = Number(process.env.CUADRA_SOAK_MINUTES ?? 20) * MINUTE_MS;
const endsAt = performance.now() + BUDGET_MS;
const say = (text: string) => process.stdout.write(`${text}\n`);

function run(command: readonly [string, ...string[]], environment: NodeJS.ProcessEnv): number {
  const [program, ...args] = command;
  const done = spawnSync(program, args, {
    cwd: PROJECT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: childEnvironment({
      PLAYWRIGHT_TRANSFORM_CACHE_DIR: PLAYWRIGHT_CACHE,
      CUADRA_SOAK: '1',
      CUADRA_TALLY: TALLY,
      ...environment,
    }),
    shell: isWindows,
    // What does not end by itself is ended: a part that hangs has failed.
    timeout: Math.max(1, Math.ceil(endsAt - performance.now())),
    killSignal: 'SIGKILL',
  });
  return done.status ?? 1;
}

function runPart(
  command: readonly [string, ...string[]],
  reportName: string,
  count: (text: string) => Outcome,
  environment: NodeJS.ProcessEnv,
): Count {
  const report = join(REPORTS, reportName);
  rmSync(report, { force: true });
  const exitCode = run(command, environment);
  return judgeRun(exitCode, existsSync(report) ? count(readFileSync(report, 'utf8')) : undefined);
}

const vitest = (name: string, paths: readonly string[], environment: NodeJS.ProcessEnv): Count =>
  runPart(
    [
      'npx',
      '--no-install',
      'vitest',
      'run',
      ...paths,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(REPORTS, `soak-${name}.json`)}`,
      `--maxWorkers=${availableParallelism()}`,
    ],
    `soak-${name}.json`,
    readVitest,
    environment,
  );

async function endToEnd(): Promise<Count> {
  const path = obtainChromium(
    thisMachine({ run: (command) => run(command, { DEBIAN_FRONTEND: 'noninteractive' }) === 0, say }),
  );
  if (path === undefined) {
    say(HOW_TO_GET_CHROMIUM);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  try {
    await buildWhenStale(PARTS, say);
  } catch (error) {
    say(`The app could not be built: ${error instanceof Error ? error.message : String(error)}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  return runPart(
    ['npx', '--no-install', 'playwright', 'test', 'interrupted-load', 'storage', '--reporter=list,json'],
    'soak-playwright.json',
    readPlaywright,
    { CHROMIUM_PATH: path, PLAYWRIGHT_JSON_OUTPUT_NAME: join(REPORTS, 'soak-playwright.json') },
  );
}

mkdirSync(REPORTS, { recursive: true });
rmSync(TALLY, { force: true });

const { values: asked } = parseArgs({
  options: { hours: { type: 'string' }, processes: { type: 'string' } },
});
if (asked.hours !== undefined) {
  const [hours, shards] = [asked.hours, asked.processes ?? '0'].map(Number) as [number, number];
  if (!(hours > 0)) throw new Error('--hours takes a number above 0, as in --hours 0.5.');
  const isQuiet = await liveNight({
    hours,
    ...(shards > 0 ? { shards } : {}),
    project: PROJECT,
    tally: TALLY,
    say,
  });
  process.exit(isQuiet ? 0 : 1);
}

const parts: readonly (readonly [string, Count])[] = [
  ['real browser', await endToEnd()],
  ['limiter', vitest('limiter', ['test/electron/api/limiter'], {})],
  ['faults', vitest('faults', ['test/faults'], { CUADRA_CUT_STRIDE: '1' })],
  // The model lives as long as it may; on a busy machine the mutants, which take as long as they need, left it nothing.
  [
    'model',
    vitest(
      'model',
      ['test/model/sync-model', 'test/model/on-indexeddb', 'test/model/reconciliation/reconciliation-model'],
      {
        CUADRA_MODEL_RUNS: '1000000',
        CUADRA_RECONCILIATION_RUNS: '1000000',
        CUADRA_MODEL_SECONDS: String(Math.max(30, Math.floor((endsAt - performance.now()) / 2000))),
        CUADRA_MODEL_SEED: String(Date.now() % 1_000_000),
      },
    ),
  ],
  [
    'kills and mutants',
    vitest('kills', ['test/crash-recovery', 'test/model/mutants', 'test/model/reconciliation/mutants'], {
      // Three victims take turns: every place before and after its effect, each with one of them.
      CUADRA_KILL_STRIDE: '3',
      CUADRA_STORE_STRIDE: '31',
      CUADRA_MUTANT_RUNS: '400',
    }),
  ],
];

const tallies = readTallies(TALLY);
const sum = (of: (tally: (typeof tallies)[number]) => number | undefined) =>
  tallies.reduce((total, tally) => total + (of(tally) ?? 0), 0);
const passed = parts.reduce((total, [, count]) => total + count.passed, 0);
const failed = parts.reduce((total, [, count]) => total + count.failed, 0);

say('');
for (const line of tallies.flatMap((tally) => tally.lines ?? [])) say(line);
say('');
for (const [name, value] of [
  ['histories lived by the model', sum((tally) => tally.runs)],
  ...ODDITIES.map((oddity) => [`  with ${oddity}`, sum((tally) => tally.oddities?.[oddity])] as const),
  ['faults tried over HTTP', sum((tally) => tally.faults)],
  ['deaths', sum((tally) => tally.kills)],
  ['steps of reconciliation', sum((tally) => tally.steps)],
  ['lost', sum((tally) => tally.rowsLost)],
  ['doubled', sum((tally) => tally.rowsDoubled)],
  ['decisions lost', sum((tally) => tally.decisionsLost)],
  ['mutants caught', `${sum((tally) => tally.mutantsCaught)} of ${sum((tally) => tally.mutants)}`],
] as const) {
  say(`${name.padEnd(30)} ${String(value).padStart(10)}`);
}
for (const [name, count] of parts) say(`${name.padEnd(30)} passed ${count.passed} · failed ${count.failed}`);
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
