import type { Text } from '#renderer/i18n/text.tsx';
import { formatDay, formatDayOfYear, formatTime, machineLocal } from '#renderer/ui/date-format.ts';
import type { Formats } from '#renderer/ui/formats.tsx';
import { DAY_MS } from '#shared/domain/dates.ts';

/** Instants and spans of time, in words. Pure: clocks in, words out. */

/** «hace 4 min», in whole units. */
export function ago(ms: number, text: Text): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return text('ago.now');
  if (seconds < 3600) return text('ago.minutes', { count: Math.floor(seconds / 60) });
  if (seconds < 86_400) return text('ago.hours', { count: Math.floor(seconds / 3600) });
  return text('ago.days', { count: Math.floor(seconds / 86_400) });
}

/** A span still to come, rounded up: nobody is told that it is over before it is. */
export function duration(seconds: number, text: Text): string {
  if (seconds < 60) return text('duration.seconds', { count: Math.max(1, Math.ceil(seconds)) });
  if (seconds < 3600) return text('duration.minutes', { count: Math.ceil(seconds / 60) });
  const minutes = Math.ceil(seconds / 60);
  return text('duration.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** A span that is over: «6 s», «1 min 52 s», «2 h 5 min»; under a second «< 1 s». */
export function took(ms: number, text: Text): string {
  if (ms < 1000) return text('took.under-second');
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return text('duration.seconds', { count: seconds });
  if (seconds < 3600)
    return text('took.minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
  const minutes = Math.round(seconds / 60);
  return text('duration.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** Days between two instants on this machine's calendar: 0 the same day, 1 the next. */
function calendarDays(fromMs: number, toMs: number): number {
  const day = (ms: number): number => Date.parse(`${machineLocal(ms).slice(0, 10)}T00:00:00Z`);
  return Math.round((day(toMs) - day(fromMs)) / DAY_MS);
}

/** «hoy», «ayer», «hace 12 d», on this machine's calendar. An instant to come counts as today. */
export function daysAgo(atMs: number, nowMs: number, text: Text): string {
  const days = calendarDays(atMs, nowMs);
  if (days <= 0) return text('day.today');
  return days === 1 ? text('day.yesterday') : text('ago.days', { count: days });
}

/** «11:29», «ayer 23:40», «mañana 02:00», «18-11 10:02», «18-11-2025 10:02»: this machine's clock. */
export function clockMessage(atMs: number, nowMs: number, text: Text, formats: Formats): string {
  const local = machineLocal(atMs);
  const time = formatTime(local);
  const days = calendarDays(atMs, nowMs);
  if (days === 0) return time;
  if (days === 1) return `${text('day.yesterday')} ${time}`;
  if (days === -1) return `${text('day.tomorrow')} ${time}`;
  const sameYear = local.slice(0, 4) === machineLocal(nowMs).slice(0, 4);
  const day = sameYear ? formatDayOfYear(local, formats.dates) : formatDay(local, formats.dates);
  return `${day} ${time}`;
}
