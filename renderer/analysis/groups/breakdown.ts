import type { ColumnStore } from '../rows/column-store.ts';
import type { Members } from '../selection/members.ts';
import type { Slices } from '../slices.ts';
import { createOrderCounter, type OrderCounter } from '../sums/distinct-orders.ts';
import { type GroupedSums, type Level, sumGroups } from '../sums/grouped-sums.ts';
import { type GroupTotals, summedColumns, sumsOfParents, totalsOf } from '../sums/totals.ts';
import type { DimensionCodes } from './dimension-codes.ts';
import { type GroupSlots, slotsOf } from './group-slots.ts';

/**
 * Rows broken down by no, one or two dimensions, for one period or two, from one pass: the figures of the finest
 * groups, of the first dimension's, and of all. Only distinct orders are counted at each level.
 */
export type Breakdown = {
  readonly slots: GroupSlots;
  /** By pair of keys, by key of the first dimension, and all; each for each period. */
  readonly pairs: LevelFigures;
  readonly firsts: LevelFigures;
  readonly total: LevelFigures;
};

export type LevelFigures = {
  readonly sums: GroupedSums;
  /** Rows of an item (a pair, a key, or 0 for all) in a period. */
  readonly rowsOf: (item: number, period: number) => number;
  readonly totalsOf: (item: number, period: number) => GroupTotals;
  readonly slotOf: (item: number, period: number) => number;
};

export function* breakDown(
  store: ColumnStore,
  members: Members,
  dimensions: readonly DimensionCodes[],
  columns: readonly string[],
): Slices<Breakdown> {
  const slots = yield* slotsOf(store, members, dimensions);
  const { slotCount, periods } = slots;
  const parents = (keyOf: (pair: number) => number): Uint32Array =>
    Uint32Array.from({ length: slotCount }, (_, slot) =>
      slot === 0 ? 0 : 1 + keyOf(Math.floor((slot - 1) / periods)) * periods + ((slot - 1) % periods),
    );
  const ownLevel: Level = { parentOf: null, orders: createOrderCounter(store.orders, slotCount) };
  const levels = [ownLevel];
  const levelOf = (parentOf: Uint32Array, itemCount: number) => {
    const parentCount = 1 + itemCount * periods;
    const orders = createOrderCounter(store.orders, parentCount);
    levels.push({ parentOf, orders });
    return { parentOf, parentCount, orders };
  };
  const firstLevel =
    dimensions.length < 2
      ? null
      : levelOf(
          parents((pair) => slots.keysOfPair(pair)[0]),
          slots.firstKeyCount,
        );
  const totalParents = dimensions.length === 0 ? null : parents(() => 0);
  // With one period the orders of all are those that any slot has met.
  const totalLevel = totalParents === null || periods === 1 ? null : levelOf(totalParents, 1);
  const sums = yield* sumGroups(store, members, slots, summedColumns(columns), levels);

  const pairs = figures(sums, periods, ownLevel.orders);
  const firsts =
    firstLevel === null
      ? pairs
      : figures(sumsOfParents(sums, firstLevel.parentOf, firstLevel.parentCount), periods, firstLevel.orders);
  const total =
    totalParents === null
      ? pairs
      : figures(
          sumsOfParents(sums, totalParents, 1 + periods),
          periods,
          totalLevel?.orders ?? { counts: Uint32Array.of(0, ownLevel.orders.distinct()) },
        );
  return { slots, pairs, firsts, total };
}

function figures(sums: GroupedSums, periods: number, { counts }: Pick<OrderCounter, 'counts'>): LevelFigures {
  const slotOf = (item: number, period: number) => 1 + item * periods + period;
  return {
    sums,
    slotOf,
    rowsOf: (item, period) => sums.rows[slotOf(item, period)] ?? 0,
    totalsOf: (item, period) => {
      const slot = slotOf(item, period);
      return totalsOf(sums, slot, counts[slot] ?? 0);
    },
  };
}
