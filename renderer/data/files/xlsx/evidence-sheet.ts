import type { Table, TableColumn } from '#shared/domain/sheet-table.ts';
import { columnLetters, escapeXml, type Losses } from './cells.ts';
import { formulaCell, lineRows, type Sheet } from './sheet.ts';
import { STYLE, styleOf } from './styles.ts';

/** What a workbook says of itself: how it was made, how much is in it, and the exact sums that it must add up to. */

/** Programs look for it by this name, in every language, as they look for columns by their keys. */
export const EVIDENCE_NAME = 'Evidencia';

/** A fact of the figures, in words: whose, of which days, under which filters, as of when. */
export type Fact = { readonly name: string; readonly value: string };

type Line = (row: number) => string;

const text =
  (...cells: readonly string[]): Line =>
  (row) =>
    cells.map((cell, index) => textAt(index, row, styleOf('text', index === 0), cell)).join('');
const heading =
  (...cells: readonly string[]): Line =>
  (row) =>
    cells.map((cell, index) => textAt(index, row, STYLE.heading, cell)).join('');
const count =
  (name: string, value: number): Line =>
  (row) =>
    `${textAt(0, row, styleOf('text', true), name)}<c r="B${row}" s="${styleOf('count', false)}"><v>${value}</v></c>`;

function textAt(index: number, row: number, style: number, value: string): string {
  return `<c r="${columnLetters(index)}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;
}

/** The sum of a column over all sheets of its table. */
function sumLine(
  sheets: readonly NamedSheet[],
  index: number,
  { name, kind }: TableColumn,
  value: string,
): Line {
  const letters = columnLetters(index);
  const ranges = sheets.map(({ name: sheet, table, part }) => {
    const { first, last } = lineRows(part);
    const range = `'${sheet.replaceAll("'", "''")}'!${letters}${first}:${letters}${last}`;
    // SUM counts what filters hide too; but only SUBTOTAL passes over the subtotals of groups.
    return table.isGrouped ? `SUBTOTAL(9,${range})` : `SUM(${range})`;
  });
  return (row) => {
    const start = `<c r="C${row}" s="${styleOf(kind, false)}"`;
    return (
      textAt(0, row, styleOf('text', true), name) +
      textAt(1, row, styleOf('text', false), value) +
      // Counted where the column itself is.
      formulaCell(start, ranges.join('+'), value, { longFigures: 0, cutTexts: 0 })
    );
  };
}

export type NamedSheet = Sheet & { readonly name: string };

/** Written last: what the cells could not hold is known then. */
export function evidenceXml(facts: readonly Fact[], sheets: readonly NamedSheet[], losses: Losses): string {
  const tables = [...new Set(sheets.map(({ table }) => table))];
  const rowsOf = (counted: readonly NamedSheet[]) => counted.reduce((sum, { part }) => sum + part.count, 0);
  const columns = tables.flatMap((table) => table.columns);
  const sumsOf = (table: Table): readonly Line[] =>
    table.columns.flatMap((column, index) => {
      if (column.total?.kind !== 'sum' || column.total.value === null) return [];
      const own = sheets.filter((sheet) => sheet.table === table);
      const name = tables.length === 1 ? column.name : `${table.name}: ${column.name}`;
      return [sumLine(own, index, { ...column, name }, column.total.value)];
    });
  const sums = tables.flatMap(sumsOf);
  const lines: readonly Line[] = [
    ...facts.map(({ name, value }) => text(name, value)),
    count('Filas', rowsOf(sheets)),
    ...(sheets.length < 2 ? [] : sheets.map((sheet) => count(`Filas en ${sheet.name}`, sheet.part.count))),
    count('Columnas', columns.length),
    count('Cifras con más de 15 dígitos', losses.longFigures),
    count('Textos cortados a 32.767 caracteres', losses.cutTexts),
    text('Porcentajes', 'en puntos, como los da la API: 12,5 es 12,5 %'),
    ...(sums.length === 0 ? [] : [() => '', heading('Columna', 'Suma exacta', 'Suma de la hoja'), ...sums]),
  ];
  const rows = lines.map((line, index) => `<row r="${index + 1}">${line(index + 1)}</row>`);
  return [
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>',
    '<sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="15"/>',
    '<cols><col min="1" max="1" width="40" customWidth="1"/><col min="2" max="2" width="60" customWidth="1"/>',
    '<col min="3" max="3" width="24" customWidth="1"/></cols>',
    `<sheetData>${rows.join('')}</sheetData><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/></worksheet>`,
  ].join('');
}
