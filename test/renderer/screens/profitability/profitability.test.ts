import { describe, expect, test } from 'vitest';
import type { Group } from '#renderer/data/model/groups.ts';
import { exportFileName } from '#renderer/features/export/file-name.ts';
import { costCoverageRate } from '#renderer/features/selection/selection-totals.tsx';
import { axisOf, monthPoints, withGaps } from '#renderer/features/trend/month-points.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';

function group(
  value: string,
  sums: { readonly [column: string]: string },
  caption: string | null = null,
): Group {
  return {
    value,
    caption,
    totals: {
      rows: 1,
      orders: 1,
      sums: sums as { [column: string]: Decimal },
      unreadable: {},
      ventasWithProductCost: '0' as Decimal,
      rowsWithoutProductCost: 0,
    },
  };
}

describe('the figures of a selection', () => {
  test('coverage is a share of sales', () => {
    const sums = { Ventas: '200' as Decimal };
    expect(costCoverageRate({ sums, ventasWithProductCost: '150' as Decimal })).toBe('75.00');
    expect(costCoverageRate({ sums: {}, ventasWithProductCost: '0' as Decimal })).toBeNull();
  });

  test('its name says what it holds in letters every system takes', () => {
    expect(exportFileName('Órdenes', EVERYTHING)).toBe('cuadra-ordenes.csv');
  });
});

describe('the chart', () => {
  test('a month without rows between others is there; the newest unfinished one says its day', () => {
    const points = monthPoints(
      [group('2026-11', { Ventas: '1' }), group('2026-09', { Ventas: '2' }), group('', {})],
      '2026-11-20T06:00:00.000',
    );
    expect(points.map(({ month, untilDay }) => [month, untilDay])).toEqual([
      ['2026-09', null],
      ['2026-10', null],
      ['2026-11', 20],
    ]);
  });

  test('months dated after the present are not over either: payments may be announced', () => {
    const points = monthPoints(
      [group('2026-10', {}), group('2026-11', {}), group('2026-12', {})],
      '2026-11-20T06:00:00.000',
    );
    expect(points.map(({ isPart, untilDay }) => [isPart, untilDay])).toEqual([
      [false, null],
      [true, 20],
      [true, null],
    ]);
  });

  test('a month read to its last day is whole', () => {
    expect(monthPoints([group('2026-02', {})], '2026-02-28T23:00:00.000')[0]?.untilDay).toBeNull();
  });

  test('axes hold 0 and every value', () => {
    expect(axisOf([12, 34, null])).toEqual({ min: 0, max: 40, ticks: [0, 40] });
    expect(axisOf([-12, 34])).toEqual({ min: -15, max: 40, ticks: [-15, 0, 40] });
    expect(axisOf([-3, -1]).ticks).toEqual([-3, 0]);
    expect(axisOf([]).ticks).toEqual([0]);
  });
});

describe('months without rows', () => {
  const groups = [group('2026-11', { Ventas: '1' }), group('2026-08', { Ventas: '2' })];

  test('are a 0 where they were read, and a gap where they were not', () => {
    const points = withGaps(monthPoints(groups, null), (month) => month === '2026-10');
    expect(points.map(({ month, sums, scopes }) => [month, sums.Ventas, scopes[0]?.profit])).toEqual([
      ['2026-08', '2', null],
      ['2026-09', undefined, null],
      ['2026-10', '0', '0'],
      ['2026-11', '1', null],
    ]);
  });
});
