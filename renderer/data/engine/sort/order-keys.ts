import { scaledOf, sortableSums, unreadableOf } from '#renderer/data/engine/aggregate/column-sums.ts';
import type { GroupSlots } from '#renderer/data/engine/aggregate/group-codes.ts';
import { type GroupedSums, sumGroups } from '#renderer/data/engine/aggregate/grouped-sums.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { Codes, StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import {
  type MemberLayer,
  membersOf,
  type SelectionMask,
} from '#renderer/data/engine/filter/selection-mask.ts';
import type { Task } from '#shared/base/tasks.ts';
import { findColumn } from '#shared/domain/column-catalogue.ts';
import { percentOf, type Scaled } from '#shared/domain/decimal.ts';
import { isRateBase, RATE_BASE_COLUMN, RATE_COLUMNS } from '#shared/domain/profitability.ts';
import { type OrderSums, orderSums } from './order-sums.ts';
import { ABSENT_KEY, UNREADABLE_KEY } from './radix-sort.ts';
import { keysByRow, rankScaled } from './row-keys.ts';
import { textRanks } from './text-order.ts';

/** Sort keys of orders over their selected rows, by position in `orders`. */
export function* orderKeys(
  store: ColumnStore,
  selected: SelectionMask,
  orders: Uint32Array,
  column: string,
): Task<Float64Array> {
  const kind = findColumn(column)?.kind;
  if (kind === 'local-datetime' || kind === 'utc-datetime') {
    return pick(orders, greatestDates(store, selected, column));
  }
  if (kind === 'money' || kind === 'count') {
    const quick = yield* orderSums(store, selected, column);
    if (quick !== null) return pick(orders, quick.sums);
    const all = yield* sumOrders(store, selected, [column]);
    return sumKeys(all, column, orders);
  }
  if (kind === 'percent') {
    const part = RATE_COLUMNS[column] ?? column;
    const quick = quickRates(
      yield* orderSums(store, selected, part),
      yield* orderSums(store, selected, RATE_BASE_COLUMN),
      orders,
    );
    if (quick !== null) return quick;
    const all = yield* sumOrders(store, selected, [part, RATE_BASE_COLUMN]);
    return rateKeys(all, part, orders);
  }
  return pick(orders, yield* commonTexts(store, selected, column));
}

function pick(orders: Uint32Array, keys: Float64Array): Float64Array {
  const picked = new Float64Array(orders.length);
  for (let at = 0; at < orders.length; at += 1) picked[at] = keys[orders[at] ?? 0] ?? ABSENT_KEY;
  return picked;
}

function sumOrders(
  store: ColumnStore,
  selected: SelectionMask,
  columns: readonly string[],
): Task<GroupedSums> {
  return sumGroups(store, membersOf(selected), orderSlots(store), columns, null);
}

function orderSlots(store: ColumnStore): GroupSlots {
  const { orderCount } = store.orders;
  return {
    slotCount: orderCount + 1,
    periods: 1,
    firstKeyOf: (pair) => pair,
    secondKeyOf: () => 0,
    firstKeyCount: orderCount,
    fill(index, { of }: MemberLayer, into) {
      const { base = 0, rowCount = 0, orderOf } = store.segments[index] ?? {};
      for (let at = 0; at < rowCount; at += 1) into[at] = ((orderOf?.[at] ?? 0) + 1) * (of[base + at] ?? 0);
    },
  };
}

function sumKeys(all: GroupedSums, column: string, orders: Uint32Array): Float64Array {
  const sums = all.sums.get(column);
  if (sums === undefined) return new Float64Array(orders.length).fill(ABSENT_KEY);
  const sortable = sortableSums(sums);
  if (sortable !== null) return pick(orders, sortable.subarray(1));
  return rankScaled(
    Array.from(orders, (order) => scaledOf(sums, order + 1, all.rows[order + 1] ?? 0)),
    (at) => (unreadableOf(sums, (orders[at] ?? 0) + 1) > 0 ? UNREADABLE_KEY : ABSENT_KEY),
  );
}

function rateKeys(all: GroupedSums, part: string, orders: Uint32Array): Float64Array {
  const tops = all.sums.get(part);
  const bases = all.sums.get(RATE_BASE_COLUMN);
  const rateOf = (order: number): Scaled | null => {
    const rows = all.rows[order + 1] ?? 0;
    const top = tops === undefined ? null : scaledOf(tops, order + 1, rows);
    const base = bases === undefined ? null : scaledOf(bases, order + 1, rows);
    return top === null || base === null || !isRateBase(base) ? null : (percentOf(top, base) ?? null);
  };
  return rankScaled(Array.from(orders, rateOf), () => ABSENT_KEY);
}

/** Rates of sums that doubles carry, as hundredths of a percent; null where not all of them can be told so. */
function quickRates(
  parts: OrderSums | null,
  bases: OrderSums | null,
  orders: Uint32Array,
): Float64Array | null {
  if (parts === null || bases === null || parts.scale !== bases.scale) return null;
  const { scale } = parts;
  const keys = new Float64Array(orders.length);
  for (let at = 0; at < orders.length; at += 1) {
    const order = orders[at] ?? 0;
    const part = parts.sums[order] ?? 0;
    const base = bases.sums[order] ?? 0;
    // As isRateBase: no rate over nothing, or over more returned than sold.
    if (base <= 0) keys[at] = ABSENT_KEY;
    else {
      const key = quickRate(part, base) ?? exactRate(part, base, scale);
      if (Math.abs(key) > Number.MAX_SAFE_INTEGER) return null;
      keys[at] = key;
    }
  }
  return keys;
}

/** On the edge of rounding. */
function exactRate(part: number, base: number, scale: number): number {
  const rate = percentOf({ units: BigInt(part), scale }, { units: BigInt(base), scale });
  return Number(rate?.units ?? 0n);
}

function eachSelected(
  store: ColumnStore,
  { mask, rowsIn }: SelectionMask,
  visit: (segment: StoredSegment, index: number, members: Uint8Array) => void,
): void {
  for (const [index, segment] of store.segments.entries()) {
    if (rowsIn[index] === 0) continue;
    visit(segment, index, mask.subarray(segment.base, segment.base + segment.rowCount));
  }
}

/** The greatest date among an order's rows; where it has none, why. By order. */
function greatestDates(store: ColumnStore, selected: SelectionMask, column: string): Float64Array {
  const greatest = new Float64Array(store.orders.orderCount).fill(ABSENT_KEY);
  const keys = keysByRow(store, column, (index) => (selected.rowsIn[index] ?? 0) > 0);
  eachSelected(store, selected, ({ base, rowCount, orderOf }, _, members) => {
    for (let at = 0; at < rowCount; at += 1) {
      if (members[at] !== 1) continue;
      const order = orderOf[at] ?? 0;
      const key = keys?.[base + at] ?? ABSENT_KEY;
      const known = greatest[order] ?? ABSENT_KEY;
      const isBetter = known >= UNREADABLE_KEY ? key < known : key < UNREADABLE_KEY && key > known;
      if (isBetter) greatest[order] = key;
    }
  });
  return inSeconds(greatest);
}

/** Most dates are whole seconds: those of years fit a word then, which takes half the passes to sort. */
function inSeconds(keys: Float64Array): Float64Array {
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? 0;
    if (key < UNREADABLE_KEY && key % SECOND_MS !== 0) return keys;
  }
  return keys.map((key) => (key < UNREADABLE_KEY ? key / SECOND_MS : key));
}

const SECOND_MS = 1000;

/** Of orders none of whose rows were met, and of those whose rows differ. */
const NOT_MET = -1;
const MIXED = -2;

/** Rank of the text that all rows of an order share, by order; an order whose rows differ has none. */
function* commonTexts(store: ColumnStore, selected: SelectionMask, column: string): Task<Float64Array> {
  const { mask, rowsIn } = selected;
  const isWanted = (index: number) => (rowsIn[index] ?? 0) > 0;
  const ranks = yield* textRanks(store, column);
  const common = new Float64Array(store.orders.orderCount).fill(NOT_MET);
  for (const [index, { base, rowCount, orderOf, columns }] of store.segments.entries()) {
    if (!isWanted(index)) continue;
    const found = columns.get(column);
    const members = mask.subarray(base, base + rowCount);
    const ofSegment = ranks[index] ?? NO_RANKS;
    if (found?.kind === 'text' && found.codes !== null)
      shareRanks(common, orderOf, members, found.codes, ofSegment);
    else shareRank(common, orderOf, members, ofSegment[0] ?? ABSENT_KEY);
    yield;
  }
  for (let order = 0; order < common.length; order += 1) {
    if (common[order] === MIXED) common[order] = ABSENT_KEY;
  }
  return common;
}

const NO_RANKS = new Float64Array(0);

function shareRanks(
  common: Float64Array,
  orderOf: Uint32Array,
  members: Uint8Array,
  codes: Codes,
  ranks: Float64Array,
): void {
  for (let at = 0; at < members.length; at += 1) {
    if (members[at] !== 1) continue;
    const order = orderOf[at] ?? 0;
    const rank = ranks[codes[at] ?? 0] ?? 0;
    const known = common[order] ?? 0;
    if (known !== rank) common[order] = known === NOT_MET ? rank : MIXED;
  }
}

/** Where all rows have one text. */
function shareRank(common: Float64Array, orderOf: Uint32Array, members: Uint8Array, rank: number): void {
  for (let at = 0; at < members.length; at += 1) {
    if (members[at] !== 1) continue;
    const order = orderOf[at] ?? 0;
    const known = common[order] ?? 0;
    if (known !== rank) common[order] = known === NOT_MET ? rank : MIXED;
  }
}

/** A percentage with two places is so many times its part over its base. */
const HUNDREDTHS_OF_PERCENT = 10_000;
/** Below it the error of a quotient of doubles is far less than what is left to the half. */
const GREATEST_QUICK = 2 ** 40;
const NEAR_HALF = 2 ** -10;

/**
 * part / whole as hundredths of a percent, rounded once as percentOf does (shared/domain/decimal.ts); both are exact integers
 * of one scale, `whole` is not 0. Null on the edge of rounding, or where doubles do not carry it.
 */
export function quickRate(part: number, whole: number): number | null {
  const dividend = part * HUNDREDTHS_OF_PERCENT;
  const rate = dividend / whole;
  const floor = Math.floor(rate);
  const isSure =
    Math.abs(dividend) <= Number.MAX_SAFE_INTEGER &&
    Math.abs(rate) < GREATEST_QUICK &&
    Math.abs(rate - floor - 0.5) > NEAR_HALF;
  if (!isSure) return null;
  return rate - floor > 0.5 ? floor + 1 : floor;
}
