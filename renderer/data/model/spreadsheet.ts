import { groupedDigits } from '#shared/base/grouped-digits.ts';
import { findColumn, isDecimalKind } from '#shared/domain/column-catalogue.ts';
import { readDateTimeMs } from '#shared/domain/dates.ts';
import { isReadAsAnother } from './read-as-another.ts';
import { cellText, readPieces, type SheetKind, type Table, type TableLine } from './sheet-table.ts';

/**
 * Safe texts for spreadsheets: CSV files (RFC 4180) and tab-separated text. No text of the API's becomes a formula,
 * whatever separator the spreadsheet takes the text to have.
 */

export type CsvFormat = {
  readonly separator: ',' | ';';
  readonly decimalSign: '.' | ',';
  /**
   * For programs that read what is there: no guard against formulas nor against what a spreadsheet makes of texts, dates as
   * the API writes them, no byte order mark, and an empty text is no null.
   */
  readonly isExact?: boolean;
};

/** For databases and the like. */
export const EXACT_CSV = { separator: ',', decimalSign: '.', isExact: true } as const satisfies CsvFormat;

/**
 * A cell of text, of a figure with its exact digits, or of a date and time as the API writes them; null is empty. A figure
 * that is no plain number is written as text.
 */
export type SheetCell =
  | { readonly text: string }
  | { readonly figure: string | null }
  | { readonly moment: string };

/** A number as the API and our sums write it: no grouping, no exponent, no plus sign, of any length. */
const PLAIN_NUMBER = /^(?<sign>-?)(?<whole>\d+)(?:\.(?<fraction>\d+))?$/;

/** A value of the API as a cell: a figure in columns of decimals where it is a plain number, else a text. */
export function sheetCell(column: string, value: string | null): SheetCell {
  return cellOfKind(findColumn(column)?.kind ?? 'text', value ?? '');
}

function cellOfKind(kind: SheetKind, value: string | null): SheetCell {
  if (value === null) return { figure: null };
  if (kind === 'local-datetime' || kind === 'utc-datetime') {
    const isDate = readDateTimeMs(value, kind === 'utc-datetime' ? 'utc' : 'local') !== undefined;
    return isDate ? { moment: value } : { text: value };
  }
  const isFigure = kind === 'number' || isDecimalKind(kind);
  return isFigure && PLAIN_NUMBER.test(value) ? { figure: value } : { text: value };
}

/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Where the decimal sign is a comma, spreadsheets take ';' between cells. */
export function csvFormat(decimalSign: string): CsvFormat {
  return decimalSign === ',' ? { separator: ';', decimalSign: ',' } : { separator: ',', decimalSign: '.' };
}

/** Signs that begin a formula; the full-width forms become the others in East Asian settings. */
const FORMULA_SIGN = /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/g;
/** Characters that spreadsheets pass over before they look for a formula: white space, marks without width, quotes. */
const PASSED_OVER = /[\s"\uFEFF\u200B-\u200D\u2060]/;
/** Characters that may end a cell or a line, where the spreadsheet takes another separator than the one that is meant. */
const MAY_SEPARATE = /[,;\t\r\n]/;

/** True where a formula would begin at `at`: at the beginning of the text, or after what may separate cells. */
function beginsCell(text: string, at: number): boolean {
  for (let before = at - 1; before >= 0; before -= 1) {
    const character = text.charAt(before);
    if (MAY_SEPARATE.test(character)) return true;
    if (!PASSED_OVER.test(character)) return false;
  }
  return true;
}

/** Where the signs stand that would begin a formula, or the apostrophes before them. */
function* formulaStarts(text: string): Generator<number> {
  for (const { index } of text.matchAll(FORMULA_SIGN)) {
    let start = index;
    while (text.charAt(start - 1) === "'") start -= 1;
    if (beginsCell(text, start)) yield start;
  }
}

/** Most texts hold nothing of the kind: one that does not match this needs no closer look. */
const SUSPECT = /(?:^|[,;\s"\uFEFF\u200B-\u200D\u2060])'*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^'*[\t\r\n]/;

/**
 * The text with an apostrophe before whatever may become a formula: at its beginning and after each separator in it,
 * because a file of ';' read as one of ',' is cut there, quoted or not. What stands there behind apostrophes of its own gets
 * one more, so that taking one away everywhere gives the text back.
 */
function harmless(text: string): string {
  if (!SUSPECT.test(text)) return text;
  let guarded = /^'*[\t\r\n]/.test(text) ? "'" : '';
  let done = 0;
  for (const index of formulaStarts(text)) {
    guarded += `${text.slice(done, index)}'`;
    done = index;
  }
  return guarded + text.slice(done);
}

/** Undoes `harmless`: a text of a file of ours that comes back. */
export function unguarded(text: string): string {
  let plain = '';
  let done = /^'+[\t\r\n]/.test(text) ? 1 : 0;
  for (const index of formulaStarts(text)) {
    if (text.charAt(index) !== "'") continue;
    plain += text.slice(done, index);
    done = index + 1;
  }
  return plain + text.slice(done);
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** A figure's digits with a spreadsheet's decimal sign; undefined for what is no plain number. */
function plainNumber(figure: string, decimalSign: string): string | undefined {
  return PLAIN_NUMBER.test(figure) ? figure.replace('.', decimalSign) : undefined;
}

/** A text that a spreadsheet would read as another value, as the formula of just this text: `="2000012345678901"`. */
const held = (text: string): string => `="${text}"`;
const QUOTED_FORMULA = /^="([^"]*)"$/;

/** Undoes `held`, and the same by other programs; any other text stays as it is. */
export const unheld = (text: string): string =>
  text.startsWith('=') ? (QUOTED_FORMULA.exec(text)?.[1] ?? text) : text;

/**
 * A field of text: always between quotes; nothing where it is empty, in files for spreadsheets. There a text that Excel would
 * read as a number, a date or a truth is held: an order's number of 16 digits loses its last ones else. Held texts hold
 * neither quotes nor what begins a formula; where the spreadsheet takes another separator, what follows them on the line is
 * none of its operators, so that the whole stays a text.
 */
function csvText(text: string, { isExact = false }: CsvFormat): string {
  if (isExact) return quoted(text);
  if (text === '') return '';
  return quoted(!SUSPECT.test(text) && isReadAsAnother(text) ? held(text) : harmless(text));
}

/**
 * A date and time as Excel reads them in Spanish, Portuguese and English alike: year first and no T between (with one they
 * stay text), no milliseconds where there are none, no zone: that of the column.
 */
function spreadsheetMoment(text: string, decimalSign: string): string {
  return text
    .replace('T', ' ')
    .replace('Z', '')
    .replace(/\.000$/, '')
    .replace('.', decimalSign);
}

function csvMoment(text: string, format: CsvFormat): string {
  if (format.isExact === true) return quoted(text);
  const moment = spreadsheetMoment(text, format.decimalSign);
  return moment.includes(format.separator) ? quoted(moment) : moment;
}

/** A field of a figure: exact, unrounded and without quotes, so that it is read as a number. What is no number is text. */
function csvFigure(figure: string | null, format: CsvFormat): string {
  if (figure === null) return '';
  const number = plainNumber(figure, format.decimalSign);
  if (number === undefined) return csvText(figure, format);
  return number.includes(format.separator) ? quoted(number) : number;
}

/** A line of fields that are written already. */
function csvLine(fields: readonly string[], { separator }: CsvFormat): string {
  return `${fields.join(separator)}\r\n`;
}

/** Lines of a file, each with its CR LF. */
export function csvLines(rows: readonly (readonly SheetCell[])[], format: CsvFormat): string {
  const field = (cell: SheetCell): string => {
    if ('moment' in cell) return csvMoment(cell.moment, format);
    return 'text' in cell ? csvText(cell.text, format) : csvFigure(cell.figure, format);
  };
  return rows.map((row) => csvLine(row.map(field), format)).join('');
}

/** The first line of a file; whoever looks a column up finds it under its own name. */
export function csvHead(names: readonly string[], format: CsvFormat): string {
  const line = csvLine(
    names.map((name) =>
      format.isExact === true || name === '' ? csvText(name, format) : quoted(harmless(name)),
    ),
    format,
  );
  return format.isExact === true ? line : BYTE_ORDER_MARK + line;
}

/** A table as a file, piece by piece. */
export function* csvPieces(table: Table, format: CsvFormat): Generator<string> {
  const { columns, lineCount } = table;
  yield csvHead(
    columns.map(({ name }) => name),
    format,
  );
  const cells = (line: TableLine) =>
    columns.map(({ kind }, index) => cellOfKind(kind, cellText(line.cells[index])));
  for (const lines of readPieces(table, 0, lineCount)) yield csvLines(lines.map(cells), format);
}

/** How figures are written on the screen, and copied from it. */
export type FigureSigns = { readonly decimal: string; readonly group: string };

/** All digits of a figure, as a person writes them: «-1.234.567,8900»; undefined for what is no plain number. */
function writtenNumber(figure: string, { decimal, group }: FigureSigns): string | undefined {
  const match = PLAIN_NUMBER.exec(figure);
  if (match === null) return undefined;
  const { sign = '', whole = '', fraction } = match.groups ?? {};
  const digits = groupedDigits(whole, group);
  // With the hyphen that every spreadsheet reads as a minus, whatever stands for it on the screen.
  return fraction === undefined ? sign + digits : sign + digits + decimal + fraction;
}

/** Rows for the clipboard: one line a row, a tab between cells, figures exact and written as on the user's screen. */
export function tsv(rows: readonly (readonly SheetCell[])[], signs: FigureSigns): string {
  return rows.map((row) => row.map((cell) => tsvCell(cell, signs)).join('\t')).join('\r\n');
}

function tsvCell(cell: SheetCell, signs: FigureSigns): string {
  if ('moment' in cell) return spreadsheetMoment(cell.moment, signs.decimal);
  const value = 'text' in cell ? cell.text : (cell.figure ?? '');
  const text = ('figure' in cell ? writtenNumber(value, signs) : undefined) ?? harmless(value);
  return /["\t\r\n]/.test(text) ? quoted(text) : text;
}
