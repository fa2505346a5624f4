import { describe, expect, test } from 'vitest';
import type { PlacedDecision } from '#renderer/reconciliation/matching/model/placed-decision.ts';
import { matchPayouts } from '#renderer/reconciliation/payouts/model/match-payouts.ts';
import type { Deposit, OpenPayout } from '#renderer/reconciliation/payouts/model/open-payout.ts';
import { atOnce } from '#shared/base/tasks.ts';

/** Payouts and bank lines by their very days, and by what was said of them before. */

const AMOUNT = 1_234_567n;
const payout = (from: number, to: number, parts: Partial<OpenPayout> = {}): OpenPayout => ({
  amount: AMOUNT,
  currency: null,
  window: { from, to },
  numbers: [],
  payer: 'ripley',
  isExpected: true,
  ...parts,
});
const line = (day: number, words = 'ABONO', amount = AMOUNT): Deposit => ({
  ...{ day, words, amount },
  currency: null,
});
const match = (
  payouts: readonly OpenPayout[],
  deposits: readonly Deposit[],
  decisions: readonly PlacedDecision[] = [],
) => {
  const { cases, suggestions } = atOnce(matchPayouts({ payouts, deposits, decisions }));
  const sides = ({ lines, orders }: { lines: readonly number[]; orders: readonly number[] }) => [
    lines,
    orders,
  ];
  return {
    taken: cases.filter(({ lines, orders }) => lines.length > 0 && orders.length > 0).map(sides),
    asked: suggestions.map((each) => [each.why, ...sides(each)]),
  };
};

describe('the days of a payout', () => {
  test('hold their first and their last', () => {
    const taken = (day: number) => match([payout(8, 17)], [line(day)]).taken.length;
    expect([7, 8, 17, 18].map(taken)).toEqual([0, 1, 1, 0]);
  });

  test('hold them for a number that reads as a date too', () => {
    const dated = payout(8, 17, { numbers: ['20261014'] });
    const asked = (day: number) => match([dated], [line(day, 'LIQ 20261014', 1_230_000n)]).asked.length;
    expect([7, 8, 17, 18].map(asked)).toEqual([0, 1, 1, 0]);
    // Without days it may be of any.
    const undated = { ...dated, window: null };
    expect(match([undated], [line(900, 'LIQ 20261014', 1_230_000n)]).asked).toHaveLength(1);
  });

  test('say which of equal payouts a line is nearest to, and which line to a payout', () => {
    expect(match([payout(2, 30), payout(12, 30)], [line(13)])).toEqual({
      taken: [],
      asked: [['same-amount', [0], [1]]],
    });
    expect(match([payout(12, 30), payout(2, 30)], [line(13)]).asked).toEqual([['same-amount', [0], [0]]]);
    expect(match([payout(2, 30)], [line(20), line(4)]).asked).toEqual([['same-amount', [1], [0]]]);
  });
});

describe('what was said before', () => {
  const named = payout(8, 17, { numbers: ['LQ-4001234'] });
  const other = payout(8, 17, { amount: 7_654_321n });
  const said = (verdict: 'match' | 'no-match', lines: number[], orders: number[]) =>
    ({ verdict, lines, orders }) as unknown as PlacedDecision;

  test('a line that is matched by the user’s word is not taken by the number in it', () => {
    const lines = [line(10, 'PAGO LQ-4001234')];
    expect(match([named, other], lines).taken).toEqual([[[0], [0]]]);
    expect(match([named, other], lines, [said('match', [0], [1])]).taken).toEqual([[[0], [1]]]);
  });

  test('a payout that is matched by the user’s word is not taken by its number', () => {
    const lines = [line(10, 'ABONO', 5n), line(10, 'PAGO LQ-4001234')];
    expect(match([named], lines, [said('match', [0], [0])]).taken).toEqual([[[0], [0]]]);
  });

  test('a pair that is none is taken neither by number nor by amount', () => {
    const lines = [line(10, 'PAGO LQ-4001234')];
    expect(match([named], lines, [said('no-match', [0], [0])])).toEqual({ taken: [], asked: [] });
  });
});
