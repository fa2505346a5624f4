import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import { rowCode } from '#renderer/data/engine/columns/global-dictionary.ts';
import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';

/** What rows that belong to no product carry as SKU (spec 2.2, marketplace rows): no product explains them. */
const NO_SKU: readonly string[] = ['', 'Sin SKU'];

const newestRowOf = defineDerivation<ColumnStore, ReadonlyMap<string, number>>();

/** The product of the newest purchase of each SKU, by SKU. */
export function* productCaptions(store: ColumnStore): CooperativeTask<(sku: string) => string | null> {
  const { numbering } = store;
  const rowOf =
    newestRowOf.get(store, numbering) ?? newestRowOf.keep(store, yield* newestRows(store), numbering);
  return (sku) => {
    const row = NO_SKU.includes(sku) ? undefined : rowOf.get(sku);
    return row === undefined ? null : store.cell(row, 'Producto') || null;
  };
}

/** The row of each SKU's newest purchase. */
function* newestRows(store: ColumnStore): CooperativeTask<Map<string, number>> {
  const dictionary = store.dictionary('SKU Producto');
  const codes = store.segments.map((segment, index) => dictionary.codesOf(index, segment));
  const newest = new Float64Array(dictionary.texts.length).fill(Number.NEGATIVE_INFINITY);
  const rowOf = new Int32Array(dictionary.texts.length).fill(-1);
  for (const [index, segment] of store.segments.entries()) {
    const local = codes[index];
    if (local === undefined || segment.retired) continue;
    yield;
    for (let at = 0; at < segment.rowCount; at += 1) {
      if (segment.isLive[at] !== 1) continue;
      const sku = rowCode(local, at);
      const ms = segment.purchaseMs[at] ?? Number.NaN;
      if (rowOf[sku] === -1 || ms > (newest[sku] ?? 0)) {
        rowOf[sku] = segment.base + at;
        if (!Number.isNaN(ms)) newest[sku] = ms;
      }
    }
  }
  const rows = new Map<string, number>();
  for (const [sku, text] of dictionary.texts.entries()) {
    if ((rowOf[sku] ?? -1) >= 0) rows.set(text, rowOf[sku] ?? 0);
  }
  return rows;
}
