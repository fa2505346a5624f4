import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import { divideRounded } from '#shared/domain/decimal.ts';
import { type Delays, isEnough, LONGEST_DELAY, learnDelays, shareWithin } from './delays.ts';
import { type AccountMoney, MONEY_KINDS, NOT_YET } from './forecast-money.ts';

/** Days since 1970-01-01, both within. */
export type Span = { readonly from: number; readonly to: number };

/** The payments expected of an account, from the morning of a day on. */
export type Expected = {
  readonly delays: Delays;
  /** Money that has not come, all of it. */
  readonly pending: bigint;
  readonly rows: number;
  /** Of it, what has a day ahead: a statement or the rows name it. */
  readonly dated: bigint;
  /** The amount expected up to the end of a day. Null where too little is known. */
  readonly until: ((day: number) => bigint) | null;
};

export type Moment = {
  readonly morning: number;
  /** The last day whose purchases and releases are known: the day before, or later. */
  readonly known: number;
  /** Days ahead are known already. False of mornings that are past: nobody knows when a day became known. */
  readonly isNow: boolean;
};

export const pastMorning = (morning: number): Moment => ({ morning, known: morning - 1, isNow: false });

/** Shares are whole numbers of 2^-52, so that amounts times shares are added exactly and rounded once. */
const ONE = 2 ** 52;
const WHOLE = BigInt(ONE);

export function expectReleases(money: AccountMoney, moment: Moment): Expected {
  const { morning, known, isNow } = moment;
  const { kind, bought, came, rows, units } = money;
  const delays = learnDelays(money, morning);
  /** By kind, and by the day of the purchase. */
  const waiting = MONEY_KINDS.map(() => new Map<number, bigint>());
  const dated: { readonly day: number; readonly units: bigint }[] = [];
  let [pending, count] = [0n, 0];
  for (let at = 0; at < bought.length; at += 1) {
    const [day, end, own] = [bought[at] ?? NO_DAY, came[at] ?? NOT_YET, units[at] ?? 0n];
    if (end <= known || day > known) continue;
    pending += own;
    count += rows[at] ?? 0;
    if (isNow && end !== NOT_YET) dated.push({ day: end, units: own });
    else add(waiting[kind[at] ?? 0], day, own);
  }
  const until = (last: number): bigint => {
    let parts = 0n;
    for (const [at, days] of waiting.entries()) {
      for (const [day, own] of days) {
        const from = Math.max(day, morning);
        if (day === NO_DAY || from - day > LONGEST_DELAY) continue;
        const share = shareWithin(delays.curve(at, day), from - day, last - from + 1);
        if (share > 0) parts += own * BigInt(Math.round(share * ONE));
      }
    }
    const sure = dated.reduce((sum, each) => (each.day <= last ? sum + each.units : sum), 0n);
    return sure + divideRounded(parts, WHOLE);
  };
  return {
    delays,
    pending,
    rows: count,
    dated: dated.reduce((sum, each) => sum + each.units, 0n),
    until: isEnough(delays) ? until : null,
  };
}

function add(sums: Map<number, bigint> | undefined, day: number, units: bigint): void {
  sums?.set(day, (sums.get(day) ?? 0n) + units);
}

/** So that differences of what comes until two days add up. */
export function within(until: (day: number) => bigint, { from, to }: Span): bigint {
  return until(to) - until(from - 1);
}

/** A forecast of a span on a past morning, and its outcome. */
export type Trial = { readonly forecast: bigint; readonly came: bigint };

/** Null where too little was known then. Nothing of that morning or later is looked at for the forecast. */
export function tryMorning(
  money: AccountMoney,
  morning: number,
  spans: readonly Span[],
): readonly Trial[] | null {
  const { until } = expectReleases(money, pastMorning(morning));
  if (until === null) return null;
  return spans.map((span) => ({
    forecast: within(until, span),
    came: cameWithin(money, span, (day) => day < morning),
  }));
}

/** The amount that came on the days of a span of the purchases of some days. */
export function cameWithin(
  { bought, came, units }: AccountMoney,
  { from, to }: Span,
  isWanted: (day: number) => boolean,
): bigint {
  let sum = 0n;
  for (let at = 0; at < bought.length; at += 1) {
    const [day, end] = [bought[at] ?? NO_DAY, came[at] ?? NOT_YET];
    if (end >= from && end <= to && day !== NO_DAY && isWanted(day)) sum += units[at] ?? 0n;
  }
  return sum;
}

/** Of fewer past forecasts no range is told. */
export const MIN_TRIALS = 3;

export type Range = { readonly low: bigint; readonly high: bigint; readonly trials: number };

/** A forecast times the least and the greatest part of what was foretold that came in the past; null: too few tell. */
export function rangeOf(forecast: bigint, trials: readonly Trial[]): Range | null {
  const informative = trials.filter((trial) => trial.forecast > 0n);
  const [first] = informative;
  if (first === undefined || informative.length < MIN_TRIALS || forecast <= 0n) return null;
  const less = (one: Trial, other: Trial): boolean => one.came * other.forecast < other.came * one.forecast;
  const least = informative.reduce((best, each) => (less(each, best) ? each : best), first);
  const most = informative.reduce((best, each) => (less(best, each) ? each : best), first);
  const scaled = ({ came, forecast: foretold }: Trial) => divideRounded(forecast * came, foretold);
  return { low: scaled(least), high: scaled(most), trials: informative.length };
}
