import { isEqual } from 'es-toolkit/predicate';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLatest } from '#renderer/ui/hooks.ts';
import { followSize, lastSize, type SeenSize } from '#renderer/ui/last-sizes.ts';
import { lastScrollPx, leftForColumn, type Placement, type Seen, seenColumns } from './placement.ts';
import {
  drawnRows,
  type Extent,
  followBar,
  type ScrollState,
  scrolledTo,
  spaceOf,
  topForRow,
} from './scroll-map.ts';

/** Heights of what stands above and below the rows, rules included (grid.module.css). */
const HEAD_PX = 49;
const FOOT_PX = 31;

type Scroller = RefObject<HTMLDivElement | null>;
type Scrolled = {
  readonly scroller: Scroller;
  readonly size: SeenSize;
  readonly placement: Placement;
  readonly rowCount: number;
  readonly rowPx: number;
  readonly hasFoot: boolean;
  /** All rows are drawn, seen or not. */
  readonly isWhole: boolean;
  /** The last columns are in view, at first and as long as nobody scrolls away from them. */
  readonly startsAtEnd: boolean;
  readonly onMoved: () => void;
};

/** Where the table is scrolled to. Rows stand in a view that stays put; `onMoved` draws them in the same frame. */
export function useGridScroll(scrolled: Scrolled) {
  const { scroller, size, placement, rowCount, rowPx, startsAtEnd, onMoved } = scrolled;
  const besidePx = HEAD_PX + (scrolled.hasFoot ? FOOT_PX : 0);
  const viewPx = Math.max(0, size.height - besidePx);
  const rows = useRowScroll({ ...scrolled, viewPx });
  const columns = useColumnScroll({ scroller, placement, viewPx: size.width, startsAtEnd });
  const { follow: followRows } = rows;
  const { follow: followColumns } = columns;
  const onScroll = useCallback((): void => {
    const element = scroller.current;
    if (element === null) return;
    followRows(element);
    if (followColumns(element)) onMoved();
  }, [scroller, followRows, followColumns, onMoved]);
  return { sheetPx: spaceOf({ contentPx: rowCount * rowPx, viewPx }) + besidePx, rows, columns, onScroll };
}

export type GridScroll = ReturnType<typeof useGridScroll>;

/** Which rows are seen, in `viewPx` of the screen: a list may be longer than an element can be. */
function useRowScroll(rows: Scrolled & { readonly viewPx: number }) {
  const { scroller, rowCount, rowPx, viewPx, isWhole, onMoved } = rows;
  const state = useRef<ScrollState>({ barPx: 0, topPx: 0 });
  const extent: Extent = { contentPx: rowCount * rowPx, viewPx };
  const latest = useLatest({ extent, onMoved });

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
    [scroller, latest],
  );

  // Another number of lines, or another height: the same lines stay in view where they still are.
  const drawnRowPx = useRef(rowPx);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the three are what it depends on
  useLayoutEffect(() => {
    const topPx = (state.current.topPx * rowPx) / drawnRowPx.current;
    drawnRowPx.current = rowPx;
    goTo(topPx);
  }, [goTo, rowCount, viewPx, rowPx]);

  /** Takes up where the scroll bar stands now. */
  const follow = useCallback(
    (element: HTMLElement): void => {
      const next = followBar(state.current, element.scrollTop, latest.current.extent);
      if (next.barPx !== element.scrollTop) element.scrollTop = next.barPx;
      state.current = { topPx: next.topPx, barPx: element.scrollTop };
    },
    [latest],
  );

  const count = isWhole ? rowCount : Math.min(rowCount, Math.ceil(viewPx / rowPx) + 1);
  return {
    window: () => {
      const { topPx } = state.current;
      return { ...drawnRows(topPx, rowPx, rowCount, count), topPx };
    },
    /** Rows that fit on the screen. */
    pageRows: Math.max(1, Math.floor(viewPx / rowPx) - 1),
    reveal: (row: number): void => {
      const top = topForRow(row, rowPx, { topPx: state.current.topPx, viewPx });
      if (top !== null) goTo(top);
    },
    follow,
  };
}

/** Scroll bars stand at fractions of a px. */
const END_SLACK_PX = 2;

/** As the browser has it: a view that has become wider is scrolled before its new width is told. */
function standsAtEnd({ scrollLeft, clientWidth, scrollWidth }: HTMLElement): boolean {
  return scrollLeft + clientWidth >= scrollWidth - END_SLACK_PX;
}

/** Which columns are seen, and how far their strip is scrolled; `viewPx` of the table are seen, 0 before it is measured. */
function useColumnScroll(
  columns: Pick<Scrolled, 'scroller' | 'placement' | 'startsAtEnd'> & { viewPx: number },
) {
  const { scroller, placement, viewPx, startsAtEnd } = columns;
  const [seen, setSeen] = useState<Seen>({ from: 0, to: 0 });
  const scrolled = useRef(0);
  const isAtEnd = useRef(startsAtEnd);
  const endPx = lastScrollPx(placement, viewPx);
  // Known before the table is scrolled there: nothing is drawn for another place first.
  const scrolledPx = (): number => (isAtEnd.current ? endPx : scrolled.current);
  const now = seenColumns(placement, scrolledPx(), viewPx);
  if (!isEqual(now, seen)) setSeen(now);
  const latest = useLatest({ placement, viewPx, seen, startsAtEnd });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element !== null && isAtEnd.current && viewPx > 0) element.scrollLeft = endPx;
  }, [scroller, endPx, viewPx]);

  /** Takes up where the table is scrolled to; false: other columns are seen, and React has drawn them already. */
  const follow = useCallback(
    (element: HTMLElement): boolean => {
      const known = latest.current;
      scrolled.current = element.scrollLeft;
      isAtEnd.current = known.startsAtEnd && standsAtEnd(element);
      const fresh = seenColumns(known.placement, element.scrollLeft, known.viewPx);
      if (isEqual(fresh, known.seen)) return true;
      // Before this frame is painted: a head that lags behind its columns would be seen.
      flushSync(() => setSeen(fresh));
      return false;
    },
    [latest],
  );

  return {
    seen: now,
    scrolledPx,
    follow,
    reveal: (index: number): void => {
      const element = scroller.current;
      if (element === null) return;
      const left = leftForColumn(placement, index, element.scrollLeft, viewPx);
      if (left !== null) element.scrollLeft = left;
    },
  };
}

/** Follows the size of an element; 0 by 0 before it is there, or what one of the same name had in this window. */
export function useViewSize(element: RefObject<HTMLElement | null>, name: string): SeenSize {
  const [size, setSize] = useState(() => lastSize(name) ?? { width: 0, height: 0 });
  useLayoutEffect(() => {
    const seen = element.current;
    if (seen === null) return;
    return followSize(seen, name, setSize);
  }, [element, name]);
  return size;
}
