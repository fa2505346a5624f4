import { describe, expect, test } from 'vitest';
import { delaysSeen, isTimely, MAX_DAYS_APART } from '#renderer/reconciliation/matching/model/delays.ts';
import type {
  MatchCase,
  MatchInput,
  MatchOrder,
} from '#renderer/reconciliation/matching/model/match-work.ts';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import { atOnce } from '#shared/base/tasks.ts';

/** Lines so many days after one date of their orders; the other lies some other time away. */
function seen(
  delays: readonly number[],
  since: 'paid' | 'purchased' = 'paid',
  /** Of how many orders each line is. */
  many = (_at: number) => 1,
) {
  const orders = delays.map((_, at): MatchOrder => {
    const day = 20_000 + at * 3;
    const apart = 60 + ((at * 7) % 50);
    const [purchased, paid] = since === 'paid' ? [day - apart, day] : [day, day + apart];
    return {
      amount: 1n,
      settled: null,
      settlements: [],
      purchased,
      paid,
      isMovement: false,
      isExpected: true,
    };
  });
  const days = Int32Array.from(delays, (delay, at) => (orders[at]?.[since] ?? 0) + delay);
  const cases = delays.map((_, at) => {
    const own = Array.from({ length: many(at) }, (__, more) => (at + more) % delays.length);
    return { lines: [at], orders: own } as unknown as MatchCase;
  });
  return atOnce(delaysSeen({ orders, days } as unknown as MatchInput, { cases }));
}
const order = { paid: 100, purchased: 40 };
const timely = (delays: ReturnType<typeof seen>) =>
  Array.from({ length: 130 }, (_, day) => day).filter((day) => isTimely(delays, day, order));

describe('the days between lines and their orders', () => {
  test('are a few about payment or purchase where few lines say', () => {
    const few = timely(seen([14, 14, 14]));
    expect(few).toEqual(
      [40, 100].flatMap((day) => Array.from({ length: 11 }, (_, at) => day - MAX_DAYS_APART + at)),
    );
  });

  test('are told by twenty lines, of the date that they keep to; the other keeps its few', () => {
    const days = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
    const few = [...days(40 - MAX_DAYS_APART, 40 + MAX_DAYS_APART), ...days(95, 100 + MAX_DAYS_APART)];
    const lines = (count: number) => Array.from({ length: count }, () => 14);
    expect(timely(seen(lines(19)))).toEqual(few);
    expect(timely(seen(lines(20)))).toEqual([...few, ...days(106, 114)]);
    expect(timely(seen(lines(20), 'purchased'))).toEqual([...days(35, 54), ...days(95, 105)]);
    expect(timely(seen(lines(300), 'purchased'))).toEqual([54]);
  });

  test('are told by lines of one order alone: of several none is its own', () => {
    const [one, two] = [Array.from({ length: 20 }, () => 14), Array.from({ length: 20 }, () => 25)];
    const found = timely(seen([...one, ...two], 'paid', (at) => (at < one.length ? 1 : 2)));
    expect(found).toEqual(timely(seen(one)));
  });

  test('are told by lines that come before the payment, too', () => {
    const early = timely(seen(Array.from({ length: 20 }, () => -9)));
    expect(early.filter((day) => day > 50)).toEqual(Array.from({ length: 15 }, (_, at) => 91 + at));
  });

  test('are added where some tens of lines say, never taken away', () => {
    const days = timely(seen(Array.from({ length: 40 }, (_, at) => 12 + (at % 4))));
    expect(days).toContain(100);
    expect(days).toContain(115);
    expect(days).toContain(40);
    expect(days).not.toContain(116);
  });

  test('are those that were seen where hundreds of lines say, but for one in two hundred', () => {
    const usual = Array.from({ length: 199 }, (_, at) => 12 + (at % 4));
    expect(timely(seen(usual))).toEqual([112, 113, 114, 115]);
    // With one more outside among as many the span holds it; among twice as many it is passed over.
    expect(timely(seen([...usual, 20]))).toContain(120);
    expect(timely(seen([...usual, ...usual, 20]))).toEqual([112, 113, 114, 115]);
  });

  test('say nothing of what has no date', () => {
    const delays = seen(Array.from({ length: 300 }, () => 0));
    expect(isTimely(delays, NO_DAY, order)).toBe(true);
    expect(isTimely(delays, 3, { paid: NO_DAY, purchased: NO_DAY })).toBe(true);
    expect(isTimely(delays, 40, order)).toBe(false);
  });
});
