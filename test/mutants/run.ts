import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { ONLY_VARIABLE } from './only.ts';
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
} from './round.ts';

/** `npm run test:mutants`: puts small bugs into the code of a folder, one at a time, and says which no test sees. */

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const say = (text: string) => process.stdout.write(`${text}\n`);
process.chdir(PROJECT);

const options = readOptions(process.argv.slice(2));
if (options.only !== null) process.env[ONLY_VARIABLE] = options.only;
const places = placesOf(sourcesOf(PROJECT, options), options);
say(`${options.folders.join(', ')}: ${places.length} places, seed ${options.seed}`);

const judged = await judgedWithAll(await play(places));

for (const { file, line, mutator, original, replacement, outcome, status } of judged) {
  if (outcome !== 'survived') continue;
  say(`\n${file}:${line}  ${mutator}${status === 'NoCoverage' ? ', run by no test' : ''}`);
  for (const text of original.split('\n')) say(`- ${text}`);
  for (const text of replacement.split('\n')) say(`+ ${text}`);
}

const row = (name: string, figures: Figures) => {
  const { mutants, killed, survived, notRun, equivalent } = figures;
  const share = sharePercent(figures);
  const numbers = [mutants, killed, survived, notRun, equivalent, share === null ? '' : `${share} %`];
  return `${name.padEnd(44)}${numbers.map((number) => String(number).padStart(11)).join('')}`;
};
const HEAD = ['mutants', 'killed', 'survived', 'not run', 'equivalent', 'seen'];
say(`\n${''.padEnd(44)}${HEAD.map((word) => word.padStart(11)).join('')}`);
for (const [folder, figures] of byFolder(judged)) say(row(folder, figures));
say(row('in all', figuresOf(judged)));

async function play(there: readonly string[]): Promise<readonly Judged[]> {
  const results = await new Stryker(strykerOptions(options, there)).runMutationTest();
  return judge(results, (file) => readFileSync(file, 'utf8'));
}

async function judgedWithAll(first: readonly Judged[]): Promise<readonly Judged[]> {
  const left = survivingPlaces(first);
  if (!options.thenAll || options.only === null || left.length === 0) return first;
  say(`${left.length} places with survivors meet all tests that reach them`);
  delete process.env[ONLY_VARIABLE];
  return killedLater(first, await play(left));
}

mkdirSync(dirname(options.report), { recursive: true });
writeFileSync(
  options.report,
  `${JSON.stringify({ ...options, ...figuresOf(judged), folderFigures: Object.fromEntries(byFolder(judged)), judged }, null, 1)}\n`,
);
