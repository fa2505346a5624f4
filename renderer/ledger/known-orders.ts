import type { LedgerCalls, VerificationRange } from '#shared/bridge/ledger.ts';
import { localFromMs, localToMs, parseLocalDateTime } from '#shared/dates.ts';
import { type OrderKey, orderKeyReader } from '#shared/orders/identity.ts';
import type { LocalRange } from '#shared/windows/purchase-ranges.ts';
import { cellReader } from '#shared/wire/row-table.ts';
import type { ColumnStore } from '../analysis/rows/column-store.ts';
import { sortedPurchases } from './stored-rows.ts';

/** Whether another key's answers are this account's (design.md, rule 14). */

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
