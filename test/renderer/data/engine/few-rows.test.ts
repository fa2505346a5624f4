import { expect, test } from 'vitest';
import { productCaptions } from '#renderer/data/engine/aggregate/product-captions.ts';
import { createChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import { queryChanges } from '#renderer/data/engine/changes/change-query.ts';
import { selectedOrders } from '#renderer/data/engine/changes/selected-orders.ts';
import { compareWithPeriod } from '#renderer/data/engine/columns/calendar.ts';
import type { ChangesQuery, OrderFigures } from '#renderer/data/model/changes.ts';
import type { CompareWith } from '#renderer/data/model/groups.ts';
import { type OwnCost, ownCostKey } from '#renderer/data/model/own-costs.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate, LocalDateTime, Month, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { EVERYTHING, type Period, type Selection } from '#shared/domain/selection.ts';
import { type Row, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';
import { createQueries } from './queries.ts';

/** What the questions answer of a few rows that stand at the limits, each answer written down by hand. */

const COLUMNS = [
  ...['Canal', 'Cuenta', 'Orden', 'Nro. suborden', 'SKU Producto', 'Producto', 'Fecha de compra'],
  ...['Fecha de Pago', 'Estado de Orden', 'Unidades', 'Ventas', 'Costo de Producto', 'Costo Envío'],
  ...['% Costo Envío', 'Rentabilidad Comercial'],
];
const MARGIN = '% Rentabilidad Comercial';
const rowOf = (Orden: string, day: string | null, more: Row = {}): Row => ({
  ...{ Canal: 'A', Cuenta: 'B', Orden, 'Nro. suborden': '1', 'SKU Producto': 'S', Producto: 'P' },
  ...{ 'Estado de Orden': 'Regular', Unidades: '1', Ventas: '10', 'Costo de Producto': '0' },
  'Fecha de compra': day === null ? null : `${day}T10:00:00.000`,
  ...more,
});
const asked = (
  rows: readonly Row[],
  costs: readonly OwnCost[] = [],
  segments = 2,
  columns: readonly string[] = COLUMNS,
) =>
  createQueries(
    storeOf(rows, segments, [...columns]),
    () => new Map(costs.map((cost) => [ownCostKey(cost), cost])),
  );
const period = (from: string, to: string): Period => ({ from: from as LocalDate, to: to as LocalDate });
const bought = (from: string, to: string): Selection => ({ ...EVERYTHING, period: period(from, to) });

test('a product is called as at its newest purchase, in whichever part of the rows that is', () => {
  const named = (sku: string, day: string | null, Producto: string) =>
    rowOf(`${sku}${day}`, day, { 'SKU Producto': sku, Producto });
  const store = storeOf(
    [
      ...[named('S', '2026-01-01', 'old'), named('S', '2026-03-01', 'new'), named('S', '2026-02-01', 'mid')],
      ...[named('T', null, 'undated'), named('T', '2026-01-01', 'dated'), named('U', '2026-01-01', '')],
      ...[
        named('S', '2026-02-20', 'later part'),
        named('V', '2026-01-05', 'first'),
        named('V', '2026-01-05', 'twin'),
      ],
      ...[named('T', null, 'undated again'), named('W', null, 'alone'), named('', '2026-01-01', 'none')],
    ],
    2,
    COLUMNS,
  );
  const captionOf = atOnce(productCaptions(store));
  expect(['S', 'T', 'U', 'V', 'W', '', 'X'].map(captionOf)).toEqual([
    ...['new', 'dated', null, 'first', 'alone', null, null],
  ]);
  expect(atOnce(productCaptions(store, 'Orden'))('S')).toBe('S2026-03-01');
});

test('the month that goes on takes in today, and what came on the same days a month and a year before', () => {
  const days: readonly (readonly [string, string])[] = [
    ...([
      ['2025-03-01', '1'],
      ['2025-03-15', '2'],
      ['2025-03-16', '4'],
      ['2026-01-31', '8'],
    ] as const),
    ...([
      ['2026-02-01', '16'],
      ['2026-02-15', '32'],
      ['2026-02-16', '64'],
      ['2026-03-01', '128'],
    ] as const),
    ...([
      ['2026-03-15', '256'],
      ['2026-03-16', '512'],
    ] as const),
  ];
  const rows = days.map(([day, Ventas], at) => rowOf(`${at}`, day, { Ventas }));
  const outlook = (more: readonly Row[] = []) =>
    atOnce(
      asked([...more, ...rows]).tasks.monthOutlook({
        selection: EVERYTHING,
        today: '2026-03-15' as LocalDate,
      }),
    );
  const { revision: _, figures, ...days0 } = outlook();
  expect(days0).toEqual({
    ...{ month: '2026-03', days: period('2026-03-01', '2026-03-15'), daysLeft: 16, wholeMonths: 12 },
    sameDays: period('2026-02-01', '2026-02-15'),
    sameDaysOfYearBefore: period('2025-03-01', '2025-03-15'),
  });
  const { estimate: __, ...ventas } = figures.Ventas;
  expect(ventas).toEqual({
    ...{ soFar: '384', sameDays: '48', sameDaysOfYearBefore: '3', monthOfYearBefore: '7' },
  });
  expect(figures['Rentabilidad Marketplace']).toEqual({
    ...{ soFar: null, sameDays: null, sameDaysOfYearBefore: null, monthOfYearBefore: null, estimate: null },
  });
  // A company whose first day lies within that month did not have all of it.
  const late = asked(rows.slice(1)).tasks.monthOutlook({
    selection: EVERYTHING,
    today: '2026-03-15' as LocalDate,
  });
  const { figures: since, wholeMonths } = atOnce(late);
  expect([since.Ventas.monthOfYearBefore, since.Ventas.sameDaysOfYearBefore, wholeMonths]).toEqual([
    ...[null, '2', 11],
  ]);
});

test('a period is held against the one before it, or the same days of the year before', () => {
  const compared = (how: CompareWith, from: string, to: string) => {
    const { period: other } = compareWithPeriod(period(from, to), how);
    return `${other.from} ${other.to}`;
  };
  const before = (from: string, to: string) => compared('previous-period', from, to);
  const year = (from: string, to: string) => compared('previous-year', from, to);
  expect(before('2026-01-01', '2026-02-28')).toBe('2025-11-01 2025-12-31');
  expect(before('2026-03-01', '2026-03-31')).toBe('2026-02-01 2026-02-28');
  expect(before('2026-03-01', '2026-03-30')).toBe('2026-02-01 2026-02-28');
  expect(before('2026-03-01', '2026-03-15')).toBe('2026-02-01 2026-02-15');
  expect(before('2026-01-01', '2026-03-15')).toBe('2025-10-01 2025-12-15');
  expect(before('2026-01-01', '2026-12-31')).toBe('2025-01-01 2025-12-31');
  expect(before('2026-03-02', '2026-03-31')).toBe('2026-01-31 2026-03-01');
  expect(before('2026-03-10', '2026-03-10')).toBe('2026-03-09 2026-03-09');
  expect(year('2028-02-10', '2028-02-29')).toBe('2027-02-10 2027-02-28');
  expect(year('2027-02-01', '2027-02-28')).toBe('2026-02-01 2026-02-28');
  expect(year('2029-02-01', '2029-02-28')).toBe('2028-02-01 2028-02-29');
  expect(year('2026-03-10', '2026-03-12')).toBe('2025-03-10 2025-03-12');
});

test('groups are held against the period that is asked for, each time', () => {
  const queries = asked([
    rowOf('1', '2025-03-31', { Canal: 'A', Ventas: '1' }),
    rowOf('2', '2026-02-28', { Canal: 'A', Ventas: '2' }),
    rowOf('3', '2026-03-01', { Canal: 'B', Ventas: '4' }),
    rowOf('4', '2026-03-31', { Canal: 'A', Ventas: '8' }),
    rowOf('5', '2026-04-01', { Canal: 'A', Ventas: '16' }),
  ]);
  const told = (compareWith: CompareWith | null) => {
    const { groups, total, compared } = queries.groups(
      bought('2026-03-01', '2026-03-31'),
      'Canal',
      ['Ventas'],
      {
        compareWith,
      },
    );
    const sums = groups.map(({ value, totals, compared: then }) => [
      value,
      totals.sums.Ventas,
      then?.sums.Ventas,
    ]);
    return [sums, total.sums.Ventas, compared?.period.from, compared?.total.sums.Ventas];
  };
  const byMonth = [
    [
      ['A', '8', '2'],
      ['B', '4', '0'],
    ],
    '12',
    '2026-02-01',
    '2',
  ];
  const zeroOrNone = (answer: unknown) => JSON.parse(JSON.stringify(answer).replaceAll(',null]', ',"0"]'));
  expect(zeroOrNone(told('previous-period'))).toEqual(byMonth);
  expect(zeroOrNone(told('previous-year'))).toEqual([
    [
      ['A', '8', '1'],
      ['B', '4', '0'],
    ],
    ...['12', '2025-03-01', '1'],
  ]);
  expect(told(null).slice(1)).toEqual(['12', undefined, undefined]);
  expect(zeroOrNone(told('previous-period'))).toEqual(byMonth);
});

test('a share has what it is of and what it is over, whatever else is asked for', () => {
  const { totals } = asked([
    rowOf('1', '2026-03-01', { Ventas: '30', 'Costo Envío': '3', '% Costo Envío': '10' }),
    rowOf('2', '2026-03-01', { Ventas: '10', 'Costo Envío': 'x', '% Costo Envío': '5' }),
  ]);
  const { sums, unreadable } = totals(EVERYTHING, ['% Costo Envío']);
  expect([sums, unreadable]).toEqual([{ 'Costo Envío': '3', Ventas: '40' }, { 'Costo Envío': 1 }]);
  expect(totals(EVERYTHING, ['Unidades', 'Orden', 'Fecha de compra']).sums).toEqual({ Unidades: '2' });
});

test('rows lack a cost where they have sales, and no others do', () => {
  const rows = [
    rowOf('1', '2026-03-01', { Ventas: '10', 'Costo de Producto': '4' }),
    rowOf('2', '2026-03-01', { Ventas: '20', 'Costo de Producto': '0.00' }),
    rowOf('3', '2026-03-01', { Ventas: '0', 'Costo de Producto': '0' }),
    rowOf('4', '2026-03-01', { Ventas: '-5', 'Costo de Producto': null }),
    rowOf('4', '2026-03-01', { Ventas: null, 'Costo de Producto': '3', 'Nro. suborden': '2' }),
    rowOf('5', '2026-03-01', { Ventas: '', 'Costo de Producto': 'x' }),
  ];
  const { revision: _, ...all } = asked(rows).totals(EVERYTHING, ['Ventas', 'Costo de Producto']);
  expect(all).toEqual({
    ...{ rows: 6, orders: 5, sums: { Ventas: '25', 'Costo de Producto': '7.00' } },
    ...{ unreadable: { 'Costo de Producto': 1 }, ventasWithProductCost: '10' },
    rowsWithoutProductCost: 2,
  });
});

test('values come the most frequent first, those that are chosen in any case, and are counted', () => {
  const canales = ['b', 'a', 'Á', 'c', 'b', 'c', 'c', 'ba'];
  const { values } = asked(canales.map((Canal, at) => rowOf(`${at}`, '2026-03-01', { Canal })));
  const told = (more: Parameters<typeof values>[2]) => {
    const { values: found, found: count, all } = values(EVERYTHING, 'Canal', more);
    return [found.map(({ value, rows }) => `${value} ${rows}`).join(', '), count, all];
  };
  expect(told({})).toEqual(['c 3, b 2, a 1, Á 1, ba 1', 5, 5]);
  expect(told({ limit: 2 })).toEqual(['c 3, b 2', 5, 5]);
  expect(told({ limit: 1, also: ['Á', 'zz', 'c', 'b'] })).toEqual(['c 3, b 2, Á 1, zz 0', 6, 6]);
  expect(told({ find: 'A' })).toEqual(['a 1, Á 1, ba 1', 3, 5]);
  expect(told({ find: 'b', at: 'start', limit: 1 })).toEqual(['b 2', 2, 5]);
  expect(told({ find: 'ba', at: 'start' })).toEqual(['ba 1', 1, 5]);
  expect(told({ find: 'z', also: ['zz', 'yy'] })).toEqual(['zz 0', 1, 7]);
  // The value that is what is looked for comes first, whatever begins with it is more frequent.
  const begun = asked(['ba', 'ba', 'B'].map((Canal, at) => rowOf(`${at}`, '2026-03-01', { Canal })));
  const first = (at?: 'start') =>
    begun.values(EVERYTHING, 'Canal', { find: 'b', limit: 1, ...(at && { at }) }).values[0];
  expect([first('start')?.value, first()?.value]).toEqual(['B', 'ba']);
  // Its own filter does not count, others do.
  const filters = [
    { column: 'Canal', values: ['a'] },
    { column: 'Orden', values: ['0', '1', '4'] },
  ];
  const { values: left } = values({ ...EVERYTHING, filters }, 'Canal', {});
  expect(left).toEqual([
    { value: 'b', rows: 2 },
    { value: 'a', rows: 1 },
  ]);
});

test('a condition of amounts holds both its ends, however they are written', () => {
  const ventas = ['-10.01', '-10', '-9.99', '9.99', '10.00', '10.01', ''];
  const { lines } = asked(ventas.map((Ventas, at) => rowOf(`${at}`, '2026-03-01', { Ventas })));
  const kept = (from: string | null, to: string | null) => {
    const numberFilters = [{ column: 'Ventas', from: from as Decimal | null, to: to as Decimal | null }];
    const query = {
      selection: { ...EVERYTHING, numberFilters },
      grouping: 'rows',
      columns: ['Ventas'],
    } as const;
    const found = lines({ ...query, sort: { column: 'Ventas', direction: 'ascending' } }, 0, 9).lines;
    return found.map(({ cells }) => cells[0]).join(' ');
  };
  expect(kept(null, '10.005')).toBe('-10.01 -10 -9.99 9.99 10.00');
  expect(kept('-10.005', null)).toBe('-10 -9.99 9.99 10.00 10.01');
  expect(kept(null, '-10.005')).toBe('-10.01');
  expect(kept('10.005', null)).toBe('10.01');
  expect(kept('10', '10')).toBe('10.00');
  expect(kept('-9.99', '9.99')).toBe('-9.99 9.99');
});

test('an own cost is of its days, both included, and of rows without a day only where it is for ever', () => {
  const costOf = (from: string | null, to: string | null): OwnCost => ({
    ...{ sku: 'S', currency: null, from: from as LocalDate | null, to: to as LocalDate | null },
    ...{ cost: '3' as Decimal, note: '', owner: '', atMs: 0 },
  });
  const rows = [
    rowOf('1', '2026-02-28'),
    rowOf('2', '2026-03-01', { Unidades: '2' }),
    rowOf('3', '2026-03-31', { Ventas: '20' }),
    rowOf('4', '2026-04-01'),
    rowOf('5', null),
    rowOf('6', '2026-03-05', { 'Costo de Producto': '7', Ventas: '40' }),
    rowOf('7', '2026-03-05', { 'SKU Producto': 'T', Ventas: '80' }),
    rowOf('8', '2026-03-05', { Unidades: '0' }),
  ];
  const used = (from: string | null, to: string | null) => {
    const { tasks } = asked(rows, [costOf(from, to)]);
    const {
      skus,
      rows: count,
      amount,
    } = atOnce(
      tasks.usedOwnCosts({ selection: { ...EVERYTHING, ownCosts: { currency: 'CLP' } }, currency: 'CLP' }),
    );
    return [skus, count, Number(amount)];
  };
  expect(used('2026-03-01', '2026-03-31')).toEqual([1, 2, 9]);
  expect(used('2026-03-01', null)).toEqual([1, 3, 12]);
  expect(used(null, '2026-03-31')).toEqual([1, 3, 12]);
  expect(used(null, null)).toEqual([1, 5, 18]);
  expect(used('2026-05-01', null)).toEqual([0, 0, 0]);
  // Lines stand by product, and then by day.
  const several = [
    costOf('2026-03-05', null),
    { ...costOf('2026-03-01', null), sku: 'T' },
    costOf(null, '2026-03-04'),
  ];
  const listed = atOnce(
    asked(rows, several).tasks.ownCosts({ selection: EVERYTHING, currency: 'CLP' }),
  ).lines.map(({ cost }) => `${cost.sku} ${cost.from}`);
  expect(listed).toEqual(['S null', 'S 2026-03-05', 'T 2026-03-01']);
  // Its line is of all rows, its coverage of the selection's.
  const { tasks } = asked(rows, [costOf('2026-03-01', null)]);
  const march = { ...bought('2026-03-01', '2026-03-31'), ownCosts: { currency: 'CLP' } };
  const { lines, coverage } = atOnce(tasks.ownCosts({ selection: march, currency: 'CLP' }));
  expect(
    lines.map((line) => [line.rows, Number(line.amount), line.sourceRows, Number(line.sourceAmount)]),
  ).toEqual([[3, 12, 1, 7]]);
  expect([coverage.source, coverage.own, coverage.none].map(Number)).toEqual([40, 30, 90]);
});

test('a share that is off by half of its last digit holds, and by more does not', () => {
  const rate = (share: string, cost: string, Ventas = '100') =>
    rowOf(`${share} ${cost}`, '2026-03-01', { Ventas, 'Costo Envío': cost, '% Costo Envío': share });
  const { tasks } = asked([
    ...[rate('0.13', '0.125'), rate('0.12', '0.125'), rate('0.13', '0.1249'), rate('-0.13', '-0.125')],
    ...[
      rate('12', '12.5'),
      rate('13', '12.5'),
      rate('12', '12.51'),
      rate('0', '0', '0'),
      rate('1', '0', '0'),
    ],
    ...[rate('x', '1'), rate('12.50', '12.5')],
  ]);
  const { rules } = atOnce(tasks.rowProof(EVERYTHING));
  expect(rules.find(({ id }) => id === '% Costo Envío')).toMatchObject({
    ...{ holds: 6, fails: 3, absent: 0, unreadable: 1, withoutBase: 1 },
  });
});

test('changes are those since an instant, of orders bought in a month at any time, and of the days of a selection', () => {
  const figures = (ventas: string): OrderFigures => ({
    ...{ rows: 1, states: ['Regular'], payments: ['Pagado'], amounts: { Ventas: ventas as Decimal } },
  });
  const index = createChangeIndex();
  const add = (hour: number, changes: readonly (readonly [string, string, string | null])[]) =>
    index.add({
      ...{ runId: 'r', purpose: 'changes', windowId: `${hour}` },
      readAt: `2026-04-01T0${hour}:00:00.000Z` as UtcInstant,
      window: { field: 'updated_at', from: '' as UtcInstant, to: '' as UtcInstant },
      changes: changes.map(([order, day, after]) => ({
        ...{ order: JSON.stringify(['A', 'B', order]) as OrderKey, correlationIds: [] },
        purchase: `${day}T23:59:59.999` as LocalDateTime,
        ...{ before: figures('1'), after: after === null ? null : figures(after) },
      })),
    });
  add(1, [
    ['early', '2026-03-10', '5'],
    ['moved', '2026-03-31', '2'],
  ]);
  add(2, [
    ['last', '2026-03-31', null],
    ['first', '2026-03-01', null],
    ['next', '2026-04-01', null],
  ]);
  add(3, [['moved', '2026-04-02', '3']]);
  const ALL: ChangesQuery = {
    ...{ runId: null, since: null, month: null, canal: null, scope: null, search: '', onlyDifferent: true },
    ...{ kinds: ['new', 'changed', 'removed'], grouping: 'news', group: null, sort: null },
  };
  const told = (query: Partial<ChangesQuery>, selection: Selection | null = null) => {
    const isSelected =
      selection === null
        ? null
        : selectedOrders(storeOf([rowOf('moved', '2026-04-02')], 1, COLUMNS), selection);
    const answer = queryChanges(index, { ...ALL, ...query }, isSelected);
    return answer
      .lines(0, 9)
      .map(({ Orden, before, after, changes }) =>
        [Orden, before?.amounts.Ventas, after?.amounts.Ventas ?? '-', changes].join(' '),
      );
  };
  const [moved, removed] = ['moved 1 3 2', ['next 1 - 1', 'first 1 - 1', 'last 1 - 1']];
  expect(told({})).toEqual([moved, ...removed, 'early 1 5 1']);
  expect(told({ since: '2026-04-01T02:00:00.000Z' as UtcInstant })).toEqual(['moved 1 3 1', ...removed]);
  expect(told({ since: '2026-04-01T02:00:00.001Z' as UtcInstant })).toEqual(['moved 1 3 1']);
  expect(told({ month: '2026-03' as Month })).toEqual([moved, 'first 1 - 1', 'last 1 - 1', 'early 1 5 1']);
  expect(told({ month: '2026-04' as Month })).toEqual([moved, 'next 1 - 1']);
  expect(told({ sort: 'Ventas' })).toEqual(['early 1 5 1', moved, ...removed]);
  expect(told({ kinds: ['removed'] }, bought('2026-03-01', '2026-03-31'))).toEqual([
    'first 1 - 1',
    'last 1 - 1',
  ]);
  expect(told({}, bought('2026-04-02', '2026-04-02'))).toEqual([moved]);
});

test('a margin with own costs is rounded to two places, half away from zero', () => {
  const sold = (Orden: string, Ventas: string, Rentabilidad: string) =>
    rowOf(Orden, '2026-03-01', { Ventas, 'Rentabilidad Comercial': Rentabilidad, [MARGIN]: '1' });
  const cost: OwnCost = {
    ...{ sku: 'S', currency: null, from: null, to: null, cost: '3' as Decimal },
    ...{ note: '', owner: '', atMs: 0 },
  };
  const rows = [
    ...[sold('1', '1000.00', '126.45'), sold('2', '1000', '126.44'), sold('3', '1000', '-120.45')],
    ...[sold('4', '0', '5'), sold('5', '-10', '5'), sold('6', '1000', '3.05'), sold('7', '1000', '3')],
  ];
  const { lines } = asked(rows, [cost], 1, [...COLUMNS, MARGIN]);
  const page = lines(
    {
      selection: { ...EVERYTHING, ownCosts: { currency: null } },
      ...{ grouping: 'rows', sort: { column: 'Orden', direction: 'ascending' } },
      columns: ['Costo de Producto', 'Rentabilidad Comercial', MARGIN],
    },
    0,
    9,
  );
  expect(page.lines.map(({ cells }) => cells.join(' '))).toEqual([
    ...['3 123.45 12.35', '3 123.44 12.34', '3 -123.45 -12.35', '0 5 1', '3 2 ', '3 0.05 0.01', '3 0 0.00'],
  ]);
});

test('amounts that cannot be read stand behind all that can, the greatest and the least too', () => {
  const amounts = ['-7', '9', 'N/D', null, '5', 'x', '', '0'];
  const { lines } = asked(amounts.map((Ventas, at) => rowOf(`${at}`, `2026-03-0${at + 1}`, { Ventas })));
  const told = (direction: 'ascending' | 'descending') =>
    lines(
      { selection: EVERYTHING, grouping: 'rows', sort: { column: 'Ventas', direction }, columns: ['Ventas'] },
      0,
      9,
    ).lines.map(({ cells }) => cells[0]);
  expect(told('ascending')).toEqual(['-7', '0', '5', '9', 'x', 'N/D', '', null]);
  expect(told('descending')).toEqual(['9', '5', '0', '-7', 'x', 'N/D', '', null]);
});

test('a percentage that is not of its base is told of the first other column that it is of', () => {
  const of = (Orden: string, income: string, cancelled: string): Row =>
    rowOf(Orden, '2026-01-01', {
      ...{ Ventas: '200', 'Costo Total': '10', '% Costo Total': '10' },
      ...{ 'Ingreso Total': income, 'Venta Cancelada': cancelled },
    });
  const rows = [
    ...[of('both', '100', '100'), of('both too', '100.00', '100'), of('and too', '100', '100.1')],
    ...[of('cancelled', '50', '100'), of('cancelled too', '0', '100'), of('neither', '50', '60')],
  ];
  const columns = [...COLUMNS, 'Costo Total', '% Costo Total', 'Ingreso Total', 'Venta Cancelada'];
  const told = (segments: number, own: readonly string[]) => {
    const { tasks } = asked(rows, [], segments, own);
    return atOnce(tasks.failureGroups(EVERYTHING, '% Costo Total')).groups.map((each) => [
      each.base,
      each.rows,
    ]);
  };
  for (const segments of [1, 2]) {
    expect(told(segments, columns)).toEqual([
      ['Ingreso Total', 3],
      ['Venta Cancelada', 2],
      [null, 1],
    ]);
  }
  // Of one that is not there nothing is.
  expect(
    told(
      1,
      columns.filter((column) => column !== 'Ingreso Total'),
    ),
  ).toEqual([
    ['Venta Cancelada', 5],
    [null, 1],
  ]);
});

test('of each rule it is told in how many rows it holds, fails or cannot be told, and by how much it is off', () => {
  const of = (Orden: string, total: string | null, rate: string | null, more: Row = {}): Row =>
    rowOf(Orden, '2026-01-01', {
      ...{ Ventas: '200', 'Costo Total': '10.05', '% Costo Total': rate, 'Rentabilidad Total': total },
      ...{ 'Ingreso Total': '7', 'Reembolso Total': '1', 'Cobro Total': '2', 'Costo de Producto': '3.5' },
      ...more,
    });
  const rows = [
    // 7 + 1 − 2 − 3.5; and 5.025 % is 5.0 to one digit, which 5.00 is not.
    ...[of('holds', '2.50', '5.0'), of('more', '7.5', '5.00'), of('less', '-0.75', '5.02')],
    ...[of('blank', null, null), of('unread', 'N/D', 'N/D'), of('half', '2.5', '5.03')],
    of('beyond', '90071992547409932.5', '5.0'),
    of('no base', '2.5', '0', { Ventas: '0', 'Costo Total': '0' }),
    of('of nothing', '2.5', '1', { Ventas: '0', 'Costo Total': '1' }),
  ];
  const columns = [...COLUMNS, 'Costo Total', '% Costo Total', 'Rentabilidad Total', 'Ingreso Total'];
  const { tasks } = asked(rows, [], 2, [...columns, 'Reembolso Total', 'Cobro Total']);
  const { rules } = atOnce(tasks.rowProof(EVERYTHING));
  expect(rules.filter(({ id }) => ['total', '% Costo Total', 'income'].includes(id))).toEqual([
    {
      ...{ id: 'total', holds: 4, fails: 3, absent: 1, unreadable: 1, withoutBase: 0, fitsOther: {} },
      ...{ net: '90071992547409931.75', off: '90071992547409938.25' },
    },
    // Not all that it adds up is there.
    {
      ...{ id: 'income', holds: 0, fails: 0, absent: 9, unreadable: 0, withoutBase: 0, fitsOther: {} },
      ...{ net: '0', off: '0' },
    },
    {
      ...{ id: '% Costo Total', holds: 4, fails: 2, absent: 1, unreadable: 1, withoutBase: 1 },
      ...{ fitsOther: { 'Ingreso Total': 0, 'Venta Cancelada': 0 }, net: null, off: null },
    },
  ]);
});
