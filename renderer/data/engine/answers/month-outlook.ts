import { compareWithPeriod } from '#renderer/data/engine/columns/calendar.ts';
import type { Group, GroupsQuery } from '#renderer/data/model/groups.ts';
import { estimateMonth } from '#renderer/data/model/month-estimate.ts';
import {
  type MonthOutlook,
  OUTLOOK_COLUMNS,
  type OutlookColumn,
  type OutlookFigure,
  type OutlookQuery,
} from '#renderer/data/model/month-outlook.ts';
import type { Task } from '#shared/base/tasks.ts';
import {
  dayNumber,
  firstDay,
  type LocalDate,
  lastDay,
  type Month,
  monthOf,
  parseLocalDate,
  shiftMonth,
} from '#shared/domain/dates.ts';
import { type Decimal, fromDecimal, rescale, type Scaled, sum, toDecimal } from '#shared/domain/decimal.ts';
import type { Period, Selection } from '#shared/domain/selection.ts';
import { type Context, keepAnswers } from './context.ts';
import { askedByGroups, groups } from './figures.ts';
import { rowsQuestion } from './queried-rows.ts';

/** The running month of a selection, from its sums day by day. */

const outlooks = keepAnswers<MonthOutlook>(4);

type DaySums = { readonly day: LocalDate; readonly sums: Group['totals']['sums'] };

/** Days of the calendar up to one, in order; what lies beside it tells of no month. */
function daysOf(all: readonly Group[], today: LocalDate): readonly DaySums[] {
  return all.flatMap(({ value, totals }) => {
    const day = parseLocalDate(value);
    return day === undefined || day > today || totals.rows === 0 ? [] : [{ day, sums: totals.sums }];
  });
}

/** Exact sum of a column over days; null where none of them carries it. */
function sumOver(days: readonly DaySums[], column: OutlookColumn, { from, to }: Period): Decimal | null {
  const values = days.flatMap(({ day, sums }) => {
    const value = day < from || day > to ? undefined : sums[column];
    return value === undefined ? [] : [fromDecimal(value)];
  });
  return values.length === 0 ? null : toDecimal(sum(values));
}

const periodOf = (month: Month): Period => ({ from: firstDay(month), to: lastDay(month) });

function figureOf(days: readonly DaySums[], column: OutlookColumn, parts: Parts): OutlookFigure {
  const values = days.flatMap(({ day, sums }) => {
    const value = sums[column];
    return value === undefined ? [] : [{ day, value: fromDecimal(value) }];
  });
  const scale = values.reduce((most, { value }) => Math.max(most, value.scale), 0);
  const { month, own } = parts;
  const first = days[0];
  // Days without a row are 0, from the first day of the company on.
  const from = dayNumber(first?.day ?? own.from);
  const series: bigint[] = Array.from({ length: dayNumber(own.to) - from + 1 }, () => 0n);
  for (const { day, value } of values) series[dayNumber(day) - from] = rescale(value, scale).units;
  const dayOfMonth = dayNumber(own.to) - dayNumber(own.from) + 1;
  const estimate = estimateMonth({ from, values: series }, month, dayOfMonth);
  const exact = (units: bigint): Decimal => toDecimal({ units, scale } satisfies Scaled);
  const before = periodOf(shiftMonth(month, -12));
  return {
    soFar: sumOver(days, column, own),
    sameDays: sumOver(days, column, parts.sameDays),
    sameDaysOfYearBefore: sumOver(days, column, parts.sameDaysOfYearBefore),
    monthOfYearBefore: first !== undefined && first.day <= before.from ? sumOver(days, column, before) : null,
    estimate:
      estimate === null
        ? null
        : {
            ...estimate,
            low: exact(estimate.low),
            likely: exact(estimate.likely),
            high: exact(estimate.high),
          },
  };
}

type Parts = Pick<MonthOutlook, 'month' | 'sameDays' | 'sameDaysOfYearBefore'> & { readonly own: Period };

function wholeMonthsBefore(month: Month, first: LocalDate | undefined): number {
  let count = 0;
  while (first !== undefined && firstDay(shiftMonth(month, -count - 1)) >= first) count += 1;
  return count;
}

const daysQuery = (selection: Selection): GroupsQuery => ({
  selection: { ...selection, period: null },
  dimension: { column: selection.periodColumn, unit: 'day' },
  columns: OUTLOOK_COLUMNS,
});

export function monthOutlook(context: Context, { selection, today }: OutlookQuery): Task<MonthOutlook> {
  const byDays = daysQuery(selection);
  return outlooks(context).task(JSON.stringify([byDays.selection, today]), function* () {
    const { groups: byDay } = yield* groups(context, byDays);
    const days = daysOf(byDay, today);
    const month = monthOf(today);
    const own: Period = { from: firstDay(month), to: today };
    const parts: Parts = {
      month,
      own,
      sameDays: compareWithPeriod(own, 'previous-period').period,
      sameDaysOfYearBefore: compareWithPeriod(own, 'previous-year').period,
    };
    const figures = Object.fromEntries(
      OUTLOOK_COLUMNS.map((column) => [column, figureOf(days, column, parts)]),
    ) as MonthOutlook['figures'];
    return {
      revision: context.store.revision,
      ...{ month, figures, sameDays: parts.sameDays, sameDaysOfYearBefore: parts.sameDaysOfYearBefore },
      days: own,
      daysLeft: dayNumber(lastDay(month)) - dayNumber(today),
      wholeMonths: wholeMonthsBefore(month, days[0]?.day),
    };
  });
}

export const readMonthOutlook = rowsQuestion('readMonthOutlook', {
  freshness: 'commits',
  asks: ({ selection }: OutlookQuery) => [askedByGroups(daysQuery(selection))],
  task: (rows, query: OutlookQuery) => rows.over(query.selection, (of) => monthOutlook(of, query)),
});
