import { expect, test } from 'vitest';
import { compareWithPeriod, unitOfDay, unitText } from '#renderer/data/engine/columns/calendar.ts';
import type { TimeUnit } from '#renderer/data/model/groups.ts';
import { dayNumber, dayOfNumber, type LocalDate } from '#shared/domain/dates.ts';

/** Days, the parts of the calendar they are in, and the days they are held against. */

const day = (text: string) => text as LocalDate;

test('a day is in the week of its Thursday, and in the quarter and month of its own', () => {
  const named = (text: string) =>
    (['week', 'month', 'quarter', 'year', 'day'] as const satisfies readonly TimeUnit[])
      .map((unit) => unitText(unit, unitOfDay(unit, dayNumber(day(text)))))
      .join(' ');
  expect(
    ['2024-12-29', '2024-12-30', '2026-01-01', '2027-01-03', '2027-01-04', '1969-12-28', '2000-02-29'].map(
      named,
    ),
  ).toEqual([
    '2024-W52 2024-12 2024-Q4 2024 2024-12-29',
    '2025-W01 2024-12 2024-Q4 2024 2024-12-30',
    '2026-W01 2026-01 2026-Q1 2026 2026-01-01',
    '2026-W53 2027-01 2027-Q1 2027 2027-01-03',
    '2027-W01 2027-01 2027-Q1 2027 2027-01-04',
    '1969-W52 1969-12 1969-Q4 1969 1969-12-28',
    '2000-W09 2000-02 2000-Q1 2000 2000-02-29',
  ]);
  const quarters = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}-15`);
  expect(quarters.map((text) => unitText('quarter', unitOfDay('quarter', dayNumber(day(text)))))).toEqual(
    [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4].map((quarter) => `2026-Q${quarter}`),
  );
});

test('days of a compared period stand beside those of the same number, or as many days on', () => {
  const shifted = (from: string, to: string, how: 'previous-period' | 'previous-year', other: string) => {
    const { shiftDay, keepsMonths } = compareWithPeriod({ from: day(from), to: day(to) }, how);
    return `${dayOfNumber(shiftDay(dayNumber(day(other))))} ${keepsMonths}`;
  };
  expect([
    shifted('2026-02-01', '2026-02-28', 'previous-period', '2026-01-31'),
    shifted('2026-03-01', '2026-04-30', 'previous-period', '2026-01-31'),
    shifted('2026-03-02', '2026-03-11', 'previous-period', '2026-02-20'),
    shifted('2026-02-10', '2026-03-10', 'previous-year', '2025-02-28'),
    shifted('2025-02-01', '2025-02-28', 'previous-year', '2024-02-29'),
  ]).toEqual([
    '2026-02-28 true',
    '2026-03-31 true',
    '2026-03-02 false',
    '2026-02-28 true',
    '2025-02-28 true',
  ]);
});
