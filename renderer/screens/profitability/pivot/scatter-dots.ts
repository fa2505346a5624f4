import { axisOf, rateAxisOf, withMiddle } from '#renderer/features/trend/month-points.ts';
import { toPlotNumber } from '#renderer/ui/number-format.ts';
import type { ChartMark } from './chart-marks.ts';
import { unitOfAxis } from './mark-text.ts';

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

/** Dots that are named: of each kind so many. */
const NAMED = { greatest: 4, lowest: 4, highest: 2 } as const;
/** Margins of next to no sales stand out by chance: named are those that sell this share of the greatest at least. */
const MIN_NAMED_SHARE = 0.02;

/**
 * The dots that stand out, each once, those that matter most first: the greatest by sales and the lowest margins in turns,
 * then the highest.
 */
export function outstanding(dots: readonly Dot[]): readonly Dot[] {
  const least = (dots[0]?.x ?? 0) * MIN_NAMED_SHARE;
  const byMargin = dots.filter(({ x }) => x >= least).toSorted((a, b) => a.y - b.y);
  const lowest = byMargin.slice(0, NAMED.lowest);
  // A margin that is merely the least negative does not stand out.
  const highest = byMargin
    .filter(({ y }) => y > 0)
    .slice(-NAMED.highest)
    .toReversed();
  const turns = dots.slice(0, NAMED.greatest).flatMap((dot, at) => [dot, ...lowest.slice(at, at + 1)]);
  return [...new Set([...turns, ...lowest, ...highest])];
}

export type DotName = {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly isLeft: boolean;
};

type PlacedDot = { readonly at: number; readonly x: number; readonly y: number; readonly px: number };

const DOT_PX = 8;
const NAME_PX = 14;

/**
 * Where names stand beside their dots, in px of the drawing: to the right, or to the left where the edge or another name is
 * in the way; a name without room is left out, and the dot in view has one by itself.
 */
export function namesBeside(dots: readonly PlacedDot[], widthPx: number): readonly DotName[] {
  const placed: {
    readonly left: number;
    readonly right: number;
    readonly y: number;
    readonly name: DotName;
  }[] = [];
  for (const { at, x, y, px } of dots) {
    for (const isLeft of [false, true]) {
      const left = isLeft ? x - DOT_PX - px : x + DOT_PX;
      const right = left + px;
      const isFree = placed.every(
        (other) => Math.abs(other.y - y) >= NAME_PX || right < other.left || left > other.right,
      );
      if (left < 0 || right > widthPx || !isFree) continue;
      placed.push({ left, right, y, name: { at, x: isLeft ? x - DOT_PX : x + DOT_PX, y, isLeft } });
      break;
    }
  }
  return placed.map(({ name }) => name);
}

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
    .toSorted((a, b) => b.x - a.x)
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

/** Axes that hold 0 and every dot, and the unit of the sales along. */
export function dotAxes(dots: readonly Dot[]) {
  const x = withMiddle(axisOf(dots.map(({ x: sales }) => sales)));
  return {
    x,
    unit: unitOfAxis(x),
    y: withMiddle(rateAxisOf([0, ...dots.flatMap(({ y, likely }) => [y, likely])])),
  };
}
