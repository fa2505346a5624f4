/** Dates as people read them. Text in, text out: a local date-time never becomes a Date (shared/README.md, Numbers). */

type DateForm = { readonly dayFirst: boolean; readonly separator: string };

const DATE_FORMS = {
  'day-month-dashes': { dayFirst: true, separator: '-' },
  'month-day-slashes': { dayFirst: false, separator: '/' },
  'day-month-slashes': { dayFirst: true, separator: '/' },
} as const satisfies { readonly [name: string]: DateForm };

export type DateStyle = keyof typeof DATE_FORMS;

export function isDayFirst(style: DateStyle): boolean {
  return DATE_FORMS[style].dayFirst;
}

/** 31-10-2026, 10/31/2026 or 31/10/2026 from YYYY-MM-DD…; the text itself where it is not a date. */
export function formatDay(text: string, style: DateStyle): string {
  const match = /^(\d{4})-\d{2}-\d{2}/.exec(text);
  if (match === null) return text;
  return `${formatDayOfYear(text, style)}${DATE_FORMS[style].separator}${match[1]}`;
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
