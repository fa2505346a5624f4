import { expect, test } from 'vitest';
import { driftOf } from '#renderer/reconciliation/closing/model/drift.ts';
import { type MonthOrder, readMonthOrders } from '#renderer/reconciliation/closing/model/month-orders.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** A close of an earlier version kept an order's own cost alone: what it moves is assumed only for as long as it is that cost. */

const [was] = readMonthOrders('["[\\"C\\",\\"A\\",\\"1\\"]",2,"30.00","100.00","0","80.00","40.00","75.00"]');
if (was === undefined) throw new Error('It was not read.');
const { isOwnAssumed: _, ...known } = was;
const partsOf = (after: MonthOrder) =>
  atOnce(driftOf([was], [after], () => 'source')).orders.map(({ parts }) =>
    parts.map(({ cause, sums }) => [cause, Number(sums.comercial), Number(sums.total)]),
  );
const ownOf = (cost: string, comercial: string) =>
  ({
    'Costo de Producto': cost as Decimal,
    'Rentabilidad Comercial': comercial as Decimal,
    'Rentabilidad Total': '-30.00' as Decimal,
  }) as NonNullable<MonthOrder['own']>;

test('of the same cost nothing moved, whatever it moves now', () => {
  expect(partsOf({ ...known, own: ownOf('30', '-10.00') })).toEqual([]);
});

test('of another cost it is that which moved, from all sums', () => {
  expect(partsOf({ ...known, own: ownOf('31.00', '-10.00') })).toEqual([[['own-cost', 20, 0]]]);
});

test('of other rows it is both', () => {
  expect(partsOf({ ...known, rows: 3, own: ownOf('30.00', '-10.00') })).toEqual([
    [
      ['own-cost', 20, 0],
      ['source', 0, 0],
    ],
  ]);
});
