import type { ColumnStore, StoredSegment } from './column-store.ts';
import type { SegmentColumn } from './segment.ts';

/** Where product cost is loaded (design.md, Numbers): a cost of 0, absent or unreadable counts as not loaded. */

const known = new WeakMap<StoredSegment, { readonly cost: Uint8Array; readonly missing: Uint8Array }>();

/** 1 where a row of the segment has a product cost. */
export function withProductCost(segment: StoredSegment): Uint8Array {
  return marksOf(segment).cost;
}

/** 1 where a row of the segment has Ventas other than 0 and no product cost. */
export function withoutProductCost(segment: StoredSegment): Uint8Array {
  return marksOf(segment).missing;
}

/** Whether a row has Ventas and no product cost. */
export function lacksProductCost(store: ColumnStore, row: number): boolean {
  const segment = store.segmentOf(row);
  return marksOf(segment).missing[row - segment.base] === 1;
}

function marksOf(segment: StoredSegment) {
  const marks = known.get(segment);
  if (marks !== undefined) return marks;
  const cost = nonZero(segment.columns.get('Costo de Producto'), segment.rowCount);
  const missing = nonZero(segment.columns.get('Ventas'), segment.rowCount);
  for (let row = 0; row < missing.length; row += 1) if (cost[row] === 1) missing[row] = 0;
  const made = { cost, missing };
  known.set(segment, made);
  return made;
}

/** 1 where the value is readable and not zero. */
function nonZero(column: SegmentColumn | undefined, rowCount: number): Uint8Array {
  const out = new Uint8Array(rowCount);
  if (column?.kind !== 'decimal') return out;
  const { rows, values, exceptions } = column;
  for (let at = 0; at < values.length; at += 1) {
    if (values[at] !== 0) out[rows === null ? at : (rows[at] ?? 0)] = 1;
  }
  for (let at = 0; at < exceptions.rows.length; at += 1) {
    const meaning = exceptions.meanings[exceptions.codes[at] ?? 0];
    out[exceptions.rows[at] ?? 0] = meaning?.kind === 'value' && meaning.value.units !== 0n ? 1 : 0;
  }
  return out;
}
