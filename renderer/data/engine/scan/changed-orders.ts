import { eachInSteps, type Task } from '#shared/base/tasks.ts';

/** Some rows by their numbers in the store, ascending, and the number of each one's order. */
export type RowsOfOrders = { readonly rows: Uint32Array; readonly orders: Uint32Array };

export const NO_ROWS: RowsOfOrders = { rows: new Uint32Array(0), orders: new Uint32Array(0) };

/** The orders of which rows came or went since: a row never changes, so that all others are as they were. */
export function* changedOrders(before: RowsOfOrders, { rows, orders }: RowsOfOrders): Task<Set<number>> {
  const changed = new Set<number>();
  let at = 0;
  const pass = (row: number): void => {
    for (; (before.rows[at] ?? Number.POSITIVE_INFINITY) < row; at += 1) changed.add(before.orders[at] ?? 0);
  };
  yield* eachInSteps(rows, (row, place) => {
    pass(row);
    if (before.rows[at] === row) at += 1;
    else changed.add(orders[place] ?? 0);
  });
  pass(Number.POSITIVE_INFINITY);
  return changed;
}
