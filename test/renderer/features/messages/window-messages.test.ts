import { describe, expect, test } from 'vitest';
import {
  boundsMessage,
  monthInSentence,
  monthShort,
  monthsMessage,
  monthsTouched,
  monthTitle,
  purchasesMessage,
} from '#renderer/features/messages/window-messages.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';

test('a month is named alike, whole and short, in a sentence and at its beginning', () => {
  const names = (month: string) =>
    [monthInSentence, monthTitle, monthShort].map((message) => message(month, text));
  expect(names('2025-01')).toEqual(['enero de 2025', 'Enero de 2025', 'ene 2025']);
  expect(names('2024-12')).toEqual(['diciembre de 2024', 'Diciembre de 2024', 'dic 2024']);
});

describe('a range of purchases', () => {
  // As the days that it holds, and as the months that it touches.
  test.each([
    ['2024-10-01T00:00:00.000', '2024-11-01T00:00:00.000', 'oct 2024', 'oct 2024', '2024-10 2024-10'],
    ['2024-10-01T00:00:00', '2024-10-31T23:59:59', 'oct 2024', 'oct 2024', '2024-10 2024-10'],
    ['2024-01-01T00:00:00.000', '2024-10-01T00:00:00', 'ene – sep 2024', 'ene – sep 2024', '2024-01 2024-09'],
    [
      '2024-01-01T00:00:00.000',
      '2026-11-19T10:00:00.000',
      '1 ene 2024 – 19 nov 2026',
      'ene 2024 – nov 2026',
      '2024-01 2026-11',
    ],
    ['2024-11-01T00:00:00.000', '2024-11-10T00:00:00.000', '1–9 nov 2024', 'nov 2024', '2024-11 2024-11'],
    // A second after midnight the day has begun; a range of no time is that day.
    [
      '2024-10-30T00:00:00.000',
      '2024-11-01T00:00:01.000',
      '30 oct – 1 nov 2024',
      'oct – nov 2024',
      '2024-10 2024-11',
    ],
    ['2024-11-01T00:00:00.000', '2024-11-01T00:00:00.000', '1 nov 2024', 'nov 2024', '2024-11 2024-11'],
  ])('from %s to %s', (from, to, days, months, touched) => {
    expect(purchasesMessage(from, to, text)).toBe(days);
    expect(monthsMessage(from, to, text)).toBe(months);
    const { first, last } = monthsTouched(from, to);
    expect(`${first} ${last}`).toBe(touched);
    expect(boundsMessage(from, to, text, formats)).toBe(`compras de ${days}`);
  });
});

test('bounds that are instants are of changes, told by the server’s clock', () => {
  expect(boundsMessage('2026-11-20T00:00:00.000Z', '2026-11-20T14:28:00.000Z', text, formats)).toBe(
    '20-11 00:00 – 14:28 UTC',
  );
});
