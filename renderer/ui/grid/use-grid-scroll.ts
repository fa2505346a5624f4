import { type RefObject, useCallback } from 'react';
import type { Placement } from './placement.ts';
import { spaceOf } from './scroll-map.ts';
import { type ColumnScroll, useColumnScroll } from './use-column-scroll.ts';
import { type RowScroll, useRowScroll } from './use-row-scroll.ts';
import type { ViewSize } from './use-view-size.ts';

/** Heights of what stands above and below the rows, rules included (grid.css). */
const HEAD_PX = 49;
const FOOT_PX = 31;

export type GridScroll = {
  /** Height of the element that is scrolled, px. */
  readonly sheetPx: number;
  readonly rows: RowScroll;
  readonly columns: ColumnScroll;
  readonly onScroll: () => void;
};

type Scrolled = {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly size: ViewSize;
  readonly placement: Placement;
  readonly rowCount: number;
  readonly rowPx: number;
  readonly hasFoot: boolean;
  readonly isWhole: boolean;
  readonly startsAtEnd: boolean;
  readonly onMoved: () => void;
};

/**
 * Where the table is scrolled to. The rows do not hang in the scrolled element: they stand in a view that stays put, and
 * `onMoved` draws what is to be seen in it, in the same frame.
 */
export function useGridScroll(scrolled: Scrolled): GridScroll {
  const { scroller, size, placement, rowCount, rowPx, isWhole, startsAtEnd, onMoved } = scrolled;
  const besidePx = HEAD_PX + (scrolled.hasFoot ? FOOT_PX : 0);
  const viewPx = Math.max(0, size.height - besidePx);
  const rows = useRowScroll({ scroller, rowCount, rowPx, viewPx, isWhole, onMoved });
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
