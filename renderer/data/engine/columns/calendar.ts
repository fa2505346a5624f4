import type { CompareWith, TimeUnit } from '#renderer/data/model/groups.ts';
import {
  DAY_MS,
  dayNumber,
  dayOfNumber,
  type LocalDate,
  lastDay,
  type Month,
  monthOf,
  shiftMonth,
} from '#shared/domain/dates.ts';
import type { Period } from '#shared/domain/selection.ts';
import { defineDerivation } from './derived.ts';
import type { Codes, DateColumn, Segment } from './segment.ts';
import { eachException } from './segment.ts';

/** Parts of the calendar as running numbers, so that rows of one part share a number and parts sort by time. */

/** A day as civil year and month (1 to 12); days count from 1970-01-01. */
function civil(day: number): { readonly year: number; readonly month: number } {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 };
}

/** Weeks begin on Monday (ISO 8601); 1970-01-01 was a Thursday. */
const MONDAY_OFFSET = 3;

export function unitOfDay(unit: TimeUnit, day: number): number {
  if (unit === 'day') return day;
  if (unit === 'week') return Math.floor((day + MONDAY_OFFSET) / 7);
  const { year, month } = civil(day);
  if (unit === 'year') return year;
  return unit === 'quarter' ? year * 4 + Math.floor((month - 1) / 3) : year * 12 + month - 1;
}

/** The first day of a month, which is counted as `unitOfDay` does. */
export function firstDayOfMonth(month: number): number {
  return dayNumber(`${unitText('month', month)}-01` as LocalDate);
}

/** 2026, 2026-Q3, 2026-09, 2026-W36, 2026-09-05: text whose order is the order of time. */
export function unitText(unit: TimeUnit, value: number): string {
  switch (unit) {
    case 'day':
      return dayOfNumber(value);
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

/** Calendar days of a date column of one segment: what periods and time groups look at instead of milliseconds. */
type DayCodes = {
  /** Code of each row; null: no row has a readable date. Code 0 stands for none. */
  readonly codes: Exclude<Codes, Uint8Array> | null;
  /** Day of each code, counted from 1970-01-01; that of code 0 means nothing. */
  readonly days: Int32Array;
};

const NO_DAYS: DayCodes = { codes: null, days: new Int32Array(1) };
/** Segments whose days lie wider apart (0001-01-01) number the days they have: questions look at each day of a table. */
const WIDEST_TABLE = 0xfff;

const dayCodes = defineDerivation<DateColumn, DayCodes>();

export function dayCodesOf(segment: Segment, column: string): DayCodes {
  const found = segment.columns.get(column);
  if (found?.kind !== 'date') return NO_DAYS;
  return dayCodes.of(found, () => makeCodes(found, segment.rowCount));
}

function makeCodes(column: DateColumn, rowCount: number): DayCodes {
  const days = new Int32Array(rowCount);
  const { base, offsets, exceptions } = column;
  for (let row = 0; row < rowCount; row += 1) days[row] = Math.floor((base + (offsets[row] ?? 0)) / DAY_MS);
  const isUndated = new Uint8Array(rowCount);
  eachException(exceptions, (row, meaning) => {
    if (meaning.kind === 'value') days[row] = Math.floor(Number(meaning.value.units) / DAY_MS);
    else isUndated[row] = 1;
  });
  if (!isUndated.includes(0)) return NO_DAYS;
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < rowCount; row += 1) {
    if (isUndated[row] === 1) continue;
    const day = days[row] ?? 0;
    if (day < first) first = day;
    if (day > last) last = day;
  }
  return last - first < WIDEST_TABLE
    ? tabled(days, isUndated, first, last)
    : numbered(days, isUndated, rowCount);
}

function tabled(days: Int32Array, isUndated: Uint8Array, first: number, last: number): DayCodes {
  const codes = new Uint16Array(days.length);
  for (let row = 0; row < codes.length; row += 1) {
    codes[row] = isUndated[row] === 1 ? 0 : (days[row] ?? 0) - first + 1;
  }
  return { codes, days: Int32Array.from({ length: last - first + 2 }, (_, code) => first + code - 1) };
}

function numbered(days: Int32Array, isUndated: Uint8Array, rowCount: number): DayCodes {
  const codes = new Uint32Array(rowCount);
  const codeOfDay = new Map<number, number>();
  for (let row = 0; row < rowCount; row += 1) {
    if (isUndated[row] === 1) continue;
    const day = days[row] ?? 0;
    const code = codeOfDay.get(day) ?? codeOfDay.size + 1;
    codeOfDay.set(day, code);
    codes[row] = code;
  }
  return { codes, days: Int32Array.from([0, ...codeOfDay.keys()]) };
}

/** The period that another is held against, and which of its days stands for which. */
type Comparison = {
  readonly period: Period;
  /** Brings a day of the compared period to its counterpart (days from 1970-01-01). Never goes backwards. */
  readonly shiftDay: (day: number) => number;
  /** Whether the counterparts of a month's days are all of one month. */
  readonly keepsMonths: boolean;
};

/** Years have four digits: later days (somebody's "never") stay where they are. */
const LAST_SHIFTED_DAY = dayNumber('8999-12-31' as LocalDate);

/**
 * A period that begins with a month is held against as many months before: whole ones against whole ones, and a month that
 * goes on, or months up to a day, up to the same day (1–23 Nov against 1–23 Oct; 1–30 Mar against 1–28 Feb, for there is no
 * more of it). Others are held against as many days just before. A year before, the days are the same.
 */
export function compareWithPeriod(period: Period, how: CompareWith): Comparison {
  const months = how === 'previous-year' ? 12 : monthsFromTheirFirst(period);
  if (months === null || !isWithinYears(period, months)) {
    const days = how === 'previous-year' ? DAYS_A_YEAR : dayNumber(period.to) - dayNumber(period.from) + 1;
    return {
      period: { from: earlier(period.from, days), to: earlier(period.to, days) },
      shiftDay: (day) => day + days,
      keepsMonths: false,
    };
  }
  // A period that ends with its month is held against one that does: February has 28 days or 29.
  const end = lastDay(monthOf(period.to));
  const to =
    period.to === end ? lastDay(shiftMonth(monthOf(period.to), -months)) : sameDay(period.to, -months);
  return {
    period: { from: sameDay(period.from, -months), to },
    shiftDay: (day) => (day > LAST_SHIFTED_DAY ? day : dayNumber(sameDay(dayOfNumber(day), months))),
    keepsMonths: true,
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
  return number < dayNumber(FIRST_DAY) ? FIRST_DAY : dayOfNumber(number);
}

/** Months that a period lies in, which begins with the first day of one; null where it does not. */
function monthsFromTheirFirst({ from, to }: Period): number | null {
  if (to >= LAST_YEAR || !from.endsWith('-01')) return null;
  return monthIndex(monthOf(to)) - monthIndex(monthOf(from)) + 1;
}

/** Months counted from January of the year 0. */
function monthIndex(month: Month): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
}

/** The day of the same number some months away; the month's last where it has no such day. */
function sameDay(day: LocalDate, months: number): LocalDate {
  const month = shiftMonth(monthOf(day), months);
  const end = lastDay(month);
  const same = `${month}-${day.slice(8, 10)}` as LocalDate;
  return same < end ? same : end;
}
