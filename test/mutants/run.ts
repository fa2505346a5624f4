import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MutantResult } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { readBugs, switchedByHand } from './by-hand.ts';
import { playInOneProcess, switchedSources } from './in-one-process/play.ts';
import { notThere, ONLY_VARIABLE, QUICK_VARIABLE } from './only.ts';
import {
  byFolder,
  type Figures,
  figuresOf,
  type Judged,
  judge,
  killedLater,
  placesOf,
  readOptions,
  sharePercent,
  sourcesOf,
  strykerOptions,
  survivingPlaces,
  whyNoTestRan,
} from './round.ts';
import { testedSoFar } from './tested-so-far.mjs';

/** `npm run test:mutants`: puts small bugs into the code of a folder, one at a time, and says which no test sees. */

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const say = (text: string) => process.stdout.write(`${text}\n`);
process.chdir(PROJECT);

const options = askedFor();
if (options.only.length > 0) process.env[ONLY_VARIABLE] = options.only.join(',');
if (options.quick || options.inOneProcess) process.env[QUICK_VARIABLE] = 'true';
const places = placesOf(sourcesOf(PROJECT, options), options);
say(options.bugs ?? `${options.folders.join(', ')}: ${places.length} places, seed ${options.seed}`);

/** The round by the tests of `only`, once it has ended and another one goes on. */
let first: readonly Judged[] | null = null;
process.once('exit', tellOfCutRound);
const judged = await judgedWithAll(await play(places));
process.off('exit', tellOfCutRound);
tell(judged);

/** What the command line asks for; where it cannot be, this ends saying what was wrong. */
function askedFor() {
  try {
    const asked = readOptions(process.argv.slice(2));
    const missing = notThere([...asked.folders, ...asked.only]);
    if (missing.length > 0) throw new Error(`There is no ${missing.join(', no ')} in this project.`);
    return asked;
  } catch (error) {
    return endSaying(error instanceof Error ? error.message : String(error));
  }
}

function endSaying(text: string): never {
  process.stderr.write(`${text}\n`);
  process.off('exit', tellOfCutRound);
  process.exit(1);
}

async function play(there: readonly string[]): Promise<readonly Judged[]> {
  try {
    if (options.bugs !== null) return judgedOf(await playBugs(options.bugs));
    if (options.inOneProcess)
      return judgedOf(await playInOneProcess(options, await switchedSources(there), say));
    return judgedOf(await new Stryker(strykerOptions(options, there)).runMutationTest());
  } catch (error) {
    const reason = whyNoTestRan(error, there, options);
    if (reason === null) throw error;
    return endSaying(reason);
  }
}

async function playBugs(file: string): Promise<readonly MutantResult[]> {
  const results = await playInOneProcess(
    options,
    switchedByHand(readBugs(readFileSync(file, 'utf8')), say),
    say,
  );
  for (const { status, mutatorName } of results)
    if (status === 'Ignored') say(`not tried, runs only as its module is loaded: ${mutatorName}`);
  return results;
}

function judgedOf(results: readonly MutantResult[]): readonly Judged[] {
  return judge(results, (file) => readFileSync(file, 'utf8'));
}

async function judgedWithAll(byOnly: readonly Judged[]): Promise<readonly Judged[]> {
  const left = survivingPlaces(byOnly);
  if (!options.thenAll || options.only.length === 0 || left.length === 0) return byOnly;
  first = byOnly;
  say(`${left.length} places with survivors meet all tests that reach them`);
  delete process.env[ONLY_VARIABLE];
  return killedLater(byOnly, await play(left));
}

/** A round that is ended from outside, by a limit of time say, tells what it knows by then. */
function tellOfCutRound() {
  const known = judgedOf(testedSoFar);
  say(`\nCut off after ${known.length} mutants${first === null ? '' : ' of the second round'}:`);
  tell(first === null ? known : killedLater(first, known));
}

function tell(all: readonly Judged[]) {
  for (const { file, line, mutator, original, replacement, outcome, status } of all) {
    if (outcome !== 'survived') continue;
    say(`\n${file}:${line}  ${mutator}${status === 'NoCoverage' ? ', run by no test' : ''}`);
    for (const text of original.split('\n')) say(`- ${text}`);
    for (const text of replacement.split('\n')) say(`+ ${text}`);
  }
  const HEAD = ['mutants', 'killed', 'survived', 'not run', 'equivalent', 'seen'];
  say(`\n${''.padEnd(44)}${HEAD.map((word) => word.padStart(11)).join('')}`);
  for (const [folder, figures] of byFolder(all)) say(row(folder, figures));
  say(row('in all', figuresOf(all)));
  mkdirSync(dirname(options.report), { recursive: true });
  writeFileSync(
    options.report,
    `${JSON.stringify({ ...options, ...figuresOf(all), folderFigures: Object.fromEntries(byFolder(all)), judged: all, byOnly: first ?? [] }, null, 1)}\n`,
  );
}

function row(name: string, figures: Figures): string {
  const { mutants, killed, survived, notRun, equivalent } = figures;
  const share = sharePercent(figures);
  const numbers = [mutants, killed, survived, notRun, equivalent, share === null ? '' : `${share} %`];
  return `${name.padEnd(44)}${numbers.map((number) => String(number).padStart(11)).join('')}`;
}
