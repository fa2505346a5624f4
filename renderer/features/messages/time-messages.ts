import { useEffect, useState } from 'react';
import type { Text } from '#renderer/i18n/text.tsx';
import { dayName, span, timeAgo } from '#renderer/i18n/time-formats.ts';
import { formatDay, formatDayOfYear, formatTime, machineLocal } from '#renderer/ui/date-format.ts';
import type { Formats } from '#renderer/ui/formats.tsx';
import { DAY_MS } from '#shared/domain/dates.ts';

/** «hace 4 min», in whole units. */
export function ago(ms: number, text: Text): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return text('ago.now');
  if (seconds < 3600) return timeAgo(Math.floor(seconds / 60), 'minute', text.locale);
  if (seconds < 86_400) return timeAgo(Math.floor(seconds / 3600), 'hour', text.locale);
  return timeAgo(Math.floor(seconds / 86_400), 'day', text.locale);
}

/** A span still to come, rounded up: nobody is told that it is over before it is. */
export function duration(seconds: number, text: Text): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 60) return span([[whole, 'second']], text.locale);
  const minutes = Math.ceil(whole / 60);
  return minutes < 60 ? span([[minutes, 'minute']], text.locale) : hours(minutes, text);
}

/** A span that is over: «6 s», «1 min 52 s», «2 h 5 min»; under a second «< 1 s». */
export function took(ms: number, text: Text): string {
  if (ms < 1000) return text('took.under-second');
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return span([[seconds, 'second']], text.locale);
  if (seconds >= 3600) return hours(Math.round(seconds / 60), text);
  const minutes = Math.floor(seconds / 60);
  return span(
    [
      [minutes, 'minute'],
      [seconds % 60, 'second'],
    ],
    text.locale,
  );
}

function hours(minutes: number, text: Text): string {
  return span(
    [
      [Math.floor(minutes / 60), 'hour'],
      [minutes % 60, 'minute'],
    ],
    text.locale,
  );
}

/** Days between two instants on this machine's calendar: 0 the same day, 1 the next. */
function calendarDays(fromMs: number, toMs: number): number {
  const day = (ms: number): number => Date.parse(`${machineLocal(ms).slice(0, 10)}T00:00:00Z`);
  return Math.round((day(toMs) - day(fromMs)) / DAY_MS);
}

/** «hoy», «ayer», «hace 12 d», on this machine's calendar. An instant to come counts as today. */
export function daysAgo(atMs: number, nowMs: number, text: Text): string {
  const days = calendarDays(atMs, nowMs);
  if (days <= 1) return dayName(days === 1 ? -1 : 0, text.locale);
  return timeAgo(days, 'day', text.locale);
}

/** «11:29», «ayer 23:40», «mañana 02:00», «18-11 10:02», «18-11-2025 10:02»: this machine's clock. */
export function clockMessage(atMs: number, nowMs: number, text: Text, formats: Formats): string {
  const local = machineLocal(atMs);
  const time = formatTime(local);
  const days = calendarDays(atMs, nowMs);
  if (days === 0) return time;
  if (days === 1) return `${dayName(-1, text.locale)} ${time}`;
  if (days === -1) return `${dayName(1, text.locale)} ${time}`;
  const sameYear = local.slice(0, 4) === machineLocal(nowMs).slice(0, 4);
  const day = sameYear ? formatDayOfYear(local, formats.dates) : formatDay(local, formats.dates);
  return `${day} ${time}`;
}

/** This machine's clock, every second: only for words such as «hace 4 min». */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
