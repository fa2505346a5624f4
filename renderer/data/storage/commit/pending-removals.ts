import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { ROW_NOTE } from '#renderer/data/engine/columns/segment.ts';
import type { PendingRemovalRecord } from '#renderer/data/storage/database/database.ts';
import type { PendingRemoval } from '#shared/contract/ledger.ts';
import type { Month } from '#shared/domain/dates.ts';
import { monthSpan } from './missing-rows.ts';
import { orderChange, type PlannedChange } from './order-change.ts';
import type { RowsPlan, StoredRows } from './plan-commit.ts';
import { emptiedBy } from './removal-guard.ts';
import { tallyRows } from './stored-rows.ts';

/** Months whose missing rows wait for the user's word (rule 11). */

export function describePendingRemovals(
  store: ColumnStore,
  held: readonly PendingRemovalRecord[],
): readonly PendingRemoval[] {
  return held.flatMap(({ month, readAt }) => {
    const tallies = tallyRows(store, monthSpan(month));
    const rowsMissing = tallies.gone.total();
    // Its notes were lost: the next complete reading asks again.
    if (rowsMissing === 0) return [];
    return {
      month,
      rowsMissing,
      rows: tallies.rows.total(),
      ordersMissing: tallies.ordersGone,
      emptied: emptiedBy(tallies),
      readAt,
    };
  });
}

/** Plans the user's decision: exactly the noted rows that are still stored go, or are no longer noted. */
export function planResolution(
  stored: StoredRows,
  month: Month,
  decision: 'remove' | 'keep',
  held: ReadonlySet<Month>,
): RowsPlan {
  const { fromMs, toMs } = monthSpan(month);
  const remove: number[] = [];
  const notes: RowsPlan['notes'][number][] = [];
  const changes: PlannedChange[] = [];
  for (const key of stored.ordersMissingIn({ fromMs, toMs })) {
    const before = stored.ofOrder(key);
    const noted = before.filter(
      ({ note, purchaseMs }) =>
        note !== ROW_NOTE.none && purchaseMs !== null && purchaseMs >= fromMs && purchaseMs < toMs,
    );
    const rows = noted.flatMap((row) => row.stored ?? []);
    if (decision === 'keep') {
      for (const row of rows) notes.push({ row, note: ROW_NOTE.none });
      continue;
    }
    for (const row of rows) remove.push(row);
    changes.push(
      orderChange(
        key,
        before,
        before.filter((row) => !noted.includes(row)),
        [],
      ),
    );
  }
  return {
    remove,
    insert: { columns: [], rows: [] },
    collected: null,
    beside: [],
    notes,
    held: new Set([...held].filter((each) => each !== month)),
    heldNow: new Set(),
    changes,
  };
}
