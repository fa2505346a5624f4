import type { Segment } from './segment.ts';
import type { StoredSegment } from './stored-segment.ts';

/** What becomes of the rows of segments that another one takes the place of. */

export const NO_ROWS: Segment = { rowCount: 0, columns: new Map() };

/** What the store keeps of each row, in the order of `rows`; `live`: how many of them are alive. */
export function gatherRows(rows: Uint32Array, segmentOf: (row: number) => StoredSegment) {
  const { length } = rows;
  const isLive = new Uint8Array(length);
  const notes = new Uint8Array(length);
  const orderOf = new Uint32Array(length);
  const purchaseMs = new Float64Array(length);
  let live = 0;
  let segment: StoredSegment | null = null;
  for (let at = 0; at < length; at += 1) {
    const row = rows[at] ?? 0;
    if (segment === null || row < segment.base || row >= segment.base + segment.rowCount) {
      segment = segmentOf(row);
    }
    const from = row - segment.base;
    isLive[at] = segment.isLive[from] ?? 0;
    live += segment.isLive[from] ?? 0;
    notes[at] = segment.notes[from] ?? 0;
    orderOf[at] = segment.orderOf[from] ?? 0;
    purchaseMs[at] = segment.purchaseMs[from] ?? Number.NaN;
  }
  return { isLive, notes, orderOf, purchaseMs, live };
}

export function countOnes(bytes: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) count += bytes[at] ?? 0;
  return count;
}

/** What retired segments show for their rows: all of them share it. */
export function createBlankRows(mostRows: number) {
  const zeros = new Uint8Array(mostRows);
  const orders = new Uint32Array(mostRows);
  const undated = new Float64Array(mostRows).fill(Number.NaN);
  return (rowCount: number) => ({
    columns: NO_ROWS.columns,
    isLive: zeros.subarray(0, rowCount),
    notes: zeros.subarray(0, rowCount),
    orderOf: orders.subarray(0, rowCount),
    purchaseMs: undated.subarray(0, rowCount),
    firstPurchase: Number.POSITIVE_INFINITY,
    lastPurchase: Number.NEGATIVE_INFINITY,
    retired: true,
  });
}
