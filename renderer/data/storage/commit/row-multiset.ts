import type { Cell, RowTable } from '#shared/domain/row-table.ts';
import { areEqual, type PlannedRow, printOf } from './planned-rows.ts';

/** Rows are a multiset: equal rows count as often as they occur (rule 4). */

/** Up to so many rows each is compared with each, which ends at the first cell that differs; more are told by prints. */
const FEW_ROWS = 8;

/** The rows only before and only after. A row that is in both stays itself; of others any equal row is as good. */
export function multisetDifference(
  before: readonly PlannedRow[],
  after: readonly PlannedRow[],
): { readonly gone: readonly PlannedRow[]; readonly come: readonly PlannedRow[] } {
  if (before.length === 0) return { gone: [], come: after };
  const known = new Set(before);
  const kept = new Set(after.filter((row) => known.has(row)));
  const waiting = before.filter((row) => !kept.has(row));
  const takeEqual = waiting.length <= FEW_ROWS ? takeFromFew(waiting) : takeByPrint(waiting);
  const come: PlannedRow[] = [];
  for (const row of after) {
    if (known.has(row)) continue;
    const match = takeEqual(row);
    if (match === undefined) come.push(row);
    else kept.add(match);
  }
  return { gone: before.filter((row) => !kept.has(row)), come };
}

/** Makes the function that takes out a row equal to a given one; undefined where there is none (any more). */
function takeFromFew(waiting: readonly PlannedRow[]): (row: PlannedRow) => PlannedRow | undefined {
  const left = [...waiting];
  return (row) => {
    const at = left.findLastIndex((other) => areEqual(row, other));
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
}

function takeByPrint(waiting: readonly PlannedRow[]): (row: PlannedRow) => PlannedRow | undefined {
  const byPrint = new Map<string, PlannedRow[]>();
  for (const row of waiting) {
    const print = printOf(row);
    const equals = byPrint.get(print);
    if (equals === undefined) byPrint.set(print, [row]);
    else equals.push(row);
  }
  return (row) => byPrint.get(printOf(row))?.pop();
}

/** Rows of several sources under the union of their columns. Rows that fit as they are, are not copied. */
export function toTable(rows: readonly PlannedRow[]): RowTable {
  const positions = new Map<string, number>();
  const places = new Map<PlannedRow['source'], readonly number[]>();
  for (const { source } of rows) {
    if (places.has(source)) continue;
    const own = source.columns.map((column) => {
      const known = positions.get(column);
      if (known !== undefined) return known;
      positions.set(column, positions.size);
      return positions.size - 1;
    });
    places.set(source, own);
  }
  const width = positions.size;
  const fits = new Map(
    [...places].map(([source, own]) => [
      source,
      own.length === width && own.every((place, index) => place === index),
    ]),
  );
  return {
    columns: [...positions.keys()],
    rows: rows.map(({ cells, source }) => {
      if (fits.get(source) === true) return cells;
      const out = new Array<Cell>(width).fill(null);
      for (const [index, place] of (places.get(source) ?? []).entries()) out[place] = cells[index] ?? null;
      return out;
    }),
  };
}
