import { toPlotNumber } from '#renderer/ui/number-format.ts';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { SCOPES } from '#shared/domain/profitability.ts';
import { axisOf, type MonthPoint, type TrendMeasure } from './month-points.ts';

/** Where the chart's marks stand, in pixels of its plot: three strips over the same months. Pure. */

/** A strip, with room above its scale for the figure of the month in view. */
export const STRIP_PX = 60;
const ABOVE_PX = 15;
const SCALE_PX = 42;
const NAMES_PX = 20;
export const PLOT_PX = STRIP_PX * SCOPES.length + NAMES_PX;
export const SCALES_PX = 44;
/** The last name may be wider than its month. */
const BESIDE_PX = 8;
/** Few months do not fill the plot: one alone would be a wall. */
const MOST_MONTH_PX = 72;
/** A month's name with its neighbour's takes no less. */
export const LEAST_NAME_PX = 28;
/** Where only some are named, two with their year may stand side by side. */
const LEAST_OF_SOME_PX = 38;
/** Marks are as fine as a screen shows them: what differs by less need not be drawn again. */
const FINENESS = 4;

export type Strip = {
  readonly scope: Scope;
  readonly values: readonly (number | null)[];
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  /** By month; null where it was not read. */
  readonly ys: readonly (number | null)[];
};

export function stripsOf(points: readonly MonthPoint[], measure: TrendMeasure): readonly Strip[] {
  return SCOPES.map((scope, index) => {
    const values = points.map((point) => {
      const result = point.scopes.find((other) => other.scope === scope);
      return toPlotNumber(measure === 'sum' ? result?.profit : result?.ratePercent);
    });
    const { min, max, ticks } = axisOf(values);
    const top = index * STRIP_PX + ABOVE_PX;
    const yOf = (value: number): number =>
      Math.round((top + ((max - value) / (max - min)) * SCALE_PX) * FINENESS) / FINENESS;
    return {
      scope,
      values,
      ticks: ticks.map((value) => ({ value, y: yOf(value) })),
      ys: values.map((value) => (value === null ? null : yOf(value))),
    };
  });
}

export function monthPx(widthPx: number, months: number): number {
  return Math.max(1, Math.min(MOST_MONTH_PX, (widthPx - SCALES_PX - BESIDE_PX) / Math.max(1, months)));
}

export function xOf(index: number, ofMonthPx: number): number {
  return SCALES_PX + (index + 0.5) * ofMonthPx;
}

/** The month at a place of the plot; null beside all of them. */
export function monthAt(x: number, ofMonthPx: number, months: number): number | null {
  const index = Math.floor((x - SCALES_PX) / ofMonthPx);
  return index >= 0 && index < months ? index : null;
}

/** Months that there is room to name. */
export function mostNames(months: number, ofMonthPx: number): number {
  const all = months * ofMonthPx;
  return Math.max(1, ofMonthPx >= LEAST_NAME_PX ? months : Math.floor(all / LEAST_OF_SOME_PX));
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
