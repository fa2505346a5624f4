import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findSubsets, MAX_CANDIDATES } from '#renderer/reconciliation/matching/model/subset-sums.ts';

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** All subsets one by one, by counting in binary. */
function bruteForce(candidates: readonly number[], target: number, tolerance: number): Set<string> {
  const hits = new Set<string>();
  for (let mask = 1n; mask < 1n << BigInt(candidates.length); mask += 1n) {
    const members = [...candidates.keys()].filter((place) => ((mask >> BigInt(place)) & 1n) === 1n);
    if (members.some((place) => candidates[place] === 0)) continue;
    const missed = Math.abs(target - sum(members.map((place) => candidates[place] ?? 0)));
    if (missed <= tolerance) hits.add(members.join());
  }
  return hits;
}

function searched(candidates: readonly number[], target: number, tolerance: number) {
  const search = findSubsets(candidates, target, tolerance);
  if (search.kind !== 'searched') throw new Error('It ought to be searched.');
  return search;
}

describe('subsets that add up to an amount', () => {
  test('are exactly those that a search one by one finds', () => {
    const amounts = fc.array(fc.integer({ min: -30, max: 60 }), { maxLength: 9 });
    fc.assert(
      fc.property(
        amounts,
        fc.integer({ min: -40, max: 150 }),
        fc.nat({ max: 2 }),
        (candidates, target, tolerance) => {
          const { solutions, found } = searched(candidates, target, tolerance);
          const all = bruteForce(candidates, target, tolerance);
          expect(found).toBe(all.size);
          expect(solutions).toHaveLength(Math.min(10, all.size));
          for (const { members, remains } of solutions) {
            expect(all).toContain(members.join());
            expect(remains).toBe(target - sum(members.map((place) => candidates[place] ?? 0)));
          }
          const missed = solutions.map(({ remains }) => Math.abs(remains));
          expect(missed).toEqual(missed.toSorted((a, b) => a - b));
        },
      ),
      { numRuns: 400 },
    );
  });

  test('of forty amounts are found where they were planted, and said to be likely by chance or not', () => {
    const planted = fc.uniqueArray(fc.nat({ max: MAX_CANDIDATES - 1 }), { minLength: 2, maxLength: 6 });
    // 2^40 subsets over sums of about 10^16: one hit in 10^4 searches would be chance.
    // Amounts of all sizes: small ones alone would add up to anything.
    const amounts = fc.noBias(
      fc.array(fc.integer({ min: 1, max: 10 ** 14 }), { minLength: 40, maxLength: 40 }),
    );
    fc.assert(
      fc.property(amounts, planted, (candidates, places) => {
        const target = sum(places.map((place) => candidates[place] ?? 0));
        const { solutions, found, byChance } = searched(candidates, target, 0);
        expect(found).toBe(1);
        expect(solutions[0]).toEqual({ members: places.toSorted((a, b) => a - b), remains: 0 });
        expect(byChance).toBeLessThan(0.01);
      }),
      { numRuns: 3 },
    );
  });

  test('are ambiguous where others add up to the same', () => {
    const { found, byChance } = searched(
      Array.from({ length: 30 }, (_, index) => 100 + index),
      1_000,
      0,
    );
    expect(found).toBeGreaterThan(1);
    expect(byChance).toBeGreaterThan(1);
  });

  test('are not searched among more than forty, nor beyond what is exact', () => {
    expect(
      findSubsets(
        Array.from({ length: 41 }, () => 1),
        5,
        0,
      ),
    ).toEqual({ kind: 'too-many' });
    expect(findSubsets([2 ** 53, 1], 1 - 2 ** 53, 0)).toEqual({ kind: 'too-many' });
    // Those that are larger than the target cannot be among them.
    expect(findSubsets([...Array.from({ length: 60 }, () => 900), 2, 3], 5, 0)).toMatchObject({ found: 1 });
  });

  test('of nothing there are none', () => {
    expect(searched([], 0, 0)).toMatchObject({ solutions: [], found: 0 });
    expect(searched([0, 0], 0, 0)).toMatchObject({ solutions: [], found: 0 });
  });
});
