import fc from 'fast-check';
import { type ColumnStore, createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { orderKeyReader } from '#shared/domain/order-identity.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { decodeSomewhere } from '#test/renderer/data/storage/memory/out-of-memory.ts';
import type { NaiveRow } from './naive.ts';

/**
 * A store whose orders come, change, go, come back and are merged, as commits and compactions do it: for what is kept from one
 * commit to the next.
 */

export type StoreChange =
  /** Orders by their places among `orders`; none of their rows: they go. */
  | { readonly is: 'commit'; readonly orders: readonly number[]; readonly isRemoval: boolean }
  | { readonly is: 'merge'; readonly from: number; readonly count: number };

export const storeChange: fc.Arbitrary<StoreChange> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant('commit' as const),
      orders: fc.array(fc.nat({ max: 400 }), { minLength: 1, maxLength: 12 }),
      isRemoval: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      is: fc.constant('merge' as const),
      from: fc.nat({ max: 3 }),
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
);

/** @param versionOf the rows of an order at its nth version, from 0 on */
export function changingStore(
  columns: readonly string[],
  orderCount: number,
  versionOf: (order: number, version: number) => readonly NaiveRow[],
): { readonly store: ColumnStore; readonly change: (change: StoreChange) => void } {
  const store = createColumnStore();
  const keyOf = orderKeyReader({ columns });
  const versions = new Map<number, number>();
  const cellsOf = (row: NaiveRow): readonly Cell[] => columns.map((column) => row[column] ?? null);
  let lastId = 0;
  const encoded = (rows: readonly (readonly Cell[])[]) => {
    const { bytes, headerLength } = encodeSegment({ columns, rows });
    lastId += 1;
    return { id: lastId, segment: decodeSomewhere(bytes, headerLength) };
  };
  const commit = (orders: readonly number[], isRemoval: boolean): void => {
    const come: (readonly Cell[])[] = [];
    for (const order of new Set(orders.map((each) => each % orderCount))) {
      const version = versions.get(order) ?? 0;
      versions.set(order, version + 1);
      const now = versionOf(order, version).map(cellsOf);
      const before = version === 0 ? [] : versionOf(order, version - 1).map(cellsOf);
      for (const cells of [...before, ...now]) store.markDeleted(store.rowsOfOrder(keyOf(cells)));
      if (!isRemoval) come.push(...now);
    }
    if (come.length > 0) {
      const { id, segment } = encoded(come);
      store.addSegment(id, segment, null);
    }
    store.raiseRevision();
  };
  const merge = (from: number, count: number): void => {
    const old = store.segments.filter(({ retired }) => !retired).slice(from, from + count);
    const rows = old.flatMap(({ base, isLive }) =>
      [...isLive.keys()].filter((at) => isLive[at] === 1).map((at) => base + at),
    );
    const cells = rows.map((row) => columns.map((column) => store.cell(row, column)));
    const merged = rows.length === 0 ? null : { ...encoded(cells), rows: Uint32Array.from(rows) };
    store.replaceSegments(
      old.map(({ id }) => id),
      merged,
    );
  };
  commit(
    Array.from({ length: orderCount }, (_, order) => order),
    false,
  );
  return {
    store,
    change: (each) =>
      each.is === 'commit' ? commit(each.orders, each.isRemoval) : merge(each.from, each.count),
  };
}
