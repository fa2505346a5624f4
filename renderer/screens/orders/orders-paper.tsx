import type { TableRowsSource, TableRowsView } from '#renderer/data/client/table-rows.ts';
import type { TableRow } from '#renderer/data/model/rows.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import type { CellStyle } from '#renderer/features/columns/cells.ts';
import { scopeAtEnd } from '#renderer/features/columns/column-sections.ts';
import { usePaperLines } from '#renderer/features/paper/paper-lines.ts';
import { useText } from '#renderer/i18n/text.tsx';
import type { PaperTable } from '#renderer/ui/grid/grid-types.ts';
import { findColumn, isSummable } from '#shared/domain/column-catalogue.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { rangeFigures } from './order-rows.ts';
import { footCell } from './orders-table.tsx';
import { rangeValues } from './range-summary.tsx';

/** The sums of the printed lines, by column. */
export function sumsOf(
  lines: readonly TableRow[],
  asked: readonly string[],
): { readonly [column: string]: Decimal } {
  const entries = asked.flatMap((column) => {
    const known = findColumn(column);
    if (known === undefined || !isSummable(known)) return [];
    const sum = rangeFigures(rangeValues(lines, [column], asked))?.sum;
    return sum === undefined ? [] : [[column, sum] as const];
  });
  return Object.fromEntries(entries);
}

/** The orders on paper: every line up to a bound; beyond it the first ones, their subtotal beside the total of all. */
export function useOrdersPaper(source: TableRowsSource, view: TableRowsView, style: CellStyle): PaperTable {
  const text = useText();
  const lines = usePaperLines(source, view);
  const { head, total, query } = view;
  const unit = query?.rows.grouping === 'rows' ? 'rows' : 'orders';
  return {
    lines,
    total,
    isAsSeen: true,
    // What an order comes to, also where a narrow window has it out of view.
    isAlwaysPrinted: (id) => scopeAtEnd(id) !== undefined,
    header: ({ id, name }) => (scopeAtEnd(id) !== undefined && id.startsWith('%') ? '%' : name),
    remark: (shown, all, isPart) =>
      text(isPart ? `paper.part-${unit}` : `paper.all-${unit}`, { shown, total: all, count: total }),
    subtotal: (printed) => {
      const sums = sumsOf(printed as readonly TableRow[], query?.rows.columns ?? []);
      const totals: Totals | null = head === null ? null : { ...head, sums, unreadable: {} };
      return (column) => footCell(column, totals, style);
    },
    testId: 'orders-paper',
  };
}
