import type { SegmentColumn } from '#renderer/data/engine/columns/segment.ts';
import { eachDifference } from '#renderer/data/storage/segment/cell-differences.ts';
import { cellHolder } from '#renderer/data/storage/segment/held-cells.ts';
import { groupBy } from '#shared/base/group-by.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { type PlannedRow, placesIn, textOf } from './planned-rows.ts';
import { GivenCells, StoredCells } from './row-cells.ts';

/** Stored rows beside those that came in their places, compared column by column, as they lie in memory. */

/** A stored row and one that may be its later self. */
export type RowPair = { readonly was: PlannedRow; readonly is: PlannedRow };

/** The pair of each stored row that was compared, and the places in its source of the columns that differ. */
export type RowDifferences = ReadonlyMap<
  PlannedRow,
  { readonly is: PlannedRow; readonly places: readonly number[] }
>;

/** Of rows that were not compared before. */
export const NOT_COMPARED: RowDifferences = new Map();

/** So many cells are compared in a millisecond or two. */
const CELLS_A_STEP = 10_000;

/**
 * Compares pairs of rows in all columns of the stored ones. Row by row every cell would lie somewhere else: with over a hundred
 * columns in many segments the memory is waited for several times as long.
 */
export function* compareRows(pairs: readonly RowPair[]): Task<RowDifferences> {
  const differences = new Map<PlannedRow, { readonly is: PlannedRow; readonly places: number[] }>();
  const stored = pairs.flatMap(({ was, is }) => {
    const { cells } = was;
    if (!(cells instanceof StoredCells)) return [];
    const places: number[] = [];
    differences.set(was, { is, places });
    const collected = is.cells instanceof GivenCells ? is.cells.collected : null;
    return { cells, is, collected, placesOfIs: placesIn(is.source, was.source), places };
  });
  let compared = 0;
  for (const [columns, ofSegment] of groupBy(stored, ({ cells }) => cells.columns)) {
    ofSegment.sort((a, b) => a.cells.row - b.cells.row);
    for (const [rows, own] of groupBy(ofSegment, ({ collected }) => collected?.rows ?? null)) {
      const [first] = own;
      const between = {
        stored: Uint32Array.from(own, ({ cells }) => cells.row),
        given: Uint32Array.from(own, ({ collected }) => collected?.place ?? 0),
      };
      for (let place = 0; place < columns.length; place += 1) {
        const note = (pair: number) => void own[pair]?.places.push(place);
        if (rows === null) compareTexts(columns[place], place, own);
        else eachDifference(columns[place], rows.columns[first?.placesOfIs[place] ?? -1], between, note);
        compared += own.length;
        if (compared < CELLS_A_STEP) continue;
        compared = 0;
        yield;
      }
    }
  }
  return differences;
}

type Compared = {
  readonly cells: StoredCells;
  readonly is: PlannedRow;
  readonly placesOfIs: Int32Array;
  readonly places: number[];
};

/** The same of rows that nobody collected. */
function compareTexts(column: SegmentColumn | undefined, place: number, rows: readonly Compared[]): void {
  const holds = cellHolder(column);
  for (const { cells, is, placesOfIs, places } of rows) {
    const placeOfIs = placesOfIs[place] ?? -1;
    if (!holds(cells.row, placeOfIs < 0 ? null : is.cells.at(placeOfIs))) places.push(place);
  }
}

/** What a stored row said in a column: where nothing else came, the text that did, which is at hand. */
export function textBefore(row: PlannedRow, column: string, differences: RowDifferences): Cell {
  const compared = differences.get(row);
  const place = row.source.places.get(column) ?? -1;
  const isKept = compared !== undefined && place >= 0 && !compared.places.includes(place);
  return textOf(isKept ? compared.is : row, column);
}
