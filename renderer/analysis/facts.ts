import { COLUMNS, findColumn } from '#shared/columns/catalogue.ts';
import { instantFromMs, localFromMs } from '#shared/dates.ts';
import type { LedgerFacts } from '../link/data-contract.ts';
import { type ColumnStore, readMs } from './column-store.ts';

/** What the rows tell of the local copy; what storage lost, the rows cannot tell. */
export type RowFacts = Omit<LedgerFacts, 'damage'>;

/** What the local copy holds, whatever the selection. */
export function readLedgerFacts(store: ColumnStore): RowFacts {
  let firstPurchase = Number.POSITIVE_INFINITY;
  let lastPurchase = Number.NEGATIVE_INFINITY;
  let lastUpdate = Number.NEGATIVE_INFINITY;
  let orders = 0;
  const seen = new Uint8Array(store.orders.orderCount);
  for (const segment of store.segments) {
    const updates = readMs(segment.columns.get('Fecha de actualización'), segment.rowCount);
    for (let row = 0; row < segment.rowCount; row += 1) {
      if (segment.alive[row] !== 1) continue;
      const purchase = segment.purchaseMs[row] ?? Number.NaN;
      if (purchase < firstPurchase) firstPurchase = purchase;
      if (purchase > lastPurchase) lastPurchase = purchase;
      const update = updates[row] ?? Number.NaN;
      if (update > lastUpdate) lastUpdate = update;
      const order = segment.orderOf[row] ?? 0;
      if (seen[order] === 0) {
        seen[order] = 1;
        orders += 1;
      }
    }
  }
  const carried = store.columnKeys();
  const unknownColumns = [...carried].filter((key) => findColumn(key) === undefined);
  return {
    revision: store.revision,
    rows: store.liveRows,
    orders,
    firstPurchase: Number.isFinite(firstPurchase) ? localFromMs(firstPurchase) : null,
    lastPurchase: Number.isFinite(lastPurchase) ? localFromMs(lastPurchase) : null,
    lastUpdate: Number.isFinite(lastUpdate) ? instantFromMs(lastUpdate) : null,
    columns: [...COLUMNS.map(({ key }) => key).filter((key) => carried.has(key)), ...unknownColumns],
    unknownColumns,
  };
}
