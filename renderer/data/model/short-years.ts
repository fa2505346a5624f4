import { ROWS_A_STEP, type Task } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { readShortYearFirst, readWrittenDate, type WrittenDate } from './written-dates.ts';

/**
 * Days like `26/08/15`, whose year stands first in some files and last in most. Last is what they are read by; first where that
 * alone makes all of them days of about now.
 */

const SHORT_YEAR = /^\d{1,2}([-/._])\d{1,2}\1\d{1,2}(?!\d)/;
/** So many different days tell it; fewer may by chance. */
const MIN_DAYS = 3;

export type ShortYears =
  /** As they are usually written, with the year last. */
  | 'last'
  | 'first'
  /** Only the year first would make sense of them, and they are too few to tell. */
  | 'doubtful';

export const hasShortYear = (text: string): boolean => SHORT_YEAR.test(text);

/** Where a column's years of two digits stand, by the day on which the file is read. */
export function* shortYearsOf(texts: readonly string[], today: LocalDate): Task<ShortYears> {
  const year = Number(today.slice(0, 4));
  const isRecent = (date: WrittenDate | undefined): boolean =>
    date !== undefined && Math.abs(Number(date.day.slice(0, 4)) - year) <= 1;
  const days = new Set<string>();
  let isLast = true;
  for (const [at, text] of texts.entries()) {
    if (at % ROWS_A_STEP === 0) yield;
    if (!hasShortYear(text)) continue;
    const first = readShortYearFirst(text);
    if (first === undefined || !isRecent(first)) return 'last';
    days.add(first.day);
    const last = readWrittenDate(text);
    isLast &&= isRecent(last['day-first']) || isRecent(last['month-first']);
  }
  if (days.size === 0 || isLast) return 'last';
  return days.size >= MIN_DAYS ? 'first' : 'doubtful';
}
