import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createDayCounts,
  densestDays,
  holdsMost,
  isOfWholeMonths,
  NO_DAY,
} from '#renderer/reconciliation/matching/model/universe.ts';

/** The days that a statement speaks for: those of which it holds most. */

type Day = { readonly day: number; readonly held: number; readonly missing: number };
const dayOf = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 86_400_000;

function runOf(days: readonly Day[]) {
  const counts = createDayCounts();
  for (const { day, held, missing } of days) {
    for (let at = 0; at < held; at += 1) counts.add(day, true);
    for (let at = 0; at < missing; at += 1) counts.add(day, false);
  }
  return densestDays(counts);
}

describe('the run of days of which a statement holds most', () => {
  // Shorter than the months that a run is stretched to.
  const days = fc.uniqueArray(
    fc.record({ day: fc.integer({ min: 20_000, max: 20_018 }), held: fc.nat(4), missing: fc.nat(4) }),
    { selector: ({ day }) => day, maxLength: 12 },
  );

  test('exceeds what it lacks by more than any other, and is none where no run does', () => {
    fc.assert(
      fc.property(days, (some) => {
        const ascending = some
          .filter(({ held, missing }) => held + missing > 0)
          .toSorted((a, b) => a.day - b.day);
        let best = 0;
        for (const [from] of ascending.entries())
          for (let to = from; to < ascending.length; to += 1) {
            const lead = ascending
              .slice(from, to + 1)
              .reduce((sum, { held, missing }) => sum + held - missing, 0);
            best = Math.max(best, lead);
          }
        const run = runOf(some);
        expect(run === null ? 0 : run.held - run.missing).toBe(best);
        if (run === null) return;
        const own = ascending.filter(({ day }) => day >= run.from && day <= run.to);
        expect(run.held).toBe(own.reduce((sum, { held }) => sum + held, 0));
        expect(run.missing).toBe(own.reduce((sum, { missing }) => sum + missing, 0));
        expect([own[0]?.day, own.at(-1)?.day]).toEqual([run.from, run.to]);
      }),
      { numRuns: 300 },
    );
  });

  test('is of whole months where it nearly fills them: twenty-one days, and few that it lacks', () => {
    const each = (from: string, to: string, held = 3): Day[] => {
      const found: Day[] = [];
      for (let day = dayOf(from); day <= dayOf(to); day += 1) found.push({ day, held, missing: 0 });
      return found;
    };
    const lacking = (text: string, missing: number): Day => ({ day: dayOf(text), held: 0, missing });
    const ends = (some: readonly Day[]) => {
      const run = runOf(some);
      return run === null
        ? null
        : [run.from, run.to].map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
    };
    expect(ends(each('2026-03-03', '2026-03-28'))).toEqual(['2026-03-01', '2026-03-31']);
    expect(ends(each('2026-02-05', '2026-02-25'))).toEqual(['2026-02-01', '2026-02-28']);
    expect(ends(each('2026-03-06', '2026-03-25'))).toEqual(['2026-03-06', '2026-03-25']);
    // One order that is missing of the last day is one more that the statement lacks; three are not its own.
    expect(ends([...each('2026-03-01', '2026-03-30'), lacking('2026-03-31', 1)])).toEqual([
      '2026-03-01',
      '2026-03-31',
    ]);
    expect(ends([...each('2026-03-01', '2026-03-30'), lacking('2026-03-31', 3)])).toEqual([
      '2026-03-01',
      '2026-03-30',
    ]);
    // Each end by itself: what lies before the first day does not hang on what lies behind the last.
    expect(ends([...each('2026-03-03', '2026-03-26'), lacking('2026-03-31', 3)])).toEqual([
      '2026-03-01',
      '2026-03-26',
    ]);
    expect(ends([lacking('2026-03-01', 3), ...each('2026-03-06', '2026-03-29')])).toEqual([
      '2026-03-06',
      '2026-03-31',
    ]);
    // As many held as lacking of the days that are left are its own.
    const even: Day = { day: dayOf('2026-03-29'), held: 1, missing: 1 };
    expect(ends([...each('2026-03-01', '2026-03-26'), even])).toEqual(['2026-03-01', '2026-03-31']);
    // Of a small statement one is a few.
    const [one, two] = [1, 2].map((missing) =>
      ends([...each('2026-03-01', '2026-03-30', 1), lacking('2026-03-31', missing)]),
    );
    expect([one?.[1], two?.[1]]).toEqual(['2026-03-31', '2026-03-30']);
    // Five days that are left or more are its own where it lacks no more of them than it holds.
    expect(ends([...each('2026-03-01', '2026-03-26'), lacking('2026-03-29', 1)])).toEqual([
      '2026-03-01',
      '2026-03-26',
    ]);
    expect(ends([...each('2026-03-01', '2026-03-27'), lacking('2026-03-29', 1)])).toEqual([
      '2026-03-01',
      '2026-03-31',
    ]);
  });

  test('goes on over days of which it holds as many as it lacks, and not over more', () => {
    const days = (...counts: readonly (readonly [held: number, missing: number])[]) =>
      runOf(counts.map(([held, missing], at) => ({ day: 20_000 + at, held, missing })));
    expect(days([1, 1], [3, 0])).toEqual({ from: 20_000, to: 20_001, held: 4, missing: 1 });
    expect(days([1, 2], [3, 0])).toEqual({ from: 20_001, to: 20_001, held: 3, missing: 0 });
    expect(days([0, 0], [3, 0])?.from).toBe(20_001);
    // Of no day alone, of which as many are lacking, does it speak.
    expect(days([2, 2])).toBeNull();
  });

  test('counts no order without such a day', () => {
    const counts = createDayCounts();
    counts.add(NO_DAY, true);
    expect(densestDays(counts)).toBeNull();
  });
});

test('a run is of whole months from a first to a last day, leap years and years’ ends too', () => {
  const isWhole = (from: string, to: string) =>
    isOfWholeMonths({ from: dayOf(from), to: dayOf(to), held: 0, missing: 0 });
  expect(isWhole('2028-02-01', '2028-02-29')).toBe(true);
  expect(isWhole('2028-02-01', '2028-02-28')).toBe(false);
  expect(isWhole('2026-12-01', '2027-01-31')).toBe(true);
  expect(isWhole('2026-12-02', '2026-12-31')).toBe(false);
});

test('a settlement is a statement’s where it holds more than half of it', () => {
  expect([holdsMost(2, 1), holdsMost(1, 1), holdsMost(0, 0)]).toEqual([true, false, false]);
});
