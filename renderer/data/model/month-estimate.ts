import { dayNumber, firstDay, lastDay, type Month, shiftMonth } from '#shared/domain/dates.ts';

/**
 * How a month that goes on will end, from this company's own days: three ways of telling the days that are left, of which the
 * one that erred least on the months before is taken, within the range that its errors there earned. Whole numbers
 * throughout (units of one scale), so that what is shown is exact and the same on every machine. Pure.
 *
 * The last day there is counts as not over: it is foretold with the rest, here and in every month that is looked back on.
 */

/** A figure day by day, `values[0]` of the day `from` (days from 1970-01-01); a day without rows is 0. */
export type DaySeries = { readonly from: number; readonly values: readonly bigint[] };

/** How the days left are told. */
export const ESTIMATE_WAYS = ['weekday', 'shape', 'season'] as const;
export type EstimateWay = (typeof ESTIMATE_WAYS)[number];

export type MonthEstimate = {
  readonly low: bigint;
  readonly likely: bigint;
  readonly high: bigint;
  readonly way: EstimateWay;
  /** Past months that were foretold as of the same day, with what was known then, and those that ended within their range. */
  readonly scored: number;
  readonly hits: number;
};

/** Whole weeks that weekdays are told from, and the days that the size of an error is measured by. */
const WEEKS = 8;
const WEEKDAYS = 7;
const LEVEL_DAYS = WEEKS * WEEKDAYS;
/** Months whose course is looked at, and as few of them as tell anything. */
const SHAPE_MONTHS = 6;
const MIN_SHAPE_MONTHS = 3;
/** Days by which this year is held against the last. */
const GROWTH_DAYS = 28;
/** A way is judged by so many past errors at least, and a range is shown once so many months were scored. */
const MIN_ERRORS = 3;
const MIN_SCORED = 3;
/** Months that are scored at most. */
const MAX_SCORED = 12;
/** Four of five: of the errors that were made, so many lie within the range. */
const WITHIN = { part: 4, of: 5 } as const;
/** Errors are told in millionths of what the days left usually bring. */
const MILLION = 1_000_000n;

type Span = { readonly from: number; readonly to: number };

const spanOf = (month: Month): Span => ({
  from: dayNumber(firstDay(month)),
  to: dayNumber(lastDay(month)),
});

/** Sums of days by their running totals; days outside the series are 0. */
function summed({ from, values }: DaySeries) {
  const before: bigint[] = [0n];
  for (const value of values) before.push((before.at(-1) ?? 0n) + value);
  const upTo = (day: number): bigint => before[Math.max(0, Math.min(values.length, day - from))] ?? 0n;
  return {
    from,
    /** Of both ends included; 0 of none. */
    sum: (first: number, last: number): bigint => (last < first ? 0n : upTo(last + 1) - upTo(first)),
    at: (day: number): bigint => values[day - from] ?? 0n,
  };
}
type Summed = ReturnType<typeof summed>;

/** A month as of one of its days: known are the days before `today`, which is foretold with what follows. */
type AsOf = { readonly month: Month; readonly span: Span; readonly today: number };

function asOf(month: Month, dayOfMonth: number): AsOf {
  const span = spanOf(month);
  return { month, span, today: Math.min(span.from + dayOfMonth - 1, span.to) };
}

/** The days left as each of their weekdays brought in the last eight weeks. */
function byWeekday({ sum, from, at }: Summed, { span, today }: AsOf): bigint | null {
  if (today - LEVEL_DAYS < from) return null;
  const week = Array.from({ length: WEEKDAYS }, (_, ahead) => {
    let brought = 0n;
    for (let back = 1; back <= WEEKS; back += 1) brought += at(today + ahead - WEEKDAYS * back);
    return brought;
  });
  const whole = sum(today - LEVEL_DAYS, today - 1);
  const left = span.to - today + 1;
  let rest = BigInt(Math.floor(left / WEEKDAYS)) * whole;
  for (let ahead = 0; ahead < left % WEEKDAYS; ahead += 1) rest += week[ahead] ?? 0n;
  return rest / BigInt(WEEKS);
}

/** The days left as they stood to the days before them in the last months. */
function byShape({ sum, from }: Summed, { month, span, today }: AsOf): bigint | null {
  const day = today - span.from + 1;
  let [gone, left, months] = [0n, 0n, 0];
  for (let back = 1; back <= SHAPE_MONTHS; back += 1) {
    const other = asOf(shiftMonth(month, -back), day);
    if (other.span.from < from) break;
    gone += sum(other.span.from, other.today - 1);
    left += sum(other.today, other.span.to);
    months += 1;
  }
  if (months < MIN_SHAPE_MONTHS || gone <= 0n) return null;
  return (sum(span.from, today - 1) * left) / gone;
}

/** The days left as those of the year before, as much greater as this year's last four weeks are. */
function bySeason({ sum, from }: Summed, { month, span, today }: AsOf): bigint | null {
  const before = asOf(shiftMonth(month, -12), today - span.from + 1);
  if (before.today - GROWTH_DAYS < from) return null;
  const then = sum(before.today - GROWTH_DAYS, before.today - 1);
  const now = sum(today - GROWTH_DAYS, today - 1);
  return then <= 0n || now <= 0n ? null : (sum(before.today, before.span.to) * now) / then;
}

const WAYS: { readonly [way in EstimateWay]: (known: Summed, of: AsOf) => bigint | null } = {
  weekday: byWeekday,
  shape: byShape,
  season: bySeason,
};

const sizeOf = (value: bigint): bigint => (value < 0n ? -value : value);

/** What the days left usually bring, whatever its sign: the measure of an error. 0 where nothing was sold of late. */
function usualOf({ at, from }: Summed, { span, today }: AsOf): bigint {
  if (today - LEVEL_DAYS < from) return 0n;
  let brought = 0n;
  for (let day = today - LEVEL_DAYS; day < today; day += 1) brought += sizeOf(at(day));
  return (brought * BigInt(span.to - today + 1)) / BigInt(LEVEL_DAYS);
}

/** The error that four of five did not exceed, of those in rising order; with few of them the greatest. */
function earnedError(errors: readonly bigint[]): bigint {
  const sorted = errors.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  const at = Math.ceil(((sorted.length + 1) * WITHIN.part) / WITHIN.of) - 1;
  return sorted[Math.min(at, sorted.length - 1)] ?? 0n;
}

type Errors = { readonly [way in EstimateWay]: readonly bigint[] };

/** The way that erred least so far, with the days left as it tells them; null where none has been judged often enough. */
function chosen(known: Summed, of: AsOf, errors: Errors) {
  let best: { readonly way: EstimateWay; readonly rest: bigint; readonly errors: readonly bigint[] } | null =
    null;
  const totalOf = (list: readonly bigint[]): bigint => list.reduce((sum, error) => sum + error, 0n);
  for (const way of ESTIMATE_WAYS) {
    const rest = errors[way].length < MIN_ERRORS ? null : WAYS[way](known, of);
    if (rest === null) continue;
    // Means are held against each other without dividing: total ÷ count.
    const isBetter =
      best === null ||
      totalOf(errors[way]) * BigInt(best.errors.length) < totalOf(best.errors) * BigInt(errors[way].length);
    if (isBetter) best = { way, rest, errors: errors[way] };
  }
  return best;
}

/** The months that can be looked back on, the first first: whole ones that the series covers, before a month. */
function wholeMonths({ from }: Summed, month: Month): readonly Month[] {
  const months: Month[] = [];
  for (let other = shiftMonth(month, -1); spanOf(other).from >= from; other = shiftMonth(other, -1))
    months.push(other);
  return months.toReversed();
}

/**
 * The end of `month` as of its day number `dayOfMonth`; null while too few months of the company's own are known. Days from
 * that one on are never looked at.
 */
export function estimateMonth(series: DaySeries, month: Month, dayOfMonth: number): MonthEstimate | null {
  const known = summed(series);
  let errors: Errors = { weekday: [], shape: [], season: [] };
  const scores: boolean[] = [];
  for (const past of wholeMonths(known, month)) {
    const of = asOf(past, dayOfMonth);
    const usual = usualOf(known, of);
    if (usual === 0n) continue;
    const actual = known.sum(of.today, of.span.to);
    const told = chosen(known, of, errors);
    if (told !== null) {
      const room = (earnedError(told.errors) * usual) / MILLION;
      scores.push(sizeOf(actual - told.rest) <= room);
    }
    const errorOf = (way: EstimateWay): readonly bigint[] => {
      const rest = WAYS[way](known, of);
      return rest === null ? errors[way] : [...errors[way], (sizeOf(actual - rest) * MILLION) / usual];
    };
    errors = { weekday: errorOf('weekday'), shape: errorOf('shape'), season: errorOf('season') };
  }
  const now = asOf(month, dayOfMonth);
  const told = chosen(known, now, errors);
  const usual = usualOf(known, now);
  if (told === null || usual === 0n || scores.length < MIN_SCORED) return null;
  const room = (earnedError(told.errors) * usual) / MILLION;
  const likely = known.sum(now.span.from, now.today - 1) + told.rest;
  const last = scores.slice(-MAX_SCORED);
  return {
    low: likely - room,
    likely,
    high: likely + room,
    way: told.way,
    scored: last.length,
    hits: last.filter(Boolean).length,
  };
}
