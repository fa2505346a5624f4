import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';

/** Columns drawn beside those that are seen. */
const SPARE = 1;
/** The rail at its narrowest: what a screen's width is guessed by before it is laid out. */
const RAIL_PX = 48;

export type WindowOf = {
  readonly count: number;
  readonly columnPx: number;
  /** What stands beside the columns that scroll, pinned. */
  readonly pinnedPx: number;
  /** It begins with its last columns, and stays there while the columns or their widths change. */
  readonly isAtEnd: boolean;
};

/** The columns from one that is seen on, and how many there is room for. `isAtEnd`: the last ones, whichever these are. */
type Seen = { readonly first: number; readonly fits: number; readonly isAtEnd: boolean };

function seenIn(element: HTMLElement, { columnPx, pinnedPx, isAtEnd }: WindowOf): Seen {
  const { scrollLeft, clientWidth, scrollWidth } = element;
  return {
    first: Math.floor(scrollLeft / columnPx),
    fits: fitting(clientWidth - pinnedPx, columnPx),
    isAtEnd: isAtEnd && scrollLeft + clientWidth >= scrollWidth - 2,
  };
}

function fitting(roomPx: number, columnPx: number): number {
  return Math.max(1, Math.ceil(roomPx / columnPx) + 1);
}

/** Whether what is drawn for one holds the other, and not far more than that. */
function holds(drawn: Seen, next: Seen): boolean {
  if (drawn.isAtEnd !== next.isAtEnd || next.fits < drawn.fits - 2 - SPARE) return false;
  if (next.isAtEnd) return next.fits <= drawn.fits + SPARE;
  return next.first >= drawn.first - SPARE && next.first + next.fits <= drawn.first + drawn.fits + SPARE;
}

/**
 * Which columns are drawn: those that are seen, and a few beside them. Known before the first layout, so that nothing is
 * drawn twice.
 * @returns the first column drawn and the one after the last; `look` is to be called when the scroller has moved
 */
export function useColumnsInView(
  scroller: RefObject<HTMLElement | null>,
  of: WindowOf,
): { readonly from: number; readonly to: number; readonly look: () => void } {
  const { count, columnPx, pinnedPx, isAtEnd } = of;
  const [seen, setSeen] = useState<Seen>(() => ({
    first: 0,
    fits: fitting(window.innerWidth - RAIL_PX - pinnedPx, columnPx),
    isAtEnd,
  }));
  const look = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const next = seenIn(element, { count, columnPx, pinnedPx, isAtEnd });
    setSeen((drawn) => (holds(drawn, next) ? drawn : next));
  }, [scroller, count, columnPx, pinnedPx, isAtEnd]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what moves the columns
  useLayoutEffect(() => {
    if (seen.isAtEnd) scroller.current?.scrollTo({ left: Number.MAX_SAFE_INTEGER });
  }, [scroller, seen.isAtEnd, count, columnPx, pinnedPx]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      if (seen.isAtEnd) element.scrollTo({ left: Number.MAX_SAFE_INTEGER });
      look();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, seen.isAtEnd, look]);
  const first = seen.isAtEnd ? count - seen.fits : Math.min(seen.first, count - 1);
  const from = Math.max(0, first - SPARE);
  return { from, to: Math.max(from, Math.min(count, first + seen.fits + SPARE)), look };
}
