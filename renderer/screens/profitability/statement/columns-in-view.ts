/** Which of many columns of one width are drawn: those that are seen, and one beside them. Pure. */

/** Columns drawn beside those that are seen. */
const SPARE = 1;

export type Columns = {
  readonly count: number;
  readonly columnPx: number;
  /** What stands beside the columns that scroll, pinned. */
  readonly pinnedPx: number;
  /** They begin with the last, and stay there while they or their widths change. */
  readonly beginAtEnd: boolean;
};

/** The columns from one that is seen on, and how many there is room for. `isAtEnd`: the last ones, whichever these are. */
export type Seen = { readonly first: number; readonly fits: number; readonly isAtEnd: boolean };

/** Before the first layout: what a scroller of such a width would show. */
export function seenAtFirst(widthPx: number, { columnPx, pinnedPx, beginAtEnd }: Columns): Seen {
  return { first: 0, fits: fitting(widthPx - pinnedPx, columnPx), isAtEnd: beginAtEnd };
}

export function seenIn(
  { scrollLeft, clientWidth, scrollWidth }: Pick<HTMLElement, 'scrollLeft' | 'clientWidth' | 'scrollWidth'>,
  { columnPx, pinnedPx, beginAtEnd }: Columns,
): Seen {
  return {
    first: Math.floor(scrollLeft / columnPx),
    fits: fitting(clientWidth - pinnedPx, columnPx),
    isAtEnd: beginAtEnd && scrollLeft + clientWidth >= scrollWidth - 2,
  };
}

/** The first may be cut, and the last. */
function fitting(roomPx: number, columnPx: number): number {
  return Math.max(1, Math.ceil(roomPx / columnPx) + 1);
}

/** Whether what is drawn for one shows the other, and not far more than that. */
export function shows(drawn: Seen, next: Seen): boolean {
  if (drawn.isAtEnd !== next.isAtEnd || next.fits < drawn.fits - 2 - SPARE) return false;
  if (next.isAtEnd) return next.fits <= drawn.fits + SPARE;
  return next.first >= drawn.first - SPARE && next.first + next.fits <= drawn.first + drawn.fits + SPARE;
}

/** The first column drawn, and the one after the last. */
export function drawnFor(
  { first, fits, isAtEnd }: Seen,
  count: number,
): { readonly from: number; readonly to: number } {
  const begin = isAtEnd ? count - fits : Math.min(first, count - 1);
  const from = Math.max(0, begin - SPARE);
  return { from, to: Math.max(from, Math.min(count, begin + fits + SPARE)) };
}
