import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { orderKeyReader } from '#shared/domain/order-identity.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { changesOfOrders } from '#test/bench/million/changed-orders.ts';

/** Replaces 2,000 orders spread over the whole store, as a commit does once it is written: other ones for each `window`. */
export function commitInMemory(store: ColumnStore, window: number): void {
  const { pages } = changesOfOrders(store, window, 'known');
  const columns = pages[0]?.page.columns ?? [];
  const rows = pages.flatMap(({ page }) => JSON.parse(page.rowsJson) as readonly (readonly Cell[])[]);
  const keyOf = orderKeyReader({ columns });
  const replaced = [...new Set(rows.map(keyOf))].flatMap((key) => store.rowsOfOrder(key));
  const { bytes, headerLength } = encodeSegment({ columns, rows });
  store.markDeleted(replaced);
  store.addSegment(
    1 + Math.max(0, ...store.segments.map(({ id }) => id)),
    decodeSegment(bytes, headerLength),
    null,
  );
  store.raiseRevision();
}
