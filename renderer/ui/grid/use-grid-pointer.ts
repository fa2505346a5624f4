import { type MouseEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLatest } from '#renderer/ui/use-latest.ts';
import type { BodyPainter } from './body-painter.ts';
import type { CellPosition, CellRange, GridColumn, RowTree } from './grid-types.ts';

type GridPointer = {
  readonly painter: RefObject<BodyPainter | null>;
  readonly columns: readonly GridColumn[];
  readonly range: CellRange | null;
  readonly select: (range: CellRange | null) => void;
  readonly onOpen: ((row: number, columnId: string) => void) | null;
  readonly tree: RowTree | undefined;
};

/** Width of the arrow at the beginning of a line that holds others (grid.css). */
const ARROW_PX = 20;

function isArrow(event: MouseEvent): boolean {
  const cell = event.target instanceof Element ? event.target.closest('.ghold') : null;
  return cell !== null && event.clientX - cell.getBoundingClientRect().left < ARROW_PX;
}

function elementUnder(event: MouseEvent): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>('.gc') : null;
}

/** The cell of the rows that the pointer is over, or null. */
export function cellUnder(event: MouseEvent, columns: readonly GridColumn[]): CellPosition | null {
  const element = elementUnder(event);
  const row = element?.closest<HTMLElement>('.gr')?.dataset.row;
  const column = columns.findIndex(({ id }) => id === element?.dataset.column);
  return row === undefined || column < 0 ? null : { row: Number(row), column };
}

/** The pointer over the rows, heard once for all of them: pressing and dragging choose cells, a press may open a line. */
export function useGridPointer(grid: GridPointer) {
  const latest = useLatest(grid);
  const isDragging = useRef(false);
  useEffect(() => {
    const stop = (): void => {
      isDragging.current = false;
    };
    window.addEventListener('mouseup', stop);
    return () => window.removeEventListener('mouseup', stop);
  }, []);
  return useMemo(() => {
    const cellAt = (event: MouseEvent) => {
      const element = elementUnder(event);
      const at = cellUnder(event, latest.current.columns);
      return element === null || at === null ? null : { element, at };
    };
    const opens = (element: HTMLElement): boolean =>
      latest.current.painter.current?.cellOf(element)?.opens === true;
    const open = ({ row, column }: CellPosition): void => {
      const id = latest.current.columns[column]?.id;
      if (id !== undefined) latest.current.onOpen?.(row, id);
    };
    return {
      onMouseDown: (event: MouseEvent): void => {
        const found = cellAt(event);
        if (found === null || event.button !== 0) return;
        const { range, select, tree } = latest.current;
        if (tree !== undefined && isArrow(event)) {
          tree.toggle(found.at.row);
          select({ from: found.at, to: found.at });
          return;
        }
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
        if (found !== null && !isArrow(event) && opens(found.element)) open(found.at);
      },
      onDoubleClick: (event: MouseEvent): void => {
        const found = cellAt(event);
        // What a single press opens has been opened by the first of the two.
        if (found !== null && !isArrow(event) && !opens(found.element)) open(found.at);
      },
    };
  }, [latest]);
}

/** The chosen range. It names places, so it ends when `lines` or the columns change; the active cell stays. */
export function useGridRange(
  columns: readonly GridColumn[],
  lines: string,
  onRange: ((range: CellRange | null) => void) | undefined,
): readonly [CellRange | null, (range: CellRange | null) => void] {
  const [range, setRange] = useState<CellRange | null>(null);
  const select = useCallback(
    (next: CellRange | null) => {
      setRange(next);
      onRange?.(next);
    },
    [onRange],
  );
  const order = columns.map(({ id }) => id).join('\n');
  const active = useRef<{ readonly row: number; readonly id: string; readonly lines: string } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the two are what it depends on
  useEffect(() => {
    const column = columns.findIndex(({ id }) => id === active.current?.id);
    const at = active.current?.lines === lines && column >= 0 ? { row: active.current.row, column } : null;
    select(at === null ? null : { from: at, to: at });
  }, [lines, order, select]);
  const activeColumn = columns[range?.to.column ?? -1];
  useEffect(() => {
    active.current =
      range === null || activeColumn === undefined ? null : { row: range.to.row, id: activeColumn.id, lines };
  });
  return [range, select];
}
