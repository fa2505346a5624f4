import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import { NOT_YET } from '#renderer/reconciliation/payouts/model/forecast/forecast-money.ts';
import { ageOf, termsOf, USUAL_TERM } from '#renderer/reconciliation/receivables/model/ageing.ts';
import { amountIn, daysOf } from '#renderer/reconciliation/receivables/model/month-account.ts';
import type { ReceivablePart } from '#renderer/reconciliation/receivables/model/receivable-parts.ts';
import { dayNumber, type LocalDate, type Month } from '#shared/domain/dates.ts';

/** How old what is owed is, and within how many days an account pays, each at its very day. */

const NOW = 20_000;
const partOf = (parts: Partial<ReceivablePart>): ReceivablePart => ({
  account: 0,
  bought: NOW - 100,
  came: NOT_YET,
  by: 'columns',
  isUndated: false,
  rows: 1,
  sales: 0n,
  refunds: 0n,
  left: 100n,
  ...parts,
});
const term = (days: number) => ({ days, rows: 40, isLearnt: true });
const month = { from: NOW - 20, to: NOW, isNow: false };

describe('what is owed', () => {
  test('changes its age on the day after each bound', () => {
    const ages = (days: number, ...overdue: readonly number[]) =>
      overdue.map((late) => ageOf(partOf({ bought: NOW - days - late }), month, term(days)));
    for (const days of [0, 12, 45])
      expect(ages(days, -1, 0, 30, 31, 60, 61, 90, 91)).toEqual(
        // What was bought after the day is not there yet.
        days === 0
          ? [null, 'to-30', 'to-30', 'to-60', 'to-60', 'to-90', 'to-90', 'over-90']
          : ['not-due', 'to-30', 'to-30', 'to-60', 'to-60', 'to-90', 'to-90', 'over-90'],
      );
  });

  test('is owed from the day of the purchase until the day before it comes', () => {
    const isOwed = (parts: Partial<ReceivablePart>) => ageOf(partOf(parts), month, term(12)) !== null;
    expect([NOW, NOW + 1].map((bought) => isOwed({ bought }))).toEqual([true, false]);
    expect([NOW, NOW + 1].map((came) => isOwed({ came }))).toEqual([false, true]);
  });

  test('of no readable day is undated, and by a day that is known by now not due', () => {
    expect(ageOf(partOf({ bought: NO_DAY }), month, term(12))).toBe('undated');
    const ahead = partOf({ came: NOW + 3 });
    expect(ageOf(ahead, { ...month, isNow: true }, term(12))).toBe('not-due');
    // At the end of a past month nobody knew of it.
    expect(ageOf(ahead, month, term(12))).toBe('to-90');
  });
});

describe('the days in which an account pays', () => {
  const came = (delay: number, parts: Partial<ReceivablePart> = {}) =>
    partOf({ came: (parts.bought ?? NOW - 100) + delay, ...parts });
  const of = (parts: readonly ReceivablePart[], accounts = 1) =>
    termsOf({ scale: 0, accounts: Array(accounts).fill({ canal: 'A', cuenta: 'B' }), parts }, NOW);

  test('are those within which nine rows of ten came, from thirty rows on', () => {
    const delays = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 9 })), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(delays, (some) => {
        const parts = some.map(([delay, rows]) => came(delay, { rows }));
        const each = some
          .flatMap(([delay, rows]) => Array<number>(rows).fill(delay))
          .toSorted((one, other) => one - other);
        const days = each.length < 30 ? USUAL_TERM : each[Math.ceil((each.length * 9) / 10) - 1];
        expect(of(parts)).toEqual([{ days, rows: each.length, isLearnt: each.length >= 30 }]);
      }),
      { numRuns: 200 },
    );
  });

  test('are learnt from a year of purchases, by what came until the day, each account’s own', () => {
    const rows = 30;
    const seen = (parts: Partial<ReceivablePart>) => of([came(7, { rows, ...parts })])[0]?.rows;
    expect([365, 364].map((back) => seen({ bought: NOW - back }))).toEqual([0, rows]);
    expect([7, 6].map((back) => seen({ bought: NOW - back }))).toEqual([rows, 0]);
    expect(seen({ isUndated: true })).toBe(0);
    expect(seen({ bought: NO_DAY, came: NOW })).toBe(0);
    expect(of([came(7, { rows }), came(9, { rows, account: 1 })], 2).map(({ days }) => days)).toEqual([7, 9]);
  });
});

describe('a month of an account', () => {
  const march = daysOf('2026-03' as Month, '2026-04-10' as LocalDate);
  const day = (text: string) => dayNumber(text as LocalDate);

  test('ends with its last day, or today', () => {
    expect(march).toEqual({ from: day('2026-03-01'), to: day('2026-03-31'), isNow: false });
    const now = (today: string) => daysOf('2026-03' as Month, today as LocalDate);
    expect(now('2026-03-31')).toEqual({ from: day('2026-03-01'), to: day('2026-03-31'), isNow: true });
    expect(now('2026-03-12')).toEqual({ from: day('2026-03-01'), to: day('2026-03-12'), isNow: true });
  });

  test('has of each part what belongs to it by its two days', () => {
    const own = { sales: 1000n, refunds: 150n, left: 600n };
    const viewOf = (bought: string, came: string | null) => {
      const part = partOf({ ...own, bought: day(bought), came: came === null ? NOT_YET : day(came) });
      return (['opening', 'sales', 'refunds', 'charges', 'released', 'closing'] as const).map((figure) =>
        amountIn(figure, part, march),
      );
    };
    const [opening, sales, refunds, charges, released, closing] = [600n, 1000n, 150n, 250n, 600n, 600n];
    const no = null;
    expect(viewOf('2026-02-28', '2026-02-28')).toEqual([no, no, no, no, no, no]);
    expect(viewOf('2026-02-28', '2026-03-01')).toEqual([opening, no, no, no, released, no]);
    expect(viewOf('2026-02-28', '2026-03-31')).toEqual([opening, no, no, no, released, no]);
    expect(viewOf('2026-02-28', '2026-04-01')).toEqual([opening, no, no, no, no, closing]);
    expect(viewOf('2026-03-01', '2026-03-01')).toEqual([no, sales, refunds, charges, released, no]);
    expect(viewOf('2026-03-31', null)).toEqual([no, sales, refunds, charges, no, closing]);
    expect(viewOf('2026-04-01', '2026-04-01')).toEqual([no, no, no, no, no, no]);
  });
});
