import type { TimeUnit } from '#renderer/data/api.ts';
import { DAY_MS, dayOf, type LocalDate, localFromMs, localToMs, startOfDay } from '#shared/domain/dates.ts';

/** Parts of the calendar as running numbers, so that rows of one part share a number and parts sort by time. */

/** A calendar day counted from 1970-01-01. */
export function dayNumber(day: LocalDate): number {
  return Math.floor(localToMs(startOfDay(day)) / DAY_MS);
}

export function dayText(day: number): LocalDate {
  return dayOf(localFromMs(day * DAY_MS));
}

/** A day as civil year and month (1 to 12); days count from 1970-01-01. */
function civil(day: number): { readonly year: number; readonly month: number } {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 };
}

/** Weeks begin on Monday (ISO 8601); 1970-01-01 was a Thursday. */
const MONDAY_OFFSET = 3;

/** Number of the unit that a day lies in. */
export function unitOfDay(unit: TimeUnit, day: number): number {
  if (unit === 'day') return day;
  if (unit === 'week') return Math.floor((day + MONDAY_OFFSET) / 7);
  const { year, month } = civil(day);
  if (unit === 'year') return year;
  return unit === 'quarter' ? year * 4 + Math.floor((month - 1) / 3) : year * 12 + month - 1;
}

/** 2026, 2026-Q3, 2026-09, 2026-W36, 2026-09-05: text whose order is the order of time. */
export function unitText(unit: TimeUnit, value: number): string {
  switch (unit) {
    case 'day':
      return dayText(value);
    case 'week': {
      // A week belongs to the year of its Thursday.
      const { year } = civil(value * 7);
      // The fourth of January lies in every year's first week.
      const firstWeek = unitOfDay('week', dayNumber(`${pad(year, 4)}-01-04` as LocalDate));
      return `${pad(year, 4)}-W${pad(value - firstWeek + 1, 2)}`;
    }
    case 'year':
      return pad(value, 4);
    case 'quarter':
      return `${pad(Math.floor(value / 4), 4)}-Q${(value % 4) + 1}`;
    case 'month':
      return `${pad(Math.floor(value / 12), 4)}-${pad((value % 12) + 1, 2)}`;
  }
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
