import { z } from 'zod';
import type { Group } from '#renderer/data/api.ts';
import { AMOUNT_COLUMNS } from '#renderer/features/columns/column-sections.ts';
import { isBesideCalendar } from '#renderer/features/dimensions/dimensions.ts';
import { firstDay, lastDay, monthsPeriod } from '#renderer/features/period/period.ts';
import { toPlotNumber } from '#renderer/ui/number-format.ts';
import { type Month, monthOf, shiftMonth } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { profitabilityOf, type ScopeResult, type Sums } from '#shared/domain/profitability.ts';
import type { Period } from '#shared/domain/selection.ts';

export type MonthPoint = {
  readonly month: Month;
  /** Rows of the selection. None is a 0 where the month was read, and a gap where it was not (`withGaps`). */
  readonly rows: number;
  readonly sums: Sums;
  readonly scopes: readonly ScopeResult[];
  readonly ventasWithProductCost: Decimal | null;
  /** Its time is not over at the last purchase: the present, whichever date the months are of. */
  readonly isPart: boolean;
  /** The day of the last purchase in the month that is not over; else null. */
  readonly untilDay: number | null;
};

const MONTH = /^\d{4}-\d{2}$/;

/** Months in order, without holes. `lastPurchase` tells which are over: payments may be dated after it. */
export function monthPoints(groups: readonly Group[], lastPurchase: string | null): readonly MonthPoint[] {
  const known = new Map(groups.filter(({ value }) => MONTH.test(value)).map((group) => [group.value, group]));
  const months = [...known.keys()].toSorted();
  const first = months[0];
  const last = months.at(-1);
  if (first === undefined || last === undefined) return [];
  const present = lastPurchase?.slice(0, 10) ?? '';
  const points: MonthPoint[] = [];
  for (let month = first as Month; month <= last; month = shiftMonth(month, 1)) {
    const group = known.get(month);
    const sums = group?.totals.sums ?? {};
    const { from, to } = monthsPeriod(month, 1);
    const untilDay = present >= from && present < to ? Number(present.slice(8)) : null;
    const isAfter = present !== '' && from > present;
    points.push({
      month,
      rows: group?.totals.rows ?? 0,
      sums,
      scopes: profitabilityOf(sums, 4),
      ventasWithProductCost: group?.totals.ventasWithProductCost ?? null,
      isPart: untilDay !== null || isAfter,
      untilDay,
    });
  }
  return points;
}

/** Rows that lie in no month: without a date, or with one out of range. The chart has no place for them; its table does. */
export type BesidePoint = Pick<MonthPoint, 'sums' | 'scopes'> & { readonly value: string };

export function besidePoints(groups: readonly Group[]): readonly BesidePoint[] {
  return groups
    .filter(({ value }) => isBesideCalendar(value))
    .toSorted((a, b) => (a.value > b.value ? -1 : 1))
    .map(({ value, totals }) => ({ value, sums: totals.sums, scopes: profitabilityOf(totals.sums, 4) }));
}

const NOTHING: Sums = Object.fromEntries(AMOUNT_COLUMNS.map((column) => [column, '0' as Decimal]));

/** Months between others that have no rows: known to be 0 where they were read, else a gap. */
export function withGaps(
  points: readonly MonthPoint[],
  isRead: (month: Month) => boolean,
): readonly MonthPoint[] {
  return points.map((point) =>
    point.rows > 0 || !isRead(point.month)
      ? point
      : {
          ...point,
          sums: NOTHING,
          scopes: profitabilityOf(NOTHING, 4),
          ventasWithProductCost: '0' as Decimal,
        },
  );
}

type Axis = { readonly min: number; readonly max: number; readonly ticks: readonly number[] };

/** The next round number at or above: 1, 2, 2.5, 5 or 10 times a power of ten. */
function roundUp(value: number): number {
  if (value <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
}

/** An axis that always holds 0. */
export function axisOf(values: readonly (number | null)[]): Axis {
  const known = values.filter((value) => value !== null);
  const max = roundUp(known.reduce((most, value) => Math.max(most, value), 0));
  const low = known.reduce((most, value) => Math.max(most, -value), 0);
  const min = low === 0 ? 0 : -roundUp(low);
  if (min === 0 && max === 0) return { min: 0, max: 1, ticks: [0] };
  const ticks = [min, 0, max].filter((tick, index, all) => all.indexOf(tick) === index);
  return { min, max, ticks };
}

/** Which months are named under the chart: all, or every 2nd, 3rd, 6th or 12th counted from January. */
export function tickMonths(months: readonly Month[], mostTicks = 13): readonly number[] {
  const every = [1, 2, 3, 6, 12].find((step) => months.length / step <= mostTicks) ?? 12;
  return months.flatMap((month, index) => ((Number(month.slice(5, 7)) - 1) % every === 0 ? [index] : []));
}

/** Months of the trend: thirteen at least, so that the month in view has its year before beside it. */
const TREND_MONTHS = 13;

/** The months drawn: up to the one after the period, back to thirteen months or to the period's own begin. */
export function trendPeriod(period: Period | null, lastPurchase: string | null): Period | null {
  if (period === null || lastPurchase === null) return null;
  const newest = lastPurchase.slice(0, 7) as Month;
  // No month is named after the year 9999: what a period without an end is followed by is never asked for.
  const last = monthOf(period.to) < newest ? shiftMonth(monthOf(period.to), 1) : newest;
  const thirteen = shiftMonth(last, 1 - TREND_MONTHS);
  const first = monthOf(period.from);
  return { from: firstDay(first < thirteen ? first : thirteen), to: lastDay(last) };
}

/** Sums of the three scopes, or their shares of Ventas. */
const TREND_MEASURES = ['sum', 'rate'] as const;
export type TrendMeasure = (typeof TREND_MEASURES)[number];

export const trendSchema = z.object({
  measure: z.enum(TREND_MEASURES),
  /** The figures as a table instead of the chart. */
  isTable: z.boolean(),
});
export type TrendState = z.infer<typeof trendSchema>;

export const INITIAL_TREND: TrendState = { measure: 'sum', isTable: false };

/** The unit of all three axes: units, thousands or millions. */
export function unitOf(points: readonly MonthPoint[], measure: TrendMeasure): number {
  if (measure === 'rate') return 1;
  const greatest = points
    .flatMap(({ scopes }) => scopes.map(({ profit }) => Math.abs(toPlotNumber(profit) ?? 0)))
    .reduce((most, size) => Math.max(most, size), 0);
  return greatest >= 1e6 ? 1e6 : greatest >= 1e4 ? 1e3 : 1;
}
