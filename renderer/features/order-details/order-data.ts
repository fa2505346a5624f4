import type { DataReader } from '#renderer/data/client/data-calls.ts';
import { readTogether } from '#renderer/data/client/queries.ts';
import type { TableRow } from '#renderer/data/model/rows.ts';
import { type FigureSigns, sheetCell } from '#renderer/data/model/spreadsheet.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import { allSections } from '#renderer/features/columns/column-sections.ts';
import { rangeTsv } from '#renderer/ui/grid/tsv.ts';
import { findColumn, isSummable } from '#shared/domain/column-catalogue.ts';
import { IDENTITY_COLUMNS } from '#shared/domain/order-identity.ts';
import type { Cell } from '#shared/domain/row-table.ts';
import { type ColumnFilter, EVERYTHING } from '#shared/domain/selection.ts';

/** Which order of the table. */
export type OrderIdentity = {
  readonly row: number;
  /** "" for a movement without order number. */
  readonly order: string;
  readonly channel: string;
  /** The conditions on its rows, whatever the filter of the table. */
  readonly filters: readonly ColumnFilter[];
};

/** An order as the local copy has it, whatever the filter of the table it was opened from. */
export type OrderData = {
  readonly identity: OrderIdentity;
  readonly columns: readonly string[];
  readonly lines: readonly TableRow[];
  readonly totals: Totals;
};

/** The input of a part of the panel: the order, and the decimal places of its amounts. */
export type OrderPart = { readonly order: OrderData; readonly places: number };

export type OrderInput = { readonly identity: OrderIdentity; readonly columns: readonly string[] };

const MAX_ROWS = 500;

/** Its rows (at most 500) and the sums of all, of one revision; held-down keys get the last order answered. */
export async function readOrder(
  call: DataReader,
  { identity, columns }: OrderInput,
  slot: string,
): Promise<OrderData> {
  const selection = { ...EVERYTHING, filters: identity.filters };
  const [lines, totals] = await readTogether(() =>
    Promise.all([
      call.readTableRows({
        selection,
        columns,
        grouping: 'rows',
        sort: null,
        offset: 0,
        limit: MAX_ROWS,
        slot: `${slot}-lines`,
      }),
      call.readTotals({
        selection,
        columns: columns.filter((key) => {
          const column = findColumn(key);
          return column !== undefined && isSummable(column);
        }),
        slot: `${slot}-totals`,
      }),
    ]),
  );
  return { identity, columns, lines: lines.lines, totals };
}

/** A cell of one of its rows; "" where there is none. */
export function readCell(order: OrderData, line: TableRow, column: string): string {
  return line.cells[order.columns.indexOf(column)] ?? '';
}

/** The distinct values that its rows have in a column, blanks left out. */
export function valuesIn(order: OrderData, column: string): readonly string[] {
  return [...new Set(order.lines.map((line) => readCell(order, line, column)).filter(Boolean))];
}

/** The cells that identify it among other orders, exactly as its first row carries them. */
export function identityCells({ lines, columns }: OrderData): { readonly [column: string]: Cell } {
  const cells = lines[0]?.cells ?? [];
  return Object.fromEntries(
    IDENTITY_COLUMNS.map((column) => [column, cells[columns.indexOf(column)] ?? null]),
  );
}

/** The whole order for a spreadsheet: a line for each row, every column it carries by section, under their names. */
export function orderTsv(
  order: Pick<OrderData, 'columns' | 'lines'>,
  unknownColumns: readonly string[],
  signs: FigureSigns,
): string {
  const here = new Set(order.columns);
  const columns = allSections(unknownColumns)
    .flatMap((section) => section.columns)
    .filter((column) => here.has(column));
  const rows = order.lines.map(({ cells }) =>
    columns.map((column) => sheetCell(column, cells[order.columns.indexOf(column)] ?? null)),
  );
  return rangeTsv(columns, rows, signs, 'named');
}
