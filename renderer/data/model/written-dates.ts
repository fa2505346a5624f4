import { fold } from '#shared/base/fold.ts';
import { type LocalDate, parseLocalDate, shiftDay } from '#shared/domain/dates.ts';
import type { Readings } from './column-reading.ts';

/** Days as people and programs write them: `31-08-2026`, `2026/8/31`, `31 de agosto de 2026 10:15 hs.`, serial numbers. */

export const DAY_ORDERS = ['day-first', 'month-first'] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];

export type WrittenDate = {
  readonly day: LocalDate;
  /** HH:MM:SS.mmm; null where none is written. */
  readonly time: string | null;
  /** Minutes ahead of UTC; null where none is written. The day and the time are those that are written. */
  readonly offset: number | null;
};

export const isSameDate = (left: WrittenDate, right: WrittenDate): boolean =>
  left.day === right.day && left.time === right.time && left.offset === right.offset;

const MONTHS = [
  'enero ene january jan janeiro',
  'febrero feb february fevereiro fev',
  'marzo mar mzo march marco',
  'abril abr april apr',
  'mayo may maio mai',
  'junio jun june junho',
  'julio jul july julho',
  'agosto ago agto august aug',
  'septiembre setiembre sep set sept september setembro',
  'octubre oct october outubro out',
  'noviembre nov november novembro',
  'diciembre dic december dec dezembro dez',
];
const MONTH_OF = new Map(
  MONTHS.flatMap((names, at) => names.split(' ').map((name) => [name, at + 1] as const)),
);

const TIME =
  '(?:(?:[t,]\\s?|\\s+|\\s?-\\s)(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,6}))?)?\\s?(am|pm|a\\.? ?m\\.?|p\\.? ?m\\.?|hs?\\.?|hrs\\.?)?)?';
const OFFSET = '\\s?(z|utc|gmt|[+-]\\d{2}:?\\d{2})?';
const END = `${TIME}${OFFSET}$`;
const YEAR_FIRST = new RegExp(`^(\\d{4})([-/._])(\\d{1,2})\\2(\\d{1,2})${END}`);
const YEAR_LAST = new RegExp(`^(\\d{1,2})([-/._])(\\d{1,2})\\2(\\d{4}|\\d{2})${END}`);
const SHORT_YEAR_FIRST = new RegExp(`^(\\d{2})([-/._])(\\d{1,2})\\2(\\d{1,2})${END}`);
const JOINED = new RegExp(`^((?:19|20)\\d{2})(\\d{2})(\\d{2})${END}`);
const NAMED = new RegExp(
  `^(\\d{1,2})(?:[ºª°]|st|nd|rd|th)?(?: de | of |[ -/.])([a-z]+)\\.?(?: del? |[ -/.]|, )(\\d{4}|\\d{2})${END}`,
);
const NAME_FIRST = new RegExp(`^([a-z]+)(?:\\. ?|[ -])(\\d{1,2})(?:st|nd|rd|th)?(?:, ?|[ -])(\\d{4})${END}`);
const NUMBERS_ALONE = /^(\d{1,2})[-/.](\d{1,2})$/;
const NAMED_ALONE = /^(\d{1,2})(?:[ºª°]|st|nd|rd|th)?(?: de | of |[ -/.])([a-z]+)\.?$/;
const NAME_FIRST_ALONE = /^([a-z]+)(?:\. ?| )(\d{1,2})(?:st|nd|rd|th)?$/;

/** «lunes, 5 de enero»; without a comma it may be a month («Mar 5, 2026»). */
const WEEKDAY = /^[a-z]{3,}(?:-feira)?\.?, /;

/** A day of the calendar, and the time and zone behind it; undefined where there is no such day or time. */
function dateOf(
  year: string,
  month: number,
  day: string,
  [hour, minute, second, fraction, half, offset]: readonly (string | undefined)[],
): WrittenDate | undefined {
  const pad = (value: string | number): string => String(value).padStart(2, '0');
  const fullYear = year.length === 2 ? `20${year}` : year;
  const found = parseLocalDate(`${fullYear}-${pad(month)}-${pad(day)}`);
  if (found === undefined) return undefined;
  const time = hour === undefined ? null : timeOf(Number(hour), { minute, second, fraction, half });
  return time === undefined ? undefined : { day: found, time, offset: offsetOf(offset) };
}

type TimeParts = { readonly [part in 'minute' | 'second' | 'fraction' | 'half']: string | undefined };

function timeOf(hour: number, { minute = '00', second = '00', fraction = '', half }: TimeParts) {
  const isHalf = half !== undefined && /^[ap]/.test(half);
  if (hour > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  if (isHalf && (hour < 1 || hour > 12)) return undefined;
  const ofDay = isHalf ? (hour % 12) + (half.startsWith('p') ? 12 : 0) : hour;
  return `${String(ofDay).padStart(2, '0')}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}`;
}

function offsetOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(text);
  if (match === null) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === '-' ? -minutes : minutes;
}

/** «Desde (DD-MM-AAAA)», «Date (mm/dd/yyyy)», «Fecha día/mes»: the order that a heading names; null where it names none. */
export function namedDayOrder(heading: string): DayOrder | null {
  const [, first, word] =
    /(?:^|[^a-z])(?:(d{1,2}|m{1,2})[-/._ ](?:d{1,2}|m{1,2})[-/._ ](?:a{2,4}|y{2,4})|(dia|mes)[-/ ](?:dia|mes))(?![a-z])/.exec(
      fold(heading),
    ) ?? [];
  const named = first ?? word;
  if (named === undefined) return null;
  return named.startsWith('d') ? 'day-first' : 'month-first';
}

const NOTHING = { 'day-first': undefined, 'month-first': undefined } as const;
const both = (date: WrittenDate | undefined) => ({ 'day-first': date, 'month-first': date });

const plainText = (text: string): string =>
  fold(text.replace(/[\u200e\u200f\u00a0\u202f]/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
    .replace(WEEKDAY, '');

/** A day without its year. */
export type DayOfMonth = { readonly month: number; readonly day: number };

/** `31/12`, `31-dic`, `12 de marzo`, `Mar 12`: what it means with the day or the month first. */
export function readDayOfMonth(text: string): Readings<DayOrder, DayOfMonth> {
  const plain = plainText(text);
  const numbers = NUMBERS_ALONE.exec(plain);
  if (numbers !== null) {
    const [first, second] = [Number(numbers[1]), Number(numbers[2])];
    return { 'day-first': dayOfMonth(second, first), 'month-first': dayOfMonth(first, second) };
  }
  const named = NAMED_ALONE.exec(plain);
  const nameFirst = named === null ? NAME_FIRST_ALONE.exec(plain) : null;
  const [day, name] = named?.slice(1) ?? [nameFirst?.[2], nameFirst?.[1]];
  const month = MONTH_OF.get(name ?? '');
  const found = month === undefined ? undefined : dayOfMonth(month, Number(day));
  return { 'day-first': found, 'month-first': found };
}

/** By its name in Spanish, English or Portuguese, whole or short, folded; undefined where it is none. */
export const monthNamed = (name: string): number | undefined => MONTH_OF.get(name);

/** A leap year's: which year it is of is not known. */
const dayOfMonth = (month: number, day: number): DayOfMonth | undefined =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(2000, month, 0)).getUTCDate()
    ? { month, day }
    : undefined;

/** Reads a text as a date, with the day or the month first. */
export function readWrittenDate(text: string): Readings<DayOrder, WrittenDate> {
  const plain = plainText(text);
  const yearFirst = YEAR_FIRST.exec(plain);
  if (yearFirst !== null) {
    const [, year = '', , month = '', day = '', ...rest] = yearFirst;
    return both(dateOf(year, Number(month), day, rest));
  }
  const yearLast = YEAR_LAST.exec(plain);
  if (yearLast !== null) {
    const [, first = '', , second = '', year = '', ...rest] = yearLast;
    return {
      'day-first': dateOf(year, Number(second), first, rest),
      'month-first': dateOf(year, Number(first), second, rest),
    };
  }
  const joined = JOINED.exec(plain);
  if (joined !== null) {
    const [, year = '', month = '', day = '', ...rest] = joined;
    return both(dateOf(year, Number(month), day, rest));
  }
  const named = NAMED.exec(plain);
  const nameFirst = named === null ? NAME_FIRST.exec(plain) : null;
  const [day = '', name = '', year = '', ...rest] =
    named?.slice(1) ?? (nameFirst === null ? [] : [nameFirst[2], nameFirst[1], ...nameFirst.slice(3)]);
  const month = MONTH_OF.get(name);
  if (month !== undefined) return both(dateOf(year, month, day, rest));
  return SERIAL.test(plain) ? both(serialDate(Number(plain), 1900)) : NOTHING;
}

/**
 * `26/08/15` as a day of 2026, which few people and programs write; undefined where it is none. Only a whole column can tell that
 * it is written so.
 */
export function readShortYearFirst(text: string): WrittenDate | undefined {
  const [, year = '', , month = '', day = '', ...rest] = SHORT_YEAR_FIRST.exec(plainText(text)) ?? [];
  return year === '' ? undefined : dateOf(year, Number(month), day, rest);
}

/** The number of a spreadsheet's day that lost its format, which it is by either system; undefined where it is none. */
export const serialWritten = (text: string): number | undefined =>
  SERIAL.test(text) ? Number(text) : undefined;

/** From 1954 to 2119: what a spreadsheet's day looks like that lost its format. */
const SERIAL = /^[2-7]\d{4}(?:\.\d+)?$/;
const DAY_MS = 86_400_000;

/** By which day a workbook counts its days. */
export type DateSystem = 1900 | 1904;

/** The day that a spreadsheet's number stands for. The system of 1900 counts a day that never was, 1900-02-29. */
export function serialDate(serial: number, system: DateSystem): WrittenDate | undefined {
  if (!(serial >= 0 && serial < 2_958_466)) return undefined;
  // To the millisecond, as spreadsheets show them: what a double lacks of a whole second is none.
  const milliseconds = Math.round((serial % 1) * DAY_MS);
  const days = Math.floor(serial) + (milliseconds === DAY_MS ? 1 : 0);
  const start = (system === 1904 ? '1904-01-01' : days < 60 ? '1899-12-31' : '1899-12-30') as LocalDate;
  const time = new Date(milliseconds % DAY_MS).toISOString().slice(11, 23);
  return { day: shiftDay(start, days), time: time === '00:00:00.000' ? null : time, offset: null };
}
