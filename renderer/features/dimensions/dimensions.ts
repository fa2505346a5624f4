import { z } from 'zod';
import { sideOfSpan } from '#renderer/data/model/date-span.ts';
import type { GroupBy, TimeUnit } from '#renderer/data/model/groups.ts';
import { describeMonth, describePeriod, monthsPeriod } from '#renderer/features/period/period.ts';
import { besideName } from '#renderer/features/selection/selection-context.tsx';
import { changeSelection, type SelectionAction } from '#renderer/features/selection/selection-state.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';
import { type LocalDate, type Month, shiftDay } from '#shared/domain/dates.ts';
import {
  type BeyondDay,
  PERIOD_COLUMNS,
  type Period,
  type PeriodColumn,
  type Selection,
} from '#shared/domain/selection.ts';

/** Dimensions of rows and columns: a column's texts, or a date by a part of the calendar. Pure. */

export const TIME_UNITS = ['year', 'quarter', 'month', 'week', 'day'] as const satisfies readonly TimeUnit[];

export const dimensionSchema = z.union([
  z.object({ column: z.string(), unit: z.null() }),
  /** Null: the date that the selection's period is of. */
  z.object({ column: z.string().nullable(), unit: z.enum(TIME_UNITS) }),
]);
export type DimensionRef = z.infer<typeof dimensionSchema>;

export function byColumn(column: string): DimensionRef {
  return { column, unit: null };
}

/** A part of the calendar of the selection's own date. */
export function byTime(unit: TimeUnit): DimensionRef {
  return { column: null, unit };
}

/** «Canal», «/month», «Fecha de Pago/week»: what a choice is told by. */
export function dimensionKey({ column, unit }: DimensionRef): string {
  return unit === null ? column : `${column ?? ''}/${unit}`;
}

export function columnOf({ column }: DimensionRef, periodColumn: PeriodColumn): string {
  return column ?? periodColumn;
}

export function groupByOf(dimension: DimensionRef, periodColumn: PeriodColumn): Exclude<GroupBy, string> {
  return { column: columnOf(dimension, periodColumn), unit: dimension.unit };
}

/** A column by its name; a part of the calendar by its name, with the date where it is not the selection's own. */
export function dimensionName({ column, unit }: DimensionRef, text: Text): string {
  if (unit === null) return text.column(column);
  const name = text(`unit.${unit}`);
  return column === null ? name : `${name} · ${text.column(column)}`;
}

export const DATE_COLUMNS: readonly string[] = COLUMNS.filter(
  ({ kind }) => kind === 'local-datetime' || kind === 'utc-datetime',
).map(({ key }) => key);

const QUARTER = /^(\d{4})-Q([1-4])$/;
const WEEK = /^(\d{4})-W(\d{2})$/;

/** The Monday of an ISO week: week 1 holds January 4. */
function mondayOf(year: string, week: number): LocalDate {
  const fourth = `${year}-01-04` as LocalDate;
  const weekday = (new Date(`${fourth}T00:00:00Z`).getUTCDay() + 6) % 7;
  return shiftDay(fourth, (week - 1) * 7 - weekday);
}

/** All days before a day, or after it. */
function daysBeyond({ side, day }: BeyondDay): Period {
  return side === '<'
    ? { from: '0000-01-01' as LocalDate, to: shiftDay(day, -1) }
    : { from: shiftDay(day, 1), to: '9999-12-31' as LocalDate };
}

/** Whether rows of a group of the calendar stand beside it: without a date, or with one out of range. */
export function isBesideCalendar(value: string): boolean {
  return value === '' || sideOfSpan(value) !== null;
}

/**
 * The days of a part of the calendar (2026, 2026-Q3, 2026-09, 2026-W36, 2026-09-05) or of what is out of range; null of a
 * text that is neither.
 */
export function daysOf(unit: TimeUnit, value: string): Period | null {
  const beyond = sideOfSpan(value);
  if (beyond !== null) return daysBeyond(beyond);
  switch (unit) {
    case 'year':
      return /^\d{4}$/.test(value)
        ? { from: `${value}-01-01` as LocalDate, to: `${value}-12-31` as LocalDate }
        : null;
    case 'quarter': {
      const [, year, quarter] = QUARTER.exec(value) ?? [];
      if (year === undefined) return null;
      return monthsPeriod(`${year}-${String(Number(quarter) * 3).padStart(2, '0')}` as Month, 3);
    }
    case 'month':
      return /^\d{4}-\d{2}$/.test(value) ? monthsPeriod(value as Month, 1) : null;
    case 'week': {
      const [, year, week] = WEEK.exec(value) ?? [];
      if (year === undefined) return null;
      const from = mondayOf(year, Number(week));
      return { from, to: shiftDay(from, 6) };
    }
    case 'day':
      return /^\d{4}-\d{2}-\d{2}$/.test(value) ? { from: value as LocalDate, to: value as LocalDate } : null;
  }
}

/** The name of a group: «sep 2026», «T3 2026», «5 sep 2026»; of texts the text itself. */
export function valueName(dimension: DimensionRef, value: string, text: Text): string {
  if (dimension.unit === null) return value === '' ? text('filter.blank') : value;
  if (isBesideCalendar(value)) return besideName(sideOfSpan(value), text);
  switch (dimension.unit) {
    case 'year':
      return value;
    case 'month':
      return describeMonth(value, text);
    case 'quarter': {
      const [, year, quarter] = QUARTER.exec(value) ?? [];
      return year === undefined ? value : text('unit.quarter-of', { quarter: quarter ?? '', year });
    }
    case 'week': {
      const [, year, week] = WEEK.exec(value) ?? [];
      return year === undefined ? value : text('unit.week-of', { week: String(Number(week)), year });
    }
    case 'day':
      return describePeriod(daysOf('day', value), text);
  }
}

/** The days that lie in both; null where none do. */
export function overlap(own: Period | null, other: Period): Period | null {
  if (own === null) return other;
  const from = own.from > other.from ? own.from : other.from;
  const to = own.to < other.to ? own.to : other.to;
  return from <= to ? { from, to } : null;
}

/** One value of one dimension: what narrows a figure's rows. */
export type Narrowing = { readonly dimension: DimensionRef; readonly value: string };

/**
 * The steps that lead from the selection to the rows of a figure. Null where no filter can say them: days of another
 * date than the one the period is of.
 */
export function drillDownSteps(
  selection: Selection,
  narrowings: readonly Narrowing[],
): readonly SelectionAction[] | null {
  const steps: SelectionAction[] = [];
  let led = selection;
  const add = (step: SelectionAction): void => {
    steps.push(step);
    led = changeSelection(led, step);
  };
  for (const { dimension, value } of narrowings) {
    if (dimension.unit === null) {
      add({ type: 'set-filter', column: dimension.column, values: [value] });
      continue;
    }
    const column = columnOf(dimension, led.periodColumn);
    const held = selectedDays(led, column);
    // Within other days, those out of range are days like others.
    if (isBesideCalendar(value) && held === null) {
      add({ type: 'set-dates', column, filter: { column, beyond: sideOfSpan(value) } });
      continue;
    }
    const days = daysOf(dimension.unit, value);
    if (days === null) return null;
    if (column !== led.periodColumn) {
      if (led.period !== null || !isPeriodColumn(column)) return null;
      add({ type: 'set-period-column', column });
    }
    const period = overlap(held, days);
    if (period === null) return null;
    add({ type: 'set-period', period });
  }
  return steps;
}

/**
 * The steps to a month of the trend, which may lie outside the selection's own days, or to what stands beside its
 * months. `wide` holds the rows that the trend is drawn from.
 */
export function trendSteps(wide: Selection, value: string): readonly SelectionAction[] | null {
  return isBesideCalendar(value)
    ? drillDownSteps(wide, [{ dimension: byTime('month'), value }])
    : [{ type: 'set-period', period: monthsPeriod(value as Month, 1) }];
}

/** The days of a date that the selection holds already; null where it holds all of them. */
function selectedDays({ period, periodColumn, dateFilters }: Selection, column: string): Period | null {
  const beyond = dateFilters.find((filter) => filter.column === column)?.beyond ?? null;
  const days = beyond === null ? null : daysBeyond(beyond);
  if (period === null || column !== periodColumn) return days;
  // A saved view may have both; where no day is in both, there is no figure to lead from.
  return days === null ? period : (overlap(period, days) ?? period);
}

function isPeriodColumn(column: string): column is PeriodColumn {
  return (PERIOD_COLUMNS as readonly string[]).includes(column);
}
