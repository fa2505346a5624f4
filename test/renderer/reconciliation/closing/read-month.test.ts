import { expect, test } from 'vitest';
import { type OwnCost, ownCostKey } from '#renderer/data/model/own-costs.ts';
import { readMonth } from '#renderer/reconciliation/closing/worker/month-orders.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { changingStore } from '#test/renderer/data/engine/changing-store.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';

/** A month order by order, as a close keeps it. */

const COLUMNS = [
  ...['Canal', 'Cuenta', 'Orden', 'Nro. suborden', 'SKU Producto', 'Tipo de Dato', 'Fecha de compra'],
  ...['Unidades', 'Ventas', 'Costo de Producto', 'Rentabilidad Marketplace', 'Rentabilidad Comercial'],
  'Rentabilidad Total',
];
/** Every tenth of the month that follows. */
const ORDERS = 460;
const { store } = changingStore(COLUMNS, ORDERS, (order) =>
  Array.from({ length: order === 1 ? 2 : 1 }, (_, at) => ({
    ...{ Canal: 'Uno', Cuenta: order % 2 === 0 ? 'Pesos' : 'Dólares', Orden: `O-${order}` },
    ...{ 'Nro. suborden': String(at), 'SKU Producto': 'S', 'Tipo de Dato': 'Orden', Unidades: '2' },
    'Fecha de compra': `2026-0${order % 10 === 9 ? 4 : 3}-10T10:00:00.000`,
    ...{ Ventas: `${order}.00`, 'Costo de Producto': '0', 'Rentabilidad Marketplace': null },
    ...{ 'Rentabilidad Comercial': '5.00', 'Rentabilidad Total': order === 2 ? null : '4.00' },
  })),
);
const costOf = (currency: string, cost: string): OwnCost => ({
  ...{ sku: 'S', currency, from: null, to: null, cost: cost as Decimal, note: '', owner: '', atMs: 0 },
});
const costs = new Map(
  [costOf('CLP', '1'), costOf('USD', '0.25')].map((each): [string, OwnCost] => [ownCostKey(each), each]),
);
const { rows } = createQueries(store, () => costs);
const MARCH = '2026-03' as Month;

test('it holds each of its orders once, whatever they are, with the sums of the source alone', () => {
  const orders = atOnce(readMonth(rows, MARCH));
  const numbers = orders.map(({ key }) => Number((JSON.parse(key) as string[])[2]?.slice(2)));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: ORDERS }, (_, order) => order).filter((order) => order % 10 !== 9),
  );
  const of = (number: number) => orders[numbers.indexOf(number)];
  expect([of(1), of(2)]).toEqual([
    {
      ...{ key: '["Uno","Dólares","O-1"]', rows: 2, own: null },
      sums: {
        ...{ Ventas: '2.00', 'Costo de Producto': '0' },
        ...{ 'Rentabilidad Comercial': '10.00', 'Rentabilidad Total': '8.00' },
      },
    },
    {
      ...{ key: '["Uno","Pesos","O-2"]', rows: 1, own: null },
      sums: { Ventas: '2.00', 'Costo de Producto': '0', 'Rentabilidad Comercial': '5.00' },
    },
  ]);
});

test('own costs are those of each account’s currency, of the accounts that it was closed with', () => {
  const dollars = [{ Canal: 'Uno', Cuenta: 'Dólares' }];
  const counted = [
    { currency: 'CLP', scope: { accounts: dollars, isExcluded: true } },
    { currency: 'USD', scope: { accounts: dollars, isExcluded: false } },
  ];
  const ownOf = (of: typeof counted) =>
    atOnce(readMonth(rows, MARCH, of))
      .filter(({ key }) => ['O-1"]', 'O-3"]', 'O-4"]'].some((end) => key.endsWith(end)))
      .map(({ key, own }) => [(JSON.parse(key) as string[])[2], own && Number(own['Costo de Producto'])])
      .toSorted(([one], [other]) => ((one ?? '') < (other ?? '') ? -1 : 1));
  expect(ownOf(counted)).toEqual([
    ['O-1', 1],
    ['O-3', 0.5],
    ['O-4', 2],
  ]);
  expect(ownOf(counted.slice(1))).toEqual([
    ['O-1', 1],
    ['O-3', 0.5],
    ['O-4', null],
  ]);
});
