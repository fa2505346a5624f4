import { describe, expect, test } from 'vitest';
import { selectRows } from '#renderer/data/engine/filter/selection-mask.ts';
import {
  type AnomalyKind,
  DEFAULT_THRESHOLDS,
  type DismissedAnomalies,
  marginEvidence,
  NONE_DISMISSED,
} from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { anomalyFindings, findOddities } from '#renderer/reconciliation/anomalies/worker/anomalies.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING, type Period } from '#shared/domain/selection.ts';
import type { NaiveRow } from '#test/renderer/data/engine/naive.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';
import { CHARGES, REFUNDS } from './naive-anomalies.ts';

/** Every figure that is told of an odd order, in which order they are listed, and what the queue is told of them. */

const NONE = Object.fromEntries([...CHARGES, ...REFUNDS].map((key) => [key, '0']));
const row = (parts: Partial<NaiveRow>): NaiveRow => ({
  ...NONE,
  ...{ 'Comisión Variable': '0', 'Comisión Fija': '0', 'Comisión por Cuotas': '0' },
  ...{ Canal: 'Uno', Cuenta: 'A', Orden: '', 'Nro. suborden': '1', 'Nro. Paquete': 'P', 'SKU Producto': 'S' },
  ...{ 'SKU Variante': 'V', 'Tipo de Dato': 'Orden', 'Estado de Orden': 'Regular', Producto: 'Silla' },
  ...{ Ventas: '100', 'Venta Cancelada': '0', Unidades: '1', 'N° de Liquidación': 'L1' },
  'Fecha de compra': '2026-01-05T08:00:00.000',
  ...parts,
});
const COLUMNS = Object.keys(row({}));
const idle = { Ventas: '0', Unidades: '0' };
const below = (Orden: string, sale: string, parts: Partial<NaiveRow> = {}) =>
  row({ Orden, Ventas: `-${sale}`, ...parts });

function ask(rows: readonly NaiveRow[], segments = 1) {
  const store = storeOf(rows, segments, COLUMNS);
  const { tasks } = createQueries(store);
  const whole = { selection: EVERYTHING, thresholds: DEFAULT_THRESHOLDS };
  return {
    list: (kind: AnomalyKind, offset = 0, limit: number | null = null, canal: string | null = null) =>
      atOnce(
        tasks.anomalousOrders({ ...whole, kind, canal, isDismissed: false }, NONE_DISMISSED, offset, limit),
      ),
    groups: (dismissed: DismissedAnomalies = NONE_DISMISSED) =>
      atOnce(tasks.anomalies(whole, dismissed)).groups,
    findings: () =>
      atOnce(
        anomalyFindings({
          store,
          oddities: atOnce(findOddities(store, DEFAULT_THRESHOLDS)),
          selected: selectRows(store, EVERYTHING),
          thresholds: DEFAULT_THRESHOLDS,
          dismissed: NONE_DISMISSED,
        }),
      ),
  };
}

/** Of the one odd order among these rows: how many of them, what is at stake, and each thing with its figures. */
const told = (kind: AnomalyKind, ...rows: readonly Partial<NaiveRow>[]) =>
  ask(rows.map((parts) => row({ Orden: 'X', ...parts })))
    .list(kind)
    .lines.map(({ rows: count, amount, parts }) => [count, amount, ...parts]);

describe('what is told of an odd order', () => {
  test('a charge that rows without a sale carry again, how often, whatever its places', () => {
    const shipping = 'Cobro de Envío';
    const again = (amount: string, parts: Partial<NaiveRow> = {}) => ({
      ...idle,
      'Nro. suborden': '2',
      [shipping]: amount,
      ...parts,
    });
    const sale = { [shipping]: '5.50' };
    const part = { reason: 'repeated', column: shipping, amount: '5.50', times: 3 };
    expect(told('double-charge', sale, again('5.5'), again('5.500', { 'Nro. suborden': '3' }))).toEqual([
      [3, '11.000', { ...part, amount: '5.500' }],
    ]);
    expect(told('double-charge', sale, again('5.50'), again('5.50', { 'Nro. suborden': '3' }))).toEqual([
      [3, '11.00', part],
    ]);
    // Of another amount, given back in the row itself, or in a row that sells or sends something, it is none.
    expect(told('double-charge', sale, again('5.51'))).toEqual([]);
    expect(told('double-charge', sale, again('5.50', { 'Reembolso de envío': '5.50' }))).toEqual([]);
    expect(told('double-charge', sale, again('5.50', { 'Reembolso de envío': '5.49' }))).toHaveLength(1);
    expect(told('double-charge', sale, again('5.50', { Unidades: '1' }))).toEqual([]);
    expect(told('double-charge', sale, again('5.50', { 'Venta Cancelada': '3' }))).toEqual([]);
    // And where nothing is sold beside it, no charge is there again.
    expect(told('double-charge', again('5.50'), again('5.50', { 'Nro. suborden': '3' }))).toEqual([]);
  });

  test('an item in several settlements, with their names and its charges', () => {
    const item = { 'Cobro de Envío': '5', 'Cobro por publicidad': '2.5' };
    const other = (parts: Partial<NaiveRow>) => ({ ...item, 'N° de Liquidación': 'L0', ...parts });
    const part = { reason: 'settled', amount: '7.5', settlements: ['L0', 'L1'] };
    expect(told('double-charge', item, other({}))).toEqual([[2, '7.5', part]]);
    expect(told('double-charge', item, other({}), other({ 'N° de Liquidación': 'L2' }))).toEqual([
      [3, '15.0', { ...part, settlements: ['L0', 'L1', 'L2'] }],
    ]);
    // Twice in one of them it was not settled more often.
    expect(told('double-charge', item, item, other({}))).toEqual([[3, '7.5', part]]);
    for (const parts of [
      { 'Nro. suborden': '2' },
      { 'Nro. Paquete': 'Q' },
      { 'SKU Producto': 'T' },
      { 'SKU Variante': 'W' },
      { 'Tipo de Dato': 'Publicación' },
      { Ventas: '101' },
      { Unidades: '2' },
      { 'Cobro de Envío': '5.1' },
      { 'N° de Liquidación': ' ' },
      { 'N° de Liquidación': 'L1' },
    ])
      expect(told('double-charge', item, other(parts))).toEqual([]);
    expect(told('double-charge', { ...item, 'Nro. suborden': ' ' }, other({ 'Nro. suborden': ' ' }))).toEqual(
      [],
    );
    // Without any charge nothing was taken twice.
    expect(told('double-charge', {}, { 'N° de Liquidación': 'L0' })).toEqual([]);
  });

  test('a commission and its breakdown', () => {
    const parts = { 'Comisión Variable': '4', 'Comisión Fija': '1.5', 'Comisión por Cuotas': '0.25' };
    const part = { reason: 'breakdown', amount: '11.50', breakdown: '5.75' };
    expect(told('double-charge', { ...parts, 'Cobro de Comisiones': '11.50' })).toEqual([[1, '5.75', part]]);
    expect(told('double-charge', { ...parts, 'Cobro de Comisiones': '11.51' })).toEqual([]);
    expect(told('double-charge', { 'Cobro de Comisiones': '0' })).toEqual([]);
  });

  test('charges without a sale: each less what came back, and a section’s where nothing left either', () => {
    const nothing = { Ventas: '0' };
    const commission = { 'Cobro de Comisiones': '9', 'Reembolso de Comisiones': '2.5' };
    const unsold = (column: string, amount: string) => ({ reason: 'unsold', column, amount });
    expect(told('charge-without-sale', { ...nothing, ...commission })).toEqual([
      [1, '6.5', unsold('Cobro de Comisiones', '6.5')],
    ]);
    // What was sent for nothing may be charged its shipping; what was not sent, nothing at all.
    const shipped = { ...nothing, 'Cobro de Envío': '4' };
    expect(told('charge-without-sale', shipped)).toEqual([]);
    const [line] = told('charge-without-sale', { ...shipped, Unidades: '0' });
    expect(line?.slice(0, 2)).toEqual([1, '4']);
    expect(line?.[2]).toMatchObject({ reason: 'unsold', amount: '4' });
    expect(told('charge-without-sale', { ...nothing, ...commission, 'Venta Cancelada': '1' })).toEqual([]);
    expect(told('charge-without-sale', { ...nothing, ...commission }, {})).toEqual([]);
    expect(told('charge-without-sale', { Ventas: 'N/D', ...commission })).toEqual([]);
    expect(
      told('charge-without-sale', { ...nothing, ...commission, 'Reembolso de Comisiones': '9' }),
    ).toEqual([]);
    expect(
      told('charge-without-sale', { ...nothing, ...commission, 'Estado de Orden': 'Cancelada' }),
    ).toEqual([]);
    // One row of it was canceled, or left: the order is judged as one.
    const sub = { 'Nro. suborden': '2' };
    expect(
      told(
        'charge-without-sale',
        { ...nothing, ...commission },
        { ...nothing, ...sub, 'Estado de Orden': 'Cancelada' },
      ),
    ).toEqual([]);
    expect(told('charge-without-sale', { ...shipped, Unidades: '0' }, { ...nothing, ...sub })).toEqual([]);
  });

  test('a sale below nothing, of all its Regular rows', () => {
    const negative = (sale: string) => ({ reason: 'negative', sale });
    expect(told('negative-sale', { Ventas: '-40' }, { Ventas: '15.5', 'Nro. suborden': '2' })).toEqual([
      [2, '24.5', negative('-24.5')],
    ]);
    expect(told('negative-sale', { Ventas: '-40' }, { Ventas: '40', 'Nro. suborden': '2' })).toEqual([]);
    expect(told('negative-sale', { Ventas: '-40' }, { Ventas: 'N/D', 'Nro. suborden': '2' })).toEqual([]);
    expect(told('negative-sale', { Ventas: '-40', 'Estado de Orden': 'Devuelta' })).toEqual([]);
  });

  test('what a canceled order keeps, charge by charge', () => {
    const canceled = { 'Estado de Orden': 'Cancelada', 'Cobro de Comisiones': '8', 'Cobro de Envío': '3' };
    const kept = (column: string, charged: string, refunded: string) => ({
      ...{ reason: 'kept', column, charged, refunded },
    });
    expect(told('canceled-charge', { ...canceled, 'Reembolso de Comisiones': '6.5' })).toEqual([
      [1, '4.5', kept('Cobro de Comisiones', '8', '6.5'), kept('Cobro de Envío', '3', '0')],
    ]);
    const back = { 'Reembolso de Comisiones': '8', 'Reembolso de envío': '3' };
    expect(told('canceled-charge', { ...canceled, ...back })).toEqual([]);
    // Rows that are not canceled keep what they were charged.
    expect(told('canceled-charge', { ...canceled, ...back }, { 'Cobro de Envío': '9' })).toEqual([]);
    expect(told('canceled-charge', { 'Estado de Orden': 'Cancelada', 'Cobro por publicidad': '9' })).toEqual(
      [],
    );
  });

  test('refunds above the sale, beyond the charges of their own sections', () => {
    const refund = (Ventas: string) => ({
      Ventas,
      'Cobro de Comisiones': '10',
      'Reembolso de Ajuste sobre Venta': '130.5',
    });
    const [line] = told('refund-above-sale', refund('100'));
    expect(line).toEqual([1, '30.5', { reason: 'refund', refunded: '130.5', sale: '100' }]);
    expect(told('refund-above-sale', refund('130.5'))).toEqual([]);
    expect(told('refund-above-sale', refund('0'))).toEqual([]);
    expect(told('refund-above-sale', refund('100'), { Ventas: 'N/D', 'Nro. suborden': '2' })).toEqual([]);
  });

  test('a movement that is there three times, twice too often', () => {
    const movement = { 'Tipo de Dato': 'Marketplace', Orden: 'M', ...idle, 'Cobro por publicidad': '12.5' };
    const part = { reason: 'movement', column: 'Cobro por publicidad', amount: '12.5', times: 3 };
    expect(told('double-charge', movement, movement, movement)).toEqual([[3, '25.0', part]]);
    expect(told('double-charge', movement, { ...movement, Producto: 'Mesa' })).toEqual([]);
    expect(told('double-charge', movement)).toEqual([]);
  });
});

describe('a list of odd orders', () => {
  const rows = [
    below('B', '20'),
    below('D', '30', { Canal: 'Dos' }),
    below('A', '20'),
    below('C', '45'),
    below('E', '0.99'),
    below('F', '1', { Cuenta: 'B', 'Fecha de compra': '2026-02-01T00:00:00.000' }),
  ];
  const names = (page: ReturnType<ReturnType<typeof ask>['list']>) =>
    page.lines.map(({ cells }) => cells.Orden);

  test('begins with what is most at stake, of equal amounts with what stands first; pages are parts of it', () => {
    const { list } = ask(rows, 2);
    expect(names(list('negative-sale'))).toEqual(['C', 'D', 'B', 'A', 'F']);
    expect(list('negative-sale').lines.map((line) => line.row)).toEqual([3, 1, 0, 2, 5]);
    expect(names(list('negative-sale', 1, 2))).toEqual(['D', 'B']);
    expect(list('negative-sale', 1, 2)).toMatchObject({ total: 5, offset: 1 });
    expect(names(list('negative-sale', 3))).toEqual(['A', 'F']);
    expect(names(list('negative-sale', 0, 9, 'Dos'))).toEqual(['D']);
  });

  test('is counted by channel, most at stake first, with the first and the last purchase of any of its rows', () => {
    const parts = (day: string, sub: string) => ({
      'Fecha de compra': `2026-01-${day}T08:00:00.000`,
      'Nro. suborden': sub,
    });
    const { groups } = ask(
      [
        below('B', '20', parts('09', '1')),
        below('B', '1', parts('03', '2')),
        below('B', '1', parts('20', '3')),
        below('B', '1', parts('11', '4')),
        below('D', '30', { Canal: 'Dos' }),
        below('A', '23', { Canal: 'Alto', 'Fecha de compra': 'N/D' }),
      ],
      2,
    );
    expect(groups()).toMatchObject([
      {
        ...{ kind: 'negative-sale', orders: 3, rows: 6, amount: '76', dismissed: 0 },
        ...{ firstPurchase: '2026-01-03T08:00:00.000', lastPurchase: '2026-01-20T08:00:00.000' },
        channels: [
          { canal: 'Dos', orders: 1, rows: 1, amount: '30' },
          { canal: 'Alto', orders: 1, rows: 1, amount: '23' },
          { canal: 'Uno', orders: 1, rows: 4, amount: '23' },
        ],
      },
    ]);
    expect(ask([below('A', '23', { 'Fecha de compra': '' })]).groups()).toMatchObject([
      { firstPurchase: null, lastPurchase: null },
    ]);
  });

  test('has its kinds in their order; one of which all was dismissed is there with nothing but that', () => {
    const kept = { 'Estado de Orden': 'Cancelada', 'Cobro de Comisiones': '8' };
    const { groups, list } = ask([row({ Orden: 'K', ...kept }), below('N', '20'), below('M', '30')]);
    const count = (all: ReturnType<typeof groups>) =>
      all.map(({ kind, orders, rows: own, amount, dismissed, firstPurchase, channels }) => [
        ...[kind, orders, own, amount, dismissed, firstPurchase?.slice(0, 10), channels.length],
      ]);
    expect(count(groups())).toEqual([
      ['negative-sale', 2, 2, '50', 0, '2026-01-05', 1],
      ['canceled-charge', 1, 1, '8', 0, '2026-01-05', 1],
    ]);
    const away = new Map(
      [...list('negative-sale').lines, ...list('canceled-charge').lines]
        .filter(({ cells }) => cells.Orden !== 'M')
        .map(({ key, evidence }) => [key, { evidence }]),
    );
    expect(count(groups(away))).toEqual([
      ['negative-sale', 1, 1, '30', 1, '2026-01-05', 1],
      ['canceled-charge', 0, 0, '0', 1, undefined, 0],
    ]);
  });

  test('is told to the queue by kind and account, case by case, each of its month and day', () => {
    const found = ask(
      [...rows, below('G', '2.50', { 'Fecha de compra': '2026-01-31T23:59:59.999' })].concat(
        below('G', '1', { 'Fecha de compra': '2026-02-01T00:00:00.000', 'Nro. suborden': '2' }),
        below('H', '7', { 'Fecha de compra': '' }),
      ),
    ).findings();
    const subjects = found.map(({ subject, orders, rows: count, amount }) => [
      ...Object.values(subject),
      ...[orders, count, amount],
    ]);
    expect(subjects.toSorted()).toEqual([
      ['Dos', 'A', 1, 1, '30'],
      ['Uno', 'A', 5, 6, '95.5'],
      ['Uno', 'B', 1, 1, '1'],
    ]);
    for (const { affects } of found) expect(affects).toEqual(['marketplace', 'comercial', 'total']);
    for (const { cases = [] } of found) {
      const ids = cases.map(({ id }) => id);
      expect(ids).toEqual(ids.toSorted());
      expect(new Set(ids).size).toBe(cases.length);
    }
    const own = found.find(({ orders }) => orders === 5);
    expect(
      own?.cases?.map(({ name, month, day, amount, rows: count }) => [name, month, day, amount, count]),
    ).toEqual(
      expect.arrayContaining([
        ['A', '2026-01', '2026-01-05', '20', 1],
        ['G', null, '2026-01-31', '3.5', 2],
        ['H', null, null, '7', 1],
      ]),
    );
    expect([own?.firstPurchase, own?.lastPurchase]).toEqual([
      '2026-01-05T08:00:00.000',
      '2026-02-01T00:00:00.000',
    ]);
  });
});

test('an odd margin is another one once an order, its sale or its profit is; however they are written', () => {
  const evidence = (order: string, ventas: string, profit: string) =>
    marginEvidence([{ order, ventas: ventas as Decimal, profit: profit as Decimal }]);
  const before = evidence('O-1', '100', '7.5');
  expect(evidence('O-1', '100.00', '7.50')).toBe(before);
  const others = [
    evidence('O-2', '100', '7.5'),
    evidence('O-1', '101', '7.5'),
    evidence('O-1', '100', '7.4'),
  ];
  expect(new Set([before, ...others]).size).toBe(4);
});

test('an order is odd in every period in which any of its rows was bought, and told with all of them', () => {
  const on = (day: string, sub: string) => ({
    'Fecha de compra': `${day}T08:00:00.000`,
    'Nro. suborden': sub,
  });
  const rows = [
    below('B', '20', on('2026-09-30', '1')),
    below('B', '5', on('2026-10-01', '2')),
    below('C', '7', on('2026-10-02', '1')),
  ];
  const { tasks } = createQueries(storeOf(rows, 2, COLUMNS));
  const within = (from: string, to: string) => {
    const query = {
      selection: { ...EVERYTHING, period: { from, to } as Period },
      thresholds: DEFAULT_THRESHOLDS,
    };
    const listed = atOnce(
      tasks.anomalousOrders(
        { ...query, kind: 'negative-sale', canal: null, isDismissed: false },
        NONE_DISMISSED,
        0,
        null,
      ),
    ).lines.map(({ cells, rows: count, amount }) => `${cells.Orden} ${count} ${amount}`);
    const groups = atOnce(tasks.anomalies(query, NONE_DISMISSED)).groups.map((each) =>
      [each.orders, each.rows, each.amount, each.firstPurchase, each.lastPurchase].join(' '),
    );
    return [listed, groups];
  };
  const [first, last] = ['2026-09-30T08:00:00.000', '2026-10-02T08:00:00.000'];
  expect(within('2026-09-01', '2026-09-30')).toEqual([
    ['B 2 25'],
    [`1 2 25 ${first} 2026-10-01T08:00:00.000`],
  ]);
  expect(within('2026-10-01', '2026-10-31')).toEqual([['B 2 25', 'C 1 7'], [`2 3 32 ${first} ${last}`]]);
  expect(within('2026-10-02', '2026-10-02')).toEqual([['C 1 7'], [`1 1 7 ${last} ${last}`]]);
  expect(within('2026-11-01', '2026-11-30')).toEqual([[], []]);
});
