import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Mutant, MutantResult } from '@stryker-mutator/api/core';
import type { Logger } from '@stryker-mutator/api/logging';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import type { Switched } from '../by-hand.ts';
import { strykerPlugins } from '../no-behaviour.mjs';
import type { RoundOptions } from '../round.ts';
import { outcomeOf, planOf, type TrialOutcome } from './plan.ts';
import { TESTS_VARIABLE, TRIAL_VARIABLE, type TrialFiles, trialFiles } from './trial-files.ts';

/** A mutant that does not let its test end: its process is ended. */
const SPINS_MS = 40_000;
const LOOK_MS = 2000;

/**
 * A round in one process: all mutants behind switches, each against the tests that run its place, one test after
 * another. What runs only as a module is loaded is ignored. `say` is told which tests meet none.
 */
export async function playInOneProcess(
  { tests }: Pick<RoundOptions, 'tests'>,
  { mutants, sources }: Switched,
  say: (text: string) => void,
): Promise<readonly MutantResult[]> {
  mkdirSync('reports', { recursive: true });
  const folder = mkdtempSync(resolve('reports', 'mutants-trial-'));
  try {
    const files = trialFiles(folder);
    files.writeSources(sources);
    const environment = { [TRIAL_VARIABLE]: folder, [TESTS_VARIABLE]: tests };
    const output = await runTests(environment, files);
    const { plan, timesMs, leftOut } = planOf(files.readDryRuns());
    if (Object.keys(timesMs).length === 0) throw new Error(`No test ran.\n${output}`);
    for (const one of leftOut) say(`meets no mutant: ${one}`);
    files.writePlan(plan);
    files.writeTimesMs(timesMs);
    // A process that was ended, by itself or from here, has met something more: it comes to an end.
    for (let before = -1; before < files.readMet().length; ) {
      before = files.readMet().length;
      await runTests(environment, files);
    }
    const met = files.readMet();
    const runOutside = files.readRunOutside();
    return mutants.map((mutant) => resultOf(mutant, outcomeOf(mutant.id, { plan, met, runOutside })));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The sources of these places with their mutants, each of which one can switch on. */
export async function switchedSources(places: readonly string[]): Promise<Switched> {
  const ranges = new Map<string, { start: Position; end: Position }[]>();
  for (const place of places) {
    const [path = '', lines] = place.split(':');
    const [first, last] = (lines ?? '').split('-').map(Number);
    const known = ranges.get(path) ?? [];
    ranges.set(path, known);
    if (first !== undefined && last !== undefined)
      known.push({ start: { line: first - 1, column: 0 }, end: { line: last, column: 0 } });
  }
  const { files, mutants } = await new Instrumenter(SILENT).instrument(
    [...ranges].map(([path, within]) => ({
      name: resolve(path),
      content: readFileSync(path, 'utf8'),
      mutate: within.length === 0 ? true : within,
    })),
    { ignorers: strykerPlugins.map(({ value }) => value), excludedMutations: [], plugins: null },
  );
  return { mutants, sources: Object.fromEntries(files.map(({ name, content }) => [name, content])) };
}

type Position = { readonly line: number; readonly column: number };

const nothing = () => {};
const no = () => false;
const SILENT: Logger = {
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
  isTraceEnabled: no,
  isDebugEnabled: no,
  isInfoEnabled: no,
  isWarnEnabled: no,
  isErrorEnabled: no,
  isFatalEnabled: no,
};

/** One run of Vitest; ended where a mutant spins, which it is then killed by. Answers with what Vitest said. */
async function runTests(environment: Readonly<Record<string, string>>, files: TrialFiles): Promise<string> {
  const run = spawn(
    process.execPath,
    [
      join('node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--config',
      join(import.meta.dirname, 'vitest.config.ts'),
    ],
    { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  let output = '';
  for (const stream of [run.stdout, run.stderr])
    stream.on('data', (text: Buffer) => {
      output += text.toString();
    });
  const look = setInterval(() => {
    const beat = files.readBeat();
    if (beat === null || beat.id === null || Date.now() - beat.at < SPINS_MS) return;
    files.addMet({ id: beat.id, key: beat.key, outcome: 'killed' });
    files.writeBeat({ ...beat, id: null });
    // It and its worker, which hears nothing.
    if (run.pid !== undefined) process.kill(-run.pid, 'SIGKILL');
  }, LOOK_MS);
  await new Promise((done) => run.once('close', done));
  clearInterval(look);
  return output;
}

/** As Stryker tells it, whose reports count lines and columns from 1. */
function resultOf(mutant: Mutant, outcome: TrialOutcome): MutantResult {
  const { start, end } = mutant.location;
  const fromOne = ({ line, column }: Position) => ({ line: line + 1, column: column + 1 });
  return {
    ...mutant,
    status: mutant.status ?? outcome,
    location: { start: fromOne(start), end: fromOne(end) },
  };
}
