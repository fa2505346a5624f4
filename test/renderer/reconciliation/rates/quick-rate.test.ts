import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quickRate } from '#renderer/data/engine/sort/order-keys.ts';
import { percentOf } from '#shared/domain/decimal.ts';

/** Quotients near a half too: those are where rounding goes wrong. */
const pair = fc.oneof(
  fc.tuple(fc.maxSafeInteger(), fc.maxSafeInteger()),
  fc.tuple(fc.integer(), fc.integer({ min: -100_000, max: 100_000 })),
  fc
    .tuple(
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: -2, max: 2 }),
    )
    .map(([rate, times, off]) => [(2 * rate + 1) * times + off, 20_000 * times] as const),
);

test('a quick rate is the exact one, or none', () => {
  let quick = 0;
  fc.assert(
    fc.property(pair, ([part, whole]) => {
      fc.pre(whole !== 0);
      const rate = quickRate(part, whole);
      if (rate === null) return;
      quick += 1;
      const exact = percentOf({ units: BigInt(part), scale: 2 }, { units: BigInt(whole), scale: 2 });
      expect(BigInt(rate)).toBe(exact?.units);
    }),
    { numRuns: 5000 },
  );
  expect(quick).toBeGreaterThan(1000);
});
