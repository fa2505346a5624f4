import { maskOf } from '#renderer/data/engine/answers/context.ts';
import { rowsOfOrder } from '#renderer/data/engine/answers/lines.ts';
import type { QueriedRows } from '#renderer/data/engine/answers/queried-rows.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import type { SelectionMask } from '#renderer/data/engine/filter/selection-mask.ts';
import type { OrderMoves } from '#renderer/data/engine/own-costs/own-cost-sums.ts';
import { changedOrders, type RowsOfOrders } from '#renderer/data/engine/scan/changed-orders.ts';
import type { Annotation } from '#renderer/data/model/annotations.ts';
import {
  type Drift,
  type DriftedOrder,
  driftOf,
  type ReadingCause,
} from '#renderer/reconciliation/closing/model/drift.ts';
import type { MonthOrder } from '#renderer/reconciliation/closing/model/month-orders.ts';
import { eachInSteps, filterInSteps, mapInSteps, type Task } from '#shared/base/tasks.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { selectionOfMonth } from '#shared/domain/selection.ts';
import { countedMoves, readOrder } from './month-orders.ts';

/** The drift of closed months over the rows: after a commit it costs the orders whose rows are other ones. */

/** What the next drift of a close goes on from. */
type DriftBefore = RowsOfOrders & {
  readonly snapshot: string;
  readonly drifted: readonly DriftedOrder[];
  /** Orders that own costs moved: they move without their rows. */
  readonly moved: readonly number[];
};

const before = defineDerivation<ColumnStore, ReadonlyMap<Month, DriftBefore>>();

export type DriftAsked = {
  readonly month: Month;
  readonly close: Pick<Annotation<'month-close'>, 'snapshot' | 'ownCosts'>;
  /** What brought an order as it is by now. */
  readonly causeOf: (key: OrderKey) => ReadingCause;
};

/**
 * The drift of a closed month by now.
 * @param closed what the month held when it was closed
 */
export const driftNow = (asked: QueriedRows, of: DriftAsked, closed: readonly MonthOrder[]): Task<Drift> =>
  before.goOn(
    asked.store,
    () => asked.store.numbering,
    function* () {
      return yield* tell(asked, of, yield* look(asked, of), closed);
    },
  );

/** The same without a look at what the month held; null where that is needed, for some order has other rows than before. */
export const driftOfSameRows = (asked: QueriedRows, of: DriftAsked): Task<Drift | null> =>
  before.goOn(
    asked.store,
    () => asked.store.numbering,
    function* () {
      const looked = yield* look(asked, of);
      if (looked.known !== null && looked.changed.size === 0) return yield* tell(asked, of, looked, []);
      return { answer: null, next: before.last(asked.store) ?? new Map() };
    },
  );

type Looked = {
  readonly selected: SelectionMask;
  readonly now: RowsOfOrders;
  readonly moves: ReadonlyMap<number, OrderMoves>;
  /** Null: nothing that can be gone on from. */
  readonly known: DriftBefore | null;
  /** Orders that are to be compared, and how they are known. */
  readonly changed: ReadonlyMap<number, OrderKey | null>;
};

function* look(asked: QueriedRows, { month, close }: DriftAsked): Task<Looked> {
  const { store } = asked;
  const whole = selectionOfMonth(month);
  const selected = yield* maskOf({ store }, whole);
  const now = yield* rowsOfMonth(store, selected);
  const moves = yield* countedMoves(asked, whole, close.ownCosts);
  const kept = before.last(store)?.get(month);
  const looked = { selected, now, moves };
  if (kept?.snapshot === close.snapshot) {
    const orders = yield* changedOrders(kept, now);
    for (const order of [...kept.moved, ...moves.keys()]) orders.add(order);
    const changed = yield* keysOf(store, orders);
    if (![...changed.values()].includes(null)) return { ...looked, known: kept, changed };
  }
  return { ...looked, known: null, changed: yield* keysOf(store, new Set(now.orders)) };
}

function* tell(
  { store }: QueriedRows,
  { month, close: { snapshot }, causeOf }: DriftAsked,
  { selected, now, moves, known, changed }: Looked,
  closed: readonly MonthOrder[],
) {
  const orders: MonthOrder[] = [];
  yield* eachInSteps(changed.keys(), (order) => {
    const rows = rowsOfOrder(store, order, selected.mask);
    if (rows.length > 0) orders.push(readOrder(store, order, rows, moves.get(order)));
  });
  const keys = new Set(changed.values());
  const isSame = ({ key }: { readonly key: OrderKey }): boolean => known !== null && !keys.has(key);
  // Those that had drifted and are as they were then, are told again: what brought them may be another reading.
  const drifted = yield* filterInSteps(known?.drifted ?? [], isSame);
  const held = yield* filterInSteps(closed, (each) => !isSame(each));
  const answer = yield* driftOf(
    [...drifted.flatMap((each) => each.before ?? []), ...held],
    [...drifted.flatMap(({ after }) => after ?? []), ...orders],
    causeOf,
  );
  const own = { ...now, snapshot, drifted: answer.orders, moved: [...moves.keys()] };
  // Other months may have been asked meanwhile.
  return { answer, next: new Map(before.last(store)).set(month, own) };
}

/** The live rows of a month. */
function* rowsOfMonth(store: ColumnStore, { mask, rows: count, rowsIn }: SelectionMask): Task<RowsOfOrders> {
  const [rows, orders] = [new Uint32Array(count), new Uint32Array(count)];
  let at = 0;
  for (const [index, { base, rowCount, orderOf }] of store.segments.entries()) {
    if ((rowsIn[index] ?? 0) === 0) continue;
    for (let row = 0; row < rowCount; row += 1) {
      if (mask[base + row] !== 1) continue;
      rows[at] = base + row;
      orders[at] = orderOf[row] ?? 0;
      at += 1;
    }
    yield;
  }
  return { rows, orders };
}

/** By whose keys some orders are; null: of none any more. */
function* keysOf(store: ColumnStore, orders: Iterable<number>): Task<ReadonlyMap<number, OrderKey | null>> {
  return new Map(yield* mapInSteps(orders, (order) => [order, store.orders.keyOf(order)] as const));
}
