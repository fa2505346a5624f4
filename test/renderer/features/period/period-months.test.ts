import { describe, expect, test } from 'vitest';
import { wholeMonths } from '#renderer/features/period/period.ts';
import {
  anchorOf,
  endsOf,
  monthBeside,
  partOf,
  spanOf,
  yearsOf,
} from '#renderer/features/period/period-months.ts';
import { type LocalDate, lastDay, type Month } from '#shared/domain/dates.ts';

const month = (text: string): Month => text as Month;
const period = (from: string, to: string) => ({ from: from as LocalDate, to: to as LocalDate });

describe('the months to choose from', () => {
  test('are whole years, the newest first, without holes', () => {
    const years = yearsOf(['2024-11-03', '', '2026-01-31']);
    expect(years.map(({ year }) => year)).toEqual(['2026', '2025', '2024']);
    expect(years[0]?.months[0]).toBe('2026-01');
    expect(years[2]?.months.at(-1)).toBe('2024-12');
    expect(yearsOf(['', 'x'])).toEqual([]);
  });

  test('of a date that means none only its own year is drawn, not thousands between', () => {
    const years = yearsOf(['0001-01-01', '2025-03-01', '2026-01-31', '9999-12-31']);
    expect(years.map(({ year }) => year)).toEqual(['9999', '2026', '2025', '0001']);
  });

  test('thirty years without rows are drawn, more are not', () => {
    const years = (from: string, to: string) => yearsOf([from, to]).length;
    expect(years('1996-01-01', '2026-01-01')).toBe(31);
    expect(years('1995-01-01', '2026-01-01')).toBe(2);
  });

  test('a period may end with the last month that a calendar has', () => {
    expect(lastDay(month('9999-12'))).toBe('9999-12-31');
    expect(lastDay(month('2024-02'))).toBe('2024-02-29');
    expect(lastDay(month('0001-02'))).toBe('0001-02-28');
    expect(wholeMonths(period('9999-12-01', '9999-12-31'))).toEqual({ first: '9999-12', last: '9999-12' });
  });

  test('make a range whichever end comes first', () => {
    const range = period('2025-11-01', '2026-02-28');
    expect(spanOf(month('2025-11'), month('2026-02'))).toEqual(range);
    expect(spanOf(month('2026-02'), month('2025-11'))).toEqual(range);
  });

  test('are taken whole, in part or not at all', () => {
    const chosen = period('2026-09-15', '2026-10-31');
    expect(['2026-08', '2026-09', '2026-10', '2026-11'].map((each) => partOf(month(each), chosen))).toEqual([
      'none',
      'some',
      'whole',
      'none',
    ]);
    expect(partOf(month('2026-10'), null)).toBe('none');
  });

  test('are stretched from where the period begins', () => {
    expect(anchorOf(period('2026-03-05', '2026-09-30'), month('2026-11'))).toBe('2026-03');
    expect(anchorOf(null, month('2026-11'))).toBe('2026-11');
  });

  test('are walked by keys: up is the year after, since the newest stands first', () => {
    const moves = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'x'];
    expect(moves.map((key) => monthBeside(month('2026-01'), key))).toEqual([
      '2025-12',
      '2026-02',
      '2027-01',
      '2025-01',
      '2026-01',
      '2026-12',
      null,
    ]);
  });

  test('know the first and the last day, those without a date set aside', () => {
    expect(endsOf(['2026-10-02', '', '2026-01-31'])).toEqual({ first: '2026-01-31', last: '2026-10-02' });
    expect(endsOf([''])).toBeNull();
  });
});
