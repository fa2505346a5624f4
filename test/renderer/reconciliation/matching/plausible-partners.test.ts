import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_DAYS_APART } from '#renderer/reconciliation/matching/model/delays.ts';
import { DAY, EXACT, match, orderOf, type WrittenLine } from './model-world.ts';

/** Beside a line of a number that nobody has: what the statement lacks, of that amount or nearly it. */

const WIDE = 250n;
const nearly = (amounts: readonly bigint[], net: bigint, absolute = 0n, line: Partial<WrittenLine> = {}) =>
  match(
    amounts.map((amount) => orderOf(amount)),
    [{ net, of: [], texts: { order: 'X' }, ...line }],
    { tolerance: { ...EXACT, absolute } },
  ).suggestions;

describe('an order beside a line of nobody', () => {
  test('is within a hundredth of the line, or within tolerance: the nearest three, nearest first', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -90_000n, max: 90_000n }).filter((net) => net !== 0n),
        fc.uniqueArray(fc.bigInt({ min: -1_100n, max: 1_100n }), { maxLength: 8 }),
        fc.constantFrom(0n, WIDE),
        (net, apart, absolute) => {
          const amounts = apart.map((off) => net + off).filter((amount) => amount !== 0n);
          const hundredth = (net < 0n ? -net : net) / 100n;
          const width = absolute > hundredth ? absolute : hundredth;
          const missed = (amount: bigint) => Number(amount < net ? net - amount : amount - net);
          const near = amounts
            .filter((amount) => missed(amount) <= Number(width))
            .map((amount) => [missed(amount), amount] as const)
            .toSorted(([a], [b]) => a - b);
          const wanted = near[0]?.[0] === 0 ? [near[0]] : near.slice(0, 3);
          const found = nearly(amounts, net, absolute);
          expect(found.map(({ remains }) => Math.abs(Number(remains)))).toEqual(wanted.map(([off]) => off));
          for (const { orders, remains, why } of found) {
            expect(remains).toBe(net - (amounts[orders[0] ?? -1] ?? 0n));
            expect(why).toBe(remains === 0n ? 'same-amount' : 'near-amount');
          }
          for (const each of found) {
            if (each.why === 'near-amount') expect(each.candidates).toBe(near.length);
            if (each.why === 'same-amount') expect(each.candidates).toBe(1);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('of that very amount may be one by chance as often as there are orders near it', () => {
    // Of three orders no two are equal: at most one pair of three is, and two were looked at.
    expect(nearly([50_000n, 50_001n, 90_000n], 50_000n)).toMatchObject([
      { why: 'same-amount', candidates: 1, byChance: 2 / 3 },
    ]);
  });

  test('lies a few days from it at most', () => {
    const at = (day: number) => nearly([5_000n], 5_000n, 0n, { day }).length;
    expect([-1, 0, 1].map((more) => at(DAY + MAX_DAYS_APART + more))).toEqual([1, 1, 0]);
    expect([-1, 0, 1].map((more) => at(DAY - MAX_DAYS_APART - more))).toEqual([1, 1, 0]);
  });

  test('lies near the day of that very line, whatever days others have', () => {
    const far = { purchased: DAY - 300, paid: DAY - 300 };
    const found = match(
      [orderOf(9_000n, far), orderOf(5_000n)],
      [
        { net: 9_000n, of: [0], day: DAY - 300 },
        { net: 5_000n, of: [], texts: { order: 'X' } },
      ],
    );
    expect(found.suggestions).toMatchObject([{ why: 'same-amount', lines: [1], orders: [1] }]);
  });

  test('is not one of which the user said that it is another', () => {
    const orders = [orderOf(5_000n), orderOf(5_010n)];
    const said = { verdict: 'no-match', lines: [0], orders: [0] } as const;
    const { suggestions } = match(orders, [{ net: 5_000n, of: [], texts: { order: 'X' } }], {
      decisions: [said] as never,
    });
    expect(suggestions.map(({ orders: own, why }) => [own, why])).toEqual([[[1], 'near-amount']]);
  });

  test('is none where the user said so of one line of its number', () => {
    const texts = { order: 'X' };
    const written = [
      { net: 3_000n, of: [], texts },
      { net: 2_000n, of: [], texts },
    ];
    const said = (lines: readonly number[]) =>
      match([orderOf(5_000n)], written, { decisions: [{ verdict: 'no-match', lines, orders: [0] }] })
        .suggestions;
    expect(match([orderOf(5_000n)], written).suggestions).toMatchObject([{ lines: [0, 1], orders: [0] }]);
    expect([said([0]), said([1]), said([0, 1])]).toEqual([[], [], []]);
  });

  test('is not sought where the line has a better explanation', () => {
    const texts = { order: 'A', operation: '77' };
    const orders = [orderOf(900n), orderOf(900n)];
    const written = [
      { net: 900n, of: [0], texts },
      { net: 900n, of: [], texts },
    ];
    expect(match(orders, written).suggestions.map(({ why }) => why)).toEqual(['repeats-line']);
  });
});

test('an order at the very bound is one, and none beyond it, on either side', () => {
  const found = (amount: bigint, absolute = 0n) => nearly([amount], 20_000n, absolute).length;
  expect([19_799n, 19_800n, 20_200n, 20_201n].map((amount) => found(amount))).toEqual([0, 1, 1, 0]);
  expect([19_749n, 19_750n, 20_250n, 20_251n].map((amount) => found(amount, WIDE))).toEqual([0, 1, 1, 0]);
});
