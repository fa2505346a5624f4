import { isEqual } from 'es-toolkit/predicate';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Placement, type Seen, seenColumns } from './placement.ts';
import { type Extent, followBar, type ScrollState, scrolledTo, spaceOf } from './scroll-map.ts';
import type { ViewSize } from './use-view-size.ts';

/** Heights of what stands above and below the rows, rules included (grid.css). */
const HEAD_PX = 49;
const FOOT_PX = 31;

export type GridScroll = {
  /** Height of the element that is scrolled, px. */
  readonly sheetPx: number;
  readonly seen: Seen;
  /** The rows that are on the screen; `count` of them are drawn. */
  readonly window: () => { readonly first: number; readonly last: number; readonly topPx: number };
  readonly scrolledPx: () => number;
  /** Rows that fit on the screen. */
  readonly pageRows: number;
  readonly viewWidth: number;
  readonly onScroll: () => void;
  readonly revealRow: (row: number) => void;
  readonly revealColumn: (index: number) => void;
};

type Scrolled = {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly size: ViewSize;
  readonly placement: Placement;
  readonly rowCount: number;
  readonly rowPx: number;
  readonly onMoved: () => void;
  readonly startsAtEnd: boolean;
};

/**
 * Where the table is scrolled to. The rows do not hang in the scrolled element: they stand in a view that stays put, and
 * `onMoved` draws what is to be seen in it, in the same frame.
 */
export function useGridScroll(scrolledGrid: Scrolled): GridScroll {
  const { scroller, size, placement, rowCount, rowPx, onMoved, startsAtEnd } = scrolledGrid;
  const [seen, setSeen] = useState<Seen>({ from: 0, to: 0 });
  const state = useRef<ScrollState>({ barPx: 0, topPx: 0 });
  const scrolled = useRef(0);
  const viewPx = Math.max(0, size.height - HEAD_PX - FOOT_PX);
  const extent: Extent = { contentPx: rowCount * rowPx, viewPx };
  const latest = useRef({ extent, placement, width: size.width, seen, onMoved });
  useLayoutEffect(() => {
    latest.current = { extent, placement, width: size.width, seen, onMoved };
  });

  /** The columns that are seen, as they are now; drawn anew only where they are others. */
  const now = seenColumns(placement, scrolled.current, size.width);
  if (!isEqual(now, seen)) setSeen(now);

  const goTo = useCallback(
    (topPx: number): void => {
      const element = scroller.current;
      if (element === null) return;
      const next = scrolledTo(topPx, latest.current.extent);
      if (next.barPx !== state.current.barPx) {
        element.scrollTop = next.barPx;
        // A browser may round what it is given. To ask it costs a layout.
        state.current = { ...next, barPx: element.scrollTop };
      } else state.current = next;
      latest.current.onMoved();
    },
    [scroller],
  );

  // Another number of lines, or another height: the same lines stay in view where they still are.
  const drawnRowPx = useRef(rowPx);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the three are what it depends on
  useLayoutEffect(() => {
    const topPx = (state.current.topPx * rowPx) / drawnRowPx.current;
    drawnRowPx.current = rowPx;
    goTo(topPx);
  }, [goTo, rowCount, viewPx, rowPx]);

  const isStarted = useRef(false);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!startsAtEnd || isStarted.current || element === null || size.width === 0 || rowCount === 0) return;
    isStarted.current = true;
    element.scrollLeft = element.scrollWidth;
  }, [startsAtEnd, scroller, size.width, rowCount]);

  const onScroll = useCallback((): void => {
    const element = scroller.current;
    if (element === null) return;
    const { extent: known, placement: placed, width, seen: shown, onMoved: draw } = latest.current;
    const next = followBar(state.current, element.scrollTop, known);
    if (next.barPx !== element.scrollTop) element.scrollTop = next.barPx;
    state.current = { topPx: next.topPx, barPx: element.scrollTop };
    scrolled.current = element.scrollLeft;
    const fresh = seenColumns(placed, element.scrollLeft, width);
    // Before this frame is painted: a head that lags behind its columns would be seen.
    if (!isEqual(fresh, shown)) flushSync(() => setSeen(fresh));
    else draw();
  }, [scroller]);

  const count = Math.min(rowCount, Math.ceil(viewPx / rowPx) + 1);
  return {
    sheetPx: spaceOf(extent) + HEAD_PX + FOOT_PX,
    seen: now,
    window: () => {
      const first = Math.max(0, Math.min(Math.floor(state.current.topPx / rowPx), rowCount - count));
      return { first, last: first + count - 1, topPx: state.current.topPx };
    },
    scrolledPx: () => scrolled.current,
    pageRows: Math.max(1, Math.floor(viewPx / rowPx) - 1),
    viewWidth: size.width,
    onScroll,
    revealRow: (row) => {
      const { topPx } = state.current;
      if (row * rowPx < topPx) goTo(row * rowPx);
      else if ((row + 1) * rowPx > topPx + viewPx) goTo((row + 1) * rowPx - viewPx);
    },
    revealColumn: (index) => {
      const element = scroller.current;
      const placed = placement.columns[index];
      if (element === null || placed === undefined || index < placement.pinnedCount) return;
      if (index >= placement.endFrom) return;
      const room = size.width - placement.pinnedPx - placement.endPx;
      const end = placed.left + placed.column.width;
      if (placed.left < element.scrollLeft) element.scrollLeft = placed.left;
      else if (end > element.scrollLeft + room) element.scrollLeft = Math.min(placed.left, end - room);
    },
  };
}
