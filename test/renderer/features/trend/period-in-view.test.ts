import { expect, test } from 'vitest';
import { isOfPeriod } from '#renderer/features/trend/trend.tsx';
import type { LocalDate, Month } from '#shared/domain/dates.ts';

/** Whether the month beside the strips is all that is selected. */

const period = (from: string, to: string) => ({ from: from as LocalDate, to: to as LocalDate });
const month = (name: string, untilDay: number | null = null) => ({ month: name as Month, untilDay });

test('a month is the period where that is all of it, or as much of it as there is', () => {
  expect(isOfPeriod(month('2026-10'), period('2026-10-01', '2026-10-31'))).toBe(true);
  expect(isOfPeriod(month('2026-11', 23), period('2026-11-01', '2026-11-23'))).toBe(true);
  expect(isOfPeriod(month('2026-11', 23), period('2026-11-01', '2026-11-30'))).toBe(true);
  // Part of a month, several, another one, or none.
  expect(isOfPeriod(month('2026-10'), period('2026-10-01', '2026-10-15'))).toBe(false);
  expect(isOfPeriod(month('2026-11', 23), period('2026-11-02', '2026-11-23'))).toBe(false);
  expect(isOfPeriod(month('2026-10'), period('2026-09-01', '2026-10-31'))).toBe(false);
  expect(isOfPeriod(month('2026-09'), period('2026-10-01', '2026-10-31'))).toBe(false);
  expect(isOfPeriod(month('2026-11', 23), period('2026-11-01', '2026-12-23'))).toBe(false);
  expect(isOfPeriod(month('2026-10'), null)).toBe(false);
  expect(isOfPeriod(undefined, period('2026-10-01', '2026-10-31'))).toBe(false);
});
