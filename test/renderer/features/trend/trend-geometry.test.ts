import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LABEL_GAP_PX, monthLabels } from '#renderer/features/trend/month-labels.ts';
import { bandOf, changesOf, monthPoints, rateAxisOf } from '#renderer/features/trend/month-points.ts';
import type { BesideMonths, RunningMonth } from '#renderer/features/trend/running-month.ts';
import {
  bandPath,
  CHANGES_PX,
  changeStripOf,
  ENDS_PX,
  endsOf,
  firstPart,
  hasShading,
  isAlone,
  monthAt,
  monthPx,
  plotPx,
  SCALES_PX,
  STRIP_PX,
  stripsOf,
  targetPath,
  xOf,
} from '#renderer/features/trend/trend-geometry.ts';
import { monthNames } from '#renderer/i18n/time-formats.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { SCOPES, type Sums } from '#shared/domain/profitability.ts';
import { randomCases } from '#test/random-cases.ts';

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
    expect(plotPx('sum')).toBeGreaterThan(SCOPES.length * STRIP_PX);
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

/** Ventas of 1000 a month, so that a profit of 1 is a tenth of a percent. */
const tenths = fc.array(fc.integer({ min: -400, max: 900 }), { minLength: 1, maxLength: 12 });

describe('an axis of rates', () => {
  test('holds what it is of between ends that are written, is never flat, and need not hold 0', () => {
    const rates = fc.array(fc.integer({ min: -5000, max: 5000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(rates, (thousandths) => {
        const values = thousandths.map((value) => value / 10);
        const { min, max, ticks } = rateAxisOf(values);
        expect(min).toBeLessThanOrEqual(Math.min(...values));
        expect(max).toBeGreaterThanOrEqual(Math.max(...values));
        expect(max - min).toBeGreaterThanOrEqual(1);
        // Moves take most of it: an axis that held 0 would flatten them.
        const span = Math.max(...values) - Math.min(...values);
        expect(max - min).toBeLessThanOrEqual(Math.max(2, 2.6 * span));
        expect([ticks[0], ticks.at(-1)]).toEqual([min, max]);
        // Its figures have one decimal, and say where the ends are.
        for (const tick of ticks) expect(Math.abs(tick * 10 - Math.round(tick * 10))).toBeLessThan(1e-9);
        if (min < 0 && max > 0) expect(ticks).toContain(0);
      }),
    );
    expect(rateAxisOf([68.4, 69.1])).toEqual({ min: 68, max: 69.5, ticks: [68, 69.5] });
  });

  test('names both ends of every strip of rates, and of amounts 0', () => {
    fc.assert(
      fc.property(tenths, (values) => {
        const points = pointsOf(values);
        const [, , rate] = stripsOf(points, 'rate');
        const [, , sum] = stripsOf(points, 'sum');
        expect(rate?.ticks.at(0)?.isNamed).toBe(true);
        expect(rate?.ticks.at(-1)?.isNamed).toBe(true);
        expect(sum?.ticks.find(({ value }) => value === 0)?.isNamed).toBe(true);
        for (const { ticks } of [rate, sum].filter((strip) => strip !== undefined)) {
          const ys = ticks.filter(({ isNamed }) => isNamed).map(({ y }) => y);
          for (const [at, y] of ys.entries()) {
            for (const other of ys.slice(at + 1)) expect(Math.abs(y - other)).toBeGreaterThanOrEqual(11);
          }
        }
      }),
    );
  });
});

describe('the strip of changes', () => {
  test('has a bar for each change, up for a gain, from 0, inside its strip and its month', () => {
    fc.assert(
      fc.property(tenths, fc.integer({ min: 3, max: 72 }), (values, each) => {
        const { bars, ticks } = changeStripOf(pointsOf(values), each);
        const zero = ticks.find(({ value }) => value === 0)?.y ?? Number.NaN;
        const moved = values.flatMap((value, at) =>
          at > 0 && value !== values[at - 1] ? [{ month: at, isUp: value > (values[at - 1] ?? 0) }] : [],
        );
        expect(bars.map(({ month }) => month)).toEqual(moved.map(({ month }) => month));
        for (const [at, bar] of bars.entries()) {
          expect(moved[at]?.isUp === true ? bar.y + bar.height : bar.y).toBe(zero);
          expect(bar.y).toBeGreaterThanOrEqual(SCOPES.length * STRIP_PX);
          expect(bar.y + bar.height).toBeLessThan(SCOPES.length * STRIP_PX + CHANGES_PX);
          expect(monthAt(bar.x, each, values.length)).toBe(bar.month);
          expect(monthAt(bar.x + bar.width, each, values.length)).toBe(bar.month);
        }
      }),
    );
  });

  test('is the exact difference of two rates in points, and nothing without a month before', () => {
    expect(changesOf(pointsOf([500, 493, 493]), 'total')).toEqual([null, '-0.700000', '0.000000']);
    expect(changesOf(pointsOf([500, 493]), 'comercial')).toEqual([null, null]);
  });
});

describe('beside the months', () => {
  const running = (low: number, likely: number, high: number, month = '2026-03'): RunningMonth => {
    const [least, middle, most] = [low, likely, high].map((value) => String(value) as Decimal);
    const estimate = { low: least ?? '0', likely: middle ?? '0', high: most ?? '0' } as const;
    return {
      month: month as Month,
      day: 12,
      estimates: {
        marketplace: null,
        comercial: null,
        total: estimate as RunningMonth['estimates']['total'],
      },
      sameDaysYearBefore: null,
    };
  };
  const beside = (
    of: RunningMonth | null,
    targets: { readonly [month: string]: number } = {},
  ): BesideMonths => ({
    running: of,
    targetOf: (scope, month) =>
      scope === 'total' && targets[month] !== undefined ? (String(targets[month]) as Decimal) : null,
  });
  const LAST = '2026-03-12T00:00:00.000';
  const totalOf = (values: readonly number[], of: BesideMonths, measure: 'sum' | 'rate' = 'sum') => {
    const strip = stripsOf(pointsOf(values, LAST), measure, of)[2];
    if (strip === undefined) throw new Error('There is no strip of Total.');
    return strip;
  };

  test('the end of the month that goes on stands on the scale of its strip, and of rates none is told', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 3, maxLength: 3 }), (ends) => {
        const [low = 0, likely = 0, high = 0] = ends.toSorted((a, b) => a - b);
        const { ahead, ys, values } = totalOf([100, 200, 150], beside(running(low, likely, high)));
        expect([ahead?.month, ahead?.low.value, ahead?.likely.value, ahead?.high.value]).toEqual([
          2,
          low,
          likely,
          high,
        ]);
        for (const mark of [ahead?.low, ahead?.likely, ahead?.high]) {
          expect(mark?.y).toBeGreaterThanOrEqual(2 * STRIP_PX);
          expect(mark?.y).toBeLessThan(3 * STRIP_PX);
          // One scale: what is greater stands higher.
          if ((mark?.value ?? 0) > (values[2] ?? 0)) expect(mark?.y).toBeLessThanOrEqual(ys[2] ?? 0);
        }
        expect(totalOf([100, 200, 150], beside(running(low, likely, high)), 'rate').ahead).toBeNull();
      }),
    );
    // Of another month than the last one drawn nothing is told.
    expect(totalOf([100, 200, 150], beside(running(1, 2, 3, '2026-04'))).ahead).toBeNull();
  });

  test('a target is a step of its months, on the same scale, none where nothing was said, and ends before its figure', () => {
    const { targets, ys } = totalOf([100, 200, 150], beside(null, { '2026-01': 100, '2026-03': 400 }));
    expect(targets.map((target) => target?.value ?? null)).toEqual([100, null, 400]);
    expect(targets[0]?.y).toBe(ys[0]);
    expect(targets[2]?.y).toBeLessThan(ys[1] ?? 0);
    const [first, last] = [xOf(0, 20), xOf(2, 20)];
    expect(targetPath(targets, 20)).toBe(
      `M${first - 10},${targets[0]?.y}L${first + 10},${targets[0]?.y}` +
        `M${last - 10},${targets[2]?.y}L${last},${targets[2]?.y}`,
    );
    expect(targetPath(totalOf([1], beside(null)).targets, 20)).toBe('');
  });

  test('what is said beside the last month never covers itself, nor leaves its strip', () => {
    const amount = fc.integer({ min: -1e6, max: 1e6 });
    fc.assert(
      fc.property(
        fc.array(amount, { minLength: 7, maxLength: 7 }),
        // As they are, and of text so much larger.
        fc.constantFrom(1, 1.3),
        ([a = 0, b = 0, c = 0, target = 0, ...ends], size) => {
          const [low = 0, likely = 0, high = 0] = ends.toSorted((one, other) => one - other);
          const strip = totalOf([a, b, c], beside(running(low, likely, high), { '2026-03': target }));
          const said = endsOf(strip, 2, 2, size * ENDS_PX);
          expect(said.map(({ of }) => of).toSorted()).toEqual(['ahead', 'so-far', 'target']);
          for (const [at, { y }] of said.entries()) {
            expect(y).toBeGreaterThanOrEqual(2 * STRIP_PX);
            expect(y).toBeLessThanOrEqual(3 * STRIP_PX);
            const next = said[at + 1];
            if (next !== undefined) expect(next.y - y).toBeGreaterThanOrEqual(size * 13 - 1e-9);
          }
        },
      ),
    );
    expect(endsOf(totalOf([1, 2, 3], beside(null)), 2, 2)).toEqual([]);
  });

  test('leave the months their places, and themselves room', () => {
    const each = monthPx(500, 13, ENDS_PX);
    expect(xOf(12, each) + each / 2 + ENDS_PX).toBeLessThan(500.5);
  });
});

describe('the year before', () => {
  const group = (value: string, profit: string) => {
    const totals = {
      rows: 1,
      orders: 1,
      sums: { Ventas: '100' as Decimal, 'Rentabilidad Total': profit as Decimal },
      unreadable: {},
      ventasWithProductCost: '0' as Decimal,
      rowsWithoutProductCost: 0,
    };
    return { value, caption: null, totals };
  };
  const totalsOf = (points: ReturnType<typeof monthPoints>) =>
    points.map(({ month, yearBefore }) => [month, yearBefore?.at(-1)?.profit ?? null]);

  test('of a period’s months lies before it, where nothing is drawn', () => {
    const groups = [group('2025-02', '9'), group('2026-02', '20'), group('2026-03', '30')];
    const period = { from: '2026-01-01' as LocalDate, to: '2026-03-31' as LocalDate };
    expect(totalsOf(monthPoints(groups, null, period))).toEqual([
      ['2026-02', '9'],
      ['2026-03', null],
    ]);
  });

  test('is among the months themselves where all of them are drawn', () => {
    const points = monthPoints([group('2025-03', '1'), group('2026-03', '2')], null);
    expect(points).toHaveLength(13);
    expect(totalsOf(points).at(-1)).toEqual(['2026-03', '1']);
    expect(totalsOf(points).slice(0, -1)).toEqual(points.slice(0, -1).map(({ month }) => [month, null]));
  });
});

test('a period bands all its months that are drawn, not its last alone', () => {
  const points = pointsOf([1, 2, 3, 4, 5, 6]);
  const period = (from: string, to: string) => ({ from: from as LocalDate, to: to as LocalDate });
  expect(bandOf(points, period('2026-02-01', '2026-04-30'))).toEqual({ first: 1, last: 3 });
  expect(bandOf(points, period('2025-10-05', '2026-01-02'))).toEqual({ first: 0, last: 0 });
  expect(bandOf(points, period('2026-06-10', '2026-09-30'))).toEqual({ first: 5, last: 5 });
  expect(bandOf(points, period('2025-01-01', '2025-12-31'))).toBeNull();
  expect(bandOf(points, null)).toBeNull();
});

describe('the names of the months', () => {
  const drawn = fc.record({
    language: fc.constantFrom('es', 'en', 'pt-BR'),
    first: fc.integer({ min: 2000 * 12, max: 2030 * 12 }),
    count: fc.integer({ min: 1, max: 90 }),
    view: fc.nat(),
    width: fc.integer({ min: 140, max: 2400 }),
    letter: fc.double({ min: 4.5, max: 9, noNaN: true }),
  });

  test('never touch, in no language and at no width; the month in view is always named', () => {
    fc.assert(
      fc.property(drawn, ({ language, first, count, view, width, letter }) => {
        const months = Array.from({ length: count }, (_, at) => {
          const [year, month] = [Math.floor((first + at) / 12), ((first + at) % 12) + 1];
          return `${year}-${String(month).padStart(2, '0')}` as Month;
        });
        const inView = view % count;
        const each = monthPx(width, count);
        const labels = monthLabels({
          months,
          inView,
          ofMonthPx: each,
          widthPx: width,
          nameOf: (month) => monthNames(language).short[Number(month.slice(5)) - 1] ?? '',
          textPx: (name) => name.length * letter,
        });
        expect(labels.map(({ month }) => month)).toContain(inView);
        for (const [at, { x, px }] of labels.entries()) {
          expect(x - px / 2).toBeGreaterThanOrEqual(0);
          expect(x + px / 2).toBeLessThanOrEqual(width);
          const next = labels[at + 1];
          if (next !== undefined)
            expect(next.x - next.px / 2 - (x + px / 2)).toBeGreaterThanOrEqual(LABEL_GAP_PX - 1e-9);
        }
        // Somebody must say the year.
        expect(labels[0]?.text).toMatch(/ \d\d$/);
      }),
      { numRuns: randomCases(160) },
    );
  });

  test('are all there where there is room, and fewer in even steps from January where there is not', () => {
    const months = Array.from(
      { length: 13 },
      (_, at) => `${at < 2 ? 2025 : 2026}-${String(((at + 10) % 12) + 1).padStart(2, '0')}`,
    );
    const named = (width: number) =>
      monthLabels({
        months: months as unknown as readonly Month[],
        inView: 11,
        ofMonthPx: monthPx(width, 13),
        widthPx: width,
        nameOf: (month) => month.slice(5),
        textPx: (name) => name.length * 6,
      }).map(({ text }) => text);
    expect(named(700)).toEqual([
      '11 25',
      '12',
      '01 26',
      '02',
      '03',
      '04',
      '05',
      '06',
      '07',
      '08',
      '09',
      '10',
      '11',
    ]);
    // The month in view stands between two of the others.
    expect(named(360)).toEqual(['11 25', '01 26', '03', '05', '07', '09', '10', '11']);
  });
});

describe('what missing costs may take from a margin', () => {
  /** Sales of 1000, of which so many have a cost of 40 %. */
  const points = (covered: readonly number[]) =>
    monthPoints(
      covered.map((own, index) => {
        const cost = own * 0.4;
        const sums: { readonly [column: string]: string } = {
          ...{ Ventas: '1000', 'Costo de Producto': String(cost) },
          ...{ 'Rentabilidad Marketplace': '800', 'Rentabilidad Comercial': String(800 - cost) },
          'Rentabilidad Total': String(700 - cost),
        };
        const totals = {
          rows: 2,
          orders: 2,
          sums: sums as Sums,
          unreadable: {},
          ventasWithProductCost: String(own) as Decimal,
          rowsWithoutProductCost: 1,
        };
        return { value: `2026-${String(index + 1).padStart(2, '0')}`, caption: null, totals };
      }),
      null,
    );

  test('is a band below the lines of Comercial and Total, down to one and the same rate, and none of Marketplace', () => {
    const strips = stripsOf(points([500, 800, 1000]), 'rate');
    expect(
      points([500, 800, 1000]).map(({ likely }) => Number(likely.total?.ratePercent ?? Number.NaN)),
    ).toEqual([30, 30, Number.NaN]);
    for (const { scope, ys, likely } of strips) {
      if (scope === 'marketplace') {
        expect(likely).toEqual([null, null, null]);
        expect(bandPath({ ys, likely }, 20)).toBe('');
        continue;
      }
      expect(likely[0]).toBe(likely[1]);
      expect(likely[2]).toBeNull();
      expect((likely[0] ?? 0) - (ys[0] ?? 0)).toBeGreaterThan((likely[1] ?? 0) - (ys[1] ?? 0));
      expect((likely[1] ?? 0) - (ys[1] ?? 0)).toBeGreaterThan(0);
      // From month to month, and closed where nothing is missing.
      const [x0, x1, x2] = [0, 1, 2].map((at) => xOf(at, 20));
      expect(bandPath({ ys, likely }, 20)).toBe(
        `M${x0},${ys[0]}L${x1},${ys[1]}L${x1},${likely[1]}L${x0},${likely[0]}Z` +
          `M${x1},${ys[1]}L${x2},${ys[2]}L${x2},${ys[2]}L${x1},${likely[1]}Z`,
      );
    }
  });

  test('is explained only where it is thick enough to be seen', () => {
    expect(hasShading(stripsOf(points([500, 800, 1000]), 'rate'))).toBe(true);
    expect(hasShading(stripsOf(points([999, 999, 999]), 'sum'))).toBe(false);
    expect(hasShading(stripsOf(points([1000, 1000]), 'sum'))).toBe(false);
    // Of one month alone there is no band to either side.
    expect(hasShading(stripsOf(points([500]), 'sum'))).toBe(false);
  });

  test('lies inside its strip', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 2, maxLength: 8 }), (covered) => {
        for (const measure of ['sum', 'rate'] as const) {
          for (const [at, { likely }] of stripsOf(points(covered), measure).entries()) {
            for (const y of likely) {
              if (y === null) continue;
              expect(y).toBeGreaterThanOrEqual(at * STRIP_PX);
              expect(y).toBeLessThan((at + 1) * STRIP_PX);
            }
          }
        }
      }),
    );
  });
});
