import type {
  CheckedMeasure,
  CheckedOrders,
  CheckedToday,
  CheckStep,
  ExportCheck,
  FileState,
  ToldAndFound,
} from '#renderer/data/api.ts';
import type { Proof, ProofContent } from '#renderer/data/files/proof/proof.ts';
import { createRowDigest } from '#renderer/data/files/proof/row-digest.ts';
import type { Pause } from '#renderer/data/files/streams/encode-slices.ts';
import { CANONICAL, canonicalNumber, canonicalTableCell } from '#renderer/data/files/xlsx/cells.ts';
import { HASH_NAME, ROWS_NAME } from '#renderer/data/files/xlsx/evidence-sheet.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import {
  add,
  compare,
  type Decimal,
  differenceBetween,
  fromDecimal,
  readFigure,
  type Scaled,
  toDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';
import type { Sums } from '#shared/domain/profitability.ts';
import { readSlices, type SheetKind, type Table } from '#shared/domain/sheet-table.ts';
import { RefusedFileError } from './archive.ts';
import { numberOf } from './cell-numbers.ts';
import { createOrderComparison } from './changed-orders.ts';
import type { FileCell, FileRow } from './sheet-rows.ts';
import { openWorkbook, type WorkbookFile } from './workbook-file.ts';

/**
 * A workbook of ours held against its own evidence, and its question asked again of today's rows. Nothing is written, and
 * of neither side more is held than a hash an order and the orders that differ.
 */

type Content<Kind extends ProofContent['kind']> = Extract<ProofContent, { readonly kind: Kind }>;

/** Today's answers to what a workbook was asked for. */
export type Today = {
  readonly account: string;
  readonly anyAccount: boolean;
  readonly table: (
    content: Content<'rows'> | Content<'changes'>,
  ) => Promise<{ readonly table: Table; readonly readUntil: UtcInstant | null }>;
  readonly totals: (
    content: Content<'figures'>,
  ) => Promise<{ readonly rows: number; readonly sums: Sums; readonly readUntil: UtcInstant | null }>;
  /** The orders that changed after the reading that the file's rows held. */
  readonly ordersSince: (content: ProofContent, readUntil: UtcInstant) => Promise<CheckedOrders>;
};

type Running = Extract<CheckStep, { readonly kind: 'running' }>;
/** Tells how far it has come so often, in rows. */
const TOLD_EVERY = 2000;
/** Looks so often whether others wait. */
const ROWS_AT_ONCE = 20;

export async function* checkExport(
  file: Blob,
  today: Today,
  pause: Pause,
): AsyncGenerator<Running, CheckStep> {
  let workbook: WorkbookFile | null = null;
  try {
    workbook = await openWorkbook(file);
    return { kind: 'done', check: yield* checkOpen(workbook, today, pause) };
  } catch (error) {
    if (error instanceof RefusedFileError) return { kind: 'refused', reason: error.reason };
    throw error;
  } finally {
    await workbook?.close();
  }
}

async function* checkOpen(
  workbook: WorkbookFile,
  today: Today,
  pause: Pause,
): AsyncGenerator<Running, ExportCheck> {
  const { proof } = workbook;
  const comparison = proof.content?.kind === 'figures' ? null : createOrderComparison(proof.table.columns);
  const file = yield* readFileState(workbook, comparison, pause);
  const isOtherAccount = proof.account !== today.account;
  return {
    facts: proof.facts,
    file,
    selection: selectionOf(proof.content),
    readUntil: proof.readUntil,
    isOtherAccount,
    today:
      proof.content === null || (isOtherAccount && !today.anyAccount)
        ? null
        : yield* askAgain(workbook, proof.content, comparison, { today, pause }),
  };
}

function selectionOf(content: Proof['content']) {
  switch (content?.kind) {
    case 'rows':
      return content.query.selection;
    case 'figures':
      return content.selection;
    default:
      return null;
  }
}

type Comparison = NonNullable<ReturnType<typeof createOrderComparison>>;
/** A line of the file: its cells as JSON, and the number that a sum takes of each. */
type FileLine = { readonly cells: readonly string[]; readonly row: FileRow | null };

/** Every line of the file in its order, those that are empty too, and what was added below them. */
async function* fileLines(
  { proof, rowsOf }: WorkbookFile,
  onHead?: (row: FileRow, headingRow: number) => void,
): AsyncGenerator<FileLine> {
  const { columns, sheets } = proof.table;
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

async function* readFileState(
  workbook: WorkbookFile,
  comparison: Comparison | null,
  pause: Pause,
): AsyncGenerator<Running, FileState> {
  const { proof, told } = workbook;
  const { table } = proof;
  const digest = createRowDigest(table.columns.map(([name]) => name));
  const sums = createFileSums(proof);
  const heads = createHeads(proof);
  let filled = 0;
  for await (const { cells, row } of fileLines(workbook, heads.add)) {
    const hash = digest.addRow(cells);
    comparison?.addBefore(cells, hash);
    if (row !== null) {
      sums.add(row);
      filled = digest.rows;
    }
    if (digest.rows % ROWS_AT_ONCE === 0) await pause();
    if (digest.rows % TOLD_EVERY !== 0) continue;
    yield { kind: 'running', phase: 'file', done: digest.rows, rows: table.rows };
  }
  const hash = digest.hex();
  // Lines of nothing but empty cells are lines; where they are not what was written, they are gone.
  const rows = hash === table.hash ? digest.rows : filled;
  const pairs: readonly ToldAndFound[] = [
    { name: ROWS_NAME, told: String(table.rows), found: String(rows) },
    { name: ROWS_NAME, told: told.rows, found: String(table.rows) },
    { name: HASH_NAME, told: table.hash, found: hash },
    { name: HASH_NAME, told: told.hash, found: table.hash },
    ...sums.differences(),
    ...heads.differences,
    ...table.sheets.map(({ name }) => ({
      name,
      told: name,
      found: workbook.rowsOf(name) === null ? null : name,
    })),
    // What people read against what this program reads: both may have been edited.
    ...[...proof.facts, ...Object.entries(table.sums).map(([name, value]) => ({ name, value }))].map(
      ({ name, value }) => ({
        name,
        told: value,
        found: told.values.get(name)?.includes(value) === true ? value : (told.values.get(name)?.[0] ?? null),
      }),
    ),
  ];
  return {
    rows,
    hash,
    longFigures: proof.longFigures,
    altered: pairs.filter((pair) => pair.told !== pair.found),
  };
}

/** Headings that are others, and totals that are no formulas any more. */
function createHeads({ table }: Proof) {
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
function createFileSums({ table, longFigures }: Proof) {
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

type Asking = { readonly today: Today; readonly pause: Pause };

async function* askAgain(
  workbook: WorkbookFile,
  content: ProofContent,
  comparison: Comparison | null,
  { today, pause }: Asking,
): AsyncGenerator<Running, CheckedToday> {
  const { proof } = workbook;
  const since = async (): Promise<CheckedOrders> =>
    proof.readUntil === null
      ? { by: 'unknown', counts: { new: 0, changed: 0, removed: 0 }, lines: [] }
      : today.ordersSince(content, proof.readUntil);
  if (content.kind === 'figures') {
    const now = await today.totals(content);
    const measures = measuresOf(content.sums, now.sums, () => 'money');
    const isSame = now.rows === content.rows && measures.every(isUnmoved);
    const rows = { before: content.rows, now: now.rows };
    const orders = await since();
    return { isSame, rows, hash: null, measures, orders, readUntil: now.readUntil };
  }
  const { table, readUntil } = await today.table(content);
  const kinds = new Map(proof.table.columns);
  const now: { [column: string]: Decimal } = {};
  for (const { name, total } of table.columns) {
    if (total?.kind === 'sum' && total.value !== null && readFigure(total.value) !== undefined)
      now[name] = total.value as Decimal;
  }
  const hash = yield* hashToday(table, comparison, pause);
  const isSame = hash === proof.table.hash;
  const orders =
    comparison === null
      ? isSame
        ? { by: 'rows' as const, counts: { new: 0, changed: 0, removed: 0 }, lines: [] }
        : await since()
      : yield* findOrders(workbook, table, comparison, pause);
  return {
    isSame,
    rows: { before: proof.table.rows, now: table.lineCount },
    hash: { before: proof.table.hash, now: hash },
    measures: measuresOf(proof.table.sums, now, (column) => kinds.get(column) ?? 'number'),
    orders,
    readUntil,
  };
}

const isUnmoved = ({ before, now }: CheckedMeasure): boolean =>
  compare(before === null ? ZERO : fromDecimal(before), now === null ? ZERO : fromDecimal(now)) === 0;

function measuresOf(
  before: { readonly [column: string]: Decimal },
  now: Sums,
  kindOf: (column: string) => SheetKind,
): readonly CheckedMeasure[] {
  const columns = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  return columns.map((column) => {
    const kind = kindOf(column);
    return {
      column,
      kind: kind === 'money' || kind === 'count' ? kind : 'number',
      before: before[column] ?? null,
      now: now[column] ?? null,
      difference: differenceBetween(before[column], now[column]),
    };
  });
}

/** Today's lines as the file would have them. */
async function* tableLines(table: Table, pause: Pause): AsyncGenerator<readonly (readonly string[])[]> {
  for (const lines of readSlices(table, 0, table.lineCount)) {
    await pause();
    yield lines.map(({ cells }) =>
      table.columns.map(({ kind }, at) => canonicalTableCell(kind, cells[at] ?? null)),
    );
  }
}

async function* hashToday(
  table: Table,
  comparison: Comparison | null,
  pause: Pause,
): AsyncGenerator<Running, string> {
  const digest = createRowDigest(table.columns.map(({ name }) => name));
  let told = 0;
  for await (const lines of tableLines(table, pause)) {
    for (const cells of lines) {
      const hash = digest.addRow(cells);
      comparison?.addNow(cells, hash);
    }
    if (digest.rows - told < TOLD_EVERY) continue;
    told = digest.rows;
    yield { kind: 'running', phase: 'today', done: told, rows: table.lineCount };
  }
  return digest.hex();
}

async function* findOrders(
  workbook: WorkbookFile,
  table: Table,
  comparison: Comparison,
  pause: Pause,
): AsyncGenerator<Running, CheckedOrders> {
  if (!comparison.hasDifference()) return comparison.end();
  const rows = workbook.proof.table.rows + table.lineCount;
  let done = 0;
  const step = (count: number): Running => {
    done += count;
    return { kind: 'running', phase: 'orders', done, rows };
  };
  let unread = 0;
  for await (const { cells } of fileLines(workbook)) {
    comparison.gather('before', cells);
    unread += 1;
    if (unread % ROWS_AT_ONCE === 0) await pause();
    if (unread < TOLD_EVERY) continue;
    yield step(unread);
    unread = 0;
  }
  for await (const lines of tableLines(table, pause)) {
    for (const cells of lines) comparison.gather('now', cells);
    yield step(lines.length);
  }
  return comparison.end();
}
