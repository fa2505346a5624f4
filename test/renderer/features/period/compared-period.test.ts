import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareWithPeriod } from '#renderer/data/engine/columns/calendar.ts';
import { comparedName } from '#renderer/features/period/compared-period.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Period } from '#shared/domain/selection.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

const days = (from: string, to: string): Period => ({ from: from as LocalDate, to: to as LocalDate });
const beforeOf = ({ from, to }: Period) => {
  const { period } = compareWithPeriod({ from, to }, 'previous-period');
  return `${period.from} ${period.to}`;
};

describe('the period before', () => {
  test.each([
    // The running month: the same days, never those that lie just before.
    ['2026-11-01', '2026-11-23', '2026-10-01 2026-10-23'],
    ['2026-11-01', '2026-11-01', '2026-10-01 2026-10-01'],
    ['2026-01-01', '2026-01-09', '2025-12-01 2025-12-09'],
    // A month that has no such day ends with its last; one that is over is held against a whole one.
    ['2026-03-01', '2026-03-30', '2026-02-01 2026-02-28'],
    ['2024-03-01', '2024-03-30', '2024-02-01 2024-02-29'],
    ['2026-02-01', '2026-02-28', '2026-01-01 2026-01-31'],
    ['2024-02-01', '2024-02-28', '2024-01-01 2024-01-28'],
    ['2026-10-01', '2026-10-31', '2026-09-01 2026-09-30'],
    // Months up to a day: as many months before, up to the same day.
    ['2026-10-01', '2026-11-23', '2026-08-01 2026-09-23'],
    ['2026-01-01', '2026-11-23', '2025-02-01 2025-12-23'],
    // Days that begin with no month have none to be the same of.
    ['2026-11-10', '2026-11-16', '2026-11-03 2026-11-09'],
    ['2026-11-09', '2026-11-09', '2026-11-08 2026-11-08'],
  ])('of %s to %s', (from, to, expected) => {
    expect(beforeOf(days(from, to))).toBe(expected);
  });

  test('of the first days of any month is those of the month before, up to the day that it has', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1990, max: 2100 }),
        fc.integer({ min: 0, max: 11 }),
        fc.integer({ min: 1, max: 31 }),
        (year, month, number) => {
          const dayOf = (at: number, day: number) =>
            new Date(Date.UTC(year, at, day)).toISOString().slice(0, 10);
          const length = (at: number) => new Date(Date.UTC(year, at + 1, 0)).getUTCDate();
          const last = Math.min(number, length(month));
          const isOver = last === length(month);
          const lastBefore = isOver ? length(month - 1) : Math.min(last, length(month - 1));
          expect(beforeOf(days(dayOf(month, 1), dayOf(month, last)))).toBe(
            `${dayOf(month - 1, 1)} ${dayOf(month - 1, lastBefore)}`,
          );
        },
      ),
    );
  });
});

describe('is named', () => {
  const own = days('2026-11-01', '2026-11-23');
  test.each([
    ['2026-10-01', '2026-10-31', 'oct'],
    ['2025-10-01', '2025-10-31', 'oct 25'],
    ['2026-10-01', '2026-10-23', '1–23 oct'],
    ['2025-11-01', '2025-11-23', '1–23 nov 25'],
    ['2026-07-01', '2026-09-30', 'jul–sep'],
    ['2025-11-01', '2026-10-31', 'nov 25–oct 26'],
    ['2025-07-01', '2025-09-30', 'jul–sep 25'],
    ['2026-10-09', '2026-10-09', '9 oct'],
    ['2026-08-01', '2026-09-23', '1 ago–23 sep'],
    ['2025-12-20', '2026-01-10', '20 dic 25–10 ene 26'],
  ])('%s to %s', (from, to, expected) => {
    expect(comparedName(days(from, to), own, text)).toBe(expected);
  });

  test('with its year where the other is of two: the one that it begins in is not told', () => {
    const overNewYear = days('2025-11-01', '2026-02-28');
    const named = (from: string, to: string) => comparedName(days(from, to), overNewYear, text);
    expect([
      named('2026-01-01', '2026-01-31'),
      named('2025-10-01', '2025-10-31'),
      named('2025-07-01', '2025-10-31'),
      named('2024-11-01', '2025-02-28'),
    ]).toEqual(['ene 26', 'oct', 'jul–oct', 'nov 24–feb 25']);
  });

  test('with its year where it stands beside none', () => {
    expect(comparedName(days('2026-10-01', '2026-10-23'), null, text)).toBe('1–23 oct 26');
  });
});
