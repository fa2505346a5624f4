import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lastCompleteMonth } from '#renderer/data/model/complete-month.ts';
import type { Damage } from '#renderer/data/model/ledger.ts';
import { daysOf, fixedPeriod } from '#renderer/features/period/named-period.ts';
import { PERIOD_PRESETS, type Present, presetPeriod } from '#renderer/features/period/period.ts';
import type { LocalDate, LocalDateTime, Month, UtcInstant } from '#shared/domain/dates.ts';
import type { Period } from '#shared/domain/selection.ts';
import { month as monthCoverage } from '#test/renderer/features/coverage/sync-fixtures.ts';

/** The platform's own calendar as an oracle: noon of a day, in UTC. */
const dateOf = (day: string): Date => new Date(`${day.slice(0, 10)}T12:00:00Z`);
const textOf = (date: Date): LocalDate => date.toISOString().slice(0, 10) as LocalDate;
const days = (from: Date, to: Date): Period => ({ from: textOf(from), to: textOf(to) });
/** Days of whole months: `count` of them from a month on, months counted from the year 0. */
const wholeFrom = (index: number, count: number): Period =>
  days(new Date(Date.UTC(0, index, 1, 12)), new Date(Date.UTC(0, index + count, 0, 12)));
const monthIndex = (day: string): number => {
  const date = dateOf(day.length === 7 ? `${day}-01` : day);
  return (date.getUTCFullYear() - 1900) * 12 + date.getUTCMonth();
};

const purchase = fc
  .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2100-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 23) as LocalDateTime);

describe('periods with a name', () => {
  test('of the last purchase alone, all of them', () => {
    const present: Present = { lastPurchase: '2026-11-20T18:30:00.000' as LocalDateTime, complete: null };
    const named = Object.fromEntries(PERIOD_PRESETS.map(({ id }) => [id, presetPeriod(id, present)]));
    expect(named).toEqual({
      day: { from: '2026-11-20', to: '2026-11-20' },
      month: { from: '2026-11-01', to: '2026-11-20' },
      quarter: { from: '2026-10-01', to: '2026-11-20' },
      year: { from: '2026-01-01', to: '2026-11-20' },
      'month-before': { from: '2026-10-01', to: '2026-10-31' },
      'month-year-before': { from: '2025-10-01', to: '2025-10-31' },
      'quarter-before': { from: '2026-07-01', to: '2026-09-30' },
      'quarter-year-before': { from: '2025-07-01', to: '2025-09-30' },
      'year-before': { from: '2025-01-01', to: '2025-12-31' },
      'twelve-months': { from: '2025-11-01', to: '2026-10-31' },
    });
    expect(new Set(PERIOD_PRESETS.map(({ key }) => key)).size).toBe(PERIOD_PRESETS.length);
  });

  test('are those of the calendar, whatever the day', () => {
    fc.assert(
      fc.property(purchase, (lastPurchase) => {
        const of = (preset: Parameters<typeof presetPeriod>[0]) =>
          presetPeriod(preset, { lastPurchase, complete: null });
        const today = dateOf(lastPurchase);
        const year = today.getUTCFullYear();
        const month = today.getUTCMonth();
        const quarter = month - (month % 3);
        const first = (at: number) => new Date(Date.UTC(year, at, 1, 12));
        const last = (at: number) => new Date(Date.UTC(year, at + 1, 0, 12));
        expect(of('day')).toEqual(days(today, today));
        expect(of('month')).toEqual(days(first(month), today));
        expect(of('quarter')).toEqual(days(first(quarter), today));
        expect(of('year')).toEqual(days(first(0), today));
        expect(of('month-before')).toEqual(days(first(month - 1), last(month - 1)));
        expect(of('month-year-before')).toEqual(days(first(month - 13), last(month - 13)));
        expect(of('quarter-before')).toEqual(days(first(quarter - 3), last(quarter - 1)));
        expect(of('quarter-year-before')).toEqual(days(first(quarter - 15), last(quarter - 13)));
        expect(of('year-before')).toEqual(days(first(-12), last(-1)));
        expect(of('twelve-months')).toEqual(days(first(month - 12), last(month - 1)));
      }),
    );
  });

  test('a complete month is the last complete one; one that ends its quarter or year ends them', () => {
    fc.assert(
      fc.property(purchase, fc.integer({ min: -5, max: 0 }), (lastPurchase, behind) => {
        const index = monthIndex(lastPurchase) + behind;
        const complete = wholeFrom(index, 1).from.slice(0, 7) as Month;
        const of = (preset: Parameters<typeof presetPeriod>[0]) =>
          presetPeriod(preset, { lastPurchase, complete });
        expect(of('month-before')).toEqual(wholeFrom(index, 1));
        expect(of('month-year-before')).toEqual(wholeFrom(index - 12, 1));
        expect(of('twelve-months')).toEqual(wholeFrom(index - 11, 12));
        // The month that goes on: the one after a complete month of the last purchase.
        const running = monthIndex(lastPurchase) + (behind === 0 ? 1 : 0);
        expect(of('quarter-before')).toEqual(wholeFrom(running - (running % 3) - 3, 3));
        expect(of('year-before')).toEqual(wholeFrom(running - (running % 12) - 12, 12));
      }),
    );
  });

  test('days without a name stay, and mean the same whatever the present', () => {
    fc.assert(
      fc.property(purchase, purchase, purchase, (one, other, lastPurchase) => {
        const [from, to] = [one, other].map((each) => each.slice(0, 10) as LocalDate).toSorted();
        if (from === undefined || to === undefined) return;
        const fixed = fixedPeriod({ from, to });
        expect(daysOf(fixed, { lastPurchase, complete: null })).toEqual({ from, to });
        expect(daysOf(fixed, null)).toEqual({ from, to });
      }),
    );
    expect(fixedPeriod(null)).toEqual({ kind: 'all' });
  });
});

describe('the last complete month', () => {
  const read = (month: string, more = {}) =>
    monthCoverage({
      month: month as Month,
      rows: 3,
      lastReadAt: '2026-11-22T10:00:00.000Z' as UtcInstant,
      ...more,
    });
  const at = (knownUntil: string, months: readonly ReturnType<typeof read>[], damage: Damage | null = null) =>
    lastCompleteMonth({ months, knownUntil: `${knownUntil}.000Z` as UtcInstant }, damage);
  const MONTHS = [read('2026-09'), read('2026-10'), read('2026-11')];

  test('is over by the server’s clock where the channel is furthest behind', () => {
    expect(at('2026-11-22T10:00:00', MONTHS)).toBe('2026-10');
    // It ends at midnight of the channel: noon of the day after at the latest.
    expect(at('2026-12-01T11:59:59', MONTHS)).toBe('2026-10');
    expect(at('2026-12-01T12:00:00', MONTHS)).toBe('2026-11');
    expect(lastCompleteMonth({ months: MONTHS, knownUntil: null }, null)).toBeNull();
  });

  test('is held whole: read, to its beginning, none of it lost', () => {
    const with10 = (more: object) => at('2026-11-22T10:00:00', [read('2026-09'), read('2026-10', more)]);
    expect(with10({ reach: 'queued' })).toBe('2026-09');
    expect(with10({ partial: true })).toBe('2026-09');
    expect(with10({ lastReadAt: null })).toBe('2026-09');
    expect(with10({ rows: 0 })).toBe('2026-09');
    expect(with10({ reach: 'blind' })).toBe('2026-10');
    expect(at('2026-11-22T10:00:00', [read('2026-10', { reach: 'queued' })])).toBeNull();
    const lost = (from: string | null, to: string | null): Damage => ({
      foundAtMs: 0,
      rowsLost: 1,
      from: from === null ? null : (`${from}T00:00:00.000` as LocalDateTime),
      to: to === null ? null : (`${to}T00:00:00.000` as LocalDateTime),
      outsidePlan: false,
    });
    expect(at('2026-11-22T10:00:00', MONTHS, lost('2026-10-31', '2026-11-02'))).toBe('2026-09');
    expect(at('2026-11-22T10:00:00', MONTHS, lost('2026-11-01', '2026-11-02'))).toBe('2026-10');
    expect(at('2026-11-22T10:00:00', MONTHS, lost(null, null))).toBeNull();
  });
});
