import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { type Extent, followBar, type ScrollState, scrolledTo } from './scroll-map.ts';

type ScrolledRows = {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly rowCount: number;
  readonly rowPx: number;
  /** Px of the screen that show rows. */
  readonly viewPx: number;
  /** All rows are drawn, seen or not. */
  readonly isWhole: boolean;
  readonly onMoved: () => void;
};

export type RowScroll = {
  /** The rows that are to be drawn, and the px of the list at the upper edge. */
  readonly window: () => { readonly first: number; readonly last: number; readonly topPx: number };
  /** Rows that fit on the screen. */
  readonly pageRows: number;
  readonly reveal: (row: number) => void;
  /** Takes up where the scroll bar stands now. */
  readonly follow: (element: HTMLElement) => void;
};

/** Which rows are seen: where the scroll bar stands, in a list that may be longer than an element can be. */
export function useRowScroll(rows: ScrolledRows): RowScroll {
  const { scroller, rowCount, rowPx, viewPx, isWhole, onMoved } = rows;
  const state = useRef<ScrollState>({ barPx: 0, topPx: 0 });
  const extent: Extent = { contentPx: rowCount * rowPx, viewPx };
  const latest = useRef({ extent, onMoved });
  useLayoutEffect(() => {
    latest.current = { extent, onMoved };
  });

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

  const follow = useCallback((element: HTMLElement): void => {
    const next = followBar(state.current, element.scrollTop, latest.current.extent);
    if (next.barPx !== element.scrollTop) element.scrollTop = next.barPx;
    state.current = { topPx: next.topPx, barPx: element.scrollTop };
  }, []);

  const count = isWhole ? rowCount : Math.min(rowCount, Math.ceil(viewPx / rowPx) + 1);
  return {
    window: () => {
      const first = Math.max(0, Math.min(Math.floor(state.current.topPx / rowPx), rowCount - count));
      return { first, last: first + count - 1, topPx: state.current.topPx };
    },
    pageRows: Math.max(1, Math.floor(viewPx / rowPx) - 1),
    reveal: (row) => {
      const { topPx } = state.current;
      if (row * rowPx < topPx) goTo(row * rowPx);
      else if ((row + 1) * rowPx > topPx + viewPx) goTo((row + 1) * rowPx - viewPx);
    },
    follow,
  };
}
