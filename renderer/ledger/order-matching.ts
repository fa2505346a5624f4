import type { OrderKey } from '#shared/orders/identity.ts';
import { counterpartOf, type IncomingRow, type PlannedRow } from './planned-rows.ts';

/** Which stored rows of an order found their counterpart in a newer answer (design.md, rule 5). */

/** Rows by order, in order of arrival. */
export function byOrder(rows: readonly IncomingRow[]): ReadonlyMap<OrderKey, readonly IncomingRow[]> {
  const groups = new Map<OrderKey, IncomingRow[]>();
  for (const row of rows) {
    const group = groups.get(row.order);
    if (group === undefined) groups.set(row.order, [row]);
    else group.push(row);
  }
  return groups;
}

/** The stored rows without a counterpart. Rows are a multiset: one incoming row answers for one stored row. */
export function unmatchedRows(
  stored: readonly PlannedRow[],
  incoming: readonly PlannedRow[],
): readonly PlannedRow[] {
  if (stored.length === 0) return [];
  const available = new Map<string, number>();
  for (const row of incoming) {
    const key = counterpartOf(row);
    available.set(key, (available.get(key) ?? 0) + 1);
  }
  return stored.filter((row) => {
    const key = counterpartOf(row);
    const left = available.get(key) ?? 0;
    if (left > 0) available.set(key, left - 1);
    return left === 0;
  });
}

/** The readable purchase instants of rows, each once. */
export function purchaseInstants(...rows: readonly (readonly PlannedRow[])[]): ReadonlySet<number> {
  const instants = new Set<number>();
  for (const { purchaseMs } of rows.flat()) if (purchaseMs !== null) instants.add(purchaseMs);
  return instants;
}
