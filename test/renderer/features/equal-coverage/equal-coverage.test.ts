import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coverageGapOf, coverageSpreadOf } from '#renderer/features/equal-coverage/equal-coverage.ts';
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

test('of several sets the least and the most covered are named, by one point and more between them', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(amounts, amounts), { minLength: 1, maxLength: 6 }), (pairs) => {
      const spread = coverageSpreadOf(pairs.map(([sales, covered]) => set(sales, covered)));
      const known = pairs.flatMap(([sales, covered], at) => (sales > 0n ? [{ sales, covered, at }] : []));
      const gaps = known.flatMap((a) =>
        known.map(
          (b) =>
            100n * (b.covered * a.sales - a.covered * b.sales) * 10n ** 6n -
            a.sales * b.sales * (10n ** 6n + 2n),
        ),
      );
      // Further apart than one point, with what rounding to six places may add.
      if (gaps.some((gap) => gap > 0n)) expect(spread).not.toBeNull();
      if (spread === null) return;
      const [least, most] = [pairs[spread.least], pairs[spread.most]];
      for (const { sales, covered } of known) {
        const tolerance = (other: bigint) => (sales * other) / 10n ** 7n + 1n;
        expect(covered * (least?.[0] ?? 0n) + tolerance(least?.[0] ?? 0n)).toBeGreaterThanOrEqual(
          (least?.[1] ?? 0n) * sales,
        );
        expect(covered * (most?.[0] ?? 0n) - tolerance(most?.[0] ?? 0n)).toBeLessThanOrEqual(
          (most?.[1] ?? 0n) * sales,
        );
      }
    }),
  );
  expect(coverageSpreadOf([set(1000n, 910n), null, set(1000n, 900n)])).toBeNull();
  expect(coverageSpreadOf([set(1000n, 900n), null, set(1000n, 950n), set(0n, 0n)])).toMatchObject({
    least: 0,
    most: 2,
    points: '-5.000000',
  });
});
