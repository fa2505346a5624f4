import { describe, expect, test } from 'vitest';
import { ago, clockMessage, daysAgo, duration, took } from '#renderer/features/messages/time-messages.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('a span', () => {
  test.each([
    [-SECOND, 'ahora mismo'],
    [MINUTE - 1, 'ahora mismo'],
    [MINUTE, 'hace 1 min'],
    [HOUR - 1, 'hace 59 min'],
    [HOUR, 'hace 1 h'],
    [2 * HOUR - 1, 'hace 1 h'],
    [DAY - 1, 'hace 23 h'],
    [DAY, 'hace 1 d'],
    [2 * DAY - 1, 'hace 1 d'],
  ])('that is over is told in whole units that have passed (%i ms)', (ms, words) => {
    expect(ago(ms, text)).toBe(words);
  });

  test.each([
    [-3, '1 s'],
    [0.2, '1 s'],
    [1.2, '2 s'],
    [59, '59 s'],
    [59.1, '1 min'],
    [60, '1 min'],
    [61, '2 min'],
    [3540, '59 min'],
    [3541, '1 h 0 min'],
    [3600, '1 h 0 min'],
    [3601, '1 h 1 min'],
    [2 * 3600 + 5 * 60, '2 h 5 min'],
  ])('to come is never told shorter than it is (%d s)', (seconds, words) => {
    expect(duration(seconds, text)).toBe(words);
  });

  test.each([
    [SECOND - 1, '< 1 s'],
    [SECOND, '1 s'],
    [1499, '1 s'],
    [1500, '2 s'],
    [59_499, '59 s'],
    [59_500, '1 min 0 s'],
    [112 * SECOND, '1 min 52 s'],
    [HOUR - SECOND, '59 min 59 s'],
    [HOUR, '1 h 0 min'],
    [HOUR + 89 * SECOND, '1 h 1 min'],
    [2 * HOUR + 4.5 * MINUTE, '2 h 5 min'],
  ])('that something took is told to its nearest second, or minute (%i ms)', (ms, words) => {
    expect(took(ms, text)).toBe(words);
  });
});

describe('on this machine’s calendar', () => {
  const at = (month: number, day: number, hour: number, minute: number, year = 2026) =>
    new Date(year, month - 1, day, hour, minute).getTime();
  const early = at(11, 20, 0, 5);
  const late = at(11, 20, 23, 55);

  test.each([
    // The same day, however far apart; another one, however near.
    [early, late, '00:05', 'hoy'],
    [late, early, '23:55', 'hoy'],
    [at(11, 19, 23, 55), early, 'ayer 23:55', 'ayer'],
    [at(11, 19, 0, 5), late, 'ayer 00:05', 'ayer'],
    [at(11, 21, 0, 5), late, 'mañana 00:05', 'hoy'],
    [at(11, 21, 23, 55), early, 'mañana 23:55', 'hoy'],
    [at(11, 18, 23, 55), early, '18-11 23:55', 'hace 2 d'],
    [at(11, 22, 0, 5), late, '22-11 00:05', 'hoy'],
    [at(12, 31, 10, 2, 2025), at(1, 2, 9, 0), '31-12-2025 10:02', 'hace 2 d'],
    [at(1, 3, 10, 2, 2025), at(1, 2, 9, 0, 2025), 'mañana 10:02', 'hoy'],
    [at(1, 9, 10, 2, 2027), at(12, 30, 9, 0), '09-01-2027 10:02', 'hoy'],
    [at(2, 3, 10, 2, 2025), at(3, 2, 9, 0, 2025), '03-02 10:02', 'hace 27 d'],
  ])(
    'a moment is told by its day, with its year where it is another (%i at %i)',
    (atMs, now, clock, days) => {
      expect([clockMessage(atMs, now, text, formats), daysAgo(atMs, now, text)]).toEqual([clock, days]);
    },
  );
});
