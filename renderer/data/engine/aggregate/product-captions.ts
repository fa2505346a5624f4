import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import {
  type GlobalDictionary,
  type RowCodes,
  rowCode,
} from '#renderer/data/engine/columns/global-dictionary.ts';
import type { StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import { NO_SKU } from '#renderer/data/model/products.ts';
import type { Task } from '#shared/base/tasks.ts';

const SKU = 'SKU Producto';

/** The row of the newest purchase of each SKU, by the SKU's code: -1 where none is alive. */
type NewestRows = Int32Array;

const newestRowOf = defineDerivation<ColumnStore, NewestRows>();

/** The product of the newest purchase of each SKU, by SKU; or what another column says of it there. */
export function* productCaptions(
  store: ColumnStore,
  column = 'Producto',
): Task<(sku: string) => string | null> {
  const { numbering } = store;
  const rowOf =
    newestRowOf.get(store, numbering) ?? newestRowOf.keep(store, yield* newestRows(store), numbering);
  const codeOf = codesByText(store.dictionary(SKU));
  return (sku) => {
    const row = NO_SKU.includes(sku) ? -1 : (rowOf[codeOf.get(sku) ?? -1] ?? -1);
    return row < 0 ? null : store.cell(row, column) || null;
  };
}

const textCodes = defineDerivation<GlobalDictionary, Map<string, number>>();

/** Texts keep their codes, and new ones come after them. */
function codesByText(dictionary: GlobalDictionary): ReadonlyMap<string, number> {
  const codes = textCodes.last(dictionary) ?? textCodes.keep(dictionary, new Map());
  const { texts } = dictionary;
  for (let code = codes.size; code < texts.length; code += 1) codes.set(texts[code] ?? '', code);
  return codes;
}

function* newestRows(store: ColumnStore): Task<NewestRows> {
  const dictionary = store.dictionary(SKU);
  const codes = store.segments.map((segment, index) => dictionary.codesOf(index, segment));
  const newest = new Float64Array(dictionary.texts.length).fill(Number.NEGATIVE_INFINITY);
  const rowOf = new Int32Array(dictionary.texts.length).fill(-1);
  for (const [index, segment] of store.segments.entries()) {
    const local = codes[index];
    if (local === undefined || segment.retired) continue;
    yield;
    const rows = newestIn(segment, local);
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? -1;
      if (row < 0) continue;
      const sku = rowCode(local, row);
      const ms = segment.purchaseMs[row] ?? Number.NaN;
      if (rowOf[sku] !== -1 && !(ms > (newest[sku] ?? 0))) continue;
      rowOf[sku] = segment.base + row;
      if (!Number.isNaN(ms)) newest[sku] = ms;
    }
  }
  return rowOf;
}

const newestOfSegment = defineDerivation<StoredSegment, Int32Array>();

/** None is alive, and none ever will be. */
const NONE = -1;
const UNKNOWN = -2;

/** Places in a segment by its own codes. Rows only die: only the codes whose newest row did are looked for again. */
function newestIn(segment: StoredSegment, local: RowCodes): Int32Array {
  const known = newestOfSegment.last(segment);
  if (known !== undefined) return lookedForAgain(segment, local.codes, known);
  const rows = new Int32Array(codeCount(local)).fill(UNKNOWN);
  return newestOfSegment.keep(segment, lookedForAgain(segment, local.codes, rows));
}

/** Puts the newest row that is alive in the place of every one that is not. */
function lookedForAgain(
  { isLive, purchaseMs, rowCount }: StoredSegment,
  codes: RowCodes['codes'],
  rows: Int32Array,
): Int32Array {
  const isWanted = rows.map((row) => (row === UNKNOWN || (row !== NONE && isLive[row] !== 1) ? 1 : 0));
  if (!isWanted.includes(1)) return rows;
  for (let code = 0; code < rows.length; code += 1) if (isWanted[code] === 1) rows[code] = NONE;
  for (let row = 0; row < rowCount; row += 1) {
    const code = codes?.[row] ?? 0;
    if (isWanted[code] !== 1 || isLive[row] !== 1) continue;
    const best = rows[code] ?? -1;
    if (best < 0 || (purchaseMs[row] ?? Number.NaN) > msOf(purchaseMs, best)) rows[code] = row;
  }
  return rows;
}

/** Any date is after none. */
function msOf(purchaseMs: Float64Array, row: number): number {
  const ms = purchaseMs[row] ?? Number.NaN;
  return Number.isNaN(ms) ? Number.NEGATIVE_INFINITY : ms;
}

function codeCount({ codes, map }: RowCodes): number {
  if (map !== null) return map.length;
  let most = 0;
  if (codes !== null) for (const code of codes) most = Math.max(most, code);
  return most + 1;
}
