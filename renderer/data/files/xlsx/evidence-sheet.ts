import {
  type ControlLine,
  type ProofStart,
  type ProofTable,
  proofText,
} from '#renderer/data/files/proof/proof.ts';
import { DIGEST_DEFINITION, type RowDigest } from '#renderer/data/files/proof/row-digest.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { Table, TableColumn } from '#shared/domain/sheet-table.ts';
import { columnLetters, escapeXml, type Losses } from './cells.ts';
import { formulaCell, lineRows, type Sheet } from './sheet.ts';
import { LONG_STYLE, STYLE, styleOf } from './styles.ts';

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
const long =
  (look: keyof typeof LONG_STYLE, name: string, value: string): Line =>
  (row) =>
    textAt(0, row, styleOf('text', true), name) + textAt(1, row, LONG_STYLE[look], value);
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

/** What the rows were when they were written, and the hash of what was, of each table. */
export type Proven = { readonly start: ProofStart; readonly digests: ReadonlyMap<Table, RowDigest> };

/** Where the hash, and what «Comprobar un archivo» reads, stand on the sheet. */
export const HASH_NAME = 'Huella de las filas (SHA-256)';
export const PROOF_NAME = 'Selección para Cuadra';
export const ROWS_NAME = 'Filas';
/** A cell takes no more than 32,767 characters. */
const PROOF_PIECE = 30_000;

/** What is told of one of a workbook's tables; of an only one without its name. */
export function toldName(
  tables: readonly unknown[],
  { name }: { readonly name: string },
  what: string,
): string {
  return tables.length === 1 ? what : `${name}: ${what}`;
}

/** Written last: what the cells could not hold, and the hashes, are known then. */
export function evidenceXml(
  facts: readonly Fact[],
  sheets: readonly NamedSheet[],
  losses: Losses,
  proven: Proven | null = null,
): string {
  const tables = [...new Set(sheets.map(({ table }) => table))];
  const columns = tables.flatMap((table) => table.columns);
  const sumsOf = (table: Table): readonly Line[] =>
    table.columns.flatMap((column, index) => {
      if (column.total?.kind !== 'sum' || column.total.value === null) return [];
      const own = sheets.filter((sheet) => sheet.table === table);
      return [
        sumLine(own, index, { ...column, name: toldName(tables, table, column.name) }, column.total.value),
      ];
    });
  const sums = tables.flatMap(sumsOf);
  const lines: readonly Line[] = [
    ...facts.map(({ name, value }) => text(name, value)),
    ...(proven === null ? [] : syncLines(proven.start)),
    count(ROWS_NAME, rowsOf(sheets)),
    ...(sheets.length < 2 ? [] : sheets.map((sheet) => count(`Filas en ${sheet.name}`, sheet.part.count))),
    count('Columnas', columns.length),
    count('Cifras con más de 15 dígitos', losses.longFigures),
    count('Textos cortados a 32.767 caracteres', losses.cutTexts),
    text('Porcentajes', 'en puntos, como los da la API: 12,5 es 12,5 %'),
    ...(proven === null
      ? []
      : [
          ...tables.map((table) =>
            text(toldName(tables, table, HASH_NAME), proven.digests.get(table)?.hex() ?? ''),
          ),
          long('wrapped', 'Cómo se calcula la huella', DIGEST_DEFINITION),
        ]),
    ...(sums.length === 0 ? [] : [() => '', heading('Columna', 'Suma exacta', 'Suma de la hoja'), ...sums]),
    ...(proven === null ? [] : controlLines(proven.start.controls)),
    ...(proven === null ? [] : proofLines(facts, sheets, losses, proven)),
  ];
  const rows = lines.map((line, index) => `<row r="${index + 1}">${line(index + 1)}</row>`);
  return [
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>',
    '<sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="15"/>',
    '<cols><col min="1" max="1" width="40" customWidth="1"/><col min="2" max="2" width="66" customWidth="1"/>',
    '<col min="3" max="6" width="24" customWidth="1"/></cols>',
    `<sheetData>${rows.join('')}</sheetData><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/></worksheet>`,
  ].join('');
}

/** As exact as the ledger knows it; what is said in words stands among the facts. */
function syncLines({ readUntil, knownUntil, watermark }: ProofStart): readonly Line[] {
  const line = (name: string, value: string | null): Line => text(name, value ?? 'desconocido');
  return [
    line('Última lectura de la API (UTC)', readUntil),
    line('Cambios conocidos hasta (UTC)', knownUntil),
    line('Marca de agua de actualizaciones (UTC)', watermark),
  ];
}

const SCOPE_NAMES: { readonly [scope in ControlLine['scope']]: string } = {
  everything: 'Sin filtros',
  dashboard: 'Equivalente al dashboard',
};

function controlLines(controls: readonly ControlLine[]): readonly Line[] {
  return [
    () => '',
    heading(
      'Total de control, por mes de compra',
      'Ámbito',
      'Filas en el origen',
      'Filas aquí',
      'Coincide',
      'Comparado (UTC)',
    ),
    ...controls.map((control) => (row: number) => {
      const number = (index: number, value: number) =>
        `<c r="${columnLetters(index)}${row}" s="${styleOf('count', false)}"><v>${value}</v></c>`;
      const words = (index: number, value: string) => textAt(index, row, styleOf('text', index === 0), value);
      return [
        words(0, control.range === 'all' ? 'Todo' : control.range),
        words(1, SCOPE_NAMES[control.scope]),
        number(2, control.there),
        number(3, control.here),
        words(4, control.agrees ? 'sí' : 'no'),
        words(5, control.checkedAt),
      ].join('');
    }),
    ...(controls.length === 0 ? [text('El origen aún no ha contado estos meses.')] : []),
  ];
}

function rowsOf(sheets: readonly NamedSheet[]): number {
  return sheets.reduce((sum, { part }) => sum + part.count, 0);
}

function proofTable(table: Table, sheets: readonly NamedSheet[], digest: RowDigest): ProofTable {
  const own = sheets.filter((sheet) => sheet.table === table);
  return {
    name: table.name,
    columns: table.columns.map(({ name, kind }) => [name, kind]),
    sheets: own.map(({ name, part }) => ({ name, headingRow: part.headingRow, rows: part.count })),
    rows: table.lineCount,
    hash: digest.hex(),
    sums: Object.fromEntries(
      table.columns.flatMap(({ name, total }) =>
        total?.kind === 'sum' && total.value !== null ? [[name, total.value as Decimal]] : [],
      ),
    ),
  };
}

/** The same to this program: in as many cells as it takes. */
function proofLines(
  facts: readonly Fact[],
  sheets: readonly NamedSheet[],
  losses: Losses,
  { start, digests }: Proven,
): readonly Line[] {
  const { controls: _, ...known } = start;
  const [first, ...others] = [...digests].map(([table, digest]) => proofTable(table, sheets, digest));
  if (first === undefined) return [];
  const { longFigures } = losses;
  const json = proofText({ ...known, facts, longFigures, tables: [first, ...others] });
  const pieces = Array.from({ length: Math.ceil(json.length / PROOF_PIECE) }, (_each, index) =>
    json.slice(index * PROOF_PIECE, (index + 1) * PROOF_PIECE),
  );
  return [
    () => '',
    text('Para «Comprobar un archivo»', 'Con lo que sigue Cuadra vuelve a calcular este libro.'),
    ...pieces.map((piece) => long('clipped', PROOF_NAME, piece)),
  ];
}
