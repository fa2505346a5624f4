import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import {
  cameWithin,
  expectReleases,
  pastMorning,
  rangeOf,
  tryMorning,
} from '#renderer/reconciliation/payouts/model/forecast/expected.ts';
import { forecastReport, periodsFrom } from '#renderer/reconciliation/payouts/model/forecast/report.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { dayOfNumber } from '#shared/domain/dates.ts';
import { dayOf, moneyOf, naiveUntil, type Sold } from './naive-forecast.ts';

const START = dayOf('2025-09-01');
const day = (at: number) => dayOfNumber(at);
const cents = (text: string | undefined) => Math.round(Number(text) * 100);

/** So many sales a day for a year, each of an amount of its own, that come as `delayOf` says; a movement each day. */
function world(
  delayOf: (sale: Pick<Sold, 'kind' | 'bought'>) => number | null,
  { days = 400, daily = 2 } = {},
): Sold[] {
  return Array.from({ length: days * daily }, (_, at): Sold => {
    const sale = { kind: (at % 2) as 0 | 1, bought: START + Math.floor(at / daily) };
    const delay = delayOf(sale);
    const amount = 1_000 + ((at * 7919) % 90_001);
    return {
      ...sale,
      came: delay === null ? null : sale.bought + delay,
      cents: sale.kind === 1 ? -Math.floor(amount / 10) : at % 31 === 0 ? -amount : amount,
    };
  });
}

const sumOf = (amounts: readonly { readonly amount: string }[] = []): number =>
  amounts.reduce((sum, { amount }) => sum + cents(amount), 0);

/** What is known on the morning of a day: no later purchase, and nothing that came then or later. */
const knownOn = (sales: readonly Sold[], morning: number): Sold[] =>
  sales
    .filter(({ bought }) => bought < morning)
    .map((sale) => ({ ...sale, came: sale.came !== null && sale.came < morning ? sale.came : null }));

const reportOf = (sales: readonly Sold[], from: string, scale = 2) =>
  atOnce(
    forecastReport(
      { scale, accounts: [moneyOf(sales)] },
      { today: day(dayOf(from)), from: day(dayOf(from)) },
    ),
  );

/** Paid on the Friday that is a week or more after the purchase. */
const onFridays = (bought: number): number => {
  const friday = (((1 - (bought + 7)) % 7) + 7) % 7;
  return 7 + friday;
};

describe('a world of known delays', () => {
  const cases = fc.record({
    sale: fc.integer({ min: 0, max: 40 }),
    movement: fc.integer({ min: 0, max: 40 }),
    at: fc.integer({ min: 100, max: 370 }),
  });

  test('is foretold to the cent, week by week and to the ends of months', () => {
    fc.assert(
      fc.property(cases, ({ sale, movement, at }) => {
        const sales = world(({ kind }) => (kind === 0 ? sale : movement));
        const morning = START + at;
        const found = reportOf(knownOn(sales, morning), day(morning));
        const pending = knownOn(sales, morning).filter(({ came }) => came === null);
        expect(cents(found.total.pending)).toBe(pending.reduce((sum, each) => sum + each.cents, 0));
        for (const [place, { from, to }] of found.periods.entries()) {
          const due = sales.filter(
            ({ bought, came }) =>
              bought < morning &&
              came !== null &&
              came >= Math.max(morning, dayOf(from)) &&
              came <= dayOf(to),
          );
          const truth = due.reduce((sum, each) => sum + each.cents, 0);
          expect(cents(found.total.amounts?.[place]?.amount)).toBe(truth);
          expect(cents(found.accounts[0]?.amounts?.[place]?.amount)).toBe(truth);
        }
        expect([found.total.never, found.total.untold]).toEqual(['0.00', '0.00']);
        expect(found.accounts[0]?.half).toBe(sale);
      }),
      { numRuns: 12 },
    );
  });

  test('has held every month, and its ranges are as narrow as can be', () => {
    // Thirty sales of each weekday, of either kind, are there after eight weeks.
    const sales = world(({ bought }) => onFridays(bought), { daily: 8 });
    const from = dayOf('2026-09-10');
    const { months, scores, periods, total } = reportOf(knownOn(sales, from), day(from));
    expect(months[0]).toBe('2025-10');
    expect(scores.map(({ forecast }) => forecast === null)).toEqual(months.map((month) => month < '2025-11'));
    for (const { forecast, came, since } of scores.slice(1)) {
      expect(forecast).toBe(came);
      expect(since).not.toBe('0.00');
    }
    for (const [place, { kind, to }] of periods.entries()) {
      const found = total.amounts?.[place];
      const due = sales.filter(
        ({ bought, came }) => bought < from && came !== null && came >= from && came <= dayOf(to),
      );
      const before = sumOf(kind === 'week' ? total.amounts?.slice(0, place) : []);
      expect(before + cents(found?.amount)).toBe(due.reduce((sum, each) => sum + each.cents, 0));
      if (found?.range == null) continue;
      expect([found.range.low, found.range.high]).toEqual([found.amount, found.amount]);
    }
    // Friday the 11th; what is bought after Thursday the 3rd comes a week later.
    expect(total.amounts?.[0]?.range).not.toBeNull();
    expect(total.amounts?.slice(2, 6).map(({ amount }) => amount)).toEqual(['0.00', '0.00', '0.00', '0.00']);
  });

  test('is measured by the past that is over: a month that ends today is not', () => {
    const sales = world(() => 10).map((sale) => ({ ...sale, cents: 1_000 }));
    const rangesOn = (from: string) => {
      const { total } = reportOf(knownOn(sales, dayOf(from)), from);
      return total.amounts
        ?.slice(-2)
        .map(({ amount, range }) => [...[range?.trials, range?.low === amount, range?.high === amount]]);
    };
    // Of the ends of both months the eleven before, of which the last one's second month ends only now.
    expect(rangesOn('2026-09-30')).toEqual([
      [11, true, true],
      [10, true, true],
    ]);
  });

  test('of other delays than before is foretold by the new ones half a year later', () => {
    const change = START + 150;
    const sales = world(({ bought }) => (bought < change ? 30 : 8));
    const forecastOn = (morning: number) =>
      expectReleases(moneyOf(knownOn(sales, morning)), pastMorning(morning)).until?.(morning + 7);
    const truthOn = (morning: number) =>
      sales
        .filter(({ bought, came }) => bought < morning && came !== null && came >= morning)
        .reduce((sum, { cents: own }) => sum + BigInt(own), 0n);
    // The last day on which money of before the change was eight days old, and stayed, is 183 days ago; then 184.
    expect(forecastOn(change + 7 + 183)).not.toBe(truthOn(change + 7 + 183));
    expect(forecastOn(change + 8 + 183)).toBe(truthOn(change + 8 + 183));
  });

  test('where a part never comes, it is not expected', () => {
    // Every fifth day's sales never come; what is older than ten days never will.
    const sales = world(({ bought }) => (bought % 5 === 0 ? null : 10)).map((sale) => ({
      ...sale,
      cents: 1_000,
    }));
    const from = START + 300;
    const { total } = reportOf(knownOn(sales, from), day(from));
    const young = knownOn(sales, from).filter(({ bought, came }) => came === null && from - bought <= 10);
    const expected = cents(total.pending) - cents(total.never);
    expect(expected).toBeGreaterThan(young.length * 1_000 * 0.7);
    expect(expected).toBeLessThan(young.length * 1_000 * 0.9);
    expect(cents(total.later)).toBe(0);
  });
});

const sold = fc.record({
  kind: fc.constantFrom<0 | 1>(0, 0, 0, 1),
  bought: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: START, max: START + 150 }) },
    { weight: 1, arbitrary: fc.integer({ min: START - 600, max: START }) },
  ),
  delay: fc.option(
    fc.oneof(
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 0, max: 150 }),
      fc.integer({ min: 340, max: 390 }),
    ),
    { freq: 6 },
  ),
  cents: fc.integer({ min: -5_000, max: 50_000 }),
});
const drawn = fc.array(sold, { minLength: 80, maxLength: 140 }).map((all) =>
  all.map(
    ({ kind, bought, delay, cents: own }): Sold => ({
      kind,
      bought,
      came: delay === null ? null : bought + delay,
      cents: own,
    }),
  ),
);

describe('a forecast', () => {
  test('is the one that fractions of whole numbers give, sale by sale', () => {
    let count = 0;
    fc.assert(
      fc.property(
        drawn,
        fc.integer({ min: 80, max: 160 }),
        fc.integer({ min: 0, max: 60 }),
        (sales, at, ahead) => {
          const morning = START + at;
          const { until } = expectReleases(moneyOf(sales), pastMorning(morning));
          const naive = naiveUntil(sales, morning, morning + ahead);
          expect(until === null).toBe(naive === null);
          if (until === null || naive === null) return;
          count += 1;
          // Doubles hold a share to 52 bits: at most the last digit of an even half differs.
          const off = until(morning + ahead) - naive;
          expect(off < 0n ? -off : off).toBeLessThanOrEqual(1n);
        },
      ),
      { numRuns: 18 },
    );
    expect(count).toBeGreaterThan(5);
  });

  test('of a past morning looks at nothing of that morning or later', () => {
    fc.assert(
      fc.property(drawn, fc.integer({ min: 60, max: 150 }), (sales, at) => {
        const morning = START + at;
        const spans = [{ from: morning, to: morning + 30 }];
        const one = tryMorning(moneyOf(sales), morning, spans);
        const other = tryMorning(moneyOf(knownOn(sales, morning)), morning, spans);
        expect(other?.map(({ forecast }) => forecast)).toEqual(one?.map(({ forecast }) => forecast));
      }),
      { numRuns: 60 },
    );
  });

  test('adds up: weeks, what is later, what is not expected and what is untold are all that is pending', () => {
    fc.assert(
      fc.property(
        fc.array(drawn, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 30, max: 200 }),
        (all, at) => {
          const accounts = all.map((sales, place) => moneyOf(sales, { canal: 'A', cuenta: String(place) }));
          const from = day(START + at);
          const report = atOnce(forecastReport({ scale: 2, accounts }, { today: from, from }));
          for (const each of [report.total, ...report.accounts]) {
            const weeks = report.periods.flatMap(({ kind }, place) =>
              kind === 'week' ? [cents(each.amounts?.[place]?.amount ?? '0')] : [],
            );
            const parts = [...weeks, cents(each.later), cents(each.never), cents(each.untold)];
            expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents(each.pending));
          }
          const sum = report.accounts.reduce((whole, { pending }) => whole + cents(pending), 0);
          expect(cents(report.total.pending)).toBe(sum);
          for (const [place, score] of report.scores.entries()) {
            const own = report.accounts.flatMap(({ scores }) => scores[place] ?? []);
            const informative = own.filter(({ forecast }) => forecast !== null);
            const counted = informative.length > 0 ? informative : own;
            expect(cents(score.came)).toBe(counted.reduce((whole, { came }) => whole + cents(came), 0));
            expect(score.forecast === null).toBe(informative.length === 0);
          }
        },
      ),
      { numRuns: 12 },
    );
  });
});

describe('what is known of a day ahead', () => {
  const base = world(() => 20, { days: 200 });
  const morning = START + 200;

  test('is expected on that day; nobody knew of it on past mornings', () => {
    const ahead: Sold = { kind: 0, bought: morning - 5, came: morning + 3, cents: 777 };
    const money = moneyOf([...knownOn(base, morning), ahead]);
    const now = expectReleases(money, { morning, known: morning, isNow: true });
    const without = expectReleases(moneyOf(knownOn(base, morning)), { morning, known: morning, isNow: true });
    expect(now.dated).toBe(777n);
    const more = (last: number) => (now.until?.(last) ?? 0n) - (without.until?.(last) ?? 0n);
    expect([more(morning + 2), more(morning + 3)]).toEqual([0n, 777n]);
    expect(expectReleases(money, pastMorning(morning)).dated).toBe(0n);
  });

  test('what came today is not pending, what is bought today is', () => {
    const today: Sold[] = [
      { kind: 0, bought: morning - 20, came: morning, cents: 500 },
      { kind: 0, bought: morning, came: null, cents: 300 },
    ];
    const known = { morning, known: morning, isNow: true };
    const before = expectReleases(moneyOf(knownOn(base, morning)), known);
    const after = expectReleases(moneyOf([...knownOn(base, morning), ...today]), known);
    expect(after.pending - before.pending).toBe(300n);
    // In twenty days, counted from its purchase.
    const more = (last: number) => (after.until?.(last) ?? 0n) - (before.until?.(last) ?? 0n);
    expect([more(morning + 19), more(morning + 20)]).toEqual([0n, 300n]);
  });

  test('what was bought since the first day that is foretold is expected from its purchase on', () => {
    const since: Sold = { kind: 0, bought: morning + 3, came: null, cents: 300 };
    const known = { morning, known: morning + 5, isNow: true };
    const [before, after] = [[], [since]].map((more) =>
      expectReleases(moneyOf([...knownOn(base, morning), ...more]), known),
    );
    const more = (last: number) => (after?.until?.(last) ?? 0n) - (before?.until?.(last) ?? 0n);
    const days = [-1, 0, 1, 2, 3, 22, 23].map((day) => more(morning + day));
    expect(days).toEqual([0n, 0n, 0n, 0n, 0n, 0n, 300n]);
  });

  test('money bought on no readable day is pending and never expected', () => {
    const lost: Sold = { kind: 0, bought: NO_DAY, came: null, cents: 900 };
    const { total } = reportOf([...knownOn(base, morning), lost], day(morning));
    expect([total.never, total.later]).toEqual(['9.00', '0.00']);
  });
});

describe('money that takes a year', () => {
  test('is expected until then, and no more on the day after', () => {
    const morning = START + 430;
    const paid = Array.from({ length: 65 }, (_, at): Sold => {
      const bought = START + at;
      return { kind: 0, bought, came: bought + 365, cents: 100 };
    });
    const expected = (age: number) => {
      const open: Sold = { kind: 0, bought: morning - age, came: null, cents: 1_000 };
      return expectReleases(moneyOf([...paid, open]), pastMorning(morning)).until?.(morning);
    };
    expect([expected(364), expected(365), expected(366)]).toEqual([0n, 1_000n, 0n]);
  });
});

describe('the forecast of all accounts', () => {
  // Delays that differ from month to month, so that past forecasts were off.
  const late = ({ bought }: Pick<Sold, 'bought'>) => 5 + (Math.floor(bought / 30) % 4) * 6;
  const from = START + 400;
  const of = (...worlds: readonly (readonly Sold[])[]) => {
    const accounts = worlds.map((sales, at) =>
      moneyOf(knownOn(sales, from), { canal: 'A', cuenta: String(at) }),
    );
    return atOnce(forecastReport({ scale: 2, accounts }, { today: day(from), from: day(from) }));
  };

  test('is that of the only one, with what came of it in the past', () => {
    const { total, accounts, scores } = of(world(late));
    expect(total.amounts).toEqual(accounts[0]?.amounts);
    expect(total.amounts?.some(({ range }) => range !== null && range.low !== range.high)).toBe(true);
    expect(scores).toEqual(accounts[0]?.scores);
  });

  test('adds up what was foretold of each in the past, of a younger one since it was', () => {
    const whole = world(late);
    const young = whole.filter(({ bought }) => bought >= START + 200);
    const [one, both, grown] = [of(whole), of(whole, whole), of(whole, young)];
    for (const [at, figure] of one.total.amounts?.entries() ?? []) {
      const [double, other] = [both.total.amounts?.[at], grown.total.amounts?.[at]];
      expect(double?.range?.trials).toBe(figure.range?.trials);
      if (figure.range === null) continue;
      // Each end is rounded once.
      for (const end of ['low', 'high'] as const)
        expect(Math.abs(cents(double?.range?.[end]) - 2 * cents(figure.range?.[end]))).toBeLessThanOrEqual(1);
      expect(other?.range?.trials).toBe(figure.range.trials);
      expect(grown.accounts[1]?.amounts?.[at]?.range?.trials ?? 0).toBeLessThan(figure.range.trials);
    }
  });

  test('is scored over the last twelve months that had anything to come, at most', () => {
    expect(of(world(late)).months).toHaveLength(12);
    const begun = world(late).filter(({ bought }) => bought >= START + 200);
    // 2026-03-20: the first month that began with purchases is April.
    expect(of(begun).months).toEqual(['2026-04', '2026-05', '2026-06', '2026-07', '2026-08', '2026-09']);
    expect(of(world(late).filter(({ bought }) => bought >= from - 3)).months).toEqual([]);
    expect(of().months).toEqual([]);
  });
});

describe('too little history', () => {
  test('is said, and what is pending stands apart', () => {
    const sales = knownOn(
      world(() => 10, { days: 50 }),
      START + 50,
    );
    const { accounts, total, scores } = reportOf(sales, day(START + 50));
    expect(accounts[0]).toMatchObject({ amounts: null, half: null, most: null, learnt: { days: 50 } });
    expect(total.untold).toBe(total.pending);
    expect(scores.every(({ forecast }) => forecast === null)).toBe(true);
  });

  test('ends with thirty paid rows and eight weeks', () => {
    const few = (count: number) =>
      Array.from(
        { length: count },
        (_, at): Sold => ({ kind: 0, bought: START + at, came: START + at, cents: 5 }),
      );
    const isKnown = (sales: readonly Sold[], at: number) =>
      expectReleases(moneyOf(sales), pastMorning(START + at)).until !== null;
    expect([isKnown(few(30), 56), isKnown(few(30), 55), isKnown(few(29), 56)]).toEqual([true, false, false]);
  });
});

describe('a range', () => {
  const trial = (forecast: bigint, came: bigint) => ({ forecast, came });

  test('is the forecast times the least and the greatest part that came', () => {
    const trials = [trial(200n, 150n), trial(100n, 100n), trial(1_000n, 1_300n)];
    expect(rangeOf(1_000n, trials)).toEqual({ low: 750n, high: 1_300n, trials: 3 });
    expect(rangeOf(1n, trials)).toEqual({ low: 1n, high: 1n, trials: 3 });
  });

  test('needs three forecasts of something', () => {
    expect(rangeOf(1_000n, [trial(200n, 150n), trial(100n, 100n), trial(0n, 10n)])).toBeNull();
    expect(rangeOf(0n, [trial(1n, 1n), trial(1n, 1n), trial(1n, 1n)])).toBeNull();
  });
});

test('weeks end on Sundays and follow each other; months end with theirs', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30_000 }), (at) => {
      const periods = periodsFrom(day(at));
      const weeks = periods.filter(({ kind }) => kind === 'week');
      expect(weeks[0]?.from).toBe(day(at));
      for (const [place, { from, to }] of weeks.entries()) {
        expect(new Date(to).getUTCDay()).toBe(0);
        if (place > 0) expect(dayOf(from)).toBe(dayOf(weeks[place - 1]?.to ?? '') + 1);
      }
      const ends = periods.filter(({ kind }) => kind === 'month').map(({ to }) => to);
      expect(ends).toHaveLength(2);
      for (const end of ends) expect(day(dayOf(end) + 1).slice(8)).toBe('01');
      expect(ends[0]?.slice(0, 7)).toBe(day(at).slice(0, 7));
    }),
  );
});

test('what came in a span is of the purchases that are asked for', () => {
  const money = moneyOf([
    { kind: 0, bought: START, came: START + 5, cents: 1 },
    { kind: 0, bought: START + 4, came: START + 5, cents: 20 },
    { kind: 0, bought: START, came: START + 6, cents: 300 },
    { kind: 0, bought: NO_DAY, came: START + 5, cents: 4_000 },
  ]);
  expect(cameWithin(money, { from: START + 5, to: START + 5 }, (at) => at <= START + 4)).toBe(21n);
  expect(cameWithin(money, { from: START + 4, to: START + 6 }, (at) => at < START + 4)).toBe(301n);
});
