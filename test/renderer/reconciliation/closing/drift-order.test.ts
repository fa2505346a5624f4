import fc from 'fast-check';
import { expect, test } from 'vitest';
import { summariseDrift } from '#renderer/reconciliation/closing/model/drift.ts';
import { atOnce } from '#shared/base/tasks.ts';

/** In which order the orders of a closed month that moved are told: the most first, equal ones by their keys. */

test('orders that moved stand by how much, whichever way and with however many places, then by their keys', () => {
  const amount = fc.constantFrom('0', '1', '-1', '1.0', '-1.00', '2.5', '-2.50', '10', '-9.99');
  const orders = fc.uniqueArray(fc.record({ key: fc.integer({ min: 0, max: 40 }), amount }), {
    selector: ({ key }) => key,
    maxLength: 14,
  });
  fc.assert(
    fc.property(orders, (some) => {
      const drifted = some.map(({ key, amount: total }) => ({
        ...{ key: `k${key}`, before: null, after: null, parts: [] },
        differences: { Ventas: '0', 'Rentabilidad Total': total },
      }));
      const found = atOnce(summariseDrift(drifted as never)).orders.map(({ key }) => key);
      const size = (text: string) => Math.abs(Number(text));
      const expected = some
        .toSorted((a, b) => size(b.amount) - size(a.amount) || (`k${a.key}` < `k${b.key}` ? -1 : 1))
        .map(({ key }) => `k${key}`);
      expect(found).toEqual(expected);
    }),
  );
});
