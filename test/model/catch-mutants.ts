import fc from 'fast-check';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { note } from '#test/soak/tally.ts';
import { MUTANTS, type Mutant, SEARCHES, withoutSearches } from './mutants.ts';

/** Switches rules of the sync off, one at a time, and lives histories until one breaks. */

/** Histories a mutant may survive before the model counts as too weak. */
const RUNS = Number(process.env.CUADRA_MUTANT_RUNS ?? 250);
const SEED = 20;

type Caught = {
  readonly mutant: Mutant;
  readonly runs: number;
  readonly by: string;
  readonly detail: string;
};
const named = (error: unknown) => (error as { readonly invariant?: string } | null)?.invariant;

/** Lives random histories with the mutant until one breaks. */
async function catchByHistories(mutant: Mutant, kind: 'history' | 'misdatedHistory'): Promise<Caught | null> {
  // A fresh graph of modules, in which the mutant stands.
  const { play } = await import('./play.ts');
  const { [kind]: history } = await import('./history.ts');
  const details = await fc.check(
    fc.asyncProperty(history.map(mutant.among ?? ((one) => one)), async (one) => void (await play(one))),
    {
      numRuns: RUNS,
      seed: SEED,
      endOnFailure: true,
    },
  );
  if (!details.failed) return null;
  const { errorInstance } = details;
  const detail = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return { mutant, runs: details.numRuns, by: named(errorInstance) ?? detail, detail };
}

/** Lives the one life with a death at one step after the other until it breaks. */
async function catchByDeaths(mutant: Mutant): Promise<Caught | null> {
  const { live } = await import('#test/crash-recovery/scenario.ts');
  for (let runs = 1; runs <= 60; runs += 1) {
    const lived = await live(
      runs % 2 === 0
        ? { victim: 'page', at: 'store', count: runs * 4, isDone: false }
        : { victim: 'main', at: 'request', count: (runs + 1) / 2, isDone: false },
    );
    const breach = lived.breaches.find((one) => mutant.breaks.some((invariant) => one.startsWith(invariant)));
    if (breach !== undefined) return { mutant, runs, by: breach.split(':')[0] ?? '', detail: breach };
  }
  return null;
}

/** The tests of the mutants of some rules: each is found out, by an invariant that it is meant to break. */
export function catchMutantsOf(first: number, last: number): void {
  const mutants = MUTANTS.filter(({ rule }) => rule >= first && rule <= last);
  const table: Caught[] = [];
  vi.setConfig({ testTimeout: 600_000 });
  afterEach(() => {
    vi.resetModules();
  });
  afterAll(() => {
    const rows = [...table].sort((a, b) => a.mutant.rule - b.mutant.rule);
    const lines = [
      'rule | mutant | caught after n runs | by which invariant',
      ...rows.map(
        ({ mutant, runs, by }) =>
          `${String(mutant.rule).padStart(4)} | ${mutant.what.padEnd(66)} | ${String(runs).padStart(4)} | ${by}`,
      ),
    ];
    process.stdout.write(`\n${lines.join('\n')}\n`);
    note({ part: 'mutants', mutants: mutants.length, mutantsCaught: table.length, lines });
  });

  describe('each rule switched off is found out', () => {
    it('there is a mutant of every rule', () => {
      expect([...new Set(mutants.map(({ rule }) => rule))].sort((a, b) => a - b)).toEqual(
        Array.from({ length: last - first + 1 }, (_, index) => first + index),
      );
    });

    it.each(mutants.map((mutant) => [`${mutant.rule}: ${mutant.what}`, mutant] as const))(
      '%s',
      async (_, mutant) => {
        vi.doMock(mutant.module, async (importOriginal) => {
          const original = await importOriginal<{ [name: string]: never }>();
          return { ...original, ...mutant.make(original) };
        });
        if (mutant.isMadeGoodBySearch === true) {
          vi.doMock(SEARCHES, async (importOriginal) => ({
            ...(await importOriginal<object>()),
            ...withoutSearches,
          }));
        }
        try {
          const caught = await (mutant.trial === 'deaths'
            ? catchByDeaths(mutant)
            : catchByHistories(mutant, mutant.trial === 'misdated' ? 'misdatedHistory' : 'history'));
          expect(caught, 'the mutant survived').not.toBeNull();
          if (caught === null) return;
          expect(mutant.breaks, caught.detail).toContain(caught.by);
          table.push(caught);
        } finally {
          vi.doUnmock(mutant.module);
          vi.doUnmock(SEARCHES);
        }
      },
    );
  });
}
