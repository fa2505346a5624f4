import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { lastScrollPx, type Placement, type Seen, seenColumns } from './placement.ts';

type ScrolledColumns = {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly placement: Placement;
  /** Px of the whole table that are seen; 0 before it is measured. */
  readonly viewPx: number;
  /** The last columns are in view, at first and as long as nobody scrolls away from them. */
  readonly startsAtEnd: boolean;
};

export type ColumnScroll = {
  /** The columns that are drawn. */
  readonly seen: Seen;
  readonly scrolledPx: () => number;
  readonly reveal: (index: number) => void;
  /** Takes up where the table is scrolled to; false: other columns are seen, and React has drawn them already. */
  readonly follow: (element: HTMLElement) => boolean;
};

function sameSeen(a: Seen, b: Seen): boolean {
  return a.from === b.from && a.to === b.to;
}

/** Scroll bars stand at fractions of a px. */
const END_SLACK_PX = 2;

/** As the browser has it: a view that has become wider is scrolled before its new width is told. */
function standsAtEnd({ scrollLeft, clientWidth, scrollWidth }: HTMLElement): boolean {
  return scrollLeft + clientWidth >= scrollWidth - END_SLACK_PX;
}

/** Which columns are seen, and how far their strip is scrolled. */
export function useColumnScroll({ scroller, placement, viewPx, startsAtEnd }: ScrolledColumns): ColumnScroll {
  const [seen, setSeen] = useState<Seen>({ from: 0, to: 0 });
  const scrolled = useRef(0);
  const isAtEnd = useRef(startsAtEnd);
  const endPx = lastScrollPx(placement, viewPx);
  // Known before the table is scrolled there: nothing is drawn for another place first.
  const scrolledPx = (): number => (isAtEnd.current ? endPx : scrolled.current);
  const now = seenColumns(placement, scrolledPx(), viewPx);
  // Drawn anew only where they are others.
  if (!sameSeen(now, seen)) setSeen(now);
  const latest = useRef({ placement, viewPx, seen, startsAtEnd });
  useLayoutEffect(() => {
    latest.current = { placement, viewPx, seen, startsAtEnd };
  });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element !== null && isAtEnd.current && viewPx > 0) element.scrollLeft = endPx;
  }, [scroller, endPx, viewPx]);

  const follow = useCallback((element: HTMLElement): boolean => {
    const known = latest.current;
    scrolled.current = element.scrollLeft;
    isAtEnd.current = known.startsAtEnd && standsAtEnd(element);
    const fresh = seenColumns(known.placement, element.scrollLeft, known.viewPx);
    if (sameSeen(fresh, known.seen)) return true;
    // Before this frame is painted: a head that lags behind its columns would be seen.
    flushSync(() => setSeen(fresh));
    return false;
  }, []);

  return {
    seen: now,
    scrolledPx,
    follow,
    reveal: (index) => {
      const element = scroller.current;
      const placed = placement.columns[index];
      if (element === null || placed === undefined || index < placement.pinnedCount) return;
      if (index >= placement.endFrom) return;
      const room = viewPx - placement.pinnedPx - placement.endPx;
      const end = placed.left + placed.column.width;
      if (placed.left < element.scrollLeft) element.scrollLeft = placed.left;
      else if (end > element.scrollLeft + room) element.scrollLeft = Math.min(placed.left, end - room);
    },
  };
}
