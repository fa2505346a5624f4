import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lowerBound, nearPartitionPoint, partitionPoint, upperBound } from '#shared/base/sorted-search.ts';

const OPTIONS = { seed: 13, numRuns: 300 };

it('bounds are as many as there are smaller values, or values not greater, in lists of any kind', () => {
  const value = fc.integer({ min: 0, max: 20 });
  fc.assert(
    fc.property(fc.array(value, { maxLength: 40 }), fc.integer({ min: -1, max: 21 }), (values, sought) => {
      const sorted = values.toSorted((a, b) => a - b);
      const below = values.filter((each) => each < sought).length;
      const upTo = values.filter((each) => each <= sought).length;
      for (const list of [sorted, Uint16Array.from(sorted), Float64Array.from(sorted)]) {
        expect(lowerBound(list, sought)).toBe(below);
        expect(upperBound(list, sought)).toBe(upTo);
      }
    }),
    OPTIONS,
  );
});

it('the point of a part is found, and nothing outside the part is looked at', () => {
  const parts = fc.tuple(fc.nat({ max: 50 }), fc.nat({ max: 50 }), fc.nat({ max: 120 }));
  fc.assert(
    fc.property(parts, ([from, length, point]) => {
      const to = from + length;
      const isBefore = (at: number): boolean => {
        expect(at).toBeGreaterThanOrEqual(from);
        expect(at).toBeLessThan(to);
        return at < point;
      };
      const expected = Math.max(from, Math.min(to, point));
      expect(partitionPoint(from, to, isBefore)).toBe(expected);
      expect(nearPartitionPoint(from, to, isBefore)).toBe(expected);
    }),
    OPTIONS,
  );
});
