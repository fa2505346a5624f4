import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Claim, createRivals, isOneOrTwo } from '#renderer/reconciliation/matching/model/rivals.ts';

const claim = (of: number, chance: number, ...ways: readonly (readonly number[])[]): Claim => ({
  of,
  ways,
  chance: () => chance,
});

describe('claims to the members of a sum', () => {
  test('stand alone where no other holds one of them', () => {
    const [one, other] = [claim(0, 1e-9, [1, 2]), claim(1, 1e-9, [3, 4])];
    expect([one, other].map(createRivals([one, other]))).toEqual([true, true]);
  });

  test('doubt each other over any one member, in any of the ways', () => {
    const [one, other] = [claim(0, 1e-9, [1, 2]), claim(1, 1e-8, [3, 4], [2, 5])];
    expect([one, other].map(createRivals([one, other]))).toEqual([false, false]);
  });

  test('give way to one that chance explains a hundred times less, and to none nearer', () => {
    const against = (chance: number) => {
      const [one, other] = [claim(0, 1, [1, 2]), claim(1, chance, [2, 3])];
      return [one, other].map(createRivals([one, other]));
    };
    expect(against(0.01)).toEqual([false, true]);
    expect(against(0.010_001)).toEqual([false, false]);
  });

  test('of one place are no rivals', () => {
    const one = claim(0, 1e-4, [1, 2], [2, 3]);
    expect(createRivals([one])(one)).toBe(true);
  });
});

describe('one or two amounts', () => {
  const amount = fc.bigInt({ min: -40n, max: 40n });
  test('come to another just where one does, or two of different places', () => {
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 12 }), amount, (amounts, target) => {
        const places = [...amounts.keys()];
        const two = places.some((one) =>
          places.some((other) => one !== other && (amounts[one] ?? 0n) + (amounts[other] ?? 0n) === target),
        );
        expect(isOneOrTwo(target, amounts)).toBe(two || amounts.includes(target));
      }),
      { numRuns: 500 },
    );
  });

  test('are not paired where they are too many: some two come to anything', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => BigInt(at + 1));
    expect(isOneOrTwo(199n, many(100))).toBe(true);
    expect(isOneOrTwo(199n, many(101))).toBe(false);
    expect(isOneOrTwo(101n, many(101))).toBe(true);
  });
});
