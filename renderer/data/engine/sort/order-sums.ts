import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { DecimalColumn } from '#renderer/data/engine/columns/segment.ts';
import type { SelectionMask } from '#renderer/data/engine/filter/selection-mask.ts';
import type { Task } from '#shared/base/tasks.ts';

/** Exact sums of a column by order, as whole units of one scale; what they say of orders without selected rows means nothing. */
export type OrderSums = { readonly scale: number; readonly sums: Float64Array };

/**
 * Adds up a column over the selected rows of each order.
 * @returns null where doubles do not tell all of it: a selected segment has a value that is absent, unreadable or beyond its
 * arrays, segments carry the column at several scales, or a sum may pass 2^53
 */
export function* orderSums(
  store: ColumnStore,
  { mask, rowsIn }: SelectionMask,
  column: string,
): Task<OrderSums | null> {
  const [scale, ...more] = store.scalesOf(column);
  if (scale === undefined || more.length > 0 || scale.magnitude > Number.MAX_SAFE_INTEGER) return null;
  const parts: { readonly base: number; readonly orderOf: Uint32Array; readonly found: DecimalColumn }[] = [];
  for (const [index, { base, orderOf, columns }] of store.segments.entries()) {
    if ((rowsIn[index] ?? 0) === 0) continue;
    const found = columns.get(column);
    if (found?.kind !== 'decimal' || found.exceptions.rows.length > 0) return null;
    parts.push({ base, orderOf, found });
  }
  const sums = new Float64Array(store.orders.orderCount);
  const wide = new Int32Array(store.longestSegment);
  for (const { base, orderOf, found } of parts) {
    const members = mask.subarray(base, base + orderOf.length);
    const { rows, values } = found;
    if (rows !== null || values instanceof Float64Array) addListed(sums, orderOf, members, found);
    else {
      // The loop over all rows knows one kind of integers.
      if (!(values instanceof Int32Array)) wide.set(values);
      addInts(sums, orderOf, members, values instanceof Int32Array ? values : wide);
    }
    yield;
  }
  return { scale: scale.scale, sums };
}

function addInts(sums: Float64Array, orderOf: Uint32Array, members: Uint8Array, values: Int32Array): void {
  for (let at = 0; at < orderOf.length; at += 1) {
    const order = orderOf[at] ?? 0;
    sums[order] = (sums[order] ?? 0) + ((values[at] ?? 0) & (0 - (members[at] ?? 0)));
  }
}

function addListed(
  sums: Float64Array,
  orderOf: Uint32Array,
  members: Uint8Array,
  { rows, values }: DecimalColumn,
): void {
  for (let at = 0; at < values.length; at += 1) {
    const row = rows === null ? at : (rows[at] ?? 0);
    const order = orderOf[row] ?? 0;
    sums[order] = (sums[order] ?? 0) + (values[at] ?? 0) * (members[row] ?? 0);
  }
}
