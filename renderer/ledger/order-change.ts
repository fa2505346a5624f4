import { add, type Decimal, parseDecimal, toDecimal, ZERO } from '#shared/decimal.ts';
import type { OrderKey } from '#shared/orders/identity.ts';
import { SCOPE_COLUMNS, SCOPES } from '#shared/profitability.ts';
import type { PlannedRow, ReadWindow } from './planned-rows.ts';

/** The before and after that every replacement leaves (design.md, rule 13). */

export type OrderFigures = {
  readonly rows: number;
  /** The distinct Estado de Orden of its rows, sorted. */
  readonly states: readonly string[];
  readonly payments: readonly string[];
  /** Exact sums of readable values, by column. */
  readonly amounts: { readonly [column: string]: Decimal };
};

export type OrderChange = {
  readonly order: OrderKey;
  readonly before: OrderFigures;
  readonly after: OrderFigures;
  /** The answers that brought the rows; those of the whole window where no row came. */
  readonly correlationIds: readonly string[];
};

const AMOUNT_COLUMNS = ['Ventas', ...SCOPES.map((scope) => SCOPE_COLUMNS[scope].profitability)];

export function orderChange(
  order: OrderKey,
  before: readonly PlannedRow[],
  after: readonly PlannedRow[],
  windows: readonly ReadWindow[],
): OrderChange {
  const cameWith = new Set(after.flatMap(({ correlationId }) => correlationId ?? []));
  return {
    order,
    before: figuresOf(before),
    after: figuresOf(after),
    correlationIds:
      cameWith.size > 0
        ? [...cameWith]
        : windows.flatMap(({ pages }) => pages.map(({ correlationId }) => correlationId)),
  };
}

function figuresOf(rows: readonly PlannedRow[]): OrderFigures {
  const amounts: { [column: string]: Decimal } = {};
  for (const column of AMOUNT_COLUMNS) {
    const values = rows.flatMap((row) => parseDecimal(cellOf(row, column)) ?? []);
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
  return [...new Set(rows.map((row) => cellOf(row, column)))].sort();
}

function cellOf(row: PlannedRow, column: string): string {
  return row.cells[row.source.columns.indexOf(column)] ?? '';
}
