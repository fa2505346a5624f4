import { tableOf, type WholeTable } from '#renderer/data/model/sheet-table.ts';
import { type CsvFormat, csvSlices } from '#renderer/data/model/spreadsheet.ts';

/** A table's file, whole. */
export function csvText(table: WholeTable, format: CsvFormat): string {
  return [...csvSlices(tableOf(table), format)].join('');
}
