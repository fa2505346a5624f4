import { expect, test } from 'vitest';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import { DAY, match, orderOf, type WrittenLine } from './model-world.ts';

/** One payment of two orders without a number, in their settlement, beside many orders that were paid under theirs. */

/** No two of them, nor of their sums, are one. */
const amountAt = (at: number): bigint => 1_000_003n + BigInt(at) * 7_919n + BigInt(at * at) * 131n;
const KNOWN = 60;
const others = Array.from({ length: KNOWN }, (_, at) => orderOf(amountAt(at)));
const paid: readonly WrittenLine[] = others.map(({ amount }, at) => ({ net: amount, of: [at] }));
const [ONE, OTHER] = [312_345_61n, 198_765_47n];
const [L1, L2] = [{ settlements: ['L1'] }, { settlements: ['L2'] }];
const texts = { settlement: 'L1' };
const payment: WrittenLine = { net: ONE + OTHER, texts };
const LONG_AGO = DAY - 40;

/** The lines that are taken as the payment of several orders, and these: places behind those of the others. */
function taken(
  more: readonly ReturnType<typeof orderOf>[] = [],
  lines: readonly WrittenLine[] = [],
  parts: Parameters<typeof match>[2] = {},
) {
  const { cases } = match(
    [...others, orderOf(ONE, L1), orderOf(OTHER, L1), ...more],
    [...paid, payment, ...lines],
    parts,
  );
  const place = (at: number) => at - KNOWN;
  return cases.flatMap((each) =>
    each.by === 'subset' && each.orders.length > 1 ? [[each.lines.map(place), each.orders.map(place)]] : [],
  );
}
const ALONE = [[[0], [0, 1]]];

test('is taken where two orders come to it, and nothing else', () => {
  expect(taken()).toEqual(ALONE);
  expect(taken([orderOf(ONE - 1n, L2)])).toEqual(ALONE);
});

test('is left where another order may stand in the place of one of them, whatever its settlement', () => {
  const two = (parts: Parameters<typeof orderOf>[1] = {}) => [
    orderOf(ONE - 54_321n, { ...L2, ...parts }),
    orderOf(54_321n, L2),
  ];
  expect(taken([orderOf(OTHER, L2)])).toEqual([]);
  expect(taken(two())).toEqual([]);
  // One that was paid long before may not, nor one of which the user said that it is another's.
  expect(taken(two({ paid: LONG_AGO, purchased: LONG_AGO }))).toEqual(ALONE);
  const decisions = [{ verdict: 'no-match', lines: [KNOWN], orders: [KNOWN + 2] }] as const;
  expect(taken(two(), [], { decisions })).toEqual(ALONE);
});

test('is left where two that are further off come to it as well, and are due', () => {
  const off = { ...L1, paid: LONG_AGO, purchased: LONG_AGO };
  const two = (parts: Parameters<typeof orderOf>[1]) => [
    orderOf(ONE + 77_777n, parts),
    orderOf(OTHER - 77_777n, parts),
  ];
  expect(taken(two(off))).toEqual([]);
  // Those that the statement need not hold are no rivals of theirs.
  expect(taken(two({ ...off, isExpected: false }))).toEqual(ALONE);
});

test('is left where other lines come to one of them', () => {
  const two = (day: number): readonly WrittenLine[] =>
    [ONE - 4_321n, 4_321n].map((net) => ({ net, texts, day }));
  expect(taken([], two(DAY))).toEqual([]);
  expect(taken([], two(LONG_AGO))).toEqual(ALONE);
});

test('is taken once where the same line is there twice', () => {
  expect(taken([], [payment])).toEqual(ALONE);
  // Nor does its copy, with what was taken back elsewhere, come to one of its orders.
  expect(taken([], [payment, { net: -OTHER, texts }])).toEqual(ALONE);
});

test('is found as long after its orders as the other lines come after theirs, and not before them', () => {
  const late = (apart: number) =>
    match(
      [...others, orderOf(ONE, L1), orderOf(OTHER, L1)],
      [...paid.map((each) => ({ ...each, day: DAY + 14 })), { ...payment, day: DAY + apart }],
    ).cases.filter(({ by, orders }) => by === 'subset' && orders.length === 2).length;
  expect([14, 15, -5, -14].map(late)).toEqual([1, 0, 1, 0]);
});

test('is found by the purchases of its orders where those lie near, and of orders of no day at all', () => {
  const found = (parts: Parameters<typeof orderOf>[1]) =>
    match(
      [...others, orderOf(ONE, { ...L1, ...parts }), orderOf(OTHER, { ...L1, ...parts })],
      [...paid, payment],
    ).cases.filter(({ by, orders }) => by === 'subset' && orders.length === 2).length;
  expect(found({ paid: DAY + 40 })).toBe(1);
  expect(found({ paid: NO_DAY, purchased: NO_DAY })).toBe(1);
  expect(found({ paid: DAY + 40, purchased: DAY + 40 })).toBe(0);
});

test('that orders come to in four ways is shown with three of them, each another, and is told of all', () => {
  // A hundred by the first and the last, the second and the last but one, and so on.
  const amounts = [10, 20, 30, 40, 60, 70, 80, 90].map((each) => BigInt(each) * 1_234_567n);
  const { suggestions } = match(
    amounts.map((amount) => orderOf(amount, L1)),
    [{ net: 100n * 1_234_567n, texts }],
  );
  const ways = suggestions.flatMap((each) => (each.why === 'adds-up' ? [[each.orders, each.found]] : []));
  expect(ways.map(([own]) => own)).toHaveLength(3);
  expect(new Set(ways.map(([own]) => String(own))).size).toBe(3);
  for (const [, count] of ways) expect(count).toBeGreaterThan(3);
});
