import { expect, test } from 'vitest';
import { MAX_DAYS_APART } from '#renderer/reconciliation/matching/model/delays.ts';
import { DAY, match, orderOf, type WrittenLine } from './model-world.ts';

/** One order in several payments without a number, beside many orders that were paid under theirs. */

/** No two of them, nor of their sums, are one. */
const amountAt = (at: number): bigint => 1_000_003n + BigInt(at) * 7_919n + BigInt(at * at) * 131n;
const KNOWN = 60;
const others = Array.from({ length: KNOWN }, (_, at) => orderOf(amountAt(at)));
const paid: readonly WrittenLine[] = others.map(({ amount }, at) => ({ net: amount, of: [at] }));
const [ONE, OTHER] = [312_345_61n, 198_765_47n];
const parts = (days: readonly [number, number] = [DAY, DAY], own = orderOf(ONE + OTHER)) =>
  match([...others, own], [...paid, { net: ONE, day: days[0] }, { net: OTHER, day: days[1] }]);
const taken = (found: ReturnType<typeof parts>) =>
  found.cases.flatMap(({ by, lines, orders }) => (by === 'subset' ? [[lines, orders]] : []));

test('is taken where lines come to it and to nothing else', () => {
  expect(taken(parts())).toEqual([[[KNOWN, KNOWN + 1], [KNOWN]]]);
});

test('lies a few days from its payment at most, each of its lines', () => {
  const at = (apart: number) => taken(parts([DAY, DAY + apart])).length;
  expect([0, 1].map((more) => at(MAX_DAYS_APART + more))).toEqual([1, 0]);
  expect([0, 1].map((more) => at(-MAX_DAYS_APART - more))).toEqual([1, 0]);
});

test('is none of an order that is not spoken for, nor of a movement', () => {
  expect(taken(parts([DAY, DAY], orderOf(ONE + OTHER, { isExpected: false })))).toEqual([]);
  expect(taken(parts([DAY, DAY], orderOf(ONE + OTHER, { isMovement: true })))).toEqual([]);
});

test('is shown, and not taken, where one of the lines may be another order of its own', () => {
  const found = match(
    [...others, orderOf(ONE + OTHER), orderOf(ONE, { purchased: DAY - 30, paid: DAY - 30 })],
    [...paid, { net: ONE }, { net: OTHER }],
  );
  expect(taken(found)).toHaveLength(1);
  const rival = match(
    [...others, orderOf(ONE + OTHER), orderOf(ONE)],
    [...paid, { net: ONE }, { net: OTHER }],
  );
  expect(taken(rival)).toEqual([]);
});

test('is shown, and not taken, where other lines come to it as well', () => {
  const found = match(
    [...others, orderOf(ONE + OTHER)],
    [...paid, ...[ONE, OTHER, ONE + 1_000n, OTHER - 1_000n].map((net) => ({ net }))],
  );
  expect(taken(found)).toEqual([]);
  const asked = found.suggestions.flatMap((each) => (each.why === 'adds-up' ? [each] : []));
  expect(asked).toMatchObject([{ orders: [KNOWN], found: 2, remains: 0n }]);
  expect(asked[0]?.lines).toHaveLength(2);
});

test('each order that is looked for may meet some lines by chance: of whole amounts it is taken of few, and not of many', () => {
  const wholeAt = (at: number): bigint =>
    1_000n * ((1_000_003n + BigInt(at) * 37_919n + BigInt(at * at) * 131n) / 1_000n);
  const [one, other] = [1_312_000n, 2_598_000n];
  const away = { purchased: DAY - 300, paid: DAY - 300 };
  const beside = (count: number) => {
    const known = Array.from({ length: KNOWN }, (_, at) => wholeAt(at));
    const sought = Array.from({ length: count }, (_, at) => orderOf(wholeAt(KNOWN + at), away));
    return taken(
      match(
        [...known.map((amount) => orderOf(amount)), orderOf(one + other), ...sought],
        [...known.map((net, at) => ({ net, of: [at] })), { net: one }, { net: other }],
      ),
    ).length;
  };
  expect([0, 40].map(beside)).toEqual([1, 0]);
});
