import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { Members } from '#renderer/data/engine/filter/selection-mask.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import type { Task } from '#shared/base/tasks.ts';
import { findColumn, isSummable } from '#shared/domain/column-catalogue.ts';
import { type Decimal, toDecimal, ZERO } from '#shared/domain/decimal.ts';
import { RATE_BASE_COLUMN, RATE_COLUMNS } from '#shared/domain/profitability.ts';
import { decimalReader, rollUp, rollUpCounts, unreadableOf } from './column-sums.ts';
import { createOrderCounter, type Level } from './distinct-orders.ts';
import { type DimensionCodes, type GroupSlots, slotsOf } from './group-codes.ts';
import { type GroupedSums, sumGroups } from './grouped-sums.ts';

/** Rows by no, one or two dimensions, for one period or two, from one pass. Only distinct orders are counted by level. */
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
): Task<Breakdown> {
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
function levelOf(slotCount: number, periods: number, itemCount: number, itemOf: (pair: number) => number) {
  const parentOf = new Uint32Array(slotCount);
  for (let slot = 1; slot < slotCount; slot += 1) {
    const period = (slot - 1) % periods;
    parentOf[slot] = 1 + itemOf((slot - 1 - period) / periods) * periods + period;
  }
  return { parentOf, parentCount: 1 + itemCount * periods };
}

function figures(sums: GroupedSums, periods: number, orders: Float64Array): LevelFigures {
  const slotOf = (item: number, period: number) => 1 + item * periods + period;
  const totalsAt = createTotals(sums);
  return {
    sums,
    slotOf,
    rowsOf: (item, period) => sums.rows[slotOf(item, period)] ?? 0,
    totalsOf: (item, period) => {
      const slot = slotOf(item, period);
      return totalsAt(slot, orders[slot] ?? 0);
    },
  };
}

/** The figures of groups of rows: one computation behind every total, subtotal and chart. */
export type GroupTotals = Omit<Totals, 'revision'>;

/** The columns to sum so that the asked ones can be shown: a percentage needs its part and its base. */
function summedColumns(columns: readonly string[]): readonly string[] {
  const summed = new Set<string>();
  for (const key of columns) {
    const column = findColumn(key);
    if (column !== undefined && isSummable(column)) summed.add(key);
    const part = RATE_COLUMNS[key];
    if (part !== undefined) {
      summed.add(part);
      summed.add(RATE_BASE_COLUMN);
    }
  }
  return [...summed];
}

/** Reads the figures of slot after slot: products are thousands, of thirty columns each. */
export function createTotals(all: GroupedSums): (slot: number, orders: number) => GroupTotals {
  // What no segment carries is in no group.
  const carried = [...all.sums].filter(([, { lanes }]) => lanes.length > 0);
  const readers = carried.map(([column, sums]) => ({ column, sums, read: decimalReader(sums) }));
  // Most sums of most groups are 0: these are there by the copy, which is made far faster than key by key.
  const zeros = Object.fromEntries(readers.map(({ column, read }) => [column, read.zero]));
  const readSales = decimalReader(all.salesWithCost);
  return (slot, orders) => {
    const rows = all.rows[slot] ?? 0;
    const sums: { [column: string]: Decimal } = { ...zeros };
    const unreadable: { [column: string]: number } = {};
    for (const { column, sums: columnSums, read } of readers) {
      const sum = read.at(slot, rows);
      if (sum === null) delete sums[column];
      else if (sum !== read.zero) sums[column] = sum;
      const count = unreadableOf(columnSums, slot);
      if (count > 0) unreadable[column] = count;
    }
    return {
      rows,
      orders,
      sums,
      unreadable,
      ventasWithProductCost: readSales.at(slot, Number.POSITIVE_INFINITY) ?? toDecimal(ZERO),
      rowsWithoutProductCost: all.rowsWithoutCost[slot] ?? 0,
    };
  };
}

/** The sums of the slots' parents: exact, as the slots' own are. */
function sumsOfParents(all: GroupedSums, parentOf: Uint32Array, parentCount: number): GroupedSums {
  return {
    slotCount: parentCount,
    rows: rollUpCounts(all.rows, parentOf, parentCount),
    rowsWithoutCost: rollUpCounts(all.rowsWithoutCost, parentOf, parentCount),
    salesWithCost: rollUp(all.salesWithCost, parentOf, parentCount),
    sums: new Map([...all.sums].map(([column, sums]) => [column, rollUp(sums, parentOf, parentCount)])),
  };
}
