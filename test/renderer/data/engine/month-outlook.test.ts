import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OUTLOOK_COLUMNS } from '#renderer/data/model/month-outlook.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { randomCases } from '#test/random-cases.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import {
  isOutOfRange,
  type NaiveRow,
  naiveDay,
  naiveMonthsLater,
  naiveSelects,
  naiveSum,
  naiveUnits,
} from './naive.ts';
import { asked } from './worlds.ts';

/** The running month of a selection against the rows themselves. */

const today = fc
  .tuple(fc.constantFrom(2025, 2026), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, day]) => `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`);

describe('the month that goes on', () => {
  test('has the exact sums of its days, of the same days before, and of the year before', () => {
    fc.assert(
      fc.property(asked, today, ([{ store, rows }, chosen], last) => {
        const answer = atOnce(
          createQueries(store).tasks.monthOutlook({ selection: chosen, today: last as LocalDate }),
        );
        const own = { ...chosen, period: null };
        const dayOf = (row: NaiveRow) => naiveDay(row[chosen.periodColumn] ?? null);
        const selected = rows.filter((row) => {
          const day = dayOf(row);
          return naiveSelects(own, row) && day !== null && !isOutOfRange(day);
        });
        const within = (from: string, to: string) =>
          selected.filter((row) => (dayOf(row) ?? '') >= from && (dayOf(row) ?? '') <= to);
        const first = `${last.slice(0, 7)}-01`;
        expect(answer.days).toEqual({ from: first, to: last });
        expect(answer.month).toBe(last.slice(0, 7));
        const end = new Date(Date.UTC(Number(last.slice(0, 4)), Number(last.slice(5, 7)), 0)).getUTCDate();
        expect(answer.daysLeft).toBe(end - Number(last.slice(8)));
        const isEnd = Number(last.slice(8)) === end;
        const before = naiveMonthsLater(first, -1);
        const lastBefore = isEnd
          ? new Date(Date.parse(`${first}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
          : naiveMonthsLater(last, -1);
        expect(answer.sameDays).toEqual({ from: before, to: lastBefore });
        expect(answer.sameDaysOfYearBefore.from).toBe(naiveMonthsLater(first, -12));
        for (const column of OUTLOOK_COLUMNS) {
          const figure = answer.figures[column];
          expect(naiveUnits(figure.soFar), column).toBe(naiveSum(within(first, last), column));
          expect(naiveUnits(figure.sameDays), column).toBe(naiveSum(within(before, lastBefore), column));
          const { from, to } = answer.sameDaysOfYearBefore;
          expect(naiveUnits(figure.sameDaysOfYearBefore), column).toBe(naiveSum(within(from, to), column));
        }
      }),
      { numRuns: randomCases(30) },
    );
  });
});
