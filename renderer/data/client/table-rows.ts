import type { DataCaller, InSlot, RowsQuery, TableRow, TableRowsPage, Totals } from '#renderer/data/api.ts';
import { createPages, PAGE_ROWS, type PagesReader, type PagesSource, type PagesView } from './pages.ts';
import { readTogether } from './queries.ts';

export type TableRowsQuery = {
  readonly rows: RowsQuery;
  /** Columns of the totals: what the row at the foot and the status bar show. */
  readonly totalColumns: readonly string[];
};

/** Lines of rows or orders; `head` is their totals. */
export type TableRowsView = PagesView<TableRowsQuery, TableRow, Totals>;
export type TableRowsSource = PagesSource<TableRowsQuery, TableRow, Totals>;

export type TableRowsReader = Pick<DataCaller, 'readTotals' | 'readTableRows'>;

/**
 * The lines of a table of rows or orders, with the totals of the whole query. What it asks of a whole view is asked in
 * slots of its own: typing in the search box leaves only the last question to be answered. `start`: a view to begin
 * with (pages.ts).
 */
export function createTableRowsSource(
  reader: TableRowsReader,
  start: TableRowsView | null = null,
): TableRowsSource {
  const slot = crypto.randomUUID();
  const readPage = (query: TableRowsQuery, page: number, inSlot: InSlot = {}): Promise<TableRowsPage> =>
    reader.readTableRows({ ...query.rows, offset: page * PAGE_ROWS, limit: PAGE_ROWS, ...inSlot });
  const pages: PagesReader<TableRowsQuery, TableRow, Totals> = {
    readPage: (query, page) => readPage(query, page),
    readWhole: async (query, asked) => {
      const [head, ...lines] = await readTogether(
        () =>
          Promise.all([
            reader.readTotals({
              selection: query.rows.selection,
              columns: query.totalColumns,
              slot: `${slot}-totals`,
            }),
            ...asked.map((page, place) => readPage(query, page, { slot: `${slot}-page-${place}` })),
          ]) as Promise<[Totals, ...TableRowsPage[]]>,
      );
      return { head, pages: lines };
    },
  };
  return createPages(pages, start);
}
