import { unitsToText } from '#renderer/data/engine/columns/segment.ts';
import { findColumn, isDecimalKind } from '#shared/domain/column-catalogue.ts';
import { localFromMs } from '#shared/domain/dates.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { readCanonicalDate, readCanonicalDecimal } from './canonical.ts';

/**
 * Rows as columns, each cell read once as what the catalogue says it is: compared so with stored ones, and written so as a
 * segment. They are classes because only so a loop over all columns of a row knows what it calls.
 */

export type CollectedColumn = DecimalCells | DateCells | TextCells;

/** Decimal places of a cell that the arrays do not carry. */
export const EXCEPTIONAL = 255;

/** Decimals as units and places as written; a row in `raw` holds 0 and EXCEPTIONAL. */
export class DecimalCells {
  readonly kind = 'decimal';
  readonly key: string;
  readonly units: Float64Array<ArrayBuffer>;
  readonly places: Uint8Array<ArrayBuffer>;
  readonly raw = new Map<number, Cell>();
  #lastCell: Cell = null;
  readonly #last = { units: 0, places: 0 };

  constructor(key: string, mostRows: number) {
    this.key = key;
    this.units = new Float64Array(mostRows);
    this.places = new Uint8Array(mostRows);
  }

  put(row: number, cell: Cell): void {
    // Two thirds of all amounts are the zero that stood in the row before.
    if (cell === null || (cell !== this.#lastCell && !readCanonicalDecimal(cell, this.#last))) {
      this.#lastCell = null;
      this.places[row] = EXCEPTIONAL;
      this.raw.set(row, cell);
      return;
    }
    this.#lastCell = cell;
    this.units[row] = this.#last.units;
    this.places[row] = this.#last.places;
  }

  cellAt(row: number): Cell {
    const places = this.places[row] ?? EXCEPTIONAL;
    return places === EXCEPTIONAL
      ? (this.raw.get(row) ?? null)
      : unitsToText(this.units[row] ?? 0, places, places);
  }
}

/** Date-times as milliseconds; NaN for a row in `raw`. */
export class DateCells {
  readonly kind = 'date';
  readonly key: string;
  readonly utc: boolean;
  readonly values: Float64Array<ArrayBuffer>;
  readonly raw = new Map<number, Cell>();

  constructor(key: string, utc: boolean, mostRows: number) {
    this.key = key;
    this.utc = utc;
    this.values = new Float64Array(mostRows);
  }

  put(row: number, cell: Cell): void {
    const ms = readCanonicalDate(cell, this.utc);
    if (Number.isNaN(ms)) this.raw.set(row, cell);
    this.values[row] = ms;
  }

  cellAt(row: number): Cell {
    const ms = this.values[row] ?? Number.NaN;
    if (Number.isNaN(ms)) return this.raw.get(row) ?? null;
    return this.utc ? `${localFromMs(ms)}Z` : localFromMs(ms);
  }
}

/** Texts as codes, numbered as they came. */
export class TextCells {
  readonly kind = 'text';
  readonly key: string;
  readonly codes: Uint32Array<ArrayBuffer>;
  /** By code, each once. */
  readonly texts: Cell[] = [];
  readonly #codes = new Map<Cell, number>();
  #lastCell: Cell | undefined;
  #lastCode = 0;

  constructor(key: string, mostRows: number) {
    this.key = key;
    this.codes = new Uint32Array(mostRows);
  }

  put(row: number, cell: Cell): void {
    if (cell !== this.#lastCell) {
      let code = this.#codes.get(cell);
      if (code === undefined) {
        code = this.texts.push(cell) - 1;
        this.#codes.set(cell, code);
      }
      this.#lastCell = cell;
      this.#lastCode = code;
    }
    this.codes[row] = this.#lastCode;
  }

  cellAt(row: number): Cell {
    return this.texts[this.codes[row] ?? 0] ?? null;
  }
}

/** Makes what collects a column. */
export function cellsOf(key: string, mostRows: number): CollectedColumn {
  const kind = findColumn(key)?.kind ?? 'text';
  if (isDecimalKind(kind)) return new DecimalCells(key, mostRows);
  if (kind === 'local-datetime') return new DateCells(key, false, mostRows);
  if (kind === 'utc-datetime') return new DateCells(key, true, mostRows);
  return new TextCells(key, mostRows);
}

/** Rows of one list of columns, put one after the other. */
export class CollectedRows {
  readonly columns: readonly CollectedColumn[];
  rowCount = 0;

  constructor(keys: readonly string[], mostRows: number) {
    this.columns = keys.map((key) => cellsOf(key, mostRows));
  }

  /** Row by row, as rows lie in memory: column by column takes several times as long. Gives the row's place. */
  add(cells: readonly Cell[]): number {
    const row = this.rowCount;
    const { columns } = this;
    for (let at = 0; at < columns.length; at += 1) columns[at]?.put(row, cells[at] ?? null);
    this.rowCount += 1;
    return row;
  }
}
