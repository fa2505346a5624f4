import type { ColumnStore } from './column-store.ts';
import type { Segment, SegmentColumn } from './segment.ts';

/** Where product cost is loaded (shared/README.md, Numbers): a cost of 0, absent or unreadable counts as not loaded. */

/** Bits of a row's mark. */
const HAS_COST = 1;
const LACKS_COST = 2;

const known = new WeakMap<Segment, Uint8Array>();

/** Per row: 1 where it has a product cost, 2 where it has Ventas other than 0 and no product cost. */
export function productCostFlags(segment: Segment): Uint8Array {
  const marks = known.get(segment);
  if (marks !== undefined) return marks;
  const made = nonZero(segment.columns.get('Costo de Producto'), segment.rowCount);
  const ventas = nonZero(segment.columns.get('Ventas'), segment.rowCount);
  for (let row = 0; row < made.length; row += 1) {
    made[row] = made[row] === 1 ? HAS_COST : ventas[row] === 1 ? LACKS_COST : 0;
  }
  known.set(segment, made);
  return made;
}

/** Whether a row has Ventas and no product cost. */
export function lacksProductCost(store: ColumnStore, row: number): boolean {
  const segment = store.segmentOf(row);
  return productCostFlags(segment)[row - segment.base] === LACKS_COST;
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
