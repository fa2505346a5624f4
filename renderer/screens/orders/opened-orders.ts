import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Session } from '#renderer/data/client/session.ts';
import { useSession } from '#renderer/data/client/session-context.tsx';
import type { TableRowsView } from '#renderer/data/client/table-rows.ts';
import { lineAt, PAGE_ROWS } from '#renderer/data/client/table-rows.ts';
import type { RowsQuery, TableRow } from '#renderer/data/model/rows.ts';
import type { RowTree } from '#renderer/ui/grid/grid-types.ts';
import { upperBound } from '#shared/base/sorted-search.ts';
import { lineReader, orderFilters } from './order-rows.ts';

/** Where the lines stand once some orders are opened: each of those has its items under it. Pure. */

/** An order that was opened: its line among those of the query, and how many rows it holds. */
export type OpenedLine = { readonly key: string; readonly line: number; readonly items: number };

/** The content of a row of the table: a line of the query, or the item of an opened one. */
export type RowPlace = {
  readonly line: number;
  readonly item: number | null;
  /** The order that the item is of, or that is open in this very row. */
  readonly opened: OpenedLine | null;
};

export type LinePlaces = {
  readonly rowCount: number;
  readonly at: (row: number) => RowPlace;
  readonly rowOf: (line: number) => number;
};

/** `total` lines of the query, some of them opened, in any order. */
export function placesOf(total: number, opened: readonly OpenedLine[]): LinePlaces {
  const sorted = opened.toSorted((a, b) => a.line - b.line);
  /** The row of each opened line's first item. */
  const firsts: number[] = [];
  let added = 0;
  for (const { line, items } of sorted) {
    firsts.push(line + 1 + added);
    added += items;
  }
  /** The last opened order whose items begin at or above a row; -1 where there is none. */
  const lastAt = (row: number): number => upperBound(firsts, row) - 1;
  return {
    rowCount: total + added,
    at(row) {
      const index = lastAt(row);
      const next = sorted[index + 1];
      const above = sorted[index];
      if (above === undefined)
        return { line: row, item: null, opened: next !== undefined && next.line === row ? next : null };
      const offset = row - (firsts[index] ?? 0);
      if (offset < above.items) return { line: above.line, item: offset, opened: above };
      const line = above.line + 1 + offset - above.items;
      return { line, item: null, opened: next !== undefined && next.line === line ? next : null };
    },
    rowOf(line) {
      const above = sorted.filter((other) => other.line < line);
      return above.reduce((row, { items }) => row + items, line);
    },
  };
}

/**
 * Whether a row of a range counts in its sums: the items of an order whose own row is in the range are in that row's
 * figures already.
 */
export function countsIn(places: LinePlaces, top: number, row: number): boolean {
  const { item } = places.at(row);
  return item === null || row - item - 1 < top;
}

export function countedRows(places: LinePlaces, top: number, bottom: number): readonly number[] {
  const rows: number[] = [];
  for (let row = top; row <= bottom; row += 1) if (countsIn(places, top, row)) rows.push(row);
  return rows;
}

export type SomeLines = Pick<TableRowsView, 'query' | 'pages'>;

/** The key of an order, whatever line it stands in. */
function orderKeyOf(read: (column: string) => string): string {
  return JSON.stringify(orderFilters(read));
}

/** Opened orders are told by what they are, not by their line: commits move these. */
export function keyAt(view: SomeLines, line: number): string | null {
  const found = lineAt(view, line);
  return found === undefined ? null : orderKeyOf(lineReader(view, found));
}

/** The same lines in the same order, whatever columns are shown. */
export function sameLines(a: RowsQuery | undefined, b: RowsQuery | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    a.selection === b.selection &&
    a.grouping === b.grouping &&
    a.sort?.column === b.sort?.column &&
    a.sort?.direction === b.sort?.direction
  );
}

/** The opened orders as they stand in another view; those that are not on hand there are closed. */
export function relocated(opened: readonly OpenedLine[], view: SomeLines): readonly OpenedLine[] {
  return opened.flatMap((order): OpenedLine[] => {
    const found = findOrder(view, order);
    const items = found === null ? 1 : (lineAt(view, found)?.rows ?? 1);
    return found === null || items < 2 ? [] : [{ key: order.key, line: found, items }];
  });
}

/** The line of an order, looked for where it was and then among the lines that have been read. */
function findOrder(view: SomeLines, { key, line }: OpenedLine): number | null {
  if (keyAt(view, line) === key) return line;
  for (const [page, lines] of view.pages) {
    for (const index of lines.keys()) {
      const other = page * PAGE_ROWS + index;
      if (keyAt(view, other) === key) return other;
    }
  }
  return null;
}

/** What a row is: the item of an order, an order that is open, one that could be; null: one row alone, or not read. */
export function treeStateOf(place: RowPlace, view: SomeLines): ReturnType<RowTree['stateOf']> {
  if (place.item !== null) return 'item';
  if (place.opened !== null) return 'open';
  const line = lineAt(view, place.line);
  return view.query?.rows.grouping === 'orders' && line !== undefined && line.rows > 1 ? 'closed' : null;
}

/** The orders that are open once a row is opened or closed; an item’s own row does neither. */
export function toggledAt(
  place: RowPlace,
  opened: readonly OpenedLine[],
  view: SomeLines,
): readonly OpenedLine[] {
  if (place.item !== null) return opened;
  if (place.opened !== null) return opened.filter((order) => order !== place.opened);
  const line = lineAt(view, place.line);
  if (line === undefined) return opened;
  return [...opened, { key: orderKeyOf(lineReader(view, line)), line: place.line, items: line.rows }];
}

/** Orders that are opened in the table, with their rows under them. */
export type OpenedOrders = {
  /** The lines on the screen: the newest, or those before them while the rows of opened orders are still read. */
  readonly view: TableRowsView;
  readonly places: LinePlaces;
  /** The line of a row of the table, an order's or an item's; undefined where it has not been read. */
  readonly lineOf: (row: number) => TableRow | undefined;
  /** Whether a line is a row that stands under its order. */
  readonly isItem: (line: object) => boolean;
  readonly tree: RowTree;
  /** Another text where lines stand elsewhere without a hand having opened or closed one. */
  readonly linesKey: string;
};

/** The rows of each opened order, all of the view's own answer. */
type Items = ReadonlyMap<string, readonly TableRow[]>;
type OpenedView = {
  readonly view: TableRowsView;
  readonly opened: readonly OpenedLine[];
  readonly items: Items;
};

const NONE: readonly OpenedLine[] = [];
const NO_ITEMS: Items = new Map();

function sameAnswer(a: TableRowsView, b: TableRowsView): boolean {
  return a.query === b.query && a.revision === b.revision;
}

/** Reads the rows of opened orders of a view; null where a commit came in between. */
async function readItems(
  session: Session,
  view: TableRowsView,
  opened: readonly OpenedLine[],
): Promise<Items | null> {
  const { query, revision } = view;
  if (query === null) return null;
  const answers = await Promise.all(
    opened.map(({ line }) =>
      session.data.call.readOrderRows({ ...query.rows, lineId: lineAt(view, line)?.id ?? '' }),
    ),
  );
  return answers.every((answer) => answer.revision === revision)
    ? new Map(opened.map(({ key }, index) => [key, answers[index]?.lines ?? []]))
    : null;
}

/**
 * Which orders are open, and their rows; nothing is open where the table is of rows. A commit is shown once the rows of
 * the opened orders have come too: the table never tells of two states.
 * Long, as one state with its two ways to change: an order opened, and a newer answer.
 */
export function useOpenedOrders(latest: TableRowsView): OpenedOrders {
  const session = useSession();
  const [held, setHeld] = useState<OpenedView | null>(null);
  const [moves, setMoves] = useState(0);
  const [isItem, addItem] = useState(() => {
    const known = new WeakSet<object>();
    return [(line: object) => known.has(line), (line: object) => known.add(line)] as const;
  })[0];

  let shown = held;
  if (held !== null && held.view !== latest) {
    if (sameAnswer(held.view, latest)) {
      shown = { ...held, view: latest };
      setHeld(shown);
    } else if (!sameLines(held.view.query?.rows, latest.query?.rows)) {
      shown = null;
      setHeld(null);
      setMoves(moves + 1);
    }
  }
  const view = shown?.view ?? latest;
  const opened = shown?.opened ?? NONE;
  const items = shown?.items ?? NO_ITEMS;

  // Orders that were opened just now.
  useEffect(() => {
    const fresh = opened.filter(({ key }) => !items.has(key));
    if (fresh.length === 0 || view !== latest) return;
    let isOver = false;
    readItems(session, view, fresh).then(
      (read) => {
        if (isOver || read === null) return;
        for (const lines of read.values()) for (const line of lines) addItem(line);
        setHeld((now) =>
          now === null || !sameAnswer(now.view, view)
            ? now
            : { ...now, items: new Map([...now.items, ...read]) },
        );
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [session, opened, items, view, latest, addItem]);

  // A newer answer: shown with the rows of the orders that are still there to be open.
  useEffect(() => {
    if (view === latest || opened.length === 0) return;
    let isOver = false;
    const next = relocated(opened, latest);
    const show = (read: Items): void => {
      if (isOver) return;
      for (const lines of read.values()) for (const line of lines) addItem(line);
      setHeld(next.length === 0 ? null : { view: latest, opened: next, items: read });
      if (JSON.stringify(next) !== JSON.stringify(opened)) setMoves((count) => count + 1);
    };
    // Where a commit came in between, the answer after it is on its way.
    readItems(session, latest, next).then(
      (read) => (read === null ? undefined : show(read)),
      () => show(NO_ITEMS),
    );
    return () => {
      isOver = true;
    };
  }, [session, opened, view, latest, addItem]);

  const places = useMemo(() => placesOf(view.total, opened), [view.total, opened]);
  const lineOf = useCallback(
    (row: number): TableRow | undefined => {
      const place = places.at(row);
      return place.item === null || place.opened === null
        ? lineAt(view, place.line)
        : items.get(place.opened.key)?.[place.item];
    },
    [places, items, view],
  );
  const tree = useMemo<RowTree>(
    () => ({
      stateOf: (row) => treeStateOf(places.at(row), view),
      holderOf: (row) => places.rowOf(places.at(row).line),
      toggle: (row) => {
        const next = toggledAt(places.at(row), opened, view);
        if (next === opened) return;
        setHeld(next.length === 0 ? null : { view, opened: next, items: keptItems(items, next) });
      },
    }),
    [places, opened, items, view],
  );
  return { view, places, lineOf, isItem, tree, linesKey: `${view.total}|${moves}` };
}

function keptItems(items: Items, opened: readonly OpenedLine[]): Items {
  const keys = new Set(opened.map(({ key }) => key));
  return new Map([...items].filter(([key]) => keys.has(key)));
}
