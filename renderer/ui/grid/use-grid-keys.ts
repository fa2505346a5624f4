import type { KeyboardEvent, RefObject } from 'react';
import {
  type CellPosition,
  type CellRange,
  type ColumnActions,
  type GridColumn,
  moveFocus,
  type RowTree,
} from './grid-types.ts';

/** Px by which a key makes a column wider or narrower. */
const WIDTH_STEP = 10;

type GridKeys = {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly columns: readonly GridColumn[];
  readonly rowCount: number;
  readonly range: CellRange | null;
  readonly pageRows: number;
  readonly firstRow: () => number;
  readonly actions: ColumnActions | null;
  readonly select: (range: CellRange | null) => void;
  readonly reveal: (at: CellPosition) => void;
  readonly onSort: (columnId: string) => void;
  readonly onMenu: (columnId: string) => void;
  readonly onOpen: ((row: number) => void) | null;
  /** Opens the active cell's menu; false where there is none. */
  readonly onCellMenu: () => boolean;
  readonly onCopy: ((range: CellRange, withNames: boolean) => void) | undefined;
  /** The active cell went to another row by a key. */
  readonly onWalk: ((row: number) => void) | undefined;
  readonly onEscape: (() => void) | null;
  readonly tree: RowTree | undefined;
};

/** The grid's keys: moving and choosing cells, copying, opening, and what can be done to the active cell's column. */
export function useGridKeys(grid: GridKeys): (event: KeyboardEvent) => void {
  const { columns, rowCount, range, actions } = grid;

  /** True where the key was one of the column's. */
  function onColumnKey(event: KeyboardEvent): boolean {
    const column = columns[range?.to.column ?? 0];
    const control = event.ctrlKey || event.metaKey;
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
    if (control && key.toLowerCase() === 'c' && range !== null && grid.onCopy !== undefined) {
      grid.onCopy(range, true);
      return true;
    }
    if ((key === 'ArrowDown' || key === 'ArrowUp') && column.sortable) {
      grid.onSort(column.id);
      return true;
    }
    if (sideways === null || actions === null || (!control && !shiftKey)) return false;
    if (control) actions.nudge(column.id, sideways);
    else actions.resize(column.id, column.width + sideways * WIDTH_STEP);
    return true;
  }

  function onCellKey(event: KeyboardEvent): boolean {
    const control = event.ctrlKey || event.metaKey;
    const { key } = event;
    if (range !== null && control && key.toLowerCase() === 'c' && grid.onCopy !== undefined) {
      grid.onCopy(range, false);
      return true;
    }
    if (range !== null && control && key.toLowerCase() === 'a') {
      const { column } = range.to;
      grid.select({ from: { row: 0, column }, to: { row: rowCount - 1, column } });
      return true;
    }
    if (range !== null && key === 'Enter') {
      grid.onOpen?.(range.to.row);
      return true;
    }
    if (key === 'Escape' && (grid.onEscape !== null || range !== null)) {
      if (grid.onEscape === null) grid.select(null);
      else grid.onEscape();
      return true;
    }
    if (range !== null && !event.shiftKey && !control && onTreeKey(range.to, key)) return true;
    const size = { rows: rowCount, columns: columns.length, page: grid.pageRows };
    const start = range?.to ?? { row: grid.firstRow(), column: 0 };
    // With no cell chosen there is no row whose ends Home and End could mean: they are the list's.
    const whole = control || (range === null && (key === 'Home' || key === 'End'));
    const moved = moveFocus(start, key, size, whole);
    if (moved === null) return false;
    const isFirst = range === null && (key.startsWith('Arrow') || key.startsWith('Page'));
    const next = isFirst ? start : range === null ? { ...moved, column: 0 } : moved;
    grid.select({ from: event.shiftKey && range !== null ? range.from : next, to: next });
    grid.reveal(next);
    if (!event.shiftKey && next.row !== start.row) grid.onWalk?.(next.row);
    return true;
  }

  /** In the first column → opens a line and ← closes it, or goes from an item to its holder; Space does both anywhere. */
  function onTreeKey(at: CellPosition, key: string): boolean {
    const state = grid.tree?.stateOf(at.row) ?? null;
    if (grid.tree === undefined || state === null) return false;
    const isFirst = at.column === 0;
    const holds = state !== 'item';
    if (
      (key === ' ' && holds) ||
      (isFirst && key === 'ArrowRight' && state === 'closed') ||
      (isFirst && key === 'ArrowLeft' && state === 'open')
    ) {
      grid.tree.toggle(at.row);
      return true;
    }
    if (holds || !isFirst || key !== 'ArrowLeft') return key === ' ';
    const holder = { row: grid.tree.holderOf(at.row), column: 0 };
    grid.select({ from: holder, to: holder });
    grid.reveal(holder);
    return true;
  }

  return (event) => {
    if (event.target !== grid.scroller.current) return;
    if (onColumnKey(event) || (!event.altKey && rowCount > 0 && onCellKey(event))) event.preventDefault();
  };
}
