import { type FileRow, fileCellText } from '#renderer/data/model/file-cells.ts';
import { filledWidth } from '#renderer/data/model/moved-cells.ts';
import { joinDecimals } from './decimal-commas.ts';
import { createDelimitedReader, type Delimiter } from './delimited-text.ts';
import { IntakeRefusedError, refuse } from './refusals.ts';

/** By the beginning of a text: what delimits its cells, and how wide the table is that they make. */

const DELIMITERS = [';', ',', '\t', '|'] as const;

/** A first line that tells the delimiter, as some spreadsheets write it. */
const SEPARATOR_LINE = /^(?:sep|SEP|Sep)=(.)(?:\r\n?|\n|$)/;

export type FoundDelimiter = {
  readonly delimiter: Delimiter;
  /** So many characters at the beginning tell it, and are no row. */
  readonly declaredLength: number;
  /** Columns that the heading names; null: none is known. */
  readonly width: number | null;
  /** The delimiter is the decimal sign too: amounts are put together again. */
  readonly joinsDecimals: boolean;
};

const ROWS_LOOKED_AT = 200;
/** Another delimiter is meant only where it cuts so many of the rows alike. */
const SURELY_REGULAR = 0.8;

type Cut = {
  readonly delimiter: Delimiter;
  readonly rows: readonly FileRow[];
  readonly heading: Heading | null;
  /** Share of the rows that have the most frequent number of cells, and a little for their number. */
  readonly score: number;
  /** Rows with more cells than the heading names. */
  readonly beyond: readonly FileRow[];
};

/**
 * Finds the delimiter that cuts most rows into the same number of cells, and no more than the heading has names for.
 * Fails where most rows have more by any: which of their cells belong under which name nobody could tell.
 */
export function findDelimiter(sample: string, isWhole: boolean): FoundDelimiter {
  const declared = SEPARATOR_LINE.exec(sample);
  const declaredLength = declared?.[0].length ?? 0;
  const text = sample.slice(declaredLength);
  const cuts = (declared === null ? DELIMITERS : [declared[1] ?? '']).map((each) =>
    cutBy(text, isWhole, each),
  );
  const best = bestOf(cuts);
  const found = { declaredLength, joinsDecimals: false };
  if (best === undefined || best.score === 0)
    return { ...found, delimiter: declared?.[1] ?? null, width: null };
  const width = best.heading?.width ?? null;
  if (!isMoved(best)) {
    const shift = hiddenShift(best);
    if (shift === 'unclear') throw refuse('moved-cells', { line: (best.heading?.at ?? 0) + 2 });
    return { ...found, delimiter: best.delimiter, width, joinsDecimals: shift === 'decimals' };
  }
  const other = bestOf(cuts.filter((cut) => !isMoved(cut)));
  if (other !== undefined && other.score >= SURELY_REGULAR)
    return { ...found, delimiter: other.delimiter, width: other.heading?.width ?? null };
  if (best.delimiter === ',' && width !== null && best.heading !== null) {
    const below = best.rows.slice(best.heading.at + 1);
    if (joinDecimals(below, width) !== null) {
      return { ...found, delimiter: ',', width, joinsDecimals: true };
    }
  }
  throw refuse('moved-cells', { line: (best.beyond[0]?.line ?? 1) + (declared === null ? 0 : 1) });
}

function bestOf(cuts: readonly Cut[]): Cut | undefined {
  let best: Cut | undefined;
  for (const cut of cuts) if (cut.score > (best?.score ?? 0)) best = cut;
  return best;
}

/** More than half of what stands below the heading has more cells than it. */
function isMoved({ rows, heading, beyond }: Cut): boolean {
  if (heading === null) return false;
  const below = rows.slice(heading.at + 1).filter((row) => filledCells(row) > 1);
  return beyond.length > below.length / 2;
}

/** As `2,08`, and unlike any number by itself. */
const PADDED = /,0\d\s*[)-]?\s*$/;

/**
 * Rows of a text of commas that end with empty cells hide that their amounts were cut: they have more cells than the heading, and
 * nothing is written beyond it. Null: nothing of the kind; unclear: their last cell may as well be one too many.
 */
function hiddenShift({ delimiter, rows, heading }: Cut): 'decimals' | 'unclear' | null {
  if (delimiter !== ',' || heading === null) return null;
  const names = rows[heading.at]?.cells.length ?? 0;
  const below = rows.slice(heading.at + 1).filter((row) => filledCells(row) > 1);
  const longer = below.filter(({ cells }) => cells.length > names);
  if (names > heading.width || longer.length <= below.length / 2) return null;
  const joined = joinDecimals(below, heading.width);
  if (joined === null) return null;
  const texts = joined.flatMap(({ cells }, at) =>
    cells.length < (below[at]?.cells.length ?? 0) ? cells.map(fileCellText) : [],
  );
  return texts.some((text) => PADDED.test(text)) ? 'decimals' : 'unclear';
}

function cutBy(sample: string, isWhole: boolean, delimiter: Delimiter): Cut {
  const first = rowsOf(sample, isWhole, delimiter, null);
  // More cells than any table has: this is what delimits them, and the reader will say so.
  if (first === null) return { delimiter, rows: [], heading: null, score: 1, beyond: [] };
  const width = headingOf(first)?.width ?? null;
  // Once the heading is known, quotes that take its rows in are none; where that is unclear, the reader will say so.
  const rows = (width === null ? null : rowsOf(sample, isWhole, delimiter, width)) ?? first;
  const heading = headingOf(rows);
  const below = heading === null ? [] : rows.slice(heading.at + 1);
  const beyond = below.filter((row) => filledWidth(row) > (heading?.width ?? 0));
  return { delimiter, rows, heading, score: regularity(rows), beyond };
}

/** Null: they are not read. */
function rowsOf(
  sample: string,
  isWhole: boolean,
  delimiter: Delimiter,
  width: number | null,
): readonly FileRow[] | null {
  const reader = createDelimitedReader(delimiter, width);
  const rows: FileRow[] = [];
  try {
    for (const row of reader.read(sample)) rows.push(row);
    if (isWhole) rows.push(...reader.end());
  } catch (error) {
    if (!(error instanceof IntakeRefusedError)) throw error;
    // A quote that nobody closes: the rows before it tell.
    if (rows.length === 0) return null;
  }
  return rows.slice(0, ROWS_LOOKED_AT);
}

/** Share of the rows that have the most frequent number of cells, more than one; of equal shares, more cells count more. */
function regularity(rows: readonly FileRow[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) {
    if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  }
  let best = 0;
  for (const [cells, count] of counts)
    best = Math.max(best, count / rows.length + Math.min(cells, 100) / 1000);
  return best;
}

type Heading = { readonly at: number; readonly width: number };

/** Below titles, and no further down. */
const HEADING_ROWS = 40;

/** The row near the beginning with the most words, where it has more of them than figures; null: there is none. */
function headingOf(rows: readonly FileRow[]): Heading | null {
  let found: (Heading & { readonly words: number }) | null = null;
  for (const [at, row] of rows.slice(0, HEADING_ROWS).entries()) {
    const filled = filledCells(row);
    const words = filled - row.cells.filter((cell) => /\d/.test(fileCellText(cell))).length;
    if (filled < 2 || words <= filled / 2 || words <= (found?.words ?? 0)) continue;
    found = { at, width: filledWidth(row), words };
  }
  return found;
}

const filledCells = ({ cells }: FileRow): number =>
  cells.filter((cell) => fileCellText(cell).trim() !== '').length;
