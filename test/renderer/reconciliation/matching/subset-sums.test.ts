import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findExactSubset,
  findSubsets,
  MAX_CANDIDATES,
  stepOf,
} from '#renderer/reconciliation/matching/model/subset-sums.ts';

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

describe('the step of some amounts', () => {
  test('is the greatest that all of them are multiples of, whatever their signs', () => {
    expect(stepOf([600n, 450n])).toBe(150n);
    expect(stepOf([-600n, 0n, 450n])).toBe(150n);
    expect(stepOf([0n, -1_200n])).toBe(1_200n);
    expect(stepOf([-7n, -9n, 600n])).toBe(1n);
    const factor = fc.bigInt({ min: -50n, max: 50n });
    fc.assert(
      fc.property(
        fc.array(factor, { minLength: 1, maxLength: 5 }),
        fc.bigInt({ min: 1n, max: 90n }),
        (all, by) => {
          const step = stepOf(all.map((each) => each * by));
          const inSteps = all.map((each) => (each * by) / step);
          expect(step).toBeGreaterThan(0n);
          if (all.some((each) => each !== 0n)) expect(step % by).toBe(0n);
          expect(inSteps.map((each) => each * step)).toEqual(all.map((each) => each * by));
          for (const divisor of [2n, 3n, 5n, 7n, 11n, 13n])
            if (inSteps.some((each) => each !== 0n))
              expect(inSteps.some((each) => each % divisor !== 0n)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('is one where there is nothing to share', () => {
    expect([stepOf([]), stepOf([0n, 0n])]).toEqual([1n, 1n]);
  });
});

describe('amounts that come to another, to the last digit', () => {
  test('are found with the ways there are, and are told by chance in their common steps', () => {
    // Of 13 steps of 150 in all, eight subsets.
    expect(findExactSubset([600n, 450n, 900n], 1_050n)).toEqual({
      ...{ members: [0, 1], ways: [[0, 1]], found: 1 },
      byChance: 8 / 14,
    });
    expect(findExactSubset([-600n, -450n, -900n], -1_050n)).toEqual(
      findExactSubset([600n, 450n, 900n], 1_050n),
    );
    expect(findExactSubset([500n, 300n, 200n, 400n], 500n)).toMatchObject({
      ...{ members: [0], ways: [[0], [1, 2]], found: 2 },
    });
  });

  test('of whole pesos are found however many digits they have', () => {
    const pesos = [-2_000_000_000_000_000n, 2_000_000_000_000_001n, 1_000_000_000_000_001n];
    const cents = pesos.map((each) => each * 100n);
    expect(findExactSubset(cents, 300_000_000_000_000_200n)?.members).toEqual([1, 2]);
    expect(findExactSubset([...cents, 1n], 300_000_000_000_000_200n)).toBeNull();
  });

  test('are none where no step meets the target, where there are not two or too many, or nothing is wanted', () => {
    expect(findExactSubset([600n, 450n], 1_051n)).toBeNull();
    expect(findExactSubset([600n, 450n], 900n)).toBeNull();
    expect(findExactSubset([600n], 600n)).toBeNull();
    expect(findExactSubset([600n, -600n], 0n)).toBeNull();
    const some = (count: number) => Array.from({ length: count }, (_, at) => (at < 2 ? 5n : 900n));
    expect(findExactSubset(some(MAX_CANDIDATES), 10n)?.members).toEqual([0, 1]);
    expect(findExactSubset(some(MAX_CANDIDATES + 1), 10n)).toBeNull();
  });
});
