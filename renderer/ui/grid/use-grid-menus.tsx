import { lazy, type MouseEvent, type RefObject, Suspense, useCallback, useState } from 'react';
import { useLatest } from '#renderer/ui/hooks.ts';
import {
  type CellMenuPlace,
  type CellRange,
  type GridColumn,
  type GridProps,
  rangeBounds,
} from './grid-types.ts';
import { cellUnder } from './use-grid-input.ts';

const HeaderMenu = lazy(async () => ({ default: (await import('./grid-menu.tsx')).HeaderMenu }));
const CellMenu = lazy(async () => ({ default: (await import('./grid-menu.tsx')).CellMenu }));

/** The menu of a cell and the menu of a column, where they are open; their program comes with the first of them. */
export function GridMenus(props: {
  readonly grid: GridProps;
  readonly cell: ReturnType<typeof useCellMenu>;
  readonly header: ReturnType<typeof useHeaderMenu>;
  readonly onFit: (columnId: string) => void;
}) {
  const { grid, cell, header } = props;
  const { columns, actions, onCopy } = grid;
  return (
    <Suspense fallback={null}>
      {cell.place === null || onCopy === undefined ? null : (
        <CellMenu
          place={cell.place}
          actions={grid.cellActions?.(cell.place.at.row, columns[cell.place.at.column]?.id ?? '') ?? []}
          onCopy={onCopy}
          onClose={cell.close}
        />
      )}
      {header.place === null || actions === null ? null : (
        <HeaderMenu
          {...header.place}
          actions={actions}
          isLast={columns.length < 2}
          onSort={grid.onSort}
          onFit={props.onFit}
          onClose={header.close}
        />
      )}
    </Suspense>
  );
}

/** The menu of one column, under its header; `reveal` brings a column into view. */
export function useHeaderMenu(
  head: RefObject<HTMLDivElement | null>,
  columns: readonly GridColumn[],
  reveal: (index: number) => void,
) {
  const [opened, setOpened] = useState<{ readonly id: string; readonly anchor: Element } | null>(null);
  const latest = useLatest({ columns, reveal });
  const open = useCallback(
    (id: string): void => {
      const index = latest.current.columns.findIndex((column) => column.id === id);
      if (index < 0) return;
      latest.current.reveal(index);
      // The header may only now come into view.
      requestAnimationFrame(() => {
        const anchor = head.current?.querySelector(`[data-header="${CSS.escape(id)}"]`);
        if (anchor != null) setOpened({ id, anchor });
      });
    },
    [head, latest],
  );
  const column = columns.find(({ id }) => id === opened?.id);
  return {
    place: opened === null || column === undefined ? null : { column, anchor: opened.anchor },
    open,
    close: () => setOpened(null),
  };
}

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
