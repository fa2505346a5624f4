import { describe, expect, test } from 'vitest';
import type { Group, Groups, GroupsQuery } from '#renderer/data/model/groups.ts';
import { listItem, partPlace } from '#renderer/features/navigation/reconciliation-place.ts';
import type { MonthPoint } from '#renderer/features/trend/month-points.ts';
import { type RunningMonth, runningIn } from '#renderer/features/trend/running-month.ts';
import { monthInView, unitMessage } from '#renderer/features/trend/trend.tsx';
import type { ExceptionGroup } from '#renderer/reconciliation/findings/model/groups.ts';
import { extentOf, isLowestLine, valuesBy } from '#renderer/screens/panel/channels-section.tsx';
import { type PanelInput, readDetails, readFigures } from '#renderer/screens/panel/panel-data.ts';
import { productLines } from '#renderer/screens/panel/products-section.tsx';
import { type ReviewItem, reviewOf } from '#renderer/screens/panel/review.ts';
import { listOf } from '#renderer/screens/panel/review-place.ts';
import { whyChanged } from '#renderer/screens/panel/why-changed.ts';
import type { LocalDate, LocalDateTime, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What the panel asks, and what it makes of the answers: whole, over answers that are told apart. */

const period = (from: string, to: string) => ({ from: from as LocalDate, to: to as LocalDate });
const OCTOBER = period('2026-10-01', '2026-10-31');
const BEFORE = {
  'previous-period': period('2026-09-01', '2026-09-30'),
  'previous-year': period('2025-10-01', '2025-10-31'),
};
const FILTERED = {
  ...EVERYTHING,
  period: OCTOBER,
  filters: [{ column: 'Canal', values: ['Uno'] }],
};
const input = (part: Partial<PanelInput> = {}): PanelInput => ({
  ...{ selection: FILTERED, scope: 'comercial', trend: period('2025-10-01', '2026-11-30') },
  ...part,
});

type Sums = { readonly [column: string]: string };
const totals = (sums: Sums, more: object = {}) => ({
  ...{ rows: 1, orders: 1, sums, unreadable: {}, ventasWithProductCost: sums.Ventas ?? '0' },
  ...{ rowsWithoutProductCost: 0, ...more },
});
const group = (value: string, sums: Sums, more: object = {}): Group =>
  ({ value, caption: null, totals: totals(sums, more) }) as never;

type Asked = GroupsQuery & { readonly slot: string };
/** Answers that bear the name of their question. */
function callOf(groupsOf: (part: string, query: Asked) => readonly Group[] = () => []) {
  const asked: Asked[] = [];
  const readGroups = async (query: Asked): Promise<Groups> => {
    asked.push(query);
    const part = query.slot.replace(/^slot-/, '');
    const of = (name: string) => ({ revision: 1, ...totals({ Ventas: name }) });
    return {
      ...{ revision: 1, groups: groupsOf(part, query), groupsLeftOut: 0, total: of(part) },
      ...(query.compareWith == null || query.selection.period === null
        ? {}
        : { compared: { period: BEFORE[query.compareWith], total: of(`${part} ${query.compareWith}`) } }),
    } as never;
  };
  return { call: { readGroups } as never, asked };
}
/** A question in a line: many columns are the figures, or every section of the result. */
const told = ({ slot, selection, dimension, columns, ...rest }: Asked): string =>
  [
    slot.replace(/^slot-/, ''),
    typeof dimension === 'string' ? dimension : dimension.column,
    selection.filters.map(({ column, values }) => `${column}=${values.join(',')}`).join(' & '),
    selection.period === null ? 'all' : selection.period.from,
    columns.length > 9 ? 'sections' : columns.length > 3 ? 'figures' : columns.join(','),
    JSON.stringify(rest),
  ].join(' | ');

describe('the figures', () => {
  test('are of all rows and of those that sell, now, in the period before, and in the year before', async () => {
    const { call, asked } = callOf((part) => [group(`${part} group`, { Ventas: `${part} group` })]);
    const figures = await readFigures(call, input(), 'slot');
    expect(asked.map(told)).toEqual([
      'kinds | Tipo de Dato | Canal=Uno | 2026-10-01 | sections | {"compareWith":"previous-period"}',
      'sales | Canal | Canal=Uno & Tipo de Dato=Orden,Publicación | 2026-10-01 | Ventas,Costo de Producto | {"compareWith":"previous-period"}',
      'statuses | Estado de Orden | Canal=Uno | 2026-10-01 | Ventas,Unidades | {}',
      'kinds-year | Tipo de Dato | Canal=Uno | 2026-10-01 | figures | {"compareWith":"previous-year"}',
      'sales-year | Canal | Canal=Uno & Tipo de Dato=Orden,Publicación | 2026-10-01 | Ventas,Costo de Producto | {"compareWith":"previous-year"}',
    ]);
    const { tiles } = figures;
    const nameOf = ({ all, selling }: typeof tiles.own) => [all.sums.Ventas, selling.sums.Ventas];
    expect([
      nameOf(tiles.own),
      ...tiles.others.map((other) => [other.against, ...nameOf(other.figures)]),
    ]).toEqual([
      ['kinds', 'sales'],
      ['previous-period', 'kinds previous-period', 'sales previous-period'],
      ['previous-year', 'kinds-year previous-year', 'sales-year previous-year'],
    ]);
    expect(figures.periods).toEqual(BEFORE);
    expect([figures.kinds.total.sums.Ventas, figures.statuses.total.sums.Ventas]).toEqual([
      'kinds',
      'statuses',
    ]);
    expect(figures.costSets.map(({ sums }) => sums.Ventas)).toEqual(['sales group', 'kinds previous-period']);
  });

  test('of all days are held against nothing', async () => {
    const { call, asked } = callOf();
    const figures = await readFigures(call, input({ selection: EVERYTHING }), 'slot');
    expect([asked.length, figures.tiles.others, figures.periods]).toEqual([3, [], {}]);
  });
});

describe('where they come from', () => {
  const products = (part: string): readonly Group[] => {
    switch (part) {
      case 'returned-products':
        return ['Sin SKU', 'c', '', 'a', 'd', 'b'].map((value) => group(value, { Unidades: '2' }));
      case 'worst':
        return [
          group('x', { 'Rentabilidad Comercial': '-9' }),
          group('', { 'Rentabilidad Comercial': '-99' }),
          group('y', { 'Rentabilidad Comercial': '-1' }),
        ];
      default:
        return [];
    }
  };

  test('is asked by channel, month and product; of those that came back three are named, of those that lose all costs told', async () => {
    const { call, asked } = callOf(products);
    const details = await readDetails(call, input(), 'slot');
    expect(asked.map(told).toSorted()).toEqual([
      'best | SKU Producto | Canal=Uno | 2026-10-01 | figures | {"limit":7,"order":{"column":"Rentabilidad Comercial","direction":"descending"}}',
      'channels | Canal | Canal=Uno | 2026-10-01 | figures | {"within":"Cuenta","compareWith":"previous-period"}',
      'lost | SKU Producto | Canal=Uno & SKU Producto=x,y | 2026-10-01 | sections | {}',
      'months | month | Canal=Uno | all | figures | {}',
      'returned | Canal | Canal=Uno & Estado de Orden=Devuelta | 2026-10-01 | Unidades | {"within":"Cuenta"}',
      'returned-products | SKU Producto | Canal=Uno & Estado de Orden=Devuelta | 2026-10-01 | Unidades | {"limit":5,"order":{"column":"Unidades","direction":"descending"}}',
      'returned-units | SKU Producto | Canal=Uno | 2026-10-01 | figures | {"only":["c","a","d"]}',
      'without-product | SKU Producto | Canal=Uno & SKU Producto=,Sin SKU | 2026-10-01 | sections | {}',
      'worst | SKU Producto | Canal=Uno | 2026-10-01 | figures | {"limit":5,"order":{"column":"Rentabilidad Comercial","direction":"ascending"},"below":{"column":"Rentabilidad Comercial","except":["","Sin SKU"]}}',
    ]);
    expect(details.returned.products.groups.map(({ value }) => value)).toEqual(['c', 'a', 'd']);
    expect(
      [
        ...[
          details.channels,
          details.months,
          details.best,
          details.worst,
          details.lost,
          details.withoutProduct,
        ],
        ...[details.returned.channels, details.returned.units],
      ].map(({ total }) => total.sums.Ventas),
    ).toEqual([
      'channels',
      'months',
      'best',
      'worst',
      'lost',
      'without-product',
      'returned',
      'returned-units',
    ]);
  });

  test('goes on asking for the best until five can be ranked, or there are no more', async () => {
    const limits: (number | undefined)[] = [];
    const gainers = (count: number): readonly Group[] =>
      Array.from({ length: count }, (_, at) =>
        group(
          `p${at}`,
          { Ventas: '10', 'Rentabilidad Comercial': '1' },
          // Four of the first seven are ranked, which are not enough.
          at > 3 && at < 20 ? { rowsWithoutProductCost: 1, ventasWithProductCost: '1' } : {},
        ),
      );
    const { call } = callOf((part, query) => {
      if (part !== 'best') return [];
      limits.push(query.limit);
      return gainers(Math.min(query.limit ?? 0, 60));
    });
    const reader = call as { readGroups: (query: Asked) => Promise<Groups> };
    const cut = {
      readGroups: async (query: Asked) => ({ ...(await reader.readGroups(query)), groupsLeftOut: 9 }),
    };
    await readDetails(cut as never, input(), 'slot');
    expect(limits).toEqual([7, 56]);
    limits.length = 0;
    await readDetails(call, input(), 'slot');
    expect(limits).toEqual([7]);
  });
});

describe('the products', () => {
  test('that gain, cannot be ranked and lose stand each with its share, its causes and what is of none', () => {
    const kinds = {
      total: totals({ Ventas: '1000', 'Rentabilidad Total': '80', 'Cobro de Comisiones': '100' }),
    };
    const sums = (profit: string, sales = '100', more: Sums = {}) => ({
      Ventas: sales,
      'Rentabilidad Total': profit,
      ...more,
    });
    const lacking = (covered: string) => ({ rowsWithoutProductCost: 1, ventasWithProductCost: covered });
    const details = {
      best: {
        groups: [
          group('a', sums('60')),
          group('', sums('50')),
          group('half', sums('40'), lacking('89.99')),
          group('most', sums('30'), lacking('90')),
          group('none', sums('20'), lacking('0')),
          group('nil', sums('0')),
        ],
        groupsLeftOut: 7,
      },
      worst: { groups: [group('x', sums('-5')), group('y', sums('-2'))] },
      lost: {
        groups: [
          group('y', sums('-2', '100', { 'Cobro de Comisiones': '5' })),
          group('x', sums('-5', '100', { 'Cobro de Comisiones': '60' })),
        ],
      },
      withoutProduct: { total: totals(sums('-20', '0', { 'Cobro de Comisiones': '60' })) },
    };
    const lines = productLines({ scope: 'total', places: 0, kinds, details } as never);
    const line = ({
      group: of,
      list,
      profit,
      ratePercent,
      cumulativePercent,
      causes,
    }: (typeof lines.best)[number]) =>
      [
        of?.value ?? '·',
        list,
        profit,
        ratePercent,
        cumulativePercent,
        causes.map(({ line: { id }, amount, isMore }) => `${id} ${amount}${isMore ? '!' : ''}`).join(),
      ].join(' | ');
    expect([...lines.best, ...lines.apart, ...lines.worst, lines.withoutProduct].map(line)).toEqual([
      'a | best | 60 | 60.000000 | 60.00 | ',
      'most | best | 30 | 30.000000 | 90.00 | ',
      'nil | best | 0 | 0.000000 | 90.00 | ',
      'half | apart | 40 | 40.000000 | 40.00 | ',
      'x | worst | -5 | -5.000000 | -5.00 | commissions 60!',
      // Without the 60 that belong to none, commissions usually take 4 % of sales.
      'y | worst | -2 | -2.000000 | -7.00 | commissions 5!',
      '· | without | -20 |  |  | ',
    ]);
    expect(lines.count).toBe(12);
  });
});

test('why: the three parts that moved the rate most, whichever way, the greatest first', () => {
  const sums = (parts: { readonly [column: string]: number }) =>
    Object.fromEntries(Object.entries(parts).map(([column, value]) => [column, String(value) as Decimal]));
  const before = sums({
    Ventas: 1000,
    'Ingreso Total': 1000,
    'Cobro de Comisiones': 100,
    'Cobro de Envío': 50,
    'Cobro por publicidad': 40,
    'Costo de Producto': 400,
    'Rentabilidad Total': 410,
  });
  const own = sums({
    Ventas: 1000,
    'Ingreso Total': 1020,
    'Cobro de Comisiones': 110,
    'Cobro de Envío': 80,
    'Cobro por publicidad': 39,
    'Costo de Producto': 350,
    'Rentabilidad Total': 441,
  });
  expect(whyChanged(own, before)?.parts.map(({ id, points }) => [id, Number(points)])).toEqual([
    ['product-cost', 5],
    ['shipping', -3],
    ['income', 2],
  ]);
});

describe('the channels', () => {
  const uno = {
    ...group('Uno', { Ventas: '100', 'Rentabilidad Total': '-30', Unidades: '10' }),
    groups: [
      group('A', { Ventas: '150', 'Rentabilidad Total': '-40', Unidades: '4' }),
      group('B', { Ventas: '-50', 'Rentabilidad Total': '10' }),
    ],
  };
  const dos = group('Dos', { Ventas: '0', 'Rentabilidad Total': '5' });

  test('are in the order of the figure that a heading names', () => {
    const returned = {
      groups: [{ ...group('Uno', { Unidades: '5' }), groups: [group('A', { Unidades: '1' })] }],
    } as never;
    const [account] = uno.groups;
    if (account === undefined) throw new Error('It has one.');
    const values = (by: string, of: Groups | null = returned) => {
      const value = valuesBy(by, 'Rentabilidad Total', of);
      return value && [value(uno, null), value(dos, null), value(account, 'Uno'), value(account, 'Dos')];
    };
    expect(values('channel')).toBeNull();
    expect(values('sales')).toEqual(['100', '0', '150', '150']);
    expect(values('profit')).toEqual(['-30', '5', '-40', '-40']);
    expect(values('rate')).toEqual(['-30.000000', null, '-26.666667', '-26.666667']);
    expect(values('returns')).toEqual(['50.000000', null, '25.000000', '0.000000']);
    expect(values('returns', null)).toEqual(['0.000000', null, '0.000000', '0.000000']);
  });

  test('have bars of one scale, their accounts too, and one mark of the lowest, at the channel', () => {
    expect(extentOf([uno, dos], 'Rentabilidad Total')).toEqual({ low: -50, high: 150 });
    expect(extentOf([dos], 'Rentabilidad Total')).toEqual({ low: 0, high: 5 });
    const marked = (place: readonly [string, string | null] | null, lowest: string | null = 'Uno') =>
      isLowestLine({ place }, lowest);
    expect([
      marked(['Uno', null]),
      marked(['Uno', 'A']),
      marked(['Dos', null]),
      marked(null),
      marked(['Uno', null], null),
    ]).toEqual([true, false, false, false, false]);
  });
});

describe('the trend', () => {
  const points = [
    ['2026-08', false],
    ['2026-09', false],
    ['2026-10', true],
  ].map(([month, isPart]) => ({ month, isPart }) as unknown as MonthPoint);

  test('shows the first month wanted that is there, else the newest that is over, else the newest', () => {
    expect(monthInView(points, [null, '2026-10', '2026-08'])).toBe(2);
    expect(monthInView(points, ['2026-01', '2026-08', '2026-10'])).toBe(0);
    expect(monthInView(points, [null, '2027-01'])).toBe(1);
    expect(
      monthInView(
        points.map((point) => ({ ...point, isPart: true })),
        [],
      ),
    ).toBe(2);
  });

  test('tells how a month will end of the one that goes on alone', () => {
    const running = { month: '2026-10' as Month } as RunningMonth;
    expect(['2026-10', '2026-09', undefined].map((month) => runningIn(running, month as Month))).toEqual([
      running,
      null,
      null,
    ]);
    expect(runningIn(null, undefined)).toBeNull();
  });

  test('names its unit: of rates percent, of amounts thousands or millions of the currency', () => {
    const units = (code: string | null) => [1, 1e3, 1e6].map((unit) => unitMessage('sum', unit, code, text));
    expect(units('CLP')).toEqual(['CLP', 'miles de CLP', 'millones de CLP']);
    expect(new Set(units(null)).size).toBe(3);
    expect(unitMessage('rate', 1e6, 'CLP', text)).toBe(text('trend.unit-rate'));
  });
});

describe('what waits for review', () => {
  const waiting = (key: string, of: object): ExceptionGroup =>
    ({
      ...{ key, findingKey: key, account: { Canal: 'Uno', Cuenta: 'A' }, month: null, due: 0, cases: [] },
      ...{ first: null, last: null, head: { kind: 'missing-cost', subject: {}, affects: [] } },
      ...of,
    }) as never;
  const tally = (count: number, amount: string | null = null) => ({ open: { count, amount } });
  const head = (name: string, subject = {}) => ({ kind: 'missing-cost', subject, affects: [], name });

  test('is one line of a kind, a currency and an account, with its oldest and newest day and its largest group', () => {
    const groups = [
      waiting('a', {
        tallies: tally(2, '5'),
        head: head('few'),
        month: '2026-09',
        first: '2026-09-10',
        last: '2026-09-20',
      }),
      waiting('b', {
        tallies: tally(7, '-8.5'),
        head: head('many'),
        month: '2026-08',
        first: '2026-08-05',
        last: '2026-08-09',
      }),
      waiting('c', {
        tallies: tally(3),
        head: head('some'),
        month: '2026-10',
        first: '2026-10-01',
        last: '2026-10-30',
      }),
      // Nothing of it is open, but what left sight is due again; and nothing at all.
      waiting('d', {
        tallies: tally(0),
        due: 1,
        head: head('due'),
        account: { Canal: 'Uno', Cuenta: 'B' },
        month: '2026-10',
        first: '2026-10-02',
      }),
      waiting('e', { tallies: tally(0), head: head('done') }),
    ];
    const told = reviewOf(groups).map(
      ({ cases, amount, head: of, groups: count, account, month, since, until }) =>
        [cases, amount, of.name, count, account?.Cuenta, month, since, until].join(' '),
    );
    expect(told).toEqual(['12 -3.5 many 3 A  2026-08-05 2026-10-30', '1  due 1 B 2026-10 2026-10-02 ']);
  });

  test('has no newest day where that of one of its groups is not known', () => {
    const groups = ['2026-09-20', null].map((last, at) =>
      waiting(String(at), { tallies: tally(1), first: '2026-09-10', last }),
    );
    expect(reviewOf(groups).map(({ since, until }) => [since, until])).toEqual([['2026-09-10', null]]);
  });

  test('of closed months that changed is a line a month; others are of all their months', () => {
    const closed = (key: string, month: string) =>
      waiting(key, {
        tallies: tally(1),
        account: null,
        head: { kind: 'closed-month', subject: { month }, affects: [] },
      });
    const lines = reviewOf([closed('a', '2026-08'), closed('b', '2026-09'), closed('c', '2026-09')]);
    expect(lines.map(({ month, cases, groups }) => [month, cases, groups])).toEqual([
      ['2026-08', 1, 1],
      ['2026-09', 2, 2],
    ]);
  });

  test('is led to by its age where all of it is of one, the bounds of each in it', () => {
    const present = '2026-11-30T10:00:00.000' as LocalDateTime;
    const item = (since: string | null, until: string | null, more: object = {}): ReviewItem =>
      ({
        kind: 'missing-cost',
        account: { Canal: 'Uno', Cuenta: 'A' },
        month: null,
        since,
        until,
        ...more,
      }) as never;
    const age = (since: string | null, until = since) =>
      JSON.stringify(listOf(item(since, until), present)).match(/week|month|bimester|older/)?.[0] ?? null;
    expect(
      ['2026-11-30', '2026-11-23', '2026-11-22', '2026-10-31', '2026-10-30', '2026-10-01', '2026-09-30'].map(
        (day) => age(day),
      ),
    ).toEqual([...['week', 'week', 'month', 'month', 'bimester', 'bimester', 'older']]);
    expect([age('2026-11-22', '2026-11-30'), age(null), age('2026-11-30', null)]).toEqual([null, null, null]);
    const month = '2026-09' as Month;
    expect(listOf(item(null, null, { kind: 'closed-month', month }), present)).toEqual(
      partPlace('close', month),
    );
    expect(listOf(item(null, null, { month }), null)).toEqual(
      partPlace(
        'exceptions',
        month,
        listItem({ kind: 'missing-cost', canal: 'Uno', cuenta: 'A', age: null }),
      ),
    );
  });
});
