import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pairEqualOnes } from '#renderer/reconciliation/matching/model/equal-amounts.ts';
import type { MatchOrder } from '#renderer/reconciliation/matching/model/match-work.ts';
import { DAY, match, orderOf } from './model-world.ts';

type Pairing = readonly (number | null)[];

/** All ways to give each line an order that it may have, each order once; every line gets one. */
function allPairings(
  may: readonly (readonly boolean[])[],
  line = 0,
  taken: readonly number[] = [],
): Pairing[] {
  if (line === may.length) return [[]];
  return (may[line] ?? []).flatMap((can, order) =>
    !can || taken.includes(order)
      ? []
      : allPairings(may, line + 1, [...taken, order]).map((rest): Pairing => [order, ...rest]),
  );
}

describe('lines and orders of one amount', () => {
  const matrix = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
    .chain(([lines, orders]) =>
      fc.array(fc.array(fc.boolean(), { minLength: orders, maxLength: orders }), {
        minLength: lines,
        maxLength: lines,
      }),
    );

  test('are paired only as every way to pair them all does, and never with some to spare', () => {
    fc.assert(
      fc.property(matrix, (may) => {
        const lines = [...may.keys()];
        const orders = [...(may[0] ?? []).keys()];
        const mayBe = (line: number, order: number) => may[line]?.[order] === true;
        const { sure, left } = pairEqualOnes({ lines, orders, mayBe, areAlike: () => false });
        const all = [...sure, ...left];
        const seen = all.flatMap((part) => part.lines);
        expect(new Set(seen).size).toBe(seen.length);
        for (const part of sure) {
          expect(part.orders).toHaveLength(part.lines.length);
          // Nothing else may be had by these lines, or have these orders, but what is sure itself.
          const own = new Set(sure.flatMap((each) => each.orders));
          const reach = lines.filter((line) => part.orders.some((order) => mayBe(line, order)));
          expect(reach.every((line) => sure.some((each) => each.lines.includes(line)))).toBe(true);
          expect(
            part.lines.every((line) => orders.every((order) => !mayBe(line, order) || own.has(order))),
          ).toBe(true);
        }
        // Where all lines have orders to spare of none, each way to pair them keeps to the parts.
        const ofSure = sure.flatMap((part) => part.lines).toSorted((a, b) => a - b);
        const rows = ofSure.map((line) => may[line] ?? []);
        for (const pairing of allPairings(rows)) {
          for (const [at, order] of pairing.entries()) {
            const part = sure.find((each) => each.lines.includes(ofSure[at] ?? -1));
            expect(part?.orders).toContain(order);
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  test('of lines that say the same as many are taken as there are orders', () => {
    const ones = { lines: [3, 5, 8], orders: [1, 2], mayBe: () => true };
    expect(pairEqualOnes({ ...ones, areAlike: () => true })).toEqual({
      sure: [{ lines: [3, 5], orders: [1, 2] }],
      left: [],
    });
    // Each says the same as itself, and one or two of three as another: which is the order's is not said.
    for (const alike of [[], [3, 5], [3, 8], [5, 8]]) {
      const areAlike = (line: number, other: number) =>
        line === other || (alike.includes(line) && alike.includes(other));
      expect(pairEqualOnes({ ...ones, areAlike })).toEqual({
        sure: [],
        left: [{ lines: [3, 5, 8], orders: [1, 2] }],
      });
    }
    // One line, and two orders that it could be of: which is missing is not said.
    const few = { lines: [3], orders: [1, 2], mayBe: () => true, areAlike: () => true };
    expect(pairEqualOnes(few)).toEqual({ sure: [], left: [{ lines: [3], orders: [1, 2] }] });
  });
});

test('lines and orders that belong together are told in the order of their places', () => {
  // Found over each other: line 0 over order 2 leads to line 3, and that to order 0.
  const may = new Set(['0 2', '3 2', '3 0', '1 0']);
  const { sure, left } = pairEqualOnes({
    ...{ lines: [0, 3, 1], orders: [2, 0, 1], areAlike: () => false },
    mayBe: (line, order) => may.has(`${line} ${order}`),
  });
  expect([sure, left]).toEqual([[], [{ lines: [0, 1, 3], orders: [0, 2] }]]);
});

describe('a line without a number beside several orders of its amount', () => {
  const suggested = (orders: readonly MatchOrder[], parts: Parameters<typeof match>[2] = {}) =>
    match(orders, [{ net: 500n }], parts).suggestions.map((each) => {
      expect(each).toMatchObject({ why: 'same-amount', lines: [0], remains: 0n });
      return [each.orders, each.why === 'same-amount' && each.candidates];
    });
  const away = { purchased: DAY - 60, paid: DAY - 60 };

  test('is shown each of them at a likely date, with how many there are', () => {
    expect(suggested([orderOf(500n), orderOf(500n, away), orderOf(500n), orderOf(501n)])).toEqual([
      [[0], 2],
      [[2], 2],
    ]);
    const decisions = [{ verdict: 'no-match', lines: [0], orders: [0] }] as const;
    expect(suggested([orderOf(500n), orderOf(500n), orderOf(500n)], { decisions })).toEqual([
      [[1], 2],
      [[2], 2],
    ]);
  });

  test('is shown those that may be its own, not those of another line that they lead to', () => {
    const paid = (day: number) => orderOf(500n, { purchased: day, paid: day });
    const written = [
      { net: 500n, day: DAY },
      { net: 500n, day: DAY + 8 },
    ];
    const { suggestions } = match([paid(DAY - 4), paid(DAY + 4), paid(DAY + 12)], written);
    expect(
      suggestions.map((each) => [each.lines, each.orders, each.why === 'same-amount' && each.candidates]),
    ).toEqual([
      [[0], [0], 2],
      [[0], [1], 2],
      [[1], [1], 2],
      [[1], [2], 2],
    ]);
  });

  test('is shown five of them at most, and is told of all', () => {
    const many = Array.from({ length: 7 }, () => orderOf(500n));
    expect(suggested(many)).toEqual([0, 1, 2, 3, 4].map((at) => [[at], 7]));
  });

  test('is told how many of them chance alone would give: more than one of a few that are all equal', () => {
    const chances = (orders: readonly MatchOrder[]) =>
      match(orders, [{ net: 500n }]).suggestions.flatMap((each) =>
        each.why === 'same-amount' ? [each.byChance] : [],
      );
    for (const chance of chances([orderOf(500n), orderOf(500n)])) expect(chance).toBeGreaterThan(1);
    const others = Array.from({ length: 40 }, (_, at) => orderOf(1_003n + BigInt(at * at) * 17n, away));
    const rare = chances([orderOf(500n), orderOf(500n), ...others]);
    expect(rare).toHaveLength(2);
    for (const chance of rare) expect(chance).toBeLessThan(0.1);
  });
});
