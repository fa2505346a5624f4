import { maskOf } from '#renderer/data/engine/answers/context.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { type Codes, codeAt, type StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import { changedOrdersBetween } from '#renderer/data/engine/scan/compared-rows.ts';
import { plainDecimal } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { stretchesOf, type Task } from '#shared/base/tasks.ts';
import { toDecimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import {
  type EqualMovements,
  equalMovements,
  judgeOrder,
  type OddOrder,
  type OrderRow,
  oddMovements,
  orderRow,
} from './order-rules.ts';
import { ROW_MARK, screenRows } from './screened-rows.ts';

const JUDGED_PER_STEP = 25;
const SEEN_PER_STEP = 250;

const SEEN = { suspect: 1, movement: 2, movements: 4 } as const;

/** What the next finding goes on from: an order whose live rows are the same comes to the same, for a row never changes. */
export type JudgedOrders = {
  /** The live rows that it is of. */
  readonly mask: Uint8Array;
  /** Those that some row makes suspect, by their numbers. */
  readonly orders: ReadonlyMap<number, JudgedOrder>;
};
type JudgedOrder = {
  readonly odd: readonly OddOrder[];
  /** Movements of it that are repeated: these are looked at together with others. */
  readonly repeated: readonly EqualMovements[];
};

/**
 * Every odd order of the copy, by the numbers of orders: those that some row makes suspect are judged over all their live rows.
 * @param before of the same store
 */
export function* findOddOrders(
  store: ColumnStore,
  before: JudgedOrders | null = null,
): Task<{ readonly odd: readonly OddOrder[]; readonly judged: JudgedOrders }> {
  const { mask } = yield* maskOf({ store }, EVERYTHING);
  const changed = before === null ? null : yield* changedOrdersBetween(store, before.mask, mask);
  const isKnown = before !== null && changed !== null;
  const suspect = isKnown ? yield* suspectAmong(store, changed.orders) : yield* suspectOrders(store);
  const orders = new Map<number, JudgedOrder>();
  if (isKnown) {
    for (const [order, known] of before.orders) if (!changed.orders.has(order)) orders.set(order, known);
  }
  let work = 0;
  for (const [order, seen] of suspect) {
    orders.set(order, judge(store, liveRowsOf(store, order), seen));
    work += 1;
    if (work % JUDGED_PER_STEP === 0) yield;
  }
  yield;
  const judged = [...orders].sort(([a], [b]) => a - b).map(([, one]) => one);
  const odd = judged.flatMap((one) => one.odd);
  const repeated = judged.flatMap((one) => (one.repeated.length === 0 ? [] : [one.repeated]));
  if (repeated.length > 0) {
    const isOnlyHere = yield* singleAmounts(store, repeated.flat());
    for (const equal of repeated) {
      const double = oddMovements(
        equal.filter((each) => each.rows[0]?.text('Orden').trim() !== '' || isOnlyHere(each)),
      );
      if (double !== null) odd.push(double);
    }
  }
  return { odd, judged: { mask, orders } };
}

const isMovement = (row: OrderRow): boolean => row.text('Tipo de Dato') === 'Marketplace';

/** @param seen what was looked at, as bits of SEEN */
function judge(store: ColumnStore, live: readonly number[], seen: number): JudgedOrder {
  const rows = live.map((row) => orderRow(store.segmentOf(row), row));
  return {
    odd: (seen & SEEN.suspect) === 0 ? [] : judgeOrder(rows.filter((row) => !isMovement(row))),
    repeated: (seen & SEEN.movements) === 0 ? [] : equalMovements(rows.filter(isMovement)),
  };
}

/** Ascending. */
function liveRowsOf(store: ColumnStore, order: number): readonly number[] {
  const rows = store.orders.rowsOf(order).filter((row) => {
    const { base, isLive } = store.segmentOf(row);
    return isLive[row - base] === 1;
  });
  return rows.length < 2 ? rows : rows.sort((a, b) => a - b);
}

const IS_SUSPECT = SEEN.suspect | SEEN.movements;

/** Of all orders: those that have to be judged, each with bits of SEEN. */
function* suspectOrders(store: ColumnStore): Task<ReadonlyMap<number, number>> {
  const seen = new Uint8Array(store.orders.orderCount);
  const isMet = new Uint8Array(store.orders.orderCount);
  for (const segment of store.segments) {
    if (segment.retired) continue;
    const { marks, listed } = yield* screenRows(segment);
    seeListed(segment, marks, listed, seen);
    yield;
    for (const order of settledApart(segment, marks)) seen[order] = (seen[order] ?? 0) | SEEN.suspect;
    seeScattered(segment, marks, isMet, seen);
    yield;
  }
  const suspect = new Map<number, number>();
  for (const { from, to } of stretchesOf(seen.length)) {
    for (let order = from; order < to; order += 1) {
      const bits = seen[order] ?? 0;
      if ((bits & IS_SUSPECT) !== 0) suspect.set(order, bits);
    }
    yield;
  }
  return suspect;
}

/** The bits of SEEN after a movement more. */
const withMovement = (bits: number): number =>
  bits | ((bits & SEEN.movement) === 0 ? SEEN.movement : SEEN.movements);

function seeListed(
  { isLive, orderOf }: StoredSegment,
  marks: Uint8Array,
  listed: Uint32Array,
  seen: Uint8Array,
): void {
  for (let at = 0; at < listed.length; at += 1) {
    const row = listed[at] ?? 0;
    if (isLive[row] !== 1) continue;
    const order = orderOf[row] ?? 0;
    const bits = seen[order] ?? 0;
    seen[order] = marks[row] === ROW_MARK.movement ? withMovement(bits) : bits | SEEN.suspect;
  }
}

/** An order whose rows stand in several places is looked at as a whole. */
function seeScattered(
  { isLive, orderOf }: StoredSegment,
  marks: Uint8Array,
  isMet: Uint8Array,
  seen: Uint8Array,
): void {
  for (let row = 0; row < isLive.length; row += 1) {
    if (isLive[row] !== 1 || marks[row] === ROW_MARK.movement) continue;
    const order = orderOf[row] ?? 0;
    if (isMet[order] === 1 && (row === 0 || orderOf[row - 1] !== order)) {
      seen[order] = (seen[order] ?? 0) | SEEN.suspect;
    }
    isMet[order] = 1;
  }
}

/** The same of some orders: their rows alone are looked at, and rather too many are taken than too few. */
function* suspectAmong(store: ColumnStore, orders: Iterable<number>): Task<ReadonlyMap<number, number>> {
  const marksOf = new Map<StoredSegment, Uint8Array>();
  for (const segment of store.segments) {
    if (!segment.retired) marksOf.set(segment, (yield* screenRows(segment)).marks);
  }
  const suspect = new Map<number, number>();
  let looked = 0;
  for (const order of orders) {
    const bits = bitsOf(store, liveRowsOf(store, order), marksOf);
    if ((bits & IS_SUSPECT) !== 0) suspect.set(order, bits);
    looked += 1;
    if (looked % SEEN_PER_STEP === 0) yield;
  }
  return suspect;
}

function bitsOf(
  store: ColumnStore,
  rows: readonly number[],
  marksOf: ReadonlyMap<StoredSegment, Uint8Array>,
): number {
  let bits = 0;
  let [before, settlement] = [-1, -1];
  for (const row of rows) {
    const segment = store.segmentOf(row);
    const at = row - segment.base;
    const mark = marksOf.get(segment)?.[at] ?? ROW_MARK.suspect;
    if (mark === ROW_MARK.movement) {
      bits = withMovement(bits);
      continue;
    }
    const numbered = segment.columns.get('N° de Liquidación');
    const own = numbered?.kind === 'text' ? codeAt(numbered, at) : 0;
    const isApart = before >= 0 && (row !== before + 1 || at === 0 || own !== settlement);
    if (mark !== 0 || isApart) bits |= SEEN.suspect;
    [before, settlement] = [row, own];
  }
  return bits;
}

/** Rows before one that it is compared with, at most: an order of more is looked at as a whole. */
const MAX_BACK = 32;

/** Orders of a segment in which rows of one sub-order name different settlements, where an order's rows stand together. */
function settledApart({ columns, isLive, orderOf }: StoredSegment, marks: Uint8Array): readonly number[] {
  const subOrders = columns.get('Nro. suborden');
  const settlements = columns.get('N° de Liquidación');
  // One settlement in all of the segment: none differs.
  if (subOrders?.kind !== 'text' || settlements?.kind !== 'text' || settlements.codes === null) return [];
  const found: number[] = [];
  const ofSubOrder: Codes | null = subOrders.codes;
  const ofSettlement: Codes = settlements.codes;
  const counts = (row: number): boolean => isLive[row] === 1 && marks[row] !== ROW_MARK.movement;
  for (let row = 1; row < orderOf.length; row += 1) {
    const order = orderOf[row] ?? 0;
    if (orderOf[row - 1] !== order || !counts(row)) continue;
    for (let other = row - 1; other >= 0 && orderOf[other] === order; other -= 1) {
      const isApart =
        ofSettlement[row] !== ofSettlement[other] &&
        (ofSubOrder === null || ofSubOrder[row] === ofSubOrder[other]);
      if ((!isApart || !counts(other)) && row - other < MAX_BACK) continue;
      found.push(order);
      break;
    }
  }
  return found;
}

/**
 * Which of these amounts an account is charged on no other day: what it is charged again and again is a fee, and two of
 * them on one day may well be two.
 */
function* singleAmounts(
  store: ColumnStore,
  asked: readonly EqualMovements[],
): Task<(movements: EqualMovements) => boolean> {
  const keyOf = (row: OrderRow, column: string, amount: string): string =>
    JSON.stringify([row.text('Canal'), row.text('Cuenta'), column, amount]);
  const dayOf = (row: OrderRow): string => row.text('Fecha de compra').slice(0, 10);
  const keyOfEqual = ({ rows, column, amount }: EqualMovements): string =>
    rows[0] === undefined ? '' : keyOf(rows[0], column, plainDecimal(toDecimal(amount)));
  const days = new Map(asked.map((each) => [keyOfEqual(each), new Set<string>()]));
  const columns = new Set(asked.map(({ column }) => column));
  for (const segment of store.segments) {
    if (segment.retired) continue;
    const { marks, listed } = yield* screenRows(segment);
    for (const at of listed) {
      if (marks[at] !== ROW_MARK.movement || segment.isLive[at] !== 1) continue;
      const row = orderRow(segment, segment.base + at);
      for (const column of columns) {
        const amount = row.figure(column);
        if (amount === null || amount.units <= 0n) continue;
        days.get(keyOf(row, column, plainDecimal(toDecimal(amount))))?.add(dayOf(row));
      }
    }
    yield;
  }
  return (equal) => days.get(keyOfEqual(equal))?.size === 1;
}
