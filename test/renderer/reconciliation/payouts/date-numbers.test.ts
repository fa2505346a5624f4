import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchPayouts } from '#renderer/reconciliation/payouts/model/match-payouts.ts';
import type { OpenPayout } from '#renderer/reconciliation/payouts/model/open-payout.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { dayNumber, type LocalDate } from '#shared/domain/dates.ts';

/** Numbers of settlements that read as a date, in banks' texts that are full of dates. */

type Written = {
  readonly day: number;
  readonly year: string;
  readonly month: string;
  readonly dayOfMonth: string;
};

const date: fc.Arbitrary<Written> = fc
  .record({
    year: fc.integer({ min: 2015, max: 2039 }),
    month: fc.integer({ min: 1, max: 12 }),
    dayOfMonth: fc.integer({ min: 1, max: 28 }),
  })
  .map((parts) => {
    const [year, month, dayOfMonth] = [parts.year, parts.month, parts.dayOfMonth].map((part) =>
      String(part).padStart(2, '0'),
    ) as [string, string, string];
    return { day: dayNumber(`${year}-${month}-${dayOfMonth}` as LocalDate), year, month, dayOfMonth };
  });

/** How a marketplace numbers by the day. */
const NUMBERS = [
  ({ year, month, dayOfMonth }: Written) => `${year}${month}${dayOfMonth}`,
  ({ year, month, dayOfMonth }: Written) => `${dayOfMonth}${month}${year}`,
  ({ year, month, dayOfMonth }: Written) => `${month}${dayOfMonth}${year}`,
  ({ year, month, dayOfMonth }: Written) => `${year.slice(2)}${month}${dayOfMonth}`,
  ({ year, month, dayOfMonth }: Written) => `${dayOfMonth}${month}${year.slice(2)}`,
  ({ year, month, dayOfMonth }: Written) => `${Number(dayOfMonth)}${Number(month)}${year}`,
  ({ year, month }: Written) => `${year}${month}`,
  ({ year, month, dayOfMonth }: Written) => `${year}${month}${dayOfMonth}001`,
] as const;

/** How a bank writes the day, which is no number. */
const TEXTS = [
  ({ year, month, dayOfMonth }: Written) => `${dayOfMonth}/${month}/${year}`,
  ({ year, month, dayOfMonth }: Written) => `${month}/${dayOfMonth}/${year}`,
  ({ year, month, dayOfMonth }: Written) => `${year}-${month}-${dayOfMonth}`,
  ({ year, month, dayOfMonth }: Written) => `${year}-${month}-${dayOfMonth} 001`,
  ({ year, month, dayOfMonth }: Written) => `${dayOfMonth}.${month}.${year.slice(2)}`,
  ({ year, month, dayOfMonth }: Written) => `${dayOfMonth} ${month} ${year.slice(2)}`,
  ({ year, month, dayOfMonth }: Written) => `${year.slice(2)}/${month}/${dayOfMonth}`,
  ({ year, month, dayOfMonth }: Written) => `${Number(dayOfMonth)}-${Number(month)}-${year}`,
] as const;

const payout = (numbers: readonly string[], amount: bigint, day: number): OpenPayout => ({
  amount,
  currency: null,
  window: { from: day - 2, to: day + 7 },
  numbers,
  payer: 'ripley',
  isExpected: true,
});
const match = (
  payouts: readonly OpenPayout[],
  lines: readonly { readonly words: string; readonly amount: bigint; readonly day: number }[],
) => {
  const deposits = lines.map((line) => ({ ...line, currency: null }));
  const { cases, suggestions } = atOnce(matchPayouts({ payouts, deposits, decisions: [] }));
  return { taken: cases.filter((each) => each.lines.length > 0 && each.orders.length > 0), suggestions };
};

describe('a settlement’s number that reads as a date', () => {
  test('is not the date of a bank’s text, whatever the amount', () => {
    fc.assert(
      fc.property(
        date,
        fc.constantFrom(...NUMBERS),
        fc.constantFrom(...TEXTS),
        fc.boolean(),
        (day, number, text, isRound) => {
          // A round amount proves nothing by itself, and neither does the day.
          const [amount, came] = isRound ? [5_000_000n, 5_000_000n] : [1_234_567n, 7_654_321n];
          const { taken, suggestions } = match(
            [payout([number(day)], amount, day.day)],
            [{ words: `TEF ABONO ${text(day)} SUC 12`, amount: came, day: day.day }],
          );
          expect(taken).toEqual([]);
          expect(suggestions.map(({ why }) => why)).toEqual(isRound ? ['same-amount'] : []);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('is one where it stands by itself, and the amount is its own', () => {
    fc.assert(
      fc.property(
        date,
        fc.constantFrom(...NUMBERS),
        fc.constantFrom('LIQ %', 'PAGO:%.', 'LIQ%', '% RIPLEY', 'N°0%'),
        fc.bigInt({ min: -99_999n, max: 99_999n }),
        (day, number, words, off) => {
          const own = payout([number(day)], 1_234_567n, day.day);
          const line = { words: words.replace('%', number(day)), amount: 1_234_567n + off, day: day.day + 3 };
          const { taken, suggestions } = match([own], [line]);
          if (off === 0n) expect(taken).toMatchObject([{ by: 'settlement', state: 'same' }]);
          else {
            expect(taken).toEqual([]);
            expect(suggestions).toContainEqual({ lines: [0], orders: [0], remains: off, why: 'same-number' });
          }
          // Part of a longer number is another number.
          const longer = { ...line, amount: 7_000_001n, words: `${number(day)}77 9${number(day)}` };
          expect(match([own], [longer])).toEqual({ taken: [], suggestions: [] });
        },
      ),
      { numRuns: 500 },
    );
  });

  test('is found as it is written itself, dashes and all', () => {
    const own = payout(['2026-10-14'], 1_234_567n, 100);
    const line = { words: 'LIQ 2026-10-14 RIPLEY', amount: 1_234_567n, day: 150 };
    expect(match([own], [line]).taken).toMatchObject([{ by: 'settlement' }]);
    expect(match([own], [{ ...line, words: 'LIQ 2026/10/14 RIPLEY' }]).taken).toEqual([]);
    expect(match([own], [{ ...line, words: 'LIQ 2026-10-145 RIPLEY' }]).taken).toEqual([]);
  });

  test('that many lines name is their date: none of them is it by that', () => {
    const lines = [1n, 2n, 3n, 4n].map((more) => ({
      words: 'ABONO 20261014',
      amount: 8_000_003n + more,
      day: 100,
    }));
    expect(match([payout(['20261014'], 1_234_567n, 100)], lines)).toEqual({ taken: [], suggestions: [] });
    // And a round amount among them may be anybody's.
    const round = [...lines, { words: 'ABONO 20261014', amount: 3_000_000n, day: 100 }];
    const found = match([payout(['20261014'], 3_000_000n, 100)], round);
    expect(found.taken).toEqual([]);
    expect(found.suggestions).toMatchObject([{ why: 'same-amount', lines: [4] }]);
  });

  test('of a common amount on a far day is asked about', () => {
    const line = { words: 'LIQ 20261014', amount: 3_000_000n, day: 300 };
    const { taken, suggestions } = match([payout(['20261014'], 3_000_000n, 100)], [line]);
    expect(taken).toEqual([]);
    expect(suggestions).toMatchObject([{ why: 'same-amount', candidates: 1, remains: 0n }]);
  });

  test('of another day, sign or currency than the line’s is asked about no further', () => {
    const own = { ...payout(['20261014'], 1_234_567n, 100), currency: 'CLP' };
    const line = { words: 'LIQ 20261014', amount: 1_230_000n, day: 100, currency: 'CLP' };
    const suggested = (parts: Partial<typeof line>) =>
      atOnce(matchPayouts({ payouts: [own], deposits: [{ ...line, ...parts }], decisions: [] })).suggestions
        .length;
    expect(suggested({})).toBe(1);
    expect(suggested({ day: 107 })).toBe(1);
    expect(suggested({ day: 108 })).toBe(0);
    expect(suggested({ amount: -1_230_000n })).toBe(0);
    expect(suggested({ currency: 'USD' })).toBe(0);
  });
});
