import type { KeyboardEvent, RefObject } from 'react';
import { type CellPosition, type CellRange, type GridProps, moveFocus } from './grid-types.ts';
import type { GridScroll } from './use-grid-scroll.ts';

/** Px by which a key makes a column wider or narrower. */
const WIDTH_STEP = 10;

type GridKeys = {
  readonly props: GridProps;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly range: CellRange | null;
  readonly select: (range: CellRange | null) => void;
  readonly scroll: GridScroll;
  readonly onMenu: (columnId: string) => unknown;
  readonly onCellMenu: () => boolean;
};

/** The grid's keys: moving and choosing cells, copying, opening, and what can be done to the active cell's column. */
export function useGridKeys(grid: GridKeys): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.target !== grid.scroller.current) return;
    const isHandled =
      onColumnKey(event, grid) ||
      (!event.altKey &&
        grid.props.rowCount > 0 &&
        (onChosenKey(event, grid) || onTreeKey(event, grid) || onMoveKey(event, grid)));
    if (isHandled) event.preventDefault();
  };
}

function hasControl({ ctrlKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey;
}

/** The active cell, and it is in view. */
function choose(grid: GridKeys, at: CellPosition, from: CellPosition = at): void {
  grid.select({ from, to: at });
  grid.scroll.rows.reveal(at.row);
  grid.scroll.columns.reveal(at.column);
}

/** True where the key was one of the active cell's column. */
function onColumnKey(event: KeyboardEvent, grid: GridKeys): boolean {
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
    props.onCopy(range, true);
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

/** What is done to the chosen cells: copied, made a whole column, opened, let go. */
function onChosenKey(event: KeyboardEvent, { range, select, props }: GridKeys): boolean {
  const control = hasControl(event);
  const { key } = event;
  if (range !== null && control && key.toLowerCase() === 'c' && props.onCopy !== undefined) {
    props.onCopy(range, false);
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
function onTreeKey(event: KeyboardEvent, grid: GridKeys): boolean {
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

/** Moves the focus, with Shift what is chosen along with it. */
function onMoveKey(event: KeyboardEvent, grid: GridKeys): boolean {
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
