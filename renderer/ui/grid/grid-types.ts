import type { ReactNode } from 'react';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import type { IconName } from '#renderer/ui/icon.tsx';
import styles from './grid.module.css';

export type GridColumn = {
  readonly id: string;
  /** Short name under its group's name. */
  readonly label: ReactNode;
  /** Full name: title, accessible name, header of a copied range. */
  readonly name: string;
  readonly align: 'start' | 'end';
  readonly width: number;
  readonly group: string;
  readonly pinned: boolean;
  /**
   * Stands at the right end, whatever is scrolled (a total); such columns come last. Those of one name stand there
   * together or not at all: where there is no room for all names, the first ones are scrolled like the others.
   */
  readonly atEnd?: string;
  /** The same of one that was let go from there, and may go back. */
  readonly leftEnd?: string;
  readonly sortable: boolean;
  /** Its cells name their rows. */
  readonly rowHeader?: true;
  /** Somebody made it narrower than what it holds. */
  readonly narrowed?: boolean;
};

export type GridGroup = {
  readonly id: string;
  readonly label: string;
  readonly title: string;
  readonly mark?: ReactNode;
  readonly note?: string | null;
  /** Over figures a name stands at the end, as they do. */
  readonly align?: 'start' | 'end';
  /** The action of a press on the name, and its title. */
  readonly open?: { readonly title: string; readonly run: () => void };
  /** CSS colour of the section's ink, or null. */
  readonly ink: string | null;
  readonly fold: { readonly folded: boolean; readonly title: string; readonly toggle: () => void } | null;
};

/** `positive` is for differences only: there colour says favourable or not (ui/README.md, Tables). */
type GridTone = 'plain' | 'zero' | 'negative' | 'positive' | 'none' | 'warn' | 'soft';

/** A sign, a colour or a gap before a cell's text. */
export type CellMark = {
  readonly text: string;
  readonly className: string | undefined;
  /** CSS colour of its ground. */
  readonly ink?: string;
  /** Drawn, not read out: the text says it too. */
  readonly isSilent?: true;
};

/** Shades of a figure among its like, from the least to the greatest. */
export const SHADE_STEPS = 5;

export type GridCell = {
  readonly text: string;
  readonly tone: GridTone;
  /** Exact value of a figure. */
  readonly value?: string;
  readonly title?: string;
  /** Incomplete: dotted underline. */
  readonly partial?: boolean;
  /** Stand before the text, in this order. */
  readonly marks?: readonly CellMark[];
  /** 1 to SHADE_STEPS: the ground of the cell. */
  readonly shade?: number | null;
  /** Its text may run on over the next cell, which is empty. */
  readonly overflows?: boolean;
  /** A single press opens the row, besides Enter and a double press anywhere in it. */
  readonly opens?: boolean;
  readonly testId?: string;
  /** It holds what is searched for. */
  readonly hit?: boolean;
};

export type GridSort = { readonly column: string; readonly direction: 'ascending' | 'descending' };

export const TONE_CLASSES: { readonly [tone in GridTone]: string } = {
  plain: '',
  zero: classNames(styles.faint),
  negative: classNames(ui.negative),
  positive: classNames(ui.positive),
  none: classNames(styles.faint),
  warn: classNames(ui.warning),
  soft: classNames(styles.soft),
};

/** Actions on the columns; each of them is remembered by whoever gives these. */
export type ColumnActions = {
  /** Null: as wide as what it holds. */
  readonly resize: (id: string, width: number | null) => void;
  /** Before another column (null: last of its zone), among the pinned ones or the others. */
  readonly move: (id: string, before: string | null, isPinned: boolean) => void;
  readonly nudge: (id: string, direction: -1 | 1) => void;
  readonly pin: (id: string, isPinned: boolean) => void;
  /** Lets a column of the right end go, or puts it back there. */
  readonly keepAtEnd: (id: string, isKept: boolean) => void;
  readonly hide: (id: string) => void;
  /** Hidden columns that `showHidden` brings back. */
  readonly hidden: number;
  readonly showHidden: () => void;
  /** Null where there is nothing to undo, or nothing that differs from how it began. */
  readonly undo: (() => void) | null;
  readonly reset: (() => void) | null;
};

/** Lines that hold others: what an open one holds stands under it, as lines of its own. */
export type RowTree = {
  /** `item`: held by the open line above it. Null: holds nothing. */
  readonly stateOf: (row: number) => 'open' | 'closed' | 'item' | null;
  readonly holderOf: (row: number) => number;
  readonly toggle: (row: number) => void;
};

export type CellPosition = { readonly row: number; readonly column: number };
/** Both ends included; `from` is where it began, `to` where the focus is. */
export type CellRange = { readonly from: CellPosition; readonly to: CellPosition };

export function rangeBounds({ from, to }: CellRange) {
  return {
    top: Math.min(from.row, to.row),
    bottom: Math.max(from.row, to.row),
    left: Math.min(from.column, to.column),
    right: Math.max(from.column, to.column),
  };
}

/** Where a key moves the focus; null for a key that does not move it. `page` is the number of rows of a screen. */
export function moveFocus(
  at: CellPosition,
  key: string,
  size: { readonly rows: number; readonly columns: number; readonly page: number },
  whole: boolean,
): CellPosition | null {
  const lastRow = Math.max(0, size.rows - 1);
  const lastColumn = Math.max(0, size.columns - 1);
  const toRow = (row: number) => ({ ...at, row: Math.min(lastRow, Math.max(0, row)) });
  const toColumn = (column: number) => ({ ...at, column: Math.min(lastColumn, Math.max(0, column)) });
  const moves = new Map<string, CellPosition>([
    ['ArrowUp', toRow(whole ? 0 : at.row - 1)],
    ['ArrowDown', toRow(whole ? lastRow : at.row + 1)],
    ['ArrowLeft', toColumn(whole ? 0 : at.column - 1)],
    ['ArrowRight', toColumn(whole ? lastColumn : at.column + 1)],
    ['Home', { row: whole ? 0 : at.row, column: 0 }],
    ['End', { row: whole ? lastRow : at.row, column: lastColumn }],
    ['PageUp', toRow(at.row - size.page)],
    ['PageDown', toRow(at.row + size.page)],
  ]);
  return moves.get(key) ?? null;
}

export type CellAction = {
  readonly id: string;
  readonly icon: IconName;
  readonly label: string;
  readonly keys?: string;
  readonly run: () => void;
};

/** Where the menu was asked for: the cell, what is chosen, and the pointer in px of the window. */
export type CellMenuPlace = {
  readonly at: CellPosition;
  readonly range: CellRange;
  readonly x: number;
  readonly y: number;
};

/** Chosen cells alone, under the names of their columns, or with what they are of besides. */
export type CopyForm = 'cells' | 'named' | 'described';

export type GridProps = {
  readonly label: string;
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
  /** A column to bring into view and to mark for a moment, once it is there with its lines. */
  readonly pointAt?: string | null;
  /** Enter on a cell, a double press, or a single one where the cell says so. */
  readonly onOpen: ((row: number, columnId: string) => void) | null;
  readonly onVisible?: (first: number, last: number) => void;
  readonly onRange?: (range: CellRange | null) => void;
  /** Ctrl+C; with the names of the columns: Ctrl+Alt+C. */
  readonly onCopy?: (range: CellRange, form: CopyForm) => void;
  /** The active cell went to another row by a key. */
  readonly onWalk?: (row: number) => void;
  /** The action of Esc before it lets go of what is chosen; null: nothing. */
  readonly onEscape?: (() => void) | null;
  readonly tree?: RowTree;
  /** A range ends when it changes: which lines there are, but for those that were opened by hand. Else their number. */
  readonly linesKey?: string;
  /** Actions on a cell, besides copying; shown by the other button of the pointer. */
  readonly cellActions?: (row: number, columnId: string) => readonly CellAction[];
  readonly stale: boolean;
  /** Nothing has been read yet: rows of the real height stand for the ones to come. */
  readonly loading?: boolean;
  readonly empty: ReactNode;
  /** The last of its columns are in view, at first and as long as nobody scrolls away from them. */
  readonly startsAtEnd?: boolean;
  /** Its groups are sections, which are counted where more of them lie out of view; else columns are. */
  readonly hasSections?: boolean;
  readonly rowPx?: number;
  /** All rows are drawn, seen or not: there are few. */
  readonly isWhole?: boolean;
  /** The table printed in its place. */
  readonly paper: PaperTable;
  readonly className?: string | undefined;
  readonly rowKind?: (line: object) => string;
  /** data- attributes of a row, by which outside checks know it: the same names for every line, read or not. */
  readonly rowData?: (line: object | undefined) => { readonly [name: string]: string };
};

/** The table that a grid prints in its place; it is asked as a print begins. */
export type PaperTable = {
  /** The first lines, as many as are on hand. */
  readonly lines: () => readonly object[];
  /** How many lines there are. */
  readonly total: number;
  /** Only the columns that are seen whole; false: all. */
  readonly isAsSeen: boolean;
  /** Of the others, columns that are printed whether they are seen or not. */
  readonly isAlwaysPrinted?: (columnId: string) => boolean;
  /** Names its columns where the short names under their groups would not do: then there are no groups above them. */
  readonly header?: (column: GridColumn) => string;
  /** A line that holds those after it: no page ends with it. */
  readonly isHolder?: (line: object) => boolean;
  /** The remark above it; `isPart`: not all of its lines are there. */
  readonly remark: (shown: string, total: string, isPart: boolean) => string;
  /** The figures of the printed lines alone, where they are a part. */
  readonly subtotal: (lines: readonly object[]) => (column: string) => GridCell | null;
  readonly testId: string;
};
