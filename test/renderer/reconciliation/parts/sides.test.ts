import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MatchedCase } from '#renderer/reconciliation/matching/model/matches.ts';
import { isCut, sidesOf, taken } from '#renderer/reconciliation/matching/screen/case-key.ts';
import { decisionOf } from '#renderer/reconciliation/parts/decision-said.ts';
import {
  differenceOf,
  keyOfSides,
  leftBetween,
  mayMatch,
  sidesFrom,
} from '#renderer/reconciliation/parts/sides.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** What is decided about: every line and order once, with the figures that are seen while it is said. */

const text = (cents: number): Decimal => (cents / 100).toFixed(2) as Decimal;
const cents = (amount: string): number => Math.round(Number(amount) * 100);
const amount = fc.integer({ min: -9_999, max: 9_999 });
const LINES = ['l1', 'l2', 'l3', 'l4'];
const ORDERS = ['o1', 'o2', 'o3'];
/** Of each line and order what it comes to; a line may tell no amount. */
const world = fc.record({
  lines: fc.tuple(...LINES.map(() => fc.option(amount))),
  orders: fc.tuple(...ORDERS.map(() => fc.record({ cents: amount, settled: fc.option(amount) }))),
  cases: fc.array(fc.record({ lines: fc.subarray(LINES), orders: fc.subarray(ORDERS) }), { maxLength: 4 }),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

const lineOf = ({ lines }: World, identity: string) => {
  const units = lines[LINES.indexOf(identity)] ?? null;
  return { identity, net: units === null ? null : text(units) };
};
const orderOf = ({ orders }: World, key: string) => {
  const { cents: units = 0, settled = null } = orders[ORDERS.indexOf(key)] ?? {};
  return { key, amount: text(units), settled: settled === null ? null : text(settled) };
};
const casesOf = (some: World) =>
  some.cases.map(
    ({ lines, orders }) =>
      ({
        lines: lines.map((identity) => lineOf(some, identity)),
        orders: orders.map((key) => orderOf(some, key)),
        lineCount: lines.length,
        orderCount: orders.length,
        amounts: [{ currency: 'CLP' }],
      }) as unknown as MatchedCase,
  );

describe('cases that are taken together', () => {
  test('hold every line and order once, and come to the difference between both sides', () => {
    fc.assert(
      fc.property(world, (some) => {
        const cases = casesOf(some);
        const all = taken(cases);
        const lines = new Set(some.cases.flatMap((each) => each.lines));
        const orders = new Set(some.cases.flatMap((each) => each.orders));
        expect([new Set(all.lines), new Set(all.orders)]).toEqual([lines, orders]);
        expect([all.lines.length, all.orders.length]).toEqual([lines.size, orders.size]);
        const there = [...lines].reduce((sum, each) => sum + cents(lineOf(some, each).net ?? '0'), 0);
        // An order counts as what is settled of it, where a settlement tells it.
        const here = [...orders].reduce((sum, each) => {
          const order = orderOf(some, each);
          return sum + cents(order.settled ?? order.amount);
        }, 0);
        expect([all.statementAmount, all.ledgerAmount].map(([own]) => cents(own?.sum ?? ''))).toEqual([
          there,
          here,
        ]);
        const difference = differenceOf([
          { name: 'there', sums: all.statementAmount },
          { name: 'here', sums: all.ledgerAmount },
        ]);
        expect(cents(difference ?? '')).toBe(there - here);
        expect([all.said.there, all.said.here].map(cents)).toEqual([there, here]);
        for (const [at, key] of all.orders.entries()) {
          const { amount: whole, settled: part } = orderOf(some, key);
          expect(all.said.orders?.[at]).toEqual({ amount: whole, settled: part ?? whole });
        }
      }),
    );
  });

  test('come to no difference where one side is of other money than the other', () => {
    const side = (name: 'there' | 'here', ...sums: readonly (readonly [string, string])[]) => ({
      name,
      sums: sums.map(([currency, sum]) => ({ currency, sum: sum as Decimal })),
    });
    const of = (there: ReturnType<typeof side>, here: ReturnType<typeof side>) => differenceOf([there, here]);
    expect(of(side('there', ['CLP', '10.50']), side('here', ['CLP', '10']))).toBe('0.50');
    expect(of(side('there', ['CLP', '10.50']), side('here', ['USD', '10']))).toBeNull();
    expect(of(side('there', ['CLP', '1'], ['USD', '2']), side('here', ['CLP', '1']))).toBeNull();
    // Nothing is of no currency.
    expect(of(side('there', ['CLP', '10.50']), side('here', ['', '0']))).toBe('10.50');
  });

  test('are in the currency of each case, and of a case of several in those of its lines', () => {
    const line = (identity: string, net: string, currency: string | null) => ({ identity, net, currency });
    const order = (key: string, amount: string) => ({ key, amount, settled: null });
    const cases = [
      { lines: [line('a', '5', null)], orders: [order('o1', '4')], amounts: [{ currency: 'CLP' }] },
      {
        lines: [line('b', '7', 'CLP'), line('c', '3', 'US$')],
        orders: [order('o2', '9')],
        amounts: [{ currency: 'CLP' }, { currency: 'USD' }],
      },
    ] as unknown as readonly MatchedCase[];
    const { statementAmount, ledgerAmount } = taken(cases);
    expect(statementAmount).toEqual([
      { currency: 'CLP', count: 2, sum: '12' },
      { currency: 'USD', count: 1, sum: '3' },
    ]);
    expect(ledgerAmount).toEqual([{ currency: 'CLP', count: 2, sum: '13' }]);
  });

  test('have one key in whatever order they were chosen, and another for another line or order', () => {
    fc.assert(
      fc.property(world, (some) => {
        const cases = casesOf(some);
        expect(keyOfSides(taken(cases))).toBe(keyOfSides(taken(cases.toReversed())));
      }),
    );
    const keys = [
      { lines: ['l1'], orders: ['o1'] },
      { lines: ['l2'], orders: ['o1'] },
      { lines: ['l1'], orders: ['o2'] },
      { lines: ['l1', 'l2'], orders: ['o1'] },
      { lines: ['l1'], orders: [] },
      { lines: [], orders: ['o1'] },
    ].map(keyOfSides);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

test('a case is cut where some of its lines or of its orders are not told', () => {
  const of = (lines: number, lineCount: number, orders: number, orderCount: number) =>
    isCut({
      lines: Array.from({ length: lines }),
      orders: Array.from({ length: orders }),
      lineCount,
      orderCount,
    } as unknown as MatchedCase);
  expect([of(2, 2, 3, 3), of(1, 2, 3, 3), of(2, 2, 2, 3), of(0, 0, 0, 0)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('a line without an amount counts as nothing, and is decided about all the same', () => {
  const { lines, said } = sidesFrom([{ identity: 'l1', amount: null }], []);
  expect([lines, said.there, said.here]).toEqual([['l1'], '0', '0']);
  expect(sidesOf({ lines: [], orders: [] }).lines).toEqual([]);
});

describe('what is called one', () => {
  const sides = (there: readonly (string | null)[], ...here: readonly (readonly [string, string?])[]) =>
    sidesFrom(
      there.map((amount, at) => ({ identity: `l${at}`, amount: amount as Decimal | null })),
      here.map(([amount, settled], at) => ({
        ...{ key: `o${at}`, amount: amount as Decimal, settled: (settled ?? null) as Decimal | null },
      })),
    );

  test('leaves what the lines have beyond what is settled of the orders; one side alone leaves nothing', () => {
    expect(leftBetween(sides(['10.50', null], ['4'], ['5']))).toBe('1.50');
    // What was settled of an order counts, not all of it.
    expect(leftBetween(sides(['10'], ['30', '4'], ['6']))).toBeNull();
    expect(leftBetween(sides(['10'], ['10', '4']))).toBe('6');
    expect([leftBetween(sides([], ['4'])), leftBetween(sides(['4']))]).toEqual([null, null]);
  });

  test('needs a reason where something is left', () => {
    const [even, odd] = [sides(['4'], ['4.00']), sides(['4'], ['5'])];
    expect([mayMatch(even, ''), mayMatch(odd, ''), mayMatch(odd, ' \n'), mayMatch(odd, ' x')]).toEqual([
      ...[true, false, false, true],
    ]);
  });

  test('is kept with what was said of the same before, the last hundred of it', () => {
    const said = sides(['4'], ['5', '3']);
    const by = (atMs: number) => ({ verdict: 'match', note: `n${atMs}`, owner: 'Ana', atMs }) as const;
    const first = decisionOf(said, by(1), undefined);
    expect(first).toEqual({
      ...{ ...by(1), lines: ['l0'], orders: ['o0'], linesBy: 'values', earlier: [] },
      said: { orders: [{ amount: '5', settled: '3' }], there: '4', here: '3' },
    });
    const second = decisionOf(said, by(2), first);
    const third = decisionOf(sides(['4'], ['4']), by(3), second);
    expect([second.earlier, third.earlier]).toEqual([
      [{ ...by(1), said: first.said }],
      [
        { ...by(1), said: first.said },
        { ...by(2), said: second.said },
      ],
    ]);
    let last = third;
    for (let at = 4; at <= 102; at += 1) last = decisionOf(said, by(at), last);
    expect([last.earlier.length, last.earlier[0]?.note, last.earlier.at(-1)?.note]).toEqual([
      ...[100, 'n2', 'n101'],
    ]);
  });
});
