import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { match, orderOf, type WrittenLine } from './model-world.ts';

/** What a case is called: by its difference, the tolerance, and the settlements that the statement names. */

const cents = fc.bigInt({ min: -60_000n, max: 60_000n });
const size = (value: bigint): bigint => (value < 0n ? -value : value);

describe('a line beside its order', () => {
  test('is the same, within tolerance or different, each at its very bound', () => {
    const worlds = fc.record({
      here: cents,
      // In hundredths of a percent, as «0.25» is.
      percent: fc.bigInt({ min: 0n, max: 300n }),
      absolute: fc.bigInt({ min: 0n, max: 400n }),
      beside: fc.bigInt({ min: -2n, max: 2n }),
      isOfPercent: fc.boolean(),
      isOver: fc.boolean(),
    });
    const seen = new Set<string>();
    fc.assert(
      fc.property(worlds, ({ here: ledgerAmount, percent, absolute, beside, isOfPercent, isOver }) => {
        const bound = isOfPercent ? (size(ledgerAmount) * percent) / 10_000n : absolute;
        const off = size(bound + beside);
        const statementAmount = ledgerAmount + (isOver ? off : -off);
        const { cases } = match([orderOf(ledgerAmount)], [{ net: statementAmount, of: [0] }], {
          tolerance: { absolute, percent: { units: percent, scale: 2 } },
        });
        const isWithin = off <= absolute || off * 10_000n <= size(ledgerAmount) * percent;
        const state = off === 0n ? 'same' : isWithin ? 'within' : 'different';
        seen.add(`${state} ${isOfPercent}`);
        expect(cases).toMatchObject([
          { state, by: 'order', ledgerAmount, statementAmount, difference: statementAmount - ledgerAmount },
        ]);
      }),
      { numRuns: 300 },
    );
    expect(seen.size).toBe(6);
  });

  test('is held against the rows of its settlements just where they fit better than all of its rows', () => {
    fc.assert(
      fc.property(cents, fc.option(cents), cents, (amount, settled, net) => {
        const part = settled ?? amount;
        const isBySettlement = size(net - part) < size(net - amount);
        const ledgerAmount = isBySettlement ? part : amount;
        const { cases } = match([orderOf(amount, { settled })], [{ net, of: [0] }]);
        expect(cases).toMatchObject([
          {
            isBySettlement,
            ledgerAmount,
            difference: net - ledgerAmount,
            by: isBySettlement ? 'settlement' : 'order',
          },
        ]);
      }),
    );
    // As far from both: all of its rows.
    const [equal] = match([orderOf(100n, { settled: 200n })], [{ net: 150n, of: [0] }]).cases;
    expect(equal).toMatchObject({ isBySettlement: false, ledgerAmount: 100n });
    // Of an order that no line is of, all that is here is missing.
    const [missing] = match([orderOf(100n, { settled: 40n })], []).cases;
    expect(missing).toMatchObject({
      state: 'only-here',
      ledgerAmount: 100n,
      statementAmount: 0n,
      difference: -100n,
    });
  });
});

describe('an order of another period', () => {
  const lines = [
    { net: 100n, of: [0] },
    { net: 200n, of: [1] },
  ];
  const viewOf = (expected: readonly boolean[]) =>
    match(
      expected.map((isExpected, at) => orderOf(BigInt(at + 1) * 100n, { isExpected })),
      lines,
    ).cases.map(({ isOfAnotherPeriod }) => isOfAnotherPeriod);

  test('is told where the statement speaks for some orders, and not for this one', () => {
    expect(viewOf([true, false])).toEqual([false, true]);
    expect(viewOf([true, true])).toEqual([false, false]);
  });
  test('is none where it is not known of which orders the statement is', () => {
    expect(viewOf([false, false])).toEqual([false, false]);
  });
  test('is a case of several orders only where none of them is spoken for', () => {
    const [both] = match([orderOf(100n, { isExpected: false }), orderOf(200n)], [{ net: 300n, of: [0, 1] }], {
      isPackage: true,
    }).cases;
    expect(both).toMatchObject({ state: 'same', orders: [0, 1], isOfAnotherPeriod: false });
  });
  test('and a line of nobody is of none', () => {
    const { cases } = match([orderOf(70_000n)], [{ net: 100n, of: [] }]);
    expect(cases.map(({ state, isOfAnotherPeriod }) => [state, isOfAnotherPeriod]).toSorted()).toEqual([
      ['only-here', false],
      ['only-there', false],
    ]);
  });
});

describe('what is missing', () => {
  test('is neither an order that comes to nothing, nor one that is not spoken for, nor a movement', () => {
    const orders = [
      orderOf(0n),
      orderOf(500n, { isExpected: false }),
      orderOf(700n, { isMovement: true }),
      orderOf(900n),
      orderOf(0n, { isMovement: true }),
    ];
    const { cases, ledgerMovements } = match(orders, []);
    expect(cases.map(({ state, orders: own }) => [state, own])).toEqual([['only-here', [3]]]);
    expect(ledgerMovements).toEqual([2, 4]);
  });

  test('on the statement’s side are the lines of one number together, each without a number by itself', () => {
    const written = [
      { net: 100n, of: [], texts: { order: 'A' } },
      { net: 200n, of: [], texts: { order: 'B' } },
      { net: -40n, of: [], texts: { order: 'A' } },
      { net: 7n },
      { net: 7n },
    ];
    const { cases } = match([], written);
    expect(cases.map(({ state, lines, statementAmount }) => [state, lines, statementAmount])).toEqual([
      ['only-there', [0, 2], 60n],
      ['only-there', [1], 200n],
      ['only-there', [3], 7n],
      ['only-there', [4], 7n],
    ]);
    const named = (...texts: readonly NonNullable<WrittenLine['texts']>[]) =>
      match(
        [],
        texts.map((each) => ({ net: 1n, of: [], texts: each })),
      ).cases.map(({ lines }) => lines);
    const [one, other] = [{ suborder: 'S' }, { suborder: 'T', reference: 'R' }];
    expect(named(one, other, one, { reference: 'R' }, { order: 'S' }, { reference: 'R' })).toEqual([
      ...[[0, 2, 4], [1], [3, 5]],
    ]);
  });
});

describe('lines and orders of packages', () => {
  const amounts = [100n, 200n, 300n, 400n];
  const packed = (written: readonly WrittenLine[], dismissed: readonly (readonly [number, number])[] = []) =>
    match(
      amounts.map((amount) => orderOf(amount)),
      written,
      {
        isPackage: true,
        decisions: dismissed.map(([line, order]) => ({
          verdict: 'no-match',
          lines: [line],
          orders: [order],
        })),
      },
    ).cases.map(({ by, state, lines, orders, difference }) => [by, state, lines, orders, difference]);

  test('are one case where they hang together, its lines and its orders in their own order', () => {
    const written = [
      { net: 50n, of: [1, 2] },
      { net: 500n, of: [0, 1] },
      { net: 51n, of: [1, 2] },
    ];
    expect(packed(written)).toEqual([
      ['order', 'different', [0, 1, 2], [0, 1, 2], 1n],
      [null, 'only-here', [], [3], -400n],
    ]);
  });

  test('are two where no line has orders of both', () => {
    const written = [
      { net: 500n, of: [1, 2] },
      { net: 500n, of: [0, 3] },
    ];
    expect(packed(written)).toEqual([
      ['order', 'same', [0], [1, 2], 0n],
      ['order', 'same', [1], [0, 3], 0n],
    ]);
  });

  test('leave out what the user said is another', () => {
    expect(packed([{ net: 300n, of: [0, 1] }], [[0, 0]])).toEqual([
      ['order', 'different', [0], [1], 100n],
      ...[0, 2, 3].map((at) => [null, 'only-here', [], [at], -(amounts[at] ?? 0n)]),
    ]);
    expect(packed([{ net: 300n, of: [0] }], [[0, 0]]).at(-1)).toEqual([null, 'only-there', [0], [], 300n]);
  });
});

describe('several orders of one number', () => {
  const orders = [orderOf(500n), orderOf(700n), orderOf(500n)];
  const both = (written: readonly WrittenLine[], of = orders, parts: Parameters<typeof match>[2] = {}) => {
    const found = match(of, written, parts);
    const cases = found.cases.flatMap(({ by, lines, orders: own }) =>
      by === null ? [] : [[by, lines, own]],
    );
    const suggested = found.suggestions.flatMap((each) =>
      each.why === 'several-orders' ? [[each.lines, each.orders, each.remains]] : [],
    );
    return { cases, suggested };
  };

  test('are told apart by their amounts where the lines come to one of them, and only one', () => {
    const of = [0, 1];
    const two = [
      { net: 900n, of },
      { net: -200n, of },
    ];
    expect(both(two)).toEqual({ cases: [['order', [0, 1], [1]]], suggested: [] });
    expect(both([{ net: 500n, of: [0, 2] }])).toEqual({
      cases: [],
      suggested: [
        [[0], [0], 0n],
        [[0], [2], 0n],
      ],
    });
  });

  test('have each line that alone comes to one; of what is left each order that is left is suggested', () => {
    const of = [0, 1];
    const written = [
      { net: 700n, of },
      { net: 30n, of },
    ];
    expect(both(written)).toEqual({ cases: [['order', [0], [1]]], suggested: [[[1], [0], -470n]] });
    // Two lines of that amount, or two orders: neither is taken.
    const twice = [
      { net: 700n, of },
      { net: 700n, of },
    ];
    expect(both(twice).cases).toEqual([]);
    expect(
      both([
        { net: 500n, of: [0, 1, 2] },
        { net: 7n, of: [0, 1, 2] },
      ]).cases,
    ).toEqual([]);
  });

  test('are not what was taken before, nor what the user said is another', () => {
    const said = (lines: readonly number[], own: readonly number[]) =>
      ({ decisions: [{ verdict: 'no-match', lines, orders: own }] }) as const;
    expect(both([{ net: 500n, of: [0, 2] }], orders, said([0], [0])).cases).toEqual([['order', [0], [2]]]);
    const taken = both([
      { net: 500n, of: [0] },
      { net: 501n, of: [0, 2] },
    ]);
    // Each number is looked at by itself: the order of the first line is not yet its own.
    expect(taken).toEqual({ cases: [['order', [0], [0]]], suggested: [[[1], [2], 1n]] });
  });
});
