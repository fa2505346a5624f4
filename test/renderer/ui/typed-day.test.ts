import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DateStyle, formatDay, readTypedDay } from '#renderer/ui/date-format.ts';

const STYLES: readonly DateStyle[] = ['day-month-dashes', 'month-day-slashes', 'day-month-slashes'];

describe('a typed day', () => {
  test('is read back from how it is written, in every style', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        fc.constantFrom(...STYLES),
        (date, style) => {
          const day = date.toISOString().slice(0, 10);
          expect(readTypedDay(formatDay(day, style), style)).toEqual({ kind: 'day', day });
          expect(readTypedDay(day, style)).toEqual({ kind: 'day', day });
        },
      ),
    );
  });

  test('may have other signs between its parts, few digits, and spaces around', () => {
    for (const text of ['3/9/2026', '03.09.26', ' 3-9-26 ', '3 9 2026'])
      expect(readTypedDay(text, 'day-month-dashes')).toEqual({ kind: 'day', day: '2026-09-03' });
    expect(readTypedDay('9/3/26', 'month-day-slashes')).toEqual({ kind: 'day', day: '2026-09-03' });
  });

  test('that the calendar does not have is said to be none', () => {
    for (const text of ['31-02-2026', '29-02-2025', '1-13-2026', '0-1-2026'])
      expect(readTypedDay(text, 'day-month-dashes')).toEqual({ kind: 'no-such-day' });
    expect(readTypedDay('29-02-2024', 'day-month-dashes')).toEqual({ kind: 'day', day: '2024-02-29' });
  });

  test('is not guessed from less', () => {
    for (const text of [
      '31',
      '31-10',
      'oct 2026',
      '1-1-1',
      '1-1-202',
      '202-1-1',
      '2026-1-123',
      '1-1-0001',
      '31-12-9999',
      '31-10-2026x',
    ])
      expect(readTypedDay(text, 'day-month-dashes')).toEqual({ kind: 'unreadable' });
    expect(readTypedDay('  ', 'day-month-dashes')).toEqual({ kind: 'empty' });
  });
});
