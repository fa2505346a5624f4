import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createUnitSum, createUnitSums } from '#renderer/data/engine/scan/unit-sums.ts';

const SLOTS = 4;
const units = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer({ min: -1000, max: 1000 }),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
);
const added = fc.array(fc.tuple(fc.nat(SLOTS - 1), fc.oneof(units, fc.bigInt())), { maxLength: 60 });

describe('sums by slot', () => {
  it('are whole numbers to the last digit, however large and in whatever order', () => {
    fc.assert(
      fc.property(added, (all) => {
        const sums = createUnitSums(SLOTS, false);
        const expected = Array.from({ length: SLOTS }, () => 0n);
        for (const [slot, value] of all) {
          if (typeof value === 'bigint') sums.addBig(slot, value);
          else sums.add(slot, value);
          expected[slot] = (expected[slot] ?? 0n) + BigInt(value);
        }
        expect(expected.map((_, slot) => sums.of(slot))).toEqual(expected);
      }),
    );
  });

  it('need no looking at where no partial sum can be too large', () => {
    const small = fc.array(fc.tuple(fc.nat(SLOTS - 1), fc.integer({ min: -1e9, max: 1e9 })));
    fc.assert(
      fc.property(small, (all) => {
        const [safe, looked] = [createUnitSums(SLOTS, true), createUnitSums(SLOTS, false)];
        for (const [slot, value] of all) {
          safe.add(slot, value);
          looked.add(slot, value);
        }
        for (let slot = 0; slot < SLOTS; slot += 1) expect(safe.of(slot)).toBe(looked.of(slot));
      }),
    );
  });

  it('of one slot are the same', () => {
    fc.assert(
      fc.property(fc.array(units), (all) => {
        const sum = createUnitSum();
        for (const value of all) sum.add(value);
        expect(sum.of()).toBe(all.reduce((total, value) => total + BigInt(value), 0n));
      }),
    );
  });

  it('that go on from others begin anew in the slots left out, and leave those others as they are', () => {
    const before = createUnitSums(3, false);
    for (const slot of [0, 1, 2]) {
      before.add(slot, 5);
      before.addBig(slot, 10n ** 20n);
    }
    const after = before.goOn(4, false, [1]);
    after.add(1, 7);
    after.addBig(2, 1n);
    after.add(3, 9);
    const large = 10n ** 20n + 5n;
    expect([0, 1, 2, 3].map(after.of)).toEqual([large, 7n, large + 1n, 9n]);
    expect([0, 1, 2].map(before.of)).toEqual([large, large, large]);
    expect([0, 1, 2, 3].map(after.goOn(4, false, [0, 3]).isNothing)).toEqual([true, false, false, true]);
  });
});
