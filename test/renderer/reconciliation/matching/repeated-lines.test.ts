import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { match, orderOf, type WrittenLine } from './model-world.ts';

/** Lines that say what others say: copies, and totals among the lines. They are named, and settle nothing. */

const named = (written: readonly WrittenLine[], amounts: readonly bigint[] = []) =>
  match(
    amounts.map((amount) => orderOf(amount)),
    written,
  ).suggestions.flatMap(({ why, lines, orders, remains }) =>
    ['line-twice', 'repeats-line', 'total-row'].includes(why) ? [[why, lines, orders, remains]] : [],
  );

describe('a line that is there again', () => {
  test('is named as often as it is too much: its last copies, however many there are', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 101n, max: 90_000n }),
        fc.bigInt({ min: 1n, max: 100n }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 3 }),
        (net, fee, due, more) => {
          const texts = { order: 'A', operation: '77' };
          const line = { net, of: [0], texts };
          const written = [
            { net: -fee, of: [0], texts: { order: 'A' } },
            ...Array.from({ length: due + more }, () => line),
          ];
          const last = Array.from({ length: more }, (_, at) => 1 + due + at);
          expect(named(written, [net * BigInt(due) - fee])).toEqual([['line-twice', last, [0], 0n]]);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('tells the operation that it is of, and is none where it says something else', () => {
    const texts = { order: 'A', operation: '77' };
    const twice = [
      { net: 500n, of: [0], texts },
      { net: 500n, of: [0], texts },
    ];
    expect(match([orderOf(500n)], twice).suggestions).toMatchObject([
      { why: 'line-twice', operation: '77', lines: [1] },
    ]);
    const other = [twice[0] ?? { net: 0n }, { net: 500n, of: [0], texts: { ...texts, operation: '78' } }];
    expect(named(other, [500n])).toEqual([]);
  });

  test('without its order is named with the order of the one it repeats, once, and all of it remains', () => {
    const texts = { order: 'A', operation: '77' };
    const written = [
      { net: 900n, of: [0], texts },
      { net: 900n, of: [], texts },
      { net: 900n, of: [1], texts },
      { net: 901n, of: [], texts },
    ];
    expect(named(written, [900n, 900n])).toEqual([['repeats-line', [1], [0], 900n]]);
  });
});

describe('a total among the lines', () => {
  const numbered = (net: bigint, at: number): WrittenLine => ({
    net,
    of: [at],
    texts: { order: String(at) },
  });
  const amounts = [300n, 500n, 700n, 1100n, 1300n];

  test('of an order is the line that comes to its others, where there are two of these at least', () => {
    const of = [0];
    const lines = (...nets: readonly bigint[]) => nets.map((net) => ({ net, of }));
    expect(named(lines(300n, 500n, 800n), [800n])).toEqual([['total-row', [2], [0], 0n]]);
    expect(named(lines(800n, 300n, 500n), [800n])).toEqual([['total-row', [0], [0], 0n]]);
    // Two lines alone are a copy that says something else.
    expect(
      named(
        [
          { net: 800n, of, texts: { operation: '1' } },
          { net: 800n, of, texts: { operation: '2' } },
        ],
        [800n],
      ),
    ).toEqual([]);
    // Of two that come to all the others it is the last.
    const twins = [800n, 800n, 0n].map((net, at) => ({ net, of, texts: { operation: `${at}` } }));
    expect(named(twins, [800n])).toEqual([['total-row', [1], [0], 0n]]);
    // One that comes to the difference, and not to the others.
    expect(named(lines(300n, 500n, 700n), [800n])).toEqual([]);
  });

  test('of nobody is what all lines above come to, all since the last total, or at the head all below', () => {
    const own = amounts.map(numbered);
    const [one, two, three, four, five] = own as [
      WrittenLine,
      WrittenLine,
      WrittenLine,
      WrittenLine,
      WrittenLine,
    ];
    const total = (net: bigint): WrittenLine => ({ net, of: [] });
    const places = (written: readonly WrittenLine[]) =>
      named(written, amounts).map(([why, lines]) => [why, lines]);
    expect(places([one, two, three, total(1500n), four, five, total(2400n), total(3900n)])).toEqual([
      ['total-row', [3]],
      ['total-row', [6]],
    ]);
    expect(places([one, two, total(800n), three, four, total(2600n)])).toEqual([
      ['total-row', [2]],
      ['total-row', [5]],
    ]);
    expect(places([total(3900n), ...own])).toEqual([['total-row', [0]]]);
    // At the head of one line it is as likely a payment; so is one that repeats the line above it.
    expect(places([total(300n), one])).toEqual([]);
    expect(places([one, total(300n), two])).toEqual([]);
    expect(places([one, two, total(801n)])).toEqual([]);
  });
});
