import type { RowsQuery, TableRowsPage } from '#renderer/data/api.ts';
import type { CooperativeTask } from '#renderer/data/scheduling/cooperative-task.ts';
import { CLOSE_COLUMNS, type CloseColumn, type MonthOrder } from '#shared/domain/closing/month-orders.ts';
import { dayOf, type Month, shiftDay, shiftMonth, startOfMonth } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { IDENTITY_COLUMNS, orderKeyReader } from '#shared/domain/order-identity.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';

/** Every row bought in a month, of all accounts. */
export function selectionOfMonth(month: Month): Selection {
  const from = dayOf(startOfMonth(month));
  const to = shiftDay(dayOf(startOfMonth(shiftMonth(month, 1))), -1);
  return { ...EVERYTHING, period: { from, to } };
}

/** Orders read in one slice. */
const ORDERS_AT_ONCE = 200;
const COLUMNS = [...IDENTITY_COLUMNS, ...CLOSE_COLUMNS];

type ReadLines = (query: RowsQuery, offset: number, limit: number) => CooperativeTask<TableRowsPage>;

/** What a month holds, order by order: the sums of the source's own values. */
export function* readMonth(lines: ReadLines, month: Month): CooperativeTask<readonly MonthOrder[]> {
  const query = {
    selection: selectionOfMonth(month),
    grouping: 'orders',
    sort: null,
    columns: COLUMNS,
  } as const;
  const keyOf = orderKeyReader({ columns: COLUMNS });
  const orders: MonthOrder[] = [];
  for (let offset = 0, total = 1; offset < total; offset += ORDERS_AT_ONCE) {
    const page = yield* lines(query, offset, ORDERS_AT_ONCE);
    total = page.total;
    for (const { rows, cells } of page.lines) {
      const sums: { [column in CloseColumn]?: Decimal } = {};
      for (const [at, column] of CLOSE_COLUMNS.entries()) {
        const cell = cells[IDENTITY_COLUMNS.length + at] ?? null;
        // The sums of a line are made here: each is a decimal.
        if (cell !== null) sums[column] = cell as Decimal;
      }
      orders.push({ key: keyOf(cells), rows, sums, ownCost: null });
    }
    yield;
  }
  return orders;
}
