import { type CsvFormat, csvLines, sheetCell } from '#renderer/data/model/spreadsheet.ts';
import type { Cell } from '#shared/domain/row-table.ts';

/** Lines of values of the API, exact and unrounded, under these columns. */
export const csvValues = (
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  format: CsvFormat,
): string =>
  csvLines(
    rows.map((cells) => columns.map((column, at) => sheetCell(column, cells[at] ?? null))),
    format,
  );
