import { describe, expect, test } from 'vitest';
import type { Group } from '#renderer/link/data-contract.ts';
import { csvSigns } from '#renderer/views/export/csv.ts';
import { exportFileName } from '#renderer/views/export/file-name.ts';
import {
  defaultSort,
  FIRST_GROUPS,
  groupsCsv,
  groupsLimit,
  sortGroups,
} from '#renderer/views/profitability/profitability-state.ts';
import { coverageOf } from '#renderer/views/selection/cost-coverage.ts';
import { axisOf, monthPoints, tickMonths } from '#renderer/views/trend/month-points.ts';
import type { Decimal } from '#shared/decimal.ts';
import { EVERYTHING } from '#shared/selection/selection.ts';

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

describe('the grouped table', () => {
  test('asks for the first groups only where they are the first by sales, and for all where one wants them', () => {
    const usual = defaultSort('SKU Producto');
    expect(groupsLimit('SKU Producto', usual, false)).toBe(FIRST_GROUPS);
    expect(groupsLimit('SKU Producto', usual, true)).toBeNull();
    expect(groupsLimit('SKU Producto', { ...usual, direction: 'ascending' }, false)).toBeNull();
    expect(groupsLimit('SKU Producto', { ...usual, column: 'Unidades' }, false)).toBeNull();
    expect(groupsLimit('month', defaultSort('month'), false)).toBeNull();
  });

  test('sorts by exact value, also beyond what a float tells apart; no value comes last', () => {
    const groups = [
      group('b', { Ventas: '9007199254740993.01' }),
      group('none', {}),
      group('a', { Ventas: '9007199254740993.02' }),
      group('c', { Ventas: '-5' }),
    ];
    const names = (direction: 'ascending' | 'descending') =>
      sortGroups(groups, { column: 'Ventas', direction }).map(({ value }) => value);
    expect(names('descending')).toEqual(['a', 'b', 'c', 'none']);
    expect(names('ascending')).toEqual(['c', 'b', 'a', 'none']);
  });

  test('rates sort as sum over sum', () => {
    const groups = [
      group('low', { Ventas: '100', 'Rentabilidad Total': '10' }),
      group('high', { Ventas: '10', 'Rentabilidad Total': '9' }),
    ];
    const sorted = sortGroups(groups, { column: '% Rentabilidad Total', direction: 'descending' });
    expect(sorted.map(({ value }) => value)).toEqual(['high', 'low']);
  });

  test('its file has the sums as they are, and no text that becomes a formula', () => {
    const csv = groupsCsv(
      [group('=A;1', { Ventas: '1234.50', Unidades: '2' }, 'Sartén')],
      { value: 'SKU Producto', caption: 'Producto' },
      csvSigns(','),
    );
    const [head, line] = csv.replace('\uFEFF', '').split('\r\n');
    expect(head?.startsWith('SKU Producto;Producto;Ventas;Unidades;Rentabilidad Marketplace;')).toBe(true);
    expect(line?.startsWith(`"'=A;1";Sartén;1234,50;2;`)).toBe(true);
  });

  test('coverage is a share of sales', () => {
    const sums = { Ventas: '200' as Decimal };
    expect(coverageOf({ sums, ventasWithProductCost: '150' as Decimal })).toBe('75.00');
    expect(coverageOf({ sums: {}, ventasWithProductCost: '0' as Decimal })).toBeNull();
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

  test('a month read to its last day is whole', () => {
    expect(monthPoints([group('2026-02', {})], '2026-02-28T23:00:00.000')[0]?.untilDay).toBeNull();
  });

  test('axes hold 0 and every value', () => {
    expect(axisOf([12, 34, null])).toEqual({ min: 0, max: 40, ticks: [0, 40] });
    expect(axisOf([-12, 34])).toEqual({ min: -15, max: 40, ticks: [-15, 0, 40] });
    expect(axisOf([-3, -1]).ticks).toEqual([-3, 0]);
    expect(axisOf([]).ticks).toEqual([0]);
  });

  test('names months in even steps from January', () => {
    const months = monthPoints([group('2024-01', {}), group('2026-11', {})], null).map(({ month }) => month);
    expect(tickMonths(months).map((index) => months[index]?.slice(5))).toEqual([
      '01',
      '04',
      '07',
      '10',
      '01',
      '04',
      '07',
      '10',
      '01',
      '04',
      '07',
      '10',
    ]);
  });
});
