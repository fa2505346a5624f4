import { type SheetCell, tsv } from '#shared/domain/spreadsheet.ts';
import type { GridCell } from './grid-types.ts';

/** More rows than this are neither added nor copied in the page; whole columns are added, whatever their length. */
export const MAX_RANGE_ROWS = 20_000;

/** What a chosen range puts on the clipboard: its cells, under the names of their columns where these are asked for. */
export function rangeTsv(
  names: readonly string[],
  rows: readonly (readonly SheetCell[])[],
  decimalSign: string,
  withNames: boolean = rows.length > 1 || names.length > 1,
): string {
  return tsv(withNames ? [names.map((text) => ({ text })), ...rows] : rows, decimalSign);
}

/** A cell as a spreadsheet takes it: its exact figure where it has one, else its text. */
export function gridSheetCell(cell: Pick<GridCell, 'text' | 'value'>): SheetCell {
  return cell.value === undefined ? { text: cell.text } : { figure: cell.value };
}
