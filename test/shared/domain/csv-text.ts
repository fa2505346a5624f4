import { tableOf, type WholeTable } from '#shared/domain/sheet-table.ts';
import { type CsvFormat, csvSlices } from '#shared/domain/spreadsheet.ts';

/** A table's file, whole. */
export function csvText(table: WholeTable, format: CsvFormat): string {
  return [...csvSlices(tableOf(table), format)].join('');
}
