import { findColumn, isDecimalKind } from '#shared/columns/catalogue.ts';
import { readFigure } from '#shared/decimal.ts';
import type { Cell } from '#shared/wire/row-table.ts';

/** Lines of a table as CSV (RFC 4180), made so that no spreadsheet takes a text for a formula. */

export type CsvFormat = { readonly separator: ',' | ';'; readonly decimalSign: '.' | ',' };

/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';
/** What makes a spreadsheet read on as a formula. */
const FORMULA_START = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** The header: column keys exactly as they are. */
export function csvHeader(columns: readonly string[], format: CsvFormat): string {
  return csvLine(
    columns.map((column) => quote(findColumn(column) === undefined ? harmless(column) : column, format)),
    format,
  );
}

/** Makes the function that writes lines with these columns. Values stay exact and unrounded. */
export function csvLineWriter(
  columns: readonly string[],
  format: CsvFormat,
): (cells: readonly Cell[]) => string {
  return csvWriter(
    columns.map((column) => {
      const known = findColumn(column);
      return known !== undefined && isDecimalKind(known.kind);
    }),
    format,
  );
}

/** The same for columns of which it is said here whether they hold decimals. */
export function csvWriter(
  isDecimal: readonly boolean[],
  format: CsvFormat,
): (cells: readonly Cell[]) => string {
  return (cells) =>
    csvLine(
      isDecimal.map((mayBeNumber, index) => {
        const cell = cells[index] ?? '';
        const isNumber = mayBeNumber && readFigure(cell) !== undefined;
        if (!isNumber) return quote(harmless(cell), format);
        return quote(format.decimalSign === '.' ? cell : cell.replace('.', ','), format);
      }),
      format,
    );
}

function csvLine(fields: readonly string[], { separator }: CsvFormat): string {
  return fields.join(separator) + LINE_END;
}

function harmless(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}

function quote(text: string, { separator }: CsvFormat): string {
  const needsQuotes =
    text.includes(separator) || text.includes('"') || text.includes('\n') || text.includes('\r');
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}
