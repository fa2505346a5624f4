import { compareTexts } from '#shared/base/fold.ts';
import type { Task } from '#shared/base/tasks.ts';
import {
  dayNumber,
  dayOfNumber,
  firstDay,
  type LocalDate,
  lastDay,
  type Month,
  monthOf,
  shiftMonth,
} from '#shared/domain/dates.ts';
import { type Decimal, toDecimal } from '#shared/domain/decimal.ts';
import { daysUntil, LONGEST_DELAY } from './delays.ts';
import {
  cameWithin,
  expectReleases,
  rangeOf,
  type Span,
  type Trial,
  tryMorning,
  within,
} from './expected.ts';
import type { AccountMoney, ForecastMoney } from './forecast-money.ts';
import type {
  ForecastAccount,
  ForecastFigure,
  ForecastPeriod,
  ForecastReport,
  ForecastScore,
  MoneyForecast,
} from './forecast-results.ts';

const WEEKS = 6;
const MONTHS_SCORED = 12;

/** 1970-01-01 was a Thursday; weeks end on Sundays. */
const daysToSunday = (day: number): number => (((2 - day) % 7) + 8) % 7;

export type ForecastDays = {
  /** Of what was bought by then and has not come. */
  readonly today: LocalDate;
  /** The last day that the rows can know of: from here on it is foretold. Not after today. */
  readonly from: LocalDate;
};

/** Weeks up to their Sundays, then the ends of this month and of the next, all from the same day on. */
export function periodsFrom(from: LocalDate): readonly ForecastPeriod[] {
  const morning = dayNumber(from);
  const sunday = morning + daysToSunday(morning);
  const weeks = Array.from({ length: WEEKS }, (_, at): ForecastPeriod => {
    const begin = at === 0 ? morning : sunday + 7 * at - 6;
    return { kind: 'week', from: dayOfNumber(begin), to: dayOfNumber(sunday + 7 * at) };
  });
  const months = [0, 1].map(
    (ahead): ForecastPeriod => ({ kind: 'month', from, to: lastDay(shiftMonth(monthOf(from), ahead)) }),
  );
  return [...weeks, ...months];
}

const byName = (one: AccountMoney, other: AccountMoney): number =>
  compareTexts(one.canal, other.canal) || compareTexts(one.cuenta, other.cuenta);

/** The forecast of each account, in the order of their names, and of all, and how those of months that are over held. */
export function* forecastReport(money: ForecastMoney, { today, from }: ForecastDays): Task<ForecastReport> {
  const periods = periodsFrom(from);
  const months = scoredMonths(money, from);
  const rehearsals = pastMornings(from);
  const found: AccountWork[] = [];
  for (const account of money.accounts.toSorted(byName)) {
    const trials: (readonly (Trial | null)[])[] = [];
    for (const { morning, spans } of rehearsals) {
      const known = spans.filter((span) => span !== null);
      const tried = tryMorning(account, morning, known);
      trials.push(spans.map((span) => (span === null ? null : (tried?.[known.indexOf(span)] ?? null))));
      yield;
    }
    const scores: MonthWork[] = [];
    for (const month of months) {
      scores.push(scoreOf(account, month));
      yield;
    }
    found.push({ ...forecastOf(account, { today, from }, periods), account, trials, scores });
    yield;
  }
  const text = textOf(money.scale);
  const total = { trials: addTrials(found, rehearsals.length, periods.length), ...addWork(found) };
  return {
    from,
    periods,
    accounts: found.map((each) => ({ ...accountView(each, text), ...forecastView(each, text) })),
    total: forecastView(total, text),
    months,
    scores: months.map((_, at) => scoreView(addScores(found.map(({ scores }) => scores[at])), text)),
  };
}

type ForecastWork = {
  readonly pending: bigint;
  readonly rows: number;
  readonly dated: bigint;
  readonly untold: bigint;
  readonly amounts: readonly bigint[] | null;
  readonly later: bigint;
  readonly never: bigint;
};
type MonthWork = { readonly forecast: bigint | null; readonly came: bigint; readonly since: bigint };
type AccountWork = ForecastWork & {
  readonly account: AccountMoney;
  readonly learnt: ForecastAccount['learnt'];
  readonly half: number | null;
  readonly most: number | null;
  /** By past morning and period. */
  readonly trials: readonly (readonly (Trial | null)[])[];
  readonly scores: readonly MonthWork[];
};

function forecastOf(account: AccountMoney, days: ForecastDays, periods: readonly ForecastPeriod[]) {
  const morning = dayNumber(days.from);
  const { delays, pending, rows, dated, until } = expectReleases(account, {
    morning,
    known: dayNumber(days.today),
    isNow: true,
  });
  const learnt = { rows: delays.rows, days: delays.days };
  const base = { pending, rows, dated, learnt };
  if (until === null) {
    return { ...base, untold: pending, amounts: null, later: 0n, never: 0n, half: null, most: null };
  }
  const ever = until(Number.POSITIVE_INFINITY);
  const weeksEnd = periods.findLast(({ kind }) => kind === 'week')?.to ?? days.from;
  return {
    ...base,
    untold: 0n,
    amounts: periods.map((period) => within(until, spanOf(period))),
    later: ever - until(dayNumber(weeksEnd)),
    never: pending - ever,
    half: daysUntil(delays.usual, 0.5),
    most: daysUntil(delays.usual, 0.9),
  };
}

const spanOf = ({ from, to }: Pick<ForecastPeriod, 'from' | 'to'>): Span => ({
  from: dayNumber(from),
  to: dayNumber(to),
});

/** The same day of past months, with the periods as they lay then; null: not over yet. */
function pastMornings(from: LocalDate) {
  const day = Number(from.slice(8));
  const now = dayNumber(from);
  const weeks = periodsFrom(from).filter(({ kind }) => kind === 'week');
  return Array.from({ length: MONTHS_SCORED }, (_, back) => {
    const month = shiftMonth(monthOf(from), -1 - back);
    const morning = Math.min(dayNumber(firstDay(month)) + day - 1, dayNumber(lastDay(month)));
    const shifted = weeks.map((week) => {
      const span = spanOf(week);
      return { from: span.from - now + morning, to: span.to - now + morning };
    });
    const ends = [0, 1].map((ahead) => ({ from: morning, to: dayNumber(lastDay(shiftMonth(month, ahead))) }));
    return { morning, spans: [...shifted, ...ends].map((span) => (span.to < now ? span : null)) };
  });
}

/** The last months that are over, from the first on of which any account has a purchase before. */
function scoredMonths({ accounts }: ForecastMoney, from: LocalDate): readonly Month[] {
  const months = Array.from({ length: MONTHS_SCORED }, (_, back) =>
    shiftMonth(monthOf(from), back - MONTHS_SCORED),
  );
  const isKnown = (month: Month) => {
    const morning = dayNumber(firstDay(month));
    return accounts.some(({ bought }) =>
      bought.some((day) => day < morning && day >= morning - LONGEST_DELAY),
    );
  };
  const first = months.findIndex(isKnown);
  return first < 0 ? [] : months.slice(first);
}

function scoreOf(account: AccountMoney, month: Month): MonthWork {
  const span = { from: dayNumber(firstDay(month)), to: dayNumber(lastDay(month)) };
  const [trial] = tryMorning(account, span.from, [span]) ?? [];
  return {
    forecast: trial?.forecast ?? null,
    came: cameWithin(account, span, (day) => day < span.from),
    since: cameWithin(account, span, (day) => day >= span.from),
  };
}

const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);

function addWork(found: readonly ForecastWork[]): ForecastWork {
  const add = (key: 'pending' | 'dated' | 'untold' | 'later' | 'never') =>
    sumOf(found.map((each) => each[key]));
  const known = found.flatMap(({ amounts }) => (amounts === null ? [] : [amounts]));
  const [one] = known;
  return {
    pending: add('pending'),
    rows: found.reduce((sum, { rows }) => sum + rows, 0),
    dated: add('dated'),
    untold: add('untold'),
    amounts: one === undefined ? null : one.map((_, at) => sumOf(known.map((each) => each[at] ?? 0n))),
    later: add('later'),
    never: add('never'),
  };
}

/** Of accounts of which nothing was foretold, what came is no measure of what was. */
function addScores(scores: readonly (MonthWork | undefined)[]): MonthWork {
  const forecasted = scores.filter(
    (each) => each !== undefined && each.forecast !== null,
  ) as readonly MonthWork[];
  const all =
    forecasted.length > 0
      ? forecasted
      : (scores.filter((each) => each !== undefined) as readonly MonthWork[]);
  return {
    forecast: forecasted.length === 0 ? null : sumOf(forecasted.map(({ forecast }) => forecast ?? 0n)),
    came: sumOf(all.map(({ came }) => came)),
    since: sumOf(all.map(({ since }) => since)),
  };
}

function addTrials(found: readonly AccountWork[], mornings: number, periods: number): AccountWork['trials'] {
  return Array.from({ length: mornings }, (_, morning) =>
    Array.from({ length: periods }, (__, period): Trial | null => {
      const own = found.flatMap(({ trials }) => trials[morning]?.[period] ?? []);
      if (own.length === 0) return null;
      return {
        forecast: sumOf(own.map(({ forecast }) => forecast)),
        came: sumOf(own.map(({ came }) => came)),
      };
    }),
  );
}

type TextOf = (units: bigint) => Decimal;
const textOf =
  (scale: number): TextOf =>
  (units) =>
    toDecimal({ units, scale });

function forecastView(work: ForecastWork & Pick<AccountWork, 'trials'>, text: TextOf): MoneyForecast {
  const { pending, rows, dated, untold, amounts, later, never, trials } = work;
  return {
    pending: text(pending),
    rows,
    dated: text(dated),
    untold: text(untold),
    amounts:
      amounts?.map((amount, period): ForecastFigure => {
        const range = rangeOf(
          amount,
          trials.flatMap((each) => each[period] ?? []),
        );
        return {
          amount: text(amount),
          range:
            range === null ? null : { low: text(range.low), high: text(range.high), trials: range.trials },
        };
      }) ?? null,
    later: text(later),
    never: text(never),
  };
}

function accountView({ account, learnt, half, most, scores }: AccountWork, text: TextOf) {
  const { canal, cuenta, undated, stated } = account;
  return {
    canal,
    cuenta,
    learnt,
    undated,
    stated,
    half,
    most,
    scores: scores.map((each) => scoreView(each, text)),
  };
}

const scoreView = ({ forecast, came, since }: MonthWork, text: TextOf): ForecastScore => ({
  forecast: forecast === null ? null : text(forecast),
  came: text(came),
  since: text(since),
});
