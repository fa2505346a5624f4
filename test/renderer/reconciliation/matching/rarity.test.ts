import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rarityOf } from '#renderer/reconciliation/matching/model/rarity.ts';

describe('how likely an amount is', () => {
  const some = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 4, maxLength: 25 });

  test('is how often amounts and pairs of them are equal, counted one by one', () => {
    fc.assert(
      fc.property(some, fc.integer({ min: 2, max: 9 }), fc.nat({ max: 3 }), (plain, orders, first) => {
        const amounts = plain.map(BigInt);
        const rarity = rarityOf(amounts);
        const target = amounts[first] ?? 0n;
        let [pairs, equal, others, sums] = [0, 0, 0, 0];
        for (const [at, amount] of plain.entries()) {
          if (at !== first && amount === plain[first]) others += 1;
          for (const [to, other] of plain.entries()) {
            if (to <= at) continue;
            pairs += 1;
            if (amount === other) equal += 1;
            if (at > 1 && to > 1 && BigInt(amount + other) === target) sums += 1;
          }
        }
        expect(rarity.ofAnyTwo()).toBeCloseTo(equal / pairs, 10);
        const { most, seen } = rarity.ofOne(target, orders);
        expect(seen).toBeCloseTo(orders * Math.max(equal / pairs, others / (plain.length - 1)), 10);
        expect(most).toBeCloseTo(orders * Math.max((equal + 1) / pairs, others / (plain.length - 1)), 10);
        // Of those that were found, the first two, none counts.
        const left = plain.length - 2;
        const ways = (orders * (orders - 1)) / 2;
        const expected = left < 2 ? 1 : (ways * sums) / ((left * (left - 1)) / 2);
        expect(rarity.ofSome(target, orders, [0, 1])).toBeCloseTo(expected, 10);
      }),
      { numRuns: 300 },
    );
  });

  test('is certain where there is nothing to compare with', () => {
    expect([[], [5n]].map((known) => rarityOf(known).ofAnyTwo())).toEqual([0, 0]);
    expect(rarityOf([]).ofOne(5n, 1)).toEqual({ most: 1, seen: 1 });
    expect(rarityOf([5n]).ofOne(5n, 2).most).toBe(2);
  });
});

test('of more than twenty thousand is of every so-manieth, and none that come to nothing count', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => BigInt(1 + ((at * 7_919) % 9_973)));
  for (const [count, apart] of [
    [20_000, 1],
    [20_001, 2],
    [40_001, 3],
  ] as const) {
    const amounts = many(count);
    const some = amounts.filter((_, at) => at % apart === 0);
    const told = (of: readonly bigint[]) => {
      const rarity = rarityOf(of);
      return [rarity.ofAnyTwo(), ...[1n, 50n, 9_973n].map((amount) => rarity.ofOne(amount, 10))];
    };
    expect(told(amounts)).toEqual(told(some));
    expect(told([0n, ...amounts, 0n])).toEqual(told(amounts));
  }
});
