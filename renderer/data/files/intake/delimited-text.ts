import type { FileRow } from '#shared/domain/file-cells.ts';
import { refuse } from './refusals.ts';

/** Text with delimiters (RFC 4180, and what programs make of it): quoted cells, any end of line, rows of any length. */

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

/**
 * Reads rows from pieces of text, cut anywhere. Empty lines are no rows. Long: one state, over the characters once.
 * @param width how many columns the heading names: lines that are rows of it by themselves are within no quotes. Null: not known
 */
export function createDelimitedReader(delimiter: Delimiter, width: number | null = null): DelimitedReader {
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
      /** Where the physical line in hand begins: quotes may have taken it into a row that began above. */
      let lineStart = rowStart;
      let isWhole = false;
      for (;;) {
        const cell = takeCell(all, at, {
          ...{ delimiterCode, width, isLast, lineStart, isOneLine: false },
          line: begun + linesInside,
          column: cells.length + 1,
        });
        if (cell === null) break;
        if (cells.length === MOST_COLUMNS)
          throw refuse('too-many-columns', { line: begun, column: cells.length });
        cells.push(cell.text);
        lineStart = cell.lineStart ?? lineStart;
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
      if (cells.length > 1 || (cells[0] ?? '') !== '') {
        rows.push(delimiter === null ? { line: begun, cells } : { line: begun, cells, isCut: true });
      }
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
  readonly width: number | null;
  /** No more text follows. */
  readonly isLast: boolean;
  readonly lineStart: number;
  /** The text is a line by itself: a quote that is not closed in it is a character. */
  readonly isOneLine: boolean;
  readonly line: number;
  readonly column: number;
};
type Cell = {
  readonly text: string;
  readonly next: number;
  readonly endsRow: boolean;
  readonly lines: number;
  /** Where the last of its lines begins; null where it has one only. */
  readonly lineStart: number | null;
};

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;

/** A cell from `from` on; null where its end is not here yet. */
function takeCell(all: string, from: number, place: Place): Cell | null {
  const quoted = all.startsWith(QUOTE, from) ? takeQuoted(all, from, place) : STRAY;
  if (quoted === null) return null;
  const isQuoted = quoted !== STRAY;
  const start = isQuoted ? quoted.next : from;
  const written = (to: number): string => (isQuoted ? quoted.text : all.slice(start, to));
  const { lines, lineStart } = quoted;
  let at = start;
  for (; at < all.length; at += 1) {
    const code = all.charCodeAt(at);
    if (code === place.delimiterCode)
      return { text: written(at), next: at + 1, endsRow: false, lines, lineStart };
    if (code !== CR && code !== LF) continue;
    // Whether a LF belongs to it is not known yet.
    if (code === CR && at + 1 === all.length && !place.isLast) return null;
    const next = at + (code === CR && all.charCodeAt(at + 1) === LF ? 2 : 1);
    return { text: written(at), next, endsRow: true, lines, lineStart };
  }
  if (at - from > LONGEST_CELL) throw refuse('long-cell', { line: place.line, column: place.column });
  return place.isLast ? { text: written(at), next: at, endsRow: true, lines, lineStart } : null;
}

/** A quote that is a character as any other: `3" tubo`, `"Tornillo 5" x`. */
const STRAY: Quoted = { text: '', next: -1, lines: 0, lineStart: null };
type Quoted = Pick<Cell, 'text' | 'next' | 'lines' | 'lineStart'>;

/**
 * What stands between the quote at `from` and the one that closes it, behind which the cell ends; quotes within are doubled.
 * STRAY: it closes nothing, or what it would take in are rows. Null: its end is not here yet.
 */
function takeQuoted(all: string, from: number, place: Place): Quoted | null {
  const { isLast, isOneLine, line, column } = place;
  let at = from + 1;
  for (;;) {
    const close = all.indexOf(QUOTE, at);
    if (close < 0 || (close + 1 === all.length && !isLast)) {
      if (isOneLine) return STRAY;
      if (all.length - from > LONGEST_CELL || (isLast && close < 0))
        throw refuse('open-quote', { line, column });
      return null;
    }
    if (all.startsWith(QUOTE, close + 1)) {
      at = close + 2;
      continue;
    }
    const next = endBehind(all, close + 1, place.delimiterCode);
    if (next === null) return STRAY;
    if (next === all.length && !isLast) return null;
    const text = all.slice(from + 1, close).replaceAll('""', QUOTE);
    const lines = endsOfLine(text);
    if (lines > 0 && place.width !== null) {
      const isStray = takesInRows(all, { from: place.lineStart, close, next, width: place.width }, place);
      if (isStray === null) return null;
      if (isStray) return STRAY;
    }
    return { text, next, lines, lineStart: lines === 0 ? null : lastLineOf(all, from, close) };
  }
}

/** Where the cell ends behind a quote that closes it, spaces passed over; null: other text follows. */
function endBehind(all: string, from: number, delimiterCode: number): number | null {
  for (let at = from; at < all.length; at += 1) {
    const code = all.charCodeAt(at);
    if (code === delimiterCode || code === CR || code === LF) return at;
    if (code !== SPACE && code !== TAB) return null;
  }
  return all.length;
}

type Taken = { readonly from: number; readonly close: number; readonly next: number; readonly width: number };

/**
 * Whether the lines that a quoted cell reaches over are rows of the file, each by itself; null: the last one is not all here.
 * Fails where some are and others are not: which of them the quote belongs to nobody could tell.
 */
function takesInRows(all: string, { from, close, next, width }: Taken, place: Place): boolean | null {
  const rest = all.slice(close).search(/[\r\n]/);
  if (rest < 0 && !place.isLast) return null;
  const lastEnd = rest < 0 ? all.length : close + rest;
  const fits = (cells: readonly string[]): boolean =>
    cells.length >= width && cells.slice(width).every((cell) => cell.trim() === '');
  const cut = (text: string): readonly string[] => cellsOfLine(text, place);
  const lines = all.slice(from, lastEnd).split(/\r\n?|\n/);
  const fitting = lines.map((text) => fits(cut(text)));
  if (fitting.every(Boolean)) return true;
  const behind = all.charCodeAt(next) === place.delimiterCode ? cut(all.slice(next + 1, lastEnd)) : [];
  const isWhole = fits([...Array.from({ length: place.column }, () => ' '), ...behind]);
  const hasRowsWithin = fitting.slice(1, -1).some(Boolean);
  if (hasRowsWithin || (!isWhole && fitting.some(Boolean))) {
    throw refuse('open-quote', { line: place.line, column: place.column });
  }
  return false;
}

function cellsOfLine(text: string, { delimiterCode, line }: Place): readonly string[] {
  const cells: string[] = [];
  for (let at = 0; cells.length < MOST_COLUMNS; ) {
    const cell = takeCell(text, at, {
      ...{ delimiterCode, width: null, isLast: true, lineStart: 0, isOneLine: true },
      ...{ line, column: cells.length + 1 },
    });
    if (cell === null) break;
    cells.push(cell.text);
    at = cell.next;
    if (cell.endsRow) break;
  }
  return cells;
}

function lastLineOf(all: string, from: number, to: number): number {
  let at = to;
  while (at > from && all.charCodeAt(at - 1) !== LF && all.charCodeAt(at - 1) !== CR) at -= 1;
  return at;
}

function endsOfLine(text: string): number {
  return text.match(/\r\n?|\n/g)?.length ?? 0;
}
