import type { Axis } from './months.ts';

/** Where the points of a strip stand, px. Pure. */

export const STRIP_HEIGHT = 56;
/** Room for the names of the months, under the last strip. */
export const MONTHS_HEIGHT = 20;
/** Room for the figures of the axis. */
export const AXIS_WIDTH = 44;
const RIGHT = 20;
const ABOVE_AND_BELOW = 7;

export type StripPlot = {
  /** The middle of a month, and how wide each of them is. */
  readonly x: (index: number) => number;
  readonly step: number;
  readonly y: (value: number) => number;
  /** The month under a point of the plot; null beside it. */
  readonly indexAt: (px: number) => number | null;
};

export function stripPlot(width: number, months: number, axis: Axis): StripPlot {
  const step = Math.max(0, width - AXIS_WIDTH - RIGHT) / Math.max(1, months);
  const height = STRIP_HEIGHT - 2 * ABOVE_AND_BELOW;
  return {
    x: (index) => AXIS_WIDTH + (index + 0.5) * step,
    step,
    y: (value) => ABOVE_AND_BELOW + ((axis.max - value) / (axis.max - axis.min)) * height,
    indexAt: (px) => {
      const index = step === 0 ? -1 : Math.floor((px - AXIS_WIDTH) / step);
      return index >= 0 && index < months ? index : null;
    },
  };
}

/** The line through the values; a month without a value is a gap, one alone between gaps a dot. */
export function linePath(values: readonly (number | null)[], plot: StripPlot): string {
  const parts: string[] = [];
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const at = `${plot.x(index).toFixed(1)} ${plot.y(value).toFixed(1)}`;
    const isAfterGap = (values[index - 1] ?? null) === null;
    const isBeforeGap = (values[index + 1] ?? null) === null;
    parts.push(`${isAfterGap ? 'M' : 'L'}${at}${isAfterGap && isBeforeGap ? 'h0.01' : ''}`);
  }
  return parts.join('');
}
