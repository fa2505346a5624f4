import {
  byTime,
  columnOf,
  type DimensionRef,
  daysBeyond,
  daysOf,
  isBesideCalendar,
  overlap,
} from '#renderer/features/dimensions/dimensions.ts';
import { monthsPeriod } from '#renderer/features/period/period.ts';
import { changeSelection, type SelectionAction } from '#renderer/features/selection/selection-state.ts';
import { sideOfSpan } from '#shared/domain/date-span.ts';
import type { Month } from '#shared/domain/dates.ts';
import { PERIOD_COLUMNS, type Period, type PeriodColumn, type Selection } from '#shared/domain/selection.ts';

/** One value of one dimension: what narrows a figure's rows. */
export type Narrowing = { readonly dimension: DimensionRef; readonly value: string };

/**
 * What leads from the selection to the rows of a figure. Null where no filter can say them: days of another date than the
 * one the period is of.
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
    const held = heldDays(led, column);
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
 * What leads to a month of the trend, which may lie outside the selection's own days, or to what stands beside its
 * months. `wide` holds the rows that the trend is drawn from.
 */
export function trendSteps(wide: Selection, value: string): readonly SelectionAction[] | null {
  return isBesideCalendar(value)
    ? drillDownSteps(wide, [{ dimension: byTime('month'), value }])
    : [{ type: 'set-period', period: monthsPeriod(value as Month, 1) }];
}

/** The days of a date that the selection holds already; null where it holds all of them. */
function heldDays({ period, periodColumn, dateFilters }: Selection, column: string): Period | null {
  const beyond = dateFilters.find((filter) => filter.column === column)?.beyond ?? null;
  const days = beyond === null ? null : daysBeyond(beyond);
  if (period === null || column !== periodColumn) return days;
  // A saved view may have both; where no day is in both, there is no figure to lead from.
  return days === null ? period : (overlap(period, days) ?? period);
}

function isPeriodColumn(column: string): column is PeriodColumn {
  return (PERIOD_COLUMNS as readonly string[]).includes(column);
}
