import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  standingOfMatched,
  standingOfOpen,
  windowOf,
} from '#renderer/reconciliation/payouts/model/why-open.ts';
import { dayNumber, type LocalDate } from '#shared/domain/dates.ts';
import { type Decimal, toDecimal } from '#shared/domain/decimal.ts';

/** To the day and to the last digit: where a payout's days end, and what is a fee. */

const on = (text: string) => dayNumber(text as LocalDate);

describe('the days of a payout', () => {
  test('reach from two before it to seven after, over the ends of months and years', () => {
    const window = (day: string, isDated: boolean) => windowOf({ day: day as LocalDate, isDated });
    expect(window('2026-10-31', true)).toEqual({ from: on('2026-10-29'), to: on('2026-11-07') });
    expect(window('2027-01-01', true)).toEqual({ from: on('2026-12-30'), to: on('2027-01-08') });
    expect(window('2028-02-28', true)).toEqual({ from: on('2028-02-26'), to: on('2028-03-06') });
    // Of its last line it is only known that it was paid after it.
    expect(window('2026-10-31', false)).toEqual({ from: on('2026-10-29'), to: on('2026-12-05') });
    expect(windowOf({ day: null, isDated: false })).toBeNull();
  });

  test('of one that is paid today wait until they are over, and no day longer', () => {
    const bank = [{ from: 0, to: 105 }];
    const window = { from: 98, to: 107 };
    expect(standingOfOpen(window, bank, 100).why).toBe('not-yet');
    expect(standingOfOpen(window, bank, 106).why).toBe('not-yet');
    expect(standingOfOpen(window, bank, 107).why).toBe('bank-ends');
    expect(standingOfOpen(window, [{ from: 0, to: 106 }], 107).why).toBe('bank-ends');
    expect(standingOfOpen(window, [{ from: 0, to: 107 }], 107)).toEqual({ state: 'missing', why: null });
  });

  test('of one without a day are none, which no bank tells of before there is one', () => {
    expect(standingOfOpen(null, [], 100)).toEqual({ state: 'waiting', why: 'no-bank' });
    expect(standingOfOpen(null, [{ from: 0, to: 105 }], 100)).toEqual({ state: 'waiting', why: 'no-date' });
  });

  test('are missed only where the bank’s files hold each of them', () => {
    const span = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 8 }));
    fc.assert(
      fc.property(
        fc.array(span, { minLength: 1, maxLength: 6 }),
        fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 9 })),
        fc.integer({ min: 0, max: 50 }),
        (spans, [from, length], today) => {
          const bank = spans.map(([first, days]) => ({ from: first, to: first + days }));
          const window = { from, to: from + length };
          const days = Array.from({ length: length + 1 }, (_, at) => from + at);
          const isHeld = (day: number) => bank.some((each) => each.from <= day && day <= each.to);
          const first = Math.min(...bank.map((each) => each.from));
          const last = Math.max(...bank.map((each) => each.to));
          const why =
            from < first
              ? 'bank-begins'
              : from + length > last
                ? today < from + length
                  ? 'not-yet'
                  : 'bank-ends'
                : days.every(isHeld)
                  ? null
                  : 'bank-gap';
          expect(standingOfOpen(window, bank, today)).toEqual({
            state: why === null ? 'missing' : 'waiting',
            why,
          });
        },
      ),
      { numRuns: 1_000 },
    );
    expect(standingOfOpen(null, [{ from: 0, to: 9 }], 5).why).toBe('no-date');
    expect(standingOfOpen({ from: 1, to: 2 }, [], 5).why).toBe('no-bank');
  });
});

describe('another amount than was paid', () => {
  const decimal = (units: bigint): Decimal => toDecimal({ units, scale: 2 });
  const why = (gap: bigint, paid = 100_000n, retained = 0n, tolerance = 0n) =>
    standingOfMatched({
      difference: decimal(gap),
      paid: decimal(paid),
      retained: decimal(retained),
      tolerance: decimal(tolerance),
    });

  test('is a fee up to five in a hundred, and none beyond or where more came', () => {
    expect(why(0n)).toEqual({ state: 'arrived', why: null });
    expect([why(-1n), why(-5_000n), why(-5_001n), why(1n)].map((each) => each.why)).toEqual([
      'fee',
      'fee',
      'other',
      'other',
    ]);
  });

  test('has arrived up to the tolerance, on either side, and says so', () => {
    const within = { state: 'arrived', why: 'within' };
    expect([why(-100n, 100_000n, 0n, 100n), why(100n, 100_000n, 0n, 100n)]).toEqual([within, within]);
    expect([why(-101n, 100_000n, 0n, 100n), why(101n, 100_000n, 0n, 100n)].map(({ state }) => state)).toEqual(
      ['different', 'different'],
    );
    expect(why(0n, 100_000n, 0n, 100n)).toEqual({ state: 'arrived', why: null });
  });

  test('is what was retained where it is just that, on either side', () => {
    expect([why(-7_000n, 100_000n, 7_000n), why(7_000n, 100_000n, 7_000n)].map((each) => each.why)).toEqual([
      'retained',
      'retained',
    ]);
    expect([why(-7_001n, 100_000n, 7_000n), why(-6_999n, 100_000n, 7_000n)].map((each) => each.why)).toEqual([
      'other',
      'other',
    ]);
  });
});
