import type { ControlLine, WorkbookEvidence } from '#renderer/data/files/evidence/evidence.ts';
import { DIGEST_DEFINITION } from '#renderer/data/files/evidence/row-digest.ts';
import type { ColumnTotal, SheetKind } from '#renderer/data/model/sheet-table.ts';
import { columnLetters } from './cells.ts';
import { LONG_STYLE, STYLE, styleOf } from './styles.ts';

/** The readable lines of a workbook's evidence: written from this, and compared with it when the file is checked. Pure. */

/** A fact of the figures, in words: whose, of which days, under which filters, as of when. */
export type Fact = { readonly name: string; readonly value: string };

export type EvidenceCell =
  | { readonly kind: 'text'; readonly text: string; readonly style: number }
  | { readonly kind: 'count'; readonly value: number }
  /** `of`: its column among those of the table at `table`; `value`: the exact sum. */
  | {
      readonly kind: 'sum';
      readonly formula: string;
      readonly value: string;
      readonly of: SheetKind;
      readonly table: number;
      readonly column: number;
    };

/** The cells from the first column on; none: an empty row. */
export type EvidenceLine = readonly EvidenceCell[];

/** The readable evidence of a table. */
export type EvidenceTable = {
  readonly name: string;
  readonly columns: readonly (readonly [name: string, kind: SheetKind])[];
  readonly sheets: readonly { readonly name: string; readonly headingRow: number; readonly rows: number }[];
  readonly isGrouped: boolean;
  readonly totals: readonly (ColumnTotal | null)[];
  /** Null: the workbook cannot be checked later. */
  readonly hash: string | null;
};

export type Evidence = {
  readonly facts: readonly Fact[];
  readonly tables: readonly EvidenceTable[];
  readonly losses: { readonly longFigures: number; readonly cutTexts: number };
  /** Null: the workbook cannot be checked later. */
  readonly known:
    | (Pick<WorkbookEvidence, 'readUntil' | 'knownUntil' | 'watermark'> & {
        readonly controls: readonly ControlLine[];
      })
    | null;
};

/** Where the hash, and what «Comprobar un archivo» reads, stand on the sheet. */
export const HASH_NAME = 'Huella de las filas (SHA-256)';
export const EVIDENCE_JSON_NAME = 'Selección para Cuadra';
export const ROWS_NAME = 'Filas';

/** The name of a fact of one of a workbook's tables; of an only one without its name. */
export function qualifiedName(
  tables: readonly unknown[],
  { name }: { readonly name: string },
  what: string,
): string {
  return tables.length === 1 ? what : `${name}: ${what}`;
}

/** All lines, up to those that only this program reads. */
export function evidenceLines({ facts, tables, losses, known }: Evidence): readonly EvidenceLine[] {
  const sheets = tables.flatMap(({ sheets: own }) => own);
  const sums = tables.flatMap((table, at) => sumLines(tables, table, at));
  return [
    ...facts.map(({ name, value }) => texts(name, value)),
    ...(known === null ? [] : syncLines(known)),
    count(
      ROWS_NAME,
      sheets.reduce((sum, { rows }) => sum + rows, 0),
    ),
    ...(sheets.length < 2 ? [] : sheets.map(({ name, rows }) => count(`Filas en ${name}`, rows))),
    count(
      'Columnas',
      tables.reduce((sum, { columns }) => sum + columns.length, 0),
    ),
    count('Cifras con más de 15 dígitos', losses.longFigures),
    count('Textos cortados a 32.767 caracteres', losses.cutTexts),
    texts('Porcentajes', 'en puntos, como los da la API: 12,5 es 12,5 %'),
    ...(known === null
      ? []
      : [
          ...tables.map((table) => texts(qualifiedName(tables, table, HASH_NAME), table.hash ?? '')),
          longText('wrapped', 'Cómo se calcula la huella', DIGEST_DEFINITION),
        ]),
    ...(sums.length === 0 ? [] : [[], heading('Columna', 'Suma exacta', 'Suma de la hoja'), ...sums]),
    ...(known === null ? [] : controlLines(known.controls)),
  ];
}

const textCell = (style: number, text: string): EvidenceCell => ({ kind: 'text', text, style });
const texts = (...cells: readonly string[]): EvidenceLine =>
  cells.map((cell, index) => textCell(styleOf('text', index === 0), cell));
const heading = (...cells: readonly string[]): EvidenceLine =>
  cells.map((cell) => textCell(STYLE.heading, cell));
const count = (name: string, value: number): EvidenceLine => [
  textCell(styleOf('text', true), name),
  { kind: 'count', value },
];

/** A text longer than its column. */
export const longText = (look: keyof typeof LONG_STYLE, name: string, value: string): EvidenceLine => [
  textCell(styleOf('text', true), name),
  textCell(LONG_STYLE[look], value),
];

/** Over what only this program reads, an empty row above it. */
export const EVIDENCE_JSON_HEADING: readonly EvidenceLine[] = [
  [],
  texts('Para «Comprobar un archivo»', 'Con lo que sigue Cuadra vuelve a calcular este libro.'),
];

/** The sums of a table's columns over all its sheets. */
function sumLines(
  tables: readonly EvidenceTable[],
  table: EvidenceTable,
  at: number,
): readonly EvidenceLine[] {
  const { columns, totals, sheets, isGrouped } = table;
  return columns.flatMap(([name, kind], index): EvidenceLine[] => {
    const total = totals[index] ?? null;
    if (total?.kind !== 'sum' || total.value === null) return [];
    const letters = columnLetters(index);
    const ranges = sheets.map(({ name: sheet, headingRow, rows }) => {
      const range = `'${sheet.replaceAll("'", "''")}'!${letters}${headingRow + 1}:${letters}${headingRow + Math.max(1, rows)}`;
      // SUM counts what filters hide too; but only SUBTOTAL passes over the subtotals of groups.
      return isGrouped ? `SUBTOTAL(9,${range})` : `SUM(${range})`;
    });
    const { value } = total;
    return [
      [
        textCell(styleOf('text', true), qualifiedName(tables, table, name)),
        textCell(styleOf('text', false), value),
        { kind: 'sum', formula: ranges.join('+'), value, of: kind, table: at, column: index },
      ],
    ];
  });
}

/** As exact as the ledger knows it; what is said in words stands among the facts. */
function syncLines({
  readUntil,
  knownUntil,
  watermark,
}: NonNullable<Evidence['known']>): readonly EvidenceLine[] {
  return [
    texts('Última lectura de la API (UTC)', readUntil ?? UNKNOWN),
    texts('Cambios conocidos hasta (UTC)', knownUntil ?? UNKNOWN),
    texts('Marca de agua de actualizaciones (UTC)', watermark ?? UNKNOWN),
  ];
}

const UNKNOWN = 'desconocido';

const SCOPE_NAMES: { readonly [scope in ControlLine['scope']]: string } = {
  everything: 'Sin filtros',
  dashboard: 'Equivalente al dashboard',
};

function controlLines(controls: readonly ControlLine[]): readonly EvidenceLine[] {
  return [
    [],
    heading(
      'Total de control, por mes de compra',
      'Ámbito',
      'Filas en el origen',
      'Filas aquí',
      'Coincide',
      'Comparado (UTC)',
    ),
    ...controls.map(
      ({ range, scope, there, here, agrees, checkedAt }): EvidenceLine => [
        textCell(styleOf('text', true), range === 'all' ? 'Todo' : range),
        textCell(styleOf('text', false), SCOPE_NAMES[scope]),
        { kind: 'count', value: there },
        { kind: 'count', value: here },
        textCell(styleOf('text', false), agrees ? 'sí' : 'no'),
        textCell(styleOf('text', false), checkedAt),
      ],
    ),
    ...(controls.length === 0 ? [texts('El origen aún no ha contado estos meses.')] : []),
  ];
}
