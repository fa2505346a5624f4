import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { type Columns, drawnFor, seenAtFirst, seenIn, shows } from './columns-in-view.ts';

/** The rail at its narrowest: what a screen's width is guessed by before it is laid out. */
const RAIL_PX = 48;

/**
 * The columns that are drawn in a scroller. Known before the first layout, so that nothing is drawn twice.
 * @returns the first column drawn and the one after the last; `look` is to be called when the scroller has moved
 */
export function useColumnsInView(
  scroller: RefObject<HTMLElement | null>,
  columns: Columns,
): { readonly from: number; readonly to: number; readonly look: () => void } {
  const { count, columnPx, pinnedPx, beginAtEnd } = columns;
  const [seen, setSeen] = useState(() => seenAtFirst(window.innerWidth - RAIL_PX, columns));
  const look = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const next = seenIn(element, { count, columnPx, pinnedPx, beginAtEnd });
    setSeen((drawn) => (shows(drawn, next) ? drawn : next));
  }, [scroller, count, columnPx, pinnedPx, beginAtEnd]);
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
  return { ...drawnFor(seen, count), look };
}
