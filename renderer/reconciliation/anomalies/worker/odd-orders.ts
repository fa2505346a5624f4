import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { Codes, StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import { plainDecimal } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
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

/** Orders looked at between two pauses. */
const ORDERS_PER_STEP = 100;

const SEEN = { suspect: 1, movement: 2, movements: 4 } as const;

/** Every odd order of the copy: those that some row makes suspect are judged over all their live rows. */
export function* findOddOrders(store: ColumnStore): Task<readonly OddOrder[]> {
  const { candidates, seen } = yield* suspectOrders(store);
  const odd: OddOrder[] = [];
  const repeated: (readonly EqualMovements[])[] = [];
  for (const [at, order] of candidates.entries()) {
    if (at % ORDERS_PER_STEP === 0) yield;
    const rows = liveRowsOf(store, order);
    const isMovement = (row: OrderRow) => row.text('Tipo de Dato') === 'Marketplace';
    const mask = seen[order] ?? 0;
    if ((mask & SEEN.movements) !== 0) repeated.push(equalMovements(rows.filter(isMovement)));
    if ((mask & SEEN.suspect) !== 0) odd.push(...judgeOrder(rows.filter((row) => !isMovement(row))));
  }
  yield;
  const groups = repeated.filter((equal) => equal.length > 0);
  if (groups.length > 0) {
    const isOnlyHere = yield* singleAmounts(store, groups.flat());
    for (const equal of groups) {
      const double = oddMovements(
        equal.filter((each) => each.rows[0]?.text('Orden').trim() !== '' || isOnlyHere(each)),
      );
      if (double !== null) odd.push(double);
    }
  }
  return odd;
}

function liveRowsOf(store: ColumnStore, order: number): readonly OrderRow[] {
  return store.orders
    .rowsOf(order)
    .flatMap((row) => {
      const segment = store.segmentOf(row);
      return segment.isLive[row - segment.base] === 1 ? [orderRow(segment, row)] : [];
    })
    .sort((a, b) => a.row - b.row);
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
