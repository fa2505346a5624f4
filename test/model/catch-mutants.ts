import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { note } from '#test/soak/tally.ts';
import type { History } from './history.ts';
import { switchesOf } from './mutant-switches.ts';
import { MUTANTS, type Mutant, WITHOUT_SEARCHES } from './mutants.ts';

/** Switches rules of the sync off, one at a time, and lives histories until one breaks. */

/** What is searched, at length: so many histories a mutant may survive before the model counts as too weak. */
const SEARCHED = process.env.CUADRA_MUTANT_RUNS;
/** What is searched is written down. */
const IS_RECORDED = process.env.CUADRA_MUTANT_RECORD === '1';
const RUNS = Number(SEARCHED ?? 250);
const DEATHS = 60;
const SEED = 20;
const HOW_TO_RECORD =
  'search anew with CUADRA_MUTANT_RECORD=1 npx vitest run test/model/mutants (npm run test:soak searches, too)';

type Caught = {
  readonly mutant: Mutant;
  /** Which of the histories, or deaths, it was: the first is 1. */
  readonly at: number;
  /** Where a shorter history of the same kind breaks as well: its path. */
  readonly shorter?: string;
  readonly by: string;
  readonly detail: string;
};
const named = (error: unknown) => (error as { readonly invariant?: string } | null)?.invariant;

/** A history that takes longer than this to break is looked at for a shorter one as it is recorded, and for how long. */
const LONG_MS = 3_000;
const SHRINKING_MS = 240_000;

/** Lives random histories with the mutant until one breaks, or only the one that is known to (its number, or a path). */
async function catchByHistories(
  mutant: Mutant,
  kind: 'history' | 'misdatedHistory',
  known: Place | undefined,
): Promise<Caught | null> {
  const { play } = await import('./play.ts');
  const { [kind]: history } = await import('./history.ts');
  const histories = history.map(mutant.among ?? ((one) => one));
  let lastMs = 0;
  const lived = fc.asyncProperty(histories, async (one) => {
    const begunAt = performance.now();
    try {
      await play(one);
    } finally {
      lastMs = performance.now() - begunAt;
    }
  });
  const details = await fc.check(lived, {
    ...(known === undefined ? { numRuns: RUNS } : { numRuns: 1, path: pathOf(known) }),
    seed: SEED,
    endOnFailure: true,
  });
  if (!details.failed) return null;
  const { errorInstance, counterexamplePath } = details;
  const detail = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  const path = counterexamplePath ?? '';
  const shorter = IS_RECORDED && lastMs > LONG_MS ? await shortened(mutant, histories, path, play) : null;
  return {
    mutant,
    at: Number(path.split(':')[0]) + 1,
    by: named(errorInstance) ?? detail,
    detail,
    ...(shorter === null ? {} : { shorter }),
  };
}

/** The path to a shorter history that breaks what the mutant is meant to break; null where none was found in time. */
async function shortened(
  mutant: Mutant,
  histories: fc.Arbitrary<History>,
  path: string,
  play: (one: History) => Promise<unknown>,
): Promise<string | null> {
  const { counterexamplePath } = await fc.check(
    fc.asyncProperty(histories, async (one) => {
      try {
        await play(one);
      } catch (error) {
        if (mutant.breaks.some((invariant) => invariant === named(error))) throw error;
      }
    }),
    { numRuns: 1, seed: SEED, path, interruptAfterTimeLimit: SHRINKING_MS },
  );
  return counterexamplePath;
}

/** Lives the one life with a death at one step after the other until it breaks, or only with the one known to break it. */
async function catchByDeaths(mutant: Mutant, known: Place | undefined): Promise<Caught | null> {
  const { live } = await import('#test/crash-recovery/scenario.ts');
  const [first, last] = known === undefined ? [1, DEATHS] : [Number(known), Number(known)];
  for (let at = first; at <= last; at += 1) {
    const lived = await live(
      at % 2 === 0
        ? { victim: 'page', at: 'store', count: at * 4, isDone: false }
        : { victim: 'main', at: 'request', count: (at + 1) / 2, isDone: false },
    );
    const breach = lived.breaches.find((one) => mutant.breaks.some((invariant) => one.startsWith(invariant)));
    if (breach !== undefined) return { mutant, at, by: breach.split(':')[0] ?? '', detail: breach };
  }
  return null;
}

/** The number of a history or a death, the first being 1; or the path to what was made of a history by shortening it. */
type Place = number | string;

const pathOf = (place: Place): string => (typeof place === 'number' ? String(place - 1) : place);

const nameOf = ({ rule, what }: Mutant): string => `${rule}: ${what}`;

/** Of each mutant, by its name, which history or death caught it when it was last recorded. */
type Recorded = { readonly [mutant: string]: Place };

/**
 * The tests of the mutants of some rules: each is found out, by an invariant that it is meant to break. A search takes
 * minutes: the short form lives only the history that a search found, by its number in `recordedIn`.
 */
export function catchMutantsOf(first: number, last: number, recordedIn: string): void {
  const mutants = MUTANTS.filter(({ rule }) => rule >= first && rule <= last);
  const file = fileURLToPath(new URL(recordedIn, import.meta.url));
  const isSearched = SEARCHED !== undefined || IS_RECORDED;
  const recorded = isSearched ? {} : (JSON.parse(readFileSync(file, 'utf8')) as Recorded);
  const table: Caught[] = [];
  const turnOn = switchesOf([...mutants, WITHOUT_SEARCHES]);
  vi.setConfig({ testTimeout: 600_000 });
  afterAll(() => {
    const rows = [...table].sort((a, b) => a.mutant.rule - b.mutant.rule);
    const lines = [
      'rule | mutant | caught by history | by which invariant',
      ...rows.map(
        ({ mutant, at, by }) =>
          `${String(mutant.rule).padStart(4)} | ${mutant.what.padEnd(66)} | ${String(at).padStart(4)} | ${by}`,
      ),
    ];
    process.stdout.write(`\n${lines.join('\n')}\n`);
    note({ part: 'mutants', mutants: mutants.length, mutantsCaught: table.length, lines });
    if (!IS_RECORDED) return;
    const found: Recorded = Object.fromEntries(
      table.map(({ mutant, at, shorter }) => [nameOf(mutant), shorter ?? at]),
    );
    writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
  });

  describe('each rule switched off is found out', () => {
    it('there is a mutant of every rule', () => {
      expect([...new Set(mutants.map(({ rule }) => rule))].sort((a, b) => a - b)).toEqual(
        Array.from({ length: last - first + 1 }, (_, index) => first + index),
      );
    });

    if (!isSearched)
      it('of each it is recorded what catches it', () => {
        expect(new Set(Object.keys(recorded)), HOW_TO_RECORD).toEqual(new Set(mutants.map(nameOf)));
      });

    it.each(mutants.map((mutant) => [nameOf(mutant), mutant] as const))('%s', async (name, mutant) => {
      turnOn([mutant, ...(mutant.isMadeGoodBySearch === true ? [WITHOUT_SEARCHES] : [])]);
      onTestFinished(() => turnOn([]));
      const known = recorded[name];
      const caught = await (mutant.trial === 'deaths'
        ? catchByDeaths(mutant, known)
        : catchByHistories(mutant, mutant.trial === 'misdated' ? 'misdatedHistory' : 'history', known));
      const survived = isSearched
        ? 'the mutant survived'
        : `the mutant survived number ${known}: ${HOW_TO_RECORD}`;
      expect(caught, survived).not.toBeNull();
      if (caught === null) return;
      expect(mutant.breaks, caught.detail).toContain(caught.by);
      table.push(caught);
    });
  });
}
