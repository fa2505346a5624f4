import { expect, test } from 'vitest';
import { match, orderOf, type WrittenLine } from './model-world.ts';

/** One line without a number beside one order of its amount: taken where chance would hardly make them equal. */

const KNOWN = 100;
/** No two of them are equal. */
const oddAt = (at: number): bigint => 1_000_003n + BigInt(at) * 7_919n + BigInt(at * at) * 131n;
const ODD = 4_567_891n;

/**
 * How the line is matched, beside orders that are paid under their numbers.
 * @param others orders of other amounts about it
 */
function matchedBy(
  amounts: readonly bigint[],
  amount: bigint,
  others: readonly bigint[],
  more: readonly WrittenLine[] = [],
) {
  const { cases } = match(
    [...amounts, amount, ...others].map((each) => orderOf(each)),
    [...amounts.map((net, at) => ({ net, of: [at] })), { net: amount }, ...more],
  );
  return cases.find(({ lines }) => lines.includes(amounts.length))?.by;
}
const strangers = (count: number): readonly WrittenLine[] =>
  Array.from({ length: count }, (_, at) => ({ net: 91_000_017n + BigInt(at) * 1_003n }));

test('where lines meet no order of their amount each may be one more that meets one by chance', () => {
  // Two pairs of the hundred and five are equal: of five orders about a line one is of its amount about once in five hundred.
  const amounts = Array.from({ length: KNOWN }, (_, at) => oddAt(at < 4 ? at >> 1 : at));
  const others = [1, 2, 3, 4].map((at) => oddAt(KNOWN + at));
  expect([0, 1, 30].map((count) => matchedBy(amounts, ODD, others, strangers(count)))).toEqual([
    ...['amount', 'amount', null],
  ]);
});

test('a round amount is taken of none where all are round, though no two of them are equal', () => {
  const round = Array.from({ length: 40 }, (_, at) => 100_000n * BigInt(at < 20 ? at + 1 : at + 2));
  expect(matchedBy(round, 2_100_000n, [])).toBeNull();
  expect(matchedBy(round, ODD, [])).toBe('amount');
});
