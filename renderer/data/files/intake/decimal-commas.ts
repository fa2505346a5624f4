import { type FileRow, fileCellText } from '#renderer/data/model/file-cells.ts';

/** Amounts with a decimal comma in a text that commas delimit: 7000,50 became two cells. */

/** The whole part of an amount, and its decimals. */
const WHOLE = /^\s*[-+(]?\s*(?:[A-Z]{0,3}\$|[A-Z]{3}|€)?\s*-?\d{1,3}(?:\d*|(?:\.\d{3})*)$/;
const DECIMALS = /^\d{1,2}\s*[)-]?\s*$/;
const AMOUNT = /^[-+($€A-Z\s]*\d[\d.]*(?:,\d{1,2})?\s*[)-]?\s*$/;
/** A row has no more cells that could be put together: which ones would be a guess. */
const MAX_PAIRS = 64;

/**
 * The rows with their amounts whole; null where not every row is of that shape and no other: as wide as the heading once
 * pairs of cells are put together, in one way only, in columns that hold nothing but amounts.
 */
export function joinDecimals(rows: readonly FileRow[], width: number): readonly FileRow[] | null {
  const joined: FileRow[] = [];
  const columns = new Set<number>();
  for (const row of rows) {
    const pairs = pairsToJoin(row, width);
    if (pairs === null) return null;
    for (const [at, pair] of pairs.entries()) columns.add(pair - at);
    joined.push(pairs.length === 0 ? row : withPairs(row, pairs));
  }
  const isAmounts = (column: number): boolean =>
    joined.every(({ cells }) => {
      const text = fileCellText(cells[column]).trim();
      return text === '' || AMOUNT.test(text);
    });
  return [...columns].every(isAmounts) ? joined : null;
}

/** A row by itself, in a file that is of that shape: as it stands where it is not. */
export function withDecimals(row: FileRow, width: number): FileRow {
  const pairs = pairsToJoin(row, width);
  return pairs === null || pairs.length === 0 ? row : withPairs(row, pairs);
}

const withPairs = (row: FileRow, pairs: readonly number[]): FileRow => ({
  ...row,
  cells: row.cells.flatMap((cell, at) => {
    if (pairs.includes(at - 1)) return [];
    return pairs.includes(at) ? [`${fileCellText(cell)},${fileCellText(row.cells[at + 1])}`] : [cell];
  }),
});

/**
 * Places of the cells that go together with the next one: as many as the row has too many, where there is one way only to
 * choose them. Null: there is none, or several; a row of the heading's width that has one is of neither shape.
 */
function pairsToJoin({ cells }: FileRow, width: number): readonly number[] | null {
  const texts = cells.map(fileCellText);
  const places = texts.flatMap((text, at) =>
    WHOLE.test(text) && DECIMALS.test(texts[at + 1] ?? '') ? [at] : [],
  );
  if (places.length > MAX_PAIRS) return null;
  if (cells.length <= width) return places.length === 0 ? [] : null;
  return onlyChoice(places, cells.length - width);
}

/** The one way to choose so many of the places, no two of them neighbours; null: there is none, or another. */
function onlyChoice(places: readonly number[], count: number): readonly number[] | null {
  // Runs of neighbours: of each, the most that can be taken, and whether in one way only.
  const runs: number[][] = [];
  for (const place of places) {
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1) === place - 1) run.push(place);
    else runs.push([place]);
  }
  const most = runs.map((run) => run.filter((_, at) => at % 2 === 0));
  if (most.reduce((sum, each) => sum + each.length, 0) !== count) return null;
  // A run of an even length can be put together in several ways.
  return runs.every((run) => run.length % 2 === 1) ? most.flat() : null;
}
