import type { InSlot, LinesPage, RowsQuery, TableLine, Totals } from './data-contract.ts';
import { readTogether } from './live-query.ts';
import { createPages, PAGE_LINES, type PagesReader, type PagesSource, type PagesView } from './pages.ts';

export type LinesQuery = {
  readonly rows: RowsQuery;
  /** Columns of the totals: what the row at the foot and the status bar show. */
  readonly totalColumns: readonly string[];
};

/** Lines of rows or orders; `head` is their totals. */
export type LinesView = PagesView<LinesQuery, TableLine, Totals>;
export type LinesSource = PagesSource<LinesQuery, TableLine, Totals>;

export type LinesReader = {
  readonly readTotals: (
    input: { selection: RowsQuery['selection']; columns: readonly string[] } & InSlot,
  ) => Promise<Totals>;
  readonly readLines: (input: RowsQuery & { offset: number; limit: number } & InSlot) => Promise<LinesPage>;
};

function sameLine(a: TableLine, b: TableLine): boolean {
  const sameList = (x: readonly unknown[], y: readonly unknown[]): boolean =>
    x.length === y.length && x.every((value, index) => value === y[index]);
  return (
    a.rows === b.rows &&
    a.productCostMissing === b.productCostMissing &&
    sameList(a.cells, b.cells) &&
    sameList(a.mixed, b.mixed) &&
    sameList(a.unreadable, b.unreadable)
  );
}

/**
 * The lines of a table of rows or orders, with the totals of the whole query. What it asks of a whole view is asked in
 * slots of its own: typing in the search box leaves only the last question to be answered. `start`: a view to begin
 * with (pages.ts).
 */
export function createLinesSource(reader: LinesReader, start: LinesView | null = null): LinesSource {
  const slot = crypto.randomUUID();
  const readPage = (query: LinesQuery, page: number, inSlot: InSlot = {}): Promise<LinesPage> =>
    reader.readLines({ ...query.rows, offset: page * PAGE_LINES, limit: PAGE_LINES, ...inSlot });
  const pages: PagesReader<LinesQuery, TableLine, Totals> = {
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
          ]) as Promise<[Totals, ...LinesPage[]]>,
      );
      return { head, pages: lines };
    },
    sameLine,
  };
  return createPages(pages, start);
}
