import { type FigureSigns, type SheetCell, tsv } from '#renderer/data/model/spreadsheet.ts';
import { type CellRange, type CopyForm, type GridCell, type GridColumn, rangeBounds } from './grid-types.ts';

/** More rows than this are neither added nor copied in the page; whole columns are added, whatever their length. */
export const MAX_RANGE_ROWS = 20_000;

/** The text of a chosen range for the clipboard: its cells, under the names of their columns where these are asked for. */
export function rangeTsv(
  names: readonly string[],
  rows: readonly (readonly SheetCell[])[],
  signs: FigureSigns,
  form: CopyForm,
): string {
  return tsv(form === 'cells' ? rows : [names.map((text) => ({ text })), ...rows], signs);
}

/** A cell as a spreadsheet takes it: its exact figure where it has one, else its text. */
export function gridSheetCell(cell: Pick<GridCell, 'text' | 'value'>): SheetCell {
  return cell.value === undefined ? { text: cell.text } : { figure: cell.value };
}

/** A chosen range of lines that are all there, as they are shown. */
export function chosenTsv(
  range: CellRange,
  from: {
    readonly columns: readonly Pick<GridColumn, 'id' | 'name'>[];
    readonly lines: readonly object[];
    readonly cell: (line: object, columnId: string) => GridCell;
  },
  signs: FigureSigns,
  form: CopyForm,
): string {
  const { top, bottom, left, right } = rangeBounds(range);
  const chosen = from.columns.slice(left, right + 1);
  const rows = from.lines
    .slice(top, bottom + 1)
    .map((line) => chosen.map(({ id }) => gridSheetCell(from.cell(line, id))));
  const names = chosen.map(({ name }) => name);
  return rangeTsv(names, rows, signs, form);
}
