import { describe, expect, test } from 'vitest';
import { chanceOfSum } from '#renderer/reconciliation/matching/model/chance-of-sum.ts';
import type { Deposit, OpenPayout } from '#renderer/reconciliation/payouts/model/open-payout.ts';
import { payoutChance } from '#renderer/reconciliation/payouts/model/payout-chance.ts';

/** How often payouts and bank lines would fit by chance, by hand. */

const payout = (amount: bigint, isExpected = true): OpenPayout => ({
  ...{ amount, currency: null, window: { from: 1, to: 9 }, numbers: [], payer: 'ripley', isExpected },
});
const deposit = (amount: bigint, day = 5, words = 'ABONO'): Deposit => ({
  amount,
  day,
  currency: null,
  words,
});

const ROUND = [1n, 2n, 3n, 4n, 5n, 6n].map((each) => each * 100_000n);
const UNEVEN = [123_457n, 234_569n, 345_673n, 456_791n, 567_899n, 678_907n];
const chanceOf = (paid: readonly bigint[], came: readonly bigint[], isSought = (_day: number) => true) =>
  payoutChance(
    paid.map((each) => payout(each)),
    came.map((each) => deposit(each)),
    isSought,
  );

describe('an amount', () => {
  test('is as common as it is on the side where it is more so', () => {
    for (const [paid, came] of [
      [ROUND, UNEVEN],
      [UNEVEN, ROUND],
    ] as const) {
      const sides = [paid, came].map((side) => chanceOfSum(side));
      const amount = paid[2] ?? 0n;
      const alone = sides.map((side) => side.ofOne(amount));
      expect(alone[0]).not.toBe(alone[1]);
      const chance = chanceOf(paid, came);
      expect(chance.ofAmount(2)).toBe(Math.max(...alone));
      const target = came[5] ?? 0n;
      const some = sides.map((side) => side.ofSome(target, paid, paid.slice(0, 2)));
      expect(some[0]).not.toBe(some[1]);
      // Six lines could have been the sum, and each of six payouts is looked for as well.
      const ofPayouts = chance.ofPayouts(5, [...paid.keys()], [0, 1]);
      expect(ofPayouts).toBeCloseTo(Math.max(...some) * 12, 10);
    }
  });

  test('is looked for by the payouts that are expected alone', () => {
    const chance = (isExpected: boolean) =>
      payoutChance(
        UNEVEN.map((amount, at) => payout(amount, at < 4 || isExpected)),
        ROUND.map((amount) => deposit(amount)),
        () => true,
      );
    const places = [...UNEVEN.keys()];
    const sums = [true, false].map((isExpected) => [
      chance(isExpected).ofPayouts(5, places, [0, 1]),
      chance(isExpected).ofLines(5, places, [0, 1]),
    ]);
    for (const [at, all] of sums[0]?.entries() ?? []) {
      expect(all).toBeGreaterThan(0);
      // Six lines could have been the one, and of six payouts two are looked for by nobody.
      expect(sums[1]?.[at]).toBeCloseTo((all / 12) * 10, 10);
    }
  });

  test('is met more often the more lines could have been the one', () => {
    const days = UNEVEN.map((each, at) => deposit(each, at, at < 2 ? 'RIPLEY CHILE' : 'ABONO'));
    const one = (isSought: (day: number) => boolean, line: number) =>
      payoutChance([payout(UNEVEN[0] ?? 0n), payout(ROUND[0] ?? 0n)], days, isSought).ofOne(line, 0, 3);
    const each = one((day) => day === 5, 5);
    expect(each).toBeGreaterThan(0);
    expect(one(() => true, 5)).toBeCloseTo(each * 6, 12);
    expect(one((day) => day > 2, 5)).toBeCloseTo(each * 3, 12);
    // One that names who pays is held against its like alone.
    expect(one(() => true, 0)).toBeCloseTo(each * 2, 12);
    expect(one((day) => day !== 1, 0)).toBeCloseTo(each, 12);
  });
});
