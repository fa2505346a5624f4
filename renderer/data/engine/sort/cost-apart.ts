import { LACKS_COST, productCostFlags } from '#renderer/data/engine/aggregate/row-flags.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { SelectionMask } from '#renderer/data/engine/filter/selection-mask.ts';
import type { Task } from '#shared/base/tasks.ts';
import { findColumn } from '#shared/domain/column-catalogue.ts';
import { sortByUint32Task } from './radix-sort.ts';

/**
 * Rates of Comercial and Total look greater where a product cost is missing (spec 2.5.1): sorted by one of them, lines that
 * lack a cost stand after all that have theirs, in the same order among themselves, and before those without a rate.
 */

/** How a line stands: with all its costs, without one, or without a value. */
export const STANDING = { whole: 0, lacking: 1, none: 2 } as const;
const STANDINGS = 3;

export function standsApart(column: string): boolean {
  const scope = findColumn(column)?.scope;
  const isRate = scope?.figure === 'profitability-rate' || scope?.figure === 'cost-rate';
  return isRate && (scope.name === 'comercial' || scope.name === 'total');
}

/** 1 of each order with a selected row that lacks its cost; by order. */
export function* ordersLackingCost(store: ColumnStore, { mask, rowsIn }: SelectionMask): Task<Uint8Array> {
  const lacking = new Uint8Array(store.orders.orderCount);
  for (const [index, segment] of store.segments.entries()) {
    if ((rowsIn[index] ?? 0) === 0) continue;
    const flags = productCostFlags(segment);
    for (let at = 0; at < segment.rowCount; at += 1) {
      if (flags[at] === LACKS_COST && mask[segment.base + at] === 1) lacking[segment.orderOf[at] ?? 0] = 1;
    }
    yield;
  }
  return lacking;
}

/** 1 of each selected row that lacks its cost; by row. */
export function* rowsLackingCost(store: ColumnStore, { rowsIn }: SelectionMask): Task<Uint8Array> {
  const lacking = new Uint8Array(store.rowSpan);
  for (const [index, segment] of store.segments.entries()) {
    if ((rowsIn[index] ?? 0) === 0) continue;
    const flags = productCostFlags(segment);
    for (let at = 0; at < flags.length; at += 1)
      lacking[segment.base + at] = flags[at] === LACKS_COST ? 1 : 0;
    yield;
  }
  return lacking;
}

/** Puts sorted lines apart by how they stand; those alike stay in their order. */
export function* putApart(lines: Uint32Array, standingOf: (line: number) => number): Task<undefined> {
  const words = new Uint32Array(lines.length);
  for (let at = 0; at < lines.length; at += 1) words[at] = standingOf(lines[at] ?? 0);
  yield;
  yield* sortByUint32Task(lines, words, STANDINGS);
}
