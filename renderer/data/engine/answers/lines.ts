import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { columnReader, type StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import { type FirstLines, firstLines } from '#renderer/data/engine/sort/first-lines.ts';
import { orderLines, sortRows } from '#renderer/data/engine/sort/line-order.ts';
import { UNKNOWN_LINE } from '#renderer/data/model/failures.ts';
import type { RowsQuery, TableRow, TableRowsPage } from '#renderer/data/model/rows.ts';
import type { Table, TableCell, TableColumn } from '#renderer/data/model/sheet-table.ts';
import type { PageRange } from '#renderer/data/model/slots.ts';
import { question } from '#renderer/data/questions/question.ts';
import { atOnce, type Task } from '#shared/base/tasks.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { findColumn, isSummable } from '#shared/domain/column-catalogue.ts';
import { RATE_BASE_COLUMN, RATE_COLUMNS, type Sums, setRateOf } from '#shared/domain/profitability.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { type Context, keepAnswers, maskOf } from './context.ts';
import { totals } from './figures.ts';
import { type QueriedRows, rowsQuestion } from './queried-rows.ts';
import { tableRowOfOrder, tableRowOfRow } from './table-row.ts';

/** Lines of the order table. The same lines make the screen and the file. */

const orders = keepAnswers<Uint32Array>();
/** Null: all of them have to be sorted. */
const firsts = keepAnswers<FirstLines | null>();

/** Lines that are found without sorting all: those of any screen and what is read around it; those of a print. */
const FIRST_LINES = [400, 2_000];

/** The rows of one order in the selection, a line each. */
function* openedOrder(context: Context, query: RowsQuery, order: number): Task<TableRowsPage> {
  const { store } = context;
  const { mask } = yield* maskOf(context, query.selection);
  const rows = sortRows(store, Uint32Array.from(rowsOfOrder(store, order, mask)), query.sort);
  const lines = Array.from(rows, (row) => tableRowOfRow(store, row, query.columns));
  return { revision: store.revision, total: lines.length, offset: 0, lines };
}

function linesOf(context: Context, { selection, grouping, sort }: RowsQuery): Task<Uint32Array> {
  return orders(context).task(JSON.stringify([selection, grouping, sort]), function* () {
    const mask = yield* maskOf(context, selection);
    return yield* orderLines(context.store, mask, grouping, sort);
  });
}

/** Some lines of a query, and how many it has: the first ones are found before all are sorted. */
function* someLines(context: Context, query: RowsQuery, offset: number, limit: number): Task<FirstLines> {
  const { selection, grouping, sort } = query;
  const end = offset + limit;
  const most = FIRST_LINES.find((count) => end <= count);
  if (most !== undefined) {
    const first = yield* firsts(context).task(
      JSON.stringify([selection, grouping, sort, most]),
      function* () {
        const mask = yield* maskOf(context, selection);
        return yield* firstLines(context.store, mask, grouping, sort, most);
      },
    );
    if (first !== null) return { total: first.total, lines: first.lines.subarray(offset, end) };
  }
  const all = yield* linesOf(context, query);
  return { total: all.length, lines: all.subarray(offset, end) };
}

/** The selected rows of an order, ascending. */
export function rowsOfOrder(store: ColumnStore, order: number, mask: Uint8Array): readonly number[] {
  const rows = store.orders.rowsOf(order).filter((row) => mask[row] === 1);
  return rows.sort((a, b) => a - b);
}

function* lineMaker(context: Context, { selection, grouping, columns }: RowsQuery) {
  const { store } = context;
  const { mask } = yield* maskOf(context, selection);
  return (lines: Uint32Array): TableRow[] =>
    Array.from(lines, (line) =>
      grouping === 'rows'
        ? tableRowOfRow(store, line, columns)
        : tableRowOfOrder(store, line, rowsOfOrder(store, line, mask), columns),
    );
}

/** A page of the lines of a query. */
export function* lines(
  context: Context,
  query: RowsQuery,
  offset: number,
  limit: number,
): Task<TableRowsPage> {
  const { total, lines: some } = yield* someLines(context, query, offset, limit);
  const make = yield* lineMaker(context, query);
  return { revision: context.store.revision, total, offset, lines: make(some) };
}

/** Columns that stay in view with the number of the order, where that is among the first. */
const MAX_KEY_COLUMNS = 4;

/** The lines of a query as a file has them, of the rows as they are now, with the exact sums of them all. */
export function* table(context: Context, query: RowsQuery, name: string): Task<Table> {
  const { selection, columns, grouping } = query;
  const lines = yield* linesOf(context, query);
  const make = yield* lineMaker(context, query);
  const summed = columns.flatMap((key) => {
    const column = findColumn(key);
    if (column === undefined) return [];
    return isSummable(column) ? [key] : [RATE_COLUMNS[key] ?? []].flat();
  });
  const { sums } = yield* totals(context, selection, [...new Set([...summed, RATE_BASE_COLUMN])]);
  const rates = columns.map((key) => ratePlaces(key, columns));
  const orderAt = columns.indexOf('Orden');
  return {
    name,
    columns: columns.map((key, index) => fileColumn(key, sums, rates[index] ?? null)),
    keyColumns: orderAt < MAX_KEY_COLUMNS ? orderAt + 1 : 0,
    lineCount: lines.length,
    isGrouped: false,
    // A row's percentages are the API's; those of an order are of its sums.
    read:
      grouping === 'rows'
        ? rowReader(context.store, lines, columns)
        : (offset, limit) =>
            make(lines.subarray(offset, offset + limit)).map(({ cells }) => ({
              cells: cells.map((cell, index) => asRate(cell, rates[index] ?? null)),
            })),
  };
}

/** Cells of rows exactly as they came. Rows that stand together mostly lie in one segment: its columns are looked up once. */
function rowReader(store: ColumnStore, rows: Uint32Array, columns: readonly string[]): Table['read'] {
  let segment: StoredSegment | null = null;
  let cells: readonly ((at: number) => Cell)[] = [];
  return (offset, limit) =>
    Array.from(rows.subarray(offset, offset + limit), (row) => {
      if (segment === null || row < segment.base || row >= segment.base + segment.rowCount) {
        segment = store.segmentOf(row);
        const own = segment.columns;
        cells = columns.map((column) => columnReader(own.get(column)));
      }
      const at = row - segment.base;
      return { cells: cells.map((read) => read(at)) };
    });
}

type RatePlaces = { readonly part: number; readonly base: number };

/** Where a percentage's part and base stand among the columns; null where they do not, or it is none. */
function ratePlaces(key: string, columns: readonly string[]): RatePlaces | null {
  const part = columns.indexOf(RATE_COLUMNS[key] ?? '');
  const base = columns.indexOf(RATE_BASE_COLUMN);
  return part < 0 || base < 0 ? null : { part, base };
}

function asRate(cell: Cell, places: RatePlaces | null): TableCell {
  if (cell === null || places === null) return cell;
  return { value: cell, formula: { kind: 'rate', ...places, baseLine: null } };
}

/** Decimal places of a rate beside its formula: what a spreadsheet computes shows no others. */
const RATE_PLACES = 12;

function fileColumn(key: string, sums: Sums, rate: RatePlaces | null): TableColumn {
  const column = findColumn(key);
  const kind = column?.kind ?? 'text';
  if (column === undefined) return { name: key, kind, total: null };
  if (isSummable(column)) return { name: key, kind, total: { kind: 'sum', value: sums[key] ?? null } };
  if (RATE_COLUMNS[key] === undefined) return { name: key, kind, total: null };
  const value = setRateOf(key, sums, RATE_PLACES);
  return {
    name: key,
    kind,
    total: rate === null ? { kind: 'value', value } : { kind: 'rate', value, ...rate },
  };
}

export const readTableRows = rowsQuestion('readTableRows', {
  freshness: 'commits',
  task: (rows, { offset, limit, ...query }: RowsQuery & PageRange) =>
    rows.over(query.selection, (of) => lines(of, query, offset, limit)),
});

/** The rows of one line of a table grouped by order, in the same columns: at once, for there are few. */
export const readOrderRows = question('readOrderRows', {
  freshness: 'commits',
  answer: (
    { shownRows }: { readonly shownRows: () => QueriedRows },
    { lineId, ...query }: RowsQuery & { readonly lineId: string },
  ): TableRowsPage => {
    const rows = shownRows();
    const order = Number(/^o(\d+)$/.exec(lineId)?.[1] ?? Number.NaN);
    if (!(order < rows.store.orders.orderCount)) {
      throw new RpcError(UNKNOWN_LINE, 'There is no such line.');
    }
    return atOnce(rows.over(query.selection, (of) => openedOrder(of, query, order)));
  },
});
