import { expect, test } from 'vitest';
import { driftOf } from '#renderer/reconciliation/closing/model/drift.ts';
import type { MonthOrder } from '#renderer/reconciliation/closing/model/month-orders.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';

/** What moves no sum of a closed month, and what all the same is another month. */

const order = (sums: { readonly [column: string]: string }, rows = 1): MonthOrder => ({
  key: '["C","A","1"]' as OrderKey,
  rows,
  sums: sums as MonthOrder['sums'],
  own: null,
});
const NOTHING = { Ventas: '0', 'Rentabilidad Total': '0' };
const drift = (before: readonly MonthOrder[], after: readonly MonthOrder[]) => {
  const { orders, rows, causes } = atOnce(driftOf(before, after, () => 'source'));
  return [orders.map(({ kind }) => kind), rows, causes.map(({ cause, orders: own }) => [cause, own])];
};

test('an order that comes or goes with nothing in it is told', () => {
  expect(drift([], [order(NOTHING)])).toEqual([['new'], 1, [['source', 1]]]);
  expect(drift([order(NOTHING)], [])).toEqual([['removed'], -1, [['source', 1]]]);
});

test('one whose rows became more with nothing in them is told', () => {
  expect(drift([order(NOTHING)], [order(NOTHING, 3)])).toEqual([['changed'], 2, [['source', 1]]]);
});

test('one that is written otherwise is not, nor one whose sum of nothing is no longer there', () => {
  expect(drift([order({ ...NOTHING, Ventas: '10' })], [order({ ...NOTHING, Ventas: '10.00' })])).toEqual([
    [],
    0,
    [],
  ]);
  expect(drift([order(NOTHING)], [order({ Ventas: '0.00' })])).toEqual([[], 0, []]);
});
