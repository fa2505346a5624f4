import { findColumn, isDecimalKind } from '#shared/domain/column-catalogue.ts';
import { readFigure } from '#shared/domain/decimal.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { type CsvFormat, csvFigure, csvLine, csvText } from '#shared/domain/spreadsheet.ts';

/** Lines of a table as CSV, straight from its cells. */

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
        // What cannot be read as an amount is the text it came as.
        return mayBeNumber && readFigure(cell) !== undefined ? csvFigure(cell, format) : csvText(cell);
      }),
      format,
    );
}
