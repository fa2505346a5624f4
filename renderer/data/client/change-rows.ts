import type { ChangesPage, ChangesQuery, OrderDifference } from '#renderer/data/model/changes.ts';
import type { DataReader } from './data-calls.ts';
import { readTogether } from './queries.ts';
import { createPages, PAGE_ROWS, type PagesSource, type PagesView } from './table-rows.ts';

/** Totals of all changes of a query: exact sums, rows, counts by kind, the channels that occur. */
export type ChangesHead = Omit<ChangesPage, 'lines' | 'offset'>;
export type ChangesView = PagesView<ChangesQuery, OrderDifference, ChangesHead>;
export type ChangesSource = PagesSource<ChangesQuery, OrderDifference, ChangesHead>;

export function createChangesSource(reader: Pick<DataReader, 'readChanges'>): ChangesSource {
  const readPage = (query: ChangesQuery, page: number): Promise<ChangesPage> =>
    reader.readChanges({ ...query, offset: page * PAGE_ROWS, limit: PAGE_ROWS });
  return createPages<ChangesQuery, OrderDifference, ChangesHead>({
    readPage,
    readWhole: async (query, pages) => {
      const answers = await readTogether(() => Promise.all(pages.map((page) => readPage(query, page))));
      const [first] = answers;
      if (first === undefined) throw new Error('No page was asked for.');
      return { head: first, pages: answers };
    },
  });
}
