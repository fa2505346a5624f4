import { expect, test } from 'vitest';
import { createChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import { queryChanges } from '#renderer/data/engine/changes/change-query.ts';
import { selectedOrders } from '#renderer/data/engine/changes/selected-orders.ts';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { type ChangesQuery, EVERY_CHANGE, type OrderFigures } from '#renderer/data/model/changes.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import type { LocalDate, LocalDateTime, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';

/** Changes of a selection: of the orders that it holds, and of those that it held by what the log keeps of them. */

const COLUMNS = [
  'Canal',
  'Cuenta',
  'Orden',
  'Estado de Orden',
  'Estado de Pago',
  'Tipo de Dato',
  'Marca',
  'Fecha de compra',
  'Ventas',
];
type Order = {
  readonly orden: string;
  readonly canal: string;
  readonly day: string;
  readonly state: string;
  readonly marca: string;
};
const order = (orden: string, part: Partial<Order> = {}): Order => ({
  orden,
  canal: 'Uno',
  day: '2026-10-05',
  state: 'Regular',
  marca: 'M',
  ...part,
});
const moment = ({ day }: Order) => `${day}T10:00:00.000` as LocalDateTime;
const NOW = [
  order('stays'),
  order('other-channel', { canal: 'Dos' }),
  order('other-month', { day: '2026-09-05' }),
  order('cancelled', { state: 'Cancelada' }),
];
const GONE = order('gone');

function storeOf(orders: readonly Order[]) {
  const store = createColumnStore();
  const rows = orders.map((each) => [
    each.canal,
    'P',
    each.orden,
    each.state,
    'Pagado',
    'Orden',
    each.marca,
    moment(each),
    '2.00',
  ]);
  const encoded = encodeSegment({ columns: COLUMNS, rows });
  store.addSegment(1, decodeSegment(encoded.bytes, encoded.headerLength), null);
  store.raiseRevision();
  return store;
}

const figures = (ventas: string, state = 'Regular'): OrderFigures => ({
  rows: 1,
  states: [state],
  payments: ['Pagado'],
  amounts: { Ventas: ventas as Decimal },
});

/** Every order was a regular one of 1.00 before. */
function indexOf(orders: readonly Order[]) {
  const index = createChangeIndex();
  index.add({
    runId: 'r1',
    purpose: 'changes',
    window: { kind: 'updates', from: '', to: '' } as never,
    windowId: 'w',
    readAt: '2026-10-06T00:00:00.000Z' as UtcInstant,
    changes: orders.map((each) => ({
      order: JSON.stringify([each.canal, 'P', each.orden]) as OrderKey,
      purchase: moment(each),
      before: figures('1.00'),
      after: each === GONE ? null : figures('2.00', each.state),
      correlationIds: [],
    })),
  });
  return index;
}

const ALL: ChangesQuery = { ...EVERY_CHANGE, onlyDifferent: true };
const OCTOBER = { from: '2026-10-01' as LocalDate, to: '2026-10-31' as LocalDate };

function changed(selection: Selection) {
  const answer = queryChanges(indexOf([...NOW, GONE]), ALL, selectedOrders(storeOf(NOW), selection));
  return {
    orders: answer
      .lines(0, 10)
      .map(({ Orden }) => Orden)
      .toSorted(),
    sums: answer.sums.Ventas,
  };
}

test('are those of the orders that it holds now, their sums too', () => {
  const { orders, sums } = changed({ ...EVERYTHING, filters: [{ column: 'Canal', values: ['Dos'] }] });
  expect(orders).toEqual(['other-channel']);
  expect(sums).toEqual({ before: '1.00', after: '2.00', difference: '1.00' });
});

test('are those of orders that it held before, too: cancelled since, or gone', () => {
  const october = { ...EVERYTHING, period: OCTOBER, filters: [{ column: 'Canal', values: ['Uno'] }] };
  expect(changed({ ...october, dashboardPreset: true }).orders).toEqual(['cancelled', 'gone', 'stays']);
  const regular = { column: 'Estado de Orden', values: ['Regular'] };
  expect(changed({ ...october, filters: [...october.filters, regular] }).orders).toEqual([
    'cancelled',
    'gone',
    'stays',
  ]);
  expect(
    changed({ ...october, filters: [{ column: 'Estado de Orden', values: ['Cancelada'] }] }).orders,
  ).toEqual(['cancelled']);
});

test('are of what it holds alone where the log does not keep what it asks for', () => {
  expect(
    changed({ ...EVERYTHING, period: OCTOBER, filters: [{ column: 'Marca', values: ['M'] }] }).orders,
  ).toEqual(['cancelled', 'other-channel', 'stays']);
  expect(changed({ ...EVERYTHING, periodColumn: 'Fecha de Pago', period: OCTOBER }).orders).toEqual([]);
});

test('without a selection are all of them', () => {
  expect(queryChanges(indexOf([...NOW, GONE]), ALL).total).toBe(5);
});

test('an order that is gone was of a selection by each thing that the log keeps of it, and of no other condition', () => {
  const store = storeOf(NOW);
  const before: OrderFigures = {
    ...figures('1.00'),
    states: ['Cancelada', 'Regular'],
    payments: ['Pendiente', 'Pagado'],
  };
  const wasIn = (selection: Partial<Selection>, more: object = {}) =>
    selectedOrders(store, { ...EVERYTHING, ...selection })({
      ...{ key: JSON.stringify(['Uno', 'P', 'gone']) as OrderKey, Canal: 'Uno', Cuenta: 'P', Orden: 'gone' },
      ...{ before, purchase: '2026-10-05T23:59:59.999' as LocalDateTime, ...more },
    });
  const days = (from: string, to: string) => ({ period: { from: from as LocalDate, to: to as LocalDate } });
  const only = (column: string, ...values: readonly string[]) => ({ filters: [{ column, values }] });
  const held: readonly (readonly [Partial<Selection>, object?])[] = [
    [{}],
    [{ search: '  ' }],
    [{}, { purchase: null }],
    [days('2026-10-05', '2026-10-05')],
    [only('Canal', 'Dos', 'Uno')],
    [only('Cuenta', 'P')],
    [only('Orden', 'gone')],
    [only('Estado de Orden', 'Regular')],
    [only('Estado de Pago', 'Pagado')],
    // Without the preset any state will do.
    [{}, { before: { ...before, states: ['Cancelada'] } }],
    [{ dashboardPreset: true }],
  ];
  const notHeld: typeof held = [
    [{}, { before: null }],
    [{ search: 'gone' }],
    [days('2026-10-06', '2026-10-31')],
    [days('2026-10-01', '2026-10-04')],
    [days('2026-10-05', '2026-10-05'), { purchase: null }],
    [{ ...days('2026-10-05', '2026-10-05'), periodColumn: 'Fecha de Pago' }],
    [{ numberFilters: [{ column: 'Ventas', from: '0' as Decimal, to: null }] }],
    [{ dateFilters: [{ column: 'Fecha de Pago', beyond: null }] }],
    [only('Canal', 'Dos')],
    [only('Cuenta', 'Uno')],
    [only('Orden', 'Uno')],
    [only('Marca', 'M')],
    [only('Estado de Orden', 'Pagado')],
    [only('Estado de Pago', 'Regular')],
    [{ filters: [...only('Canal', 'Uno').filters, ...only('Cuenta', 'Q').filters] }],
    [{ dashboardPreset: true }, { before: { ...before, states: ['Cancelada'] } }],
  ];
  expect(held.map(([selection, more]) => wasIn(selection, more))).toEqual(held.map(() => true));
  expect(notHeld.map(([selection, more]) => wasIn(selection, more))).toEqual(notHeld.map(() => false));
});
