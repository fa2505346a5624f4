import { cellAt } from '#renderer/data/engine/columns/segment.ts';
import type { Ledger } from '#renderer/data/storage/ledger.ts';
import { dateMsOf, printOfRow, SENT_COLUMNS, type WireRow } from './source.ts';

/**
 * Every visible row of a ledger. Columns it lacks, and cells without a value, are left out. Column by column: what has left
 * memory is read back for a column of a segment, and not for each of its cells.
 */
export function rowsOfLedger(ledger: Ledger, columns: readonly string[] = SENT_COLUMNS): readonly WireRow[] {
  return ledger.store.segments.flatMap((segment) => {
    const live: { readonly at: number; readonly row: { [column: string]: string } }[] = [];
    for (let at = 0; at < segment.rowCount; at += 1) if (segment.isLive[at] === 1) live.push({ at, row: {} });
    for (const column of columns) {
      const stored = segment.columns.get(column);
      if (stored === undefined) continue;
      for (const { at, row } of live) {
        const cell = cellAt(stored, at);
        if (cell !== null) row[column] = cell;
      }
    }
    return live.map(({ row }) => row);
  });
}

/** What one multiset of rows has more often than another, as prints. */
export function surplus(
  rows: readonly WireRow[],
  others: readonly WireRow[],
  printOf: (row: WireRow) => string = printOfRow,
): readonly string[] {
  return surplusRows(rows, others, printOf).map(printOf);
}

export function surplusRows(
  rows: readonly WireRow[],
  others: readonly WireRow[],
  printOf: (row: WireRow) => string = printOfRow,
): readonly WireRow[] {
  const left = new Map<string, number>();
  for (const row of others) {
    const print = printOf(row);
    left.set(print, (left.get(print) ?? 0) + 1);
  }
  const more: WireRow[] = [];
  for (const row of rows) {
    const print = printOf(row);
    const count = left.get(print) ?? 0;
    if (count === 0) more.push(row);
    else left.set(print, count - 1);
  }
  return more;
}

export const purchaseOf = (row: WireRow) => row['Fecha de compra'] ?? '';
export const isUndated = (row: WireRow) => Number.isNaN(purchaseMsOf(row));
/** NaN where it is unreadable, and for days that there are not. */
export const purchaseMsOf = (row: WireRow): number => dateMsOf(purchaseOf(row));
/** Whether the day of a row lies before any that people sell on, or after a moment of the zoneless axis. */
export const isFar = (row: WireRow, afterMs: number) =>
  purchaseMsOf(row) < Date.UTC(2000, 0, 1) || purchaseMsOf(row) > afterMs;
/** "" where the date is unreadable. */
export const monthOfRow = (row: WireRow) => (isUndated(row) ? '' : purchaseOf(row).slice(0, 7));
