import { afterEach, describe, expect, test } from 'vitest';
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

  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  // The first and the last minutes of a day, of a month and of a year: by UTC's calendar most of them are another's.
  test.each(['America/Santiago', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'days begin and end by its own clock, in %s',
    (name) => {
      process.env.TZ = name;
      const told = (atMs: number, nowMs: number) => [
        clockMessage(atMs, nowMs, text, formats),
        daysAgo(atMs, nowMs, text),
      ];
      const [early, late] = [at(3, 1, 0, 5), at(3, 1, 23, 55)];
      expect(told(early, late)).toEqual(['00:05', 'hoy']);
      expect(told(late, early)).toEqual(['23:55', 'hoy']);
      expect(told(at(2, 28, 23, 55), early)).toEqual(['ayer 23:55', 'ayer']);
      expect(told(at(2, 28, 0, 5), late)).toEqual(['ayer 00:05', 'ayer']);
      expect(told(at(3, 2, 0, 5), late)).toEqual(['mañana 00:05', 'hoy']);
      expect(told(at(2, 27, 23, 55), early)).toEqual(['27-02 23:55', 'hace 2 d']);
      expect(told(at(1, 1, 0, 5), late)).toEqual(['01-01 00:05', 'hace 59 d']);
      expect(told(at(12, 31, 23, 55, 2025), late)).toEqual(['31-12-2025 23:55', 'hace 60 d']);
      expect(told(at(12, 31, 23, 55), early)).toEqual(['31-12 23:55', 'hoy']);
      expect(told(at(1, 1, 0, 5, 2027), early)).toEqual(['01-01-2027 00:05', 'hoy']);
    },
  );

  test('a day on which the clock is put forward or back is one day', () => {
    process.env.TZ = 'America/Santiago';
    // 23 hours on 2026-09-06, 25 on 2026-04-04.
    expect(clockMessage(at(9, 5, 12, 0), at(9, 7, 11, 30), text, formats)).toBe('05-09 12:00');
    expect(daysAgo(at(9, 5, 0, 5), at(9, 15, 0, 10), text)).toBe('hace 10 d');
    expect(daysAgo(at(4, 3, 23, 55), at(4, 13, 23, 50), text)).toBe('hace 10 d');
    expect(clockMessage(at(4, 4, 0, 5), at(4, 4, 23, 55), text, formats)).toBe('00:05');
  });

  test('days are written as one chose to, with the year behind them', () => {
    const slashes = { ...formats, dates: 'month-day-slashes' } as const;
    expect(clockMessage(at(11, 18, 23, 55), early, text, slashes)).toBe('11/18 23:55');
    expect(clockMessage(at(12, 31, 10, 2, 2025), early, text, slashes)).toBe('12/31/2025 10:02');
  });
});
