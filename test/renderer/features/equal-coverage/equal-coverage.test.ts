import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GroupsQuery } from '#renderer/data/model/groups.ts';
import {
  coverageGapOf,
  coverageSpreadOf,
  readEqualGroups,
  readEqualSums,
} from '#renderer/features/equal-coverage/equal-coverage.ts';
import { JUST_ABOVE_ZERO, JUST_BELOW_ZERO } from '#renderer/features/filters/number-filter.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type NumberFilter } from '#shared/domain/selection.ts';

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
  // Of several that are as little, or as much, covered the first one.
  const low = set(1000n, 900n);
  expect(coverageSpreadOf([null, low, set(1000n, 990n), set(1000n, 990n), low])).toMatchObject({
    least: 1,
    most: 2,
  });
});

describe('the rows whose cost is loaded', () => {
  type Asked = GroupsQuery & { readonly slot: string };
  /** What is above zero sells; what is below it is taken back. */
  function callOf() {
    const asked: Asked[] = [];
    const totals = (sales: string, rows: number) => ({
      ...{ rows, orders: rows, unreadable: {}, rowsWithoutProductCost: 0 },
      ...{ sums: { Ventas: sales, 'Rentabilidad Total': '1' }, ventasWithProductCost: sales },
    });
    const readGroups = async (query: Asked) => {
      asked.push(query);
      const isAbove = query.slot.endsWith('above');
      return {
        revision: 4,
        groups: isAbove
          ? [
              { value: '2026-09', caption: null, totals: totals('100', 3) },
              { value: '2026-10', caption: null, totals: totals('50', 2) },
            ]
          : [
              { value: '2026-10', caption: null, totals: totals('-20', 1) },
              { value: '2026-11', caption: null, totals: totals('-5', 1) },
            ],
        total: totals(isAbove ? '150' : '-25', 5),
        compared: { period: null, total: totals(isAbove ? '70' : '-7', 5) },
      };
    };
    return { asked, call: { readGroups } as never };
  }
  const own: NumberFilter = { column: 'Ventas', from: '1' as Decimal, to: null };
  const selection = { ...EVERYTHING, numberFilters: [own] };
  const costOf = ({ selection: of }: Asked) => of.numberFilters;
  const BOTH = [
    [own, { column: 'Costo de Producto', from: JUST_ABOVE_ZERO, to: null }],
    [own, { column: 'Costo de Producto', from: null, to: JUST_BELOW_ZERO }],
  ];

  test('are summed above zero and below it, in both periods', async () => {
    const { asked, call } = callOf();
    expect(await readEqualSums(call, { selection, against: 'previous-year' }, 'slot')).toEqual({
      revision: 4,
      own: { Ventas: '125', 'Rentabilidad Total': '2' },
      other: { Ventas: '63', 'Rentabilidad Total': '2' },
    });
    expect(asked.map(costOf)).toEqual(BOTH);
    expect(asked.map(({ slot, compareWith }) => [slot, compareWith])).toEqual([
      ['slot-previous-year-above', 'previous-year'],
      ['slot-previous-year-below', 'previous-year'],
    ]);
  });

  test('are grouped as they were, each group once, those that were only taken back last', async () => {
    const { asked, call } = callOf();
    const { revision, groups } = await readEqualGroups(
      call,
      { selection, dimension: 'month', columns: ['Ventas'] },
      'slot',
    );
    expect(revision).toBe(4);
    expect(
      groups.map(({ value, totals: { rows, orders, sums, ventasWithProductCost } }) => [
        ...[value, rows, orders, sums.Ventas, sums['Rentabilidad Total'], ventasWithProductCost],
      ]),
    ).toEqual([
      ['2026-09', 3, 3, '100', '1', '100'],
      ['2026-10', 3, 3, '30', '2', '30'],
      ['2026-11', 1, 1, '-5', '1', '-5'],
    ]);
    expect(asked.map(costOf)).toEqual(BOTH);
    expect(asked.map(({ dimension, columns }) => [dimension, columns])).toEqual([
      ['month', ['Ventas']],
      ['month', ['Ventas']],
    ]);
  });
});
