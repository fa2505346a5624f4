import { readTogether } from '#renderer/data/client/queries.ts';
import type { RowsQuery, TableRowsPage } from '#renderer/data/model/rows.ts';
import { inTableOrder, openingColumns } from '#renderer/features/columns/column-sections.ts';
import type {
  AskedLines,
  ProgramAnswer,
  ProgramTable,
  QuestionOf,
} from '#shared/contract/program-questions.ts';
import { findColumn } from '#shared/domain/column-catalogue.ts';
import type { Selection } from '#shared/domain/selection.ts';
import { type AskedCopy, answerWith, columnNamed, rowsAsked } from './asked-copy.ts';

/** Lines of the table of orders, as the screen Órdenes has them. */

const DEFAULT_LIMIT = 100;
/** The worker gives lines page by page. */
const PAGE_LINES = 500;

export async function answerOrders(asked: QuestionOf<'orders'>, copy: AskedCopy): Promise<ProgramAnswer> {
  const { selection, currency } = rowsAsked(asked, copy);
  const query = rowsQueryOf(asked, selection, copy);
  const { columns } = query;
  const limit = asked.limit ?? DEFAULT_LIMIT;
  const [totals, ...pages] = await readTogether(
    async (): Promise<readonly [{ revision: number; rows: number; orders: number }, ...TableRowsPage[]]> => [
      await copy.call.readTotals({ selection, columns: [] }),
      ...(await readPages(copy, query, limit)),
    ],
  );
  const lines = pages.flatMap((page) => page.lines);
  const table = {
    columns: columns.map((key) => ({ key, kind: kindOf(key) })),
    rows: lines.map(({ cells }) => cells.map((cell) => cell ?? null)),
    leftOut: (pages[0]?.total ?? 0) - lines.length,
  };
  const { revision, rows, orders } = totals;
  return answerWith('orders', copy, { selection, currency, revision, rows, orders }, table);
}

/** The table that is asked for, with the columns that it opens with where none are named. */
export function rowsQueryOf(asked: AskedLines, selection: Selection, copy: AskedCopy): RowsQuery {
  const { unknownColumns, hasSeveralAccounts } = copy.facts;
  const columns =
    asked.columns?.map((word) => columnNamed(word, copy)) ??
    inTableOrder(
      new Set(openingColumns({ date: selection.periodColumn, hasSeveralAccounts })),
      unknownColumns,
      selection.periodColumn,
    );
  const sort =
    asked.sort === undefined ? null : { ...asked.sort, column: columnNamed(asked.sort.column, copy) };
  return { selection, grouping: asked.grouping ?? 'orders', sort, columns };
}

async function readPages(copy: AskedCopy, query: RowsQuery, limit: number): Promise<TableRowsPage[]> {
  const pages: TableRowsPage[] = [];
  for (let offset = 0; offset < limit; offset += PAGE_LINES) {
    const page = await copy.call.readTableRows({
      ...query,
      offset,
      limit: Math.min(PAGE_LINES, limit - offset),
    });
    pages.push(page);
    if (offset + page.lines.length >= page.total) break;
  }
  return pages;
}

function kindOf(key: string): ProgramTable['columns'][number]['kind'] {
  switch (findColumn(key)?.kind) {
    case 'money':
    case 'count':
      return 'decimal';
    case 'percent':
      return 'percent';
    default:
      return 'text';
  }
}
