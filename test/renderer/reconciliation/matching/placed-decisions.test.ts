import { describe, expect, test } from 'vitest';
import {
  type DecidedFigures,
  decisionKey,
  type MatchDecision,
  placeDecisions,
  withApart,
} from '#renderer/reconciliation/matching/model/decisions.ts';
import { linePlaces } from '#renderer/reconciliation/matching/model/line-identity.ts';
import { createWork } from '#renderer/reconciliation/matching/model/match-work.ts';
import type { Decimal, Scaled } from '#shared/domain/decimal.ts';
import { EXACT, match, orderOf } from './model-world.ts';

/** Where a decision finds its lines and orders, whether its figures are what they were, and what it settles. */

const cents = (units: bigint): Scaled => ({ units, scale: 2 });
const LINES = ['l-0', 'l-1', 'l-2'];
const NETS = [500n, 700n, 1_000n];
type Amounts = { readonly amount: bigint; readonly settled: bigint };
const ORDERS: readonly Amounts[] = [
  { amount: 500n, settled: 500n },
  { amount: 800n, settled: 700n },
  { amount: 1_000n, settled: 1_000n },
  { amount: 0n, settled: 0n },
];

const decisionOf = (
  verdict: MatchDecision['verdict'],
  lines: readonly string[],
  orders: readonly string[],
  parts: Partial<MatchDecision> = {},
): MatchDecision => ({ verdict, lines, orders, ...parts });

function placed(decision: MatchDecision, orders: readonly Amounts[] = ORDERS) {
  const { holding, fallen } = placeDecisions([decision], {
    lineAt: (line) => (LINES.includes(line) ? LINES.indexOf(line) : undefined),
    orderAt: (order) => (orders[Number(order.slice(2))] === undefined ? undefined : Number(order.slice(2))),
    netOf: (line) => cents(NETS[line] ?? 0n),
    amountsOf: (order) => ({
      amount: cents(orders[order]?.amount ?? 0n),
      settled: cents(orders[order]?.settled ?? 0n),
    }),
  });
  return [
    ...holding.map((each) => ['holds', each.placed.lines, each.placed.orders]),
    ...fallen.map(({ why, lines, orders: own }) => [why, lines, own]),
  ];
}

const said = (...orders: readonly (readonly [amount: string, settled: string])[]): DecidedFigures => ({
  orders: orders.map(([amount, settled]) => ({ amount: amount as Decimal, settled: settled as Decimal })),
  there: '0' as Decimal,
  here: '0' as Decimal,
});

test('a decision is kept under a key that stays the same: what was said lies under it', () => {
  const keyOf = (orders: readonly string[], lines: readonly string[]) => decisionKey(orders as never, lines);
  expect(keyOf(['o-2', 'o-1'], ['l'])).toBe(keyOf(['o-1', 'o-2'], ['l']));
  expect(new Set([keyOf(['a'], ['b']), keyOf(['b'], ['a']), keyOf(['a', 'b'], [])]).size).toBe(3);
  expect(keyOf(['["Falabella","Uno","1"]'], ['c0ffee.1'])).toBe('58ba15f92811c8d483ca2aae1132609f');
});

describe('a decision about a figure', () => {
  const both = (figures: DecidedFigures) =>
    placed(decisionOf('explained', ['l-1'], ['o-1', 'o-0'], { said: figures }));

  test('holds while every order is what it was, in whatever writing, in the order of the decision', () => {
    expect(both(said(['8.00', '7.00'], ['5.00', '5.00']))).toEqual([['holds', [1], [1, 0]]]);
    expect(both(said(['8', '7.0'], ['5', '5']))).toEqual([['holds', [1], [1, 0]]]);
  });

  test.each([
    ['an order moved', said(['8.01', '7.00'], ['5.00', '5.00'])],
    ['another one moved', said(['8.00', '7.00'], ['5.00', '4.99'])],
    ['what its settlement holds of it moved', said(['8.00', '7.01'], ['5.00', '5.00'])],
    ['two changed places', said(['5.00', '5.00'], ['8.00', '7.00'])],
    ['there were more orders then', said(['8.00', '7.00'], ['5.00', '5.00'], ['1.00', '1.00'])],
    ['there were fewer', said(['8.00', '7.00'])],
  ])('falls where %s', (_, figures) => expect(both(figures)).toEqual([['moved', [1], [1, 0]]]));

  test('falls where one of its orders is gone, and tells of those that are here', () => {
    const gone = decisionOf('match', ['l-1'], ['o-1', 'o-9'], {
      said: said(['8.00', '7.00'], ['1.00', '1.00']),
    });
    expect(placed(gone)).toEqual([['moved', [1], [1]]]);
  });

  test('waits while one of its lines is in no file that is asked, and where nothing of it is here', () => {
    const figures = { said: said(['8.00', '7.00']) };
    expect(placed(decisionOf('match', ['l-1', 'l-9'], ['o-1'], figures))).toEqual([]);
    expect(placed(decisionOf('explained', [], ['o-9'], { said: said(['1.00', '1.00']) }))).toEqual([]);
  });

  test('of an order that no line speaks of is about all of it, whatever a settlement holds', () => {
    expect(placed(decisionOf('explained', [], ['o-1'], { said: said(['8.00', '1.00']) }))).toEqual([
      ['holds', [], [1]],
    ]);
    expect(placed(decisionOf('explained', [], ['o-1'], { said: said(['8.10', '7.00']) }))).toEqual([
      ['moved', [], [1]],
    ]);
  });

  test('holds where its figure is what it was when the same was said before, and only the same', () => {
    const now = said(['8.00', '7.00']);
    const since = said(['9.00', '7.00']);
    const again = (earlier: MatchDecision['earlier']) =>
      placed(decisionOf('explained', ['l-1'], ['o-1'], { said: since, earlier }))[0]?.[0];
    expect(again([{ verdict: 'explained', said: now }])).toBe('holds');
    expect(again([{ verdict: 'match', said: now }])).toBe('moved');
    expect(again([{ verdict: 'explained', said: null }])).toBe('moved');
  });
});

describe('a decision that was said without a figure', () => {
  test('of two sides holds where they come to the same: all of the orders, or what the settlements hold', () => {
    expect(placed(decisionOf('match', ['l-0'], ['o-0']))).toEqual([['holds', [0], [0]]]);
    expect(placed(decisionOf('match', ['l-1'], ['o-1'], { said: null }))).toEqual([['holds', [1], [1]]]);
    expect(placed(decisionOf('match', ['l-0', 'l-1'], ['o-0', 'o-1']))).toEqual([['holds', [0, 1], [0, 1]]]);
  });

  test.each([
    ['both sides differ', decisionOf('match', ['l-0'], ['o-2'])],
    ['it says that a difference is explained', decisionOf('explained', ['l-0'], ['o-0'])],
    ['there are no orders', decisionOf('match', ['l-0'], [])],
    ['there are no lines', decisionOf('match', [], ['o-0'])],
    ['there are no lines, and the order comes to nothing', decisionOf('match', [], ['o-3'])],
  ])('is to be said anew where %s', (_, decision) => expect(placed(decision)[0]?.[0]).toBe('unfigured'));
});

test('a decision without a figure has fallen with its order that is gone, though the others come to the same', () =>
  expect(placed(decisionOf('match', ['l-0'], ['o-0', 'o-9']))).toEqual([['moved', [0], [0]]]));

test('that two sides do not belong together holds whatever they come to, for what is here of them', () => {
  expect(placed(decisionOf('no-match', ['l-0', 'l-9'], ['o-1', 'o-9']))).toEqual([['holds', [0], [1]]]);
  expect(placed(decisionOf('no-match', ['l-9'], ['o-9']))).toEqual([['holds', [], []]]);
});

describe('after the matching', () => {
  type Sides = { readonly lines: readonly number[]; readonly orders: readonly number[] };
  const sides = (lines: readonly number[], orders: readonly number[]): Sides => ({ lines, orders });
  const caseOf = (own: Sides, parts: { readonly isExplained?: boolean; readonly by?: 'decision' } = {}) => ({
    ...own,
    isExplained: parts.isExplained ?? false,
    by: parts.by ?? ('order' as const),
  });
  const holdingOf = (verdict: MatchDecision['verdict'], own: Sides) => ({
    decision: decisionOf(verdict, [], []),
    placed: { verdict, ...own },
  });
  const told = (
    holding: readonly ReturnType<typeof holdingOf>[],
    cases: readonly ReturnType<typeof caseOf>[],
    fallen: readonly Sides[] = [],
  ) => {
    const moved = fallen.map((own) => ({
      decision: decisionOf('match', [], []),
      why: 'moved' as const,
      ...own,
    }));
    const found = withApart({ holding, fallen: moved }, cases);
    return {
      holding: found.holding.map(({ placed: { verdict } }) => verdict),
      fallen: found.fallen.map(({ why, lines, orders }) => [why, lines, orders]),
    };
  };
  const explained = holdingOf('explained', sides([2, 0], [1]));
  const taken = holdingOf('match', sides([1], [3, 2]));

  test('a decision that made its case holds, in whatever order the case has its sides', () => {
    const cases = [
      caseOf(sides([0, 2], [1]), { isExplained: true }),
      caseOf(sides([1], [2, 3]), { by: 'decision' }),
    ];
    expect(told([explained, taken], cases)).toEqual({ holding: ['explained', 'match'], fallen: [] });
  });

  test('one whose lines or orders are of other cases by now has fallen, and settles nothing', () => {
    expect(told([explained], [caseOf(sides([0, 2], [1]))])).toEqual({
      holding: [],
      fallen: [['apart', [2, 0], [1]]],
    });
    expect(told([explained], [caseOf(sides([0, 2, 5], [1]), { isExplained: true })]).fallen).toHaveLength(1);
    expect(told([explained], [caseOf(sides([0, 2], [1]), { by: 'decision' })]).fallen).toHaveLength(1);
    expect(told([taken], [caseOf(sides([1], [2, 3]), { isExplained: true })]).fallen).toHaveLength(1);
    // By its orders alone, or its lines alone.
    expect(told([taken], [caseOf(sides([], [3]))]).fallen).toHaveLength(1);
    expect(told([taken], [caseOf(sides([1], []))]).fallen).toHaveLength(1);
  });

  test('what no case is about was not said of this statement: it neither holds nor falls', () => {
    const others = [caseOf(sides([3], [1])), caseOf(sides([2], []))];
    expect(told([taken], others, [sides([1], [2])])).toEqual({ holding: [], fallen: [] });
    expect(told([], others, [sides([3], []), sides([], [1]), sides([1], [3])]).fallen).toEqual([
      ['moved', [3], []],
      ['moved', [], [1]],
    ]);
  });

  test('that two sides do not belong together is never of another case', () => {
    const dismissed = holdingOf('no-match', sides([0], [1]));
    expect(told([dismissed], [caseOf(sides([0], [2]))])).toEqual({ holding: ['no-match'], fallen: [] });
    expect(told([], [caseOf(sides([0], [2]))])).toEqual({ holding: [], fallen: [] });
  });
});

test('a line is found by what it says and whose it is: the first of those that say the same', () => {
  const placeOf = linePlaces(['a.1', 'b.1@one', 'b.1@two', 'a.1', 'c.1@one']);
  expect(['a.1', 'a.1@one', 'b.1', 'b.1@two', 'b.1@three', 'c.1@one', 'd.1'].map(placeOf)).toEqual([
    ...[0, 0, 1, 2, undefined, 4, undefined],
  ]);
});

describe('what was decided of lines and orders', () => {
  const decisions = (
    verdict: MatchDecision['verdict'],
    lines: readonly number[],
    orders: readonly number[],
  ) => ({
    decisions: [{ verdict, lines, orders }],
  });
  const brief = ({ cases }: ReturnType<typeof match>) =>
    cases.map(({ by, state, lines, orders, isExplained }) => [by, state, lines, orders, isExplained]);

  test('belongs together before a number or an amount is asked', () => {
    const orders = [orderOf(500n), orderOf(700n)];
    const written = [{ net: 500n, of: [0] }];
    expect(brief(match(orders, written, decisions('match', [0], [1])))).toEqual([
      ['decision', 'different', [0], [1], false],
      [null, 'only-here', [], [0], false],
    ]);
  });

  test('may say of some that they do not belong together, and of none', () => {
    const sides = { lines: [{}, {}], nets: [1n, 2n], orders: [orderOf(5n)], tolerance: EXACT };
    const dismissedBy = (verdict: MatchDecision['verdict']) => {
      const work = createWork({ ...sides, ...decisions(verdict, [1], [0]) });
      work.applyDecisions();
      return [work.hasDismissed(), work.areDismissed(1, 0), work.areDismissed(0, 0)];
    };
    expect(dismissedBy('no-match')).toEqual([true, true, false]);
    expect(dismissedBy('match')).toEqual([false, false, false]);
  });

  test('leaves no other line its order, whatever number that one has', () => {
    const written = [{ net: 700n, of: [0] }, { net: 500n }];
    expect(brief(match([orderOf(500n)], written, decisions('match', [1], [0])))).toEqual([
      ['decision', 'same', [1], [0], false],
      [null, 'only-there', [0], [], false],
    ]);
  });

  test('takes a line that is called a reserve into the result, which else stays outside', () => {
    const written = [{ net: 500n, texts: { movement: 'reserva' } }];
    const free = match([orderOf(500n)], written);
    expect(free.outside).toEqual([{ reason: 'reserve', lines: [0], sum: 500n }]);
    expect(brief(free)).toEqual([[null, 'only-here', [], [0], false]]);
    const decided = match([orderOf(500n)], written, decisions('match', [0], [0]));
    expect(decided.outside).toEqual([]);
    expect(brief(decided)).toEqual([['decision', 'same', [0], [0], false]]);
  });

  test('is taken once: what a decision before it has, a later one does not get', () => {
    const two = {
      decisions: [
        { verdict: 'match', lines: [0], orders: [0] },
        { verdict: 'match', lines: [0], orders: [1] },
        { verdict: 'match', lines: [1], orders: [0] },
      ],
    } as const;
    expect(
      brief(
        match(
          [orderOf(500n), orderOf(700n)],
          [
            { net: 500n, of: [] },
            { net: 9n, of: [] },
          ],
          two,
        ),
      ),
    ).toEqual([
      ['decision', 'same', [0], [0], false],
      [null, 'only-here', [], [1], false],
      [null, 'only-there', [1], [], false],
    ]);
  });

  test('does not belong together whatever number the line has, and is suggested no more', () => {
    const dismissed = decisions('no-match', [0], [0]);
    expect(brief(match([orderOf(500n)], [{ net: 500n, of: [0] }], dismissed))).toEqual([
      [null, 'only-here', [], [0], false],
      [null, 'only-there', [0], [], false],
    ]);
    const near = [{ line: 0, order: 0, why: 'near-key', how: ['letters'] }] as never;
    const suggested = match([orderOf(500n)], [{ net: 510n, of: [] }], { near }).suggestions;
    expect(suggested).toMatchObject([{ why: 'near-key', lines: [0], orders: [0], remains: 10n }]);
    expect(match([orderOf(500n)], [{ net: 510n, of: [] }], { near, ...dismissed }).suggestions).toEqual([]);
    // Nor is another suggested of what the user said belongs elsewhere.
    const decided = { near, ...decisions('match', [0], [1]) };
    expect(match([orderOf(500n), orderOf(510n)], [{ net: 510n, of: [] }], decided).suggestions).toEqual([]);
  });

  test('is explained as the whole case that it was said of, and no other', () => {
    const written = [{ net: 510n, of: [0] }];
    expect(brief(match([orderOf(500n)], written, decisions('explained', [0], [0])))).toEqual([
      ['order', 'different', [0], [0], true],
    ]);
    const two = [...written, { net: 5n, of: [0] }];
    expect(brief(match([orderOf(500n)], two, decisions('explained', [1, 0], [0])))).toEqual([
      ['order', 'different', [0, 1], [0], true],
    ]);
    expect(brief(match([orderOf(500n)], two, decisions('explained', [0], [0])))).toEqual([
      ['order', 'different', [0, 1], [0], false],
    ]);
  });
});
