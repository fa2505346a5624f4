import { describe, expect, test } from 'vitest';
import type { Group, Groups } from '#renderer/data/model/groups.ts';
import { readTargets, targetText } from '#renderer/features/targets/read-targets.ts';
import { bandOf, monthPoints } from '#renderer/features/trend/month-points.ts';
import { isOfPeriod } from '#renderer/features/trend/trend.tsx';
import {
  CHANGES_PX,
  changeStripOf,
  endsOf,
  hasShading,
  plotPx,
  STRIP_PX,
  type Strip,
  stripsOf,
} from '#renderer/features/trend/trend-geometry.ts';
import { valuesBy } from '#renderer/screens/panel/channels-section.tsx';
import { countedOf } from '#renderer/screens/panel/counted.ts';
import { type PanelInput, rankProducts, readDetails } from '#renderer/screens/panel/panel-data.ts';
import { isHinted } from '#renderer/screens/panel/panel-screen.tsx';
import { productLines, shareProducts } from '#renderer/screens/panel/products-section.tsx';
import { type ReviewItem, todayOf } from '#renderer/screens/panel/review.ts';
import { tilesOf } from '#renderer/screens/panel/tile-figures.ts';
import { waterfallOf } from '#renderer/screens/panel/waterfall.tsx';
import { whyChanged } from '#renderer/screens/panel/why-changed.ts';
import type { LocalDateTime, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { Sums } from '#shared/domain/profitability.ts';
import { EVERYTHING, type Period } from '#shared/domain/selection.ts';
import { formats } from '#test/renderer/i18n/spanish.ts';

/** What a slip in the Panel would show wrong: ages, bases, signs, limits and scales, over telling figures. */

const days = (from: string, to: string) => ({ from, to }) as Period;
const sums = (of: { readonly [column: string]: string }) => of as Sums;
const totals = (of: { readonly [column: string]: string }, more: object = {}) => ({
  ...{ rows: 1, orders: 1, sums: sums(of), unreadable: {}, rowsWithoutProductCost: 0 },
  ventasWithProductCost: (of.Ventas ?? '0') as Decimal,
  ...more,
});
const group = (value: string, of: { readonly [column: string]: string }, more: object = {}): Group =>
  ({ value, caption: null, totals: totals(of, more) }) as never;
const groupsOf = (groups: readonly Group[], more: object = {}): Groups =>
  ({ revision: 1, groups, groupsLeftOut: 0, total: { revision: 1, ...totals({}) }, ...more }) as never;

test('tiles tell counts as counts, and divide what sells by what sells', () => {
  const own = {
    all: totals({ Ventas: '1000', Unidades: '50', 'Rentabilidad Total': '100' }, { orders: 25 }),
    selling: { orders: 20, sums: sums({ Ventas: '900' }) },
  };
  const before = {
    all: totals({ Ventas: '-500', Unidades: '40', 'Rentabilidad Total': '100' }, { orders: 10 }),
    selling: { orders: 8, sums: sums({ Ventas: '400' }) },
  };
  const tiles = tilesOf({
    own: own as never,
    others: [{ against: 'previous-year', figures: before as never }],
  });
  expect(
    tiles.map(({ id, kind, value, rate, per, changes, rateChanges }) =>
      [id, kind, value, rate, per?.value, changes[0]?.before, changes[0]?.by, rateChanges[0]?.by].join(' '),
    ),
  ).toEqual([
    'ventas money 1000  20.0000 -500 300.00 ',
    'unidades count 50  2.5000 40 25.00 ',
    'ordenes count 25   10 150.00 ',
    'ticket money 45.0000  45.0000 50.0000 -10.00 ',
    ...['marketplace money      ', 'comercial money      '],
    // Of sales that are no base the year before has no rate.
    'total money 100 10.000000  100 0.00 ',
  ]);
});

test('of what is as grave and as much, what waits over 60 days comes before what waits over 30', () => {
  const last = '2026-11-30T10:00:00.000' as LocalDateTime;
  const item = (kind: string, since: string | null, more: object = {}) =>
    ({ kind, currency: '', cases: 1, groups: 1, amount: '5', since, ...more }) as unknown as ReviewItem;
  const order = (...items: readonly ReviewItem[]) =>
    todayOf(items, [], last).map((line) => (line.kind === 'review' ? line.item.kind : line.kind));
  // Thirty days old, 31, 60 and 61; what is no kind of the queue is as grave as a missing cost.
  const [young = '', old = '', elder = '', eldest = ''] = [
    ...['2026-10-31', '2026-10-30', '2026-10-01', '2026-09-30'],
  ];
  expect([
    order(item('missing-cost', young), item('b', elder), item('c', eldest)),
    order(item('missing-cost', young), item('b', '2026-11-30'), item('c', old)),
    order(item('missing-cost', null), item('b', old), item('c', elder)),
    order(
      item('missing-cost', eldest),
      item('b', young, { amount: '-6' }),
      item('c', eldest, { amount: '9', currency: 'USD' }),
    ),
  ]).toEqual([
    ['c', 'b', 'missing-cost'],
    ['c', 'missing-cost', 'b'],
    ['b', 'c', 'missing-cost'],
    ['b', 'missing-cost', 'c'],
  ]);
});

test('what was undone is told by its orders and rows, and left out by all the others that there are', () => {
  const status = (value: string, rows: number, orders: number, of: { readonly [column: string]: string }) =>
    group(value, of, { rows, orders });
  const statuses = [
    status('Devuelta', 3, 2, { Ventas: '30', Unidades: '4' }),
    status('Regular', 5, 4, { Ventas: '100', Unidades: '16' }),
    status('Cancelada', 0, 0, {}),
    status('En revisión', 0, 0, {}),
    status('', 1, 1, { Ventas: '7' }),
  ];
  const total = { revision: 1, ...totals({ Ventas: '137', Unidades: '20' }) };
  expect(countedOf(groupsOf(statuses, { total }))).toEqual({
    parts: [{ status: 'Devuelta', orders: 2, rows: 3, sales: '30' }],
    ...{ sales: '30', returnRatePercent: '20.000000', returnedUnits: '4' },
    leaveOut: { type: 'set-filter', column: 'Estado de Orden', values: ['Regular', ''] },
  });
  expect(
    countedOf(
      groupsOf(
        statuses.filter(({ value }) => value === 'Devuelta'),
        { total },
      ),
    ).leaveOut,
  ).toBeNull();
});

test('what nobody explains takes from the rate as a cost does', () => {
  const own = sums({
    Ventas: '100',
    'Ingreso Total': '100',
    'Rentabilidad Total': '60',
    'Costo de Producto': '20',
  });
  const before = sums({
    Ventas: '100',
    'Ingreso Total': '110',
    'Rentabilidad Total': '75',
    'Costo de Producto': '30',
  });
  // Income from 110 to 100 %, cost from 30 to 20 %, and 20 % that are explained by nothing, which were 5.
  expect(whyChanged(own, before)).toEqual({
    ...{ difference: '-15', bySales: '0', byMargin: '-15' },
    parts: [
      { id: 'rest-total', points: '-15.000000' },
      { id: 'income', points: '-10.000000' },
      { id: 'product-cost', points: '10.000000' },
    ],
  });
  const account = waterfallOf(own, sums({ 'Cobro de Comisiones': '0' }));
  expect(
    account?.steps.map(({ id, amount, from, to, ratePercent, ofAccount }) =>
      [id, amount, from, to, ratePercent, ofAccount].join(' '),
    ),
  ).toEqual([
    'income 100 0 100 100.000000 ',
    ...['commissions', 'shipping', 'other', 'discounts'].map((id) => `${id} 0 100 100 0.000000 `),
    ...['advertising', 'storage', 'account', 'financing'].map((id) => `${id} 0 100 100 0.000000 `),
    'product-cost 20 100 80 20.000000 ',
    'rest-total 20 80 60 20.000000 ',
    'total 60 0 60 60.000000 ',
  ]);
  expect(account?.agrees).toBe(false);
});

describe('products', () => {
  test('are ranked of all there are: of what is left out nothing gains where a loser was read', () => {
    const of = (groups: readonly Group[], groupsLeftOut: number) =>
      rankProducts(groupsOf(groups, { groupsLeftOut }), 'total').isWhole;
    const gain = group('a', { Ventas: '10', 'Rentabilidad Total': '1' });
    const even = group('b', { Ventas: '10', 'Rentabilidad Total': '0' });
    const loss = group('c', { Ventas: '10', 'Rentabilidad Total': '-1' });
    const none = group('', { Ventas: '10', 'Rentabilidad Total': '-9' });
    expect([of([gain, even], 0), of([gain, even], 3), of([gain, loss], 3), of([gain, none], 3)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test('make shares of what products leave together, none where that is no gain', () => {
    const products = [
      group('a', { 'Rentabilidad Total': '60', Ventas: '100' }),
      group('b', { Ventas: '5' }),
      group('c', { 'Rentabilidad Total': '30', Ventas: '60' }),
    ];
    const shares = (total: string | undefined, others: string | undefined) =>
      shareProducts(products, 'Rentabilidad Total', total as Decimal, others as Decimal).map(
        ({ cumulativePercent }) => cumulativePercent,
      );
    expect([
      shares('100', '-20'),
      shares('80', undefined),
      shares('-100', undefined),
      shares('10', '10'),
      shares(undefined, '1'),
    ]).toEqual([
      ['50.00', '50.00', '75.00'],
      ['75.00', '75.00', '112.50'],
      [null, null, null],
      [null, null, null],
      [null, null, null],
    ]);
  });

  test('that lose have their own causes, those that gain none', () => {
    const best = groupsOf(
      [group('a', { Ventas: '100', 'Rentabilidad Total': '60' }), group('Sin SKU', { Ventas: '1' })],
      { groupsLeftOut: 4 },
    );
    const loser = { Ventas: '100', 'Rentabilidad Total': '-20' };
    const lost = groupsOf([group('z', { ...loser, 'Cobro de Comisiones': '70', 'Costo de Producto': '50' })]);
    const kinds = groupsOf([], {
      total: {
        revision: 1,
        ...totals({
          Ventas: '1000',
          'Rentabilidad Total': '200',
          'Cobro de Comisiones': '100',
          'Costo de Producto': '600',
        }),
      },
    });
    const details = { best, worst: groupsOf([group('z', loser)]), lost, withoutProduct: groupsOf([]) };
    const lines = productLines({ details, kinds, scope: 'total', places: 0 } as never);
    const told = (of: typeof lines.best) =>
      of.map(({ group: product, list, causes, profit }) => [
        ...[product?.value, list, profit],
        ...causes.map(
          ({ line, ratePercent, usualPercent, isMore }) =>
            `${line.id} ${ratePercent} ${usualPercent} ${isMore}`,
        ),
      ]);
    expect([told(lines.best), told(lines.worst), told(lines.apart), lines.count]).toEqual([
      [['a', 'best', '60']],
      [
        [
          'z',
          'worst',
          '-20',
          'commissions 70.000000 10.000000 true',
          'Costo de Producto 50.000000 60.000000 false',
        ],
      ],
      [],
      5,
    ]);
  });

  test('that came back are asked for by all their units only where there are some; months by the trend’s own', async () => {
    const input: PanelInput = {
      selection: { ...EVERYTHING, period: days('2026-10-01', '2026-10-31') },
      scope: 'total',
      trend: days('0001-01-01', '2026-11-30'),
    };
    const asked = async (products: readonly Group[]) => {
      const slots: string[] = [];
      const readGroups = async ({
        slot,
        selection,
      }: {
        readonly slot: string;
        readonly selection: { readonly period: Period | null };
      }) => {
        slots.push(`${slot} ${selection.period?.from ?? ''}`);
        return groupsOf(slot === 's-returned-products' ? products : []);
      };
      await readDetails({ readGroups } as never, input, 's');
      return slots.filter((slot) => /units|months/.test(slot));
    };
    expect([
      await asked([]),
      await asked([group('Sin SKU', { Unidades: '3' })]),
      await asked([group('a', { Unidades: '3' })]),
    ]).toEqual([
      ['s-months 0001-01-01'],
      ['s-months 0001-01-01'],
      ['s-months 0001-01-01', 's-returned-units 2026-10-01'],
    ]);
  });
});

test('channels are in the order of the result in view', () => {
  const one = group('a', { Ventas: '10', 'Rentabilidad Comercial': '4', 'Rentabilidad Total': '3' });
  expect(['profit', 'rate'].map((by) => valuesBy(by, 'Rentabilidad Comercial', null)?.(one, null))).toEqual([
    '4',
    '40.000000',
  ]);
});

test('a hint stands at no period, and at the month that goes on alone', () => {
  const present = { lastPurchase: '2026-11-20T10:00:00.000' as LocalDateTime, complete: '2026-10' as Month };
  expect(
    [
      null,
      days('2026-11-01', '2026-11-20'),
      days('2026-10-01', '2026-11-20'),
      days('2026-01-01', '2026-11-20'),
      days('2026-11-01', '2026-11-30'),
      days('2026-11-20', '2026-11-20'),
    ].map((own) => isHinted(own, present)),
  ).toEqual([true, true, false, false, false, false]);
});

test('percents of a sheet are read with the places that it shows', () => {
  const cell = (number: string) => ({ kind: 'number' as const, text: number, isPercent: true });
  const written = ['0.315', '0.31', '0.3', '1', '12'].map((number) =>
    targetText([{ cells: [cell(number)] } as never], formats.numbers),
  );
  expect(written).toEqual(['31,5%', '31%', '30%', '100%', '1200%']);
  const read = readTargets(
    'mes\tmedida\tmeta\n2026-12\t% Total\t31,5%\n13/2026\tVentas\t5\n2026-12\tVentas\t5%',
    formats.numbers,
    'CLP',
  );
  expect([
    read.targets.map(({ month, measure, value }) => [month, measure, value]),
    read.problems.map(({ line }) => line),
  ]).toEqual([[['2026-12', 'rate-total', '31.5']], [3, 4]]);
});

describe('the trend', () => {
  const month = (value: string, total: string, more: object = {}) =>
    group(
      value,
      {
        Ventas: '100',
        'Rentabilidad Total': total,
        'Rentabilidad Marketplace': total,
        'Costo de Producto': '10',
      },
      more,
    );

  test('begins and ends with months that have rows, and bands those of the period that are drawn', () => {
    const points = monthPoints(
      [
        month('2026-06', '1', { rows: 0 }),
        month('2026-07', '1'),
        month('2026-09', '2'),
        month('2026-10', '3', { rows: 0 }),
      ],
      null,
    );
    expect(points.map(({ month: of, rows }) => `${of} ${rows}`)).toEqual([
      '2026-07 1',
      '2026-08 0',
      '2026-09 1',
    ]);
    expect([
      bandOf(points, days('2026-08-05', '2026-12-31')),
      bandOf(points, days('2026-01-01', '2026-08-31')),
      bandOf(points, days('2026-10-01', '2026-12-31')),
      bandOf(points, days('2026-01-01', '2026-06-30')),
      bandOf(points, null),
    ]).toEqual([{ first: 1, last: 2 }, { first: 0, last: 1 }, null, null, null]);
  });

  test('has room for its targets on every scale, and below rates for their changes', () => {
    const points = monthPoints([month('2026-09', '10'), month('2026-10', '20')], null);
    const ends = (target: string) =>
      stripsOf(points, 'sum', {
        running: null,
        targetOf: (scope) => (scope === 'total' ? (target as Decimal) : null),
      }).map(({ ticks }) => ticks.map(({ value }) => value));
    expect([ends('90'), ends('-40')]).toEqual([
      [[0, 10, 20], [0], [0, 50, 100]],
      [[0, 10, 20], [0], [-40, 0, 20]],
    ]);
    expect(plotPx('rate') - plotPx('sum')).toBe(CHANGES_PX);
  });

  test('says beside the last month what there is from the top, inside the strip and none over another', () => {
    const strip = (values: readonly (readonly [value: number, y: number])[], more: object = {}): Strip =>
      ({
        values: values.map(([value]) => value),
        ys: values.map(([, y]) => y),
        targets: values.map(() => null),
        ahead: null,
        ...more,
      }) as never;
    const mark = (value: number, y: number) => ({ value, y });
    const told = (of: Strip, at: number, part: number) =>
      endsOf(of, at, part).map(({ of: kind, y }) => [kind, y]);
    const target = (y: number) => ({ targets: [mark(7, y)] });
    expect([
      told(strip([[5, 90]], target(0)), 0, 1),
      told(strip([[5, 90]], target(STRIP_PX)), 0, 1),
      told(
        strip([[5, 50]], {
          ...target(50),
          ahead: { month: 0, low: mark(4, 60), likely: mark(5, 50), high: mark(6, 40) },
        }),
        0,
        0,
      ),
      told(strip([[5, 50]]), 0, 0),
    ]).toEqual([
      [['target', 6.5]],
      [['target', 95.5]],
      [
        ['ahead', 50],
        ['target', 63],
        ['so-far', 76],
      ],
      [],
    ]);
  });

  test('shades what is thicker than a line, up or down; changes that are there are seen', () => {
    const shaded = (likely: number) => hasShading([{ ys: [10, 20], likely: [null, likely] } as never]);
    expect([shaded(23), shaded(22.9), shaded(17), shaded(17.1)]).toEqual([true, false, true, false]);
    const { bars } = changeStripOf(
      monthPoints(
        [month('2026-08', '20'), month('2026-09', '20.01'), month('2026-10', '60'), month('2026-11', '60')],
        null,
      ),
      30,
    );
    expect(bars.map(({ scope, month: of, x, y, width, height }) => [scope, of, x, y, width, height])).toEqual(
      [
        ['marketplace', 1, 78.5, 362, 7, 1],
        ['marketplace', 2, 108.5, 321, 7, 42],
        ['total', 1, 92.5, 362, 7, 1],
        ['total', 2, 122.5, 321, 7, 42],
      ],
    );
  });

  test('is of the period where that ends with the last day that has a purchase', () => {
    const seen = { month: '2026-11' as Month, untilDay: 20 };
    expect(
      ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-30'].map((to) =>
        isOfPeriod(seen, days('2026-11-01', to)),
      ),
    ).toEqual([false, true, false, true]);
  });
});
