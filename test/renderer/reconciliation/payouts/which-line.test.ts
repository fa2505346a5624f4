import { describe, expect, test } from 'vitest';
import type { PlacedDecision } from '#renderer/reconciliation/matching/model/placed-decision.ts';
import { rarityOf } from '#renderer/reconciliation/matching/model/rarity.ts';
import { readsAsDate } from '#renderer/reconciliation/payouts/model/date-numbers.ts';
import { matchPayouts } from '#renderer/reconciliation/payouts/model/match-payouts.ts';
import type { Deposit, OpenPayout } from '#renderer/reconciliation/payouts/model/open-payout.ts';
import { payoutChance } from '#renderer/reconciliation/payouts/model/payout-chance.ts';
import { atOnce } from '#shared/base/tasks.ts';

/** Which of a few lines a payout is held against, and all that is asked of it: nothing twice, nothing of another's. */

const payout = (amount: bigint, parts: Partial<OpenPayout> = {}): OpenPayout => ({
  ...{ amount, currency: null, window: { from: 98, to: 107 }, numbers: [], payer: 'ripley' },
  ...{ isExpected: true, ...parts },
});
const line = (amount: bigint, words = 'ABONO', parts: Partial<Deposit> = {}): Deposit => ({
  ...{ amount, words, day: 101, currency: null, ...parts },
});
/** All that is taken, and all that is asked. */
const outcome = (payouts: readonly OpenPayout[], deposits: readonly Deposit[], tolerance = 0n) => {
  const { cases, suggestions } = atOnce(matchPayouts({ payouts, deposits, decisions: [], tolerance }));
  const taken = cases.filter(({ lines, orders }) => lines.length > 0 && orders.length > 0);
  const sides = ({ lines, orders }: { lines: readonly number[]; orders: readonly number[] }) =>
    `${lines.join()}|${orders.join()}`;
  return [
    ...taken.map((each) => `${each.by} ${sides(each)}`),
    ...suggestions.map((each) =>
      [
        `${each.why}? ${sides(each)}`,
        ...(each.remains === 0n ? [] : [each.remains]),
        ...('candidates' in each ? [`of ${each.candidates}`] : []),
        ...('found' in each ? [`of ${each.found}`] : []),
      ].join(' '),
    ),
  ];
};

describe('a number that reads as a date', () => {
  const [DATE, OTHER] = ['20261014', '20261015'];
  const dated = (amount: bigint, number = DATE) => payout(amount, { numbers: [number] });
  const OWN = 1_234_567n;

  test('is one by the single line of its amount that names it and no other', () => {
    expect(outcome([dated(OWN)], [line(OWN, DATE)])).toEqual(['settlement 0|0']);
    // Of two lines of its amount, and of a line that names two, nobody knows.
    expect(outcome([dated(OWN)], [line(OWN, DATE), line(OWN, DATE)])).toEqual(['same-amount? 0|0 of 2']);
    expect(outcome([dated(OWN), dated(OWN, OTHER)], [line(OWN, `${DATE} ${OTHER}`)])).toEqual([
      'same-amount? 0|0 of 2',
    ]);
  });

  test('is asked about in up to three lines of its days, with what each is off by, but not in four', () => {
    const near = [700n, -300n, 500n, 900n].map((more) => line(OWN + more, DATE));
    expect(outcome([dated(OWN)], near.slice(0, 3))).toEqual([
      ...['same-number? 0|0 700', 'same-number? 1|0 -300', 'same-number? 2|0 500'],
    ]);
    expect(outcome([dated(OWN)], near)).toEqual([]);
  });

  test('of a common amount is asked about once, whether on its days, beyond them or without any', () => {
    const common = 3_000_000n;
    const far = { day: 300 };
    const own = 'same-amount? 0|0 of 1';
    expect(outcome([dated(common)], [line(common, DATE)])).toEqual([own]);
    expect(outcome([dated(common)], [line(common, DATE, far)])).toEqual([own]);
    expect(outcome([{ ...dated(common), window: null }], [line(common, DATE)])).toEqual([own]);
    // One of them is of its amount, and that is the one candidate.
    expect(outcome([dated(common)], [line(common, DATE, far), line(common + 5n, DATE)])).toEqual([
      ...[own, 'same-number? 1|0 5'],
    ]);
    // The more lines name it, the likelier chance brought one of its amount.
    const chances = [1, 2, 3].map((count) => {
      const named = Array.from({ length: count }, (_, at) => line(common + BigInt(at), DATE, far));
      const { suggestions } = atOnce(
        matchPayouts({ payouts: [dated(common)], deposits: named, decisions: [] }),
      );
      const [first] = suggestions;
      return first !== undefined && 'byChance' in first ? first.byChance : Number.NaN;
    });
    const [once = Number.NaN] = chances;
    expect(once).toBeGreaterThan(0);
    expect(chances.map((each) => Math.round((each / once) * 1000))).toEqual([1000, 2000, 3000]);
    // However round it is, one of an amount that others are of as well is as likely to be there by chance.
    const alike = Array.from({ length: 20 }, () => payout(OWN, { window: null }));
    const named = [line(OWN, DATE, far), line(OWN + 5n, DATE, far)];
    const chanceOf = (lines: readonly Deposit[]) => {
      const payouts = [dated(OWN), ...alike];
      const [first] = atOnce(matchPayouts({ payouts, deposits: lines, decisions: [] })).suggestions;
      return first !== undefined && 'byChance' in first ? first.byChance : Number.NaN;
    };
    expect(chanceOf(named) / chanceOf(named.slice(0, 1))).toBeCloseTo(2, 1);
  });

  test('is asked about no more once its line, or the payout itself, is taken', () => {
    const named = line(1_200_000n, DATE);
    expect(outcome([dated(OWN)], [named])).toEqual(['same-number? 0|0 -34567']);
    const own = line(OWN - 1n, 'ABONO', { day: 102 });
    expect(outcome([dated(OWN)], [named, own], 1n)).toEqual(['amount 1|0']);
    const [large, other] = [dated(123_456_789n), payout(120_000_104n)];
    expect(outcome([large, other], [line(120_000_103n, DATE)], 1n)).toEqual(['amount 0|1']);
    // The line names another one by a number that is none of a date.
    const both = line(OWN, `LQ-7654321 ${DATE}`);
    expect(outcome([dated(OWN), payout(OWN, { numbers: ['LQ-7654321'] })], [both])).toEqual([
      'settlement 0|1',
    ]);
  });

  test('is a year, a month and a day in any of the orders in which people write them, or with an hour or a counter', () => {
    const yes = [
      ...['20261014', '14102026', '10142026', '261014', '141026', '101426', '202610', '102026'],
      ...[
        '1102026',
        '41026',
        '1102026001',
        '20991231',
        '20000101',
        '20261014001',
        '20261014235959',
        '23595920261014',
      ],
    ];
    const no = [
      ...['', '1014', '20263314', '202610142359591', '2359591020261014', 'LQ20261014', '45678999', '999999'],
    ];
    expect([yes.filter((text) => !readsAsDate(text)), no.filter(readsAsDate)]).toEqual([[], []]);
  });
});

describe('lines of several', () => {
  test('currencies on one day are each held against payouts of their own money', () => {
    const in_ = (currency: string) => ({ currency });
    const parts = [payout(1_000_003n, in_('CLP')), payout(2_000_007n, in_('CLP'))];
    const both = ['USD', 'CLP', 'USD'].map((currency) => line(3_000_010n, 'ABONO', in_(currency)));
    expect(outcome(parts, both)).toEqual(['subset 1|0,1']);
    const whole = ['USD', 'CLP'].map((currency) => payout(3_000_010n, in_(currency)));
    const halves = [
      ...[1_000_003n, 2_000_007n].map((amount) => line(amount, 'ABONO', in_('CLP'))),
      ...[1_000_017n, 1_999_993n].map((amount) => line(amount, 'ABONO', in_('USD'))),
    ];
    expect(outcome([...whole].slice(1), halves)).toEqual(['adds-up? 0,1|0 of 1']);
    expect(outcome([...whole].slice(0, 1), halves)).toEqual(['adds-up? 2,3|0 of 1']);
    const near = ['CLP', 'USD'].map((currency) => line(990_000n, 'RIPLEY CHILE', in_(currency)));
    const million = ['USD', 'CLP'].map((currency) => payout(1_000_000n, in_(currency)));
    expect(outcome(million, near)).toEqual(['near-amount? 1|0 -10000', 'near-amount? 0|1 -10000']);
  });

  test('days are held against each payout’s own, whatever others of the same first day reach to', () => {
    const late = line(990_000n, 'RIPLEY CHILE', { day: 120 });
    const [short, long] = [payout(1_000_000n), payout(1_000_000n, { window: { from: 98, to: 135 } })];
    expect(outcome([short, long], [late])).toEqual(['near-amount? 0|1 -10000']);
    expect(outcome([long, short], [late])).toEqual(['near-amount? 0|0 -10000']);
  });

  test('names are added up where two name who pays, and else whatever they say', () => {
    const [one, other] = [1_234_567n, 2_345_679n];
    const whole = [payout(one + other)];
    expect(outcome(whole, [line(one, 'RIPLEY CHILE'), line(other)])).toEqual(['subset 0,1|0']);
    // Two that nobody names add up to it as well: they are not looked at.
    const named = [line(one, 'RIPLEY CHILE'), line(other, 'RIPLEY CHILE')];
    const others = [line(one + 1n), line(other - 1n)];
    expect(outcome(whole, [...others, ...named])).toEqual(['adds-up? 2,3|0 of 1']);
    expect(outcome(whole, [...others, line(one), line(other)])).toEqual(['adds-up? 2,3|0 of 2']);
  });

  test('near amounts are each the payout’s that is as near, and of two as near none', () => {
    const paid = [payout(123_456_740n), payout(98_765_440n)];
    const came = [line(98_765_400n), line(123_456_700n)];
    expect(outcome(paid, came, 40n)).toEqual(['amount 1|0', 'amount 0|1']);
    expect(outcome(paid, came, 39n)).toEqual([]);
  });
});

test('what is nearly of its amount, and names who pays, is asked about once', () => {
  expect(outcome([payout(500_000n)], [line(499_999n, 'RIPLEY CHILE')])).toEqual(['near-amount? 0|0 -1']);
  const two = [payout(1_234_567n), payout(1_200_001n)];
  expect(outcome(two, [line(1_200_000n, 'RIPLEY CHILE')], 1n)).toEqual([
    ...['within? 0|1 -1', 'near-amount? 0|0 -34567'],
  ]);
});

test('a payout that tells no currency may be of any, and one of exactly a line’s amount is asked about once', () => {
  expect(outcome([payout(1_234_567n)], [line(1_234_567n, 'ABONO', { currency: 'CLP' })])).toEqual([
    'amount 0|0',
  ]);
  expect(outcome([payout(500_000n)], [line(500_000n, 'RIPLEY CHILE')])).toEqual(['same-amount? 0|0 of 1']);
  // Two payouts could have been it: one of six amounts that are as round is theirs.
  const [asked] = atOnce(
    matchPayouts({
      payouts: [payout(500_000n), payout(700_000n)],
      deposits: [line(500_000n)],
      decisions: [],
    }),
  ).suggestions;
  expect(asked !== undefined && 'byChance' in asked ? asked.byChance : null).toBeCloseTo(2 / 6, 10);
});

test('every line is a case, be it of nobody’s, of nothing or taken off the account', () => {
  const { cases } = atOnce(
    matchPayouts({ payouts: [], deposits: [line(-5n), line(0n), line(7n)], decisions: [] }),
  );
  expect(cases.map(({ lines }) => lines)).toEqual([[0], [1], [2]]);
});

test('what was parted of one line is looked for in the other of the same day', () => {
  const parts = [payout(1_000_003n), payout(2_000_007n)];
  const lines = [line(3_000_010n), line(3_000_010n)];
  const said = { verdict: 'no-match', lines: [0], orders: [0] } as unknown as PlacedDecision;
  const { cases } = atOnce(matchPayouts({ payouts: parts, deposits: lines, decisions: [said] }));
  expect(cases.map(({ lines: own, orders }) => [own, orders])).toEqual([
    [[1], [0, 1]],
    [[0], []],
  ]);
});

test('so many amounts are within a tolerance as the bank could have written, in pesos or in cents', () => {
  const within = (scale: bigint) =>
    outcome(
      [payout(123_456_789n * scale), payout(120_000_104n * scale)],
      [line(120_000_103n * scale), line(98_765_431n * scale, 'ABONO', { day: 300 })],
      scale,
    );
  expect([within(1n), within(100n)]).toEqual([['amount 0|1'], ['amount 0|1']]);
});

test('where many payouts, or many lines, are equal none is matched by what it comes to', () => {
  const amounts = [7_654_321n, 1_111n, 1_111n, 1_111n];
  const [payouts, lines] = [amounts.map((each) => payout(each)), amounts.map((each) => line(each))];
  const equal = rarityOf(amounts).ofAnyTwo();
  expect(equal).toBe(0.5);
  const apart = [7_654_321n, 1_234_567n];
  const ofPayouts = payoutChance(
    payouts,
    apart.map((each) => line(each)),
    () => true,
  );
  expect([ofPayouts.ofOne(0, 0, 1), ofPayouts.ofNear(0, 0, 1)]).toEqual([equal, equal]);
  // How near a line is to a payout is judged by the line's own amount.
  const near = payoutChance([payout(123_456_741n), payout(500_000n)], [line(500_000n)], () => true);
  expect(near.ofNear(0, 0, 3)).toBe(near.ofNear(0, 1, 3));
  const ofLines = payoutChance(
    apart.map((each) => payout(each)),
    lines,
    () => true,
  );
  expect(ofLines.ofLines(0, [0, 1], [0, 1])).toBeGreaterThanOrEqual(equal);
  expect(ofLines.ofOne(0, 0, 1)).toBeLessThan(equal);
});
