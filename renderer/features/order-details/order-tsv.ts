import { allSections } from '#renderer/features/columns/column-sections.ts';
import { rangeTsv } from '#renderer/ui/grid/tsv.ts';
import { sheetCell } from '#shared/domain/spreadsheet.ts';
import type { OrderData } from './order-data.ts';

/** The whole order for a spreadsheet: a line for each row, every column it carries by section, under their names. */
export function orderTsv(
  order: Pick<OrderData, 'columns' | 'lines'>,
  unknownColumns: readonly string[],
  decimalSign: string,
): string {
  const here = new Set(order.columns);
  const columns = allSections(unknownColumns)
    .flatMap((section) => section.columns)
    .filter((column) => here.has(column));
  const rows = order.lines.map(({ cells }) =>
    columns.map((column) => sheetCell(column, cells[order.columns.indexOf(column)] ?? null)),
  );
  return rangeTsv(columns, rows, decimalSign, true);
}
