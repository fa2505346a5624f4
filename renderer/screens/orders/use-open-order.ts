import { isEqual } from 'es-toolkit/predicate';
import { useCallback, useMemo, useState } from 'react';
import { lineAt, PAGE_ROWS } from '#renderer/data/client/pages.ts';
import type { TableRowsView } from '#renderer/data/client/table-rows.ts';
import type { OrderIdentity } from '#renderer/features/order-details/order-data.ts';
import type { LinePlaces } from './opened-orders.ts';
import { lineReader, orderFilters } from './order-rows.ts';

/** The order in the side panel, and how one goes from it to others. Rows are those of the table. */
type OpenOrder = {
  readonly identity: OrderIdentity | null;
  /** The row that the table shows as open; null while the order is not among the lines on hand. */
  readonly row: number | null;
  readonly open: (row: number) => void;
  /** The keys went to another row: an open panel follows. */
  readonly walk: (row: number) => void;
  readonly step: (direction: -1 | 1) => void;
  readonly close: () => void;
  readonly reveal: { readonly row: number } | null;
};

function sameOrder(one: OrderIdentity | null, other: OrderIdentity): boolean {
  return one !== null && isEqual(one.filters, other.filters);
}

export function useOpenOrder(view: TableRowsView, places: LinePlaces): OpenOrder {
  const [identity, setIdentity] = useState<OrderIdentity | null>(null);
  const [reveal, setReveal] = useState<{ readonly row: number } | null>(null);

  const identityAt = useCallback(
    (line: number): OrderIdentity | null => {
      const found = lineAt(view, line);
      if (found === undefined) return null;
      const read = lineReader(view, found);
      return { row: line, order: read('Orden').trim(), channel: read('Canal'), filters: orderFilters(read) };
    },
    [view],
  );

  // Commits, filters and sorting move the lines: the open one is found again by what it is.
  const line = useMemo(() => {
    if (identity === null || sameOrder(identityAt(identity.row), identity)) return identity?.row ?? null;
    for (const [page, lines] of view.pages) {
      const found = lines.findIndex((_, index) => sameOrder(identityAt(page * PAGE_ROWS + index), identity));
      if (found >= 0) return page * PAGE_ROWS + found;
    }
    return null;
  }, [identity, identityAt, view.pages]);

  const open = useCallback(
    (row: number) => {
      const next = identityAt(places.at(row).line);
      if (next !== null) setIdentity(next);
    },
    [identityAt, places],
  );
  const walk = useCallback(
    (row: number) => {
      if (identity === null) return;
      const next = identityAt(places.at(row).line);
      if (next !== null && !sameOrder(next, identity)) setIdentity(next);
    },
    [identity, identityAt, places],
  );
  return {
    identity,
    row: line === null ? null : places.rowOf(line),
    open,
    walk,
    reveal,
    close: () => setIdentity(null),
    step: (direction) => {
      if (identity === null) return;
      let at = (line ?? identity.row) + direction;
      let next = identityAt(at);
      while (next !== null && sameOrder(next, identity)) {
        at += direction;
        next = identityAt(at);
      }
      if (next === null) return;
      setIdentity(next);
      setReveal({ row: places.rowOf(at) });
    },
  };
}
