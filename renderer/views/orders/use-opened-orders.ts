import { useCallback, useEffect, useMemo, useState } from 'react';
import type { RowsQuery, TableLine } from '../../link/data-contract.ts';
import type { LinesView } from '../../link/lines.ts';
import { lineAt, PAGE_LINES } from '../../link/pages.ts';
import { useSession } from '../../link/session-context.tsx';
import type { RowTree } from '../../ui/grid/grid-types.ts';
import { type LinePlaces, type OpenedLine, placesOf } from './line-places.ts';
import { lineReader, orderFilters } from './orders-state.ts';

/** Orders that are opened in the table, with their rows under them. */
export type OpenedOrders = {
  readonly places: LinePlaces;
  /** The line of a row of the table, an order's or an item's; undefined where it has not been read. */
  readonly lineOf: (row: number) => TableLine | undefined;
  /** Whether a line is a row that stands under its order. */
  readonly isItem: (line: object) => boolean;
  readonly tree: RowTree;
  /** Another text where lines stand elsewhere without a hand having opened or closed one. */
  readonly linesKey: string;
};

/** What tells an order from all others, whatever line it stands in. */
export function orderKeyOf(read: (column: string) => string): string {
  return JSON.stringify(orderFilters(read));
}

function keyAt(view: LinesView, line: number): string | null {
  const found = lineAt(view, line);
  return found === undefined ? null : orderKeyOf(lineReader(view, found));
}

/** The same lines in the same order, whatever columns are shown. */
function sameLines(a: RowsQuery | undefined, b: RowsQuery | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    a.selection === b.selection &&
    a.grouping === b.grouping &&
    a.sort?.column === b.sort?.column &&
    a.sort?.direction === b.sort?.direction
  );
}

/** The opened orders as they stand in another view; those that are not on hand there are closed. */
function relocated(opened: readonly OpenedLine[], view: LinesView): readonly OpenedLine[] {
  return opened.flatMap((order): OpenedLine[] => {
    const found = findOrder(view, order);
    const items = found === null ? 1 : (lineAt(view, found)?.rows ?? 1);
    return found === null || items < 2 ? [] : [{ key: order.key, line: found, items }];
  });
}

/** The line of an order, looked for where it was and then among the lines that have been read. */
function findOrder(view: LinesView, { key, line }: OpenedLine): number | null {
  if (keyAt(view, line) === key) return line;
  for (const [page, lines] of view.pages) {
    for (const index of lines.keys()) {
      const other = page * PAGE_LINES + index;
      if (keyAt(view, other) === key) return other;
    }
  }
  return null;
}

type ReadItems = {
  readonly query: LinesView['query'];
  readonly revision: number;
  readonly lines: readonly TableLine[];
};
const NONE: readonly OpenedLine[] = [];

/** Which orders are open, and their rows; nothing is open where the table is of rows. */
export function useOpenedOrders(view: LinesView): OpenedOrders {
  const session = useSession();
  const [opened, setOpened] = useState(NONE);
  const [items, setItems] = useState<ReadonlyMap<string, ReadItems>>(new Map());
  const [isItem, addItem] = useState(() => {
    const known = new WeakSet<object>();
    return [(line: object) => known.has(line), (line: object) => known.add(line)] as const;
  })[0];
  const [moves, setMoves] = useState(0);
  const [of, setOf] = useState({ query: view.query, revision: view.revision });
  if (of.query !== view.query || of.revision !== view.revision) {
    setOf({ query: view.query, revision: view.revision });
    if (opened.length > 0) {
      const next = sameLines(of.query?.rows, view.query?.rows) ? relocated(opened, view) : NONE;
      if (JSON.stringify(next) !== JSON.stringify(opened)) setMoves(moves + 1);
      setOpened(next);
    }
  }

  const { query, revision } = view;
  useEffect(() => {
    if (query === null) return;
    let isOver = false;
    for (const { key, line } of opened) {
      const read = items.get(key);
      const lineId = lineAt(view, line)?.id;
      if (lineId === undefined || (read?.query === query && read.revision === revision)) continue;
      session.data.call.readOrderRows({ ...query.rows, lineId }).then(
        (answer) => {
          // A commit came in between: the next view asks again.
          if (isOver || answer.revision !== revision) return;
          for (const one of answer.lines) addItem(one);
          setItems((before) => new Map(before).set(key, { query, revision, lines: answer.lines }));
        },
        () => undefined,
      );
    }
    return () => {
      isOver = true;
    };
  }, [session, opened, items, view, query, revision, addItem]);

  const places = useMemo(() => placesOf(view.total, opened), [view.total, opened]);
  const lineOf = useCallback(
    (row: number): TableLine | undefined => {
      const place = places.at(row);
      if (place.item === null || place.opened === null) return lineAt(view, place.line);
      const read = items.get(place.opened.key);
      return read?.query === view.query && read?.revision === view.revision
        ? read.lines[place.item]
        : undefined;
    },
    [places, items, view],
  );
  const tree = useMemo<RowTree>(
    () => ({
      stateOf: (row) => {
        const place = places.at(row);
        if (place.item !== null) return 'item';
        if (place.opened !== null) return 'open';
        const line = lineAt(view, place.line);
        return view.query?.rows.grouping === 'orders' && (line?.rows ?? 1) > 1 ? 'closed' : null;
      },
      holderOf: (row) => places.rowOf(places.at(row).line),
      toggle: (row) => {
        const place = places.at(row);
        if (place.item !== null) return;
        const line = lineAt(view, place.line);
        const key = keyAt(view, place.line);
        if (place.opened !== null) setOpened(opened.filter((order) => order !== place.opened));
        else if (line !== undefined && key !== null)
          setOpened([...opened, { key, line: place.line, items: line.rows }]);
      },
    }),
    [places, opened, view],
  );
  return { places, lineOf, isItem, tree, linesKey: `${view.total}|${moves}` };
}
