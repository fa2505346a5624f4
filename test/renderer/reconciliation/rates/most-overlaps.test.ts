import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mostNear, mostOverlaps } from '#renderer/reconciliation/rates/worker/most-overlaps.ts';
import { randomCases } from '#test/random-cases.ts';

/** What is told without sorting is never less than there is, and far less than all where intervals lie apart. */

const overlaps = (from: Float64Array, to: Float64Array): number =>
  Math.max(0, ...from.map((at) => from.filter((low, each) => low <= at && at <= (to[each] ?? 0)).length));

const value = fc.oneof(
  fc.double({ min: -0.3, max: 0.8, noNaN: true }),
  fc.double({ noNaN: true }),
  fc.integer({ min: -40, max: 40 }).map((step) => step / 160),
);
const interval = fc.tuple(value, fc.oneof(fc.constant(0), fc.double({ min: -0.01, max: 0.1, noNaN: true })));

describe('the most intervals over each other', () => {
  test('are never more than told', () => {
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 30 }), (all) => {
        const from = Float64Array.from(all, ([low]) => low);
        const to = Float64Array.from(all, ([low, width]) => low + width);
        expect(mostOverlaps(from, to, all.length)).toBeGreaterThanOrEqual(overlaps(from, to));
      }),
      { numRuns: randomCases(300) },
    );
  });

  test('are told exactly where the bins part them', () => {
    const from = Float64Array.from({ length: 20 }, (_, at) => (at % 10) / 20);
    const to = from.map((low, at) => low + (at === 3 ? 0.1 : 0.01));
    expect(mostOverlaps(from, to, 20)).toBe(3);
    // Those behind the count are not looked at, and far ones stand apart from near ones and on their own side.
    expect(mostOverlaps(from, to, 10)).toBe(2);
    const far = Float64Array.of(-1e9, -3, -0.2, 0.7, 2, 1e9);
    expect(mostOverlaps(far, far, 6)).toBe(1);
    expect(mostOverlaps(from, to, 0)).toBe(0);
  });

  test('are counted without those that end before they begin, and not at all with what is no number', () => {
    expect(mostOverlaps(Float64Array.of(0.5, 0.1), Float64Array.of(0.1, 0.2), 2)).toBe(1);
    expect(mostOverlaps(Float64Array.of(0.1, Number.NaN), Float64Array.of(0.2, 0.3), 2)).toBe(
      Number.POSITIVE_INFINITY,
    );
    expect(mostOverlaps(Float64Array.of(0.1), Float64Array.of(Number.NaN), 1)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('the most values near one place', () => {
  const within = (values: Float64Array, width: number): number => overlapsOf(values, width);
  const overlapsOf = (values: Float64Array, width: number): number =>
    overlaps(
      values.map((each) => each - width),
      values.map((each) => each + width),
    );
  const near = fc.oneof(fc.integer({ min: -2000, max: 2000 }), fc.integer({ max: 2 ** 46, min: -(2 ** 46) }));

  test('are never more than told', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(near, fc.integer({ min: 1, max: 9 })), { maxLength: 30 }),
        fc.constantFrom(1, 10, 100, 10 ** 6),
        (all, width) => {
          const values = Float64Array.from(all, ([units, parts]) => units / parts);
          expect(mostNear(values, width)).toBeGreaterThanOrEqual(within(values, width));
        },
      ),
      { numRuns: randomCases(300) },
    );
  });

  test('are told exactly where they lie apart, over the edge between two bins too', () => {
    const apart = Float64Array.from({ length: 20 }, (_, at) => at * 1000);
    expect(mostNear(apart, 100)).toBe(1);
    expect(mostNear(Float64Array.of(249, 251, 900, 2000), 100)).toBe(2);
    expect(mostNear(Float64Array.of(-1, 1), 100)).toBe(2);
    expect(mostNear(new Float64Array(0), 100)).toBe(0);
  });
});
