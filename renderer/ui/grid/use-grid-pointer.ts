import { type MouseEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { BodyPainter } from './body-painter.ts';
import type { CellPosition, CellRange, GridColumn } from './grid-types.ts';

type GridPointer = {
  readonly body: RefObject<HTMLDivElement | null>;
  readonly painter: RefObject<BodyPainter | null>;
  readonly columns: readonly GridColumn[];
  readonly range: CellRange | null;
  readonly select: (range: CellRange | null) => void;
  readonly onOpen: ((row: number) => void) | null;
};

/** The pointer over the rows, heard once for all of them: pressing and dragging choose cells, a press may open a line. */
export function useGridPointer(grid: GridPointer) {
  const latest = useRef(grid);
  useLayoutEffect(() => {
    latest.current = grid;
  });
  const isDragging = useRef(false);
  useEffect(() => {
    const stop = (): void => {
      isDragging.current = false;
    };
    window.addEventListener('mouseup', stop);
    return () => window.removeEventListener('mouseup', stop);
  }, []);
  return useMemo(() => {
    const cellAt = (
      event: MouseEvent,
    ): { readonly element: HTMLElement; readonly at: CellPosition } | null => {
      const element = event.target instanceof Element ? event.target.closest<HTMLElement>('.gc') : null;
      const row = element?.closest<HTMLElement>('.gr')?.dataset.row;
      const column = latest.current.columns.findIndex(({ id }) => id === element?.dataset.column);
      return element === null || row === undefined || column < 0
        ? null
        : { element, at: { row: Number(row), column } };
    };
    return {
      onMouseDown: (event: MouseEvent): void => {
        const found = cellAt(event);
        if (found === null || event.button !== 0) return;
        const { range, select } = latest.current;
        isDragging.current = true;
        select({ from: event.shiftKey && range !== null ? range.from : found.at, to: found.at });
      },
      onMouseOver: (event: MouseEvent): void => {
        const found = cellAt(event);
        if (found === null) return;
        // Titles are long to make and seldom read: a cell gets its own when the pointer comes to it.
        const content = latest.current.painter.current?.cellOf(found.element);
        const isText = latest.current.columns[found.at.column]?.align === 'start';
        const title = content?.title ?? (isText ? content?.text : undefined);
        if (title !== undefined && found.element.title !== title) found.element.title = title;
        const { range, select } = latest.current;
        if (isDragging.current && range !== null) select({ from: range.from, to: found.at });
      },
      onClick: (event: MouseEvent): void => {
        const found = cellAt(event);
        const { painter, onOpen } = latest.current;
        if (found === null || painter.current?.cellOf(found.element)?.opens !== true) return;
        onOpen?.(found.at.row);
      },
      onDoubleClick: (event: MouseEvent): void => {
        const found = cellAt(event);
        if (found !== null) latest.current.onOpen?.(found.at.row);
      },
    };
  }, []);
}
