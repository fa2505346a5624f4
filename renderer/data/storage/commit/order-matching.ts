import type { UtcInstant } from '#shared/domain/dates.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import {
  type AuthoritativeRange,
  compareContent,
  counterpartOf,
  type IncomingRow,
  isDated,
  type PlannedRow,
  printOf,
  textOf,
  updateOf,
} from './planned-rows.ts';

/** Which stored rows of an order found their counterpart in a newer answer (rule 5). */

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

/**
 * The stored rows without a counterpart. Rows are a multiset: one incoming row answers for one stored row. Of stored
 * rows alike in what makes a counterpart, those that came to the letter found theirs, and those that were missing
 * before are missing again; between others the content decides, never the place.
 */
export function unmatchedRows(
  stored: readonly PlannedRow[],
  incoming: readonly PlannedRow[],
): readonly PlannedRow[] {
  if (stored.length === 0) return [];
  const came = groupBy(incoming, counterpartOf);
  const unmatched = new Set<PlannedRow>();
  for (const [key, alike] of groupBy(stored, counterpartOf)) {
    const answers = came.get(key) ?? [];
    const left = alike.length - answers.length;
    if (left <= 0) continue;
    // Those that are missing already come last to the answers, those that moved after those that are gone.
    const rows = [...alike].sort((a, b) => a.note - b.note || compareContent(a, b));
    const prints = new Map([...groupBy(answers, printOf)].map(([print, equal]) => [print, equal.length]));
    const others = rows.filter((row) => {
      const equal = prints.get(printOf(row)) ?? 0;
      if (equal > 0) prints.set(printOf(row), equal - 1);
      return equal === 0;
    });
    for (const row of others.slice(others.length - left)) unmatched.add(row);
  }
  return stored.filter((row) => unmatched.has(row));
}

function groupBy(
  rows: readonly PlannedRow[],
  keyOf: (row: PlannedRow) => string,
): ReadonlyMap<string, readonly PlannedRow[]> {
  const groups = new Map<string, PlannedRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

/**
 * Whether an order of a window of changes must be read by purchase date (rule 5): a stored row found no counterpart.
 * The margin of the watermark brings the same sub-orders again with every sync; where all that came was known
 * before (`knownUntil`), is stored to the letter, and no sub-order of it has another stored row, nothing is new.
 * Of undated rows of other sub-orders no reading by purchase date could say anything (rule 16).
 * @param believed the purchases that such a reading can ask for
 */
export function needsVerification(
  stored: readonly PlannedRow[],
  incoming: readonly PlannedRow[],
  knownUntil: UtcInstant | null,
  believed: AuthoritativeRange,
  unmatched = unmatchedRows(stored, incoming),
): boolean {
  const subOrders = new Set(incoming.map((row) => textOf(row, 'Nro. suborden')));
  const came = (row: PlannedRow) => subOrders.has(textOf(row, 'Nro. suborden'));
  if (!unmatched.some((row) => isDated(row, believed) || came(row))) return false;
  const wasKnown = (row: PlannedRow) => {
    const update = updateOf(row);
    return update !== null && knownUntil !== null && update < knownUntil;
  };
  const prints = new Set(stored.map(printOf));
  const isNothingNew =
    incoming.every((row) => wasKnown(row) && prints.has(printOf(row))) && !unmatched.some(came);
  return !isNothingNew;
}

/** The believed purchase instants of rows, each once. */
export function purchaseInstants(
  rows: readonly PlannedRow[],
  believed: AuthoritativeRange,
): ReadonlySet<number> {
  const dated = rows.filter((row) => isDated(row, believed));
  return new Set(dated.flatMap(({ purchaseMs }) => purchaseMs ?? []));
}
