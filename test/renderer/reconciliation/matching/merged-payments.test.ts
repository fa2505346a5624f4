import { expect, test } from 'vitest';
import { MAX_DAYS_APART } from '#renderer/reconciliation/matching/model/delays.ts';
import type { MatchOrder } from '#renderer/reconciliation/matching/model/match-work.ts';
import { DAY, match, orderOf } from './model-world.ts';

/** One payment under the number of one of its orders: the rest is what others of which nothing came come to. */

const OWN = 1_234_500n;
const AMOUNTS = [2_222_210n, 3_330_070n, 911_003n];
const explained = (
  others: readonly MatchOrder[],
  more: bigint,
  parts: Parameters<typeof match>[2] = {},
): unknown[] =>
  match([orderOf(OWN), ...others], [{ net: OWN + more, of: [0] }], parts).suggestions.flatMap((each) =>
    each.why === 'difference-adds-up'
      ? [[[...each.orders].sort(), each.lines, each.found, each.remains]]
      : [],
  );
const others = AMOUNTS.map((amount) => orderOf(amount));
const [first, second, third] = AMOUNTS as [bigint, bigint, bigint];

test('the difference is one other order, or several, and nothing remains', () => {
  expect(explained(others, second)).toEqual([[[2], [0], 1, 0n]]);
  expect(explained(others, first + third)).toEqual([[[1, 3], [0], 1, 0n]]);
  expect(explained(others, first + second + third)).toEqual([[[1, 2, 3], [0], 1, 0n]]);
  expect(explained(others, first + 1n)).toEqual([]);
});

test('orders that are equal are counted, for any of them could be it', () => {
  expect(explained([...others, orderOf(second)], second)).toEqual([[[2], [0], 2, 0n]]);
});

test('how likely that is by chance counts all orders that it could have been, not those that it is', () => {
  const { suggestions } = match([orderOf(OWN), ...others], [{ net: OWN + second, of: [0] }]);
  // Of four orders no two are equal: at most one pair of six is, and three were looked at.
  expect(suggestions).toMatchObject([{ why: 'difference-adds-up', found: 1, byChance: 3 / 6 }]);
});

test('none of them is of another period, nor paid at another time, nor said to be another', () => {
  const late = { paid: DAY + MAX_DAYS_APART + 1, purchased: DAY - MAX_DAYS_APART - 1 };
  expect(explained([orderOf(first, { isExpected: false })], first)).toEqual([]);
  expect(explained([orderOf(first, late)], first)).toEqual([]);
  expect(explained([orderOf(first, { ...late, paid: DAY + MAX_DAYS_APART })], first)).toHaveLength(1);
  const said = { verdict: 'no-match', lines: [0], orders: [1] } as const;
  expect(explained([orderOf(first)], first, { decisions: [said] as never })).toEqual([]);
});
