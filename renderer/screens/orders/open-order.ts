import { isEqual } from 'es-toolkit/predicate';
import { lineAt, PAGE_ROWS } from '#renderer/data/client/table-rows.ts';
import type { OrderIdentity } from '#renderer/features/order-details/order-data.ts';
import type { SomeLines } from './opened-orders.ts';
import { lineReader, orderFilters } from './order-rows.ts';

/** Which order a line is of, and where an order is found again. Pure. */

/** The order in a line; null where that has not been read. */
export function identityAt(view: SomeLines, line: number): OrderIdentity | null {
  const found = lineAt(view, line);
  if (found === undefined) return null;
  const read = lineReader(view, found);
  return { row: line, order: read('Orden').trim(), channel: read('Canal'), filters: orderFilters(read) };
}

export function sameOrder(one: OrderIdentity | null, other: OrderIdentity): boolean {
  return one !== null && isEqual(one.filters, other.filters);
}

/** Commits, filters and sorting move the lines: an order is looked for where it was, then among those on hand. */
export function lineOfOrder(view: SomeLines, order: OrderIdentity): number | null {
  if (sameOrder(identityAt(view, order.row), order)) return order.row;
  for (const [page, lines] of view.pages) {
    const found = lines.findIndex((_, index) => sameOrder(identityAt(view, page * PAGE_ROWS + index), order));
    if (found >= 0) return page * PAGE_ROWS + found;
  }
  return null;
}

/** The next order above (-1) or below (1) a line, past other rows of the same one; null where none is on hand. */
export function orderBeside(
  view: SomeLines,
  order: OrderIdentity,
  line: number,
  direction: -1 | 1,
): OrderIdentity | null {
  let at = line + direction;
  let next = identityAt(view, at);
  while (next !== null && sameOrder(next, order)) {
    at += direction;
    next = identityAt(view, at);
  }
  return next;
}
