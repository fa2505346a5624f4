import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { PageRange } from '#renderer/data/model/slots.ts';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import { keyOfOrder } from '#renderer/reconciliation/matching/worker/match-statement.ts';
import { NOT_YET } from '#renderer/reconciliation/payouts/model/forecast/forecast-money.ts';
import type { ReceivableBook } from '#renderer/reconciliation/receivables/model/receivable-parts.ts';
import {
  amountAt,
  partsBehind,
  type ReceivableOrder,
  type ReceivableOrdersPage,
  type ReceivableOrdersQuery,
} from '#renderer/reconciliation/receivables/model/receivables.ts';
import type { Task } from '#shared/base/tasks.ts';
import { dayOfNumber } from '#shared/domain/dates.ts';
import { toDecimal } from '#shared/domain/decimal.ts';
import { type PlacedRows, sumBySlot } from './read-book.ts';

/** The orders behind an amount, the largest first: together they come to it, to the last digit. */
export function* readOrdersBehind(
  store: ColumnStore,
  { book, placed }: { readonly book: ReceivableBook; readonly placed: PlacedRows },
  query: ReceivableOrdersQuery & PageRange,
): Task<Omit<ReceivableOrdersPage, 'revision'>> {
  const isBehind = book.parts.map(partsBehind(book, query));
  const slotOf = new Map<number, number>();
  const found: { readonly order: number; bought: number; came: number }[] = [];
  for (const [index, segment] of store.segments.entries()) {
    const parts = placed[index] ?? new Int32Array(0);
    for (let row = 0; row < parts.length; row += 1) {
      const at = parts[row] ?? -1;
      const part = book.parts[at];
      if (part === undefined || isBehind[at] !== true) continue;
      const order = segment.orderOf[row] ?? 0;
      const slot = slotOf.get(order);
      const own = slot === undefined ? undefined : found[slot];
      if (own === undefined) {
        slotOf.set(order, found.push({ order, bought: part.bought, came: part.came }) - 1);
        continue;
      }
      own.bought = Math.min(own.bought, part.bought);
      own.came = Math.max(own.came, part.came);
    }
    yield;
  }
  const sums = yield* sumBySlot(store, found.length, (index, row) =>
    isBehind[placed[index]?.[row] ?? -1] === true
      ? (slotOf.get(store.segments[index]?.orderOf[row] ?? 0) ?? -1)
      : -1,
  );
  const { scale } = sums;
  const amounts = found
    .map((each, slot) => ({ ...each, units: amountAt(query.place, sums.of(slot)) }))
    .filter(({ units }) => units !== 0n);
  const size = (units: bigint): bigint => (units < 0n ? -units : units);
  const sorted = amounts.toSorted(
    (one, other) => Number(size(other.units) > size(one.units)) - Number(size(one.units) > size(other.units)),
  );
  const { offset, limit } = query;
  return {
    total: sorted.length,
    amount: toDecimal({ units: amounts.reduce((sum, { units }) => sum + units, 0n), scale }),
    orders: sorted.slice(offset, offset + limit).map(
      ({ order, bought, came, units }): ReceivableOrder => ({
        key: keyOfOrder(store, order),
        amount: toDecimal({ units, scale }),
        bought: bought === NO_DAY ? null : dayOfNumber(bought),
        released: came === NOT_YET || came === NO_DAY ? null : dayOfNumber(came),
      }),
    ),
  };
}
