import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DaySeries, estimateMonth, type MonthEstimate } from '#renderer/data/model/month-estimate.ts';
import type { Month } from '#shared/domain/dates.ts';
import { randomCases } from '#test/random-cases.ts';

/*
 * The oracle walks days as the platform's dates and looks each of them up by its text; it shares nothing with the model but
 * what is promised: three ways, the one that erred least, a range of its past errors, scored with what was known then.
 */

const DAY = 86_400_000;
const text = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const monthStart = (index: number) => Date.UTC(Math.floor(index / 12), index % 12, 1);
const indexOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;

type Days = ReadonlyMap<string, bigint>;

function sumOf(days: Days, first: number, last: number, size = false): bigint {
  let sum = 0n;
  for (let day = first; day <= last; day += DAY) {
    const value = days.get(text(day)) ?? 0n;
    sum += size && value < 0n ? -value : value;
  }
  return sum;
}

function todayOf(index: number, dayOfMonth: number): number {
  return Math.min(monthStart(index) + (dayOfMonth - 1) * DAY, monthStart(index + 1) - DAY);
}

function waysOf(days: Days, begin: number, index: number, dayOfMonth: number) {
  const today = todayOf(index, dayOfMonth);
  const end = monthStart(index + 1) - DAY;
  const own = sumOf(days, monthStart(index), today - DAY);
  const ways: { weekday?: bigint; shape?: bigint; season?: bigint } = {};
  if (today - 56 * DAY >= begin) {
    let eight = 0n;
    for (let day = today; day <= end; day += DAY) {
      // The last eight days of this weekday that are known.
      let last = day;
      while (last >= today) last -= 7 * DAY;
      for (let back = 0; back < 8; back += 1) eight += days.get(text(last - back * 7 * DAY)) ?? 0n;
    }
    ways.weekday = eight / 8n;
  }
  const others = [1, 2, 3, 4, 5, 6].map((back) => index - back).filter((other) => monthStart(other) >= begin);
  const day = (today - monthStart(index)) / DAY + 1;
  const gone = others.reduce(
    (sum, other) => sum + sumOf(days, monthStart(other), todayOf(other, day) - DAY),
    0n,
  );
  const left = others.reduce(
    (sum, other) => sum + sumOf(days, todayOf(other, day), monthStart(other + 1) - DAY),
    0n,
  );
  if (others.length >= 3 && gone > 0n) ways.shape = (own * left) / gone;
  const yearBefore = todayOf(index - 12, day);
  const then = sumOf(days, yearBefore - 28 * DAY, yearBefore - DAY);
  const now = sumOf(days, today - 28 * DAY, today - DAY);
  if (yearBefore - 28 * DAY >= begin && then > 0n && now > 0n)
    ways.season = (sumOf(days, yearBefore, monthStart(index - 11) - DAY) * now) / then;
  const usual =
    today - 56 * DAY < begin
      ? 0n
      : (sumOf(days, today - 56 * DAY, today - DAY, true) * BigInt((end - today) / DAY + 1)) / 56n;
  return { ways, usual, own, rest: sumOf(days, today, end) };
}

function naive(days: Days, begin: number, month: string, dayOfMonth: number): MonthEstimate | null {
  const names = ['weekday', 'shape', 'season'] as const;
  const errors = { weekday: [] as bigint[], shape: [] as bigint[], season: [] as bigint[] };
  const abs = (value: bigint) => (value < 0n ? -value : value);
  const mean = (name: (typeof names)[number]) =>
    // Exact to a part in 10^12 of a millionth.
    (errors[name].reduce((sum, error) => sum + error, 0n) * 10n ** 12n) / BigInt(errors[name].length);
  const pick = (ways: { [name: string]: bigint | undefined }) =>
    names
      .filter((name) => errors[name].length >= 3 && ways[name] !== undefined)
      .sort((one, other) => (mean(one) < mean(other) ? -1 : mean(one) > mean(other) ? 1 : 0))[0];
  const room = (name: (typeof names)[number], usual: bigint) => {
    const sorted = [...errors[name]].sort((one, other) => (one < other ? -1 : 1));
    const at = Math.min(sorted.length, Math.ceil(0.8 * (sorted.length + 1)));
    return ((sorted[at - 1] ?? 0n) * usual) / 1_000_000n;
  };
  const hits: boolean[] = [];
  let first = indexOf(month);
  while (monthStart(first - 1) >= begin) first -= 1;
  for (let index = first; index < indexOf(month); index += 1) {
    const { ways, usual, rest } = waysOf(days, begin, index, dayOfMonth);
    if (usual === 0n) continue;
    const name = pick(ways);
    if (name !== undefined) hits.push(abs(rest - (ways[name] ?? 0n)) <= room(name, usual));
    for (const each of names) {
      const told = ways[each];
      if (told !== undefined) errors[each].push((abs(rest - told) * 1_000_000n) / usual);
    }
  }
  const { ways, usual, own } = waysOf(days, begin, indexOf(month), dayOfMonth);
  const way = pick(ways);
  if (way === undefined || usual === 0n || hits.length < 3) return null;
  const likely = own + (ways[way] ?? 0n);
  const last = hits.slice(-12);
  return {
    low: likely - room(way, usual),
    likely,
    high: likely + room(way, usual),
    way,
    scored: last.length,
    hits: last.filter((hit) => hit).length,
  };
}

/** A company's days: a level, weekdays, a season, growth, and chance. */
const company = fc
  .record({
    months: fc.integer({ min: 0, max: 30 }),
    before: fc.integer({ min: 0, max: 40 }),
    dayOfMonth: fc.integer({ min: 1, max: 31 }),
    level: fc.integer({ min: -50, max: 5000 }),
    weekend: fc.integer({ min: 0, max: 300 }),
    growth: fc.integer({ min: -2, max: 4 }),
    noise: fc.integer({ min: 0, max: 3000 }),
    seed: fc.integer({ min: 1, max: 2 ** 30 }),
  })
  .map((made) => {
    const index = 2026 * 12 + 10;
    const begin = monthStart(index - made.months) - made.before * DAY;
    const today = todayOf(index, made.dayOfMonth);
    let chance = made.seed;
    const values: bigint[] = [];
    for (let day = begin; day <= today; day += DAY) {
      chance = (chance * 1103515245 + 12345) % 2 ** 31;
      const weekday = new Date(day).getUTCDay();
      const at = Math.round((day - begin) / DAY);
      const usual = made.level + made.growth * at;
      const own = weekday === 0 || weekday === 6 ? Math.round((usual * made.weekend) / 100) : usual;
      values.push(BigInt(own + (made.noise === 0 ? 0 : (chance % (2 * made.noise)) - made.noise)));
    }
    return { ...made, begin, values };
  });

const seriesOf = ({
  begin,
  values,
}: {
  readonly begin: number;
  readonly values: readonly bigint[];
}): DaySeries => ({
  from: begin / DAY,
  values,
});
const NOVEMBER = '2026-11' as Month;

describe('the estimate of a month', () => {
  test('is that of the oracle, to the last unit, with its range and its score', () => {
    let estimated = 0;
    fc.assert(
      fc.property(company, (made) => {
        const days = new Map(made.values.map((value, at) => [text(made.begin + at * DAY), value]));
        const own = estimateMonth(seriesOf(made), NOVEMBER, made.dayOfMonth);
        expect(own).toEqual(naive(days, made.begin, NOVEMBER, made.dayOfMonth));
        if (own !== null) {
          estimated += 1;
          expect(own.low <= own.likely && own.likely <= own.high).toBe(true);
          expect(own.hits <= own.scored && own.scored <= 12).toBe(true);
        }
      }),
      { numRuns: randomCases(60) },
    );
    expect(estimated).toBeGreaterThan(10);
  });

  test('never looks at the day that goes on, nor past it', () => {
    fc.assert(
      fc.property(
        company,
        fc.array(fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }), { maxLength: 40 }),
        (made, later) => {
          const cut = { ...made, values: [...made.values.slice(0, -1), ...later] };
          expect(estimateMonth(seriesOf(cut), NOVEMBER, made.dayOfMonth)).toEqual(
            estimateMonth(seriesOf(made), NOVEMBER, made.dayOfMonth),
          );
        },
      ),
      { numRuns: randomCases(30) },
    );
  });

  test('of weeks that are all alike is what the weeks bring, and is right to the unit', () => {
    const begin = Date.UTC(2024, 9, 1);
    const values: bigint[] = [];
    for (let day = begin; day < Date.UTC(2026, 10, 24); day += DAY)
      values.push(BigInt(100 * (new Date(day).getUTCDay() + 1)));
    const whole = new Map<string, bigint>();
    for (let day = Date.UTC(2026, 10, 1); day < Date.UTC(2026, 11, 1); day += DAY)
      whole.set(text(day), BigInt(100 * (new Date(day).getUTCDay() + 1)));
    const november = sumOf(whole, Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 30));
    expect(estimateMonth(seriesOf({ begin, values }), NOVEMBER, 23)).toEqual({
      ...{ low: november, likely: november, high: november, way: 'weekday', scored: 12, hits: 12 },
    });
  });

  test('is not told while too few months are known', () => {
    const flat = (begin: number) => {
      const values = Array.from({ length: (Date.UTC(2026, 10, 23) - begin) / DAY + 1 }, () => 10n);
      return estimateMonth(seriesOf({ begin, values }), NOVEMBER, 23);
    };
    expect(flat(Date.UTC(2026, 5, 1))).toBeNull();
    expect(flat(Date.UTC(2026, 1, 1))).not.toBeNull();
    expect(estimateMonth({ from: 20_000, values: [] }, NOVEMBER, 23)).toBeNull();
  });

  test('is the same of amounts ten times as large', () => {
    fc.assert(
      fc.property(company, (made) => {
        const own = estimateMonth(seriesOf(made), NOVEMBER, made.dayOfMonth);
        const tenfold = { ...made, values: made.values.map((value) => value * 10n) };
        const other = estimateMonth(seriesOf(tenfold), NOVEMBER, made.dayOfMonth);
        expect(other === null).toBe(own === null);
        if (own === null || other === null) return;
        // Divisions are cut off at a unit, which is a tenth of what it was.
        const far = other.likely - own.likely * 10n;
        if (own.way === other.way) expect(far < 20n && far > -20n).toBe(true);
      }),
      { numRuns: randomCases(30) },
    );
  });
});
