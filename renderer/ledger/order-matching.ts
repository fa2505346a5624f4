import { parseUtcInstant, type UtcInstant } from '#shared/dates.ts';
import type { OrderKey } from '#shared/orders/identity.ts';
import { counterpartOf, type IncomingRow, type PlannedRow, printOf, textOf } from './planned-rows.ts';

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

/**
 * Whether an order of a window of changes must be read by purchase date (rule 5): a stored row found no counterpart.
 * The margin of the watermark brings the same sub-orders again with every sync; where all that came was known
 * before (`knownUntil`), is stored to the letter, and no sub-order of it has another stored row, nothing is new.
 */
export function needsVerification(
  stored: readonly PlannedRow[],
  incoming: readonly PlannedRow[],
  knownUntil: UtcInstant | null,
): boolean {
  const unmatched = unmatchedRows(stored, incoming);
  if (unmatched.length === 0) return false;
  const wasKnown = (row: PlannedRow) => {
    const update = parseUtcInstant(textOf(row, 'Fecha de actualización') ?? '');
    return update !== undefined && knownUntil !== null && update < knownUntil;
  };
  const prints = new Set(stored.map(printOf));
  const subOrders = new Set(incoming.map((row) => textOf(row, 'Nro. suborden')));
  const isNothingNew =
    incoming.every((row) => wasKnown(row) && prints.has(printOf(row))) &&
    !unmatched.some((row) => subOrders.has(textOf(row, 'Nro. suborden')));
  return !isNothingNew;
}

/** The readable purchase instants of rows, each once. */
export function purchaseInstants(...rows: readonly (readonly PlannedRow[])[]): ReadonlySet<number> {
  const instants = new Set<number>();
  for (const { purchaseMs } of rows.flat()) if (purchaseMs !== null) instants.add(purchaseMs);
  return instants;
}
