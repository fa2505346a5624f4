import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { monthPoints } from '#renderer/features/trend/month-points.ts';
import {
  firstPart,
  isAlone,
  monthAt,
  monthPx,
  PLOT_PX,
  SCALES_PX,
  STRIP_PX,
  stripsOf,
  xOf,
} from '#renderer/features/trend/trend-geometry.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { SCOPES } from '#shared/domain/profitability.ts';

function pointsOf(profits: readonly number[], lastPurchase: string | null = null) {
  const groups = profits.map((profit, index) => ({
    value: `2026-${String(index + 1).padStart(2, '0')}`,
    caption: null,
    totals: {
      rows: 1,
      orders: 1,
      sums: { Ventas: '1000' as Decimal, 'Rentabilidad Total': String(profit) as Decimal },
      unreadable: {},
      ventasWithProductCost: '0' as Decimal,
      rowsWithoutProductCost: 0,
    },
  }));
  return monthPoints(groups, lastPurchase);
}

describe('the plot of the trend', () => {
  test('every mark lies in its own strip, higher values higher, on a scale that holds 0', () => {
    const profits = fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(profits, (values) => {
        const strips = stripsOf(pointsOf(values), 'sum');
        const at = strips.findIndex(({ scope }) => scope === 'total');
        const strip = strips[at];
        expect(strips.map(({ scope }) => scope)).toEqual(SCOPES);
        const ys = strip?.ys ?? [];
        for (const y of [...ys, ...(strip?.ticks.map((tick) => tick.y) ?? [])]) {
          expect(y).toBeGreaterThanOrEqual(at * STRIP_PX);
          expect(y).toBeLessThan((at + 1) * STRIP_PX);
        }
        for (const [left, right] of values.flatMap((_, i) => values.map((__, j) => [i, j] as const))) {
          if ((values[left] ?? 0) < (values[right] ?? 0)) {
            expect(ys[left] ?? 0).toBeGreaterThanOrEqual(ys[right] ?? 0);
          }
        }
        expect(strip?.ticks.some(({ value }) => value === 0)).toBe(true);
      }),
    );
  });

  test('a column that no month carries has no marks', () => {
    const [marketplace] = stripsOf(pointsOf([1, 2]), 'sum');
    expect(marketplace?.ys).toEqual([null, null]);
  });

  test('every place of a month leads to it, and no other place to any', () => {
    const input = fc.record({
      width: fc.integer({ min: 120, max: 3000 }),
      months: fc.integer({ min: 1, max: 60 }),
    });
    fc.assert(
      fc.property(input, ({ width, months }) => {
        const each = monthPx(width, months);
        for (let index = 0; index < months; index += 1) {
          expect(monthAt(xOf(index, each), each, months)).toBe(index);
        }
        expect(monthAt(SCALES_PX - 1, each, months)).toBeNull();
        expect(monthAt(xOf(months, each), each, months)).toBeNull();
      }),
    );
  });

  test('one month alone does not fill the plot, and many fit in it', () => {
    expect(monthPx(1400, 1)).toBeLessThan(100);
    expect(xOf(12, monthPx(480, 13))).toBeLessThan(480);
    expect(PLOT_PX).toBeGreaterThan(SCOPES.length * STRIP_PX);
  });

  test('months that are not over come last', () => {
    expect(firstPart(pointsOf([1, 2, 3], '2026-03-12T00:00:00.000'))).toBe(2);
    expect(firstPart(pointsOf([1, 2, 3], '2026-02-12T00:00:00.000'))).toBe(1);
    expect(firstPart(pointsOf([1, 2, 3], '2026-03-31T23:00:00.000'))).toBe(3);
  });

  test('a month between gaps has a mark of its own', () => {
    expect([0, 1, 2, 3].map((index) => isAlone([null, 4, null, 5], index))).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect(isAlone([4, 5], 0)).toBe(false);
  });
});
