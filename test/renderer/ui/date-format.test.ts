import { expect, test } from 'vitest';
import { type DateStyle, formatDay, formatMoment } from '#renderer/ui/date-format.ts';

test.each<[DateStyle, string, string]>([
  ['day-month-dashes', '31-10-2026', '31-10 14:24'],
  ['month-day-slashes', '10/31/2026', '10/31 14:24'],
  ['day-month-slashes', '31/10/2026', '31/10 14:24'],
])('dates in the form of %s', (style, day, moment) => {
  expect(formatDay('2026-10-31T14:24:05', style)).toBe(day);
  expect(formatMoment('2026-10-31T14:24:05', style, true)).toBe(moment);
  for (const none of ['pronto', '2026-1-31', '2026-10-3', 'el 2026-10-31', '2026-1a-31', '2026-10-3a'])
    expect(formatDay(none, style)).toBe(none);
});
