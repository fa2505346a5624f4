import { isEqual } from 'es-toolkit/predicate';
import type { RowsQuery, TableRow, TableRowsPage } from '#renderer/data/model/rows.ts';
import type { InSlot } from '#renderer/data/model/slots.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import { createScrollWatch } from '#shared/base/scroll-watch.ts';
import type { DataReader } from './data-calls.ts';
import { readTogether } from './queries.ts';
import { createStore, type Store } from './session.ts';

/**
 * A long list that is read by the page. Not an infinite query of TanStack's: that reads pages one after another from the
 * first on, and all of them again after a commit. A table jumps to any line, reads what is on the screen first, and changes
 * to the rows of a commit when its visible part and its totals are whole; lines that say the same keep their identity.
 */

/** Lines asked for at once. */
export const PAGE_ROWS = 100;

/** Pages read at a time: while one scrolls, the newest wanted come next; those passed by are never asked for. */
const MAX_READS = 2;
/** Lines around the screen that are read before they are seen. */
const AHEAD_LINES = 40;
/** Lines are read once a pulled scroll bar has rested so long. */
const REST_MS = 50;

/** Pages kept in memory; the farthest from the screen are dropped beyond it. */
const MAX_PAGES = 40;

type Page<Line> = {
  readonly revision: number;
  /** Lines of the whole query. */
  readonly total: number;
  readonly lines: readonly Line[];
};

/** Lines and what is said of them all (sums, counts), of one revision: a table never shows two. */
export type PagesView<Query, Line, Head> = {
  readonly query: Query | null;
  readonly revision: number;
  readonly total: number;
  readonly head: Head | null;
  readonly pages: ReadonlyMap<number, readonly Line[]>;
  /** True while a newer whole view is being read. */
  readonly stale: boolean;
  readonly error: unknown;
};

type PagesReader<Query, Line, Head> = {
  /** `isAhead`: nobody sees it yet. */
  readonly readPage: (query: Query, page: number, isAhead: boolean) => Promise<Page<Line>>;
  /** The given pages and the head, all of one revision. */
  readonly readWhole: (
    query: Query,
    pages: readonly number[],
  ) => Promise<{ readonly head: Head; readonly pages: readonly Page<Line>[] }>;
};

export type PagesSource<Query, Line, Head> = {
  readonly store: Store<PagesView<Query, Line, Head>>;
  readonly ask: (query: Query | null) => void;
  readonly refresh: () => void;
  /** The first and last line that are on the screen: their pages are read where missing. */
  readonly show: (first: number, last: number) => void;
  /**
   * Lines first..last of the view, read where missing; null when a commit came in between. `isAhead`: they are for later, and
   * wait for whatever else is asked.
   */
  readonly readRange: (first: number, last: number, isAhead?: boolean) => Promise<readonly Line[] | null>;
};

const pageOf = (index: number): number => Math.floor(index / PAGE_ROWS);
const keyOf = (query: unknown): string => (query === null ? '' : JSON.stringify(query));

/** The line at an index, or undefined where it has not been read. */
export function lineAt<Line>(
  view: { readonly pages: ReadonlyMap<number, readonly Line[]> },
  index: number,
): Line | undefined {
  return view.pages.get(pageOf(index))?.[index % PAGE_ROWS];
}

function keepSame<Line>(before: readonly Line[] | undefined, fresh: readonly Line[]): readonly Line[] {
  return fresh.map((line, index) => {
    const old = before?.[index];
    return old !== undefined && isEqual(old, line) ? old : line;
  });
}

/** Pages with one more; those farthest from the middle of the screen go beyond MAX_PAGES. */
function withPage<Line>(
  known: ReadonlyMap<number, readonly Line[]>,
  page: number,
  lines: readonly Line[],
  middle: number,
): ReadonlyMap<number, readonly Line[]> {
  const pages = new Map(known).set(page, lines);
  while (pages.size > MAX_PAGES) {
    const far = [...pages.keys()].reduce((a, b) => (Math.abs(a - middle) > Math.abs(b - middle) ? a : b));
    pages.delete(far);
  }
  return pages;
}

/**
 * Reads a list by the page, and swaps to a newer revision only when its visible part is whole. It may begin with a view that
 * was read before and holds still: the same question is not asked again then. Long, for it is one object: its methods change
 * the state that they share.
 */
export function createPages<Query, Line, Head>(
  reader: PagesReader<Query, Line, Head>,
  start: PagesView<Query, Line, Head> | null = null,
): PagesSource<Query, Line, Head> {
  const empty: PagesView<Query, Line, Head> = {
    query: null,
    revision: 0,
    total: 0,
    head: null,
    pages: new Map(),
    stale: false,
    error: null,
  };
  const store = createStore(start ?? empty);
  let wanted: Query | null = start?.query ?? null;
  let running: symbol | null = null;
  let again = false;
  let visible = { first: 0, last: 0 };
  const reading = new Set<string>();
  const watch = createScrollWatch(() => performance.now());
  watch(visible.first, visible.last);
  let resting: ReturnType<typeof setTimeout> | null = null;

  function visiblePages(): readonly number[] {
    const first = pageOf(visible.first);
    const last = pageOf(Math.max(visible.first, visible.last));
    return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  }

  /** Those on the screen first, then what lies around it. */
  function wantedPages(): readonly number[] {
    const seen = visiblePages();
    const before = pageOf(Math.max(0, visible.first - AHEAD_LINES));
    return [...new Set([...seen, pageOf(visible.last + AHEAD_LINES), before])];
  }

  async function load(query: Query): Promise<void> {
    const ticket = Symbol('view');
    running = ticket;
    again = false;
    let next: PagesView<Query, Line, Head>;
    const old = store.get();
    try {
      const asked = visiblePages();
      const { head, pages } = await reader.readWhole(query, asked);
      next = {
        query,
        revision: pages[0]?.revision ?? 0,
        total: pages[0]?.total ?? 0,
        head,
        pages: new Map(
          pages.map((page, index) => {
            const number = asked[index] ?? 0;
            const before = old.query === query ? old.pages.get(number) : undefined;
            return [number, keepSame(before, page.lines)];
          }),
        ),
        stale: false,
        error: null,
      };
    } catch (error) {
      next = { ...store.get(), stale: true, error };
    }
    if (running !== ticket) return;
    running = null;
    store.set(again ? { ...next, stale: true } : next);
    if (again) await load(query);
    else readMissing();
  }

  function readMissing(): void {
    const view = store.get();
    if (view.query === null || running !== null || resting !== null) return;
    for (const page of wantedPages()) {
      if (reading.size >= MAX_READS) return;
      if (page * PAGE_ROWS >= view.total || view.pages.has(page)) continue;
      void readOne(view.query, view.revision, page);
    }
  }

  async function readOne(query: Query, revision: number, page: number): Promise<void> {
    const key = `${revision}:${page}:${JSON.stringify(query)}`;
    if (reading.has(key)) return;
    reading.add(key);
    let isRead = false;
    try {
      const answer = await reader.readPage(query, page, !visiblePages().includes(page));
      const view = store.get();
      isRead = true;
      if (view.query === query && answer.revision === view.revision) {
        const middle = pageOf((visible.first + visible.last) / 2);
        store.set({ ...view, pages: withPage(view.pages, page, answer.lines, middle) });
      } else if (view.query === query && answer.revision > view.revision) refresh();
    } catch (error) {
      store.set({ ...store.get(), error });
    } finally {
      reading.delete(key);
    }
    // A failed read is not repeated by itself.
    if (isRead) readMissing();
  }

  function show(first: number, last: number): void {
    if (first === visible.first && last === visible.last) return;
    visible = { first, last };
    const step = watch(first, last);
    if (step !== 'scroll') {
      if (resting !== null) clearTimeout(resting);
      resting = null;
    }
    if (step === 'pull') {
      resting = setTimeout(() => {
        resting = null;
        readMissing();
      }, REST_MS);
    }
    readMissing();
  }

  function refresh(): void {
    if (wanted === null) return;
    if (running !== null) {
      again = true;
      return;
    }
    store.set({ ...store.get(), stale: true });
    void load(wanted);
  }

  return {
    store,
    ask: (query) => {
      if (keyOf(query) === keyOf(wanted)) return;
      wanted = query;
      if (query === null) {
        running = null;
        store.set(empty);
        return;
      }
      store.set({ ...store.get(), stale: true });
      void load(query);
    },
    refresh,
    show,
    readRange: async (first, last, isAhead = false) => {
      const view = store.get();
      if (view.query === null) return null;
      const lines: Line[] = [];
      for (let page = pageOf(first); page <= pageOf(last); page += 1) {
        const known = view.pages.get(page);
        if (known !== undefined) {
          lines.push(...known);
          continue;
        }
        const answer = await reader.readPage(view.query, page, isAhead);
        if (answer.revision !== view.revision) return null;
        lines.push(...answer.lines);
      }
      const start = pageOf(first) * PAGE_ROWS;
      return lines.slice(first - start, last - start + 1);
    },
  };
}

/** `totalColumns`: what the row at the foot and the status bar show. */
export type TableRowsQuery = { readonly rows: RowsQuery; readonly totalColumns: readonly string[] };

/** Lines of rows or orders; `head` is their totals. */
export type TableRowsView = PagesView<TableRowsQuery, TableRow, Totals>;
export type TableRowsSource = PagesSource<TableRowsQuery, TableRow, Totals>;

type TableRowsReader = Pick<DataReader, 'readTotals' | 'readTableRows'>;

/**
 * The lines of a table of rows or orders, with the totals of the whole query. A whole view is asked in slots of its own:
 * typing in the search box leaves only the last question to be answered. `start`: a view to begin with.
 */
export function createTableRowsSource(
  reader: TableRowsReader,
  start: TableRowsView | null = null,
): TableRowsSource {
  const slot = crypto.randomUUID();
  const readPage = (query: TableRowsQuery, page: number, inSlot: InSlot = {}): Promise<TableRowsPage> =>
    reader.readTableRows({ ...query.rows, offset: page * PAGE_ROWS, limit: PAGE_ROWS, ...inSlot });
  const readTotals = ({ rows: { selection }, totalColumns: columns }: TableRowsQuery) =>
    reader.readTotals({ selection, columns, slot: `${slot}-totals` });
  const pages: PagesReader<TableRowsQuery, TableRow, Totals> = {
    readPage: (query, page, isAhead) => readPage(query, page, { isAhead }),
    readWhole: async (query, asked) => {
      const [head, ...lines] = await readTogether<[Totals, ...TableRowsPage[]]>(() =>
        Promise.all([
          readTotals(query),
          ...asked.map((page, place) => readPage(query, page, { slot: `${slot}-page-${place}` })),
        ]),
      );
      return { head, pages: lines };
    },
  };
  return createPages(pages, start);
}
