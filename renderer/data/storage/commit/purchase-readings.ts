import type { OrderKey } from '#shared/domain/order-identity.ts';
import { byOrder, unmatchedRows } from './order-matching.ts';
import {
  type AuthoritativeRange,
  authoritativeRange,
  type IncomingRow,
  ownRows,
  type PlannedRow,
  type ReadWindow,
} from './planned-rows.ts';
import { multisetDifference } from './row-multiset.ts';

/** What complete answers by purchase date do to an order's rows (rules 5 and 11). */

/** A complete answer by purchase date: its own rows by order, and what it speaks for. */
export type PurchaseReading = {
  readonly rows: ReadonlyMap<OrderKey, readonly IncomingRow[]>;
  readonly spoken: AuthoritativeRange;
  readonly read: ReadWindow;
};

export function purchaseReadings(reads: readonly ReadWindow[]): readonly PurchaseReading[] {
  return reads
    .filter(({ window }) => window.field === 'purchase_date')
    .map((read) => {
      const rows = ownRows(read);
      return { rows: byOrder(rows), spoken: authoritativeRange(read, rows), read };
    });
}

export type ReadOrder = {
  readonly after: readonly PlannedRow[];
  /** Those of `after` that the answers should have brought and did not, with the reading that did not. */
  readonly missing: ReadonlyMap<PlannedRow, PurchaseReading>;
};

/**
 * An order's rows after the readings. What came takes the place of its counterparts at once; a row of the spoken
 * range that did not come stays and is missing. An order that is being verified is replaced altogether: the source
 * has said itself that it changed.
 */
export function readByPurchase(
  key: OrderKey,
  rows: readonly PlannedRow[],
  readings: readonly PurchaseReading[],
  isVerified: boolean,
): ReadOrder {
  const missing = new Map<PlannedRow, PurchaseReading>();
  if (readings.length === 0) return { after: rows, missing };
  // Ranges do not overlap by design; if they do, a row belongs to the first that speaks for it.
  const speaker = ({ purchaseMs }: PlannedRow) =>
    purchaseMs === null ? undefined : readings.find(({ spoken }) => holds(spoken, purchaseMs));
  const result = rows.filter((row) => speaker(row) === undefined);
  const undated: PlannedRow[] = [];
  for (const reading of readings) {
    const own = reading.rows.get(key) ?? [];
    const dated = own.filter((row) => row.purchaseMs !== null && speaker(row) === reading);
    if (!isVerified) {
      const spokenOf = rows.filter((row) => speaker(row) === reading);
      for (const row of unmatchedRows(spokenOf, dated)) {
        missing.set(row, reading);
        result.push(row);
      }
    }
    for (const row of dated) result.push(row);
    // Several answers may bring the same rows without a readable date: they count once.
    const more = own.filter(({ purchaseMs }) => purchaseMs === null);
    for (const row of multisetDifference(undated, more).come) undated.push(row);
  }
  if (undated.length === 0) return { after: result, missing };
  return { after: [...result.filter(({ purchaseMs }) => purchaseMs !== null), ...undated], missing };
}

export function holds({ fromMs, toMs }: AuthoritativeRange, ms: number): boolean {
  return ms >= fromMs && ms < toMs;
}
