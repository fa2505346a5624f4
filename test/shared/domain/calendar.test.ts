import { expect, test } from 'vitest';
import { localDate, localDateTime, monthSchema, utcInstant } from '#shared/contract/wire-dates.ts';
import {
  DAY_MS,
  dayNumber,
  dayOfNumber,
  endOfMonth,
  FURTHEST_AHEAD_OF_UTC_MS,
  FURTHEST_BEHIND_UTC_MS,
  firstDay,
  HOUR_MS,
  instantFromMs,
  instantToMs,
  type LocalDate,
  lastDay,
  lastMonthOver,
  localFromMs,
  type Month,
  parseUtcInstant,
  shiftDay,
  shiftMonth,
  startOfMonth,
  type UtcInstant,
} from '#shared/domain/dates.ts';

const month = (text: string) => text as Month;
const day = (text: string) => text as LocalDate;

test('the ends of months', () => {
  const months = ['2026-01', '2026-02', '2028-02', '2026-04', '2026-12', '9999-12'].map(month);
  expect(months.map(lastDay)).toEqual([
    ...['2026-01-31', '2026-02-28', '2028-02-29', '2026-04-30', '2026-12-31', '9999-12-31'],
  ]);
  expect(firstDay(month('2026-02'))).toBe('2026-02-01');
  expect(startOfMonth(month('2026-02'))).toBe('2026-02-01T00:00:00.000');
  expect([endOfMonth(month('2026-02')), endOfMonth(month('2026-12'))]).toEqual([
    ...['2026-02-28T23:59:59.999', '2026-12-31T23:59:59.999'],
  ]);
  expect([-13, -12, -1, 0, 1, 12].map((months) => shiftMonth(month('2026-01'), months))).toEqual([
    ...['2024-12', '2025-01', '2025-12', '2026-01', '2026-02', '2027-01'],
  ]);
  expect(shiftMonth(month('2026-12'), 1)).toBe('2027-01');
});

test('days are counted from 1970 on, and before', () => {
  const days = ['1969-12-31', '1970-01-01', '1970-01-02', '2026-03-01'].map(day);
  const numbers = [-1, 0, 1, Date.UTC(2026, 2, 1) / DAY_MS];
  expect(days.map(dayNumber)).toEqual(numbers);
  expect(numbers.map(dayOfNumber)).toEqual(days);
  expect([shiftDay(day('2026-03-01'), -1), shiftDay(day('2026-12-31'), 1)]).toEqual([
    ...['2026-02-28', '2027-01-01'],
  ]);
});

test('a month is over where it is over in the zone furthest behind', () => {
  expect([FURTHEST_BEHIND_UTC_MS / HOUR_MS, FURTHEST_AHEAD_OF_UTC_MS / HOUR_MS]).toEqual([12, 14]);
  const first = Date.UTC(2026, 2, 1);
  expect([0, 5, 12].map((hours) => lastMonthOver(first + hours * HOUR_MS))).toEqual([
    ...['2026-01', '2026-01', '2026-02'],
  ]);
});

test('parts of a second are what they are of one', () => {
  const of = (text: string) => parseUtcInstant(`2026-01-02T03:04:05${text}Z`)?.slice(19);
  expect(['', '.5', '.05', '.123'].map(of)).toEqual(['.000Z', '.500Z', '.050Z', '.123Z'].map((text) => text));
  const instant = '2026-01-02T03:04:05.678Z' as UtcInstant;
  expect(instantFromMs(instantToMs(instant))).toBe(instant);
  expect(localFromMs(instantToMs(instant))).toBe('2026-01-02T03:04:05.678');
});

test('dates cross a border as they are written, and not otherwise', () => {
  const taken = (schema: { safeParse: (text: string) => { success: boolean } }) => (text: string) =>
    schema.safeParse(text).success;
  const times = ['.000', '', '.000Z', 'Z'].map((rest) => `2026-01-02T03:04:05${rest}`);
  const days = ['2026-01-02', '2026-02-30', times[0] ?? ''];
  expect(times.map(taken(localDateTime))).toEqual([true, false, false, false]);
  expect(times.map(taken(utcInstant))).toEqual([false, false, true, false]);
  expect(days.map(taken(localDate))).toEqual([true, false, false]);
  expect(['2026-12', '2026-13', '2026-1', '2026-12-01'].map(taken(monthSchema))).toEqual([
    ...[true, false, false, false],
  ]);
});
