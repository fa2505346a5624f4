import { type ColumnStore, createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { keptRows, readKept } from './kept-rows.ts';

/** So many rows of the demo world in memory, visible; `say` hears of the progress where they have to be made. */
export async function keptStore(rows: number, say: (line: string) => void): Promise<ColumnStore> {
  const store = createColumnStore();
  for (const [id, kept] of (await keptRows(rows, say)).entries()) {
    store.addSegment(id, decodeSegment(await readKept(kept), kept.headerLength), null);
  }
  store.raiseRevision();
  return store;
}
