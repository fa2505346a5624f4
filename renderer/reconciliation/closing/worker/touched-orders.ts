import type { ChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import { CLOSE_COLUMNS } from '#renderer/reconciliation/closing/model/month-orders.ts';
import { ROWS_A_STEP, type Task } from '#shared/base/tasks.ts';
import {
  DAY_MS,
  endOfMonth,
  localToMs,
  type Month,
  startOfMonth,
  type UtcInstant,
} from '#shared/domain/dates.ts';

/** Which orders of closed months the log says have moved since, in what a close keeps of them. */

/** `since`: up to when the close knew the readings; null: nobody knows. */
export type ClosedMonth = { readonly month: Month; readonly since: UtcInstant | null };

const PURCHASE = 'Fecha de compra';
const KEPT: ReadonlySet<string> = new Set([...CLOSE_COLUMNS, PURCHASE]);

/** The log tells the first purchase of an order: its other rows may lie in the month that follows. */
const LONGEST_ORDER_MS = 31 * DAY_MS;

/**
 * The orders of each month that may hold something else than when it was closed, each as a text of what it came to: rather
 * one too many than one too few. Months without any are absent.
 */
export function* touchedOrders(
  index: ChangeIndex,
  closed: readonly ClosedMonth[],
): Task<ReadonlyMap<Month, readonly string[]>> {
  const spans = closed.map(({ month, since }) => ({
    month,
    since,
    fromMs: localToMs(startOfMonth(month)) - LONGEST_ORDER_MS,
    toMs: localToMs(endOfMonth(month)),
    newest: new Map<number, number>(),
  }));
  for (let change = 0; change < index.size; change += 1) {
    if (change % ROWS_A_STEP === 0) yield;
    if (spans.length === 0 || !isMoved(index, change)) continue;
    const readAt = index.readings[index.readingOf[change] ?? 0]?.readAt ?? null;
    const at = index.purchaseMs[change] ?? Number.NaN;
    const isAnywhere = Number.isNaN(at) || (index.columns(change)?.includes(PURCHASE) ?? false);
    for (const { since, fromMs, toMs, newest } of spans) {
      if (since !== null && readAt !== null && readAt < since) continue;
      if (isAnywhere || (at >= fromMs && at <= toMs)) newest.set(index.orderOf[change] ?? -1, change);
    }
  }
  return new Map(
    spans.flatMap(({ month, newest }) =>
      newest.size === 0
        ? []
        : [[month, [...newest].map(([order, change]) => textOf(index, order, change)).sort()]],
    ),
  );
}

/** Whether what a close keeps of an order can be another after a change. */
function isMoved(index: ChangeIndex, change: number): boolean {
  if (index.before.rows[change] !== index.after.rows[change]) return true;
  const columns = index.columns(change);
  return columns === null || columns.some((column) => KEPT.has(column));
}

function textOf(index: ChangeIndex, order: number, change: number): string {
  return JSON.stringify([index.orders[order]?.key ?? '', index.after.figures(change), change]);
}
