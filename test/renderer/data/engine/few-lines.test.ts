import { expect, test } from 'vitest';
import { createChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import { changesTable, queryChanges } from '#renderer/data/engine/changes/change-query.ts';
import { packValues } from '#renderer/data/engine/changes/kept-values.ts';
import { type ChangesQuery, EVERY_CHANGE, type OrderFigures } from '#renderer/data/model/changes.ts';
import type { GroupsQuery } from '#renderer/data/model/groups.ts';
import type { SortOrder } from '#renderer/data/model/rows.ts';
import type { WindowPurpose } from '#shared/contract/run-log.ts';
import type { LocalDate, LocalDateTime, Month, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { type Row, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';
import { createQueries } from './queries.ts';

/** Lines, groups, conditions and changes of a few rows with equal, blank and unreadable cells, written down by hand. */

const COLUMNS = [
  ...['Canal', 'Cuenta', 'Orden', 'Nro. suborden', 'SKU Producto', 'Producto', 'Fecha de compra'],
  ...[
    'Fecha de Pago',
    'Fecha de actualización',
    'Estado de Orden',
    'Estado de Pago',
    'Tipo de Dato',
    'Ventas',
  ],
  ...['Costo de Producto', 'Costo Envío', '% Costo Envío', 'Ajena'],
];
const rowOf = (Orden: string | null, day: string | null, more: Row = {}): Row => ({
  ...{ Canal: 'A', Cuenta: 'B', Orden, 'Nro. suborden': '1', 'SKU Producto': 'S', Producto: 'P' },
  ...{ 'Estado de Orden': 'Regular', 'Estado de Pago': 'Pagado', 'Tipo de Dato': 'Orden', Ventas: '10' },
  'Fecha de compra': day === null ? null : `2026-${day}T10:00:00.000`,
  ...more,
});
const asked = (rows: readonly Row[], columns = COLUMNS, segments = 2) =>
  createQueries(storeOf(rows, segments, columns));
const by = (column: string, direction: SortOrder['direction'] = 'ascending'): SortOrder => ({
  column,
  direction,
});

const LINES = [
  rowOf('1', '03-02', { Ventas: '5', Producto: 'b', 'Costo Envío': '1', 'Costo de Producto': '2' }),
  rowOf('2', '03-05', { Ventas: '20', Producto: '', 'Costo Envío': '4', 'Costo de Producto': '0' }),
  rowOf('2', '03-05', {
    'Nro. suborden': '2',
    Ventas: '-3',
    Producto: null,
    'Costo Envío': 'x',
    'Costo de Producto': '1',
  }),
  rowOf('3', null, { Ventas: 'N/D', Producto: 'Á', 'Costo Envío': '2' }),
  rowOf('4', '03-04', { Ventas: '5.00', Producto: 'a', 'Costo Envío': '' }),
  rowOf('1', '03-03', { 'Nro. suborden': '2', Ventas: null, Producto: 'c', 'Costo Envío': '0.5' }),
  rowOf('5', '03-05', { Cuenta: 'C', Ventas: '1', Producto: 'a', 'Costo Envío': '9' }),
];

test('lines stand in the order that is asked for, those without a value last, equal ones as they were bought', () => {
  const { lines } = asked(LINES);
  const told = (grouping: 'rows' | 'orders', sort: SortOrder | null, offset = 0, limit = 9) => {
    const page = lines(
      { selection: EVERYTHING, grouping, sort, columns: ['Orden', 'Nro. suborden'] },
      offset,
      limit,
    );
    expect(page.offset).toBe(offset);
    return `${page.total}: ${page.lines.map(({ cells: [orden, sub] }) => `${orden}${sub === '2' ? "'" : ''}`).join(' ')}`;
  };
  const rows = {
    newest: told('rows', null),
    ventas: told('rows', by('Ventas')),
    most: told('rows', by('Ventas', 'descending')),
    producto: told('rows', by('Producto')),
    compra: told('rows', by('Fecha de compra')),
  };
  expect(rows).toEqual({
    newest: "7: 2 2' 5 4 1' 1 3",
    ventas: "7: 2' 5 4 1 2 3 1'",
    most: "7: 2 4 1 5 2' 3 1'",
    producto: "7: 5 4 3 1 1' 2 2'",
    compra: "7: 1 1' 4 2 2' 5 3",
  });
  expect([told('rows', null, 2, 3), told('rows', null, 6, 5), told('rows', null, 7, 5)]).toEqual([
    ...["7: 5 4 1'", '7: 3', '7: '],
  ]);
  // The same place of another order is asked anew.
  expect([told('orders', null), told('orders', by('Ventas', 'descending')), told('orders', null)]).toEqual([
    ...['5: 2 5 4 1 3', '5: 2 4 1 5 3', '5: 2 5 4 1 3'],
  ]);
});

test('an order is its rows together: sums, shares of sums, what they have in common, and what cannot be read', () => {
  const { lines, orderRows } = asked(LINES);
  const columns = [
    'Orden',
    'Ventas',
    'Costo Envío',
    '% Costo Envío',
    'Producto',
    'Fecha de compra',
    'Cuenta',
  ];
  const page = lines({ selection: EVERYTHING, grouping: 'orders', sort: by('Orden'), columns }, 0, 9);
  expect(page.lines.map(({ id: _, ...line }) => line)).toEqual([
    {
      ...{ rows: 2, cells: ['1', '5', '1.5', '30.00', null, null, 'B'], unreadable: [] },
      ...{ mixed: ['Producto', 'Fecha de compra'], productCostMissing: false },
    },
    {
      ...{ rows: 2, cells: ['2', '17', '4', '23.53', '', '2026-03-05T10:00:00.000', 'B'] },
      ...{ unreadable: ['Costo Envío', '% Costo Envío'], mixed: [], productCostMissing: true },
    },
    {
      ...{ rows: 1, cells: ['3', null, '2', null, 'Á', null, 'B'], unreadable: ['Ventas', '% Costo Envío'] },
      ...{ mixed: [], productCostMissing: false },
    },
    {
      ...{ rows: 1, cells: ['4', '5.00', null, null, 'a', '2026-03-04T10:00:00.000', 'B'], unreadable: [] },
      ...{ mixed: [], productCostMissing: true },
    },
    {
      ...{
        rows: 1,
        cells: ['5', '1.00', '9.0', '900.00', 'a', '2026-03-05T10:00:00.000', 'C'],
        unreadable: [],
      },
      ...{ mixed: [], productCostMissing: true },
    },
  ]);
  const query = {
    selection: EVERYTHING,
    grouping: 'orders',
    sort: by('Ventas', 'descending'),
    columns,
  } as const;
  const opened = orderRows(query, page.lines[1]?.id ?? '');
  expect([opened.total, opened.offset, opened.lines.map(({ cells }) => cells[1])]).toEqual([
    2,
    0,
    ['20', '-3'],
  ]);
});

test('groups come by a sum and then by name, as many as are wanted, of those that are wanted', () => {
  const sale = (Canal: string, day: string, Ventas: string, envio: string) =>
    rowOf(`${Canal}${day}`, day, { Canal, Ventas, 'Costo Envío': envio });
  const { groups } = asked([
    ...[sale('b', '03-01', '5', '-1'), sale('a', '03-02', '5', '-2'), sale('c', '03-03', '9', '0')],
    ...[sale('d', '02-10', '7', '-5'), sale('e', '03-31', '-1', '4'), sale('b', '03-04', '1', '-1')],
  ]);
  const march = { ...EVERYTHING, period: { from: '2026-03-01' as LocalDate, to: '2026-03-31' as LocalDate } };
  const told = (more: Partial<GroupsQuery>, selection: Selection = march) => {
    const answer = groups(selection, 'Canal', ['Ventas', 'Costo Envío'], more);
    return [
      answer.groups.map(({ value }) => value).join(''),
      answer.groupsLeftOut ?? 0,
      answer.losers ?? null,
    ];
  };
  expect(told({})).toEqual(['cbae', 0, null]);
  expect(told({ limit: 2 })).toEqual(['cb', 2, null]);
  expect(told({ order: by('Costo Envío') })).toEqual(['abce', 0, null]);
  expect(told({ order: by('Costo Envío', 'descending'), limit: 3 })).toEqual(['eca', 1, null]);
  expect(told({ only: ['a', 'e', 'zz'] })).toEqual(['ae', 2, null]);
  const below = { column: 'Costo Envío', except: ['a'] };
  expect(told({ below, limit: 9 })).toEqual(['b', 3, { count: 1, sum: '-2' }]);
  expect(told({ below: { ...below, except: [] }, limit: 1, order: by('Costo Envío') })).toEqual([
    ...['a', 3, { count: 2, sum: '-4' }],
  ]);
  // A group that was there only in the period before is told too.
  expect(told({ compareWith: 'previous-period' })[0]).toBe('cbaed');
  expect(told({}, EVERYTHING)[0]).toBe('cdbae');
  const within = groups(march, 'Canal', ['Ventas'], { within: { column: 'Fecha de compra', unit: 'day' } });
  expect(within.groups.map(({ value, groups: days }) => [value, days?.map((day) => day.value)])).toEqual([
    ...[
      ['c', ['2026-03-03']],
      ['b', ['2026-03-01', '2026-03-04']],
      ['a', ['2026-03-02']],
      ['e', ['2026-03-31']],
    ],
  ]);
  const skus = groups(march, { column: 'Fecha de compra', unit: 'month' }, ['Ventas'], {
    ...{ within: 'Canal', limit: 2 },
  });
  expect(
    skus.groups.map(({ value, groups: inMonth, groupsLeftOut }) => [value, inMonth?.length, groupsLeftOut]),
  ).toEqual([['2026-03', 2, 2]]);
});

test('a selection holds the rows that meet every condition, both ends of each included', () => {
  const rows = [
    rowOf('1', '03-01', { 'Fecha de Pago': '2026-04-01T00:00:00.000', Canal: 'A', Cuenta: 'B' }),
    rowOf('2', '03-31', { 'Fecha de Pago': '2026-03-31T23:59:59.999', Canal: 'C', Cuenta: 'B' }),
    rowOf('3', '04-01', { 'Fecha de Pago': 'x', Canal: 'A', Cuenta: 'D', Producto: 'Ñandú rojo' }),
    rowOf('4', null, { Canal: '', Cuenta: null, 'Estado de Orden': 'Cancelada' }),
    rowOf('5', '02-28', { 'Estado de Pago': 'No Pagado', 'SKU Producto': 'rojo-1' }),
    rowOf('6', '03-15', { 'Tipo de Dato': 'Cobro', Ventas: 'N/D', Orden: 'Rojo' }),
  ];
  const { lines } = asked(rows, COLUMNS, 3);
  const held = (over: Partial<Selection>) =>
    lines(
      {
        selection: { ...EVERYTHING, ...over },
        grouping: 'rows',
        sort: by('Fecha de compra'),
        columns: ['Orden'],
      },
      0,
      9,
    )
      .lines.map(({ cells }) => cells[0])
      .join('');
  const period = { from: '2026-03-01' as LocalDate, to: '2026-03-31' as LocalDate };
  const filter = (column: string, ...values: readonly string[]) => ({ filters: [{ column, values }] });
  const accounts = [
    { Canal: 'A', Cuenta: 'B' },
    { Canal: '', Cuenta: '' },
  ];
  const date = (side: '<' | '>' | null) => ({
    dateFilters: [
      { column: 'Fecha de compra', beyond: side === null ? null : { side, day: '2026-03-01' as LocalDate } },
    ],
  });
  expect(held({})).toBe('51Rojo234');
  expect([held({ period }), held({ period, periodColumn: 'Fecha de Pago' })]).toEqual(['1Rojo2', '2']);
  expect(held({ period: { from: '2026-03-31' as LocalDate, to: '2026-03-31' as LocalDate } })).toBe('2');
  expect([
    held(filter('Canal', 'C', 'zz')),
    held(filter('Canal', '')),
    held(filter('Cuenta', '', 'D')),
  ]).toEqual([...['2', '4', '34']]);
  expect([held(filter('Marca', '')), held(filter('Marca', 'X'))]).toEqual(['51Rojo234', '']);
  expect([held(filter('Ventas', 'N/D')), held(filter('Fecha de Pago', ''))]).toEqual(['Rojo', '5Rojo4']);
  expect(held({ scope: { accounts, isExcluded: false } })).toBe('51Rojo4');
  expect(held({ scope: { accounts, isExcluded: true } })).toBe('23');
  expect([held({ search: ' ROJO ' }), held({ search: 'nandu' }), held({ search: 'zz' })]).toEqual([
    ...['5Rojo3', '3', ''],
  ]);
  expect(held({ dashboardPreset: true })).toBe('5123');
  expect([held(date('<')), held(date('>')), held(date(null))]).toEqual(['5', 'Rojo23', '4']);
  expect(held({ period, ...filter('Canal', 'A'), search: 'p' })).toBe('1Rojo');
});

test('facts are of all rows: the first and last purchase, the last update, the columns, the accounts', () => {
  const facts = (...rows: readonly Row[]) => asked(rows).facts();
  const update = (text: string) => ({ 'Fecha de actualización': text });
  expect(
    facts(
      rowOf('1', '03-05', update('2026-03-06T00:00:00.000Z')),
      rowOf('2', null, update('2026-03-07T00:00:00.000Z')),
      rowOf('3', '03-01', update('ayer')),
      rowOf('3', '03-09', { 'Nro. suborden': '2', 'Fecha de compra': '1970-01-01T00:00:00.000' }),
      rowOf('4', '03-08', { ...update('2026-03-06T12:00:00.000Z'), Ajena: 'x' }),
      rowOf('4', '03-08', { 'Nro. suborden': '2', ...update('2999-01-01T00:00:00.000Z') }),
    ),
  ).toMatchObject({
    ...{
      rows: 6,
      orders: 4,
      firstPurchase: '2026-03-01T10:00:00.000',
      lastPurchase: '2026-03-08T10:00:00.000',
    },
    ...{ lastUpdate: '2026-03-07T00:00:00.000Z', unknownColumns: ['Ajena'], hasSeveralAccounts: false },
  });
  const several = (...accounts: readonly (readonly [string, string])[]) =>
    facts(...accounts.map(([Canal, Cuenta], at) => rowOf(`${at}`, '03-01', { Canal, Cuenta })))
      .hasSeveralAccounts;
  expect([several(['A', 'B'], ['C', 'B'], ['D', 'E']), several(['A', 'B'], ['C', 'B'], ['A', 'E'])]).toEqual([
    false,
    true,
  ]);
  expect(asked([]).facts()).toMatchObject({ rows: 0, orders: 0, firstPurchase: null, lastUpdate: null });
});

const figures = (ventas: string, state = 'Regular'): OrderFigures => ({
  ...{ rows: 1, states: [state], payments: ['Pagado'], amounts: { Ventas: ventas as Decimal } },
});
const FEBRUARY = '2026-02' as Month;
function changeLog() {
  const index = createChangeIndex();
  type Change = readonly [
    key: string,
    day: string | null,
    before: OrderFigures | null,
    after: OrderFigures | null,
  ];
  const add = (hour: number, purpose: WindowPurpose, runId: string | null, ...changes: readonly Change[]) =>
    index.add({
      ...{ runId, purpose, windowId: `w${hour}`, readAt: `2026-04-01T0${hour}:00:00.000Z` as UtcInstant },
      window: { field: 'updated_at', from: 'f' as UtcInstant, to: 't' as UtcInstant },
      changes: changes.map(([key, day, before, after]) => ({
        ...{ order: JSON.stringify(key.split('/')) as OrderKey, before, after, correlationIds: [`c${hour}`] },
        purchase: day === null ? null : (`2026-${day}T10:00:00.000` as LocalDateTime),
        ...(before === null || after === null ? {} : { columns: ['Ventas', 'Comprador'] }),
      })),
      values: packValues(
        changes.map(([, , before, after]) =>
          before === null || after === null
            ? []
            : [{ column: 'Comprador', before: [`b${hour}`], after: [`a${hour}`] }],
        ),
      ),
    });
  add(
    1,
    'history',
    'r1',
    ['A/B/1', '03-01', null, figures('10')],
    ['A/B/2', '03-31', figures('1'), figures('3')],
  );
  add(
    2,
    'changes',
    'r1',
    ['A/B/2', '04-01', figures('3'), figures('8', 'Cancelada')],
    ['C/D/3', null, figures('4'), null],
  );
  add(
    3,
    'reread',
    null,
    ['A/E/4', '02-01', figures('2'), null],
    ['A/B/5', '02-02', figures('6'), figures('6')],
  );
  add(4, 'reread', 'r2', ['C/D/6', '02-03', null, figures('7')], ['A/B/7', '02-04', null, figures('1')]);
  add(
    5,
    'verification',
    'r2',
    ['A/B/7', '02-04', figures('1'), null],
    ['A/B/5', '02-02', figures('6'), figures('5.5')],
  );
  return index;
}

test('changes are put together by order, counted by kind, and grouped so that the groups add up', () => {
  const index = changeLog();
  const told = (query: Partial<ChangesQuery>) => queryChanges(index, { ...EVERY_CHANGE, ...query });
  const orders = (query: Partial<ChangesQuery>) =>
    told(query)
      .lines(0, 9)
      .map(({ Orden }) => Orden)
      .join('');
  const groups = (query: Partial<ChangesQuery>) =>
    told(query).groups.map(({ key, orders: count, rows, differences }) =>
      [key, count, rows, differences.Ventas].join(' '),
    );
  // The seventh came and went.
  expect(orders({})).toBe('564321');
  const { total, counts, elsewhere, sums, rowsBefore, rowsAfter, canales } = told({});
  expect({ total, counts, elsewhere, rowsBefore, rowsAfter, canales, ventas: sums.Ventas }).toEqual({
    ...{ total: 6, counts: { new: 2, changed: 2, removed: 2 }, elsewhere: 0, rowsBefore: 4, rowsAfter: 4 },
    ...{ canales: ['A', 'C'], ventas: { before: '13', after: '30.5', difference: '17.5' } },
  });
  expect(groups({})).toEqual(['new 2 2 17', 'restated 4 -2 0.5']);
  expect(groups({ grouping: 'month' })).toEqual([
    ...['2026-04 1 0 7', '2026-03 1 1 10', '2026-02 3 0 4.5', ' 1 -1 -4'],
  ]);
  expect(groups({ grouping: 'cause' })).toEqual([
    ...['source 3 -1 2.5', 'reread 1 1 7', 'decision 1 -1 -2', 'first 1 1 10'],
  ]);
  // A group that is chosen narrows the lines, their sums and counts, not the groups.
  const chosen = told({ grouping: 'month', group: FEBRUARY });
  expect([chosen.total, chosen.counts, chosen.groups.length, chosen.sums.Ventas?.difference]).toEqual([
    ...[3, { new: 1, changed: 1, removed: 1 }, 4, '4.5'],
  ]);
  expect([orders({ kinds: ['removed'] }), told({ kinds: ['removed'] }).counts.new]).toEqual(['43', 2]);
  expect([orders({ canal: 'C' }), told({ canal: 'C' }).canales]).toEqual(['63', ['A', 'C']]);
  expect([orders({ search: '5' }), orders({ onlyDifferent: true }), orders({ runId: 'r2' })]).toEqual([
    ...['5', '564321', '56'],
  ]);
  expect(orders({ sort: 'Ventas' })).toBe('162345');
  // Accounts out of the scope are told apart, as far as they are of the kinds and the group.
  const scope = { accounts: [{ Canal: 'A', Cuenta: 'B' }], isExcluded: false };
  const own = told({ scope });
  expect([own.total, own.elsewhere, own.canales]).toEqual([3, 3, ['A']]);
  expect(told({ scope, kinds: ['new'] }).elsewhere).toBe(1);
  expect(told({ scope, grouping: 'month', group: FEBRUARY }).elsewhere).toBe(2);
});

test('a line is what an order was before its first change and is after its last, in the file as on the screen', () => {
  const answer = queryChanges(changeLog(), { ...EVERY_CHANGE, kinds: ['changed'] });
  const [fifth, second] = answer.lines(0, 2);
  expect(second).toMatchObject({
    ...{
      Canal: 'A',
      Cuenta: 'B',
      Orden: '2',
      purchase: '2026-04-01T10:00:00.000',
      kind: 'changed',
      changes: 2,
    },
    ...{ before: figures('1'), after: figures('8', 'Cancelada'), purpose: 'changes', correlationIds: ['c2'] },
    ...{
      readAt: '2026-04-01T02:00:00.000Z',
      values: [{ column: 'Comprador', before: ['b1'], after: ['a2'] }],
    },
  });
  expect([...(second?.columns ?? [])].toSorted()).toEqual(['Comprador', 'Ventas']);
  expect(fifth?.values).toEqual([{ column: 'Comprador', before: ['b3'], after: ['a5'] }]);
  const table = changesTable(answer, 'Cambios');
  const names = table.columns.map(({ name }) => name);
  const cells = (at: number) => {
    const line = table.read(at, 1)[0]?.cells ?? [];
    return (name: string) => line[names.indexOf(name)];
  };
  const of = cells(1);
  const shown = ['Orden', 'Cambio', 'Filas antes', 'Estado de Orden antes', 'Estado de Orden después'];
  expect(shown.map(of)).toEqual(['2', 'cambiada', '1', 'Regular', 'Cancelada']);
  expect(
    ['Ventas antes', 'Ventas después', 'Ventas diferencia', 'Valores antes', 'Valores después'].map(of),
  ).toEqual([...['1', '8', '7', 'Comprador: b1', 'Comprador: a2']]);
  expect(['Lectura', 'Ventana desde', 'Ventana hasta', 'Cambios', 'correlation_id'].map(of)).toEqual([
    ...['cambios', 'f', 't', '2', 'c2'],
  ]);
  const totals = new Map(table.columns.map(({ name, total }) => [name, total]));
  expect(['Ventas antes', 'Ventas después', 'Ventas diferencia'].map((name) => totals.get(name))).toEqual([
    ...['7', '13.5', '6.5'].map((value) => ({ kind: 'sum', value })),
  ]);
  expect(totals.get('Orden')).toBeNull();
});
