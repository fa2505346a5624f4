import { axisOf, rateAxisOf, withMiddle } from '#renderer/features/trend/month-points.ts';
import { toPlotNumber } from '#renderer/ui/number-format.ts';
import type { ChartMark } from './chart-marks.ts';

/** Marks as dots: sales along, a margin up. Pure. */

/** More dots than these cover each other. */
export const MAX_DOTS = 200;

/** Margins of next to no sales are any number: beyond these a dot stands at the edge, hollow. */
const EDGE_PERCENT = 100;

export type Dot = {
  /** Its place among all dots, which stand from the greatest sales to the least. */
  readonly at: number;
  readonly key: string;
  readonly mark: ChartMark;
  readonly x: number;
  readonly y: number;
  readonly likely: number | null;
  /** It lies further out than it is drawn. */
  readonly isBeyond: boolean;
};

/** At the edge at most. */
export function within(percent: number): number {
  return Math.max(-EDGE_PERCENT, Math.min(EDGE_PERCENT, percent));
}

/** A dot for each group with sales and a margin; those that have none, and the others together, are no place of the plot. */
export function dotsOf(marks: readonly ChartMark[]): readonly Dot[] {
  return marks
    .flatMap((mark) => {
      const x = toPlotNumber(mark.line.pair.now.sums.Ventas);
      const y = toPlotNumber(mark.value);
      return mark.line.kind === 'group' && x !== null && y !== null ? [{ mark, x, y }] : [];
    })
    .map(({ mark, x, y }, at): Dot => {
      const likely = toPlotNumber(mark.likely);
      return {
        at,
        key: mark.line.key,
        mark,
        x,
        y: within(y),
        likely: likely === null ? null : within(likely),
        isBeyond: within(y) !== y,
      };
    });
}

/** Axes that hold 0 and every dot. */
export function dotAxes(dots: readonly Dot[]) {
  return {
    x: withMiddle(axisOf(dots.map(({ x }) => x))),
    y: withMiddle(rateAxisOf([0, ...dots.flatMap(({ y, likely }) => [y, likely])])),
  };
}
