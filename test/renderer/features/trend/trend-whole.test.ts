import { describe, expect, test } from 'vitest';
import type { Group } from '#renderer/data/model/groups.ts';
import type { MonthOutlook } from '#renderer/data/model/month-outlook.ts';
import {
  axisOf,
  besidePoints,
  type MonthPoint,
  monthPoints,
  rateAxisOf,
  trendQuery,
  unitOf,
  withGaps,
  withMiddle,
} from '#renderer/features/trend/month-points.ts';
import { runningMonthOf } from '#renderer/features/trend/running-month.ts';
import {
  bandPath,
  changeStripOf,
  endsOf,
  figureY,
  linePath,
  monthAt,
  type Strip,
  stripsOf,
} from '#renderer/features/trend/trend-geometry.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';

/** The months of the trend and what is drawn of them, whole: a hole among them, the year before, one that goes on. */

const period = (from: string, to: string) => ({ from: from as LocalDate, to: to as LocalDate });
const group = (
  value: string,
  sales: string,
  total: string,
  more: { rows?: number; covered?: string } = {},
): Group => ({
  ...{ value, caption: null },
  totals: {
    ...{ rows: more.rows ?? 2, orders: 1, unreadable: {}, rowsWithoutProductCost: 0 },
    sums: {
      ...{
        Ventas: sales as Decimal,
        'Rentabilidad Total': total as Decimal,
        'Costo de Producto': '50' as Decimal,
      },
      'Rentabilidad Marketplace': '40' as Decimal,
    },
    ventasWithProductCost: (more.covered ?? sales) as Decimal,
  },
});
const GROUPS = [
  group('2026-10', '100', '20', { covered: '50' }),
  group('', '7', '1'),
  group('2025-08', '80', '8'),
  group('2026-08', '200', '30'),
  group('2026-11', '50', '-5'),
  group('2025-10', '60', '9', { rows: 0 }),
  group('<2000-01-01', '1', '1'),
  group('>2027-12-31', '2', '2'),
  group('>2028-12-31', '2', '2', { rows: 0 }),
];
const DRAWN = period('2026-08-01', '2026-11-30');
const LAST = '2026-11-12T10:00:00.000';
const told = (point: MonthPoint) => {
  const total = (of: MonthPoint['scopes'] | null) => of?.find(({ scope }) => scope === 'total');
  const { profit, ratePercent } = total(point.scopes) ?? {};
  return [
    ...[point.month, point.rows, point.sums.Ventas, profit, ratePercent, total(point.yearBefore)?.profit],
    ...[point.likely.total?.profit, point.likely.total?.ratePercent, point.isPart, point.untilDay],
  ].join(' ');
};

describe('the months', () => {
  test('stand in order without holes, each beside its year before, and the one that goes on says until when', () => {
    expect(monthPoints(GROUPS, LAST, DRAWN).map(told)).toEqual([
      '2026-08 2 200 30 15.000000 8   false ',
      '2026-09 0       false ',
      '2026-10 2 100 20 20.000000  -30.0000 -30.000000 false ',
      '2026-11 2 50 -5 -10.000000    true 12',
    ]);
    // A month whose last day has purchases is over; what is dated after the last purchase is not.
    const partOf = (last: string | null) =>
      monthPoints(GROUPS, last, DRAWN).map(({ isPart, untilDay }) =>
        isPart ? (untilDay ?? 'after') : 'over',
      );
    expect(partOf('2026-11-30T00:00:00.000')).toEqual(['over', 'over', 'over', 'over']);
    expect(partOf('2026-10-31T23:59:59.000')).toEqual(['over', 'over', 'over', 'after']);
    expect(partOf('2026-10-30T23:59:59.000')).toEqual(['over', 'over', 30, 'after']);
    expect(partOf('2026-11-01T00:00:00.000')).toEqual(['over', 'over', 'over', 1]);
    expect(partOf(null)).toEqual(['over', 'over', 'over', 'over']);
    expect(monthPoints(GROUPS, LAST, period('2026-09-02', '2026-10-03')).map(({ month }) => month)).toEqual([
      '2026-10',
    ]);
    expect(
      monthPoints(GROUPS, LAST)
        .map(({ month }) => month)
        .at(0),
    ).toBe('2025-08');
    expect(monthPoints(GROUPS, LAST, period('2024-01-01', '2024-12-31'))).toEqual([]);
  });

  test('without rows are 0 where they were read, and a gap where not', () => {
    const points = monthPoints(GROUPS, LAST, DRAWN);
    const sales = (isRead: (month: Month) => boolean) =>
      withGaps(points, isRead).map(({ sums }) => sums.Ventas ?? null);
    expect(sales(() => true)).toEqual(['200', '0', '100', '50']);
    expect(sales((month) => month !== '2026-09')).toEqual(['200', null, '100', '50']);
  });

  test('have beside them what lies in none, unless days alone are drawn', () => {
    const beside = (of: Parameters<typeof besidePoints>[1]) =>
      besidePoints(GROUPS, of).map(({ value, sums }) => [value, sums.Ventas]);
    expect(beside(null)).toEqual([
      ['>2027-12-31', '2'],
      ['<2000-01-01', '1'],
      ['', '7'],
    ]);
    expect([beside(DRAWN), beside(period('2000-01-01', '2000-01-31'))]).toEqual([[], []]);
    expect(beside(period('1999-12-31', '2026-11-30'))).toHaveLength(3);
  });

  test('are asked for all at once, but for days that a calendar does not have', () => {
    expect(trendQuery({ ...EVERYTHING, period: DRAWN })).toMatchObject({
      selection: { period: null },
      dimension: 'month',
    });
    const early = { ...EVERYTHING, period: period('0001-01-01', '2026-11-30') };
    expect(trendQuery(early).selection).toBe(early);
  });
});

test('the month that goes on is told with its ends and the same days of the year before', () => {
  const figure = (end: string | null, before: string | null) => ({
    estimate: end === null ? null : { low: end, likely: end, high: end },
    sameDaysOfYearBefore: before,
  });
  const outlook = (before: string | null) =>
    ({
      ...{ month: '2026-11', days: period('2026-11-01', '2026-11-09') },
      figures: {
        Ventas: figure('1', before === null ? null : '50'),
        'Rentabilidad Marketplace': figure('2', null),
        'Rentabilidad Comercial': figure(null, null),
        'Rentabilidad Total': figure('4', before),
      },
    }) as unknown as MonthOutlook;
  const { month, day, estimates, sameDaysYearBefore } = runningMonthOf(outlook('5'));
  expect([month, day, estimates.marketplace?.likely, estimates.comercial, estimates.total?.likely]).toEqual([
    '2026-11',
    9,
    '2',
    null,
    '4',
  ]);
  expect(sameDaysYearBefore?.map(({ scope, profit, ratePercent }) => [scope, profit, ratePercent])).toEqual([
    ['marketplace', null, null],
    ['comercial', null, null],
    ['total', '5', '10.000000'],
  ]);
  expect(runningMonthOf(outlook(null)).sameDaysYearBefore).toBeNull();
});

describe('axes', () => {
  test('of amounts hold 0 and end at round numbers', () => {
    expect(axisOf([])).toEqual({ min: 0, max: 1, ticks: [0] });
    expect(axisOf([null, 1001, 30])).toEqual({ min: 0, max: 1500, ticks: [0, 1500] });
    expect(axisOf([1000, -11])).toEqual({ min: -15, max: 1000, ticks: [-15, 0, 1000] });
    expect(axisOf([-0.7])).toEqual({ min: -0.8, max: 0, ticks: [-0.8, 0] });
    expect(withMiddle(axisOf([1001])).ticks).toEqual([0, 750, 1500]);
    expect(withMiddle(axisOf([15_000])).ticks).toEqual([0, 7500, 15_000]);
    expect(withMiddle(axisOf([2_500_000])).ticks).toEqual([0, 2_500_000]);
    expect(withMiddle(axisOf([5, -5])).ticks).toEqual([-5, 0, 5]);
  });

  test('of rates begin and end beside what they hold', () => {
    expect(rateAxisOf([20, 30, null])).toEqual({ min: 20, max: 30, ticks: [20, 30] });
    expect(rateAxisOf([-3.2, 4])).toEqual({ min: -4, max: 4, ticks: [-4, 0, 4] });
    expect(rateAxisOf([10, 10.2])).toEqual({ min: 10, max: 11, ticks: [10, 11] });
    expect(rateAxisOf([null])).toEqual({ min: 0, max: 1, ticks: [0] });
  });

  test('are told in units, thousands or millions by the greatest of the three results, losses too', () => {
    const unit = (...profits: readonly string[]) =>
      unitOf(profits.map((profit) => ({ scopes: [{ profit: '1' }, { profit }] })) as never, 'sum');
    expect([
      unit('9999'),
      unit('5', '10000'),
      unit('-10000', '3'),
      unit('999999.99'),
      unit('-1000000'),
    ]).toEqual([1, 1e3, 1e3, 1e3, 1e6]);
    expect(unitOf([{ scopes: [{ profit: '5000000' }] }] as never, 'rate')).toBe(1);
  });
});

describe('what is drawn', () => {
  test('lines break where a month is not known, and bands lie between two months that are', () => {
    expect(linePath([10, null, 30, 20], 20)).toBe('M54,10M94,30L114,20');
    expect(linePath([null, 5], 20)).toBe('M74,5');
    expect(bandPath({ ys: [10, 20, 30, null], likely: [null, 25, null, 9] }, 20)).toBe(
      'M54,10L74,20L74,25L54,10ZM74,20L94,30L94,30L74,25Z',
    );
    expect(bandPath({ ys: [10, 20], likely: [null, null] }, 20)).toBe('');
  });

  test('a figure stands above its mark, or below where the line comes down to it', () => {
    expect([
      figureY([10, 20], 0),
      figureY([10, 20], 1),
      figureY([10, 15], 1),
      figureY([20, 10], 1),
      figureY([null, 10], 1),
    ]).toEqual([4, 35, 9, 4, 4]);
    expect([
      monthAt(44, 20, 2),
      monthAt(63.9, 20, 2),
      monthAt(64, 20, 2),
      monthAt(84, 20, 2),
      monthAt(43, 20, 2),
    ]).toEqual([0, 0, 1, null, null]);
  });

  test('a strip has its months, its year before, what costs may take, its target and its end on one scale', () => {
    const points = monthPoints(GROUPS, LAST, DRAWN);
    const end = (value: string) => value as Decimal;
    const running = {
      ...{ month: '2026-11' as Month, day: 12, sameDaysYearBefore: null },
      estimates: {
        marketplace: null,
        comercial: null,
        total: { low: end('10'), likely: end('20'), high: end('40') },
      },
    };
    const strips = stripsOf(points, 'sum', {
      running,
      targetOf: (scope, month) => (scope === 'total' && month === '2026-11' ? end('35') : null),
    });
    const [, , total] = strips;
    const mark = (value: number, y: number) => ({ value, y });
    expect(total).toEqual({
      ...{ scope: 'total', values: [30, null, 20, -5], ys: [231, null, 243, 273] },
      ...{ likely: [null, null, 303, null], yearBefore: [257.5, null, null, null] },
      targets: [null, null, null, mark(35, 225)],
      ahead: { month: 3, low: mark(10, 255), likely: mark(20, 243), high: mark(40, 219) },
      ticks: [mark(-30, 303), mark(0, 267), mark(40, 219)].map((tick) => ({ ...tick, isNamed: true })),
    });
    expect(
      strips.slice(0, 2).map(({ scope, values, ahead, targets }) => [scope, values, ahead, targets]),
    ).toEqual([
      ['marketplace', [40, null, 40, 40], null, [null, null, null, null]],
      ['comercial', [null, null, null, null], null, [null, null, null, null]],
    ]);
    expect(endsOf(total as Strip, 2, 3).map(({ of, low, high }) => [of, low, high])).toEqual([
      ['target', 35, 35],
      ['ahead', 10, 40],
      ['so-far', -5, -5],
    ]);
    // Of a month that is over what it came to is its mark, and is not said again.
    expect(endsOf(total as Strip, 2, 4).map(({ of }) => of)).toEqual(['target', 'ahead']);
    const rates = stripsOf(points, 'rate', { running, targetOf: () => null });
    expect(rates[2]?.values).toEqual([15, null, 20, -10]);
    expect([rates[2]?.ahead, rates[2]?.ticks.map(({ value }) => value)]).toEqual([null, [-40, 0, 20]]);
  });

  test('changes are bars of their points, a gain up and a loss down from 0', () => {
    const { bars } = changeStripOf(
      monthPoints(
        [group('2026-08', '100', '20'), group('2026-09', '100', '30'), group('2026-10', '100', '25')],
        null,
      ),
      30,
    );
    expect(bars.map(({ scope, month, x, width }) => [scope, month, x, width])).toEqual([
      ['total', 1, 92.5, 7],
      ['total', 2, 122.5, 7],
    ]);
    const [gain, loss] = bars;
    expect((gain?.y ?? 0) + (gain?.height ?? 0)).toBe(loss?.y);
    expect((gain?.height ?? 0) / (loss?.height ?? 1)).toBeCloseTo(2, 1);
  });
});
