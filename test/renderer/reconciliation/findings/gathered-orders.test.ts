import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEvidence } from '#renderer/reconciliation/findings/worker/evidence.ts';
import {
  type GatheredOrder,
  NO_ORDERS,
  withChanged,
} from '#renderer/reconciliation/findings/worker/gathered-orders.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import { type Decimal, fromDecimal, toDecimal } from '#shared/domain/decimal.ts';
import { randomCases } from '#test/random-cases.ts';

/** Orders gone on from as some change come to what they are at once, and to plain sums over them. */

const ORDERS = 8;
type Drawn = {
  readonly order: number;
  readonly cents: number | null;
  readonly rows: number;
  readonly day: number;
};

const gathered = ({ order, cents, rows, day }: Drawn): GatheredOrder => {
  const amount = cents === null ? null : ((cents / 100).toFixed(2) as Decimal);
  const evidence = createEvidence();
  evidence.add(JSON.stringify([order, cents, rows, day]));
  return {
    ...{ order, evidence: evidence.sum(), amount: amount === null ? null : fromDecimal(amount) },
    // One day is of none that can be.
    first: day === 0 ? Number.POSITIVE_INFINITY : day,
    last: day === 0 ? Number.NEGATIVE_INFINITY : day + rows,
    found: {
      ...{ id: JSON.stringify(['Uno', 'A', `O-${order}`]), name: `O-${order}`, month: '2026-10' as Month },
      ...{ day: '2026-10-05' as LocalDate, amount, rows, evidence: evidence.value() },
    },
  };
};
const drawn: fc.Arbitrary<Drawn> = fc.record({
  order: fc.nat({ max: ORDERS - 1 }),
  cents: fc.option(fc.integer({ min: -900, max: 900 })),
  rows: fc.integer({ min: 1, max: 4 }),
  day: fc.nat({ max: 6 }),
});
const few = fc.uniqueArray(drawn, { selector: ({ order }) => order, maxLength: ORDERS });
const changing = (orders: readonly number[]) => {
  const isChanged = new Uint8Array(ORDERS);
  for (const order of orders) isChanged[order] = 1;
  return isChanged;
};

test('what changes of the orders is all that changes of what they come to', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ come: few, go: fc.uniqueArray(fc.nat({ max: ORDERS - 1 })) }), { maxLength: 5 }),
      (steps) => {
        let now = NO_ORDERS;
        const there = new Map<number, Drawn>();
        for (const { come, go } of steps) {
          const moved = [...go, ...come.map(({ order }) => order)];
          for (const order of moved) there.delete(order);
          for (const each of come) there.set(each.order, each);
          now = atOnce(withChanged(now, changing(moved), come.map(gathered)));
          const all = [...there.values()].map(gathered);
          const evidence = createEvidence();
          for (const each of all) evidence.addSum(each.evidence);
          const cents = [...there.values()].flatMap((each) => each.cents ?? []);
          const { orders, amount, ...told } = now;
          expect(told).toEqual({
            evidence: evidence.sum(),
            rows: [...there.values()].reduce((sum, { rows }) => sum + rows, 0),
            amounts: cents.length,
            first: Math.min(...all.map(({ first }) => first)),
            last: Math.max(...all.map(({ last }) => last)),
          });
          expect(Math.round(Number(toDecimal(amount)) * 100)).toBe(
            cents.reduce((sum, own) => sum + own, 0) + 0,
          );
          expect(orders).toEqual(all.toSorted((a, b) => a.order - b.order));
        }
      },
    ),
    { numRuns: randomCases(300) },
  );
});
