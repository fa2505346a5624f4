import { upperBound } from '#shared/base/sorted-search.ts';

/** Where the lines stand once some orders are opened: each of those has its items under it. Pure. */

/** An order that was opened: its line among those of the query, and how many rows it holds. */
export type OpenedLine = { readonly key: string; readonly line: number; readonly items: number };

/** What stands in a row of the table: a line of the query, or the item of an opened one. */
export type RowPlace = {
  readonly line: number;
  readonly item: number | null;
  /** The order that the item is of, or that is open in this very row. */
  readonly opened: OpenedLine | null;
};

export type LinePlaces = {
  readonly rowCount: number;
  readonly at: (row: number) => RowPlace;
  readonly rowOf: (line: number) => number;
};

/** `total` lines of the query, some of them opened, in any order. */
export function placesOf(total: number, opened: readonly OpenedLine[]): LinePlaces {
  const sorted = opened.toSorted((a, b) => a.line - b.line);
  /** The row of each opened line's first item. */
  const firsts: number[] = [];
  let added = 0;
  for (const { line, items } of sorted) {
    firsts.push(line + 1 + added);
    added += items;
  }
  /** The last opened order whose items begin at or above a row; -1 where there is none. */
  const lastAt = (row: number): number => upperBound(firsts, row) - 1;
  return {
    rowCount: total + added,
    at(row) {
      const index = lastAt(row);
      const next = sorted[index + 1];
      const above = sorted[index];
      if (above === undefined)
        return { line: row, item: null, opened: next !== undefined && next.line === row ? next : null };
      const offset = row - (firsts[index] ?? 0);
      if (offset < above.items) return { line: above.line, item: offset, opened: above };
      const line = above.line + 1 + offset - above.items;
      return { line, item: null, opened: next !== undefined && next.line === line ? next : null };
    },
    rowOf(line) {
      const above = sorted.filter((other) => other.line < line);
      return above.reduce((row, { items }) => row + items, line);
    },
  };
}

/**
 * Whether a row of a range counts in its sums: the items of an order whose own row is in the range are in that row's
 * figures already.
 */
export function countsIn(places: LinePlaces, top: number, row: number): boolean {
  const { item } = places.at(row);
  return item === null || row - item - 1 < top;
}

/** The rows of a range that count, top to bottom. */
export function countedRows(places: LinePlaces, top: number, bottom: number): readonly number[] {
  const rows: number[] = [];
  for (let row = top; row <= bottom; row += 1) if (countsIn(places, top, row)) rows.push(row);
  return rows;
}
