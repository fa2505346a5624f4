import type { ReactNode } from 'react';

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
  /** Stands at the right end, whatever is scrolled (a total); such columns come last. */
  readonly atEnd?: true;
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
  /** Stands before the label. */
  readonly mark?: ReactNode;
  /** Stands after the label, quieter. */
  readonly note?: string | null;
  /** Over figures a name stands at the end, as they do. */
  readonly align?: 'start' | 'end';
  /** What a press on the name does, and its title. */
  readonly open?: { readonly title: string; readonly run: () => void };
  /** CSS colour of the section's ink, or null. */
  readonly ink: string | null;
  readonly fold: { readonly folded: boolean; readonly title: string; readonly toggle: () => void } | null;
};

/** `positive` is for differences only: there colour says favourable or not (ui/README.md, Tables). */
export type GridTone = 'plain' | 'zero' | 'negative' | 'positive' | 'none' | 'warn' | 'soft';

/** A sign, a colour or a gap before a cell's text. */
export type CellMark = {
  readonly text: string;
  readonly className: string;
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
  zero: 'z',
  negative: 'neg',
  positive: 'pos',
  none: 'z',
  warn: 'warn',
  soft: 'mut',
};

/** What can be done to the columns; each of them is remembered by whoever gives these. */
export type ColumnActions = {
  /** Null: as wide as what it holds. */
  readonly resize: (id: string, width: number | null) => void;
  /** Before another column (null: last of its zone), among the pinned ones or the others. */
  readonly move: (id: string, before: string | null, isPinned: boolean) => void;
  readonly nudge: (id: string, direction: -1 | 1) => void;
  readonly pin: (id: string, isPinned: boolean) => void;
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
  /** The line that holds an item. */
  readonly holderOf: (row: number) => number;
  readonly toggle: (row: number) => void;
};

export type CellPosition = { readonly row: number; readonly column: number };
/** Both ends included; `from` is where it began, `to` where the focus is. */
export type CellRange = { readonly from: CellPosition; readonly to: CellPosition };

export function rangeBounds(range: CellRange): {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
} {
  return {
    top: Math.min(range.from.row, range.to.row),
    bottom: Math.max(range.from.row, range.to.row),
    left: Math.min(range.from.column, range.to.column),
    right: Math.max(range.from.column, range.to.column),
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
  const row = (value: number): number => Math.min(lastRow, Math.max(0, value));
  const column = (value: number): number => Math.min(lastColumn, Math.max(0, value));
  switch (key) {
    case 'ArrowUp':
      return { ...at, row: whole ? 0 : row(at.row - 1) };
    case 'ArrowDown':
      return { ...at, row: whole ? lastRow : row(at.row + 1) };
    case 'ArrowLeft':
      return { ...at, column: whole ? 0 : column(at.column - 1) };
    case 'ArrowRight':
      return { ...at, column: whole ? lastColumn : column(at.column + 1) };
    case 'Home':
      return { row: whole ? 0 : at.row, column: 0 };
    case 'End':
      return { row: whole ? lastRow : at.row, column: lastColumn };
    case 'PageUp':
      return { ...at, row: row(at.row - size.page) };
    case 'PageDown':
      return { ...at, row: row(at.row + size.page) };
    default:
      return null;
  }
}
