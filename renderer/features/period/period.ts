import type { Text } from '#renderer/i18n/text.tsx';
import { monthNames } from '#renderer/i18n/time-formats.ts';
import {
  dayOf,
  firstDay,
  type LocalDate,
  type LocalDateTime,
  lastDay,
  type Month,
  monthOf,
  shiftDay,
  shiftMonth,
  startOfDay,
} from '#shared/domain/dates.ts';
import type { Period } from '#shared/domain/selection.ts';
import type { LinkPreset } from '#shared/domain/view-link.ts';

/** Periods as people move through them: whole months where they are whole months, else by their own days. */

/** `count` whole months that end with `last`. */
export function monthsPeriod(last: Month, count: number): Period {
  return { from: firstDay(shiftMonth(last, 1 - count)), to: lastDay(last) };
}

/** First and last month of a period made of whole months; null where it is not. */
export function wholeMonths(period: Period): { readonly first: Month; readonly last: Month } | null {
  const first = monthOf(period.from);
  const last = monthOf(period.to);
  return period.from === firstDay(first) && period.to === lastDay(last) ? { first, last } : null;
}

function monthsBetween(first: Month, last: Month): number {
  const index = (month: Month): number => {
    const [year = 0, number = 1] = month.split('-').map(Number);
    return year * 12 + number;
  };
  return index(last) - index(first);
}

const DAY_MS = 86_400_000;

function daysIn(period: Period): number {
  const ms = (day: LocalDate): number => Date.parse(`${startOfDay(day)}Z`);
  return Math.round((ms(period.to) - ms(period.from)) / DAY_MS) + 1;
}

/** Whether a month so many months away is in a year of four digits. */
function hasYear(month: Month, months: number): boolean {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const index = year * 12 + number - 1 + months;
  return index >= 0 && index < 10_000 * 12;
}

/** The period before (-1) or after (+1); the same where the calendar ends before it. From no period: the month of the last purchase. */
export function stepPeriod(
  period: Period | null,
  direction: -1 | 1,
  lastPurchase: LocalDateTime | null,
): Period | null {
  if (period === null) return lastPurchase === null ? null : monthsPeriod(monthOf(lastPurchase), 1);
  const months = wholeMonths(period);
  if (months !== null) {
    const count = monthsBetween(months.first, months.last) + 1;
    if (!hasYear(months.first, direction * count) || !hasYear(months.last, direction * count)) return period;
    return monthsPeriod(shiftMonth(months.last, direction * count), count);
  }
  const days = daysIn(period) * direction;
  const away = Math.sign(days) * Math.ceil(Math.abs(days) / 28);
  if (!hasYear(monthOf(period.from), away) || !hasYear(monthOf(period.to), away)) return period;
  return { from: shiftDay(period.from, days), to: shiftDay(period.to, days) };
}

/** Periods that are asked for by name, each with its key in the choice of periods: those that go on, then whole ones. */
export const PERIOD_PRESETS = [
  { id: 'day', key: 't' },
  { id: 'month', key: 'm' },
  { id: 'quarter', key: 'q' },
  { id: 'year', key: 'y' },
  { id: 'month-before', key: 'p' },
  { id: 'month-year-before', key: 'o' },
  { id: 'quarter-before', key: 'r' },
  { id: 'quarter-year-before', key: 's' },
  { id: 'year-before', key: 'a' },
  { id: 'twelve-months', key: 'd' },
] as const satisfies readonly { readonly id: LinkPreset; readonly key: string }[];
export type PeriodPreset = (typeof PERIOD_PRESETS)[number]['id'];

/** The facts that named periods are computed from. */
export type Present = {
  /** The seller's own present, on the channels' local calendar: the last purchase there is. */
  readonly lastPurchase: LocalDateTime;
  /** The last month that is over and held whole; null while none is known to be. */
  readonly complete: Month | null;
};

/**
 * The days of a preset. Month, quarter and year that go on are those of the last purchase, and go to it, so that they can
 * be held against as many days before. The others are whole: the last complete month, or the one before the last
 * purchase while none is known to be complete; the quarter and the year that ended last; and what lay a year before them.
 */
export function presetPeriod(preset: PeriodPreset, { lastPurchase, complete }: Present): Period {
  const today = dayOf(lastPurchase);
  const month = monthOf(lastPurchase);
  const before = complete ?? shiftMonth(month, -1);
  // A month that is over, with nothing bought since, ends its quarter and its year too.
  const running = complete === null || complete < month ? month : shiftMonth(complete, 1);
  switch (preset) {
    case 'day':
      return { from: today, to: today };
    case 'month':
      return { from: firstDay(month), to: today };
    case 'quarter':
      return { from: firstDay(firstOfQuarter(month)), to: today };
    case 'year':
      return { from: firstDay(firstOfYear(month)), to: today };
    case 'month-before':
      return monthsPeriod(before, 1);
    case 'month-year-before':
      return monthsPeriod(shiftMonth(before, -12), 1);
    case 'quarter-before':
      return monthsPeriod(shiftMonth(firstOfQuarter(running), -1), 3);
    case 'quarter-year-before':
      return monthsPeriod(shiftMonth(firstOfQuarter(running), -13), 3);
    case 'year-before':
      return monthsPeriod(shiftMonth(firstOfYear(running), -1), 12);
    case 'twelve-months':
      return monthsPeriod(before, 12);
  }
}

function firstOfQuarter(month: Month): Month {
  return shiftMonth(month, -((Number(month.slice(5, 7)) - 1) % 3));
}

function firstOfYear(month: Month): Month {
  return `${month.slice(0, 4)}-01` as Month;
}

/** A month's short name, of a text that begins with YYYY-MM. */
export function monthName(month: string, text: Text): string {
  return monthNames(text.locale).short[Number(month.slice(5, 7)) - 1] ?? month.slice(5, 7);
}

/** «oct 2026» of YYYY-MM. */
export function describeMonth(month: string, text: Text): string {
  return /^\d{4}-\d{2}$/.test(month) ? `${monthName(month, text)} ${month.slice(0, 4)}` : month;
}

/** «1–31 oct 2026», «nov 2025 – nov 2026», «28 oct – 3 nov 2026». */
export function describePeriod(period: Period | null, text: Text): string {
  if (period === null) return text('period.everything');
  const { from, to } = period;
  const day = (date: LocalDate): string => String(Number(date.slice(8, 10)));
  const year = (date: LocalDate): string => date.slice(0, 4);
  if (from === to) return `${day(from)} ${monthName(from, text)} ${year(from)}`;
  if (monthOf(from) === monthOf(to)) return `${day(from)}–${day(to)} ${monthName(to, text)} ${year(to)}`;
  const months = wholeMonths(period);
  if (months !== null) {
    const first = year(from) === year(to) ? monthName(from, text) : describeMonth(months.first, text);
    return `${first} – ${describeMonth(months.last, text)}`;
  }
  const start = `${day(from)} ${monthName(from, text)}${year(from) === year(to) ? '' : ` ${year(from)}`}`;
  return `${start} – ${day(to)} ${monthName(to, text)} ${year(to)}`;
}
