import { type LocalDate, parseLocalDate } from '#shared/domain/dates.ts';
import { type DateStyle, isDayFirst } from './date-format.ts';

/** A day as someone types it. Text in, text out, as everywhere with local dates. */

export type TypedDay =
  | { readonly kind: 'day'; readonly day: LocalDate }
  | { readonly kind: 'empty' }
  /** Not three numbers in the order of the user's own dates. */
  | { readonly kind: 'unreadable' }
  /** 31-02-2026: read, but the calendar has no such day. */
  | { readonly kind: 'no-such-day' };

/** Days of other years are slips of the hand, and no calendar should be drawn that goes back to them. */
const FIRST_YEAR = '1900';
const LAST_YEAR = '2199';

export function isPlausible(day: LocalDate): boolean {
  return day >= `${FIRST_YEAR}-01-01` && day <= `${LAST_YEAR}-12-31`;
}

/** Years are of this century where they have two digits: nobody sold on a marketplace before it. */
const CENTURY = '20';

/**
 * Reads a day in the user's own order, whatever stands between its parts (31-10-2026, 31/10/26, 31.10.2026), and as
 * YYYY-MM-DD, which is the same everywhere.
 */
export function readTypedDay(text: string, style: DateStyle): TypedDay {
  const typed = text.trim();
  if (typed === '') return { kind: 'empty' };
  const parts = /^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{4}|\d{1,2})$/.exec(typed);
  const [, first = '', second = '', third = ''] = parts ?? [];
  if (parts === null) return { kind: 'unreadable' };
  const isYearFirst = first.length === 4;
  if (first.length === 3 || (isYearFirst && third.length > 2) || (!isYearFirst && third.length === 1))
    return { kind: 'unreadable' };
  const year = isYearFirst ? first : third.length === 2 ? `${CENTURY}${third}` : third;
  const [month, day] = isYearFirst ? [second, third] : isDayFirst(style) ? [second, first] : [first, second];
  const found = parseLocalDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  if (found === undefined) return { kind: 'no-such-day' };
  return isPlausible(found) ? { kind: 'day', day: found } : { kind: 'unreadable' };
}
