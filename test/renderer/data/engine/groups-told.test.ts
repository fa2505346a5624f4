import { expect, test } from 'vitest';
import type { Group, GroupsQuery } from '#renderer/data/model/groups.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { rowOf, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';
import { createQueries } from './queries.ts';

/** Groups of a few rows, told whole: which come, in which order, under which names, and what is left out of them. */

const COLUMNS = [
  ...['Canal', 'Cuenta', 'Orden', 'SKU Producto', 'Producto', 'Fecha de compra', 'Fecha de Pago'],
  ...['Unidades', 'Ventas', 'Costo de Producto'],
];
const sold = (Canal: string, sku: string, day: string | null, Ventas: string | null, more: object = {}) =>
  rowOf({
    ...{ Canal, Ventas, 'SKU Producto': sku, Producto: `de ${sku}`, Unidades: '1', Orden: `${Canal}${day}` },
    ...{ 'Fecha de compra': day === null ? null : `${day}T23:30:00.000`, 'Costo de Producto': '0' },
    ...more,
  });
const ROWS = [
  sold('A', 'S1', '2026-03-01', '10', { 'Fecha de Pago': '2026-04-02T00:00:00.000' }),
  sold('A', 'S2', '2026-03-31', '-4', { Unidades: '3' }),
  sold('B', 'S1', '2026-03-15', '5', { Producto: '' }),
  sold('B', 'S3', '2026-02-10', '-7.5', { 'Costo de Producto': '2' }),
  // In another segment.
  sold('C', 'S2', null, 'x'),
  sold('D', 'Sin SKU', '2026-04-01', '0'),
  sold('C', 'S2', '1999-12-31', '-2', { 'Fecha de Pago': '2026-04-30T00:00:00.000' }),
  sold('C', '', '2200-01-01', '1.25'),
  sold('', 'S1', '2026-01-05', null),
];
const queries = () => createQueries(storeOf(ROWS, 2, COLUMNS));
const told = (groups: readonly Group[]): readonly string[] =>
  groups.flatMap(({ value, caption, totals, compared, groups: within, groupsLeftOut }) => [
    [
      ...[value, caption ?? '–', totals.rows, totals.sums.Ventas ?? '–'],
      ...(compared === undefined ? [] : ['/', compared.rows, compared.sums.Ventas ?? '–']),
      ...(groupsLeftOut === undefined ? [] : [`+${groupsLeftOut}`]),
    ].join(' '),
    ...told(within ?? []).map((line) => `  ${line}`),
  ]);
type More = Omit<Partial<GroupsQuery>, 'selection' | 'dimension' | 'columns'>;
const asked = (dimension: GroupsQuery['dimension'], more: More = {}, selection: Partial<Selection> = {}) => {
  const answer = queries().groups({ ...EVERYTHING, ...selection }, dimension, ['Ventas', 'Unidades'], more);
  const { groups, groupsLeftOut, losers, total } = answer;
  return { lines: told(groups), left: groupsLeftOut, losers, total: [total.rows, total.sums.Ventas ?? null] };
};
const march = { period: { from: '2026-03-01' as LocalDate, to: '2026-03-31' as LocalDate } };

const EVERY_MONTH = [
  ' – 1 –',
  '2026-01 – 1 –',
  '2026-02 – 1 -7.50',
  '2026-03 – 3 11.00',
  '2026-04 – 1 0.00',
  '<2000-01-01 – 1 -2.00',
  '>2199-12-31 – 1 1.25',
];

test('come the greatest sales first, by name where these are the same, as many as are asked for', () => {
  expect(asked('Canal')).toEqual({
    lines: ['A – 2 6.00', 'D – 1 0.00', 'C – 3 -0.75', 'B – 2 -2.50', ' – 1 –'],
    left: 0,
    total: [9, '2.75'],
  });
  expect(asked('Canal', { limit: 2 })).toEqual({
    lines: ['A – 2 6.00', 'D – 1 0.00'],
    left: 3,
    total: [9, '2.75'],
  });
  const order = { column: 'Ventas', direction: 'ascending' } as const;
  expect(asked('Canal', { limit: 2, order }).lines).toEqual(['B – 2 -2.50', 'C – 3 -0.75']);
  expect(asked('Canal', { order: { column: 'Unidades', direction: 'descending' } }).lines).toEqual([
    'A – 2 6.00',
    'C – 3 -0.75',
    'B – 2 -2.50',
    ' – 1 –',
    'D – 1 0.00',
  ]);
});

test('that lose are asked for alone, and some of them by name', () => {
  const below = { column: 'Ventas', except: ['S3'] };
  expect(asked('SKU Producto', { below })).toEqual({
    lines: ['S2 de S2 3 -6.00'],
    left: 4,
    losers: { count: 1, sum: '-6.00' },
    total: [9, '2.75'],
  });
  expect(asked('SKU Producto', { below: { ...below, except: [] }, limit: 1 })).toEqual({
    lines: ['S2 de S2 3 -6.00'],
    left: 4,
    losers: { count: 2, sum: '-13.50' },
    total: [9, '2.75'],
  });
  expect(asked('SKU Producto', { below: { ...below, except: [] }, only: ['S2', 'S1'] })).toEqual({
    lines: ['S2 de S2 3 -6.00'],
    left: 4,
    losers: { count: 1, sum: '-6.00' },
    total: [9, '2.75'],
  });
  expect(asked('Canal', { only: ['D', 'B', 'no'] })).toEqual({
    lines: ['D – 1 0.00', 'B – 2 -2.50'],
    left: 3,
    total: [9, '2.75'],
  });
  // Parts of the calendar come all.
  expect(asked('month', { below, only: ['2026-03'], limit: 1 })).toEqual({
    lines: EVERY_MONTH,
    left: 0,
    total: [9, '2.75'],
  });
});

test('of products are explained, on whichever level they stand', () => {
  expect(asked('SKU Producto').lines).toEqual([
    'S1 – 3 15.00',
    ' – 1 1.25',
    'Sin SKU – 1 0.00',
    'S2 de S2 3 -6.00',
    'S3 de S3 1 -7.50',
  ]);
  expect(asked('Canal', { within: 'SKU Producto', limit: 2, withinLimit: 1 })).toEqual({
    lines: ['A – 2 6.00 +1', '  S1 – 1 10.00', 'D – 1 0.00 +0', '  Sin SKU – 1 0.00'],
    left: 3,
    total: [9, '2.75'],
  });
  expect(asked('Canal', { within: 'SKU Producto', limit: 3, withinLimit: null }).lines).toEqual([
    'A – 2 6.00 +0',
    '  S1 – 1 10.00',
    '  S2 de S2 1 -4.00',
    'D – 1 0.00 +0',
    '  Sin SKU – 1 0.00',
    'C – 3 -0.75 +0',
    '   – 1 1.25',
    '  S2 de S2 2 -2.00',
  ]);
  expect(asked('month', { within: 'Canal', limit: 1 }).lines).toEqual([
    ' – 1 – +0',
    '  C – 1 –',
    '2026-01 – 1 – +0',
    '   – 1 –',
    '2026-02 – 1 -7.50 +0',
    '  B – 1 -7.50',
    '2026-03 – 3 11.00 +1',
    '  A – 2 6.00',
    '2026-04 – 1 0.00 +0',
    '  D – 1 0.00',
    '<2000-01-01 – 1 -2.00 +0',
    '  C – 1 -2.00',
    '>2199-12-31 – 1 1.25 +0',
    '  C – 1 1.25',
  ]);
});

test('of the calendar stand in time’s order, what is beside it at its ends, by the date of the selection', () => {
  expect(asked('month', { within: { column: 'Fecha de Pago', unit: 'day' } }).lines).toEqual([
    ' – 1 – +0',
    '   – 1 –',
    '2026-01 – 1 – +0',
    '   – 1 –',
    '2026-02 – 1 -7.50 +0',
    '   – 1 -7.50',
    '2026-03 – 3 11.00 +0',
    '   – 2 1.00',
    '  2026-04-02 – 1 10.00',
    '2026-04 – 1 0.00 +0',
    '   – 1 0.00',
    '<2000-01-01 – 1 -2.00 +0',
    '  2026-04-30 – 1 -2.00',
    '>2199-12-31 – 1 1.25 +0',
    '   – 1 1.25',
  ]);
  expect(asked('month', {}, { periodColumn: 'Fecha de Pago' }).lines).toEqual([
    ' – 7 -5.25',
    '2026-04 – 2 8.00',
  ]);
  const units = ['day', 'week', 'quarter', 'year'] as const;
  expect(units.map((unit) => asked({ column: 'Fecha de compra', unit }).lines)).toEqual([
    [
      ' – 1 –',
      '2026-01-05 – 1 –',
      '2026-02-10 – 1 -7.50',
      '2026-03-01 – 1 10.00',
      '2026-03-15 – 1 5.00',
      '2026-03-31 – 1 -4.00',
      '2026-04-01 – 1 0.00',
      '<2000-01-01 – 1 -2.00',
      '>2199-12-31 – 1 1.25',
    ],
    [
      ' – 1 –',
      '2026-W02 – 1 –',
      '2026-W07 – 1 -7.50',
      '2026-W09 – 1 10.00',
      '2026-W11 – 1 5.00',
      '2026-W14 – 2 -4.00',
      '<2000-01-01 – 1 -2.00',
      '>2199-12-31 – 1 1.25',
    ],
    [' – 1 –', '2026-Q1 – 5 3.50', '2026-Q2 – 1 0.00', '<2000-01-01 – 1 -2.00', '>2199-12-31 – 1 1.25'],
    [' – 1 –', '2026 – 6 3.50', '<2000-01-01 – 1 -2.00', '>2199-12-31 – 1 1.25'],
  ]);
});

test('beside those of another period are brought to its days; who has rows in that alone comes last', () => {
  expect(asked('Canal', { compareWith: 'previous-period' }, march)).toEqual({
    lines: ['A – 2 6.00 / 0 –', 'B – 1 5.00 / 1 -7.50'],
    left: 0,
    total: [3, '11.00'],
  });
  expect(
    asked({ column: 'Fecha de compra', unit: 'day' }, { compareWith: 'previous-period' }, march).lines,
  ).toEqual([
    '2026-03-01 – 1 10.00 / 0 –',
    '2026-03-10 – 0 – / 1 -7.50',
    '2026-03-15 – 1 5.00 / 0 –',
    '2026-03-31 – 1 -4.00 / 0 –',
  ]);
  const april = { period: { from: '2026-04-01' as LocalDate, to: '2026-04-30' as LocalDate } };
  for (const direction of ['ascending', 'descending'] as const) {
    const order = { column: 'Ventas', direction };
    expect(asked('Canal', { compareWith: 'previous-period', order }, april).lines).toEqual([
      ...['D – 1 0.00 / 0 –', 'A – 0 – / 2 6.00', 'B – 0 – / 1 5.00'],
    ]);
  }
});

test('of months are of the rows that all conditions leave, whatever was added up before', () => {
  const one = queries();
  const months = (selection: Partial<Selection>) =>
    told(one.groups({ ...EVERYTHING, ...selection }, 'month', ['Ventas']).groups);
  const from = (value: string | null, to: string | null) => [
    { column: 'Ventas', from: value as Decimal | null, to: to as Decimal | null },
  ];
  expect([
    months({}),
    months(march),
    months({ numberFilters: from('0', '5') }),
    months({ search: 'S3' }),
    months({ search: 'S3', numberFilters: from('0', null) }),
    months({ dateFilters: [{ column: 'Fecha de Pago', beyond: null }] }),
    months({ dateFilters: [{ column: 'Fecha de compra', beyond: null }] }),
    months({
      dateFilters: [{ column: 'Fecha de compra', beyond: { side: '>', day: '2199-12-31' as LocalDate } }],
    }),
    months({
      dateFilters: [{ column: 'Fecha de compra', beyond: { side: '<', day: '2000-01-01' as LocalDate } }],
    }),
    months({ filters: [{ column: 'Canal', values: ['A', ''] }] }),
    months({ scope: { accounts: [{ Canal: 'C', Cuenta: 'Uno' }], isExcluded: true } }),
    months({ scope: { accounts: [{ Canal: 'C', Cuenta: 'Uno' }], isExcluded: false } }),
    months({ period: { from: '2026-02-10' as LocalDate, to: '2026-03-01' as LocalDate } }),
    months({}),
  ]).toEqual([
    EVERY_MONTH,
    ['2026-03 – 3 11.00'],
    ['2026-03 – 1 5.00', '2026-04 – 1 0.00', '>2199-12-31 – 1 1.25'],
    ['2026-02 – 1 -7.50'],
    [],
    [
      ' – 1 –',
      '2026-01 – 1 –',
      '2026-02 – 1 -7.50',
      '2026-03 – 2 1.00',
      '2026-04 – 1 0.00',
      '>2199-12-31 – 1 1.25',
    ],
    [' – 1 –'],
    ['>2199-12-31 – 1 1.25'],
    ['<2000-01-01 – 1 -2.00'],
    ['2026-01 – 1 –', '2026-03 – 2 6.00'],
    ['2026-01 – 1 –', '2026-02 – 1 -7.50', '2026-03 – 3 11.00', '2026-04 – 1 0.00'],
    [' – 1 –', '<2000-01-01 – 1 -2.00', '>2199-12-31 – 1 1.25'],
    ['2026-02 – 1 -7.50', '2026-03 – 1 10.00'],
    EVERY_MONTH,
  ]);
});
