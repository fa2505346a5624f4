import { cellAt, type SegmentColumn } from '#renderer/data/engine/columns/segment.ts';
import type { CollectedRows } from '#renderer/data/storage/segment/collected-rows.ts';
import { holdsCell } from '#renderer/data/storage/segment/held-cells.ts';
import type { Cell } from '#shared/domain/row-table.ts';

/** The cells of a row in a plan, each at its column's place. */
export type RowCells = {
  readonly at: (place: number) => Cell;
  /** Whether a cell is just this text. */
  readonly holds: (place: number, cell: Cell) => boolean;
  readonly all: () => readonly Cell[];
};

/** Where a row that just came stands among collected ones. */
export type CollectedPlace = { readonly rows: CollectedRows; readonly place: number };

/** Those of a row that just came. */
export class GivenCells implements RowCells {
  /** Null where nobody collected it. */
  readonly collected: CollectedPlace | null;
  readonly #cells: readonly Cell[];

  constructor(cells: readonly Cell[], collected: CollectedPlace | null = null) {
    this.#cells = cells;
    this.collected = collected;
  }

  at(place: number): Cell {
    return this.#cells[place] ?? null;
  }

  holds(place: number, cell: Cell): boolean {
    return this.at(place) === cell;
  }

  all(): readonly Cell[] {
    return this.#cells;
  }
}

/** Those of a stored row: texts are made where they are asked for. Of most, one only wants to know whether they changed. */
export class StoredCells implements RowCells {
  /** The columns of its segment: one list for all of its rows. */
  readonly columns: readonly (SegmentColumn | undefined)[];
  readonly row: number;

  constructor(columns: readonly (SegmentColumn | undefined)[], row: number) {
    this.columns = columns;
    this.row = row;
  }

  at(place: number): Cell {
    return cellAt(this.columns[place], this.row);
  }

  holds(place: number, cell: Cell): boolean {
    return holdsCell(this.columns[place], this.row, cell);
  }

  all(): readonly Cell[] {
    return this.columns.map((column) => cellAt(column, this.row));
  }
}
