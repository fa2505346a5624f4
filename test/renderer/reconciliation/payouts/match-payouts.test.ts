import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlacedDecision } from '#renderer/reconciliation/matching/model/placed-decision.ts';
import { matchPayouts } from '#renderer/reconciliation/payouts/model/match-payouts.ts';
import type { Deposit, OpenPayout } from '#renderer/reconciliation/payouts/model/open-payout.ts';
import { payoutChance } from '#renderer/reconciliation/payouts/model/payout-chance.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { randomCases } from '#test/random-cases.ts';
import { random } from '#test/statements/truth.ts';

/** Bank lines made of payouts whose way is known, and what is said of them. */

const PAYERS = ['shopify-payments', 'ripley', 'mercado-pago-releases'];
const SAID = ['SHOPIFY INC', 'RIPLEY CHILE', 'MERCADOPAGO'];

const payout = (amount: bigint, day: number, parts: Partial<OpenPayout> = {}): OpenPayout => ({
  amount,
  currency: null,
  window: { from: day - 2, to: day + 7 },
  numbers: [],
  payer: 'ripley',
  isExpected: true,
  ...parts,
});
const deposit = (amount: bigint, day: number, words = 'ABONO', currency: string | null = null): Deposit => ({
  amount,
  day,
  currency,
  words,
});
const match = (
  payouts: readonly OpenPayout[],
  deposits: readonly Deposit[],
  decisions: readonly PlacedDecision[] = [],
) => {
  const { cases, suggestions } = atOnce(matchPayouts({ payouts, deposits, decisions }));
  const taken = cases.filter(({ lines, orders }) => lines.length > 0 && orders.length > 0);
  return { cases, taken, suggestions };
};
const sides = ({
  lines,
  orders,
}: {
  readonly lines: readonly number[];
  readonly orders: readonly number[];
}) => `${lines.join()}|${orders.join()}`;

type World = {
  readonly payouts: readonly OpenPayout[];
  readonly deposits: readonly Deposit[];
  /** Sides of what truly belongs together. */
  readonly truth: ReadonlySet<string>;
};

/** Payouts (odd, so that no other credit, which are even, is one by chance) over some weeks; each comes whole, by its number with or without a fee, merged with the next, or in two parts. */
function invent(seed: number, count: number): World {
  const next = random(seed);
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const payouts: OpenPayout[] = [];
  const deposits: Deposit[] = [];
  const truth = new Set<string>();
  const came = (amount: bigint, day: number, words: string): number =>
    deposits.push(deposit(amount, day, words)) - 1;
  const paid = (): { at: number; day: number; said: string } => {
    const who = whole(0, PAYERS.length - 1);
    const day = 100 + payouts.length * whole(1, 4);
    const parts = { payer: PAYERS[who] ?? '', numbers: [`LQ-${whole(1_000_000, 9_999_999)}`] };
    return {
      at: payouts.push(payout(BigInt(whole(50_000, 4_500_000) * 2 + 1), day, parts)) - 1,
      day,
      said: SAID[who] ?? '',
    };
  };
  const amountOf = (at: number): bigint => payouts[at]?.amount ?? 0n;
  while (payouts.length < count) {
    const { at, day, said } = paid();
    const on = day + whole(0, 4);
    const way = whole(0, 5);
    if (way <= 1) truth.add(sides({ lines: [came(amountOf(at), on, said)], orders: [at] }));
    else if (way === 2) {
      const fee = BigInt(whole(0, 5_000));
      const words = `TRANSF ${payouts[at]?.numbers[0]} ${said}`;
      truth.add(sides({ lines: [came(amountOf(at) - fee, on, words)], orders: [at] }));
    } else if (way === 3) {
      const other = paid();
      payouts[other.at] = { ...payout(amountOf(other.at), day), payer: payouts[at]?.payer ?? '' };
      truth.add(
        sides({ lines: [came(amountOf(at) + amountOf(other.at), on, said)], orders: [at, other.at] }),
      );
    } else if (way === 4) {
      const first = BigInt(whole(10_000, 90_000));
      truth.add(
        sides({ lines: [came(first, on, said), came(amountOf(at) - first, on, said)], orders: [at] }),
      );
    }
    for (let noise = whole(0, 2); noise > 0; noise -= 1)
      came(BigInt(whole(500, 4_500_000) * 2), on, 'ABONO VARIOS');
  }
  return { payouts, deposits, truth };
}

describe('payouts and bank lines', () => {
  test('are taken together only where they truly are, and nearly all of them', () => {
    let [taken, all] = [0, 0];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 1, max: 40 }), (seed, count) => {
        const { payouts, deposits, truth } = invent(seed, count);
        const found = match(payouts, deposits).taken.map(sides);
        for (const each of found) expect(truth).toContain(each);
        taken += found.length;
        all += truth.size;
      }),
      { numRuns: randomCases(24) },
    );
    expect(taken / all).toBeGreaterThan(0.9);
  });

  test('are found the same in whatever order they come', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (seed) => {
        const { payouts, deposits } = invent(seed, 15);
        const turned = match(payouts.toReversed(), deposits.toReversed()).taken.map(({ lines, orders }) =>
          sides({
            lines: lines.map((at) => deposits.length - 1 - at).toSorted((a, b) => a - b),
            orders: orders.map((at) => payouts.length - 1 - at).toSorted((a, b) => a - b),
          }),
        );
        const found = match(payouts, deposits).taken.map(({ lines, orders }) =>
          sides({
            lines: lines.toSorted((a, b) => a - b),
            orders: orders.toSorted((a, b) => a - b),
          }),
        );
        expect(turned.toSorted()).toEqual(found.toSorted());
      }),
      { numRuns: 30 },
    );
  });

  test('that the user parted are never taken or suggested again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (seed) => {
        const { payouts, deposits } = invent(seed, 12);
        const first = match(payouts, deposits);
        const pairs = [...first.taken, ...first.suggestions];
        const decisions = pairs.map(({ lines, orders }) => ({ verdict: 'no-match' as const, lines, orders }));
        const dismissed = new Set(
          pairs.flatMap(({ lines, orders }) => lines.flatMap((line) => orders.map((at) => `${line} ${at}`))),
        );
        const again = match(payouts, deposits, decisions);
        for (const { lines, orders } of [...again.taken, ...again.suggestions]) {
          for (const line of lines) for (const at of orders) expect(dismissed).not.toContain(`${line} ${at}`);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('every line and every payout stands in one case', () => {
    const { payouts, deposits } = invent(4, 30);
    const { cases } = match(payouts, deposits);
    expect(cases.flatMap(({ lines }) => lines).toSorted((a, b) => a - b)).toEqual([...deposits.keys()]);
    expect(cases.flatMap(({ orders }) => orders).toSorted((a, b) => a - b)).toEqual([...payouts.keys()]);
  });
});

describe('one to one', () => {
  test('two of one amount are asked about, each with the nearest', () => {
    const { taken, suggestions } = match(
      [payout(1_234_567n, 10), payout(1_234_567n, 14)],
      [deposit(1_234_567n, 11), deposit(1_234_567n, 15)],
    );
    expect(taken).toEqual([]);
    expect(suggestions).toMatchObject([
      { lines: [0], orders: [0], why: 'same-amount', candidates: 2 },
      { lines: [1], orders: [1], why: 'same-amount', candidates: 2 },
    ]);
  });

  test('the nearest is the one of whose days it is, in whatever order both come', () => {
    const { suggestions } = match(
      [payout(1_234_567n, 14), payout(1_234_567n, 10)],
      [deposit(1_234_567n, 11), deposit(1_234_567n, 15)],
    );
    expect(suggestions.map(sides)).toEqual(['0|1', '1|0']);
  });

  test('of an amount that very many have none is paired', () => {
    const paired = (count: number) =>
      match(
        Array.from({ length: count }, () => payout(1_234_567n, 10)),
        [deposit(1_234_567n, 11)],
      ).suggestions.map(({ lines, why, ...found }) => [
        lines,
        why,
        'candidates' in found && found.candidates,
      ]);
    expect(paired(400)).toEqual([[[0], 'same-amount', 400]]);
    expect(paired(401)).toEqual([]);
  });

  test('a round amount may be anybody’s: it is asked about', () => {
    expect(match([payout(1_234_567n, 10)], [deposit(1_234_567n, 11)]).taken).toHaveLength(1);
    const { taken, suggestions } = match([payout(500_000n, 10)], [deposit(500_000n, 11)]);
    expect(taken).toEqual([]);
    expect(suggestions).toMatchObject([{ why: 'same-amount', candidates: 1 }]);
  });

  test('another day, sign or currency is another payment', () => {
    const one = payout(1_234_567n, 10, { currency: 'CLP' });
    for (const other of [
      deposit(1_234_567n, 30),
      deposit(-1_234_567n, 11),
      deposit(1_234_567n, 11, '', 'USD'),
    ]) {
      expect(match([one], [other])).toMatchObject({ taken: [], suggestions: [] });
    }
    expect(match([{ ...one, isExpected: false }], [deposit(1_234_567n, 11)]).taken).toEqual([]);
  });

  test('what falls short by a fee is asked about where the bank names who paid', () => {
    const found = match(
      [payout(1_000_000n, 10)],
      [deposit(990_000n, 11, 'RIPLEY CHILE SA'), deposit(995_000n, 11)],
    );
    expect(found.taken).toEqual([]);
    const near = { lines: [0], orders: [0], remains: -10_000n, why: 'near-amount' };
    expect(found.suggestions).toEqual([near]);
    const said = (...amounts: readonly bigint[]) =>
      match(
        [payout(1_000_000n, 10)],
        amounts.map((amount) => deposit(amount, 11, 'RIPLEY CHILE SA')),
      ).suggestions.map(({ remains }) => remains);
    // Up to a tenth, below or above; of several lines that name who paid nobody knows which it is.
    expect([900_000n, 899_999n, 1_100_000n, 1_100_001n].map((amount) => said(amount))).toEqual([
      ...[[-100_000n], [], [100_000n], []],
    ]);
    expect([said(990_000n, 500_000n), said(990_000n, 500_000n, 300_000n)]).toEqual([[], []]);
  });
});

describe('numbers', () => {
  const named = (words: string, numbers = ['LQ-4001234'], amount = 990_000n) =>
    match([payout(1_000_000n, 10, { numbers, window: null })], [deposit(amount, 90, words)]).taken;

  test('are found however the bank writes them, at whatever date and with what is missing', () => {
    for (const words of ['PAGO LQ-4001234', 'liq LQ 4001234 ripley', 'LQ4001234', 'PAGO/lq.4001234/0']) {
      expect(named(words)).toMatchObject([{ by: 'settlement', state: 'different', difference: -10_000n }]);
    }
    expect(named('TRANSF 4001234', ['0004001234'])).toHaveLength(1);
    expect(named('TRANSF LIQ4001234', ['4001234'])).toHaveLength(1);
    expect(named('PAGO 14001234', ['4001234'])).toEqual([]);
  });

  test('that are short say nothing where the amount is another', () => {
    expect(named('CUOTA 123', ['123'])).toEqual([]);
    expect(named('CUOTA 123', ['123'], 1_000_000n)).toHaveLength(1);
  });

  test('of several parts and of several payouts in one line are held against each other as a whole', () => {
    const payouts = [payout(700n, 1, { numbers: ['9876501'] }), payout(300n, 1, { numbers: ['9876502'] })];
    const parts = [deposit(600n, 3, 'P 9876501 Y 9876502'), deposit(350n, 5, 'RESTO 9876502')];
    expect(match(payouts, parts).taken).toMatchObject([
      { lines: [0, 1], orders: [0, 1], ledgerAmount: 1000n, statementAmount: 950n, difference: -50n },
    ]);
  });
});

describe('sums', () => {
  test('of what was paid and of what was taken back are looked for apart, on the same day', () => {
    const signs = [1n, -1n].map((sign) => (amount: bigint) => payout(sign * amount, 10));
    const payouts = [1_000_003n, 2_000_007n].flatMap((amount) => signs.map((make) => make(amount)));
    const deposits = [0n, 3_000_010n, -3_000_010n].map((amount) => deposit(amount, 11));
    expect(match(payouts, deposits).taken.map(sides).toSorted()).toEqual(['1|0,2', '2|1,3']);
    const parts = match(
      [payout(-3_000_010n, 10), payout(3_000_010n, 10)],
      [-1_000_003n, 1_000_003n, -2_000_007n, 2_000_007n].map((amount) => deposit(amount, 11)),
    );
    expect(parts.taken.map(sides).toSorted()).toEqual(['0,2|0', '1,3|1']);
  });

  test('that could be made in two ways are shown with how many there are', () => {
    const amounts = [100_003n, 200_007n, 250_005n, 50_005n];
    const found = match(
      amounts.map((amount) => payout(amount, 10)),
      [deposit(300_010n, 11)],
    );
    expect(found.taken).toEqual([]);
    expect(found.suggestions).toMatchObject([{ why: 'adds-up', found: 2, remains: 0n }]);
  });

  test('are as likely by chance as there are marketplaces, or currencies, among which they were looked for', () => {
    const amazon = { payer: 'amazon-settlement' };
    const others = [1_000_003n, 2_000_007n];
    const chanceOf = (payouts: readonly OpenPayout[], deposits: readonly Deposit[]) => {
      const [asked, ...none] = match(payouts, deposits).suggestions;
      expect(none).toEqual([]);
      expect(asked?.why).toBe('adds-up');
      return asked !== undefined && 'byChance' in asked ? asked.byChance : Number.NaN;
    };
    const ofPayouts = (own: readonly bigint[], sum: bigint) => {
      const all = [...own.map((each) => payout(each, 10)), ...others.map((each) => payout(each, 10, amazon))];
      const came = [deposit(sum, 11)];
      return [chanceOf(all, came), payoutChance(all, came, () => true).ofPayouts(0, [0, 1], [0, 1])] as const;
    };
    const ofLines = (own: readonly bigint[], sum: bigint) => {
      const came = (currency: string) => (amount: bigint) => deposit(amount, 11, 'ABONO', currency);
      const [all, paid] = [[...own.map(came('CLP')), ...others.map(came('USD'))], [payout(sum, 10)]];
      return [chanceOf(paid, all), payoutChance(paid, all, () => true).ofLines(0, [0, 1], [0, 1])] as const;
    };
    for (const chanceIn of [ofPayouts, ofLines]) {
      // Four sums of small amounts are that of some of them often, whatever other amounts are like.
      expect(chanceIn([101n, 103n], 204n)[0]).toBeCloseTo((2 * 4) / 205, 12);
      const [asked, each] = chanceIn([10_003n, 20_007n], 30_010n);
      expect(asked).toBeCloseTo(2 * each, 12);
    }
  });

  test('of payouts of two marketplaces are no sum', () => {
    const payouts = [payout(1_000_003n, 10), payout(2_000_007n, 10, { payer: 'amazon-settlement' })];
    expect(match(payouts, [deposit(3_000_010n, 11)])).toMatchObject({ taken: [], suggestions: [] });
    const same = payouts.map((each) => ({ ...each, payer: 'ripley' }));
    expect(match(same, [deposit(3_000_010n, 11)]).taken).toMatchObject([{ by: 'subset', orders: [0, 1] }]);
  });

  test('are no solution where a single payment of that amount is there too', () => {
    const payouts = [
      payout(3_000_000n, 10, { payer: 'amazon-settlement' }),
      payout(1_000_003n, 10),
      payout(1_999_997n, 10),
    ];
    const { taken, suggestions } = match(payouts, [deposit(3_000_000n, 11)]);
    expect(taken).toEqual([]);
    expect(suggestions.map(({ why }) => why).toSorted()).toEqual(['adds-up', 'same-amount']);
  });
});

describe('unlike money', () => {
  const two = (one: string | null, other: string | null) => [
    deposit(1_000_003n, 11, 'ABONO LQ-7654321', one),
    deposit(2_000_007n, 12, 'ABONO LQ-7654321', other),
  ];
  const named = [payout(3_000_010n, 10, { numbers: ['LQ-7654321'] })];

  test('that one number is named in is no payment of it', () => {
    expect(match(named, two('CLP', 'CLP')).taken).toMatchObject([{ by: 'settlement', lines: [0, 1] }]);
    expect(match(named, two('CLP', null)).taken).toMatchObject([{ by: 'settlement', lines: [0, 1] }]);
    const { taken, cases } = match(named, two('CLP', 'USD'));
    expect(taken).toEqual([]);
    expect(cases.map(({ lines, orders }) => [lines, orders])).toEqual([
      [[0], []],
      [[1], []],
      [[], [0]],
    ]);
  });

  test('adds up to no payout, and payouts of it to no bank line', () => {
    const lines = (one: string, other: string) => [
      deposit(1_000_003n, 11, 'ABONO', one),
      deposit(2_000_007n, 12, 'ABONO', other),
    ];
    const whole = [payout(3_000_010n, 10)];
    expect(match(whole, lines('CLP', 'CLP')).taken).toMatchObject([{ by: 'subset', lines: [0, 1] }]);
    expect(match(whole, lines('CLP', 'USD'))).toMatchObject({ taken: [], suggestions: [] });
    const parts = (one: string, other: string) => [
      payout(1_000_003n, 10, { currency: one }),
      payout(2_000_007n, 10, { currency: other }),
    ];
    const came = [deposit(3_000_010n, 11)];
    expect(match(parts('CLP', 'CLP'), came).taken).toMatchObject([{ by: 'subset', orders: [0, 1] }]);
    expect(match(parts('CLP', 'USD'), came)).toMatchObject({ taken: [], suggestions: [] });
    // Of several currencies those of each are looked for by themselves.
    const three = [...parts('CLP', 'CLP'), payout(500_003n, 10, { currency: 'USD' })];
    expect(match(three, came).taken).toMatchObject([{ by: 'subset', orders: [0, 1] }]);
  });
});

describe('a tolerance', () => {
  const found = (payouts: readonly OpenPayout[], deposits: readonly Deposit[], tolerance: bigint) => {
    const { cases, suggestions } = atOnce(matchPayouts({ payouts, deposits, decisions: [], tolerance }));
    const taken = cases.filter(({ lines, orders }) => lines.length > 0 && orders.length > 0);
    return { taken: taken.map(sides), suggestions };
  };
  const [near, other] = [deposit(123_456_700n, 101), deposit(98_765_400n, 150)];

  test('takes the only line that is off by no more, and none that is off by more', () => {
    const paid = [payout(123_456_740n, 100)];
    expect(found(paid, [near, other], 40n).taken).toEqual(['0|0']);
    expect(found(paid, [near, other], 39n).taken).toEqual([]);
    expect(found([payout(123_456_660n, 100)], [near, other], 40n).taken).toEqual(['0|0']);
  });

  test('takes none of two lines, and of two payouts none, that are as near', () => {
    expect(found([payout(123_456_740n, 100)], [near, deposit(123_456_800n, 102)], 100n).taken).toEqual([]);
    const two = [payout(123_456_740n, 100), payout(123_456_720n, 101)];
    expect(found(two, [near, other], 100n).taken).toEqual([]);
  });

  test('leaves a line of the very amount to its own payout', () => {
    const two = [payout(123_456_740n, 100), payout(123_456_700n, 101)];
    expect(found(two, [near, other], 100n).taken).toEqual(['0|1']);
  });

  test('never takes among many lines what chance brings so near: it is suggested', () => {
    const next = random(3);
    const amounts = (count: number, step: number) =>
      Array.from({ length: count }, () => BigInt(Math.floor(next() * 2_000) * step + 1_000));
    let taken = 0;
    for (let world = 0; world < 20; world += 1) {
      const paid = amounts(12, 1).map((amount, at) => payout(amount, 100 + at));
      const came = amounts(60, 1).map((amount, at) => deposit(amount, 98 + (at % 25)));
      taken += atOnce(
        matchPayouts({ payouts: paid, deposits: came, decisions: [], tolerance: 1n }),
      ).cases.filter(
        ({ lines, orders, difference }) => lines.length * orders.length > 0 && difference !== 0n,
      ).length;
    }
    expect(taken).toBe(0);
  });
});

describe('a payout that comes to no bank by itself', () => {
  const beside = { isExpected: false };
  /** What is made of some payouts and lines where the payouts are expected, and where they are not. */
  const outcomes = (payouts: readonly OpenPayout[], deposits: readonly Deposit[], tolerance = 0n) =>
    [payouts, payouts.map((each) => ({ ...each, ...beside }))].map((own) => {
      const { cases, suggestions } = atOnce(
        matchPayouts({ payouts: own, deposits, decisions: [], tolerance }),
      );
      const taken = cases.filter(({ lines, orders }) => lines.length > 0 && orders.length > 0);
      return [...taken.map(sides), ...suggestions.map((each) => `${each.why} ${sides(each)}`)];
    });

  test('is looked for in no line: not whole, not in parts, not with others, not nearly', () => {
    const [one, other] = [1_234_567n, 2_345_679n];
    expect(outcomes([payout(one, 10)], [deposit(one, 11)])).toEqual([['0|0'], []]);
    const both = [payout(one, 10), payout(other, 10)];
    expect(outcomes(both, [deposit(one + other, 11)])).toEqual([['0|0,1'], []]);
    const parts = [deposit(one, 11), deposit(other, 12)];
    expect(outcomes([payout(one + other, 10)], parts)).toEqual([['0,1|0'], []]);
    expect(outcomes([payout(one, 10)], [deposit(one - 1n, 11)], 1n)).toEqual([['0|0'], []]);
    const named = [deposit(one - 5_000n, 11, 'RIPLEY CHILE')];
    expect(outcomes([payout(one, 10)], named)).toEqual([['near-amount 0|0'], []]);
  });

  test('stands in the way of no other of its amount', () => {
    const amount = 1_234_567n;
    const { taken } = match([payout(amount, 10, beside), payout(amount, 10)], [deposit(amount, 11)]);
    expect(taken.map(sides)).not.toContain('0|0');
  });

  test('hides from no other of its days the lines that are its parts', () => {
    const [one, other] = [1_234_567n, 2_345_679n];
    const payouts = [payout(777_777n, 10, beside), payout(one + other, 10)];
    expect(match(payouts, [deposit(one, 11), deposit(other, 12)]).taken.map(sides)).toEqual(['0,1|1']);
  });
});

test('a line that names payouts of unlike money is none of them, though it names no money itself', () => {
  const of = (number: string, currency: string) => payout(1_000n, 10, { numbers: [number], currency });
  const payouts = [of('LQ-1234567', 'USD'), of('LQ-7654321', 'CLP')];
  const words = 'ABONO LQ-1234567 LQ-7654321';
  expect(match(payouts, [deposit(2_000n, 11, words)]).taken).toEqual([]);
  const alike = payouts.map((each) => ({ ...each, currency: 'CLP' }));
  expect(match(alike, [deposit(2_000n, 11, words)]).taken.map(sides)).toEqual(['0|0,1']);
});

test('a payout is looked for up to the last of its days, and from their first on', () => {
  const amount = 1_234_567n;
  // Two before the day on which it is paid, and seven after it.
  const found = (day: number) => {
    const parts = [deposit(amount - 234_567n, day), deposit(234_567n, day)];
    const { suggestions } = match([payout(amount, 10)], [deposit(amount - 1_000n, day, 'RIPLEY CHILE')]);
    return [match([payout(amount, 10)], parts).taken.map(sides), suggestions.map(({ why }) => why)];
  };
  const there = [['0,1|0'], ['near-amount']];
  expect([7, 8, 17, 18].map(found)).toEqual([[[], []], there, there, [[], []]]);
});

test('the parts of a payout are told in the order of their file, on whatever days they came', () => {
  const [one, other] = [1_234_567n, 2_345_679n];
  const parts = [deposit(one, 12), deposit(other, 11)];
  expect(match([payout(one + other, 10)], parts).taken.map(sides)).toEqual(['0,1|0']);
});

test('sums are looked for among twenty-four lines, or payouts, of the same days, and among no more', () => {
  // Powers of two: only one way adds up.
  const amounts = (count: number) => Array.from({ length: count }, (_, at) => (1n << BigInt(at)) * 1_000n);
  const isFound = (payouts: readonly OpenPayout[], deposits: readonly Deposit[]) => {
    const { taken, suggestions } = match(payouts, deposits);
    return taken.length + suggestions.length > 0;
  };
  const ofLines = (count: number) =>
    isFound(
      [payout(3_000n, 10)],
      amounts(count).map((each) => deposit(each, 11)),
    );
  const ofPayouts = (count: number) =>
    isFound(
      amounts(count).map((each) => payout(each, 10)),
      [deposit(3_000n, 11)],
    );
  expect([ofLines(24), ofLines(25), ofPayouts(24), ofPayouts(25)]).toEqual([true, false, true, false]);
});
