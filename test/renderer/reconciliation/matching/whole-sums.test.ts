import { describe, expect, test } from 'vitest';
import { matchCases } from '#renderer/reconciliation/matching/model/match-cases.ts';
import type { MatchOrder } from '#renderer/reconciliation/matching/model/match-work.ts';
import type { PlacedDecision } from '#renderer/reconciliation/matching/model/placed-decision.ts';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { dayOfNumber } from '#shared/domain/dates.ts';
import { type Decimal, toDecimal } from '#shared/domain/decimal.ts';

/** A settlement, or a day, whose lines come to its orders together and none by itself. */

const DAY = 20_000;
const AMOUNTS = [1_234_567n, 2_345_679n, 3_456_783n, 4_567_891n, 5_678_917n, 1_122_337n, 2_998_877n];
const WHOLE = AMOUNTS.reduce((sum, amount) => sum + amount, 0n);
const order = (amount: bigint, parts: Partial<MatchOrder> = {}): MatchOrder => ({
  amount,
  settled: null,
  settlements: ['L1'],
  purchased: DAY - 1,
  paid: DAY,
  isMovement: false,
  isExpected: true,
  ...parts,
});
type Written = { readonly net: bigint; readonly settlement: string | null; readonly day: number };

function groups(
  orders: readonly MatchOrder[],
  written: readonly Written[],
  decisions: readonly PlacedDecision[] = [],
) {
  const { cases } = atOnce(
    matchCases({
      lines: written.map(({ net, settlement, day }, at) => ({
        line: at + 2,
        movement: null,
        settlement,
        order: null,
        suborder: null,
        sku: null,
        operation: null,
        currency: null,
        description: null,
        date: day === NO_DAY ? null : { day: dayOfNumber(day) as LocalDate },
        released: null,
        net: toDecimal({ units: net, scale: 2 }) as Decimal,
      })),
      nets: written.map(({ net }) => net),
      days: Int32Array.from(written, ({ day }) => day),
      orders,
      links: written.map(() => undefined),
      hasNumber: () => false,
      isPackage: false,
      near: [],
      tolerance: { absolute: 0n, percent: { units: 0n, scale: 0 } },
      decisions,
    }),
  );
  return cases.filter(({ by }) => by === 'group').map(({ lines, orders: own }) => [[...lines], [...own]]);
}

/** What the orders come to, in two lines that are no sums of them. */
const linesOf = (sum: bigint, settlement: string | null, days: readonly [number, number] = [DAY, DAY]) => [
  { net: 900_001n, settlement, day: days[0] },
  { net: sum - 900_001n, settlement, day: days[1] },
];
const ALL = [[[0, 1], [...AMOUNTS.keys()]]];

describe('a settlement by its sum', () => {
  const orders = AMOUNTS.map((amount) => order(amount, { paid: DAY + 20, purchased: DAY + 19 }));

  test('is of all its lines and all its orders, and of none where one cent or one of them is missing', () => {
    expect(groups(orders, linesOf(WHOLE, 'L1'))).toEqual(ALL);
    expect(groups(orders, linesOf(WHOLE + 1n, 'L1'))).toEqual([]);
    for (const at of orders.keys()) {
      expect(groups(orders.toSpliced(at, 1), linesOf(WHOLE, 'L1'))).toEqual([]);
      const strayed = orders.with(at, order(AMOUNTS[at] ?? 0n, { settlements: ['L2'] }));
      expect(groups(strayed, linesOf(WHOLE, 'L1'))).toEqual([]);
    }
  });

  test('is known by its number, however the lines and the orders write it', () => {
    const written = AMOUNTS.map((amount) =>
      order(amount, { settlements: ['00077'], paid: DAY + 20, purchased: DAY + 19 }),
    );
    expect([groups(written, linesOf(WHOLE, '77')), groups(written, linesOf(WHOLE, '78'))]).toEqual([ALL, []]);
  });

  test('of one line and so few orders is looked at more closely than by its sum', () => {
    const some = (count: number) => {
      const own = orders.slice(0, count);
      const sum = own.reduce((total, { amount }) => total + amount, 0n);
      return groups(own, [{ net: sum, settlement: 'L1', day: DAY }]).length;
    };
    expect([some(3), some(4)]).toEqual([0, 1]);
    // Of two lines it is, however few the orders.
    const three = orders.slice(0, 3);
    const sum = three.reduce((total, { amount }) => total + amount, 0n);
    expect(groups(three, linesOf(sum, 'L1'))).toEqual([
      [
        [0, 1],
        [0, 1, 2],
      ],
    ]);
  });

  test('is none where nobody here knows the settlement: all that is left is not its own', () => {
    expect(groups(orders, linesOf(WHOLE, 'LX'))).toEqual([]);
  });

  test('is none where the user parted one of its lines from one of its orders', () => {
    const parted = (line: number, order: number) =>
      groups(orders, linesOf(WHOLE, 'L1'), [{ verdict: 'no-match', lines: [line], orders: [order] }]);
    expect([parted(0, 0), parted(1, 6)]).toEqual([[], []]);
  });

  test('is none where its amounts are all alike: any of them would do', () => {
    const alike = AMOUNTS.map(() => order(1_000_000n));
    expect(groups(alike, linesOf(7_000_000n, 'L1'))).toEqual([]);
  });
});

describe('a day by its sum', () => {
  const orders = AMOUNTS.map((amount) => order(amount, { settlements: [] }));

  test('is of what was paid on that day, and of no day beside it', () => {
    expect(groups(orders, linesOf(WHOLE, null))).toEqual(ALL);
    for (const off of [-1, 1]) {
      for (const at of orders.keys()) {
        const strayed = orders.with(at, order(AMOUNTS[at] ?? 0n, { settlements: [], paid: DAY + off }));
        expect(groups(strayed, linesOf(WHOLE, null))).toEqual([]);
      }
      expect(groups(orders, linesOf(WHOLE, null, [DAY, DAY + off]))).toEqual([]);
      expect(groups(orders, linesOf(WHOLE, null, [DAY + off, DAY + off]))).toEqual([]);
    }
    expect(groups(orders, linesOf(WHOLE - 1n, null))).toEqual([]);
  });

  test('is of what is left of it, where one of its lines is an order’s by itself', () => {
    const [first = 0n] = AMOUNTS;
    const lines = [{ net: first, settlement: null, day: DAY }, ...linesOf(WHOLE - first, null)];
    // Orders of long before, of as many amounts: an equal one is no chance.
    const before = Array.from({ length: 80 }, (_, at) =>
      order(7_654_321n + BigInt(at * at * 12_347), {
        settlements: [],
        paid: DAY - 400,
        purchased: DAY - 401,
      }),
    );
    expect(groups([...orders, ...before], lines)).toEqual([[[1, 2], [...AMOUNTS.keys()].slice(1)]]);
  });

  test('is none where nobody knows the day, neither of the lines nor of the payments', () => {
    const undated = orders.map((each) => ({ ...each, paid: NO_DAY, purchased: NO_DAY }));
    expect(groups(undated, linesOf(WHOLE, null, [NO_DAY, NO_DAY]))).toEqual([]);
  });
});
