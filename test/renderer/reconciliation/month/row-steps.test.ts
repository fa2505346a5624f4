import { expect, test } from 'vitest';
import { costsPart, rowsPart } from '#renderer/reconciliation/month/model/row-steps.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** What an account's rows and product costs come to as steps. */

const account = { canal: 'Uno', cuenta: 'Norte' };

test('rows fail where one of them does, and are another figure with every other count', () => {
  const parts = [
    [0, 9],
    [1, 9],
    [1, 8],
    [2, 9],
  ].map(([failing = 0, rows = 0]) => rowsPart({ account, rows, failing }));
  expect(parts.map(({ reason, count, of }) => [reason, count, of])).toEqual([
    ['hold', 0, 9],
    ['fail', 1, 9],
    ['fail', 1, 8],
    ['fail', 2, 9],
  ]);
  expect(new Set(parts.map(({ evidence }) => evidence)).size).toBe(parts.length);
});

test('costs are missing where a SKU lacks its own, and are another figure with every other SKU and row', () => {
  const skus = new Set(['A', 'B', 'C']);
  const ventas = '30.00' as Decimal;
  const part = (missing: readonly string[], rows: number, isFilled = false) =>
    costsPart({ account, skus, missing: new Set(missing), rows, ventas, isFilled });
  expect(part(['A', 'B'], 4)).toMatchObject({
    reason: 'missing',
    count: 2,
    of: 3,
    amount: '30.00',
    isBySaying: false,
  });
  expect(part([], 0, true)).toMatchObject({
    reason: 'known',
    count: 0,
    of: 3,
    amount: null,
    isBySaying: true,
  });
  const told = [part(['A'], 4), part(['B'], 4), part(['A'], 3), part(['A', 'B'], 4)];
  expect(new Set(told.map(({ evidence }) => evidence)).size).toBe(told.length);
});
