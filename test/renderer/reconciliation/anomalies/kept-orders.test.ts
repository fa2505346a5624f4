import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_THRESHOLDS, NONE_DISMISSED } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { findOddOrders, type JudgedOrders } from '#renderer/reconciliation/anomalies/worker/odd-orders.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { changingStore, storeChange } from '#test/renderer/data/engine/changing-store.ts';
import type { NaiveRow } from '#test/renderer/data/engine/naive.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { toldOf } from './told-anomalies.ts';

/** Orders that were judged before a commit come to what they come to when all are judged anew. */

const COLUMNS = [
  ...['Canal', 'Cuenta', 'Orden', 'Nro. suborden', 'SKU Producto', 'Producto', 'Tipo de Dato', 'Ventas'],
  ...['Fecha de compra', 'Estado de Orden', 'Unidades', 'Cobro de Comisiones', 'Cobro de Envío'],
  ...['Reembolso de Comisiones', 'N° de Liquidación'],
];
/** So many that a commit mostly touches few of them: with more all are judged anew. */
const ORDERS = 80;

/** Sales below nothing, charges without a sale or kept, double movements, or nothing odd, as the version has it. */
function versionOf(order: number, version: number): readonly NaiveRow[] {
  const isMovement = order % 4 === 0;
  return Array.from({ length: 1 + ((order + version) % 3) }, (_, at): NaiveRow => {
    const draw = (order * 5 + version * 7 + at * 3) % 13;
    return {
      ...{ Canal: 'Austral', Cuenta: 'Tienda', 'SKU Producto': `S${order % 3}`, Producto: 'Cargo' },
      Orden: order % 8 === 0 ? '' : `O-${order}`,
      'Nro. suborden': isMovement ? '' : String(at % 2),
      'Tipo de Dato': isMovement ? 'Marketplace' : 'Orden',
      'Fecha de compra': `2026-0${1 + (order % 3)}-0${1 + (isMovement ? 0 : at)}T10:00:00.000`,
      'Estado de Orden': draw === 3 ? 'Cancelada' : 'Regular',
      Ventas: isMovement || draw === 4 ? '0.00' : draw === 5 ? '-20.00' : `${50 + version}.00`,
      Unidades: isMovement || draw === 4 ? '0' : '1',
      'Cobro de Comisiones': isMovement ? '9.00' : draw < 7 ? '10.00' : '0.00',
      'Cobro de Envío': draw === 8 ? '99.00' : '0.00',
      'Reembolso de Comisiones': draw === 9 ? '80.00' : '0.00',
      'N° de Liquidación': `L${draw % 2}`,
    };
  });
}

test('are the same whatever came, went and was merged, and so is what the queue is told of them', () => {
  fc.assert(
    fc.property(fc.array(storeChange, { minLength: 1, maxLength: 6 }), (all) => {
      const { store, change } = changingStore(COLUMNS, ORDERS, versionOf);
      let before: JudgedOrders | undefined;
      for (const each of all) {
        change(each);
        const { odd, judged } = atOnce(findOddOrders(store, before));
        const anew = atOnce(findOddOrders(store)).odd;
        expect(odd).toEqual(anew);
        expect(toldOf(store, { orders: odd, margins: [] })).toEqual(
          toldOf(store, { orders: anew, margins: [] }),
        );
        before = judged;
      }
    }),
    { numRuns: randomCases(16) },
  );
});

test('the anomalies asked after a commit are those of that commit', () => {
  const { store, change } = changingStore(COLUMNS, 2, (order, version) => [
    {
      ...(versionOf(1, 0)[0] ?? {}),
      ...{ Orden: `O-${order}`, 'Estado de Orden': 'Regular' },
      Ventas: version === 0 ? '-200000.00' : '50.00',
    },
  ]);
  const { tasks } = createQueries(store);
  const odd = () =>
    atOnce(
      tasks.anomalies({ selection: EVERYTHING, thresholds: DEFAULT_THRESHOLDS }, NONE_DISMISSED),
    ).groups.flatMap(({ kind, orders }) => (kind === 'negative-sale' ? [orders] : []));
  expect(odd()).toEqual([2]);
  change({ is: 'commit', orders: [0], isRemoval: false });
  expect(odd()).toEqual([1]);
  change({ is: 'commit', orders: [1], isRemoval: true });
  expect(odd()).toEqual([]);
});

test('an item that is settled twice since, in rows that are nothing special, is found', () => {
  const { store, change } = changingStore(COLUMNS, 40, (order, version) =>
    Array.from({ length: 1 + version }, (_, at) => ({
      ...(versionOf(1, 0)[0] ?? {}),
      ...{ Orden: `O-${order}`, Ventas: '50.00', 'Cobro de Comisiones': '10.00', 'Cobro de Envío': '0.00' },
      ...{ 'Estado de Orden': 'Regular', Unidades: '1', 'Reembolso de Comisiones': '0.00' },
      'N° de Liquidación': `L${at}`,
    })),
  );
  const before = atOnce(findOddOrders(store));
  expect(before.odd).toEqual([]);
  change({ is: 'commit', orders: [1], isRemoval: false });
  const again = atOnce(findOddOrders(store, before.judged));
  expect(again.odd.map(({ kind, rows }) => [kind, rows.length])).toEqual([['double-charge', 2]]);
});
