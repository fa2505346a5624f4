import { sumBy } from 'es-toolkit/math';
import type { TableEvidence } from '#renderer/data/files/evidence/evidence.ts';
import { createRowDigest } from '#renderer/data/files/evidence/row-digest.ts';
import { CANONICAL } from '#renderer/data/files/xlsx/cells.ts';
import { HASH_NAME, qualifiedName, ROWS_NAME } from '#renderer/data/files/xlsx/evidence-lines.ts';
import {
  ALTERATION_KINDS,
  type AlterationKind,
  type CheckStep,
  type FileState,
  type RecordedAndFound,
  type Unchecked,
} from '#renderer/data/model/export-check.ts';
import type { Pause } from '#shared/base/tasks.ts';
import { add, compare, fromDecimal, type Scaled, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import { type Alterations, createAlterations } from './alterations.ts';
import { numberOf } from './cell-numbers.ts';
import { canonicalFileCell } from './cell-texts.ts';
import type { Comparison } from './changed-orders.ts';
import { checkEvidence } from './evidence-check.ts';
import type { FileRow } from './sheet-rows.ts';
import type { Surroundings } from './sheet-surroundings.ts';
import { createTableCheck, type FileLine, type TableSheet } from './table-check.ts';
import type { WorkbookFile } from './workbook-file.ts';
import { checkStructure, checkSurroundings } from './workbook-structure.ts';

/** A workbook held against its own evidence, table by table: what is not as it was written. */

export type Running = Extract<CheckStep, { readonly kind: 'running' }>;
/** Tells how far it has come so often, in rows. */
export const PROGRESS_EVERY = 2000;
/** Looks so often whether others wait. */
export const ROWS_AT_ONCE = 20;

/** Every line of a table in its order, those that are empty too, and what was added below them. */
export async function* fileLines(
  { rowsOf }: WorkbookFile,
  { columns, sheets }: TableEvidence,
  watch: SheetWatch = {},
): AsyncGenerator<FileLine> {
  const none = columns.map(() => CANONICAL.empty);
  for (const sheet of sheets) {
    const { name, headingRow, rows: count } = sheet;
    const rows = rowsOf(name, (surroundings) => watch.surroundings?.(surroundings, sheet));
    let next = headingRow + 1;
    for await (const some of rows ?? []) {
      for (const row of some) {
        if (row.number <= headingRow) watch.head?.(row, sheet);
        if (row.number <= headingRow || row.cells.size === 0) continue;
        for (; next < row.number; next += 1) yield { cells: none, row: null, sheet, number: next };
        next = row.number + 1;
        const cells = columns.map(([, kind], at) => canonicalFileCell(kind, row.cells.get(at)));
        yield { cells, row, sheet, number: row.number };
      }
    }
    // Rows at the end that hold nothing are not in the file.
    const end = rows === null ? 0 : headingRow + count;
    for (; next <= end; next += 1) yield { cells: none, row: null, sheet, number: next };
    if (rows !== null) watch.end?.(sheet);
  }
}

/** Hears of what is no line, sheet by sheet. */
type SheetWatch = {
  readonly head?: (row: FileRow, sheet: TableSheet) => void;
  readonly surroundings?: (surroundings: Surroundings, sheet: TableSheet) => void;
  readonly end?: (sheet: TableSheet) => void;
};

/** @param comparison of the rows of what was asked, which gives one table */
export async function* readFileState(
  workbook: WorkbookFile,
  comparison: Comparison | null,
  pause: Pause,
): AsyncGenerator<Running, FileState> {
  const { proof, recorded, structure } = workbook;
  const expected = sumBy(proof.tables, ({ rows }) => rows);
  const isOnly = proof.tables.length === 1;
  const states: TableState[] = [];
  for (const table of proof.tables) {
    const before = sumBy(states, ({ rows }) => rows);
    const stepOf = (read: number): Running => ({
      kind: 'running',
      phase: 'file',
      done: before + read,
      rows: expected,
    });
    const alterations = createAlterations(isOnly ? null : table.name);
    states.push(yield* readTableState(workbook, table, { alterations, comparison, pause, stepOf }));
  }
  const ofWorkbook = createAlterations(null);
  if (proof.tables.every(({ layout }) => layout !== null)) {
    checkEvidence(proof, workbook.evidenceRows, ofWorkbook, (at) => states[at] ?? NO_STATE);
  } else {
    ofWorkbook.compare('evidence', {
      name: ROWS_NAME,
      recorded: recorded.get(ROWS_NAME)?.[0] ?? null,
      found: String(expected),
    });
    for (const { name, value } of proof.facts)
      ofWorkbook.compare('evidence', asRecorded(recorded, name, value));
  }
  checkStructure(proof, structure, ofWorkbook);
  const all = [...states.map(({ alterations }) => alterations), ofWorkbook];
  const areDigitsLeft = states.every(({ hasRoundedDigits }) => !hasRoundedDigits);
  return {
    rows: sumBy(states, ({ rows }) => rows),
    tables: states.map(({ name, alterations }) => ({ name, isAltered: alterations.listed.length > 0 })),
    altered: all.flatMap(({ listed: each }) => each),
    counts: addedUp(all.map(({ counts }) => counts)),
    savedBy: structure.savedBy,
    unchecked: [
      ...new Set([
        ...states.flatMap(({ unchecked }) => unchecked),
        ...(areDigitsLeft ? [] : (['last-digits'] as const)),
        ...(proof.drawn === null && (proof.charts ?? structure.drawn) > 0 ? (['charts'] as const) : []),
      ]),
    ],
    longFigures: proof.longFigures,
  };
}

function addedUp(all: readonly FileState['counts'][]): FileState['counts'] {
  const counts: { [kind in AlterationKind]?: number } = {};
  for (const kind of ALTERATION_KINDS) {
    const count = sumBy(all, (each) => each[kind] ?? 0);
    if (count > 0) counts[kind] = count;
  }
  return counts;
}

type TableState = {
  readonly name: string;
  readonly rows: number;
  readonly alterations: Alterations;
  readonly unchecked: readonly Unchecked[];
  /** Whether all that is not as it was are digits that another program rounded. */
  readonly hasRoundedDigits: boolean;
  readonly slack: (column: number) => number;
};
const NO_STATE = { alterations: createAlterations(null), slack: () => 0 };

type TableReading = {
  readonly alterations: Alterations;
  readonly comparison: Comparison | null;
  readonly pause: Pause;
  /** After so many of its rows. */
  readonly stepOf: (read: number) => Running;
};

async function* readTableState(
  workbook: WorkbookFile,
  table: TableEvidence,
  { alterations, comparison, pause, stepOf }: TableReading,
): AsyncGenerator<Running, TableState> {
  const { proof, recorded } = workbook;
  const digest = createRowDigest(table.columns.map(([name]) => name));
  const sums = createFileSums(table);
  const check = createTableCheck(table, alterations, workbook.formats);
  let filled = 0;
  const lines = fileLines(workbook, table, {
    head: check.addHead,
    surroundings: (surroundings, { name }) => checkSurroundings(name, table, surroundings, alterations),
    end: check.endSheet,
  });
  for await (const line of lines) {
    const hash = digest.addRow(line.cells);
    comparison?.addBefore(line.cells, hash);
    check.addLine(line, digest.hashOf, hash);
    if (line.row !== null) {
      sums.add(line.row);
      filled = digest.rows;
    }
    if (digest.rows % ROWS_AT_ONCE === 0) await pause();
    if (digest.rows % PROGRESS_EVERY === 0) yield stepOf(digest.rows);
  }
  const hash = digest.hex();
  const end = check.end();
  // Another program keeps fifteen digits of a figure: all lines are here then, but for what comes after them.
  const hasRoundedDigits = hash !== table.hash && proof.longFigures > 0 && end.isEveryLineKnown;
  // Lines of nothing but empty cells are lines; where they are not what was written, they are gone.
  const rows = hash === table.hash ? digest.rows : filled;
  const compare = (name: string, was: string | null, is: string | null): void =>
    alterations.compare('rows', { name, recorded: was, found: is });
  compare(ROWS_NAME, String(table.rows), String(rows));
  if (!hasRoundedDigits) compare(HASH_NAME, table.hash, hash);
  // Values that another program rounded add up to something else.
  for (const { name, column, recorded: was, found } of proof.longFigures > 0 ? [] : sums.differences())
    if (!end.isComputed(column)) compare(name, was, found);
  for (const { name } of table.sheets)
    alterations.compare('structure', {
      name,
      recorded: name,
      found: workbook.rowsOf(name) === null ? null : name,
    });
  if (table.layout === null) checkOlderEvidence(proof, table, recorded, alterations);
  return {
    name: table.name,
    rows,
    alterations,
    unchecked: end.unchecked,
    hasRoundedDigits,
    slack: end.slack,
  };
}

/** The readable lines of a table, by name: all that older evidence tells of it. */
function checkOlderEvidence(
  { tables }: Pick<WorkbookFile['proof'], 'tables'>,
  table: TableEvidence,
  recorded: WorkbookFile['recorded'],
  alterations: Alterations,
): void {
  const nameOf = (what: string): string => qualifiedName(tables, table, what);
  const pairs = [
    { name: HASH_NAME, recorded: recorded.get(nameOf(HASH_NAME))?.[0] ?? null, found: table.hash },
    ...Object.entries(table.sums).map(([name, value]) => ({
      ...asRecorded(recorded, nameOf(name), value),
      name,
    })),
  ];
  for (const pair of pairs) alterations.compare('evidence', pair);
}

/** Compares the text that people read with the value that this program reads: both may have been edited. */
function asRecorded(recorded: WorkbookFile['recorded'], name: string, value: string): RecordedAndFound {
  const values = recorded.get(name) ?? [];
  return { name, recorded: value, found: values.includes(value) ? value : (values[0] ?? null) };
}

/** Sums of the file's own cells, formulas aside, against the exact ones of its evidence. */
function createFileSums(table: TableEvidence) {
  const summed = Object.entries(table.sums).map(([name, recorded]) => ({
    name,
    recorded,
    column: table.columns.findIndex(([column]) => column === name),
    sum: ZERO as Scaled,
  }));
  return {
    add({ cells }: FileRow): void {
      for (const each of summed) {
        const cell = cells.get(each.column);
        if (cell?.kind !== 'number') continue;
        each.sum = add(each.sum, numberOf(cell.text));
      }
    },
    differences: () =>
      summed
        .filter(({ recorded, sum }) => compare(fromDecimal(recorded), sum) !== 0)
        .map(({ name, column, recorded, sum }) => ({ name, column, recorded, found: toDecimal(sum) })),
  };
}
