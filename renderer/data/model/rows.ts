import type { Cell } from '#shared/domain/row-table.ts';
import type { Selection } from '#shared/domain/selection.ts';

/** Lines of the order table. */

export type SortOrder = { readonly column: string; readonly direction: 'ascending' | 'descending' };

export type Grouping = 'rows' | 'orders';

export type RowsQuery = {
  readonly selection: Selection;
  readonly grouping: Grouping;
  /** Null: newest purchase first. */
  readonly sort: SortOrder | null;
  readonly columns: readonly string[];
};

/**
 * A line of the order table: a row, or an order with the sums of its rows in the selection (texts: the common value, null
 * where the rows differ; percentages: sum over sum).
 */
export type TableRow = {
  /** Stable while the revision stands. */
  readonly id: string;
  readonly rows: number;
  readonly cells: readonly Cell[];
  /** Columns of this line where some value is unreadable or, in an order, where the rows' texts differ. */
  readonly unreadable: readonly string[];
  readonly mixed: readonly string[];
  /** True where product cost is 0 in a line that has Ventas. */
  readonly productCostMissing: boolean;
};

export type TableRowsPage = {
  readonly revision: number;
  /** Lines of the whole query. */
  readonly total: number;
  readonly offset: number;
  readonly lines: readonly TableRow[];
};
