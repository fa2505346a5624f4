import { describe, expect, test } from 'vitest';
import type { ChargeRows } from '#renderer/reconciliation/rates/worker/charge-rows.ts';
import { createProposer, type KeptProposals } from '#renderer/reconciliation/rates/worker/kept-proposals.ts';
import { type LearntRates, learnRates } from '#renderer/reconciliation/rates/worker/learn-rates.ts';
import type { Seams } from '#renderer/reconciliation/rates/worker/part-walk.ts';
import { random } from '#test/statements/truth.ts';
import { type NaiveRule, naiveCharge } from './naive-rate.ts';

/** What learning rules costs, how often it gives way, and which groups are looked at again. */

type Sale = {
  /** Codes of the channel, the account, the category and the publication; those left out are 0. */
  readonly of?: readonly number[];
  readonly sales: number;
  readonly charge: number;
  readonly day?: number;
  /** Number of the row in its store; its place where there is none. */
  readonly row?: number;
};

const PLAIN: NaiveRule = {
  ...{ percent: 1400, fixed: 0, below: null, tax: 'none', step: 1, mode: 'half-up', per: 'row' },
};
const percent = (hundredths: number): NaiveRule => ({ ...PLAIN, percent: hundredths });

function rowsOf(all: readonly Sale[]): ChargeRows {
  const column = (read: (sale: Sale) => number) => Float64Array.from(all, read);
  return {
    ...{ kind: 'commission', scale: 2, count: all.length },
    row: Uint32Array.from(all, ({ row }, at) => row ?? at),
    charge: column(({ charge }) => charge),
    sales: column(({ sales }) => sales),
    units: column(() => 1),
    ...{ installments: column(() => 0), refunded: column(() => 0), paidShipping: column(() => 0) },
    day: column(({ day = 0 }) => day),
    codes: [0, 1, 2, 3].map((level) => Uint32Array.from(all, ({ of = [] }) => of[level] ?? 0)),
    unjudged: { states: 0, uncharged: 0, unsold: 0, unreadable: 0 },
  };
}

/** Sales at many prices, by a rule, or charged as nobody can tell; always the same. */
function sold(
  count: number,
  rule: NaiveRule | null,
  parts: (at: number) => Partial<Sale> = () => ({}),
): readonly Sale[] {
  const next = random(17);
  return Array.from({ length: count }, (_, at) => {
    const sales = Math.round(99 * 80 ** next()) * 1000;
    const odd = 1 + Math.floor(next() * sales * 0.6);
    return { sales, charge: rule === null ? odd : naiveCharge(rule, sales, 1), ...parts(at) };
  });
}

function learn(
  rows: ChargeRows,
  kept: KeptProposals | null = null,
  seams: Seams = null,
): LearntRates & { readonly pauses: number } {
  const task = learnRates(rows, { kept, seams });
  for (let pauses = 0; ; pauses += 1) {
    const step = task.next();
    if (step.done === true) return { ...step.value, pauses };
  }
}

/** Samples that were asked for. */
const asked = ({ proposals }: LearntRates) =>
  [...proposals.bySample.values()].flat().map(({ rows }) => rows.length);

describe('a search for rules', () => {
  test('gives way now and then while it proposes, and not where the same was proposed before', () => {
    const rows = rowsOf(sold(1200, null, (at) => ({ of: [0, 0, 0, Math.floor(at / 20)] })));
    const first = learn(rows);
    expect(first.groups).toEqual([]);
    expect(asked(first)).toHaveLength(61);
    expect(first.pauses).toBe(10);
    const again = learn(rows, first.proposals);
    expect(asked(again)).toEqual(asked(first));
    expect(again.pauses).toBe(0);
  });

  test('proposes from a sample of many rows, and from a smaller one of a publication', () => {
    expect(asked(learn(rowsOf(sold(1000, null))))).toEqual([256, 72]);
  });

  test('gives way now and then while it holds rows against rules', () => {
    const { groups, pauses } = learn(rowsOf(sold(20_000, PLAIN)));
    expect(groups).toHaveLength(1);
    expect(pauses).toBe(2);
  });

  test('finds four rules after one another, the last from its first day on, whatever lies between its days', () => {
    const times = [
      [200, percent(1400)],
      [100, percent(1700)],
      [70, percent(1100)],
      // The same weight on both sides of three rows that follow none.
      [20, percent(2000)],
      [3, null],
      [20, percent(2000)],
    ] as const;
    const all = times.flatMap(([count, rule]) => sold(count, rule)).map((sale, day) => ({ ...sale, day }));
    const [group, ...none] = learn(rowsOf(all)).groups;
    expect(none).toEqual([]);
    expect(group?.spans.map(({ formula, from, to }) => [formula.percent, from, to])).toEqual([
      ['14', Number.NEGATIVE_INFINITY, 199],
      ['17', 200, 299],
      ['11', 300, 369],
      ['20', 370, Number.POSITIVE_INFINITY],
    ]);
  });

  test('is one rule on both sides of some days of which nothing is known', () => {
    const times = [
      [100, PLAIN],
      [12, null],
      [120, PLAIN],
    ] as const;
    const all = times.flatMap(([count, rule]) => sold(count, rule)).map((sale, day) => ({ ...sale, day }));
    const { groups } = learn(rowsOf(all));
    expect(
      groups.map(({ spans }) => spans.map(({ formula, from, to }) => [formula.percent, from, to])),
    ).toEqual([[['14', Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]]]);
  });

  test('has a rule where nine in ten rows follow it, of a channel and of a part of it', () => {
    const followed = (count: number, odd: number, of: readonly number[]) => [
      ...sold(count - odd, PLAIN, (at) => ({ of, day: at })),
      ...sold(odd, null, (at) => ({ of, day: count - odd + at })),
    ];
    const rulesOf = (...parts: readonly (readonly Sale[])[]) =>
      learn(rowsOf(parts.flat())).groups.map(({ level, spans }) => [level, spans[0]?.formula.percent]);
    expect(rulesOf(followed(100, 10, [0]))).toEqual([[0, '14']]);
    expect(rulesOf(followed(100, 11, [0]))).toEqual([]);
    // A part that follows the whole's rule so far has none of its own.
    expect(rulesOf(followed(400, 0, [0, 0, 0]), followed(30, 3, [0, 0, 1]))).toEqual([[0, '14']]);
  });

  test('asks nothing of a channel whose rows are the same, though another one follows a new rule', () => {
    const rows = (rule: NaiveRule, first: number) =>
      rowsOf([
        ...sold(40, rule, (at) => ({ of: [0], row: first + at })),
        ...sold(60, null, (at) => ({ of: [1], row: 100 + at })),
      ]);
    const before = learn(rows(PLAIN, 0));
    expect(asked(before)).toEqual([40, 60]);
    // Where the first channel's rows stood there are others; the end of all is told too.
    const after = learn(rows(percent(1700), 200), before.proposals, Uint32Array.of(0, 40, 100));
    expect(after.groups.map(({ spans }) => spans[0]?.formula.percent)).toEqual(['17']);
    const same = learn(rows(percent(1700), 200), before.proposals, Uint32Array.of(0, 101));
    expect(same.groups).toEqual(after.groups);
    expect([asked(after), asked(same)]).toEqual([[40, 60], [40]]);
  });

  test('looks again at an account whose rows are the same where a rule became known that they follow', () => {
    const banded = { ...PLAIN, fixed: 70_000, below: 1_000_000 };
    /** Of twenty rows too few are dear to tell of a band: only one that is known is seen in them. */
    const few = Array.from({ length: 20 }, (_, at): Sale => {
      const sales = at < 3 ? 5_000_000 + at * 1_370_000 : 120_000 + at * 31_000;
      return { of: [0, 2], sales, charge: naiveCharge(banded, sales, 1), row: 300 + at };
    });
    const rows = (rule: NaiveRule, first: number) =>
      rowsOf([
        ...sold(60, rule, (at) => ({ of: [0, 0], row: first + at })),
        ...sold(30, null, (at) => ({ of: [0, 1], row: 200 + at })),
        ...few,
        ...sold(60, null, (at) => ({ of: [0, 3], row: 400 + at })),
      ]);
    const before = learn(rows(percent(1900), 0));
    expect(before.groups.map(({ at }) => at)).toEqual([0]);
    const after = learn(rows(banded, 500), before.proposals, Uint32Array.of(0, 60, 171));
    expect(after.groups.map(({ at }) => at)).toEqual([0, 90]);
    expect(after.groups).toEqual(learn(rows(banded, 500)).groups);
  });
});

test('the proposals for a sample are known again, wherever its rows stand among others', () => {
  const own = sold(30, PLAIN, (at) => ({ row: 50 + at }));
  const places = own.map((_, at) => at);
  const first = createProposer(rowsOf(own), undefined);
  const { proposals, wasKnown } = first.propose(places);
  expect([proposals[0]?.hits, wasKnown]).toEqual([30, false]);
  expect(first.propose(places)).toEqual({ proposals, wasKnown: true });
  expect(first.propose(places.slice(1)).wasKnown).toBe(false);
  const others = sold(7, percent(900), (at) => ({ row: at }));
  const then = createProposer(rowsOf([...others, ...own]), first.bySample);
  expect(then.propose(places.map((at) => at + 7))).toEqual({ proposals, wasKnown: true });
  expect(then.propose(places).wasKnown).toBe(false);
});
