import type { FileRow } from '#shared/domain/file-cells.ts';
import { IntakeRefusedError, refuse } from './refusals.ts';

/** Text with delimiters (RFC 4180, and what programs make of it): quoted cells, any end of line, rows of any length. */

export const DELIMITERS = [';', ',', '\t', '|'] as const;
/** Null: no character delimits cells; each line is one. */
export type Delimiter = string | null;

const QUOTE = '"';
/** A longer cell is a quote that nobody closed. */
const LONGEST_CELL = 1 << 20;
const LONGEST_ROW = 16 * LONGEST_CELL;
/** What a spreadsheet has, and as many as a file of ours may ever need. */
export const MOST_COLUMNS = 16_384;

export type DelimitedReader = {
  /** Rows that end in this text, or ended before. */
  readonly read: (text: string) => FileRow[];
  /** The row that no end of line ends. */
  readonly end: () => FileRow[];
};

/** Reads rows from pieces of text, cut anywhere. Empty lines are no rows. Long: one state, over the characters once. */
export function createDelimitedReader(delimiter: Delimiter): DelimitedReader {
  const delimiterCode = delimiter === null ? -1 : delimiter.charCodeAt(0);
  /** What was not used up: the beginning of a row at most. */
  let rest = '';
  let line = 1;
  const read = (text: string, isLast: boolean): FileRow[] => {
    const rows: FileRow[] = [];
    const all = rest === '' ? text : rest + text;
    /** Where the row in hand begins, and on which line. */
    let rowStart = 0;
    let at = 0;
    for (;;) {
      const begun = line;
      const cells: string[] = [];
      let linesInside = 0;
      let isWhole = false;
      for (;;) {
        const cell = takeCell(all, at, {
          delimiterCode,
          isLast,
          line: begun + linesInside,
          column: cells.length + 1,
        });
        if (cell === null) break;
        if (cells.length === MOST_COLUMNS)
          throw refuse('too-many-columns', { line: begun, column: cells.length });
        cells.push(cell.text);
        linesInside += cell.lines;
        at = cell.next;
        if (cell.endsRow) {
          isWhole = true;
          break;
        }
      }
      if (!isWhole) break;
      line += linesInside + 1;
      rowStart = at;
      if (cells.length > 1 || (cells[0] ?? '') !== '') rows.push({ line: begun, cells });
      if (at >= all.length) break;
    }
    rest = all.slice(rowStart);
    if (rest.length > LONGEST_ROW) throw refuse('long-cell', { line });
    return rows;
  };
  return {
    read: (text) => read(text, false),
    end: () => (rest === '' ? [] : read('', true)),
  };
}

type Place = {
  readonly delimiterCode: number;
  /** No more text follows. */
  readonly isLast: boolean;
  readonly line: number;
  readonly column: number;
};
type Cell = {
  readonly text: string;
  readonly next: number;
  readonly endsRow: boolean;
  readonly lines: number;
};

const CR = 13;
const LF = 10;

/** A cell from `from` on; null where its end is not here yet. */
function takeCell(all: string, from: number, place: Place): Cell | null {
  let [at, text, lines] = [from, '', 0];
  if (all.startsWith(QUOTE, from)) {
    const quoted = takeQuoted(all, from + 1, place);
    if (quoted === null) return null;
    ({ at, text, lines } = quoted);
  }
  const start = at;
  for (; at < all.length; at += 1) {
    const code = all.charCodeAt(at);
    if (code === place.delimiterCode)
      return { text: text + all.slice(start, at), next: at + 1, endsRow: false, lines };
    if (code !== CR && code !== LF) continue;
    // Whether a LF belongs to it is not known yet.
    if (code === CR && at + 1 === all.length && !place.isLast) return null;
    const next = at + (code === CR && all.charCodeAt(at + 1) === LF ? 2 : 1);
    return { text: text + all.slice(start, at), next, endsRow: true, lines };
  }
  if (at - from > LONGEST_CELL) throw refuse('long-cell', { line: place.line, column: place.column });
  return place.isLast ? { text: text + all.slice(start, at), next: at, endsRow: true, lines } : null;
}

/** What stands between quotes, from behind the first one on. Quotes within are doubled. */
function takeQuoted(all: string, from: number, { isLast, line, column }: Place) {
  let at = from;
  let text = '';
  for (;;) {
    const close = all.indexOf(QUOTE, at);
    if (close < 0 || (close + 1 === all.length && !isLast)) {
      if (all.length - from > LONGEST_CELL || (isLast && close < 0))
        throw refuse('open-quote', { line, column });
      return null;
    }
    text += all.slice(at, close);
    if (!all.startsWith(QUOTE, close + 1)) return { at: close + 1, text, lines: endsOfLine(text) };
    text += QUOTE;
    at = close + 2;
  }
}

function endsOfLine(text: string): number {
  return text.match(/\r\n?|\n/g)?.length ?? 0;
}

/** A first line that tells the delimiter, as some spreadsheets write it. */
const TOLD = /^(?:sep|SEP|Sep)=(.)(?:\r\n?|\n|$)/;

export type FoundDelimiter = {
  readonly delimiter: Delimiter;
  /** So many characters at the beginning tell it, and are no row. */
  readonly toldLength: number;
};

const ROWS_LOOKED_AT = 200;

/** By the beginning of a file: what cuts most of its rows into the same number of cells. */
export function findDelimiter(sample: string, isWhole: boolean): FoundDelimiter {
  const told = TOLD.exec(sample);
  if (told !== null) return { delimiter: told[1] ?? null, toldLength: told[0].length };
  let best: { readonly delimiter: Delimiter; readonly score: number } = { delimiter: null, score: 0 };
  for (const delimiter of DELIMITERS) {
    const score = regularity(sample, isWhole, delimiter);
    if (score > best.score) best = { delimiter, score };
  }
  return { delimiter: best.delimiter, toldLength: 0 };
}

/** Share of the rows that have the most frequent number of cells, more than one; of equal shares, more cells count more. */
function regularity(sample: string, isWhole: boolean, delimiter: Delimiter): number {
  const reader = createDelimitedReader(delimiter);
  const rows: FileRow[] = [];
  try {
    for (const row of reader.read(sample)) rows.push(row);
    if (isWhole) rows.push(...reader.end());
  } catch (error) {
    // More cells than any table has: this is what delimits them, and the reader will say so.
    if (error instanceof IntakeRefusedError && error.refusal.reason === 'too-many-columns') return 1;
    // A quote that nobody closes: the rows before it tell.
  }
  const lookedAt = rows.slice(0, ROWS_LOOKED_AT);
  const counts = new Map<number, number>();
  for (const { cells } of lookedAt) {
    if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  }
  let best = 0;
  for (const [cells, count] of counts)
    best = Math.max(best, count / lookedAt.length + Math.min(cells, 100) / 1000);
  return best;
}
