import { expect, test } from 'vitest';
import { matchCases } from '#renderer/reconciliation/matching/model/match-cases.ts';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { toDecimal } from '#shared/domain/decimal.ts';

/**
 * What comes of lines and the orders of their numbers, without a package: cases as [lines, orders, by], and what is proposed.
 * @param links of each line, the orders that its number may mean
 */
function matched(
  amounts: readonly bigint[],
  lines: readonly { readonly net: bigint; readonly links: readonly number[] }[],
) {
  const { cases, suggestions } = atOnce(
    matchCases({
      lines: lines.map(({ net }, at) => ({
        ...{ line: at + 2, movement: null, settlement: null, order: 'O-1', suborder: null, sku: null },
        ...{ operation: `P-${at}`, currency: null, description: null, date: null, released: null },
        net: toDecimal({ units: net, scale: 2 }),
      })) as never,
      nets: lines.map(({ net }) => net),
      days: Int32Array.from(lines, () => NO_DAY),
      orders: amounts.map((amount) => ({
        ...{ amount, settled: null, settlements: [], purchased: NO_DAY, paid: NO_DAY },
        ...{ isMovement: false, isExpected: false },
      })),
      links: lines.map(({ links }) => links),
      hasNumber: () => true,
      isPackage: false,
      near: [],
      tolerance: { absolute: 0n, percent: { units: 0n, scale: 0 } },
      decisions: [],
    }),
  );
  return {
    cases: cases
      .filter(({ lines: own }) => own.length > 0)
      .map(({ lines: own, orders, by }) => [[...own], [...orders], by] as const),
    proposed: suggestions.map(({ lines: own, orders, remains, why }) => [
      [...own],
      [...orders],
      remains,
      why,
    ]),
  };
}

const TWO = [5_000n, 10_000n];

test('a line is of the order of its number that has its amount', () => {
  expect(matched(TWO, [{ net: 10_000n, links: [0, 1] }])).toMatchObject({ cases: [[[0], [1], 'order']] });
});

test('an order that another line names by itself is taken: it is no other line’s, whatever its amount', () => {
  const named = { net: 10_000n, links: [1] };
  const open = { net: 10_000n, links: [0, 1] };
  const { cases, proposed } = matched(TWO, [named, open]);
  expect(cases).toEqual([
    [[0], [1], 'order'],
    [[1], [], null],
  ]);
  expect(proposed).toEqual([[[1], [0], 5_000n, 'several-orders']]);
  // So it is where the line that names it comes last.
  expect(matched(TWO, [open, named]).cases.filter(([, orders]) => orders.includes(1))).toEqual([
    [[1], [1], 'order'],
  ]);
  // Of two of the same amount, the other one is meant.
  expect(matched([10_000n, 10_000n], [named, open]).cases).toEqual([
    [[0], [1], 'order'],
    [[1], [0], 'order'],
  ]);
  // Nor where it was taken among the orders of another number.
  const others = matched(
    [5_000n, 10_000n, 7_000n],
    [
      { net: 10_000n, links: [0, 1] },
      { net: 10_000n, links: [1, 2] },
      { net: 1n, links: [1, 2] },
    ],
  );
  expect(others.cases.flatMap(([, orders]) => orders)).toEqual([1]);
});
