import type { FileRow } from '#renderer/data/model/file-cells.ts';
import { unheld } from '#renderer/data/model/spreadsheet.ts';
import { refuse } from './refusals.ts';

/** Text with delimiters (RFC 4180, and what programs make of it): quoted cells, any end of line, rows of any length. */

/** Null: no character delimits cells; each line is one. */
export type Delimiter = string | null;

const QUOTE = '"';
/** A longer cell is a quote that nobody closed. */
const LONGEST_CELL = 1 << 20;
const LONGEST_ROW = 16 * LONGEST_CELL;
/** The limit of spreadsheets, and as many as a file of ours may ever need. */
export const MAX_COLUMNS = 16_384;

export type DelimitedReader = {
  /** Rows that end in this text, or ended before. */
  readonly read: (text: string) => FileRow[];
  /** The row that no end of line ends. */
  readonly end: () => FileRow[];
};

/**
 * Reads rows from pieces of text, cut anywhere. Empty lines are no rows. A line without a quote is cut at its delimiters;
 * only where a quote stands are cells taken one by one.
 * @param width how many columns the heading names: lines that are rows of it by themselves are within no quotes. Null: not known
 */
export function createDelimitedReader(delimiter: Delimiter, width: number | null = null): DelimitedReader {
  /** The unused rest: the beginning of a row at most. */
  let rest = '';
  let line = 1;
  const read = (text: string, isLast: boolean): FileRow[] => {
    const rows: FileRow[] = [];
    const all = rest === '' ? text : rest + text;
    const ends = createLineEnds(all);
    const plain = createPlainLines(all, ends, delimiter);
    let at = 0;
    for (;;) {
      const begun = line;
      let cells = plain.cellsFrom(at);
      if (cells === null) {
        const row = takeRow(all, at, { ends, delimiter, width, isLast, line });
        if (row === null) break;
        cells = row.cells.map(unheld);
        line += row.linesInside;
        at = row.next;
      } else {
        at = plain.next();
      }
      if (cells.length > MAX_COLUMNS) throw refuse('too-many-columns', { line: begun, column: MAX_COLUMNS });
      line += 1;
      if (cells.length > 1 || (cells[0] ?? '') !== '') {
        rows.push(delimiter === null ? { line: begun, cells } : { line: begun, cells, isCut: true });
      }
      if (at >= all.length) break;
    }
    rest = all.slice(at);
    if (rest.length > LONGEST_ROW) throw refuse('long-cell', { line });
    return rows;
  };
  return {
    read: (text) => read(text, false),
    end: () => (rest === '' ? [] : read('', true)),
  };
}

/**
 * Lines that hold no quote, and end before the text does: whether a LF follows a CR at its very end is not known yet. Asked
 * from the beginning on, for places that never go back.
 */
function createPlainLines(all: string, ends: LineEnds, delimiter: Delimiter) {
  const quotes = createSearch(all, QUOTE);
  let next = 0;
  return {
    /** One cell more than a row may have at most. Null: this line is none. */
    cellsFrom(at: number): string[] | null {
      const end = ends(at);
      const isReturn = all.charCodeAt(end) === CR;
      if (end >= all.length || quotes(at) < end || (isReturn && end + 1 === all.length)) return null;
      next = end + (isReturn && all.charCodeAt(end + 1) === LF ? 2 : 1);
      const text = all.slice(at, end);
      return delimiter === null ? [text] : text.split(delimiter, MAX_COLUMNS + 1);
    },
    /** Where the line behind the one that was read last begins. */
    next: () => next,
  };
}

/** Says where the character stands next, from places that never go back: every character is looked at once. */
function createSearch(all: string, character: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) {
      found = all.indexOf(character, from);
      if (found < 0) found = Number.POSITIVE_INFINITY;
    }
    return found;
  };
}

/** Where the line ends that a place stands in, from places that never go back; beyond the text: nowhere. */
type LineEnds = (from: number) => number;

function createLineEnds(all: string): LineEnds {
  const feeds = createSearch(all, '\n');
  const returns = createSearch(all, '\r');
  return (from) => Math.min(feeds(from), returns(from));
}

type RowPlace = {
  readonly ends: LineEnds;
  readonly delimiter: Delimiter;
  readonly width: number | null;
  /** No more text follows. */
  readonly isLast: boolean;
  readonly line: number;
};
type TakenRow = { readonly cells: string[]; readonly linesInside: number; readonly next: number };

/** A row with quotes, or the last one; null where its end is not here yet. */
function takeRow(
  all: string,
  from: number,
  { ends, delimiter, width, isLast, line }: RowPlace,
): TakenRow | null {
  const cells: string[] = [];
  const scan: Scan = {
    all,
    ends,
    delimiterCode: delimiter === null ? -1 : delimiter.charCodeAt(0),
    width,
    isLast,
    isOneLine: false,
    at: from,
    lineStart: from,
    line,
    column: 1,
    text: '',
    endsRow: false,
  };
  while (takeCell(scan)) {
    // One more is as many as it takes to know that there are too many.
    if (cells.length === MAX_COLUMNS) throw refuse('too-many-columns', { line, column: cells.length });
    cells.push(scan.text);
    if (scan.endsRow) return { cells, linesInside: scan.line - line, next: scan.at };
    scan.column += 1;
  }
  return null;
}

/** Where a row is read. One for all its cells: most files have far more cells than anything else. */
type Scan = {
  readonly all: string;
  readonly ends: LineEnds;
  readonly delimiterCode: number;
  readonly width: number | null;
  readonly isLast: boolean;
  /** The text is a line by itself: a quote that is not closed in it is a character. */
  readonly isOneLine: boolean;
  /** The cell in hand begins here, or the row behind the last one. */
  at: number;
  /** Where the physical line in hand begins: quotes may have taken it into a row that began above. */
  lineStart: number;
  line: number;
  /** The column of the cell in hand, from 1. */
  column: number;
  /** The cell that was taken. */
  text: string;
  endsRow: boolean;
};

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;

/** Takes a cell; false where its end is not here yet. */
function takeCell(scan: Scan): boolean {
  const { all, delimiterCode, isLast } = scan;
  const from = scan.at;
  const quoted = all.startsWith(QUOTE, from) ? takeQuoted(scan) : STRAY;
  if (quoted === null) return false;
  const isQuoted = quoted !== STRAY;
  const start = isQuoted ? quoted.next : from;
  let at = start;
  let code = 0;
  for (; at < all.length; at += 1) {
    code = all.charCodeAt(at);
    if (code === delimiterCode || code === CR || code === LF) break;
  }
  const isEnd = at === all.length;
  if (isEnd && at - from > LONGEST_CELL) throw refuse('long-cell', { line: scan.line, column: scan.column });
  // At the end of the text it is not known yet what follows, nor whether a LF belongs to a CR.
  if (!isLast && (isEnd || (code === CR && code !== delimiterCode && at + 1 === all.length))) return false;
  scan.text = isQuoted ? quoted.text : all.slice(start, at);
  scan.endsRow = isEnd || code !== delimiterCode;
  const isPair = scan.endsRow && code === CR && all.charCodeAt(at + 1) === LF;
  scan.at = isEnd ? at : at + (isPair ? 2 : 1);
  scan.line += quoted.lines;
  if (quoted.lines > 0) scan.lineStart = lastLineOf(all, from, quoted.next);
  return true;
}

/** A quote that is a character as any other: `3" tubo`, `"Tornillo 5" x`. */
const STRAY: Quoted = { text: '', next: -1, lines: 0 };
/** `next`: where the cell ends, spaces behind the quote passed over. */
type Quoted = { readonly text: string; readonly next: number; readonly lines: number };

/**
 * Takes the text between the quote in hand and the one that closes it, behind which the cell ends; quotes within are
 * doubled. STRAY: it closes nothing, or what it would take in are rows. Null: its end is not here yet.
 */
function takeQuoted(scan: Scan): Quoted | null {
  const { all, at: from, isLast, isOneLine, line, column } = scan;
  let at = from + 1;
  let hasDoubled = false;
  for (;;) {
    const close = all.indexOf(QUOTE, at);
    if (close < 0 || (close + 1 === all.length && !isLast)) {
      if (isOneLine) return STRAY;
      if (all.length - from > LONGEST_CELL || (isLast && close < 0))
        throw refuse('open-quote', { line, column });
      return null;
    }
    if (all.startsWith(QUOTE, close + 1)) {
      hasDoubled = true;
      at = close + 2;
      continue;
    }
    const next = endBehind(all, close + 1, scan.delimiterCode);
    if (next === null) return STRAY;
    if (next === all.length && !isLast) return null;
    const written = all.slice(from + 1, close);
    const text = hasDoubled ? written.replaceAll('""', QUOTE) : written;
    const lines = scan.ends(from) < close ? endsOfLine(text) : 0;
    if (lines > 0 && scan.width !== null) {
      const isStray = takesInRows(scan, { from: scan.lineStart, close, next, width: scan.width });
      if (isStray === null) return null;
      if (isStray) return STRAY;
    }
    return { text, next, lines };
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
function takesInRows(scan: Scan, { from, close, next, width }: Taken): boolean | null {
  const { all, line, column } = scan;
  const rest = all.slice(close).search(/[\r\n]/);
  if (rest < 0 && !scan.isLast) return null;
  const lastEnd = rest < 0 ? all.length : close + rest;
  const fits = (cells: readonly string[]): boolean =>
    cells.length >= width && cells.slice(width).every((cell) => cell.trim() === '');
  const cut = (text: string): readonly string[] => cellsOfLine(text, scan);
  const lines = all.slice(from, lastEnd).split(/\r\n?|\n/);
  const fitting = lines.map((text) => fits(cut(text)));
  if (fitting.every(Boolean)) return true;
  const behind = all.charCodeAt(next) === scan.delimiterCode ? cut(all.slice(next + 1, lastEnd)) : [];
  const isWhole = fits([...Array.from({ length: column }, () => ' '), ...behind]);
  const hasRowsWithin = fitting.slice(1, -1).some(Boolean);
  if (hasRowsWithin || (!isWhole && fitting.some(Boolean))) throw refuse('open-quote', { line, column });
  return false;
}

function cellsOfLine(text: string, { delimiterCode, line }: Scan): readonly string[] {
  const cells: string[] = [];
  const scan: Scan = {
    all: text,
    ends: createLineEnds(text),
    delimiterCode,
    width: null,
    isLast: true,
    isOneLine: true,
    at: 0,
    lineStart: 0,
    line,
    column: 1,
    text: '',
    endsRow: false,
  };
  while (cells.length < MAX_COLUMNS && takeCell(scan)) {
    cells.push(scan.text);
    if (scan.endsRow) break;
    scan.column += 1;
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
