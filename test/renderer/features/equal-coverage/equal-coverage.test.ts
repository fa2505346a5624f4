import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coverageGapOf } from '#renderer/features/equal-coverage/equal-coverage.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

const amounts = fc.bigInt({ min: -1000n, max: 10n ** 9n });
const set = (sales: bigint, covered: bigint) => ({
  sums: { Ventas: String(sales) as Decimal },
  ventasWithProductCost: String(covered) as Decimal,
});

test('costs are loaded unlike from more than one point of Ventas on, and never where there are no sales', () => {
  fc.assert(
    fc.property(amounts, amounts, amounts, amounts, (sales, covered, salesBefore, coveredBefore) => {
      const gap = coverageGapOf(set(sales, covered), set(salesBefore, coveredBefore));
      if (sales <= 0n || salesBefore <= 0n) {
        expect(gap).toBeNull();
        return;
      }
      // 100 × |c/s − C/S| over one denominator; rounding to six places is left a margin on either side.
      const top = 100n * (covered * salesBefore - coveredBefore * sales);
      const size = (top < 0n ? -top : top) * 10n ** 6n;
      const point = sales * salesBefore * 10n ** 6n;
      const margin = 2n * sales * salesBefore;
      if (size > point + margin) expect(gap).not.toBeNull();
      if (size < point - margin) expect(gap).toBeNull();
      if (gap !== null) expect(gap.points.startsWith('-')).toBe(top < 0n);
    }),
  );
});

test('exactly one point is still alike', () => {
  expect(coverageGapOf(set(1000n, 910n), set(1000n, 900n))).toBeNull();
  expect(coverageGapOf(set(100_000n, 91_001n), set(1000n, 900n))).toEqual({
    own: '91.001000',
    other: '90.000000',
    points: '1.001000',
  });
});
