import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { Members } from '#renderer/data/engine/filter/members.ts';
import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';
import type { DimensionCodes } from './dimension-codes.ts';
import { createOrderCounter, type Level } from './distinct-orders.ts';
import { type GroupSlots, slotsOf } from './group-codes.ts';
import { type GroupedSums, sumGroups } from './grouped-sums.ts';
import { type GroupTotals, summedColumns, sumsOfParents, totalsOf } from './totals.ts';

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
): CooperativeTask<Breakdown> {
  const slots = yield* slotsOf(store, members, dimensions);
  const { slotCount, periods, firstKeyCount } = slots;
  const own: Level = { parentOf: null, parentCount: slotCount };
  const first =
    dimensions.length < 2
      ? own
      : levelOf(slotCount, periods, firstKeyCount, (pair) => slots.firstKeyOf(pair));
  const all = dimensions.length === 0 ? own : levelOf(slotCount, periods, 1, () => 0);
  const levels = [...new Set([own, first, all])];
  const orders = createOrderCounter(levels, slotCount);
  const sums = yield* sumGroups(store, members, slots, summedColumns(columns), orders);
  const ordersAt = (level: Level) => orders.countsAt(levels.indexOf(level));
  const pairs = figures(sums, periods, ordersAt(own));
  yield;
  const firsts = first === own ? pairs : figures(sumsAt(sums, first), periods, ordersAt(first));
  yield;
  if (all === own) return { slots, pairs, firsts, total: pairs };
  const ofFirsts = levelOf(firsts.sums.slotCount, periods, 1, () => 0);
  return { slots, pairs, firsts, total: figures(sumsAt(firsts.sums, ofFirsts), periods, ordersAt(all)) };
}

function sumsAt(sums: GroupedSums, { parentOf, parentCount }: Level): GroupedSums {
  return parentOf === null ? sums : sumsOfParents(sums, parentOf, parentCount);
}

/** Slots of an item (a key of the first dimension, or all there is) by period. */
function levelOf(
  slotCount: number,
  periods: number,
  itemCount: number,
  itemOf: (pair: number) => number,
): Level {
  const parentOf = new Uint32Array(slotCount);
  for (let slot = 1; slot < slotCount; slot += 1) {
    const period = (slot - 1) % periods;
    parentOf[slot] = 1 + itemOf((slot - 1 - period) / periods) * periods + period;
  }
  return { parentOf, parentCount: 1 + itemCount * periods };
}

function figures(sums: GroupedSums, periods: number, orders: Float64Array): LevelFigures {
  const slotOf = (item: number, period: number) => 1 + item * periods + period;
  return {
    sums,
    slotOf,
    rowsOf: (item, period) => sums.rows[slotOf(item, period)] ?? 0,
    totalsOf: (item, period) => {
      const slot = slotOf(item, period);
      return totalsOf(sums, slot, orders[slot] ?? 0);
    },
  };
}
