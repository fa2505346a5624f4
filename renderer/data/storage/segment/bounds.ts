import { readMs } from '#renderer/data/engine/columns/column-store.ts';
import type { Segment } from '#renderer/data/engine/columns/segment.ts';

export type PurchaseBounds = { readonly fromMs: number; readonly toMs: number };

/** The range that holds both. */
export function joinBounds(a: PurchaseBounds, b: PurchaseBounds): PurchaseBounds {
  return { fromMs: Math.min(a.fromMs, b.fromMs), toMs: Math.max(a.toMs, b.toMs) };
}

/**
 * [from, to) in which the purchases of a segment's rows lie, so that they can be read again if its bytes are lost.
 * Rows without a readable date come with the window they came with; null where it is unknown.
 */
export function purchaseBounds(segment: Segment, window: PurchaseBounds | null): PurchaseBounds | null {
  const purchases = readMs(segment.columns.get('Fecha de compra'), segment.rowCount);
  let fromMs = Number.POSITIVE_INFINITY;
  let toMs = Number.NEGATIVE_INFINITY;
  let undated = 0;
  for (const ms of purchases) {
    if (Number.isNaN(ms)) undated += 1;
    else {
      if (ms < fromMs) fromMs = ms;
      if (ms >= toMs) toMs = ms + 1;
    }
  }
  if (undated > 0) {
    if (window === null) return null;
    return joinBounds({ fromMs, toMs }, window);
  }
  return { fromMs, toMs };
}
