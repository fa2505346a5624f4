import type { RowsQuery } from '#renderer/data/api.ts';
import { lineAt, PAGE_ROWS, type TableRowsView } from '#renderer/data/client/table-rows.ts';
import type { OpenedLine } from '#renderer/screens/orders/state/line-places.ts';
import { lineReader, orderFilters } from '#renderer/screens/orders/state/orders-state.ts';

/** Opened orders are told by what they are, not by their line: commits move these. Pure. */

type SomeLines = Pick<TableRowsView, 'query' | 'pages'>;

/** What tells an order from all others, whatever line it stands in. */
function orderKeyOf(read: (column: string) => string): string {
  return JSON.stringify(orderFilters(read));
}

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
