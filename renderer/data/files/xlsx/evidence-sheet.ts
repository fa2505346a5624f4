import {
  type ChartRecord,
  type EvidenceStart,
  evidenceText,
  type TableEvidence,
} from '#renderer/data/files/evidence/evidence.ts';
import type { TableRecord } from '#renderer/data/files/evidence/table-record.ts';
import type { Table } from '#renderer/data/model/sheet-table.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { columnLetters, escapeXml, type Losses } from './cells.ts';
import {
  EVIDENCE_JSON_HEADING,
  EVIDENCE_JSON_NAME,
  type EvidenceCell,
  type EvidenceLine,
  type EvidenceTable,
  evidenceLines,
  type Fact,
  longText,
} from './evidence-lines.ts';
import { formulaCell, type Sheet } from './sheet.ts';
import { styleOf } from './styles.ts';

/** The sheet with what a workbook says of itself: how it was made, how much is in it, and what it must add up to. */

/** Programs look for it by this name, in every language, as they look for columns by their keys. */
export const EVIDENCE_NAME = 'Evidencia';

export type NamedSheet = Sheet & { readonly name: string };

/** The state of the rows when they were written, and the record of each table's lines. */
export type Proven = {
  readonly start: EvidenceStart;
  readonly records: ReadonlyMap<Table, TableRecord>;
  readonly charts: readonly ChartRecord[];
};

/** A cell takes no more than 32,767 characters. */
const EVIDENCE_JSON_PIECE = 30_000;

/** Written last: what the cells could not hold, and the hashes, are known then. */
export function evidenceXml(
  facts: readonly Fact[],
  sheets: readonly NamedSheet[],
  losses: Losses,
  proven: Proven | null = null,
): string {
  const tables = [...new Set(sheets.map(({ table }) => table))];
  const evidenceTables = tables.map((table) =>
    evidenceTable(
      table,
      sheets.filter((sheet) => sheet.table === table),
      proven?.records.get(table)?.hex() ?? null,
    ),
  );
  const lines = [
    ...evidenceLines({ facts, tables: evidenceTables, losses, known: proven?.start ?? null }),
    ...(proven === null ? [] : evidenceJsonLines(facts, { tables, evidenceTables }, losses, proven)),
  ];
  const rows = lines.map((line, index) => {
    const cells = line.map((cell, at) => cellXml(`${columnLetters(at)}${index + 1}`, cell));
    return `<row r="${index + 1}">${cells.join('')}</row>`;
  });
  return [
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>',
    '<sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="15"/>',
    '<cols><col min="1" max="1" width="40" customWidth="1"/><col min="2" max="2" width="66" customWidth="1"/>',
    '<col min="3" max="6" width="24" customWidth="1"/></cols>',
    `<sheetData>${rows.join('')}</sheetData><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/></worksheet>`,
  ].join('');
}

function cellXml(reference: string, cell: EvidenceCell): string {
  switch (cell.kind) {
    case 'text':
      return `<c r="${reference}" s="${cell.style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell.text)}</t></is></c>`;
    case 'count':
      return `<c r="${reference}" s="${styleOf('count', false)}"><v>${cell.value}</v></c>`;
    case 'sum': {
      // Counted where the column itself is.
      const uncounted = { longFigures: 0, cutTexts: 0 };
      return formulaCell(
        `<c r="${reference}" s="${styleOf(cell.of, false)}"`,
        cell.formula,
        cell.value,
        uncounted,
      );
    }
  }
}

function evidenceTable(table: Table, sheets: readonly NamedSheet[], hash: string | null): EvidenceTable {
  return {
    name: table.name,
    columns: table.columns.map(({ name, kind }) => [name, kind]),
    sheets: sheets.map(({ name, part }) => ({ name, headingRow: part.headingRow, rows: part.count })),
    isGrouped: table.isGrouped,
    totals: table.columns.map(({ total }) => total),
    hash,
  };
}

function tableEvidence(table: Table, { sheets }: EvidenceTable, record: TableRecord): TableEvidence {
  return {
    name: table.name,
    columns: table.columns.map(({ name, kind }) => [name, kind]),
    sheets: [...sheets],
    rows: table.lineCount,
    hash: record.hex(),
    sums: Object.fromEntries(
      table.columns.flatMap(({ name, total }) =>
        total?.kind === 'sum' && total.value !== null ? [[name, total.value as Decimal]] : [],
      ),
    ),
    layout: record.layout(),
  };
}

/** The same to this program: in as many cells as it takes. */
function evidenceJsonLines(
  facts: readonly Fact[],
  {
    tables,
    evidenceTables,
  }: { readonly tables: readonly Table[]; readonly evidenceTables: readonly EvidenceTable[] },
  { longFigures, cutTexts }: Losses,
  { start, records, charts }: Proven,
): readonly EvidenceLine[] {
  const [first, ...others] = tables.flatMap((table, at): TableEvidence[] => {
    const [record, own] = [records.get(table), evidenceTables[at]];
    return record === undefined || own === undefined ? [] : [tableEvidence(table, own, record)];
  });
  if (first === undefined) return [];
  const json = evidenceText({
    ...start,
    facts,
    longFigures,
    cutTexts,
    charts: charts.length,
    drawn: charts,
    tables: [first, ...others],
  });
  const pieces = Array.from({ length: Math.ceil(json.length / EVIDENCE_JSON_PIECE) }, (_each, index) =>
    json.slice(index * EVIDENCE_JSON_PIECE, (index + 1) * EVIDENCE_JSON_PIECE),
  );
  return [...EVIDENCE_JSON_HEADING, ...pieces.map((piece) => longText('clipped', EVIDENCE_JSON_NAME, piece))];
}
