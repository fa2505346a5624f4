import './platform.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { switchesOf } from '#test/model/mutant-switches.ts';
import { note } from '#test/soak/tally.ts';
import { MUTANTS } from './mutants.ts';

vi.mock('dexie', async () => (await import('#test/model/memory-dexie.ts')).dexieModule);

/**
 * Switches rules of reconciliation off, one at a time. A search lives histories until one breaks and writes down which, each as
 * it is found; the short form lives only that one.
 */

const IS_RECORDED = process.env.CUADRA_MUTANT_RECORD === '1';
const SEARCHED = process.env.CUADRA_MUTANT_RUNS;
/** So many histories a mutant may survive before the model counts as too weak. */
const RUNS = Number(SEARCHED ?? 400);
const SEED = 26;
const FILE = fileURLToPath(new URL('./caught.json', import.meta.url));
const HOW_TO_RECORD =
  'search anew with CUADRA_MUTANT_RECORD=1 npx vitest run test/model/reconciliation/mutants (npm run test:soak searches, too)';

const isSearched = IS_RECORDED || SEARCHED !== undefined;
type Recorded = { readonly [what: string]: number };
const readRecorded = () => JSON.parse(readFileSync(FILE, 'utf8')) as Recorded;
const recorded: Recorded = isSearched ? {} : readRecorded();
const caught: { readonly what: string; readonly at: number; readonly by: string }[] = [];

function write(found: (typeof caught)[number]): void {
  caught.push(found);
  const { what, at, by } = found;
  process.stdout.write(`caught: ${what} | history ${at} | ${by}\n`);
  if (IS_RECORDED) writeFileSync(FILE, `${JSON.stringify({ ...readRecorded(), [what]: at }, null, 2)}\n`);
}

/** Numbers of histories, the first being 1: those of few steps take the least to live and to read. */
const shortestFirst = (histories: readonly { readonly steps: readonly unknown[] }[]): readonly number[] =>
  histories
    .map(({ steps }, at) => ({ number: at + 1, steps: steps.length }))
    .toSorted((one, other) => one.steps - other.steps)
    .map(({ number }) => number);

const turnOn = switchesOf(MUTANTS);

vi.setConfig({ testTimeout: 1_200_000 });
afterAll(() => {
  const lines = caught.map(({ what, at, by }) => `${what.padEnd(64)} | ${String(at).padStart(4)} | ${by}`);
  note({ part: 'mutants of reconciliation', mutants: MUTANTS.length, mutantsCaught: caught.length, lines });
});

describe('each rule of reconciliation switched off is found out', () => {
  if (!isSearched) {
    test('of every mutant it is recorded which history catches it, and of no other', () => {
      expect(Object.keys(recorded).toSorted(), HOW_TO_RECORD).toEqual(
        MUTANTS.map(({ what }) => what).toSorted(),
      );
    });
  }

  test.each(MUTANTS.map((mutant) => [mutant.what, mutant] as const))('%s', async (what, mutant) => {
    const { play } = await import('./play.ts');
    const { history } = await import('./history.ts');
    turnOn([mutant]);
    onTestFinished(() => turnOn([]));
    const known = recorded[what];
    if (!isSearched) expect(known, HOW_TO_RECORD).toBeDefined();
    const numbers =
      known === undefined ? shortestFirst(fc.sample(history, { numRuns: RUNS, seed: SEED })) : [known];
    let [at, by] = [0, ''];
    for (const number of numbers) {
      const details = await fc.check(
        fc.asyncProperty(history, async (one) => void (await play(one))),
        { numRuns: 1, path: String(number - 1), seed: SEED, endOnFailure: true },
      );
      if (!details.failed) continue;
      const broken = details.errorInstance;
      by = (broken as { readonly invariant?: string } | null)?.invariant ?? String(broken);
      // A search goes on where something else broke before.
      if (isSearched && !mutant.breaks.some((each) => each === by)) continue;
      at = number;
      break;
    }
    const survived = `the mutant survived${isSearched ? '' : ` number ${known}: ${HOW_TO_RECORD}`}`;
    expect(at, survived).toBeGreaterThan(0);
    expect(mutant.breaks).toContain(by);
    write({ what, at, by });
  });
});
