import type { GridCell } from './grid-types.ts';

/** Tab-separated text that a spreadsheet takes as it is: one line a row, figures with the user's decimal sign. */
export function toTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(tsvCell).join('\t')).join('\r\n');
}

/** What a chosen range puts on the clipboard: its cells, under the names of their columns where these are asked for. */
export function rangeTsv(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  withNames: boolean = rows.length > 1 || names.length > 1,
): string {
  return toTsv(withNames ? [names, ...rows] : rows);
}

/** A cell as a spreadsheet takes it: its exact figure where it has one, else its text. */
export function gridCellTsv(cell: Pick<GridCell, 'text' | 'value'>, decimalSign: string): string {
  return cell.value === undefined ? tsvText(cell.text) : tsvNumber(cell.value, decimalSign);
}

function tsvCell(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** An exact decimal as a spreadsheet of this number style reads it: no grouping, ASCII minus. */
export function tsvNumber(value: string, decimalSign: string): string {
  return value.replace('.', decimalSign);
}

/** Text that would start a formula keeps its characters but is not one (a leading apostrophe marks text). */
export function tsvText(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
