import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pairEqualOnes } from '#renderer/reconciliation/matching/model/equal-amounts.ts';

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
    expect(pairEqualOnes({ ...ones, areAlike: () => false }).sure).toEqual([]);
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
