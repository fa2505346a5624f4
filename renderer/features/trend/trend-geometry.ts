import { toPlotNumber } from '#renderer/ui/number-format.ts';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { SCOPES } from '#shared/domain/profitability.ts';
import { axisOf, changesOf, type MonthPoint, rateAxisOf, type TrendMeasure } from './month-points.ts';

/** Where the chart's marks stand, in pixels of its plot: strips over the same months. Pure. */

/** A strip, with room above its scale for the figure of the month in view. */
export const STRIP_PX = 60;
const ABOVE_PX = 15;
const SCALE_PX = 42;
const NAMES_PX = 20;
export const SCALES_PX = 44;
/** The last name may be wider than its month. */
const BESIDE_PX = 8;
/** Few months do not fill the plot: one alone would be a wall. */
const MAX_MONTH_PX = 72;
/** Marks are as fine as a screen shows them: what differs by less need not be drawn again. */
const FINENESS = 4;
/** The height of a tick's figure, and what stands between two. */
const MIN_TICK_PX = 11;

type Tick = {
  readonly value: number;
  readonly y: number;
  /** Its figure has room beside those that are named before it. */
  readonly isNamed: boolean;
};

export type Strip = {
  readonly scope: Scope;
  readonly values: readonly (number | null)[];
  readonly ticks: readonly Tick[];
  /** By month; null where it was not read. */
  readonly ys: readonly (number | null)[];
  /** Down to where the missing costs would bring it, by month; null where none is missing. */
  readonly likely: readonly (number | null)[];
  /** Values of the same months a year before. */
  readonly yearBefore: readonly (number | null)[];
};

/** All strips: those of the scopes, and under rates the one of their changes. */
export function plotPx(measure: TrendMeasure): number {
  return STRIP_PX * (SCOPES.length + (measure === 'rate' ? 1 : 0)) + NAMES_PX;
}

type Scale = Pick<ReturnType<typeof axisOf>, 'min' | 'max'>;

/** Heights in the strip that stands so many strips below the first. */
function heightsIn(strip: number, { min, max }: Scale): (value: number) => number {
  const top = strip * STRIP_PX + ABOVE_PX;
  return (value) => Math.round((top + ((max - value) / (max - min)) * SCALE_PX) * FINENESS) / FINENESS;
}

/** Ticks, `first` of which is named whatever stands beside it. */
function ticksOf(
  values: readonly number[],
  yOf: (value: number) => number,
  first: readonly number[],
): readonly Tick[] {
  const named: number[] = [];
  const inOrder = [...first.filter((value) => values.includes(value)), ...values];
  for (const value of inOrder) {
    if (named.every((other) => Math.abs(yOf(other) - yOf(value)) >= MIN_TICK_PX)) named.push(value);
  }
  return values.map((value) => ({ value, y: yOf(value), isNamed: named.includes(value) }));
}

export function stripsOf(points: readonly MonthPoint[], measure: TrendMeasure): readonly Strip[] {
  return SCOPES.map((scope, index) => {
    const read = (scopes: MonthPoint['scopes'] | null): number | null => {
      const result = scopes?.find((other) => other.scope === scope);
      return toPlotNumber(measure === 'sum' ? result?.profit : result?.ratePercent);
    };
    const values = points.map((point) => read(point.scopes));
    const before = points.map((point) => read(point.yearBefore));
    const likely = points.map((point) => {
      const known = point.likely[scope];
      return toPlotNumber(measure === 'sum' ? known?.profit : known?.ratePercent);
    });
    const all = [...values, ...before, ...likely];
    const { ticks, ...scale } = (measure === 'sum' ? axisOf : rateAxisOf)(all);
    const yOf = heightsIn(index, scale);
    const place = (value: number | null): number | null => (value === null ? null : yOf(value));
    return {
      scope,
      values,
      // The base line of amounts; of rates both ends, for they may begin anywhere.
      ticks: ticksOf(ticks, yOf, measure === 'sum' ? [0] : [scale.min, scale.max]),
      ys: values.map(place),
      likely: likely.map(place),
      yearBefore: before.map(place),
    };
  });
}

/** A bar of the strip of changes: a scope's points against the month before. */
type ChangeBar = {
  readonly scope: Scope;
  readonly month: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

type ChangeStrip = { readonly ticks: readonly Tick[]; readonly bars: readonly ChangeBar[] };

const MAX_BAR_PX = 7;
/** The share of a month's width that its bars take: the rest stands between them and the next month's. */
const BARS_SHARE = 0.7;
/** A change that is there is seen. */
const MIN_BAR_PX = 1;

/** How the rates of the scopes differ from the month before, below the scopes' own strips. */
export function changeStripOf(points: readonly MonthPoint[], ofMonthPx: number): ChangeStrip {
  const changes = SCOPES.map((scope) => changesOf(points, scope).map(toPlotNumber));
  const { ticks, ...scale } = rateAxisOf([0, ...changes.flat()]);
  const yOf = heightsIn(SCOPES.length, scale);
  const width = Math.min(MAX_BAR_PX, (ofMonthPx * BARS_SHARE) / SCOPES.length);
  const bars = changes.flatMap((values, at) =>
    values.flatMap((value, month): readonly ChangeBar[] => {
      if (value === null || value === 0) return [];
      const [zero, end] = [yOf(0), yOf(value)];
      const height = Math.max(MIN_BAR_PX, Math.abs(end - zero));
      return [
        {
          scope: SCOPES[at] ?? 'total',
          month,
          x: xOf(month, ofMonthPx) + (at - SCOPES.length / 2) * width,
          y: value > 0 ? zero - height : zero,
          width,
          height,
        },
      ];
    }),
  );
  return { ticks: ticksOf(ticks, yOf, [scale.min, scale.max]), bars };
}

/** The lines through the months that are known, broken where one is not. */
export function linePath(ys: readonly (number | null)[], ofMonthPx: number): string {
  return ys
    .map((y, index) => {
      if (y === null) return '';
      const isFirst = (ys[index - 1] ?? null) === null;
      return `${isFirst ? 'M' : 'L'}${xOf(index, ofMonthPx)},${y}`;
    })
    .join('');
}

/** The band between the months' marks and where the missing costs would bring them. */
export function bandPath({ ys, likely }: Pick<Strip, 'ys' | 'likely'>, ofMonthPx: number): string {
  return ys
    .map((y, index) => {
      const before = ys[index - 1] ?? null;
      const [from, to] = [likely[index - 1] ?? null, likely[index] ?? null];
      if (y === null || before === null || (from === null && to === null)) return '';
      const [left, right] = [xOf(index - 1, ofMonthPx), xOf(index, ofMonthPx)];
      return `M${left},${before}L${right},${y}L${right},${to ?? y}L${left},${from ?? before}Z`;
    })
    .join('');
}

export function monthPx(widthPx: number, months: number): number {
  return Math.max(1, Math.min(MAX_MONTH_PX, (widthPx - SCALES_PX - BESIDE_PX) / Math.max(1, months)));
}

export function xOf(index: number, ofMonthPx: number): number {
  return SCALES_PX + (index + 0.5) * ofMonthPx;
}

/** The month at a place of the plot; null beside all of them. */
export function monthAt(x: number, ofMonthPx: number, months: number): number | null {
  const index = Math.floor((x - SCALES_PX) / ofMonthPx);
  return index >= 0 && index < months ? index : null;
}

/** Months whose time is not over come last: their lines are dotted from the month before on. */
export function firstPart(points: readonly MonthPoint[]): number {
  const whole = points.findLastIndex(({ isPart }) => !isPart);
  return whole + 1;
}

/** True of a month without a month before or after it: no line leads to it. */
export function isAlone(ys: readonly (number | null)[], index: number): boolean {
  return (ys[index] ?? null) !== null && (ys[index - 1] ?? null) === null && (ys[index + 1] ?? null) === null;
}

/** Baseline of a month's figure: above its mark, or below it where the line comes down to it. */
export function figureY(ys: readonly (number | null)[], index: number): number {
  const y = ys[index] ?? 0;
  const before = ys[index - 1] ?? y;
  return before < y - 5 ? y + 15 : y - 6;
}
