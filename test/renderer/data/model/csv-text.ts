import { tableOf, type WholeTable } from '#renderer/data/model/sheet-table.ts';
import { type CsvFormat, csvPieces } from '#renderer/data/model/spreadsheet.ts';

/** A table's file, whole. */
export function csvText(table: WholeTable, format: CsvFormat): string {
  return [...csvPieces(tableOf(table), format)].join('');
}
