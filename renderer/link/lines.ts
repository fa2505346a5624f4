import type { LinesPage, RowsQuery, TableLine, Totals } from './data-contract.ts';
import { readTogether } from './live-query.ts';
import { createStore, type Store } from './store.ts';

/** Lines asked for at once. */
export const LINES_PAGE = 100;

export type LinesQuery = {
  readonly rows: RowsQuery;
  /** Columns of the totals: what the row at the foot and the status bar show. */
  readonly totalColumns: readonly string[];
};

/** Lines and totals of one revision: a table never shows two. */
export type LinesView = {
  readonly query: LinesQuery | null;
  readonly revision: number;
  readonly total: number;
  readonly totals: Totals | null;
  readonly pages: ReadonlyMap<number, readonly TableLine[]>;
  /** True while a newer whole view is being read. */
  readonly stale: boolean;
  readonly error: unknown;
};

export type LinesReader = {
  readonly readTotals: (input: {
    selection: RowsQuery['selection'];
    columns: readonly string[];
  }) => Promise<Totals>;
  readonly readLines: (input: RowsQuery & { offset: number; limit: number }) => Promise<LinesPage>;
};

export type LinesSource = {
  readonly store: Store<LinesView>;
  readonly ask: (query: LinesQuery | null) => void;
  readonly refresh: () => void;
  /** The first and last line that are on the screen: their pages are read where missing. */
  readonly show: (first: number, last: number) => void;
  /** Lines first..last of the view, read where missing; null when a commit came in between. */
  readonly readRange: (first: number, last: number) => Promise<readonly TableLine[] | null>;
};

const EMPTY: LinesView = {
  query: null,
  revision: 0,
  total: 0,
  totals: null,
  pages: new Map(),
  stale: false,
  error: null,
};

/** Pages kept in memory; the farthest from the screen are dropped beyond it. */
const MAX_PAGES = 40;

/** The line at an index, or undefined where it has not been read. */
export function lineAt(view: LinesView, index: number): TableLine | undefined {
  return view.pages.get(Math.floor(index / LINES_PAGE))?.[index % LINES_PAGE];
}

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

/** A commit leaves most lines as they were: they keep their objects, so that only what changed is drawn again. */
function keepSame(
  before: readonly TableLine[] | undefined,
  fresh: readonly TableLine[],
): readonly TableLine[] {
  if (before === undefined) return fresh;
  return fresh.map((line, index) => {
    const old = before[index];
    return old !== undefined && sameLine(old, line) ? old : line;
  });
}

/** Reads the lines of a table by the page, and swaps to a newer revision only when its visible part is whole. */
export function createLinesSource(reader: LinesReader): LinesSource {
  const store = createStore(EMPTY);
  let wanted: LinesQuery | null = null;
  let wantedKey = '';
  let running: symbol | null = null;
  let again = false;
  let visible = { first: 0, last: 0 };
  const reading = new Set<string>();

  const pageOf = (index: number): number => Math.floor(index / LINES_PAGE);
  const readPage = (query: LinesQuery, page: number): Promise<LinesPage> =>
    reader.readLines({ ...query.rows, offset: page * LINES_PAGE, limit: LINES_PAGE });

  function visiblePages(): readonly number[] {
    const first = pageOf(visible.first);
    const last = pageOf(Math.max(visible.first, visible.last));
    return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  }

  async function load(query: LinesQuery): Promise<void> {
    const ticket = Symbol('view');
    running = ticket;
    again = false;
    let next: LinesView;
    const old = store.get();
    try {
      const pages = visiblePages();
      const [totals, ...lines] = await readTogether(
        () =>
          Promise.all([
            reader.readTotals({ selection: query.rows.selection, columns: query.totalColumns }),
            ...pages.map((page) => readPage(query, page)),
          ]) as Promise<[Totals, ...LinesPage[]]>,
      );
      next = {
        query,
        revision: totals.revision,
        total: lines[0]?.total ?? 0,
        totals,
        pages: new Map(
          lines.map((page, index) => {
            const number = pages[index] ?? 0;
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
    if (view.query === null || running !== null) return;
    for (const page of visiblePages()) {
      if (page * LINES_PAGE >= view.total || view.pages.has(page)) continue;
      void readOne(view.query, view.revision, page);
    }
  }

  async function readOne(query: LinesQuery, revision: number, page: number): Promise<void> {
    const key = `${revision}:${page}:${JSON.stringify(query)}`;
    if (reading.has(key)) return;
    reading.add(key);
    try {
      const answer = await readPage(query, page);
      const view = store.get();
      if (view.query !== query) return;
      if (answer.revision === view.revision) {
        const pages = new Map(view.pages);
        pages.set(page, answer.lines);
        const middle = pageOf((visible.first + visible.last) / 2);
        while (pages.size > MAX_PAGES) {
          const far = [...pages.keys()].reduce((a, b) =>
            Math.abs(a - middle) > Math.abs(b - middle) ? a : b,
          );
          pages.delete(far);
        }
        store.set({ ...view, pages });
      } else if (answer.revision > view.revision) refresh();
    } catch (error) {
      store.set({ ...store.get(), error });
    } finally {
      reading.delete(key);
    }
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
      const key = query === null ? '' : JSON.stringify(query);
      if (key === wantedKey) return;
      wanted = query;
      wantedKey = key;
      if (query === null) {
        running = null;
        store.set(EMPTY);
        return;
      }
      store.set({ ...store.get(), stale: true });
      void load(query);
    },
    refresh,
    show: (first, last) => {
      visible = { first, last };
      readMissing();
    },
    readRange: async (first, last) => {
      const view = store.get();
      if (view.query === null) return null;
      const lines: TableLine[] = [];
      for (let page = pageOf(first); page <= pageOf(last); page += 1) {
        const known = view.pages.get(page);
        if (known !== undefined) {
          lines.push(...known);
          continue;
        }
        const answer = await readPage(view.query, page);
        if (answer.revision !== view.revision) return null;
        lines.push(...answer.lines);
      }
      const start = pageOf(first) * LINES_PAGE;
      return lines.slice(first - start, last - start + 1);
    },
  };
}
