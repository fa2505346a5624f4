import type { LedgerCalls, VerificationRange } from '#shared/bridge/ledger.ts';
import { localFromMs } from '#shared/dates.ts';
import { orderKeyReader } from '#shared/orders/identity.ts';
import type { ColumnStore } from '../analysis/rows/column-store.ts';
import { sortedPurchases } from './stored-rows.ts';

/** Whether another key's answers are this account's (design.md, rule 14). */

/** Rows by whose purchases a key is tried. */
const NEWEST_ROWS = 300;

/** The newest purchases, some hundred rows; null where there is none with a readable date. */
export function newestRange(store: ColumnStore): VerificationRange | null {
  const purchases = sortedPurchases(store);
  const last = purchases.at(-1);
  if (last === undefined) return null;
  const first = purchases[Math.max(0, purchases.length - NEWEST_ROWS)] ?? last;
  const storedRows = purchases.filter((ms) => ms >= first).length;
  return { from: localFromMs(first), to: localFromMs(last + 1), storedRows };
}

/** The distinct orders of an answer, and how many of them are stored. */
export function countKnownOrders(
  store: ColumnStore,
  { columns, rows }: LedgerCalls['countKnownOrders']['input'],
): LedgerCalls['countKnownOrders']['output'] {
  const orderKey = orderKeyReader({ columns });
  const keys = new Set(rows.map(orderKey));
  return {
    orders: keys.size,
    known: [...keys].filter((key) => store.rowsOfOrder(key).length > 0).length,
  };
}
