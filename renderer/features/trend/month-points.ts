import { z } from 'zod';
import { costBoundsOf } from '#renderer/data/model/cost-bounds.ts';
import { FIRST_DAY } from '#renderer/data/model/date-span.ts';
import type { Group, GroupsQuery } from '#renderer/data/model/groups.ts';
import { AMOUNT_COLUMNS } from '#renderer/features/columns/column-sections.ts';
import { isBesideCalendar } from '#renderer/features/dimensions/dimensions.ts';
import { monthsPeriod } from '#renderer/features/period/period.ts';
import { toPlotNumber } from '#renderer/ui/number-format.ts';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { firstDay, lastDay, type Month, monthOf, shiftMonth } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { pointChange, profitabilityOf, type ScopeResult, type Sums } from '#shared/domain/profitability.ts';
import type { Period, Selection } from '#shared/domain/selection.ts';

export type MonthPoint = {
  readonly month: Month;
  /** Rows of the selection. None is a 0 where the month was read, and a gap where it was not (`withGaps`). */
  readonly rows: number;
  readonly sums: Sums;
  readonly scopes: readonly ScopeResult[];
  /** The same month of the year before; null where it has no rows. */
  readonly yearBefore: readonly ScopeResult[] | null;
  readonly ventasWithProductCost: Decimal | null;
  /** Comercial and Total if the missing product costs were as the known ones; null where none is missing. */
  readonly likely: {
    readonly [scope in Scope]?: { readonly profit: Decimal; readonly ratePercent: Decimal | null };
  };
  /** Its time is not over at the last purchase: the present, whichever date the months are of. */
  readonly isPart: boolean;
  /** The day of the last purchase in the month that is not over; else null. */
  readonly untilDay: number | null;
};

const MONTH = /^\d{4}-\d{2}$/;

/** The columns of a month. */
export const TREND_COLUMNS: readonly string[] = [...AMOUNT_COLUMNS, 'Costo de Producto'];

/** As the panel's tiles and the statement have them: one figure, one number of places. */
const RATE_PLACES = 6;

function scopesOf(sums: Sums): readonly ScopeResult[] {
  return profitabilityOf(sums, RATE_PLACES);
}

/**
 * The months of a period (null: all) in order, without holes; those before it only tell of the year before. `lastPurchase`
 * tells which are over: payments may be dated after it.
 */
export function monthPoints(
  groups: readonly Group[],
  lastPurchase: string | null,
  period: Period | null = null,
): readonly MonthPoint[] {
  const known = new Map(groups.filter(({ value }) => MONTH.test(value)).map((group) => [group.value, group]));
  const isDrawn = (month: string): boolean =>
    period === null || (month >= monthOf(period.from) && month <= monthOf(period.to));
  const months = [...known.values()]
    .filter(({ value, totals }) => totals.rows > 0 && isDrawn(value))
    .map(({ value }) => value)
    .toSorted();
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
      scopes: scopesOf(sums),
      yearBefore: yearBeforeOf(known.get(shiftMonth(month, -12))),
      ventasWithProductCost: group?.totals.ventasWithProductCost ?? null,
      likely: group === undefined ? {} : likelyOf(group.totals),
      isPart: untilDay !== null || isAfter,
      untilDay,
    });
  }
  return points;
}

/** The results that are the most they can be while product costs are missing. */
const COST_BOUND = [
  ['comercial', 'Rentabilidad Comercial'],
  ['total', 'Rentabilidad Total'],
] as const;

function likelyOf(totals: Group['totals']): MonthPoint['likely'] {
  return Object.fromEntries(
    COST_BOUND.flatMap(([scope, column]) => {
      const bounds = costBoundsOf(totals, column);
      return bounds === null ? [] : [[scope, { profit: bounds.likely, ratePercent: bounds.likelyPercent }]];
    }),
  );
}

function yearBeforeOf(before: Group | undefined): MonthPoint['yearBefore'] {
  return before === undefined || before.totals.rows === 0 ? null : scopesOf(before.totals.sums);
}

/** How a scope's rate differs from the month before, in points; null where either cannot be told. */
export function changesOf(points: readonly MonthPoint[], scope: Scope): readonly (Decimal | null)[] {
  const rates = points.map(
    ({ scopes }) => scopes.find((other) => other.scope === scope)?.ratePercent ?? null,
  );
  return rates.map((rate, at) => pointChange(rate, rates[at - 1] ?? null));
}

/** The months of a period among those drawn, first and last; null where none is. */
export function bandOf(
  points: readonly MonthPoint[],
  period: Period | null,
): { readonly first: number; readonly last: number } | null {
  if (period === null) return null;
  const [from, to] = [monthOf(period.from), monthOf(period.to)];
  const first = points.findIndex(({ month }) => month >= from && month <= to);
  const last = points.findLastIndex(({ month }) => month >= from && month <= to);
  return first < 0 ? null : { first, last };
}

/** Rows that lie in no month: without a date, or with one out of range. The chart has no place for them; its table does. */
export type BesidePoint = Pick<MonthPoint, 'sums' | 'scopes'> & { readonly value: string };

export function besidePoints(groups: readonly Group[], period: Period | null = null): readonly BesidePoint[] {
  if (period !== null && period.from >= FIRST_DAY) return [];
  return groups
    .filter(({ value, totals }) => isBesideCalendar(value) && totals.rows > 0)
    .toSorted((a, b) => (a.value > b.value ? -1 : 1))
    .map(({ value, totals }) => ({ value, sums: totals.sums, scopes: scopesOf(totals.sums) }));
}

const NOTHING: Sums = Object.fromEntries(TREND_COLUMNS.map((column) => [column, '0' as Decimal]));

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
          scopes: scopesOf(NOTHING),
          ventasWithProductCost: '0' as Decimal,
        },
  );
}

type Axis = { readonly min: number; readonly max: number; readonly ticks: readonly number[] };

/** The next round number at or above: one of `factors` times a power of ten. */
function roundUp(value: number, factors: readonly number[] = ROUND): number {
  if (value <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = factors.find((factor) => factor * power >= value) ?? 10;
  return step * power;
}
const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
/** Steps whose multiples people know. */
const STEPS = [1, 2, 5, 10];

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

/** A line between the two that there are, where one decimal of the axis' unit says where it stands. */
export function withMiddle(axis: Axis): Axis {
  const [first, last, ...more] = axis.ticks;
  if (first === undefined || last === undefined || more.length > 0) return axis;
  const middle = (first + last) / 2;
  const tenths = (middle * 10) / unitOfSize(Math.max(Math.abs(first), Math.abs(last)));
  return Math.abs(tenths - Math.round(tenths)) > EXACT ? axis : { ...axis, ticks: [first, middle, last] };
}
const EXACT = 1e-9;

/** Rates that differ by less are drawn as far apart as they are, not from edge to edge. */
const MIN_SPAN = 1;
/** The smallest step of a tick. */
const MIN_STEP = 0.5;

/**
 * An axis of rates: it begins and ends beside what it holds, for a line shows moves, which are lost between 0 and 100 %.
 * Only of rates: an amount is as long as its mark is high.
 */
export function rateAxisOf(values: readonly (number | null)[]): Axis {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return axisOf([]);
  const low = known.reduce((least, value) => Math.min(least, value));
  const high = known.reduce((most, value) => Math.max(most, value));
  const step = Math.max(MIN_STEP, roundUp((high - low) / 4, STEPS));
  const min = toTick(Math.floor(low / step) * step);
  const max = Math.max(toTick(Math.ceil(high / step) * step), toTick(min + MIN_SPAN));
  // So far from 0 that a step of this size is lost in their digits.
  if (max <= min) return axisOf(values);
  return { min, max, ticks: min < 0 && max > 0 ? [min, 0, max] : [min, max] };
}

/** Multiples of a step, without what binary fractions add to them. */
function toTick(value: number): number {
  return Number(value.toPrecision(12));
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

/**
 * The query of the trend: all months there are, so that another period asks nothing new and the year before is there.
 * Days before the calendar begins stand beside its months, and which of them a period holds only its own answer tells.
 */
export function trendQuery(wide: Selection) {
  const isBesideCalendar = wide.period !== null && wide.period.from < FIRST_DAY;
  return {
    selection: isBesideCalendar ? wide : { ...wide, period: null },
    dimension: 'month',
    columns: TREND_COLUMNS,
  } as const satisfies GroupsQuery;
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
  return unitOfSize(greatest);
}

/** The unit that an amount of so many is told in. */
function unitOfSize(greatest: number): number {
  return greatest >= 1e6 ? 1e6 : greatest >= 1e4 ? 1e3 : 1;
}
