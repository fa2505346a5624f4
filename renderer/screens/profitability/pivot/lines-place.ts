/** Where the plot of lines begins and ends in its drawing: known apart from the drawing, which comes when it is needed. */
export const LINES_MARGIN = { top: 22, right: 14, bottom: 0, left: 0 };
export const SCALE_PX = 48;
export const TIMES_PX = 22;

/** Whether 0 lies inside an axis, where its line is drawn: at an end it would be the edge once more. */
export function hasZeroInside({ min, max }: { readonly min: number; readonly max: number }): boolean {
  return min < 0 && max > 0;
}

/** The name of a line beside its end, in px of the drawing, led to from the end. */
export type EndName = {
  readonly text: string;
  readonly ink: string;
  readonly fromX: number;
  readonly fromY: number;
  readonly x: number;
  readonly y: number;
};

/** From the end of the plot to the names, and between two of them. */
export const LEAD_PX = 18;
const BETWEEN_PX = 13;

/**
 * Heights of names as near to where their lines end as leaves each its room, in the order of the ends and within the plot;
 * null where there are too many for it.
 */
export function spread(ends: readonly number[], top: number, bottom: number): readonly number[] | null {
  if ((ends.length - 1) * BETWEEN_PX > bottom - top) return null;
  const order = ends.map((y, at) => ({ y, at })).toSorted((a, b) => a.y - b.y);
  const places: number[] = [];
  let above = Number.NEGATIVE_INFINITY;
  for (const [index, { y, at }] of order.entries()) {
    const lowest = bottom - (order.length - 1 - index) * BETWEEN_PX;
    above = Math.min(Math.max(y, top, above + BETWEEN_PX), lowest);
    places[at] = above;
  }
  return places;
}

/** The place of the least of some distances, the first of equal ones. */
export function nearestOf(distances: readonly number[]): number {
  return distances.reduce((best, distance, at) => (distance < (distances[best] ?? 0) ? at : best), 0);
}
