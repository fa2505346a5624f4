import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DAY_MS,
  dayOf,
  type LocalDate,
  type LocalDateTime,
  lastMonthOver,
  localToMs,
  type Month,
  monthOf,
  parseLocalDate,
  parseLocalDateTime,
  parseUtcInstant,
  readDateTimeMs,
  shiftDay,
  shiftLocal,
  shiftMonth,
  startOfDay,
  startOfMonth,
  toRequestTime,
  type UtcInstant,
} from '#shared/domain/dates.ts';

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const daysIn = (year: number, month: number) =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
const two = (value: number) => String(value).padStart(2, '0');

const year = fc.integer({ min: 1900, max: 2200 });
const month = fc.integer({ min: 1, max: 12 });
/** Any day number from 1 to 31, whether the month has it or not. */
const dayText = fc.tuple(year, month, fc.integer({ min: 1, max: 31 }));
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute, second]) => `${two(hour)}:${two(minute)}:${two(second)}`);

const local = fc.tuple(dayText, clock, fc.integer({ min: 0, max: 999 })).map(([[y, m, d], time, ms]) => {
  const day = Math.min(d, daysIn(y, m));
  return `${y}-${two(m)}-${two(day)}T${time}.${String(ms).padStart(3, '0')}` as LocalDateTime;
});

describe('reading dates', () => {
  it('takes exactly the days of the calendar', () => {
    fc.assert(
      fc.property(dayText, ([y, m, d]) => {
        const text = `${y}-${two(m)}-${two(d)}`;
        expect(parseLocalDate(text)).toBe(d <= daysIn(y, m) ? text : undefined);
      }),
    );
    expect(parseLocalDate('2026-02-31')).toBeUndefined();
  });

  it.each(['1900', '2100', '2200', '2300', '2500', '2023'])('knows no 29 February in %s', (of) => {
    expect(parseLocalDate(`${of}-02-28`)).toBe(`${of}-02-28`);
    expect(parseLocalDate(`${of}-02-29`)).toBeUndefined();
    expect(parseLocalDateTime(`${of}-02-29T10:00:00`)).toBeUndefined();
    expect(parseUtcInstant(`${of}-02-29T10:00:00Z`)).toBeUndefined();
    expect(shiftDay(`${of}-02-28` as LocalDate, 1)).toBe(`${of}-03-01`);
  });

  it.each(['1600', '2000', '2400', '2024'])('knows the 29 February in %s', (of) => {
    expect(parseLocalDate(`${of}-02-29`)).toBe(`${of}-02-29`);
    expect(parseLocalDateTime(`${of}-02-29T10:00:00`)).toBe(`${of}-02-29T10:00:00.000`);
    expect(shiftDay(`${of}-02-28` as LocalDate, 1)).toBe(`${of}-02-29`);
  });

  it('keeps a local date-time as text and refuses a zone', () => {
    fc.assert(
      fc.property(local, (text) => {
        expect(parseLocalDateTime(text)).toBe(text);
        expect(parseLocalDateTime(`${text}Z`)).toBeUndefined();
        expect(parseUtcInstant(`${text}Z`)).toBe(`${text}Z`);
        expect(parseUtcInstant(text)).toBeUndefined();
      }),
    );
  });

  it('counts milliseconds on the axis of the text alone', () => {
    fc.assert(
      fc.property(local, (text) => {
        const ms = Date.parse(`${text}Z`);
        expect(readDateTimeMs(text, 'local')).toBe(ms);
        expect(readDateTimeMs(`${text}Z`, 'utc')).toBe(ms);
        expect(readDateTimeMs(text, 'utc')).toBeUndefined();
        expect(readDateTimeMs(`${text}Z`, 'local')).toBeUndefined();
        const short = text.slice(0, 19);
        expect(readDateTimeMs(short, 'local')).toBe(Date.parse(`${short}Z`));
        expect(readDateTimeMs(`${short}Z`, 'utc')).toBe(Date.parse(`${short}Z`));
        expect([readDateTimeMs(`${short}Z`, 'local'), readDateTimeMs(short, 'utc')]).toEqual([
          undefined,
          undefined,
        ]);
        expect(readDateTimeMs(dayOf(text), 'local')).toBeUndefined();
      }),
    );
  });

  it('counts no milliseconds of a moment that there is not', () => {
    fc.assert(
      fc.property(dayText, clock, ([y, m, d], time) => {
        const text = `${y}-${two(m)}-${two(d)}T${time}.000`;
        expect(readDateTimeMs(text, 'local')).toBe(d <= daysIn(y, m) ? Date.parse(`${text}Z`) : undefined);
        expect(parseLocalDateTime(text)).toBe(d <= daysIn(y, m) ? text : undefined);
        expect(parseUtcInstant(`${text}Z`)).toBe(d <= daysIn(y, m) ? `${text}Z` : undefined);
      }),
    );
    for (const time of ['24:00:00.000', '23:60:00.000', '23:59:60.000', '1a:00:00.000', '10:00:00,000'])
      expect(readDateTimeMs(`2026-10-31T${time}`, 'local')).toBeUndefined();
    for (const day of ['2026-02-31', '2026-13-01', '2026-00-01', '31-10-2026', '2026/10/31', 'anything!!'])
      expect(readDateTimeMs(`${day}T10:00:00.000`, 'local')).toBeUndefined();
  });

  it('fills in missing milliseconds', () => {
    expect(parseLocalDateTime('2026-10-31T14:24:05')).toBe('2026-10-31T14:24:05.000');
    expect(parseLocalDateTime('2026-10-31T14:24:05.7')).toBe('2026-10-31T14:24:05.700');
  });

  it.each([
    '',
    '2026-10-31T24:00:00',
    '2026-10-31 14:24:05',
    '31-10-2026',
    '2026-13-01',
    '2026-10-31T14:60:00',
    '2026-10-31T14:24:60',
    '2026-00-31',
    '2026-10-00',
    '2026-10-32T10:00:00',
    'x2026-10-31',
    '2026-10-31x',
    '2026-10-31T14:24:05.1234',
    '2026-10-31T14:24:05Zx',
  ])('does not read «%s»', (text) => {
    expect(parseLocalDateTime(text)).toBeUndefined();
    expect(parseLocalDate(text)).toBeUndefined();
    expect(parseUtcInstant(`${text}Z`)).toBeUndefined();
  });

  it('takes the last second of a day and the first', () => {
    expect(parseLocalDateTime('2026-12-31T23:59:59.999')).toBe('2026-12-31T23:59:59.999');
    expect(parseUtcInstant('2026-01-01T00:00:00Z')).toBe('2026-01-01T00:00:00.000Z');
  });

  it('a day is no moment, and a moment no day', () => {
    expect(parseLocalDateTime('2026-10-31')).toBeUndefined();
    expect(parseUtcInstant('2026-10-31')).toBeUndefined();
    expect(parseLocalDate('2026-10-31T00:00:00')).toBeUndefined();
    expect(parseLocalDate('2026-10-31T00:00:00Z')).toBeUndefined();
  });
});

describe('calendar arithmetic', () => {
  it('compares as text exactly as in time', () => {
    fc.assert(
      fc.property(local, local, (left, right) => {
        expect(left < right).toBe(localToMs(left) < localToMs(right));
      }),
    );
  });

  it('comes back when it goes forth and back', () => {
    fc.assert(
      fc.property(local, fc.integer({ min: -1e11, max: 1e11 }), (text, ms) => {
        expect(shiftLocal(shiftLocal(text, ms), -ms)).toBe(text);
      }),
    );
  });

  it('a day is a day in every zone: no daylight saving time can shorten it', () => {
    fc.assert(
      fc.property(local, (text) => {
        const day = dayOf(text);
        expect(localToMs(startOfDay(shiftDay(day, 1))) - localToMs(startOfDay(day))).toBe(DAY_MS);
      }),
    );
  });

  it('steps through months as through a row of twelve', () => {
    fc.assert(
      fc.property(local, fc.integer({ min: -600, max: 600 }), (text, steps) => {
        const from = monthOf(text);
        const to = shiftMonth(from, steps);
        expect(shiftMonth(to, -steps)).toBe(from);
        const months = (value: Month) => Number(value.slice(0, 4)) * 12 + Number(value.slice(5));
        expect(months(to) - months(from)).toBe(steps);
        expect(monthOf(startOfMonth(to))).toBe(to);
      }),
    );
  });

  it('calls a month over once it is so in the westernmost zone', () => {
    expect(lastMonthOver(Date.UTC(2027, 0, 1, 12) - 1)).toBe('2026-11');
    expect(lastMonthOver(Date.UTC(2027, 0, 1, 12))).toBe('2026-12');
    expect(lastMonthOver(Date.UTC(2028, 2, 31, 23))).toBe('2028-02');
  });

  it('cuts milliseconds for a request, never rounds them', () => {
    expect(toRequestTime('2026-10-31T23:59:59.999' as LocalDateTime)).toBe('2026-10-31T23:59:59');
    expect(toRequestTime('2026-10-31T00:00:00.500Z' as UtcInstant)).toBe('2026-10-31T00:00:00');
  });
});
