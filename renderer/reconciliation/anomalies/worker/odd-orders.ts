import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { Codes, StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import { plainDecimal } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { areSameItems } from '#shared/base/same-items.ts';
import type { Task } from '#shared/base/tasks.ts';
import { toDecimal } from '#shared/domain/decimal.ts';
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

/** A hundred orders are judged between two pauses; one that is known costs a twentieth. */
const WORK_OF_A_JUDGEMENT = 20;
const WORK_PER_STEP = 100 * WORK_OF_A_JUDGEMENT;

const SEEN = { suspect: 1, movement: 2, movements: 4 } as const;

/** Orders that were judged, by their numbers: one whose live rows are the same comes to the same, for a row never changes. */
export type JudgedOrders = ReadonlyMap<number, JudgedOrder>;
type JudgedOrder = {
  readonly rows: readonly number[];
  /** What was looked at, as bits of SEEN. */
  readonly seen: number;
  readonly odd: readonly OddOrder[];
  /** Movements of it are repeated: these are looked at together with others. */
  readonly isRepeated: boolean;
};

/**
 * Every odd order of the copy: those that some row makes suspect are judged over all their live rows.
 * @param before of the same store
 */
export function* findOddOrders(
  store: ColumnStore,
  before: JudgedOrders = new Map(),
): Task<{ readonly odd: readonly OddOrder[]; readonly judged: JudgedOrders }> {
  const { candidates, seen } = yield* suspectOrders(store);
  const odd: OddOrder[] = [];
  const repeated: (readonly EqualMovements[])[] = [];
  const judged = new Map<number, JudgedOrder>();
  let work = 0;
  for (const order of candidates) {
    const rows = liveRowsOf(store, order);
    const mask = seen[order] ?? 0;
    const known = before.get(order);
    const isKnown = known !== undefined && known.seen === mask && areSameItems(known.rows, rows);
    work += isKnown && !known.isRepeated ? 1 : WORK_OF_A_JUDGEMENT;
    if (work >= WORK_PER_STEP) {
      work = 0;
      yield;
    }
    const one = isKnown && !known.isRepeated ? known : judge(store, rows, mask, repeated);
    judged.set(order, one);
    odd.push(...one.odd);
  }
  yield;
  if (repeated.length > 0) {
    const isOnlyHere = yield* singleAmounts(store, repeated.flat());
    for (const equal of repeated) {
      const double = oddMovements(
        equal.filter((each) => each.rows[0]?.text('Orden').trim() !== '' || isOnlyHere(each)),
      );
      if (double !== null) odd.push(double);
    }
  }
  return { odd, judged };
}

const isMovement = (row: OrderRow): boolean => row.text('Tipo de Dato') === 'Marketplace';

/** @param repeated takes the movements that are */
function judge(
  store: ColumnStore,
  live: readonly number[],
  seen: number,
  repeated: (readonly EqualMovements[])[],
): JudgedOrder {
  const rows = live.map((row) => orderRow(store.segmentOf(row), row));
  const equal = (seen & SEEN.movements) === 0 ? [] : equalMovements(rows.filter(isMovement));
  if (equal.length > 0) repeated.push(equal);
  return {
    rows: live,
    seen,
    odd: (seen & SEEN.suspect) === 0 ? [] : judgeOrder(rows.filter((row) => !isMovement(row))),
    isRepeated: equal.length > 0,
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

function* suspectOrders(
  store: ColumnStore,
): Task<{ readonly candidates: readonly number[]; readonly seen: Uint8Array }> {
  const seen = new Uint8Array(store.orders.orderCount);
  const candidates: number[] = [];
  const see = (order: number, bits: number): void => {
    const before = seen[order] ?? 0;
    const isCandidate = SEEN.suspect | SEEN.movements;
    if ((before & isCandidate) === 0 && (bits & isCandidate) !== 0) candidates.push(order);
    seen[order] = before | bits;
  };
  const isMet = new Uint8Array(store.orders.orderCount);
  for (const segment of store.segments) {
    if (segment.retired) continue;
    const { marks, listed } = yield* screenRows(segment);
    const { isLive, orderOf } = segment;
    for (const row of listed) {
      if (isLive[row] !== 1) continue;
      const order = orderOf[row] ?? 0;
      if (marks[row] !== ROW_MARK.movement) see(order, SEEN.suspect);
      else see(order, ((seen[order] ?? 0) & SEEN.movement) === 0 ? SEEN.movement : SEEN.movements);
    }
    yield;
    for (const order of settledApart(segment, marks)) see(order, SEEN.suspect);
    // An order whose rows stand in several places is looked at as a whole.
    for (let row = 0; row < isLive.length; row += 1) {
      if (isLive[row] !== 1 || marks[row] === ROW_MARK.movement) continue;
      const order = orderOf[row] ?? 0;
      if (isMet[order] === 1 && (row === 0 || orderOf[row - 1] !== order)) see(order, SEEN.suspect);
      isMet[order] = 1;
    }
    yield;
  }
  return { candidates, seen };
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
