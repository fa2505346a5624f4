import { localFromMs } from '#shared/dates.ts';
import { add, type Decimal, parseDecimal, toDecimal, ZERO } from '#shared/decimal.ts';
import type { OrderKey } from '#shared/orders/identity.ts';
import { CHANGE_AMOUNTS } from '../analysis/changes/change-amounts.ts';
import type { OrderChange } from '../analysis/changes/change-record.ts';
import type { OrderFigures } from '../link/data-contract.ts';
import { type PlannedRow, type ReadWindow, textOf } from './planned-rows.ts';

/** Draws an order's before and after (design.md, rule 13). `windows` are those of the commit, its answers' senders. */
export function orderChange(
  order: OrderKey,
  before: readonly PlannedRow[],
  after: readonly PlannedRow[],
  windows: readonly Pick<ReadWindow, 'pages'>[],
): OrderChange {
  const cameWith = new Set(after.flatMap(({ correlationId }) => correlationId ?? []));
  const first = firstPurchaseMs(after.length === 0 ? before : after);
  return {
    order,
    purchase: first === null ? null : localFromMs(first),
    before: figuresOf(before),
    after: figuresOf(after),
    correlationIds:
      cameWith.size > 0
        ? [...cameWith]
        : windows.flatMap(({ pages }) => pages.map(({ correlationId }) => correlationId)),
  };
}

/** The first readable purchase of some rows, in milliseconds. */
export function firstPurchaseMs(rows: readonly PlannedRow[]): number | null {
  let first: number | null = null;
  for (const { purchaseMs } of rows) {
    if (purchaseMs !== null && (first === null || purchaseMs < first)) first = purchaseMs;
  }
  return first;
}

/** Null where there is no row: there is no such order then. */
export function figuresOf(rows: readonly PlannedRow[]): OrderFigures | null {
  if (rows.length === 0) return null;
  const amounts: { [column: string]: Decimal } = {};
  for (const column of CHANGE_AMOUNTS) {
    const values = rows.flatMap((row) => parseDecimal(textOf(row, column) ?? '') ?? []);
    if (values.length > 0) amounts[column] = toDecimal(values.reduce(add, ZERO));
  }
  return {
    rows: rows.length,
    states: distinct(rows, 'Estado de Orden'),
    payments: distinct(rows, 'Estado de Pago'),
    amounts,
  };
}

function distinct(rows: readonly PlannedRow[], column: string): readonly string[] {
  return [...new Set(rows.map((row) => textOf(row, column) ?? ''))].sort();
}
