import { type LocalDate, parseLocalDate } from '#shared/domain/dates.ts';

/** Dates as people read them. Text in, text out: a local date-time never becomes a Date (shared/README.md, Numbers). */

type DateForm = { readonly dayFirst: boolean; readonly separator: string };

const DATE_FORMS = {
  'day-month-dashes': { dayFirst: true, separator: '-' },
  'month-day-slashes': { dayFirst: false, separator: '/' },
  'day-month-slashes': { dayFirst: true, separator: '/' },
} as const satisfies { readonly [name: string]: DateForm };

export type DateStyle = keyof typeof DATE_FORMS;

function isDayFirst(style: DateStyle): boolean {
  return DATE_FORMS[style].dayFirst;
}

/** 31-10-2026, 10/31/2026 or 31/10/2026 from YYYY-MM-DD…; the text itself where it is not a date. */
export function formatDay(text: string, style: DateStyle): string {
  const match = /^(\d{4})-\d{2}-\d{2}/.exec(text);
  if (match === null) return text;
  return `${formatDayOfYear(text, style)}${DATE_FORMS[style].separator}${match[1]}`;
}

/** «DD-MM-AAAA»: how a day is written, of the letters of day, month and year («DD MM AAAA»). */
export function dayLetters(letters: string, style: DateStyle): string {
  const [day = '', month = '', year = ''] = letters.split(' ');
  const { dayFirst, separator } = DATE_FORMS[style];
  return [...(dayFirst ? [day, month] : [month, day]), year].join(separator);
}

/** 31-10, 10/31 or 31/10. */
export function formatDayOfYear(text: string, style: DateStyle): string {
  const match = /^\d{4}-(\d{2})-(\d{2})/.exec(text);
  if (match === null) return text;
  const [, month, day] = match;
  const { dayFirst, separator } = DATE_FORMS[style];
  return dayFirst ? `${day}${separator}${month}` : `${month}${separator}${day}`;
}

/** 14:24 of a date-time; "" where it carries no time. */
export function formatTime(text: string, withSeconds = false): string {
  const match = /T(\d{2}:\d{2})(:\d{2})?/.exec(text);
  if (match === null) return '';
  return `${match[1]}${withSeconds ? (match[2] ?? '') : ''}`;
}

/** Day and time. `short` leaves the year out. */
export function formatMoment(text: string, style: DateStyle, short = false): string {
  const day = short ? formatDayOfYear(text, style) : formatDay(text, style);
  const time = formatTime(text);
  return time === '' ? day : `${day} ${time}`;
}

/** An instant of this machine's clock, as its own local date-time text. */
export function machineLocal(epochMs: number): string {
  const date = new Date(epochMs);
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
}

/** The name of the zone of this machine's clock: «America/Santiago». */
export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

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

/** Reads a day in the user's own order, whatever parts it (31-10-2026, 31/10/26), and YYYY-MM-DD. */
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
