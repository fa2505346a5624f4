import { readTableRows } from '#renderer/data/engine/answers/lines.ts';
import { ownMoves } from '#renderer/data/engine/answers/own-costs.ts';
import type { QueriedRows } from '#renderer/data/engine/answers/queried-rows.ts';
import { tableRowOfOrder } from '#renderer/data/engine/answers/table-row.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { OrderMoves } from '#renderer/data/engine/own-costs/own-cost-sums.ts';
import type { OwnMoves } from '#renderer/data/model/own-costs.ts';
import type { TableRow } from '#renderer/data/model/rows.ts';
import {
  CLOSE_COLUMNS,
  type CloseColumn,
  type CountedOwnCosts,
  type MonthOrder,
} from '#renderer/reconciliation/closing/model/month-orders.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { Month } from '#shared/domain/dates.ts';
import { type Decimal, toDecimal } from '#shared/domain/decimal.ts';
import { IDENTITY_COLUMNS, orderKeyReader } from '#shared/domain/order-identity.ts';
import { type Selection, selectionOfMonth } from '#shared/domain/selection.ts';

/** Orders read in one slice. */
const ORDERS_AT_ONCE = 200;
const COLUMNS = [...IDENTITY_COLUMNS, ...CLOSE_COLUMNS];

/** The number of an order's line. */
const orderOfLine = (id: string): number => Number(id.slice(1));

/** A month, order by order. */
export const readMonth = (
  asked: QueriedRows,
  month: Month,
  counted: readonly CountedOwnCosts[] = [],
): Task<readonly MonthOrder[]> => readOrders(asked, selectionOfMonth(month), counted);

/** A selection's orders: the sums of the source's own values, and own costs beside them where they count. */
export function* readOrders(
  asked: QueriedRows,
  whole: Selection,
  counted: readonly CountedOwnCosts[],
): Task<readonly MonthOrder[]> {
  const own = yield* countedMoves(asked, whole, counted);
  const query = {
    selection: whole,
    grouping: 'orders',
    sort: null,
    columns: COLUMNS,
  } as const;
  const orders: MonthOrder[] = [];
  for (let offset = 0, total = 1; offset < total; offset += ORDERS_AT_ONCE) {
    const page = yield* readTableRows.task(asked, { ...query, offset, limit: ORDERS_AT_ONCE });
    total = page.total;
    for (const line of page.lines) orders.push(orderOf(line, own.get(orderOfLine(line.id))));
    yield;
  }
  return orders;
}

/** By number of an order, what the own costs that are counted move of a selection. */
export function* countedMoves(
  asked: QueriedRows,
  whole: Selection,
  counted: readonly CountedOwnCosts[],
): Task<ReadonlyMap<number, OrderMoves>> {
  const own = new Map<number, OrderMoves>();
  // An order is of one account, and an account's own costs are of one currency.
  for (const { currency, scope } of counted) {
    const selection = { ...whole, scope };
    for (const [order, moves] of yield* ownMoves(asked, { selection, currency })) own.set(order, moves);
  }
  return own;
}

/** An order by its number, of some of its rows; they stand ascending. */
export const readOrder = (
  store: ColumnStore,
  order: number,
  rows: readonly number[],
  moves: OrderMoves | undefined,
): MonthOrder => orderOf(tableRowOfOrder(store, order, rows, COLUMNS), moves);

const keyOf = orderKeyReader({ columns: COLUMNS });

function orderOf({ rows, cells }: TableRow, moves: OrderMoves | undefined): MonthOrder {
  const sums: { [column in CloseColumn]?: Decimal } = {};
  for (const [at, column] of CLOSE_COLUMNS.entries()) {
    const cell = cells[IDENTITY_COLUMNS.length + at] ?? null;
    // The sums of a line are made here: each is a decimal.
    if (cell !== null) sums[column] = cell as Decimal;
  }
  return { key: keyOf(cells), rows, sums, own: moves === undefined ? null : written(moves) };
}

const written = (moves: OrderMoves): OwnMoves => ({
  'Costo de Producto': toDecimal(moves['Costo de Producto']),
  'Rentabilidad Comercial': toDecimal(moves['Rentabilidad Comercial']),
  'Rentabilidad Total': toDecimal(moves['Rentabilidad Total']),
});
