import type { ReactNode } from 'react';
import type { CellAction } from './cell-menu.tsx';
import type {
  CellRange,
  ColumnActions,
  GridCell,
  GridColumn,
  GridGroup,
  GridSort,
  RowTree,
} from './grid-types.ts';

export type GridProps = {
  readonly label: string;
  /** In the order they are shown in, pinned ones first. */
  readonly columns: readonly GridColumn[];
  readonly groups: readonly GridGroup[];
  /** Null where the columns stay as they are. */
  readonly actions: ColumnActions | null;
  readonly rowCount: number;
  /** A line's own object, or undefined where it has not been read. */
  readonly line: (row: number) => object | undefined;
  readonly cell: (line: object, columnId: string) => GridCell;
  readonly footLabel?: ReactNode;
  /** The row of totals; null: there is none. */
  readonly foot: ((columnId: string) => GridCell | null) | null;
  readonly sort: GridSort | null;
  readonly onSort: (columnId: string) => void;
  readonly openRow: number | null;
  /** A row to bring into view; again with every new object. */
  readonly reveal: { readonly row: number } | null;
  /** Enter on a cell, a double press, or a single one where the cell says so. */
  readonly onOpen: ((row: number, columnId: string) => void) | null;
  readonly onVisible?: (first: number, last: number) => void;
  readonly onRange?: (range: CellRange | null) => void;
  /** Ctrl+C; with the names of the columns: Ctrl+Alt+C. */
  readonly onCopy?: (range: CellRange, withNames: boolean) => void;
  /** The active cell went to another row by a key. */
  readonly onWalk?: (row: number) => void;
  /** What Esc does before it lets go of what is chosen; null: nothing. */
  readonly onEscape?: (() => void) | null;
  readonly tree?: RowTree;
  /** A range ends when it changes: which lines there are, but for those that were opened by hand. Else their number. */
  readonly linesKey?: string;
  /** What can be done to a cell, besides copying; shown by the other button of the pointer. */
  readonly cellActions?: (row: number, columnId: string) => readonly CellAction[];
  readonly stale: boolean;
  /** Nothing has been read yet: rows of the real height stand for the ones to come. */
  readonly loading?: boolean;
  /** Shown instead of rows when there are none. */
  readonly empty: ReactNode;
  /** The last of its columns are in view, at first and as long as nobody scrolls away from them. */
  readonly startsAtEnd?: boolean;
  /** Px of a row, where not that of all tables. */
  readonly rowPx?: number;
  /** All rows are drawn, seen or not: there are few, and a printed page holds them all. */
  readonly isWhole?: boolean;
  /** Class of the table, for rows and cells that look their own way. */
  readonly className?: string;
  /** Class of a row by its kind. */
  readonly rowKind?: (line: object) => string;
  /** data- attributes of a row, by which outside checks know it: the same names for every line, read or not. */
  readonly rowData?: (line: object | undefined) => { readonly [name: string]: string };
};
