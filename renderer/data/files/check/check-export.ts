import type { EvidenceContent, WorkbookEvidence } from '#renderer/data/files/evidence/evidence.ts';
import { createRowDigest } from '#renderer/data/files/evidence/row-digest.ts';
import { canonicalTableCell } from '#renderer/data/files/xlsx/cells.ts';
import type {
  CheckedMeasure,
  CheckedOrders,
  CheckedToday,
  CheckStep,
  ExportCheck,
} from '#renderer/data/model/export-check.ts';
import type { SheetKind, TableCell, TableHead } from '#renderer/data/model/sheet-table.ts';
import type { Pause } from '#shared/base/tasks.ts';
import { findColumn } from '#shared/domain/column-catalogue.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import {
  compare,
  type Decimal,
  differenceBetween,
  fromDecimal,
  readFigure,
  ZERO,
} from '#shared/domain/decimal.ts';
import type { Sums } from '#shared/domain/profitability.ts';
import { RefusedFileError } from './archive.ts';
import { type Comparison, createOrderComparison } from './changed-orders.ts';
import { fileLines, PROGRESS_EVERY, ROWS_AT_ONCE, type Running, readFileState } from './file-state.ts';
import { openWorkbook, type WorkbookFile } from './workbook-file.ts';

/**
 * A workbook of ours held against its own evidence, and its question asked again of today's rows. Nothing is written, and
 * of neither side more is held than a hash an order and the orders that differ.
 */

type Content<Kind extends EvidenceContent['kind']> = Extract<EvidenceContent, { readonly kind: Kind }>;

/** A table of today, whose lines come piece by piece from wherever they are; each time they are asked for the same. */
export type TodayTable = Pick<TableHead, 'columns'> & {
  readonly lineCount: number;
  readonly slices: () => AsyncIterable<readonly (readonly TableCell[])[]>;
};

/** Today's answers to what a workbook was asked for. */
export type Today = {
  readonly account: string;
  readonly anyAccount: boolean;
  readonly table: (
    content: Content<'rows'> | Content<'changes'>,
  ) => Promise<{ readonly table: TodayTable; readonly readUntil: UtcInstant | null }>;
  readonly totals: (
    content: Content<'figures'>,
  ) => Promise<{ readonly rows: number; readonly sums: Sums; readonly readUntil: UtcInstant | null }>;
  /** The orders that changed after the reading that the file's rows held. */
  readonly ordersSince: (content: EvidenceContent, readUntil: UtcInstant) => Promise<CheckedOrders>;
};

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
  const [{ columns }] = proof.tables;
  const comparison = proof.content?.kind === 'figures' ? null : createOrderComparison(columns);
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

function selectionOf(content: WorkbookEvidence['content']) {
  switch (content?.kind) {
    case 'rows':
      return content.query.selection;
    case 'figures':
      return content.selection;
    default:
      return null;
  }
}

type Asking = { readonly today: Today; readonly pause: Pause };

async function* askAgain(
  workbook: WorkbookFile,
  content: EvidenceContent,
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
    const measures = measuresOf(content.sums, now.sums, (column) => findColumn(column)?.kind ?? 'money');
    const isSame = now.rows === content.rows && measures.every(isUnmoved);
    const rows = { before: content.rows, now: now.rows };
    const orders = await since();
    return { isSame, rows, hash: null, measures, orders, readUntil: now.readUntil };
  }
  const { table, readUntil } = await today.table(content);
  const [then] = proof.tables;
  const kinds = new Map(then.columns);
  const now: { [column: string]: Decimal } = {};
  for (const { name, total } of table.columns) {
    if (total?.kind === 'sum' && total.value !== null && readFigure(total.value) !== undefined)
      now[name] = total.value as Decimal;
  }
  const hash = yield* hashToday(table, comparison, pause);
  const isSame = hash === then.hash;
  const orders =
    comparison === null
      ? isSame
        ? { by: 'rows' as const, counts: { new: 0, changed: 0, removed: 0 }, lines: [] }
        : await since()
      : yield* findOrders(workbook, table, comparison, pause);
  return {
    isSame,
    rows: { before: then.rows, now: table.lineCount },
    hash: { before: then.hash, now: hash },
    measures: measuresOf(then.sums, now, (column) => kinds.get(column) ?? 'number'),
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
    // A column of the file may have the name of what every object has.
    const [was, is] = [before, now].map((sums) => (Object.hasOwn(sums, column) ? sums[column] : undefined));
    return {
      column,
      kind: kind === 'money' || kind === 'count' ? kind : 'number',
      before: was ?? null,
      now: is ?? null,
      difference: differenceBetween(was, is),
    };
  });
}

/** Today's lines as the file would have them. */
async function* tableLines(
  { columns, slices }: TodayTable,
  pause: Pause,
): AsyncGenerator<readonly (readonly string[])[]> {
  for await (const lines of slices()) {
    await pause();
    yield lines.map((cells) => columns.map(({ kind }, at) => canonicalTableCell(kind, cells[at] ?? null)));
  }
}

async function* hashToday(
  table: TodayTable,
  comparison: Comparison | null,
  pause: Pause,
): AsyncGenerator<Running, string> {
  const digest = createRowDigest(table.columns.map(({ name }) => name));
  let reported = 0;
  for await (const lines of tableLines(table, pause)) {
    for (const cells of lines) {
      const hash = digest.addRow(cells);
      comparison?.addNow(cells, hash);
    }
    if (digest.rows - reported < PROGRESS_EVERY) continue;
    reported = digest.rows;
    yield { kind: 'running', phase: 'today', done: reported, rows: table.lineCount };
  }
  return digest.hex();
}

async function* findOrders(
  workbook: WorkbookFile,
  table: TodayTable,
  comparison: Comparison,
  pause: Pause,
): AsyncGenerator<Running, CheckedOrders> {
  if (!comparison.hasDifference()) return comparison.end();
  const [then] = workbook.proof.tables;
  const rows = then.rows + table.lineCount;
  let done = 0;
  const step = (count: number): Running => {
    done += count;
    return { kind: 'running', phase: 'orders', done, rows };
  };
  let unread = 0;
  for await (const { cells } of fileLines(workbook, then)) {
    comparison.gather('before', cells);
    unread += 1;
    if (unread % ROWS_AT_ONCE === 0) await pause();
    if (unread < PROGRESS_EVERY) continue;
    yield step(unread);
    unread = 0;
  }
  for await (const lines of tableLines(table, pause)) {
    for (const cells of lines) comparison.gather('now', cells);
    yield step(lines.length);
  }
  return comparison.end();
}
