import { type MouseEvent, useState } from 'react';
import type { CellMenuPlace } from './cell-menu.tsx';
import { type CellRange, type GridColumn, rangeBounds } from './grid-types.ts';
import { cellUnder } from './use-grid-pointer.ts';

/** The menu of the cell under the pointer, which is chosen unless it lies in what is chosen; or of the active cell. */
export function useCellMenu(
  columns: readonly GridColumn[],
  range: CellRange | null,
  select: (range: CellRange | null) => void,
) {
  const [place, setPlace] = useState<CellMenuPlace | null>(null);
  return {
    place,
    close: () => setPlace(null),
    /** Below the active cell; false where there is none on the screen. */
    openByKey: (cell: Element | null): boolean => {
      if (range === null || cell === null) return false;
      const { left, bottom } = cell.getBoundingClientRect();
      setPlace({ at: range.to, range, x: left, y: bottom });
      return true;
    },
    open: (event: MouseEvent): void => {
      const at = cellUnder(event, columns);
      if (at === null) return;
      event.preventDefault();
      const bounds = range === null ? null : rangeBounds(range);
      const isInside =
        bounds !== null &&
        at.row >= bounds.top &&
        at.row <= bounds.bottom &&
        at.column >= bounds.left &&
        at.column <= bounds.right;
      const chosen = isInside && range !== null ? range : { from: at, to: at };
      if (!isInside) select(chosen);
      setPlace({ at, range: chosen, x: event.clientX, y: event.clientY });
    },
  };
}
