/**
 * Dates as the API writes them. Purchases and payments are local to their channel, without zone: text, compared as
 * text. Updates are UTC. Date.UTC serves as a proleptic Gregorian calculator only; no time zone ever enters.
 */

declare const localBrand: unique symbol;
declare const instantBrand: unique symbol;
declare const dayBrand: unique symbol;
declare const monthBrand: unique symbol;

/** `YYYY-MM-DDTHH:MM:SS.mmm`, local to a channel, no zone (spec 2.2, Fecha de compra). Compares as text. */
export type LocalDateTime = string & { readonly [localBrand]: true };
/** `YYYY-MM-DDTHH:MM:SS.mmmZ`, always UTC (spec 2.2, Fecha de actualización). Compares as text. */
export type UtcInstant = string & { readonly [instantBrand]: true };
/** `YYYY-MM-DD`. */
export type LocalDate = string & { readonly [dayBrand]: true };
/** `YYYY-MM`. */
export type Month = string & { readonly [monthBrand]: true };

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** Zones run from UTC-12 to UTC+14. */
export const FURTHEST_BEHIND_UTC_MS = 12 * HOUR_MS;
export const FURTHEST_AHEAD_OF_UTC_MS = 14 * HOUR_MS;

const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,3}))?(Z)?)?$/;

type Fields = { readonly epochMs: number; readonly hasTime: boolean; readonly isUtc: boolean };

function readFields(text: string): Fields | undefined {
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const part = (at: number): number => Number(match[at] ?? 0);
  const [month, hour, minute, second] = [part(2), part(4), part(5), part(6)];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0'));
  const date = new Date(0);
  date.setUTCFullYear(part(1), month - 1, part(3));
  // A day that does not exist (2026-02-31) rolls over into another month.
  if (date.getUTCMonth() !== month - 1) return undefined;
  date.setUTCHours(hour, minute, second, milliseconds);
  return { epochMs: date.getTime(), hasTime: match[4] !== undefined, isUtc: match[8] !== undefined };
}

/** Reads a channel-local date-time (with or without milliseconds). Undefined when it is not one. */
export function parseLocalDateTime(text: string): LocalDateTime | undefined {
  if (isCanonical(text, 'local')) return text as LocalDateTime;
  const fields = readFields(text);
  if (fields === undefined || !fields.hasTime || fields.isUtc) return undefined;
  return localFromMs(fields.epochMs);
}

/** Reads a UTC date-time with `Z`. Undefined when it is not one. */
export function parseUtcInstant(text: string): UtcInstant | undefined {
  if (isCanonical(text, 'utc')) return text as UtcInstant;
  const fields = readFields(text);
  if (fields === undefined || !fields.hasTime || !fields.isUtc) return undefined;
  return instantFromMs(fields.epochMs);
}

/**
 * Milliseconds of a date-time on its own axis, as `localToMs` and `instantToMs` have them, in one reading. Undefined where
 * the text is none of that kind.
 */
export function readDateTimeMs(text: string, axis: 'local' | 'utc'): number | undefined {
  const time = canonicalTimeMs(text, axis);
  if (time !== undefined) {
    const midnight = midnightOf(text.slice(0, 10));
    return midnight === undefined ? undefined : midnight + time;
  }
  const fields = readFields(text);
  if (fields === undefined || !fields.hasTime || fields.isUtc !== (axis === 'utc')) return undefined;
  return fields.epochMs;
}

/** Reads a calendar day. Undefined when there is no such day. */
export function parseLocalDate(text: string): LocalDate | undefined {
  const fields = readFields(text);
  return fields === undefined || fields.hasTime ? undefined : (text as LocalDate);
}

const MAX_KEPT_DAYS = 1_000;
/** There are many rows of each day. */
const keptDays = new Map<string, number>();

function midnightOf(day: string): number | undefined {
  const kept = keptDays.get(day);
  if (kept !== undefined) return kept;
  const ms = readFields(day)?.epochMs;
  if (ms === undefined) return undefined;
  if (keptDays.size === MAX_KEPT_DAYS) keptDays.clear();
  keptDays.set(day, ms);
  return ms;
}

const CANONICAL_TIME = /^.{10}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z?$/;

/** Milliseconds since midnight of what may be a date-time as we write it; undefined for every other form. */
function canonicalTimeMs(text: string, axis: 'local' | 'utc'): number | undefined {
  if (text.length !== (axis === 'utc' ? 24 : 23) || !CANONICAL_TIME.test(text)) return undefined;
  const digit = (at: number): number => text.charCodeAt(at) - 48;
  const two = (at: number): number => 10 * digit(at) + digit(at + 1);
  return two(11) * HOUR_MS + two(14) * MINUTE_MS + two(17) * SECOND_MS + 100 * digit(20) + two(21);
}

/** Whether a text is a date-time just as we write it: most are, and then nothing has to be written anew. */
function isCanonical(text: string, axis: 'local' | 'utc'): boolean {
  return canonicalTimeMs(text, axis) !== undefined && midnightOf(text.slice(0, 10)) !== undefined;
}

/** Milliseconds of a local date-time on a zoneless axis: for differences and arithmetic only. */
export function localToMs(local: LocalDateTime): number {
  return Date.parse(`${local}Z`);
}

export function localFromMs(ms: number): LocalDateTime {
  return new Date(ms).toISOString().slice(0, 23) as LocalDateTime;
}

export function instantToMs(instant: UtcInstant): number {
  return Date.parse(instant);
}

/** Epoch milliseconds to a UTC instant. */
export function instantFromMs(epochMs: number): UtcInstant {
  return new Date(epochMs).toISOString() as UtcInstant;
}

/** A local date-time moved by milliseconds. */
export function shiftLocal(local: LocalDateTime, ms: number): LocalDateTime {
  return localFromMs(localToMs(local) + ms);
}

/** Midnight at which a day begins. */
export function startOfDay(day: LocalDate): LocalDateTime {
  return `${day}T00:00:00.000` as LocalDateTime;
}

export function dayOf(local: LocalDateTime): LocalDate {
  return local.slice(0, 10) as LocalDate;
}

/** A day moved by whole days. */
export function shiftDay(day: LocalDate, days: number): LocalDate {
  return dayOf(shiftLocal(startOfDay(day), days * DAY_MS));
}

/** Days since 1970-01-01. */
export function dayNumber(day: LocalDate): number {
  return Math.floor(localToMs(startOfDay(day)) / DAY_MS);
}

/** The day that is so many days after 1970-01-01. */
export function dayOfNumber(days: number): LocalDate {
  return dayOf(localFromMs(days * DAY_MS));
}

/** The month as a date is written: of an instant, in UTC. */
export function monthOf(date: LocalDateTime | LocalDate | UtcInstant): Month {
  return date.slice(0, 7) as Month;
}

/** The last month that is over in every zone at an instant (UTC epoch milliseconds). */
export function lastMonthOver(ms: number): Month {
  return shiftMonth(monthOf(localFromMs(ms - FURTHEST_BEHIND_UTC_MS)), -1);
}

/** Midnight of the first day of a month. */
export function startOfMonth(month: Month): LocalDateTime {
  return `${month}-01T00:00:00.000` as LocalDateTime;
}

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

/** The last millisecond of a month. */
export function endOfMonth(month: Month): LocalDateTime {
  return localFromMs(localToMs(startOfMonth(shiftMonth(month, 1))) - 1);
}

/** A month moved by whole months. */
export function shiftMonth(month: Month, months: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const index = year * 12 + (number - 1) + months;
  const pad = (value: number, width: number) => String(value).padStart(width, '0');
  return `${pad(Math.floor(index / 12), 4)}-${pad((index % 12) + 1, 2)}` as Month;
}

/** The text sent in `from` and `to` (spec 4.1): whole seconds, no zone. Milliseconds are cut, not rounded. */
export function toRequestTime(time: LocalDateTime | UtcInstant): string {
  return time.slice(0, 19);
}
