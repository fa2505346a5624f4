import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLatest } from '#renderer/ui/hooks.ts';
import type { BodyPainter } from './body-painter.ts';
import {
  type CellPosition,
  type CellRange,
  type GridColumn,
  type GridProps,
  moveFocus,
  type RowTree,
} from './grid-types.ts';
import type { GridScroll } from './use-grid-scroll.ts';

/** Px by which a key makes a column wider or narrower. */
const WIDTH_STEP = 10;

type KeyPress = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

type GridKeys = {
  readonly props: Pick<
    GridProps,
    'actions' | 'columns' | 'onCopy' | 'onEscape' | 'onOpen' | 'onSort' | 'onWalk' | 'rowCount' | 'tree'
  >;
  readonly range: CellRange | null;
  readonly select: (range: CellRange | null) => void;
  readonly scroll: {
    readonly rows: Pick<GridScroll['rows'], 'pageRows' | 'reveal' | 'window'>;
    readonly columns: Pick<GridScroll['columns'], 'reveal'>;
  };
  readonly onMenu: (columnId: string) => unknown;
  readonly onCellMenu: () => boolean;
};

/** The grid's keys: moving and choosing cells, copying, opening, and what can be done to the active cell's column. */
export function useGridKeys(
  grid: GridKeys & { readonly scroller: RefObject<HTMLDivElement | null> },
): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.target === grid.scroller.current && onGridKey(event, grid)) event.preventDefault();
  };
}

/** False: the key is none of the grid's, and does what it does anywhere. */
export function onGridKey(event: KeyPress, grid: GridKeys): boolean {
  return (
    onColumnKey(event, grid) ||
    (!event.altKey &&
      grid.props.rowCount > 0 &&
      (onChosenKey(event, grid) || onTreeKey(event, grid) || onMoveKey(event, grid)))
  );
}

function hasControl({ ctrlKey, metaKey }: KeyPress): boolean {
  return ctrlKey || metaKey;
}

function choose(grid: GridKeys, at: CellPosition, from: CellPosition = at): void {
  grid.select({ from, to: at });
  grid.scroll.rows.reveal(at.row);
  grid.scroll.columns.reveal(at.column);
}

function onColumnKey(event: KeyPress, grid: GridKeys): boolean {
  const { range, props } = grid;
  const { actions } = props;
  const column = props.columns[range?.to.column ?? 0];
  const control = hasControl(event);
  const { key, altKey, shiftKey } = event;
  if (column === undefined) return false;
  const sideways = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : null;
  const isContext = key === 'ContextMenu' || (key === 'F10' && shiftKey);
  if (isContext && grid.onCellMenu()) return true;
  if (isContext || (key === 'Enter' && altKey)) {
    grid.onMenu(column.id);
    return actions !== null;
  }
  if (control && key.toLowerCase() === 'z' && actions?.undo != null) {
    actions.undo();
    return true;
  }
  if (!altKey) return false;
  if (control && key.toLowerCase() === 'c' && range !== null && props.onCopy !== undefined) {
    props.onCopy(range, shiftKey ? 'described' : 'named');
    return true;
  }
  if ((key === 'ArrowDown' || key === 'ArrowUp') && column.sortable) {
    props.onSort(column.id);
    return true;
  }
  if (sideways === null || actions === null || (!control && !shiftKey)) return false;
  if (control) actions.nudge(column.id, sideways);
  else actions.resize(column.id, column.width + sideways * WIDTH_STEP);
  return true;
}

function onChosenKey(event: KeyPress, { range, select, props }: GridKeys): boolean {
  const control = hasControl(event);
  const { key } = event;
  if (range !== null && control && key.toLowerCase() === 'c' && props.onCopy !== undefined) {
    props.onCopy(range, 'cells');
    return true;
  }
  if (range !== null && control && key.toLowerCase() === 'a') {
    const { column } = range.to;
    select({ from: { row: 0, column }, to: { row: props.rowCount - 1, column } });
    return true;
  }
  if (range !== null && key === 'Enter') {
    const column = props.columns[range.to.column];
    if (column !== undefined) props.onOpen?.(range.to.row, column.id);
    return true;
  }
  const onEscape = props.onEscape ?? null;
  if (key !== 'Escape' || (onEscape === null && range === null)) return false;
  if (onEscape === null) select(null);
  else onEscape();
  return true;
}

/** In the first column → opens a line and ← closes it, or goes from an item to its holder; Space does both anywhere. */
function onTreeKey(event: KeyPress, grid: GridKeys): boolean {
  const { tree } = grid.props;
  const at = grid.range?.to;
  if (tree === undefined || at === undefined || event.shiftKey || hasControl(event)) return false;
  const state = tree.stateOf(at.row);
  if (state === null) return false;
  const { key } = event;
  const isFirst = at.column === 0;
  const holds = state !== 'item';
  if (
    (key === ' ' && holds) ||
    (isFirst && key === 'ArrowRight' && state === 'closed') ||
    (isFirst && key === 'ArrowLeft' && state === 'open')
  ) {
    tree.toggle(at.row);
    return true;
  }
  if (holds || !isFirst || key !== 'ArrowLeft') return key === ' ';
  choose(grid, { row: tree.holderOf(at.row), column: 0 });
  return true;
}

function onMoveKey(event: KeyPress, grid: GridKeys): boolean {
  const { range, props, scroll } = grid;
  const { key, shiftKey } = event;
  const size = { rows: props.rowCount, columns: props.columns.length, page: scroll.rows.pageRows };
  const start = range?.to ?? { row: scroll.rows.window().first, column: 0 };
  // With no cell chosen there is no row whose ends Home and End could mean: they are the list's.
  const whole = hasControl(event) || (range === null && (key === 'Home' || key === 'End'));
  const moved = moveFocus(start, key, size, whole);
  if (moved === null) return false;
  const isFirst = range === null && (key.startsWith('Arrow') || key.startsWith('Page'));
  const next = isFirst ? start : range === null ? { ...moved, column: 0 } : moved;
  choose(grid, next, shiftKey && range !== null ? range.from : next);
  if (!shiftKey && next.row !== start.row) props.onWalk?.(next.row);
  return true;
}

type GridPointer = {
  readonly painter: RefObject<BodyPainter | null>;
  readonly columns: readonly GridColumn[];
  readonly range: CellRange | null;
  readonly select: (range: CellRange | null) => void;
  readonly onOpen: ((row: number, columnId: string) => void) | null;
  readonly tree: RowTree | undefined;
};

/** Width of the arrow at the beginning of a line that holds others (grid.module.css). */
const ARROW_PX = 20;

function isArrow(event: MouseEvent): boolean {
  const cell =
    event.target instanceof Element
      ? event.target.closest('[role=gridcell][aria-expanded], [role=rowheader][aria-expanded]')
      : null;
  return cell !== null && event.clientX - cell.getBoundingClientRect().left < ARROW_PX;
}

function elementUnder(event: MouseEvent): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>('[data-column]') : null;
}

/** The cell of the rows that the pointer is over, or null. */
export function cellUnder(event: MouseEvent, columns: readonly GridColumn[]): CellPosition | null {
  const element = elementUnder(event);
  const row = element?.closest<HTMLElement>('[data-row]')?.dataset.row;
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
        // A line that a single press opens has been opened by the first of the two.
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
