import type { CompareWith } from '#renderer/data/api.ts';
import {
  type LocalDate,
  type Month,
  monthOf,
  shiftDay,
  shiftMonth,
  startOfMonth,
} from '#shared/domain/dates.ts';
import type { Period } from '#shared/domain/selection.ts';
import { dayNumber, dayText } from './calendar-units.ts';

/** The period that another is held against, and which of its days stands for which. */
export type Comparison = {
  readonly period: Period;
  /** Brings a day of the compared period to its counterpart (days from 1970-01-01). Never goes backwards. */
  readonly shiftDay: (day: number) => number;
};

/** Years have four digits: later days (somebody's "never") stay where they are. */
const LAST_SHIFTED_DAY = dayNumber('8999-12-31' as LocalDate);

export function compareWithPeriod(period: Period, how: CompareWith): Comparison {
  const months = how === 'previous-year' ? 12 : wholeMonths(period);
  if (months === null || !isWithinYears(period, months)) {
    const days = how === 'previous-year' ? DAYS_A_YEAR : dayNumber(period.to) - dayNumber(period.from) + 1;
    return {
      period: { from: earlier(period.from, days), to: earlier(period.to, days) },
      shiftDay: (day) => day + days,
    };
  }
  // A period that ends with its month is held against one that does: February has 28 days or 29.
  const end = lastDayOf(monthOf(period.to));
  const to =
    period.to === end ? lastDayOf(shiftMonth(monthOf(period.to), -months)) : sameDay(period.to, -months);
  return {
    period: { from: sameDay(period.from, -months), to },
    shiftDay: (day) => (day > LAST_SHIFTED_DAY ? day : dayNumber(sameDay(dayText(day), months))),
  };
}

const DAYS_A_YEAR = 365;
const FIRST_DAY = '0000-01-01' as LocalDate;
/** After its last month there is none. */
const LAST_YEAR = '9999';

/** Whether months can be counted from both ends of a period, one on and so many back: years have four digits. */
function isWithinYears({ from, to }: Period, months: number): boolean {
  return to < LAST_YEAR && monthIndex(monthOf(from)) >= months;
}

/** A day so many days before; the first day there is where that is earlier still. */
function earlier(day: LocalDate, days: number): LocalDate {
  const number = dayNumber(day) - days;
  return number < dayNumber(FIRST_DAY) ? FIRST_DAY : dayText(number);
}

/** How many months a period is made of; null where it is not made of whole ones. */
function wholeMonths({ from, to }: Period): number | null {
  if (to >= LAST_YEAR || !from.endsWith('-01') || lastDayOf(monthOf(to)) !== to) return null;
  return monthIndex(monthOf(to)) - monthIndex(monthOf(from)) + 1;
}

/** Months counted from January of the year 0. */
function monthIndex(month: Month): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
}

function lastDayOf(month: Month): LocalDate {
  return shiftDay(startOfMonth(shiftMonth(month, 1)).slice(0, 10) as LocalDate, -1);
}

/** The day of the same number some months away; the month's last where it has no such day. */
function sameDay(day: LocalDate, months: number): LocalDate {
  const month = shiftMonth(monthOf(day), months);
  const end = lastDayOf(month);
  const same = `${month}-${day.slice(8, 10)}` as LocalDate;
  return same < end ? same : end;
}
