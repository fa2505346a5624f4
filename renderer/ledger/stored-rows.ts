import type { OrderKey } from '#shared/orders/identity.ts';
import { orderKeyReader } from '#shared/orders/identity.ts';
import type { CoverRange } from '#shared/windows/cover.ts';
import type { ColumnStore } from '../analysis/column-store.ts';
import { cellAt } from '../analysis/segment.ts';
import type { StoredRows } from './plan-commit.ts';
import { plannedRow, rowSource } from './planned-rows.ts';

/** The columns in memory as the commit's plan and the judgement of windows ask for them. */
export function storedRowsOf(store: ColumnStore): StoredRows {
  const columns = [...store.columnKeys()];
  const source = rowSource(columns);
  const orderKey = orderKeyReader({ columns });
  const cellsOf = (row: number) => {
    const segment = store.segmentOf(row);
    return columns.map((column) => cellAt(segment.columns.get(column), row - segment.base));
  };
  return {
    ofOrder: (key) => store.rowsOfOrder(key).map((row) => plannedRow(source, cellsOf(row), row, null)),
    ordersBoughtIn({ fromMs, toMs }) {
      const seen = new Set<number>();
      const keys: OrderKey[] = [];
      for (const segment of store.segments) {
        if (segment.firstPurchase >= toMs || segment.lastPurchase < fromMs) continue;
        for (let at = 0; at < segment.rowCount; at += 1) {
          const ms = segment.purchaseMs[at] ?? Number.NaN;
          const order = segment.orderOf[at] ?? 0;
          if (segment.alive[at] === 1 && ms >= fromMs && ms < toMs && !seen.has(order)) {
            seen.add(order);
            keys.push(orderKey(cellsOf(segment.base + at)));
          }
        }
      }
      return keys;
    },
  };
}

/** Counts live rows bought in a range: one sorted list of all purchases, made when first asked. */
export function purchaseCounter(store: ColumnStore): (range: CoverRange) => number {
  let sorted: Float64Array | null = null;
  const sortedPurchases = (): Float64Array => {
    if (sorted !== null) return sorted;
    const all = new Float64Array(store.liveRows);
    let count = 0;
    for (const segment of store.segments) {
      for (let at = 0; at < segment.rowCount; at += 1) {
        const ms = segment.purchaseMs[at] ?? Number.NaN;
        if (segment.alive[at] === 1 && !Number.isNaN(ms)) {
          all[count] = ms;
          count += 1;
        }
      }
    }
    sorted = all.subarray(0, count).sort();
    return sorted;
  };
  const before = (ms: number): number => {
    const list = sortedPurchases();
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((list[middle] ?? 0) < ms) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return ({ fromMs, toMs }) => before(toMs) - before(fromMs);
}
