import { sumBy } from 'es-toolkit/math';
import type { Alteration, CheckStep, FileState, ToldAndFound } from '#renderer/data/api/export-check.ts';
import type { ProofTable } from '#renderer/data/files/proof/proof.ts';
import { createRowDigest } from '#renderer/data/files/proof/row-digest.ts';
import type { Pause } from '#renderer/data/files/streams/encode-slices.ts';
import { CANONICAL, canonicalNumber } from '#renderer/data/files/xlsx/cells.ts';
import { HASH_NAME, ROWS_NAME, toldName } from '#renderer/data/files/xlsx/evidence-lines.ts';
import { add, compare, fromDecimal, type Scaled, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import type { SheetKind } from '#shared/domain/sheet-table.ts';
import { numberOf } from './cell-numbers.ts';
import type { Comparison } from './changed-orders.ts';
import type { FileCell, FileRow } from './sheet-rows.ts';
import type { WorkbookFile } from './workbook-file.ts';

/** A workbook held against its own evidence, table by table: what is not as it was written. */

export type Running = Extract<CheckStep, { readonly kind: 'running' }>;
/** Tells how far it has come so often, in rows. */
export const TOLD_EVERY = 2000;
/** Looks so often whether others wait. */
export const ROWS_AT_ONCE = 20;

/** A line of the file: its cells as JSON, and the number that a sum takes of each. */
type FileLine = { readonly cells: readonly string[]; readonly row: FileRow | null };

/** Every line of a table in its order, those that are empty too, and what was added below them. */
export async function* fileLines(
  { rowsOf }: WorkbookFile,
  { columns, sheets }: ProofTable,
  onHead?: (row: FileRow, headingRow: number) => void,
): AsyncGenerator<FileLine> {
  const none = columns.map(() => CANONICAL.empty);
  for (const { name, headingRow, rows: count } of sheets) {
    let next = headingRow + 1;
    for await (const some of rowsOf(name) ?? []) {
      for (const row of some) {
        if (row.number <= headingRow) onHead?.(row, headingRow);
        if (row.number <= headingRow || row.cells.size === 0) continue;
        for (; next < row.number; next += 1) yield { cells: none, row: null };
        next = row.number + 1;
        yield { cells: columns.map(([, kind], at) => canonicalFileCell(kind, row.cells.get(at))), row };
      }
    }
    // Rows at the end that hold nothing are not in the file.
    const end = rowsOf(name) === null ? 0 : headingRow + count;
    for (; next <= end; next += 1) yield { cells: none, row: null };
  }
}

function canonicalFileCell(kind: SheetKind, cell: FileCell | undefined): string {
  switch (cell?.kind) {
    case undefined:
      return CANONICAL.empty;
    case 'formula':
      return CANONICAL.formula;
    case 'number':
      return canonicalNumber(kind, cell.text);
    case 'text':
      return JSON.stringify(cell.text);
  }
}

/** @param comparison of the rows of what was asked, which gives one table */
export async function* readFileState(
  workbook: WorkbookFile,
  comparison: Comparison | null,
  pause: Pause,
): AsyncGenerator<Running, FileState> {
  const { proof, told } = workbook;
  const expected = sumBy(proof.tables, ({ rows }) => rows);
  const states: TableState[] = [];
  for (const table of proof.tables) {
    const before = sumBy(states, ({ rows }) => rows);
    const stepOf = (read: number): Running => ({
      kind: 'running',
      phase: 'file',
      done: before + read,
      rows: expected,
    });
    states.push(yield* readTableState(workbook, table, { comparison, pause, stepOf }));
  }
  const isOnly = proof.tables.length === 1;
  const ofWorkbook: readonly ToldAndFound[] = [
    { name: ROWS_NAME, told: told.get(ROWS_NAME)?.[0] ?? null, found: String(expected) },
    ...proof.facts.map(({ name, value }) => asTold(told, name, value)),
  ].filter(isOther);
  return {
    rows: sumBy(states, ({ rows }) => rows),
    tables: states.map(({ name, altered }) => ({ name, isAltered: altered.length > 0 })),
    longFigures: proof.longFigures,
    altered: [
      ...states.flatMap(({ name, altered }) =>
        altered.map((each): Alteration => ({ ...each, table: isOnly ? null : name })),
      ),
      ...ofWorkbook.map((each): Alteration => ({ ...each, table: null })),
    ],
  };
}

type TableState = {
  readonly name: string;
  readonly rows: number;
  readonly altered: readonly ToldAndFound[];
};

type TableReading = {
  readonly comparison: Comparison | null;
  readonly pause: Pause;
  /** After so many of its rows. */
  readonly stepOf: (read: number) => Running;
};

async function* readTableState(
  workbook: WorkbookFile,
  table: ProofTable,
  { comparison, pause, stepOf }: TableReading,
): AsyncGenerator<Running, TableState> {
  const { proof, told } = workbook;
  const digest = createRowDigest(table.columns.map(([name]) => name));
  const sums = createFileSums(table, proof.longFigures);
  const heads = createHeads(table);
  let filled = 0;
  for await (const { cells, row } of fileLines(workbook, table, heads.add)) {
    const hash = digest.addRow(cells);
    comparison?.addBefore(cells, hash);
    if (row !== null) {
      sums.add(row);
      filled = digest.rows;
    }
    if (digest.rows % ROWS_AT_ONCE === 0) await pause();
    if (digest.rows % TOLD_EVERY === 0) yield stepOf(digest.rows);
  }
  const hash = digest.hex();
  // Lines of nothing but empty cells are lines; where they are not what was written, they are gone.
  const rows = hash === table.hash ? digest.rows : filled;
  const nameOf = (what: string): string => toldName(proof.tables, table, what);
  const pairs: readonly ToldAndFound[] = [
    { name: ROWS_NAME, told: String(table.rows), found: String(rows) },
    { name: HASH_NAME, told: table.hash, found: hash },
    { name: HASH_NAME, told: told.get(nameOf(HASH_NAME))?.[0] ?? null, found: table.hash },
    ...sums.differences(),
    ...heads.differences,
    ...table.sheets.map(({ name }) => ({
      name,
      told: name,
      found: workbook.rowsOf(name) === null ? null : name,
    })),
    ...Object.entries(table.sums).map(([name, value]) => ({ ...asTold(told, nameOf(name), value), name })),
  ];
  return { name: table.name, rows, altered: pairs.filter(isOther) };
}

const isOther = (pair: ToldAndFound): boolean => pair.told !== pair.found;

/** What people read against what this program reads: both may have been edited. */
function asTold(told: WorkbookFile['told'], name: string, value: string): ToldAndFound {
  const values = told.get(name) ?? [];
  return { name, told: value, found: values.includes(value) ? value : (values[0] ?? null) };
}

/** Headings that are others, and totals that are no formulas any more. */
function createHeads(table: ProofTable) {
  const differences: ToldAndFound[] = [];
  return {
    differences,
    add({ number, cells }: FileRow, headingRow: number): void {
      for (const [at, [name]] of table.columns.entries()) {
        const cell = cells.get(at);
        const found = cell === undefined || cell.kind === 'formula' ? null : cell.text;
        if (number === headingRow && found !== name) differences.push({ name, told: name, found });
        const isTotal = number === headingRow - 1 && table.sums[name] !== undefined && found !== null;
        if (isTotal) differences.push({ name, told: 'SUBTOTAL', found });
      }
    },
  };
}

/** Sums of the file's own cells, formulas aside, against the exact ones of its evidence. */
function createFileSums(table: ProofTable, longFigures: number) {
  const summed = Object.entries(table.sums).map(([name, told]) => ({
    name,
    told,
    at: table.columns.findIndex(([column]) => column === name),
    sum: ZERO as Scaled,
  }));
  return {
    add({ cells }: FileRow): void {
      for (const column of summed) {
        const cell = cells.get(column.at);
        if (cell?.kind !== 'number') continue;
        column.sum = add(column.sum, numberOf(cell.text));
      }
    },
    differences: (): readonly ToldAndFound[] =>
      // What was rounded by another program adds up to something else.
      longFigures > 0
        ? []
        : summed
            .filter(({ told, sum }) => compare(fromDecimal(told), sum) !== 0)
            .map(({ name, told, sum }) => ({ name, told, found: toDecimal(sum) })),
  };
}
