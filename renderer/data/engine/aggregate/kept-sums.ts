import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { membersOf, type SelectionMask } from '#renderer/data/engine/filter/selection-mask.ts';
import { comparedRows } from '#renderer/data/engine/scan/compared-rows.ts';
import type { Task } from '#shared/base/tasks.ts';
import { createTotals, type GroupTotals } from './breakdown.ts';
import { addExtra, type ColumnSums, rollUp, rollUpCounts } from './column-sums.ts';
import { createOrderCounter } from './distinct-orders.ts';
import { codeDimension, slotsOf } from './group-codes.ts';
import { type GroupedSums, sumGroups } from './grouped-sums.ts';

/** Sums of a selection by the texts of one column, gone on from as rows come and go. Orders are not counted. */
export type SumsByText = {
  readonly mask: Uint8Array;
  /** The slot of a text is its code plus one. */
  readonly sums: GroupedSums;
};

/** Of rows selected otherwise than before, at most this share: with more, all are added up anew. */
const MOST_CHANGED = 1 / 8;

/**
 * Adds up the rows of a selection by the texts of a column: those of before, less the rows that are selected no longer, with
 * those that came.
 * @param before of the same store and columns, whatever was selected then; null: nothing
 */
export function* sumByText(
  store: ColumnStore,
  { mask, rowsIn }: Pick<SelectionMask, 'mask' | 'rowsIn'>,
  column: string,
  columns: readonly string[],
  before: SumsByText | null,
): Task<SumsByText> {
  const dimension = yield* codeDimension(store, { column, unit: null }, null);
  const sumsIn = function* (rows: Pick<SelectionMask, 'mask' | 'rowsIn'>): Task<GroupedSums> {
    const members = membersOf(rows);
    const slots = yield* slotsOf(store, members, [dimension]);
    return yield* sumGroups(store, members, slots, columns, createOrderCounter([], slots.slotCount));
  };
  if (before !== null) {
    const { went, came } = yield* comparedRows(store, before.mask, mask);
    if (went !== null && went.rows + came.rows <= mask.length * MOST_CHANGED) {
      const sums = exchanged(before.sums, yield* sumsIn(went), yield* sumsIn(came));
      if (sums !== null) return { mask, sums };
    }
  }
  return { mask, sums: yield* sumsIn({ mask, rowsIn }) };
}

/** What all rows come to. */
export function wholeOf({ sums: all }: SumsByText): GroupTotals {
  const parentOf = new Uint32Array(all.slotCount).fill(1, 1);
  const roll = (sums: ColumnSums) => rollUp(sums, parentOf, 2);
  const totalsAt = createTotals({
    slotCount: 2,
    rows: rollUpCounts(all.rows, parentOf, 2),
    rowsWithoutCost: rollUpCounts(all.rowsWithoutCost, parentOf, 2),
    salesWithCost: roll(all.salesWithCost),
    sums: new Map([...all.sums].map(([column, sums]) => [column, roll(sums)])),
  });
  return totalsAt(1, 0);
}

/** The sums without those that went and with those that came; null where they cannot be told exactly. */
function exchanged(before: GroupedSums, went: GroupedSums, came: GroupedSums): GroupedSums | null {
  const { slotCount } = came;
  const counts = (of: (sums: GroupedSums) => Float64Array) =>
    exchangedCounts(of(before), of(went), of(came), slotCount);
  const salesWithCost = exchangedSums(before.salesWithCost, went.salesWithCost, came.salesWithCost);
  if (salesWithCost === null) return null;
  const sums = new Map<string, ColumnSums>();
  for (const [column, own] of before.sums) {
    const [less, more] = [went.sums.get(column), came.sums.get(column)];
    const all = less === undefined || more === undefined ? null : exchangedSums(own, less, more);
    if (all === null) return null;
    sums.set(column, all);
  }
  return {
    ...{ slotCount, salesWithCost, sums },
    rows: counts(({ rows }) => rows),
    rowsWithoutCost: counts(({ rowsWithoutCost }) => rowsWithoutCost),
  };
}

/**
 * Null where rows came in at another scale, where a sum may be past what a double carries, and where a value that only
 * stands by itself went: what it left to the digits of its sum cannot be taken off.
 */
function exchangedSums(before: ColumnSums, went: ColumnSums, came: ColumnSums): ColumnSums | null {
  const areAlike =
    before.lanes.length === came.lanes.length &&
    before.lanes.every(({ scale, lows }, at) => lows === null && came.lanes[at]?.scale === scale) &&
    came.lanes.every(({ lows }) => lows === null);
  if (!areAlike || went.extra.size > 0) return null;
  const length = came.lanes[0]?.sums.length ?? 0;
  const extra = new Map(before.extra);
  for (const [slot, value] of came.extra) addExtra(extra, slot, value);
  const rare = (of: (sums: ColumnSums) => Float64Array | null): Float64Array | null => {
    if (of(before) === null && of(came) === null) return null;
    return exchangedCounts(of(before), of(went), of(came), length);
  };
  return {
    scale: came.scale,
    lanes: came.lanes.map((lane, at) => ({
      ...lane,
      sums: exchangedCounts(before.lanes[at]?.sums ?? null, went.lanes[at]?.sums ?? null, lane.sums, length),
    })),
    absent: rare(({ absent }) => absent),
    unreadable: rare(({ unreadable }) => unreadable),
    extra,
  };
}

/** Null: nothing at all. */
function exchangedCounts(
  before: Float64Array | null,
  went: Float64Array | null,
  came: Float64Array | null,
  length: number,
): Float64Array {
  const all = new Float64Array(length);
  for (let slot = 0; slot < length; slot += 1) {
    all[slot] = (before?.[slot] ?? 0) - (went?.[slot] ?? 0) + (came?.[slot] ?? 0);
  }
  return all;
}
