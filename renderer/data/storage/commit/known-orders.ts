import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { LedgerCalls, VerificationRange } from '#shared/contract/ledger.ts';
import { localFromMs, localToMs, parseLocalDateTime } from '#shared/domain/dates.ts';
import { type OrderKey, orderKeyReader } from '#shared/domain/order-identity.ts';
import type { LocalRange } from '#shared/domain/purchase-ranges.ts';
import { cellReader } from '#shared/domain/row-table.ts';
import { sortedPurchases } from './stored-rows.ts';

/** Whether another key's answers are this account's (rule 14). */

/** Rows by whose purchases a key is tried. */
const NEWEST_ROWS = 300;

/** The newest purchases of a range, some hundred rows; null where it holds none. */
export function newestRange(store: ColumnStore, { from, to }: LocalRange): VerificationRange | null {
  const [fromMs, toMs] = [localToMs(from), localToMs(to)];
  const purchases = sortedPurchases(store).filter((ms) => ms >= fromMs && ms < toMs);
  const last = purchases.at(-1);
  if (last === undefined) return null;
  const first = purchases[Math.max(0, purchases.length - NEWEST_ROWS)] ?? last;
  const storedRows = purchases.filter((ms) => ms >= first).length;
  return { from: localFromMs(first), to: localFromMs(last + 1), storedRows };
}

/** The distinct orders of an answer, and how many of them are stored with a purchase at the answered time. */
export function countKnownOrders(
  store: ColumnStore,
  { columns, rows }: LedgerCalls['countKnownOrders']['input'],
): LedgerCalls['countKnownOrders']['output'] {
  const orderKey = orderKeyReader({ columns });
  const purchase = cellReader({ columns, rows }, 'Fecha de compra');
  const orders = new Map<OrderKey, Set<number>>();
  for (const row of rows) {
    const key = orderKey(row);
    const times = orders.get(key) ?? new Set();
    const time = parseLocalDateTime(purchase(row) ?? '');
    if (time !== undefined) times.add(localToMs(time));
    orders.set(key, times);
  }
  const isKnown = ([key, times]: readonly [OrderKey, ReadonlySet<number>]) =>
    store.rowsOfOrder(key).some((row) => {
      const { base, purchaseMs } = store.segmentOf(row);
      return times.has(purchaseMs[row - base] ?? Number.NaN);
    });
  return { orders: orders.size, known: [...orders].filter(isKnown).length };
}
