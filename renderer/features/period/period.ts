import type { Text } from '#renderer/i18n/text.tsx';
import { monthNames } from '#renderer/i18n/time-formats.ts';
import {
  dayOf,
  type LocalDate,
  type LocalDateTime,
  type Month,
  monthOf,
  shiftDay,
  shiftMonth,
  startOfDay,
} from '#shared/domain/dates.ts';
import type { Period } from '#shared/domain/selection.ts';

/** Periods as people move through them: whole months where they are whole months, else by their own days. */

export function firstDay(month: Month): LocalDate {
  return `${month}-01` as LocalDate;
}

/** Also of a calendar's last month, after which there is none. */
export function lastDay(month: Month): LocalDate {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, number, 0);
  return `${month}-${String(date.getUTCDate()).padStart(2, '0')}` as LocalDate;
}

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

/** Periods that are asked for by name, each with its key in the choice of periods. */
export const PERIOD_PRESETS = [
  { id: 'day', key: 't' },
  { id: 'month', key: 'm' },
  { id: 'month-before', key: 'p' },
  { id: 'quarter', key: 'q' },
  { id: 'year', key: 'y' },
  { id: 'twelve-months', key: 'd' },
] as const;
export type PeriodPreset = (typeof PERIOD_PRESETS)[number]['id'];

/**
 * The days of a preset. All are told from the last purchase there is: the seller's own present, on the channels' local
 * calendar. Month, quarter and year go to that day, so that they can be held against as many days before.
 */
export function presetPeriod(preset: PeriodPreset, lastPurchase: LocalDateTime): Period {
  const today = dayOf(lastPurchase);
  const month = monthOf(lastPurchase);
  switch (preset) {
    case 'day':
      return { from: today, to: today };
    case 'month':
      return { from: firstDay(month), to: today };
    case 'month-before':
      return monthsPeriod(shiftMonth(month, -1), 1);
    case 'quarter':
      return { from: firstDay(shiftMonth(month, -((Number(month.slice(5, 7)) - 1) % 3))), to: today };
    case 'year':
      return { from: `${month.slice(0, 4)}-01-01` as LocalDate, to: today };
    case 'twelve-months':
      return monthsPeriod(shiftMonth(month, -1), 12);
  }
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
