import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { MatchLine } from '#renderer/reconciliation/matching/model/match-line.ts';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import {
  findByKey,
  type KeyField,
  keysOf,
  ordersByKey,
} from '#renderer/reconciliation/matching/worker/key-hits.ts';
import { eachInSteps, type Task } from '#shared/base/tasks.ts';
import { compare, type Scaled } from '#shared/domain/decimal.ts';
import type { SellerAccount } from '#shared/domain/selection.ts';

/** A line of a statement that says on which day its money is released. */
export type ReleaseLine = Pick<MatchLine, KeyField> & {
  /** Days since 1970-01-01. */
  readonly day: number;
  /** The size of its amount: an order's day is that of its largest line. */
  readonly size: Scaled;
};

export type StatementDays = {
  readonly lines: readonly ReleaseLine[];
  /** Whose it is, as the user says; null: that of the orders it names. */
  readonly account: SellerAccount | null;
};

/**
 * By the number of each order the day on which statements say that its money is released, that of its largest line; NO_DAY:
 * none does. A number that several orders have tells of none of them.
 */
export function* statementDays(store: ColumnStore, statements: readonly StatementDays[]): Task<Int32Array> {
  const days = new Int32Array(store.orders.orderCount).fill(NO_DAY);
  const sizes = new Map<number, Scaled>();
  for (const { lines, account } of statements) {
    const keys = yield* keysOf(lines);
    yield;
    const owners = account === null ? null : [{ canal: account.Canal, cuenta: account.Cuenta }];
    const { key, hits } = yield* findByKey(store, keys, owners);
    yield;
    const byKey = yield* ordersByKey(hits);
    const keyOfLine = keys.of[key.field];
    yield* eachInSteps(lines, ({ day, size }, at) => {
      const [order, ...others] = (byKey.get(keyOfLine[at] ?? -1) ?? []).filter(isOwn(store, account));
      if (order === undefined || others.length > 0) return;
      const known = sizes.get(order);
      const more = known === undefined ? 1 : compare(size, known);
      if (more < 0 || (more === 0 && day >= (days[order] ?? NO_DAY))) return;
      days[order] = day;
      sizes.set(order, size);
    });
    yield;
  }
  return days;
}

/** Whether an order is of the account that the user named for a statement. */
function isOwn(store: ColumnStore, account: SellerAccount | null): (order: number) => boolean {
  if (account === null) return () => true;
  return (order) => {
    const [row] = store.orders.rowsOf(order);
    return (
      row !== undefined &&
      (store.cell(row, 'Canal') ?? '') === account.Canal &&
      (store.cell(row, 'Cuenta') ?? '') === account.Cuenta
    );
  };
}
