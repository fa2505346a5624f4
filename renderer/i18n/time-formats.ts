import { memoize } from 'es-toolkit/function';

type Unit = 'second' | 'minute' | 'hour' | 'day';

/** Our texts break where they may; the platform's figures carry spaces that do not. */
const withPlainSpaces = (text: string): string => text.replaceAll('\u00a0', ' ');

/** The twelve months, in small letters where the language has them; the short names have three letters each. */
export const monthNames = memoize((locale: string) => {
  const names = (month: 'long' | 'short') => {
    const format = new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, index) => format.format(Date.UTC(2000, index, 15)));
  };
  return { long: names('long'), short: names('short').map((name) => name.slice(0, 3)) };
});

const relativeFormats = memoize((locale: string) => ({
  counted: new Intl.RelativeTimeFormat(locale, { style: 'narrow' }),
  named: new Intl.RelativeTimeFormat(locale, { style: 'narrow', numeric: 'auto' }),
}));

/** «hace 4 min», «hace 12 d»: `count` whole units before now. */
export function timeAgo(count: number, unit: Unit, locale: string): string {
  return withPlainSpaces(relativeFormats(locale).counted.format(-count, unit));
}

/** «ayer», «hoy», «mañana» for -1, 0 and 1. */
export function dayName(daysFromToday: -1 | 0 | 1, locale: string): string {
  return relativeFormats(locale).named.format(daysFromToday, 'day');
}

const unitFormats = memoize((locale: string) => {
  const of = (unit: Unit) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' });
  return { second: of('second'), minute: of('minute'), hour: of('hour'), day: of('day') };
});

/** «52 s», «1 min 52 s». Node 20 has no Intl.DurationFormat, which would put the parts together. */
export function span(parts: readonly (readonly [count: number, unit: Unit])[], locale: string): string {
  const formats = unitFormats(locale);
  return withPlainSpaces(parts.map(([count, unit]) => formats[unit].format(count)).join(' '));
}
