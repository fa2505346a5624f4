import type { ColumnKind } from '#shared/domain/column-catalogue.ts';
import type { Cell } from '#shared/domain/row-table.ts';

/**
 * A table as files write it, whatever their format: typed columns, and lines that are read in pieces. Orders, rows,
 * changes, a pivot and the result are each one of these.
 */

/** Kind of a column's values. `number`: what is neither amount, count nor percent, as a difference in points. */
export type SheetKind = ColumnKind | 'number';

/** The formula of a cell in a spreadsheet; its value stands beside it, so that nobody has to compute. */
export type Formula =
  /** Sum of the cells of its column in so many lines right below it, those that are filtered out left out. */
  | { readonly kind: 'subtotal'; readonly below: number }
  /** The same of lines right below it that add, less the lines after them that take. */
  | { readonly kind: 'parts'; readonly adds: number; readonly takes: number }
  /** Sum of cells of its own line. */
  | { readonly kind: 'sum'; readonly columns: readonly number[] }
  /** One cell of its own line less another. */
  | { readonly kind: 'difference'; readonly column: number; readonly less: number }
  /** Percent of the size of a base in its own line, nothing where that is 0. */
  | { readonly kind: 'change'; readonly part: number; readonly base: number }
  /** Cells of its own column in other lines: those that add, less those that take. */
  | { readonly kind: 'lines'; readonly adds: readonly number[]; readonly takes: readonly number[] }
  /** Percent of a base, nothing where that is 0 or less. `baseLine`: the base stands in that line, not in its own. */
  | { readonly kind: 'rate'; readonly part: number; readonly base: number; readonly baseLine: number | null };

export type TableCell = Cell | { readonly value: Cell; readonly formula: Formula };

export type TableLine = {
  readonly cells: readonly TableCell[];
  /** 1: belongs to the group above it, and can be folded away with it. */
  readonly depth?: 0 | 1;
  readonly isStrong?: boolean;
  /** Its amounts are counts: columns of amounts hold both. */
  readonly isCount?: boolean;
};

/** The total over a column: the sum of all its lines; a rate of two such sums; or a value that no formula gives. */
export type ColumnTotal =
  | { readonly kind: 'sum'; readonly value: Cell }
  | { readonly kind: 'rate'; readonly value: Cell; readonly part: number; readonly base: number }
  | { readonly kind: 'value'; readonly value: Cell };

export type TableColumn = {
  readonly name: string;
  /** Values that are none of their column's kind are written as text. */
  readonly kind: SheetKind;
  readonly total: ColumnTotal | null;
};

/** Columns of a table of the same workbook, drawn: from its cells, so that it changes with them. */
export type TableChart = {
  readonly title: string;
  /** Columns that stand side by side take the sheet's width; bars that lie, half of it. */
  readonly shape: 'columns' | 'bars';
  /** Its place among the workbook's tables. */
  readonly table: number;
  /** So many of its first lines, where it has as many. */
  readonly lines: number;
  /** The column that names what is drawn. */
  readonly names: number;
  /** Each under the name of its column; the ink as RRGGBB. */
  readonly series: readonly { readonly column: number; readonly ink: string }[];
};

export type TableHead = {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  /** So many columns at the left stay in view. */
  readonly keyColumns: number;
  /** Drawn below the lines, in workbooks. */
  readonly charts?: readonly TableChart[];
};

/** A table that is here as a whole. */
export type WholeTable = TableHead & { readonly lines: readonly TableLine[] };

/** A table of any length. Reading the same lines again gives the same. */
export type Table = TableHead & {
  readonly lineCount: number;
  /** Whether any line lies within a group. */
  readonly isGrouped: boolean;
  readonly read: (offset: number, limit: number) => readonly TableLine[];
};

export function tableOf({ lines, ...head }: WholeTable): Table {
  return {
    ...head,
    lineCount: lines.length,
    isGrouped: lines.some(({ depth }) => depth === 1),
    read: (offset, limit) => lines.slice(offset, offset + limit),
  };
}

export function cellText(cell: TableCell | undefined): Cell {
  return typeof cell === 'object' && cell !== null ? cell.value : (cell ?? null);
}

/** Keeps the work of a piece well below what a scrolling table would notice. */
const CELLS_PER_PIECE = 4000;

/** So many lines of a table make a piece. */
export function linesPerPiece({ columns }: Pick<TableHead, 'columns'>): number {
  return Math.max(1, Math.floor(CELLS_PER_PIECE / Math.max(1, columns.length)));
}

/** The lines from one on, so many, piece by piece. */
export function* readPieces(table: Table, from: number, count: number): Generator<readonly TableLine[]> {
  const atOnce = linesPerPiece(table);
  for (let done = 0; done < count; done += atOnce) {
    yield table.read(from + done, Math.min(atOnce, count - done));
  }
}
