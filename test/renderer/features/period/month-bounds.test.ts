import { expect, test } from 'vitest';
import { partOf, spanOf } from '#renderer/features/period/period-months.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';

/** A month and a period, day by day at the ends of either. */

const MARCH = '2026-03' as Month;
const part = (from: string, to: string) => partOf(MARCH, { from: from as LocalDate, to: to as LocalDate });

test('a period takes a month from its first to its last day', () => {
  expect(part('2026-03-01', '2026-03-31')).toBe('whole');
  expect(part('2026-02-28', '2026-04-01')).toBe('whole');
  expect(part('2026-03-02', '2026-03-31')).toBe('some');
  expect(part('2026-03-01', '2026-03-30')).toBe('some');
  expect([part('2026-02-01', '2026-03-01'), part('2026-02-01', '2026-02-28')]).toEqual(['some', 'none']);
  expect([part('2026-03-31', '2026-04-30'), part('2026-04-01', '2026-04-30')]).toEqual(['some', 'none']);
  expect(partOf(MARCH, null)).toBe('none');
});

test('a month alone is its own days', () => {
  expect(spanOf(MARCH, MARCH)).toEqual({ from: '2026-03-01', to: '2026-03-31' });
});
